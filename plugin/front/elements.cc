/* elements.cc: what arrays of integers are initialised with.

   SPDX-License-Identifier: GPL-3.0-or-later

   A region that takes bounds or subscripts from an array is compiled for what
   the source says that the array holds at first (read/extract-lookup.cc).  It
   may hold something else then: the runtime compares.  */

#include "pram-gcc.h"
#include "free-variables.h"

/* An array that is no larger.  */
#define MAX_ELEMENTS 4096

/* How many integers TYPE, an array's or an integer's, consists of; 0 if of
   anything else, or of many.  */
static HOST_WIDE_INT
count_integers (tree type)
{
  HOST_WIDE_INT size = int_size_in_bytes (type);
  tree element = strip_array_types (type);
  HOST_WIDE_INT one = int_size_in_bytes (element);
  if (!INTEGRAL_TYPE_P (element) || size <= 0 || one <= 0)
    return 0;
  return size / one <= MAX_ELEMENTS ? size / one : 0;
}

/* Write what INIT has for elements of TYPE to ALL.  */
static void
fill (tree init, tree type, int64_t *all)
{
  unsigned i;
  tree index, value;
  if (TREE_CODE (init) == INTEGER_CST && tree_fits_shwi_p (init))
    *all = tree_to_shwi (init);
  if (TREE_CODE (init) != CONSTRUCTOR || TREE_CODE (type) != ARRAY_TYPE)
    return;
  HOST_WIDE_INT n = count_integers (type);
  HOST_WIDE_INT each = count_integers (TREE_TYPE (type));
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (init), i, index, value)
    {
      bool range = index && TREE_CODE (index) == RANGE_EXPR;
      tree first = range ? TREE_OPERAND (index, 0) : index;
      tree last = range ? TREE_OPERAND (index, 1) : index;
      if (!first || !tree_fits_shwi_p (first) || !tree_fits_shwi_p (last))
	return;
      for (HOST_WIDE_INT k = tree_to_shwi (first);
	   k <= tree_to_shwi (last) && k >= 0 && (k + 1) * each <= n; k++)
	fill (value, TREE_TYPE (type), all + k * each);
    }
}

int64_t *
plug_initial_elements (tree var, int *n)
{
  *n = 0;
  if (!VAR_P (var) || TREE_CODE (TREE_TYPE (var)) != ARRAY_TYPE
      || !DECL_INITIAL (var) || TREE_CODE (DECL_INITIAL (var)) != CONSTRUCTOR)
    return NULL;
  *n = (int) count_integers (TREE_TYPE (var));
  int64_t *all = XCNEWVEC (int64_t, *n + 1);
  if (*n)
    fill (DECL_INITIAL (var), TREE_TYPE (var), all);
  return all;
}
