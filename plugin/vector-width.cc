/* vector-width.cc: the longest vectors for the loops of layers.

   SPDX-License-Identifier: GPL-3.0-or-later

   GCC tunes for processors with vectors of 512 bits as if a program used them
   here and there: it prefers 256, so that the clock need not slow down.  A
   layer does nothing else for as long as it runs; half as many loads and stores
   are worth more there (doc/design/02-plan.md).  The vectorizer's choice is
   moved by the number of lanes that `simdlen' of OpenMP asks for.  If it can't
   have so many it chooses as before.  -mprefer-vector-width has the last word.

   With -flto the number is lost, as GCC does not keep it.

   Requires: a function that was marked is the current one, in SSA form.
   Provides: its loops, whichever the vectorizer works on, want as many lanes as
   the longest vector has elements of the smallest type that they load, store or
   convert.  */

#include "pram-gcc.h"
#include "vector-width.h"

static const char mark[] = "pram layer";

void
plug_vector_width_mark (tree fn)
{
  DECL_ATTRIBUTES (fn) = tree_cons (get_identifier (mark), NULL_TREE,
				    DECL_ATTRIBUTES (fn));
}

bool
plug_vector_width_p (tree fn)
{
  return lookup_attribute (mark, DECL_ATTRIBUTES (fn)) != NULL_TREE;
}

/* Has the user chosen a width?  */
static bool
chosen_p (void)
{
  static const char option[] = "-mprefer-vector-width=";
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    {
      const char *text = save_decoded_options[i].orig_option_with_args_text;
      if (text && strncmp (text, option, sizeof option - 1) == 0)
	return true;
    }
  return false;
}

/* Bytes of the vectors that the target prefers, and of its longest ones.  */
static unsigned
preferred_vector (void)
{
  unsigned HOST_WIDE_INT size;
  machine_mode usual = targetm.vectorize.preferred_simd_mode (QImode);
  return GET_MODE_SIZE (usual).is_constant (&size) ? size : 0;
}

static unsigned
longest_vector (void)
{
  auto_vector_modes modes;
  unsigned HOST_WIDE_INT longest = preferred_vector (), size;
  targetm.vectorize.autovectorize_vector_modes (&modes, true);
  for (machine_mode mode : modes)
    if (GET_MODE_SIZE (mode).is_constant (&size))
      longest = MAX (longest, size);
  return longest;
}

unsigned
plug_vector_width (void)
{
  return chosen_p () ? preferred_vector () : longest_vector ();
}

/* The smaller of SIZE and TYPE's, in bytes.  */
static unsigned
smaller (unsigned size, tree type)
{
  return (tree_fits_uhwi_p (TYPE_SIZE_UNIT (type))
	  ? MIN (size, tree_to_uhwi (TYPE_SIZE_UNIT (type))) : size);
}

/* Bytes of the smallest type that LOOP loads, stores or converts, at most
   LONGEST.  */
static unsigned
smallest_element (class loop *loop, unsigned longest)
{
  unsigned size = longest;
  basic_block *bbs = get_loop_body (loop);
  for (unsigned b = 0; b < loop->num_nodes; b++)
    for (gimple_stmt_iterator i = gsi_start_bb (bbs[b]); !gsi_end_p (i);
	 gsi_next (&i))
      {
	gassign *stmt = dyn_cast <gassign *> (gsi_stmt (i));
	if (!stmt)
	  continue;
	if (gimple_vdef (stmt) || gimple_vuse (stmt))
	  size = smaller (size, TREE_TYPE (gimple_assign_lhs (stmt)));
	else if (gimple_assign_rhs_code (stmt) == FLOAT_EXPR)
	  size = smaller (size, TREE_TYPE (gimple_assign_rhs1 (stmt)));
      }
  free (bbs);
  return size;
}

/* Let LOOP and the loops in it have vectors of LONGEST bytes.  */
static void
widen (class loop *loop, unsigned longest)
{
  for (class loop *inner = loop->inner; inner; inner = inner->next)
    widen (inner, longest);
  if (!loop_outer (loop))
    return;
  unsigned size = smallest_element (loop, longest);
  unsigned lanes = size > 0 ? longest / size : 0;
  if (lanes > 1)
    loop->simdlen = lanes;
}

void
plug_vector_width_set (void)
{
  unsigned longest = longest_vector ();
  if (longest > preferred_vector () && !chosen_p ())
    widen (current_loops->tree_root, longest);
}
