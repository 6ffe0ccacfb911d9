/* programs-indirect.c: elements that data choose, in random programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "programs.h"

/* --- Arrays of subscripts --------------------------------------------------- */

/* Do some elements of this one say that there is nothing?  */
static bool
holes_p (const struct region *r, int k)
{
  return (k == WIDE || k == COLUMNS) && !unsigned_p (r->arrays[k].type);
}

void
make_indices (struct region *r)
{
  static const enum type types[] =
    { INT, LONG, SHORT, UNSIGNED, UCHAR, USHORT, ULONG, SCHAR };
  /* A structure of arrays that also holds pointers isn't distributed.  */
  const enum style styles[] =
    { FLAT, FLAT, GLOBAL, pick (r, 2) ? INSIDE : POINTED };
  static const int sizes[N_ALL - N_ARRAYS] =
    { EXTENT, EXTENT, WIDTH * EXTENT, EXTENT, EXTENT + 1, WIDTH * EXTENT,
      WIDTH * EXTENT, EXTENT };
  for (int k = N_ARRAYS; k < N_ALL; k++)
    {
      struct array *a = &r->arrays[k];
      a->rank = 1;
      a->n = sizes[k - N_ARRAYS];
      a->type = k == FACTORS ? (enum type) pick (r, 2) : k == NODES ? NODE
	: types[pick (r, 2) ? 0 : pick (r, 8)];
      a->style = styles[pick (r, 4)];
      if (k == WIDE && pick (r, 2))
	{
	  a->rank = 2;
	  a->style = a->style == FLAT ? ROWS : a->style;
	}
    }
}

void
put_fill_index (struct region *r, int k, const char *name, int seed)
{
  const struct array *a = &r->arrays[k];
  if (k == FACTORS)
    {
      fprintf (r->out, "  fill (%s, %d, %d, %d);\n", name, a->type, a->n, seed);
      return;
    }
  int how = k == STARTS ? -1 - pick (r, 4) : holes_p (r, k) ? 5 : pick (r, 5);
  int below = k == STARTS ? WIDTH * EXTENT : k == LENGTHS ? WIDTH + 1 : EXTENT;
  fprintf (r->out, "  fill_index (%s, %d, %d, %d, %d, %d);\n", name, a->type,
	   a->n, below, how, seed);
}

/* --- Elements --------------------------------------------------------------- */

/* Element S, and the K-th one of row S, of an array of subscripts.  */

static const char *
index_element (struct region *r, int array, const char *s)
{
  return text ("%s[%s]", r->arrays[array].name, s);
}

static const char *
wide_element (struct region *r, const char *s, const char *k)
{
  const struct array *a = &r->arrays[WIDE];
  return text (a->rank == 2 ? "%s[%s][%s]" : "%s[(%s) * 3 + %s]", a->name, s,
	       k);
}

/* A subscript that data choose, surely within EXTENT.  */
static const char *
chosen_subscript (struct region *r)
{
  const char *s = some_subscript (r);
  switch (pick (r, 7))
    {
    case 1:
      return index_element (r, OTHER_INDEX, s);
    case 2:
      return index_element (r, INDEX, index_element (r, OTHER_INDEX, s));
    case 3:
      return text ("%s.at", index_element (r, NODES, s));
    case 4:
      return text ("(%s + 1) %% %d", index_element (r, INDEX, s), EXTENT);
    case 5:
      return text ("%d - %s", EXTENT - 1, index_element (r, INDEX, s));
    case 6:
      return text ("%s / 2", index_element (r, OTHER_INDEX, s));
    default:
      return index_element (r, INDEX, s);
    }
}

/* The element of A whose subscripts are S, perhaps as one of a flat array.  */
static const char *
flattened (struct region *r, const struct array *a, const char *const *s)
{
  if (a->rank == 1 || a->style == FLAT || a->style == TABLED
      || pick (r, 4) != 3)
    return subscripted (r, a, s);
  struct array flat = *a;
  flat.style = FLAT;
  flat.name = text ("((%s *) %s)", type_names[a->type], a->name);
  return subscripted (r, &flat, s);
}

/* The element of A with X as a subscript; another one may be like it.  */
static const char *
element_at (struct region *r, const struct array *a, const char *x)
{
  const char *s[3];
  int at = pick (r, a->rank);
  for (int d = 0; d < a->rank; d++)
    s[d] = d == at ? x : pick (r, 4) == 3 ? chosen_subscript (r)
      : some_subscript (r);
  return flattened (r, a, s);
}

const char *
chosen_element (struct region *r, const struct array *a)
{
  return element_at (r, a, chosen_subscript (r));
}

const char *
chosen_value (struct region *r, const struct array *a)
{
  if (real_p (a->type) && pick (r, 4) == 3)
    return text ("%s.value", index_element (r, NODES, chosen_subscript (r)));
  const char *x = wide_element (r, some_subscript (r),
				text ("%d", pick (r, WIDTH)));
  const char *e = element_at (r, a, x);
  return holes_p (r, WIDE) ? text ("(%s < 0 ? 2 : %s)", x, e) : e;
}

const char *
condition_on_index (struct region *r)
{
  const char *s = some_subscript (r);
  switch (pick (r, 3))
    {
    case 1:
      return text ("%s %% 2 == %d", index_element (r, OTHER_INDEX, s),
		   pick (r, 2));
    case 2:
      return text ("%s != %s", index_element (r, LENGTHS, s), size_n (r));
    default:
      return text ("%s > %d", index_element (r, INDEX, s), 1 + pick (r, 9));
    }
}

/* --- Rows ------------------------------------------------------------------- */

/* A loop over row S of the sparse matrix, with K counting.  */
static void
put_sparse_loop (struct region *r, const char *s, const char *k)
{
  const char *lo = index_element (r, STARTS, s);
  const char *hi = index_element (r, STARTS, text ("%s + 1", s));
  switch (pick (r, 4))
    {
    case 1:
      put (r, "for (int %s = (int) %s - 1; %s >= (int) %s; %s--)", k, hi, k, lo,
	   k);
      break;
    case 2:
      put (r, "for (long %s = (long) %s; %s < (long) %s; %s += 2)", k, lo, k, hi,
	   k);
      break;
    case 3:
      put (r, "for (unsigned %s = %s; %s != %s; %s++)", k, lo, k, hi, k);
      break;
    default:
      put (r, "for (int %s = %s; %s < (int) %s; %s++)", k, lo, k, hi, k);
    }
}

/* A loop over row S of the wide array.  */
static void
put_wide_loop (struct region *r, const char *s, const char *k)
{
  if (pick (r, 2))
    put (r, "for (int %s = 0; %s < (int) %s; %s++)", k, k,
	 index_element (r, LENGTHS, s), k);
  else
    put (r, "for (int %s = 0; %s < %d; %s++)", k, k, WIDTH, k);
}

/* Add an element of B that COLUMN tells to SUM, of A's type.  */
static void
put_term (struct region *r, const struct array *a, const struct array *b,
	  const char *sum, const char *column, const char *factor)
{
  const char *e = element_at (r, b, column);
  if (real_p (a->type))
    put (r, "%s += 0.03125 * %s * %s;", sum, factor, e);
  else
    put (r, "%s = (%s + %s) %% 97;", sum, sum, e);
}

/* Leave the loop, or skip what COLUMN tells, where there is nothing; perhaps
   depending on SUM, too.  True if a block is to be closed.  */
static bool
put_holes (struct region *r, bool holes, const char *column, const char *sum)
{
  if (pick (r, 8) == 7)
    put (r, "if (%s > 50) break;", sum);
  if (!holes)
    return false;
  switch (pick (r, 3))
    {
    case 1:
      put (r, "if (%s < 0) continue;", column);
      return false;
    case 2:
      put (r, "if (%s < 0) break;", column);
      return false;
    default:
      put (r, "if (%s >= 0)", column);
      put_open (r);
      return true;
    }
}

void
put_row (struct region *r, const struct array *a)
{
  const struct array *b = some_array (r, real_p (a->type) ? -1 : 0);
  const char *sum = fresh (r, "s"), *k = fresh (r, "k");
  const char *row = some_subscript (r);
  bool sparse = pick (r, 3) < 2;
  int columns = sparse ? COLUMNS : WIDE;
  if (b == a && b < r->arrays + N_ALIKE && pick (r, 8) != 7)
    b = &r->arrays[a == r->arrays ? 1 : 0];
  if (pick (r, 6) == 5)
    row = index_element (r, INDEX, row);
  put (r, "%s %s = %s;", type_names[a->type], sum, pick (r, 2)
       ? own_element (r, a, false) : "1");
  if (sparse)
    put_sparse_loop (r, row, k);
  else
    put_wide_loop (r, row, k);
  const char *column = sparse ? index_element (r, COLUMNS, k)
    : wide_element (r, row, k);
  put_open (r);
  bool open = put_holes (r, holes_p (r, columns), column, sum);
  put_term (r, a, b, sum, column,
	    sparse && pick (r, 2) ? index_element (r, FACTORS, k) : "1.5");
  if (open)
    put_close (r);
  put_close (r);
  put (r, real_p (a->type) ? "%s = 0.5 * %s;" : "%s = %s;",
       own_element (r, a, false), sum);
}

/* --- Searches ---------------------------------------------------------------- */

/* In an iteration: T, an array of its own, of S's type, with OWN elements.  */
enum { OWN = 4 };

/* Add an element of B that data choose, or T, to S.  */
static void
put_found (struct region *r, const struct array *b, const char *s, const char *t)
{
  const char *e = pick (r, 5) ? element_at (r, b, chosen_subscript (r))
    : text ("%s[%d]", t, pick (r, OWN));
  put (r, real_p (b->type) ? "%s += 0.03125 * %s;" : "%s = (%s + %s) %% 97;", s,
       real_p (b->type) ? e : s, e);
}

/* Fill T with elements of B, and perhaps turn it.  */
static void
put_own (struct region *r, const struct array *b, const char *t)
{
  const char *k = fresh (r, "k");
  put (r, "%s %s[%d];", type_names[b->type], t, OWN);
  for (int i = 0; i < OWN; i++)
    put (r, "%s[%d] = %s;", t, i,
	 pick (r, 2) ? element_at (r, b, chosen_subscript (r))
	 : element_at (r, b, some_subscript (r)));
  if (pick (r, 3) == 2)
    {
      put (r, "for (int %s = 1; %s < %d; %s++)", k, k, OWN, k);
      put (r, "  if (%s[%s] < %s[%s - 1]) %s[%s] = %s[%s - 1];", t, k, t, k, t,
	   k, t, k);
    }
}

/* One of several things on each side of a test on T.  */
static void
put_sides (struct region *r, const struct array *b, const char *s,
	   const char *t)
{
  put (r, "if (%s[%d] < %s[%d])", t, pick (r, OWN), t, pick (r, OWN));
  put_open (r);
  put_found (r, b, s, t);
  put_close (r);
  if (pick (r, 3) == 2)
    return;
  put (r, "else");
  put_open (r);
  if (pick (r, 3) == 2)
    put (r, "if (%s[%d] > %d)", t, pick (r, OWN), pick (r, 40));
  put_found (r, b, s, t);
  put_close (r);
}

/* A loop that T ends, in one of several ways.  */
static void
put_ending (struct region *r, const struct array *b, const char *s,
	    const char *t)
{
  const char *j = fresh (r, "j");
  put (r, "int %s;", j);
  put (r, "for (%s = 0; %s < %d; %s++)", j, j, OWN, j);
  put_open (r);
  if (pick (r, 2))
    put (r, "if (%s[%s] > %s) break;", t, j,
	 element_at (r, b, chosen_subscript (r)));
  if (pick (r, 2))
    {
      put (r, "if (%s[%s] < %d)", t, j, pick (r, 30));
      put_open (r);
      put_found (r, b, s, t);
      put (r, pick (r, 2) ? "break;" : "continue;");
      put_close (r);
    }
  put_found (r, b, s, t);
  put_close (r);
  if (pick (r, 2))
    put (r, "if (%s == %d)", j, pick (r, OWN + 1));
  put_found (r, b, s, t);
}

/* Subscripts in the order that T gives them; elements of B there.  */
static void
put_ordered (struct region *r, const struct array *b, const char *s,
	     const char *t)
{
  const char *o = fresh (r, "o"), *k = fresh (r, "k"), *p = fresh (r, "p");
  put (r, "int %s[%d];", o, OWN);
  put (r, "for (int %s = 0, %s; %s < %d; %s++)", k, p, k, OWN, k);
  put_open (r);
  put (r, "for (%s = %s; %s > 0 && %s[%s] < %s[%s - 1]; %s--)", p, k, p, t, k, t,
       p, p);
  put (r, "  %s[%s] = %s[%s - 1];", o, p, o, p);
  put (r, "%s[%s] = %s;", o, p, chosen_subscript (r));
  put_close (r);
  for (int i = 0; i < 2; i++)
    {
      const char *e = element_at (r, b, text ("%s[%d]", o, pick (r, OWN)));
      put (r, real_p (b->type) ? "%s += 0.03125 * %s;"
	   : "%s = (%s + %s) %% 97;", s, real_p (b->type) ? e : s, e);
    }
}

void
put_search (struct region *r, const struct array *a)
{
  const struct array *b = some_array (r, real_p (a->type) ? -1 : 0);
  const char *s = fresh (r, "s"), *t = fresh (r, "t");
  if (b == a && b < r->arrays + N_ALIKE)
    b = &r->arrays[a == r->arrays ? 1 : 0];
  put (r, "%s %s = 1;", type_names[b->type], s);
  put_own (r, b, t);
  switch (pick (r, 3))
    {
    case 1:
      put_ending (r, b, s, t);
      break;
    case 2:
      put_ordered (r, b, s, t);
      break;
    default:
      put_sides (r, b, s, t);
    }
  if (pick (r, 4) == 3)
    put_sides (r, b, s, t);
  put (r, real_p (a->type) ? "%s = 0.5 * %s;" : "%s = %s;",
       own_element (r, a, false), s);
}

/* A statement that changes a part of a structure of which another part may be a
   subscript.  */
void
put_node (struct region *r)
{
  const char *s = some_subscript (r);
  put (r, "%s.value = %s;", index_element (r, NODES, s), value (r, DOUBLE));
}

/* A subscript that was X, element I of an array of them.  */
static const char *
next_subscript (struct region *r, const char *x, const char *i)
{
  switch (pick (r, 5))
    {
    case 1:
      return text ("%d - %s", EXTENT - 1, x);
    case 2:
      return text ("(%s * 3 + %s) %% %d", x, i, EXTENT);
    case 3:
      return text ("%s < %s ? %s : %s", x, i, x,
		   index_element (r, OTHER_INDEX, text ("%s %% %d", i, EXTENT)));
    case 4:
      return index_element (r, OTHER_INDEX, x);
    default:
      return text ("(%s + %d) %% %d", x, 1 + pick (r, 5), EXTENT);
    }
}

void
put_change (struct region *r)
{
  static const int all[] = { INDEX, INDEX, OTHER_INDEX, COLUMNS, NODES };
  int k = all[pick (r, 5)];
  const char *i = fresh (r, "i"), *x = index_element (r, k, i);
  if (k == NODES)
    x = text ("%s.at", x);
  if (r->n_time > 0 && pick (r, 3) == 2)
    put (r, "if (%s)", condition_on_time (r));
  put (r, "for (int %s = 0; %s < %d; %s++)", i, i, r->arrays[k].n, i);
  put_open (r);
  const char *next = next_subscript (r, x, i);
  put (r, "%s = %s;", x,
       holes_p (r, k) ? text ("%s < 0 ? 0 : %s", x, next) : next);
  put_close (r);
}

/* A subscript that data choose in iteration I.  */
static const char *
chosen_in (struct region *r, const char *i)
{
  const char *x = index_element (r, INDEX, i);
  switch (pick (r, 5))
    {
    case 1:
      return index_element (r, OTHER_INDEX, i);
    case 2:
      return text ("%s.at", index_element (r, NODES, i));
    case 3:
      return text ("(%s * 3 + %s) %% %d", x, i, EXTENT);
    case 4:
      return text ("%d - %s", EXTENT - 1, x);
    default:
      return x;
    }
}

/* Write V to E, an element of A, in one of several ways.  */
static void
put_update (struct region *r, const struct array *a, const char *e,
	    const char *v)
{
  bool real = real_p (a->type);
  switch (pick (r, 5))
    {
    case 1:
      put (r, "%s = %s;", e, v);
      break;
    case 2:
      put (r, "if (%s %s %s) %s = %s;", e, pick (r, 2) ? ">" : "<", v, e, v);
      break;
    case 3:
      put (r, real ? "%s = 0.5 * %s + %s;" : "%s = (%s ^ %s) %% 97;", e, e, v);
      break;
    default:
      put (r, real ? "%s += 0.0625 * %s;" : "%s = (%s + %s) %% 97;", e,
	   real ? v : e, v);
    }
}

void
put_deposits (struct region *r)
{
  const struct array *a = &r->arrays[pick (r, N_ALIKE)];
  const struct array *b = &r->arrays[pick (r, N_ALIKE)];
  const char *i = fresh (r, "i"), *x = chosen_in (r, i);
  put (r, "for (int %s = 0; %s < %d; %s++)", i, i,
       pick (r, 3) ? EXTENT : 1 + pick (r, EXTENT), i);
  put_open (r);
  if (pick (r, 4) == 3)
    put (r, "if (%s > 3)", index_element (r, OTHER_INDEX, i));
  put_open (r);
  const char *v = text ("(%s + %d)", a == b ? i : element_at (r, b, i),
			pick (r, 9));
  put_update (r, a, element_at (r, a, x), v);
  if (pick (r, 3) == 2)
    put_update (r, a, element_at (r, a, chosen_in (r, i)), i);
  put_close (r);
  put_close (r);
}

/* --- Lists ------------------------------------------------------------------ */

/* Append V to A, of which M elements are taken.  */
static void
put_append (struct region *r, const struct array *a, const char *m, const char *v)
{
  put_open (r);
  put (r, "%s = %s;", element_at (r, a, m), v);
  put (r, "%s++;", m);
  put_close (r);
}

void
put_list (struct region *r)
{
  const struct array *a = &r->arrays[pick (r, N_ALIKE)];
  const struct array *b = &r->arrays[pick (r, N_ALIKE)];
  const char *m = fresh (r, "m"), *o = fresh (r, "o"), *i = fresh (r, "i");
  const char *at = i, *j = NULL;
  put (r, "int %s = 0, %s = %d;", m, o, pick (r, 3));
  if (pick (r, 3) == 2)
    {
      j = fresh (r, "j");
      at = text ("%s * %d + %s", i, WIDTH, j);
    }
  put (r, "for (int %s = %d; %s < %d; %s++)", i, pick (r, 2), i,
       j ? EXTENT / WIDTH : pick (r, 3) ? EXTENT - 2 : 1 + pick (r, EXTENT - 2), i);
  put_open (r);
  if (j)
    put (r, "for (int %s = 0; %s < %d; %s++)", j, j, WIDTH, j);
  put_open (r);
  put (r, "if (%s > %d)", pick (r, 2) ? index_element (r, OTHER_INDEX, at)
       : element_at (r, b, at), pick (r, 9));
  put_append (r, a, m, pick (r, 2) ? at : element_at (r, b, at));
  if (pick (r, 2))
    {
      put (r, "else");
      put_append (r, &r->arrays[pick (r, N_ALIKE)], o, i);
    }
  put_close (r);
  put_close (r);
  if (pick (r, 2))
    return;
  const char *k = fresh (r, "k");
  put (r, "for (int %s = 0; %s < %s; %s++)", k, k, pick (r, 2) ? m : o, k);
  put_open (r);
  put_update (r, b, element_at (r, b, k), text ("(%s + %s)", m, k));
  put_close (r);
}
