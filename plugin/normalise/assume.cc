/* assume.cc: values that sizes may well have.

   SPDX-License-Identifier: GPL-3.0-or-later

   A region without size clause is compiled for all sizes.  What is decided
   once, which loops are parallel, what may sweep together, is decided for
   values that the program gives, or, where it gives none, for values that follow
   from those of other sizes (n * n), or are of usual magnitude: a bound is large,
   but not larger than the arrays as they are declared, rows are longer than any
   bound, where a loop starts is one, and so is what only chooses between cases.

   Requires: SSA.  Provides: the same.  */

#include "pram-gcc.h"
#include "region.h"
#include "read/extract.h"
#include "read/roles.h"
#include "read/given.h"

/* Parts of an array begin so far apart, if anything says where: whole rows of
   many lengths.  */
#define APART 4096000

/* --- Values of usual magnitude ------------------------------------------- */

/* NAME is the length of an array of REGION, where loops may be made to end
   (capped.cc).  */
static bool
length_p (const struct plug_region *region, tree name)
{
  for (int p = 0; p < region->n_params; p++)
    {
      int length = region->params[p].length;
      if (length >= 0 && region->params[length].parm == SSA_NAME_VAR (name))
	return true;
    }
  return false;
}

/* P can be a size: its name in the current function, or null.  */
static tree
size_name (const struct plug_param *p)
{
  tree type = TREE_TYPE (p->parm);
  return (p->kind == PRAM_ARG_IN && INTEGRAL_TYPE_P (type)
	  && TYPE_PRECISION (type) <= 64 ? ssa_default_def (cfun, p->parm)
	  : NULL_TREE);
}

/* A parameter of REGION limits loops and is no depth.  */
static bool
other_limits_p (const struct plug_region *region)
{
  for (int i = 0; i < region->n_params; i++)
    if (tree name = size_name (&region->params[i]))
      if (int roles = plug_roles_of (name); roles & 1 << LIMIT && !(roles & 1 << DEPTH))
	return true;
  return false;
}

/* The most telling one of NAME.  A depth also limits loops, and something else does: where
   all loops over the offsets of N elements go from 1 - N to N - 1, N is large.  */
static enum role
role_of (const struct plug_region *region, tree name)
{
  int roles = plug_roles_of (name);
  if (roles & 1 << DEPTH && !(roles & 1 << LIMIT && other_limits_p (region)))
    roles &= ~(1 << DEPTH);
  return length_p (region, name) ? LIMIT : (enum role) floor_log2 (roles);
}

/* A value for NAME, in REGION, the next one to *N others.  */
static HOST_WIDE_INT
usual_value (const struct plug_region *region, tree name, int *n)
{
  HOST_WIDE_INT bound = plug_declared_bound (region);
  enum role role = role_of (region, name);
  if (role < DISTANCE || role >= STEP)
    return role == DEPTH ? REACH : role == BIT ? ONE_BIT : role == STEP ? TILE : 1;
  int k = (*n)++;
  return (role <= STRIDE ? ROW + BETWEEN * k
	  : bound < BOUND ? MAX (bound - k, MARGIN) : BOUND + BETWEEN * k);
}

bool
plug_spread_elements (struct plug_region *region, bool close)
{
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      if (p->lookup == PLUG_LOOKUP && p->assumed && (close || !p->rest) && !p->step)
	{
	  p->step = close ? 1 : APART;
	  any = true;
	}
    }
  return any;
}

bool
plug_same_member_p (const struct plug_param *a, const struct plug_param *b)
{
  return (a->member && b->member && TREE_CODE (a->member) == COMPONENT_REF
	  && TREE_CODE (b->member) == COMPONENT_REF
	  && TREE_OPERAND (a->member, 1) == TREE_OPERAND (b->member, 1));
}

bool
plug_assume_alike (struct plug_region *region, bool all)
{
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    for (int j = 0; j < i; j++)
      {
	struct plug_param *p = &region->params[i], *first = &region->params[j];
	if (!p->variable || !first->variable || !plug_same_member_p (p, first)
	    || (!all && p->like != 1 + j))
	  continue;
	any |= p->expected != first->expected;
	p->expected = first->expected;
	break;
      }
  return any;
}

/* --- Parameters ----------------------------------------------------------- */

/* Sizes that are assumed together.  */
struct assumption
{
  struct plug_region *region;
  struct plug_given given;
  int n = 0;			/* values of usual magnitude so far */
  bool late = false;		/* nothing else will be known */
  assumption (struct plug_region *r) : region (r), given (r) {}
};

/* The value that the program gives to P, or that follows from what A has, or
   0.  */
static HOST_WIDE_INT
given_value (struct assumption *a, const struct plug_param *p)
{
  HOST_WIDE_INT value = p->likely;
  a->given.missing = NULL_TREE;
  a->given.follows = false;
  if (value <= 1 && !plug_given_value (&a->given, p, &value))
    return 0;
  return value <= 1 || !plug_fits_p (p, value) ? 0 : value;
}

/* Sizes that the region only has others of, as of N in n * n and (n + 2) * n, are
   assumed, too, as far as P needs them: the value that follows, or 0.  Where arrays are
   declared shorter than that (8 * k) what is missing is assumed to be less.  */
static HOST_WIDE_INT
value_of_unknown (struct assumption *a, const struct plug_param *p)
{
  enum { MOST = 4 };
  HOST_WIDE_INT value = 0, bound = plug_declared_bound (a->region);
  HOST_WIDE_INT most = plug_declared_extent (a->region);
  for (int k = 0; k < MOST && !value && a->given.missing
		  && !plug_given_copy_p (&a->given, p, a->given.missing); k++)
    {
      tree missing = a->given.missing;
      HOST_WIDE_INT assumed = MAX (bound, MARGIN) + BETWEEN * a->n++;
      a->given.values.put (missing, assumed);
      value = given_value (a, p);
      if (value <= most || most <= 0)
	continue;
      a->given.values.put (missing, MAX (assumed * most / value, 1));
      value = given_value (a, p);
    }
  return value;
}

/* P's value follows from others, of which not all are known yet.  */
static bool
follows_later_p (struct assumption *a, const struct plug_param *p)
{
  return (!a->late && a->given.missing
	  && !plug_given_copy_p (&a->given, p, a->given.missing));
}

/* The number of the parameter before I that has the same name, or -1: arrays of
   variable size come with copies of their sizes.  */
static int
same_before (const struct plug_region *region, int i)
{
  for (int k = 0; k < i; k++)
    if (region->params[k].variable
	&& strcmp (region->params[k].name, region->params[i].name) == 0)
      return k;
  return -1;
}

/* A parameter that stands for the same as I of REGION does, before it, or -1.  */
static int
same_value (const struct plug_region *region, int i)
{
  return region->params[i].like ? region->params[i].like - 1 : same_before (region, i);
}

/* Let parameters of REGION have the values of those before that they stand for.  */
static void
share_values (struct plug_region *region)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && same_value (region, i) >= 0)
      region->params[i].expected = region->params[same_value (region, i)].expected;
}

/* The name of parameter I of REGION if something else may be assumed for it: nothing follows
   from it; else null.  */
static tree
changeable_name (const struct plug_region *region, int i)
{
  const struct plug_param *p = &region->params[i];
  return p->variable && !p->follows && same_value (region, i) < 0 ? size_name (p)
								   : NULL_TREE;
}

bool
plug_assume_wide (struct plug_region *region)
{
  HOST_WIDE_INT most = ROW;
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && region->params[i].follows)
      return false;
    else if (region->params[i].variable)
      most = MAX (most, region->params[i].expected + BETWEEN);
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      tree name = changeable_name (region, i);
      if (!name || !(plug_roles_of (name) & 1 << STRIDE) || p->expected >= ROW
	  || role_of (region, name) == DEPTH || !plug_fits_p (p, most))
	continue;
      p->expected = most;
      most += BETWEEN;
      any = true;
    }
  share_values (region);
  return any;
}

bool
plug_assume_near (struct plug_region *region, int distance)
{
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      tree name = changeable_name (region, i);
      enum role role = name ? role_of (region, name) : NOTHING;
      if ((role != START && role != DISTANCE) || p->expected <= distance)
	continue;
      p->expected = distance;
      any = true;
    }
  share_values (region);
  return any;
}

bool
plug_assume_tiles (struct plug_region *region)
{
  bool any = false;
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      tree name = p->variable ? size_name (p) : NULL_TREE;
      if (!name || role_of (region, name) != STEP || p->expected <= TILE)
	continue;
      p->expected = TILE;
      any = true;
    }
  return any;
}

/* The value that P, an integer that the region changes, has at entry, which is
   a size too: its name in the current function, or null.  */
static tree
start_name (struct plug_region *region, const struct plug_param *p)
{
  tree type = TREE_TYPE (p->var), pointer = ssa_default_def (cfun, p->parm);
  imm_use_iterator iter;
  use_operand_p use;
  if (p->kind != PRAM_ARG_INOUT || !INTEGRAL_TYPE_P (type)
      || TYPE_PRECISION (type) > 64 || !pointer)
    return NULL_TREE;
  FOR_EACH_IMM_USE_FAST (use, iter, pointer)
    {
      tree lhs = gimple_get_lhs (USE_STMT (use));
      if (lhs && TREE_CODE (lhs) == SSA_NAME
	  && plug_parameter_of (region, lhs) == p)
	return lhs;
    }
  return NULL_TREE;
}

/* Parameter I of REGION says how far the rows of an array are apart, how many there are
   in a plane, or how much is in them.  */
static bool
of_rows_p (const struct plug_region *region, int i)
{
  for (int p = 0; p < region->n_params; p++)
    if (region->params[p].row_unit
	&& (region->params[p].pitch == i || region->params[p].height == i
	    || region->params[p].width == i))
      return true;
  return false;
}

/* A value for P, which is NAME in the current function; 0 if it follows from
   what isn't known yet.  */
static HOST_WIDE_INT
assumed_value (struct assumption *a, struct plug_param *p, tree name)
{
  HOST_WIDE_INT value = given_value (a, p);
  if (!value && follows_later_p (a, p))
    return 0;
  p->follows = value && a->given.follows;
  p->assumed = !value || p->follows;
  if (!value && a->late && role_of (a->region, name) >= DISTANCE)
    value = value_of_unknown (a, p);
  if (!value)
    value = usual_value (a->region, name, &a->n);
  return plug_fits_p (p, value) ? value : 1;
}

/* Parameter I of A's region, if it is a size that nobody has named, has some
   value.  */
static void
assume_size (struct assumption *a, int i)
{
  struct plug_param *p = &a->region->params[i];
  tree name = size_name (p);
  int same = same_before (a->region, i);
  if (!name || p->checked || of_rows_p (a->region, i))
    return;
  HOST_WIDE_INT value = 0;
  if (same < 0)
    value = assumed_value (a, p, name);
  else
    {
      value = a->region->params[same].expected;
      p->assumed = a->region->params[same].assumed;
      p->follows = a->region->params[same].follows;
    }
  if (!value)
    return;
  p->checked = p->variable = true;
  p->expected = value;
  plug_given_note (&a->given, p, value);
}

/* All sizes of A's region have some value: first those that others may follow
   from, those of arrays that are computed, double (*a)[n + 2], last.  */
static void
assume_sizes (struct assumption *a)
{
  for (int computed = 0; computed < 2; computed++)
    for (int late = 0; late < 2; late++)
      {
	a->late = late;
	for (int i = 0; i < a->region->n_params; i++)
	  if (computed == (a->region->params[i].computed != NULL_TREE))
	    assume_size (a, i);
      }
}

/* What has a value in A's region for another reason than that it is assumed now:
   others may follow from it.  */
static void
note_checked (struct assumption *a)
{
  for (int i = 0; i < a->region->n_params; i++)
    if (a->region->params[i].checked && size_name (&a->region->params[i]))
      plug_given_note (&a->given, &a->region->params[i],
		       a->region->params[i].expected);
}

/* P, for a region's rows, is VALUE.  */
static void
assume_for_rows (struct plug_param *p, HOST_WIDE_INT value)
{
  p->checked = p->variable = p->assumed = true;
  p->expected = value;
}

/* Rows have as many elements as any size says, and are far enough apart.  */
static void
assume_rows (struct plug_region *region)
{
  HOST_WIDE_INT most = 0;
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].checked && !of_rows_p (region, i))
      most = MAX (most, MIN (region->params[i].expected, 1 << 30));
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].row_unit)
      {
	const struct plug_param *table = &region->params[i];
	if (table->pitch >= 0)
	  assume_for_rows (&region->params[table->pitch],
			   2 * MAX (most, ROW) * table->row_unit);
	if (table->height >= 0)
	  assume_for_rows (&region->params[table->height], 2 * MAX (most, ROW));
	if (table->width >= 0)
	  assume_for_rows (&region->params[table->width], most ? most : ROW);
      }
}

void
plug_assume_sizes (struct plug_region *region)
{
  struct assumption a (region);
  if (!region->any_size)
    return;
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].length >= 0)
      get_or_create_ssa_default_def
	(cfun, region->params[region->params[i].length].parm);
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      tree start = start_name (region, p);
      if (p->checked)
	p->variable = !p->in_code;	/* the program says for what */
      else if (start)
	{
	  p->checked = p->variable = true;
	  p->expected = (p->likely || role_of (region, start) < DISTANCE ? p->likely
			 : usual_value (region, start, &a.n));
	}
    }
  plug_assume_alike (region, false);
  note_checked (&a);
  assume_sizes (&a);
  assume_rows (region);
}

bool
plug_assume_others (struct plug_region *region)
{
  struct assumption a (region);
  bool any = false;
  note_checked (&a);
  assume_sizes (&a);
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      /* What couldn't be known without them.  */
      if (p->lookup == PLUG_NO_LOOKUP)
	p->lookup = PLUG_LOOKUP_UNDECIDED;
      p->refusal = NULL;
    }
  assume_rows (region);
  for (int i = 0; i < region->n_params; i++)
    any |= region->params[i].variable || region->params[i].row_unit;
  return any;
}

/* TEXT, which is taken, with the first elements of P: "n=1000, cx=0,1,0,…".  */
static char *
with_elements (char *text, const struct plug_param *p)
{
  enum { SHOWN = 3 };
  char *longer = xasprintf ("%s%s%s=", text, *text ? ", " : "", p->name);
  free (text);
  for (int k = 0; k < SHOWN && (k < p->n_elements || p->assumed); k++)
    {
      int64_t value = (k < p->n_elements ? p->elements[k]
		       : p->rest + k * p->step);
      text = xasprintf ("%s%" PRId64 ",", longer, value);
      free (longer);
      longer = text;
    }
  text = xasprintf ("%s…", longer);
  free (longer);
  return text;
}

/* "n=1000, m=1012": the sizes of REGION.  */
static char *
sizes_text (const struct plug_region *region)
{
  char *text = xstrdup (region->named_text ? region->named_text : "");
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && same_before (region, i) < 0)
      {
	char *longer = xasprintf ("%s%s%s=%" PRId64, text, *text ? ", " : "",
				  region->params[i].name,
				  (int64_t) region->params[i].expected);
	free (text);
	text = longer;
      }
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].lookup == PLUG_LOOKUP)
      text = with_elements (text, &region->params[i]);
  return text;
}

/* Leave in SOURCE the entry values that it depends on.  */
static void
keep_entries (struct pram_source *source)
{
  int n = 0;
  for (int k = 0; k < source->n_entries; k++)
    if (pram_source_mentions_p (source, source->entries[k].number, NULL))
      source->entries[n++] = source->entries[k];
  source->n_entries = n;
}

void
plug_settle_sizes (struct plug_region *region, struct pram_source *source)
{
  for (int i = 0; i < region->n_params; i++)
    if (region->params[i].variable && !(source && region->params[i].unsplit)
	&& (!source || !pram_source_mentions_p (source, i, NULL)))
      region->params[i].checked = region->params[i].variable = false;
  if (!source)
    return;
  keep_entries (source);
  region->size_text = sizes_text (region);
}
