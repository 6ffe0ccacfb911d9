/* any-size.cc: regions whose sizes are variables.

   SPDX-License-Identifier: GPL-3.0-or-later

   Their code is made from a plan for sizes that are assumed; the runtime has
   plans for others made (core/predict/plan-source.h).  */

#include "pram-gcc.h"
#include "any-size.h"
#include "blocks.h"
#include "budget.h"
#include "diagnostics.h"
#include "region.h"
#include "read/roles.h"

/* Parameters of which cases are distinguished, at most.  */
enum { MAX_CASES = 3 };

/* The sizes of REGION that only count iterations around all layers of PLAN, and need not
   be known.  */
static void
find_counts (const struct plug_region *region, const struct pram_plan *plan,
	     auto_vec<int> *counts)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && pram_plan_counts_only_p (plan, i))
      counts->safe_push (i);
}

static void
set_known (struct plug_region *region, const vec<int> &counts, bool known)
{
  for (int i : counts)
    region->params[i].variable = region->params[i].checked = known;
}

/* How many loops there are in NODE of which nobody knows how often they run.  */
static int
n_uncounted (const struct pram_node *node)
{
  int n = node->kind == PRAM_LOOP && node->data_dependent;
  for (int i = 0; i < node->n_children; i++)
    n += n_uncounted (node->children[i]);
  return n;
}

/* PROG has few such loops: with each there are more ways through it, and plans take longer,
   also when they are made for a program's sizes.  */
static bool
few_uncounted_p (const struct pram_prog *prog)
{
  enum { FEW = 6 };
  return n_uncounted (prog->root) <= FEW;
}

/* A plan for REGION, of any size, that serves more sizes than PLAN does, as COUNTS are
   forgotten: null if there is none.  */
static struct pram_plan *
plan_without_counts (struct plug_region *region, const vec<int> &counts)
{
  if (counts.is_empty ())
    return NULL;
  set_known (region, counts, false);
  auto_vec<enum plug_lookup_state> lookups;
  for (int i = 0; i < region->n_params; i++)
    lookups.safe_push (region->params[i].lookup);
  struct pram_prog *prog = plug_read (region, false, &plug_silent);
  struct pram_plan *better
    = (prog && few_uncounted_p (prog)
       ? plug_blocks_plan (region, prog, false, &plug_silent) : NULL);
  if (better)
    plug_settle_sizes (region, prog->source);
  else
    {
      set_known (region, counts, true);
      /* Elements may only be known if it is known that loops run.  */
      for (int i = 0; i < region->n_params; i++)
	region->params[i].lookup = lookups[i];
      pram_prog_free (prog);
    }
  return better;
}

/* Note PLAN of REGION for all SIZES that were assumed.  FORGOTTEN are those that only
   count, but what all iterations take depends on them.  */
static void
note_counts (struct plug_region *region, const struct pram_plan *plan,
	     const char *sizes, const vec<int> &forgotten)
{
  const char *settled = region->size_text;
  region->size_text = sizes;
  set_known (region, forgotten, true);
  plug_blocks_note (region, plan);
  set_known (region, forgotten, false);
  region->size_text = settled;
}

/* Other values that may be assumed: sizes that are greater by one; elements that lie far
   apart, as where rows begin, or follow each other, as offsets of diagonals; the same for
   members that structures of one kind have, as of two grids that are swept in turns; rows
   that are longer than loops go; distances of 1 and 0; tiles that are smaller than the
   program says; loops whose iterations are cases of their own that are too many for that.  */
enum others { NEXT, SPREAD, STEPS, ALIKE, WIDE, NEAR, HERE, TILES, MANY, N_OTHERS };

/* A copy of REGION for which something else may be assumed.  SUFFIX is its own.  */
static struct plug_region *
assume_anew (const struct plug_region *region, const char *suffix)
{
  struct plug_region *other = XNEW (struct plug_region);
  *other = *region;
  other->suffix = suffix;
  other->other_sizes = true;
  other->params = XNEWVEC (struct plug_param, region->n_params + 1);
  for (int i = 0; i < region->n_params; i++)
    other->params[i] = region->params[i];
  return other;
}

static void
free_assumed (struct plug_region *other)
{
  free (other->params);
  free (other);
}

/* Let what REGION, some of whose loops are planned iteration by iteration, knows of arrays at
   entry be inspected, and these loops be as long as usual.  False if it knows nothing.  */
static bool
assume_many (struct plug_region *region)
{
  bool any = false;
  for (int i = 0; i < region->n_params && !region->inspects; i++)
    if (region->params[i].lookup == PLUG_LOOKUP)
      {
	region->params[i].lookup = PLUG_LOOKUP_UNDECIDED;
	any = true;
      }
  for (int i = 0; i < region->n_params && any; i++)
    if (region->params[i].usual)
      region->params[i].expected = region->params[i].usual;
  region->inspects |= any;
  region->choosing = any ? NULL : region->choosing;
  return any;
}

/* REGION with OTHERS assumed.  Null if that is nothing else.  */
static struct plug_region *
other_values (const struct plug_region *region, enum others others)
{
  static const char *const suffixes[] = { ".next", ".spread", ".steps", ".alike",
					  ".wide", ".near", ".here", ".tiles", ".many" };
  struct plug_region *other = assume_anew (region, suffixes[others]);
  for (int i = 0; others == NEXT && i < region->n_params; i++)
    other->params[i].expected += region->params[i].variable;
  bool any = (others == NEXT
	      || (others == ALIKE ? plug_assume_alike (other, true)
		  : others == WIDE ? plug_assume_wide (other)
		  : others == NEAR || others == HERE
		    ? plug_assume_near (other, others == NEAR)
		  : others == TILES ? plug_assume_tiles (other)
		  : others == MANY ? assume_many (other)
		  : plug_spread_elements (other, others == STEPS)));
  if (any)
    return other;
  free_assumed (other);
  return NULL;
}

/* The shapes for which there is code.  */
struct shapes
{
  auto_vec<char *> texts;
  ~shapes ();
};

shapes::~shapes ()
{
  for (char *text : texts)
    free (text);
}

static void
add_shape (struct shapes *s, const struct pram_plan *plan)
{
  s->texts.safe_push (xstrdup (pram_shape_text (plan)));
}

/* Code of none of the shapes S serves PROG, as read.  */
static bool
other_shape_p (struct pram_prog *prog, const struct shapes *s)
{
  struct pram_plan *layers
    = (pram_delinearize (prog, &plug_silent)
       && pram_prog_check (prog, &plug_silent)
       ? pram_plan_layers (prog, &plug_silent) : NULL);
  for (unsigned i = 0; layers && i < s->texts.length (); i++)
    if (pram_shape_serves_p (s->texts[i], pram_shape_text (layers)))
      return false;
  return layers;
}

/* Emit code for what OTHER assumes if none of the shapes S serves that.  True if so.  */
static bool
emit_other_shape (struct plug_region *other, struct shapes *s)
{
  struct pram_prog *prog = plug_read (other, false, &plug_silent);
  struct pram_plan *plan = (prog && other_shape_p (prog, s)
			    ? plug_blocks_plan (other, prog, false, &plug_silent)
			    : NULL);
  bool emitted = plan && plug_emit (other, plan, &plug_silent);
  if (emitted)
    add_shape (s, plan);
  pram_prog_free (prog);
  return emitted;
}

/* Emit code for what OTHER, a copy of REGION that inspects, assumes; as if no iteration used
   what another one writes, if it can't be otherwise.  */
static void
emit_inspected (struct plug_region *region, struct plug_region *other, struct shapes *s)
{
  bool inspects = region->inspects;
  region->inspects = true;
  if (!emit_other_shape (other, s))
    {
      other->takes_apart = true;
      emit_other_shape (other, s);
    }
  region->inspects = inspects;
}

/* --- Cases ------------------------------------------------------------------ */

/* Parameters that are only compared with constants, as a mode is, or by which loops go on,
   as tiles of which none is 0, and what makes a difference for each.  */
struct cases
{
  auto_vec<int> params;
  auto_vec<HOST_WIDE_INT> values[MAX_CASES];
};

static void
find_cases (struct plug_region *region, struct cases *c)
{
  for (int i = 0; i < region->n_params && c->params.length () < MAX_CASES; i++)
    {
      const struct plug_param *p = &region->params[i];
      tree name = p->variable && p->kind == PRAM_ARG_IN
		  ? ssa_default_def (cfun, p->parm) : NULL_TREE;
      auto_vec<HOST_WIDE_INT> *values = &c->values[c->params.length ()];
      if (!name || (plug_roles_of (name) >> CASE != 1 && plug_roles_of (name) >> STEP != 1))
	continue;
      values->safe_push (p->expected);
      plug_cases_of (name, values);
      if (values->length () > 1)
	c->params.safe_push (i);
      else
	values->truncate (0);
    }
}

/* Set OTHER's parameters to combination number K of the values of C.  False if there is
   none.  */
static bool
set_cases (struct plug_region *other, const struct cases *c, unsigned k)
{
  for (unsigned i = 0; i < c->params.length (); i++)
    {
      unsigned n = c->values[i].length ();
      other->params[c->params[i]].expected = c->values[i][k % n];
      k /= n;
    }
  return k == 0;
}

/* A loop that is only there for some mode does nothing for others, and then runs along
   anything: emit code for the cases that REGION distinguishes.  */
static void
emit_cases (struct plug_region *region, struct shapes *s)
{
  static const char *const suffixes[]
    = { "", ".case1", ".case2", ".case3", ".case4", ".case5", ".case6", ".case7" };
  struct cases c;
  bool more = true;
  find_cases (region, &c);
  for (unsigned k = 1; more && k < ARRAY_SIZE (suffixes); k++)
    {
      struct plug_region *other = assume_anew (region, suffixes[k]);
      more = set_cases (other, &c, k);
      if (more)
	emit_other_shape (other, s);
      free_assumed (other);
    }
}

/* EMITTED is the plan of REGION's code.  Where sizes are odd instead of even plans may
   have another shape, as sweeps over every second element do; and so they may
   where an array of indices has parts of another one begin, or where rows of two
   grids are as long.  Emit code for that, too.  */
static void
emit_other_shapes (struct plug_region *region, const struct pram_plan *emitted)
{
  struct shapes s;
  if (!plug_variable_sizes_p (region))
    return;
  add_shape (&s, emitted);
  int n = emitted->prog->levels ? N_OTHERS : MANY;
  for (int others = 0; others < n; others++)
    if (struct plug_region *other = other_values (region, (enum others) others))
      {
	if (others == MANY)
	  emit_inspected (region, other, &s);
	else
	  emit_other_shape (other, &s);
	free_assumed (other);
      }
  emit_cases (region, &s);
}

bool
plug_any_size_emit (struct plug_region *region, struct pram_plan *plan,
		    const struct pram_diag *diag)
{
  const char *sizes = region->size_text;
  auto_vec<int> counts;
  find_counts (region, plan, &counts);
  struct pram_plan *better = plan_without_counts (region, counts);
  if (!better)
    counts.truncate (0);
  struct pram_plan *emitted = better ? better : plan;
  bool ok = plug_emit (region, emitted, diag);
  if (ok && !region->other_sizes)
    note_counts (region, plan, sizes, counts);
  if (ok)
    emit_other_shapes (region, emitted);
  if (better)
    pram_prog_free (better->prog);
  return ok;
}
