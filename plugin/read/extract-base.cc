/* extract-base.cc: what all files of the extraction stand on.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "extract.h"

bool
plug_refuse (struct plug_extract *x, location_t loc, const char *format, ...)
{
  char text[512];
  va_list args;
  bool silent = x->failed || x->wanted;
  x->failed = true;
  if (silent)
    return false;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  if (loc == UNKNOWN_LOCATION)
    loc = x->region->loc;
  char *placed = plug_text_at (x->region, loc, text);
  pram_diag_report (x->diag, PRAM_REFUSAL, plug_line (x->region, loc), "%s",
		    placed);
  free (placed);
  return false;
}

void
plug_set_witness (struct plug_extract *x, gimple *stmt, const char *format, ...)
{
  va_list args;
  if (x->region->witness || x->wanted)
    return;
  va_start (args, format);
  x->region->witness = xvasprintf (format, args);
  va_end (args);
  x->region->witness_loc = gimple_location (stmt);
  if (x->region->witness_loc == UNKNOWN_LOCATION)
    x->region->witness_loc = x->region->loc;
}

int
plug_loop_number (struct plug_extract *x, class loop *loop)
{
  struct plug_loop *l = &x->loops[loop->num];
  if (!loop_outer (loop))
    return -1;
  if (l->number < 0)
    {
      int outer = plug_loop_number (x, loop_outer (loop));
      struct pram_source *source = x->source;
      l->number = pram_scope_add_loop (x->scope, outer);
      PRAM_ARENA_PUSH (source->arena, source->loops, source->n_loops)->outer
	= outer;
    }
  return l->number;
}

struct plug_param *
plug_parameter_of (struct plug_region *region, tree name)
{
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  if (!def || !gimple_assign_load_p (def))
    return NULL;
  tree ref = gimple_assign_rhs1 (def);
  if (TREE_CODE (ref) != MEM_REF || !integer_zerop (TREE_OPERAND (ref, 1))
      || TREE_CODE (TREE_OPERAND (ref, 0)) != SSA_NAME
      || !SSA_NAME_IS_DEFAULT_DEF (TREE_OPERAND (ref, 0)))
    return NULL;
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].kind == PRAM_ARG_INOUT
	&& region->params[p].parm == SSA_NAME_VAR (TREE_OPERAND (ref, 0)))
      return &region->params[p];
  return NULL;
}
