/* scope-element.c: elements of lookups as functions of their index.

   SPDX-License-Identifier: Apache-2.0

   Elements that follow each other with equal differences are one affine piece.
   Between pieces, and beyond the first and the last one, where control never
   comes, they are continued: that makes fewer conditions.

   Example: 0 1 0 -1 0 1 is k for k < 2, 2 - k for 2 <= k < 4, and k - 4.  */

#include "scope-parts.h"

#include <isl/map.h>
#include <isl/point.h>
#include <isl/ilp.h>
#include <isl/val.h>
#include <stdlib.h>

/* --- Which elements ------------------------------------------------------- */

isl_set *
pram_scope_image (isl_pw_aff *index, isl_set *domain)
{
  isl_map *map = isl_map_from_pw_aff (isl_pw_aff_copy (index));
  return isl_map_range (isl_map_intersect_domain (map, domain));
}

static isl_stat
add_number (isl_point *point, void *data)
{
  struct scope_numbers *all = data;
  isl_val *val = isl_point_get_coordinate_val (point, isl_dim_set, 0);
  bool ok = (all->n < PRAM_MAX_ELEMENTS
	     && isl_val_is_int (val) == isl_bool_true);
  if (ok)
    all->number[all->n++] = isl_val_get_num_si (val);
  isl_val_free (val);
  isl_point_free (point);
  return ok ? isl_stat_ok : isl_stat_error;
}

bool
pram_scope_numbers (isl_set *set, struct scope_numbers *all)
{
  all->n = 0;
  return (isl_set_is_bounded (set) == isl_bool_true
	  && isl_set_foreach_point (set, add_number, all) == isl_stat_ok);
}

struct knowing
{
  const struct pram_lookups *lookups;
  const struct pram_lookup *lookup;
};

/* Go on if the element that POINT counts is known.  */
static isl_stat
known_number (isl_point *point, void *data)
{
  const struct knowing *k = data;
  isl_val *val = isl_point_get_coordinate_val (point, isl_dim_set, 0);
  int64_t value;
  bool known = (isl_val_is_int (val) == isl_bool_true
		&& pram_lookup_known_p (k->lookups, k->lookup,
					isl_val_get_num_si (val), &value));
  isl_val_free (val);
  isl_point_free (point);
  return known ? isl_stat_ok : isl_stat_error;
}

/* All that K is about between the least and the largest number of SET are known.  */
static bool
interval_known_p (const struct knowing *k, isl_set *set)
{
  isl_val *least = isl_set_dim_min_val (isl_set_copy (set), 0);
  isl_val *most = isl_set_dim_max_val (isl_set_copy (set), 0);
  bool known = (isl_val_is_int (least) == isl_bool_true
		&& isl_val_is_int (most) == isl_bool_true
		&& pram_lookup_all_known_p (k->lookups, k->lookup,
					    isl_val_get_num_si (least),
					    isl_val_get_num_si (most)));
  isl_val_free (least);
  isl_val_free (most);
  return known;
}

/* Points one by one take their time.  */
bool
pram_scope_elements_known_p (const struct pram_lookups *lookups,
			     const struct pram_lookup *lookup, isl_set *set)
{
  struct knowing k = { lookups, lookup };
  return (isl_set_is_bounded (set) == isl_bool_true
	  && (interval_known_p (&k, set)
	      || isl_set_foreach_point (set, known_number, &k) == isl_stat_ok));
}

/* --- Their values --------------------------------------------------------- */

/* Element FIRST is VALUE, those behind it are more by STEP each.  */
struct run { int64_t first, value, step; };

struct runs { int n; struct run run[PRAM_MAX_RUNS]; };

struct element { int64_t number, value; };

static int
compare_elements (const void *va, const void *vb)
{
  const struct element *a = va, *b = vb;
  return (a->number > b->number) - (a->number < b->number);
}

/* What is known of LOOKUP's elements LEAST to MOST, in their order, in ELEMENT;
   returns how many there are.  */
static int
find_elements (const struct pram_lookups *all, const struct pram_lookup *lookup,
	       int64_t least, int64_t most, struct element *element)
{
  int n = 0;
  for (int i = 0; i < all->n_known; i++)
    {
      const struct pram_elements *e = &all->known[i].elements;
      for (int k = 0; k < e->n; k++)
	if (&all->lookup[all->known[i].lookup] == lookup
	    && e->first + k >= least && e->first + k <= most)
	  element[n++] = (struct element) { e->first + k, e->values[k] };
    }
  qsort (element, (size_t) n, sizeof *element, compare_elements);
  return n;
}

/* Does element E go on with RUN, of which it is at least the third?  */
static bool
continues_p (const struct run *run, const struct element *e)
{
  int64_t more;
  return (!__builtin_mul_overflow (e->number - run->first, run->step, &more)
	  && !__builtin_add_overflow (run->value, more, &more)
	  && more == e->value);
}

/* Find the RUNS of the N elements E.  False if there are too many.  */
static bool
find_runs (const struct element *e, int n, struct runs *runs)
{
  int64_t difference;
  runs->n = 0;
  for (int k = 0; k < n;)
    {
      if (runs->n == PRAM_MAX_RUNS)
	return false;
      struct run *run = &runs->run[runs->n++];
      *run = (struct run) { e[k].number, e[k].value, 0 };
      if (++k == n
	  || __builtin_sub_overflow (e[k].value, run->value, &difference)
	  || difference % (e[k].number - run->first))
	continue;
      run->step = difference / (e[k].number - run->first);
      while (k < n && continues_p (run, &e[k]))
	k++;
    }
  return true;
}

/* RUN at INDEX, kept.  */
static isl_pw_aff *
value_of (const struct run *run, isl_pw_aff *index)
{
  isl_ctx *ctx = isl_pw_aff_get_ctx (index);
  isl_val *step = isl_val_int_from_si (ctx, run->step);
  isl_val *rest = isl_val_mul (isl_val_copy (step),
			       isl_val_int_from_si (ctx, run->first));
  rest = isl_val_sub (isl_val_int_from_si (ctx, run->value), rest);
  return isl_pw_aff_add_constant_val
    (isl_pw_aff_scale_val (isl_pw_aff_copy (index), step), rest);
}

/* Where INDEX, kept, is at least NUMBER.  */
static isl_set *
from_on (isl_pw_aff *index, int64_t number)
{
  isl_val *less = isl_val_neg (isl_val_int_from_si
				 (isl_pw_aff_get_ctx (index), number));
  return isl_pw_aff_nonneg_set
    (isl_pw_aff_add_constant_val (isl_pw_aff_copy (index), less));
}

/* The RUNS at INDEX, kept.  */
static isl_pw_aff *
function_of (const struct runs *runs, isl_pw_aff *index)
{
  isl_pw_aff *all = value_of (&runs->run[0], index);
  for (int r = 1; r < runs->n; r++)
    {
      isl_set *here = from_on (index, runs->run[r].first);
      isl_set *before = isl_set_complement (isl_set_copy (here));
      isl_pw_aff *value = value_of (&runs->run[r], index);
      all = isl_pw_aff_union_add
	(isl_pw_aff_intersect_domain (all, before),
	 isl_pw_aff_intersect_domain (value, here));
    }
  return all;
}

isl_pw_aff *
pram_scope_element (const struct pram_lookups *all,
		    const struct pram_lookup *lookup, isl_pw_aff *index,
		    int64_t least, int64_t most)
{
  struct element element[PRAM_MAX_ELEMENTS];
  struct runs runs = { .n = 0 };
  int n = find_elements (all, lookup, least, most, element);
  if (n == 0)			/* control comes nowhere */
    return isl_pw_aff_scale_val (index,
				 isl_val_zero (isl_pw_aff_get_ctx (index)));
  isl_pw_aff *value = (find_runs (element, n, &runs)
		       ? function_of (&runs, index) : NULL);
  isl_pw_aff_free (index);
  return value;
}
