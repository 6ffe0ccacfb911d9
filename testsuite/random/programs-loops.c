/* programs-loops.c: the nests of random programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "programs.h"

/* --- Bounds --------------------------------------------------------------- */

struct bound
{
  const char *text;
  int lo, hi;			/* its values */
  bool is_unsigned;
};

static struct bound
bound (const char *text, int lo, int hi)
{
  struct bound b = { text, lo, hi, false };
  return b;
}

/* I + PLUS.  */
static struct bound
bound_by (const struct iterator *i, int plus)
{
  struct bound b = bound (plus ? text ("%s + %d", i->name, plus) : i->name,
			  i->lo + plus, i->hi + plus);
  b.is_unsigned = i->is_unsigned;
  return b;
}

static int
least (int a, int b)
{
  return a < b ? a : b;
}

/* The iterator of a loop of this nest that a bound may mention, or null.  */
static const struct iterator *
outer_iterator (struct region *r)
{
  int n = r->n_iterators - r->n_time;
  return n ? &r->iterators[r->n_time + pick (r, n)] : NULL;
}

static struct bound
lower_bound (struct region *r)
{
  int how = pick (r, 6);
  const struct iterator *i = how >= 4 ? outer_iterator (r) : NULL;
  if (!i)
    return how == 3 ? bound ("2", 2, 2) : how ? bound ("1", 1, 1)
      : bound ("0", 0, 0);
  if (use (r, LIMITS) && !i->is_unsigned)
    return bound (text ("MAX (0, %s - 2)", i->name), 0,
		  i->hi > 2 ? i->hi - 2 : 0);
  return bound_by (i, how == 5);
}

/* Does an array have dimensions that are variables?  */
static bool
variable_p (struct region *r)
{
  for (int k = 0; k < N_ARRAYS; k++)
    r->used_e |= r->arrays[k].style == VARIABLE;
  return r->used_e;
}

static struct bound
upper_bound (struct region *r)
{
  const char *n = size_n (r), *m = size_m (r);
  if (use (r, LIMITS))
    {
      const struct iterator *i = outer_iterator (r);
      if (i && pick (r, 3) < 2)
	return bound (text ("MIN (%s, %s + 3)", m, i->name),
		      least (r->m, i->lo + 3), least (r->m, i->hi + 3));
      if (i)
	return bound (text ("MIN (MIN (%s, %s + 4), 9)", n, i->name),
		      least (least (r->n, i->lo + 4), 9),
		      least (least (r->n, i->hi + 4), 9));
      return bound (text ("MIN (%s, %s + 1)", n, m), least (r->n, r->m + 1),
		    least (r->n, r->m + 1));
    }
  int how = pick (r, 7);
  const struct iterator *i = how == 6 ? outer_iterator (r) : NULL;
  if (i)
    return bound_by (i, pick (r, 2));
  switch (how)
    {
    case 2:
      return bound (text ("%s - 1", n), r->n - 1, r->n - 1);
    case 3:
    case 4:
      return bound (m, r->m, r->m);
    case 5:
      return variable_p (r) ? bound ("e - 4", EXTENT - 4, EXTENT - 4)
	: bound ("10", 10, 10);
    default:
      return bound (n, r->n, r->n);
    }
}

/* --- Loops ---------------------------------------------------------------- */

/* The head of a loop; its iterator is put into *I, not yet into R.  */
static void
put_loop (struct region *r, struct bound lo, struct bound hi,
	  struct iterator *i)
{
  static const char *const int_types[] = { "int", "long" };
  static const char *const any_types[] =
    { "int", "unsigned", "size_t", "long", "short" };
  bool never_negative = hi.lo >= 0 && lo.lo >= 0;
  const char *type = "int";
  if (use (r, ITERATORS))
    type = never_negative ? any_types[pick (r, 5)] : int_types[pick (r, 2)];
  bool is_unsigned = type[0] == 'u' || type[1] == 'i';
  const char *x, *first;
  if (use (r, LIVE))
    {
      x = add_scalar (r, is_unsigned ? ULONG : LONG, "77");
      first = x;
    }
  else
    {
      x = fresh (r, "i");
      first = text ("%s %s", type, x);
    }
  struct iterator made = { x, lo.lo, hi.hi - 1, is_unsigned };
  *i = made;
  int how = use (r, STEPS) ? 1 + pick (r, 5) : 0;
  /* What is compared as unsigned is never less than 0.  */
  if ((is_unsigned || lo.is_unsigned) && (how == 2 || how == 3))
    how = 4;
  switch (how)
    {
    case 1:
    case 5:
      put (r, "for (%s = %s; %s < %s; %s += %d)", first, lo.text, x, hi.text,
	   x, how == 1 ? 2 : 3);
      break;
    case 2:
      put (r, "for (%s = %s - 1; %s >= %s; %s--)", first, hi.text, x, lo.text,
	   x);
      break;
    case 3:
      put (r, "for (%s = %s - 1; %s >= %s; %s -= 2)", first, hi.text, x,
	   lo.text, x);
      break;
    case 4:
      put (r, "for (%s = %s; %s-- > %s;)", first, hi.text, x, lo.text);
      break;
    default:
      put (r, "for (%s = %s; %s < %s; %s++)", first, lo.text, x, hi.text, x);
    }
}

/* A loop over tiles, whose number is an extra; the bounds within one.  */
static void
put_tiles (struct region *r, struct bound *lo, struct bound *hi)
{
  const char *t = fresh (r, "t");
  int size = 2 + pick (r, 4);
  put (r, "for (int %s = %s; %s < %s; %s += %d)", t, lo->text, t, hi->text, t,
       size);
  put_open (r);
  struct iterator tile = { t, lo->lo, hi->hi - 1, false };
  r->extras[r->n_extras++] = tile;
  int first = lo->lo, last = hi->hi;
  *hi = bound (text ("MIN (%s + %d, %s)", t, size, hi->text), 0, last);
  *lo = bound (t, first, last - 1);
}

/* --- Statements ----------------------------------------------------------- */

static void
put_assignment (struct region *r, const struct array *a)
{
  const char *place = own_element (r, a, pick (r, 4) == 3);
  const char *v = value (r, a->type);
  if (pick (r, 4) == 3)
    put (r, real_p (a->type) ? "%s = 0.5 * %s + 0.5 * (%s);"
	 : "%s = (%s + %s) %% 97;", place, place, v);
  else
    put (r, "%s = %s;", place, v);
}

static const char *const extreme_starts_real[] =
  { "0", "100", "-50", "INFINITY", "-INFINITY", "NAN", "-0.0" };
static const char *const extreme_starts_integer[] = { "0", "100", "3", "7" };

static void
put_extreme (struct region *r)
{
  bool real = pick (r, 3) < 2;
  const struct array *a = some_array (r, real ? -1 : 0);
  if (!a)
    return;
  bool same = real ? real_p (a->type) : true;
  enum type t = pick (r, 2) && same ? a->type
    : real ? (enum type) pick (r, 2) : (enum type) (2 + pick (r, 8));
  /* Which of 0 and -0 fmax yields is open.  */
  int form = pick (r, real_p (t) ? 7 : 5), starts = form < 5 ? 7 : 6;
  const char *x = add_scalar (r, t, real_p (t)
			      ? extreme_starts_real[pick (r, starts)]
			      : extreme_starts_integer[pick (r, 4)]);
  const char *e = text (form < 5 ? "%s" : "%s + 0", element (r, a));
  switch (form)
    {
    case 1:
      put (r, "%s = %s < %s ? %s : %s;", x, e, x, e, x);
      break;
    case 2:
      put (r, "%s = %s < %s ? %s : %s;", x, x, e, e, x);
      break;
    case 3:
      put (r, "%s = %s > %s ? %s : %s;", x, x, e, x, e);
      break;
    case 4:
      put (r, "if (!(%s <= %s)) %s = %s;", e, x, x, e);
      break;
    case 5:
      put (r, "%s = fmax (%s, %s);", x, x, e);
      break;
    case 6:
      put (r, "%s = fmin (%s, %s);", x, e, x);
      break;
    default:
      put (r, "if (%s > %s) %s = %s;", e, x, x, e);
    }
}

static void
put_count (struct region *r)
{
  static const enum type types[] = { LONG, INT, UNSIGNED, ULONG };
  bool real = pick (r, 8) == 7;
  const struct array *a = some_array (r, real ? 1 : 0);
  const char *x = add_scalar (r, real && a ? DOUBLE : types[pick (r, 4)], "1");
  if (!a)
    {
      put (r, "%s += 3;", x);
      return;
    }
  const char *e = element (r, a);
  switch (real ? 1 : pick (r, 4))
    {
    case 1:
      put (r, "%s += %s;", x, e);
      break;
    case 2:
      put (r, "%s ^= %s;", x, e);
      break;
    case 3:
      put (r, "%s |= %s;", x, e);
      break;
    default:
      put (r, "if (%s > 5) %s++;", e, x);
    }
}

static void
append (struct region *r, const char *function)
{
  size_t room = sizeof r->helpers - strlen (r->helpers) - 1;
  if (strlen (function) < room)
    strcat (r->helpers, function);
}

/* A call of a small function that changes an element of A.  */
static void
put_call (struct region *r, const struct array *a)
{
  const struct array *b = some_array (r, real_p (a->type) ? 1 : 0);
  const char *h = fresh (r, "h");
  const char *t = type_names[a->type], *u = type_names[b->type];
  const char *x = own_element (r, a, false), *y = element (r, b);
  if (pick (r, 2))
    {
      append (r, text ("static inline void %s_%d (%s *x, const %s *y)\n"
		       "{ %s z = *y; *x = %s; }\n", h, r->number, t, u, u,
		       real_p (a->type) ? "0.5 * *x + 0.25 * z"
		       : "(*x + z) % 97"));
      put (r, "%s_%d (&%s, &%s);", h, r->number, x, y);
      return;
    }
  append (r, text ("static inline %s %s_%d (%s x, %s y)\n"
		   "{ %s z = y; if (z > 4) return x; return %s; }\n", t, h,
		   r->number, t, u, u, real_p (a->type) ? "0.5 * x + 0.25 * z"
		   : "(x + z) % 97"));
  put (r, "%s = %s_%d (%s, %s);", x, h, r->number, x, y);
}

/* A value by way of a variable, declared here or outside.  */
static void
put_by_scratch (struct region *r, const struct array *a)
{
  const char *v = value (r, a->type), *w;
  if (pick (r, 2))
    {
      w = fresh (r, "w");
      strcat (r->declarations, text ("  %s %s;\n", type_names[a->type], w));
      put (r, "%s = %s;", w, v);
    }
  else
    {
      w = fresh (r, "w");
      put (r, "%s %s = %s;", type_names[a->type], w, v);
    }
  put (r, real_p (a->type) ? "%s = %s - 0.5 * %s;"
       : "%s = (%s - %s) %% 97;", own_element (r, a, false), w, w);
}

static void
put_statement (struct region *r, const struct array *a)
{
  r->written = a;
  if (use (r, EXTREMES))
    put_extreme (r);
  else if (use (r, COUNTS))
    put_count (r);
  if (use (r, GUARDS))
    {
      put (r, "if (%s)", condition (r));
      put_open (r);
      put_assignment (r, a);
      put_close (r);
      if (pick (r, 2))
	{
	  put (r, "else");
	  put_open (r);
	  put_assignment (r, a);
	  put_close (r);
	}
    }
  else if (use (r, HELPERS))
    put_call (r, a);
  else if (use (r, SCRATCH))
    put_by_scratch (r, a);
  else if (r->kind[INDIRECT] && use (r, SEARCHES))
    put_search (r, a);
  else if (use (r, INDIRECT) && pick (r, 2))
    put_row (r, a);
  else if (use (r, INDIRECT) && pick (r, 8) == 7)
    put_node (r);
  else
    put_assignment (r, a);
}

/* Part of a row of A from another array, or zeros.  */
static void
put_memcpy (struct region *r, const struct array *a)
{
  const struct array *b = &r->arrays[pick (r, N_ALIKE)];
  int at = pick (r, 3), from = pick (r, 3);
  int most = EXTENT - (at > from ? at : from);
  const char *s[3], *q[3];
  for (int d = 0; d < a->rank; d++)
    {
      const struct iterator *i = r->n_time + d < r->n_iterators
	? &r->iterators[r->n_time + d] : NULL;
      bool in = i && i->lo >= 0 && i->hi < EXTENT && d + 1 < a->rank;
      s[d] = q[d] = in ? i->name : "2";
    }
  s[a->rank - 1] = text ("%d", at);
  q[a->rank - 1] = text ("%d", from);
  const char *count = r->n <= most && pick (r, 2) ? size_n (r)
    : text ("%d", 1 + pick (r, most));
  const char *to = subscripted (r, a, s);
  if (a == b || a >= r->arrays + N_ALIKE || pick (r, 4) == 3)
    put (r, "memset (&%s, 0, %s * sizeof %s);", to, count, to);
  else
    put (r, "memcpy (&%s, &%s, %s * sizeof %s);", to, subscripted (r, b, q),
	 count, to);
}

/* Values of a row, kept in a buffer, then used by each iteration.  */
static void
put_by_buffer (struct region *r, const struct array *a)
{
  const char *w = fresh (r, "w");
  const char *decl = text ("%s %s[%d];", type_names[a->type], w, EXTENT);
  if (pick (r, 2))
    put (r, "%s", decl);
  else
    strcat (r->declarations, text ("  %s\n", decl));
  struct iterator i = { fresh (r, "i"), 0, EXTENT - 1, false };
  put (r, "for (int %s = 0; %s < %d; %s++)", i.name, i.name, EXTENT, i.name);
  r->iterators[r->n_iterators++] = i;
  put_open (r);
  put (r, "%s[%s] = %s;", w, i.name, value (r, a->type));
  put_close (r);
  r->n_iterators--;
  put_loop (r, bound ("1", 1, 1), bound (size_n (r), r->n, r->n), &i);
  r->iterators[r->n_iterators++] = i;
  put_open (r);
  put (r, real_p (a->type) ? "%s = %s[%s] - 0.5 * %s[%s - 1];"
       : "%s = (%s[%s] - %s[%s - 1]) %% 97;", own_element (r, a, false), w,
       i.name, w, i.name);
  put_close (r);
  r->n_iterators--;
}

/* Memory of T for DIMENSIONS, called W, that lasts for a block; what ends it.  */
static const char *
put_memory (struct region *r, const char *t, const char *w, int dimensions)
{
  const char *row = dimensions == 2 ? text ("[%d]", EXTENT) : "";
  int n = dimensions == 2 ? EXTENT * EXTENT : EXTENT;
  switch (pick (r, 5))
    {
    case 1:
      put (r, "%s %s[e]%s;", t, w, dimensions == 2 ? "[e]" : "");
      break;
    case 2:
      put (r, "%s (*%s)%s = malloc (%d * sizeof (%s));", t, w, row, n, t);
      return text ("free (%s);", w);
    case 3:
      put (r, "%s (*%s)%s = calloc (%d, sizeof (%s));", t, w, row, n, t);
      put (r, "if (!%s) exit (1);", w);
      return text ("free (%s);", w);
    case 4:
      put (r, "%s %s[%d]%s = { 0 };", t, w, EXTENT, row);
      break;
    default:
      put (r, "%s %s[%d]%s;", t, w, EXTENT, row);
    }
  return "";
}

/* Loops over DIMENSIONS from LO to below the bound HI, into I.  */
static void
put_loops (struct region *r, int dimensions, int lo, struct bound hi,
	   struct iterator *i)
{
  for (int d = 0; d < dimensions; d++)
    {
      put_loop (r, bound (text ("%d", lo), lo, lo), hi, &i[d]);
      r->iterators[r->n_iterators++] = i[d];
    }
  put_open (r);
}

/* Values that a step keeps in memory of its own, then used.  */
static void
put_by_memory (struct region *r, const struct array *a)
{
  const char *w = fresh (r, "w"), *t = type_names[a->type];
  int dimensions = 1 + pick (r, 2);
  bool two = dimensions == 2;
  struct iterator i[2];
  put_open (r);
  const char *end = put_memory (r, t, w, dimensions);
  put_loops (r, dimensions, 0, bound (text ("%d", EXTENT), EXTENT, EXTENT), i);
  put (r, "%s[%s]%s = %s;", w, i[0].name, two ? text ("[%s]", i[1].name) : "",
       value (r, a->type));
  put_close (r);
  r->n_iterators -= dimensions;
  put_loops (r, dimensions, 1, bound (size_n (r), r->n, r->n), i);
  const char *column = two ? text ("[%s]", i[1].name) : "";
  put (r, real_p (a->type) ? "%s = %s[%s]%s - 0.5 * %s[%s - 1]%s;"
       : "%s = (%s[%s]%s - %s[%s - 1]%s) %% 97;", own_element (r, a, false), w,
       i[0].name, column, w, i[0].name, column);
  put_close (r);
  r->n_iterators -= dimensions;
  put (r, "%s", end);
  put_close (r);
}

/* --- Nests ---------------------------------------------------------------- */

static void put_levels (struct region *, const struct array *, int levels);

static void
put_body (struct region *r, const struct array *a, int levels)
{
  if (levels == 0)
    {
      int n = 1 + (pick (r, 4) == 3);
      for (int k = 0; k < n; k++)
	put_statement (r, k ? &r->arrays[pick (r, N_ARRAYS)] : a);
      return;
    }
  if (use (r, LIVE) && pick (r, 2))
    put (r, "if (%s) continue;", condition (r));
  bool guarded = use (r, GUARDS) && pick (r, 2);
  if (guarded)
    {
      put (r, "if (%s)", condition (r));
      put_open (r);
    }
  if (pick (r, 6) == 5)
    put_statement (r, a);
  put_levels (r, a, levels);
  if (pick (r, 6) == 5)
    put_statement (r, a);
  if (guarded)
    put_close (r);
}

/* A variable that follows iterator I.  */
static void
put_extra (struct region *r, const struct iterator *i)
{
  const char *q = fresh (r, "q");
  int lo = i->lo, hi = i->hi;
  if (pick (r, 2) && lo >= 0)
    {
      put (r, "const int %s = 2 * (int) %s + 1;", q, i->name);
      lo = 2 * lo + 1;
      hi = 2 * hi + 1;
    }
  else
    put (r, "const int %s = %s;", q, i->name);
  struct iterator extra = { q, lo, hi, false };
  r->extras[r->n_extras++] = extra;
}

static void
put_levels (struct region *r, const struct array *a, int levels)
{
  int extras = r->n_extras;
  struct bound lo = lower_bound (r), hi = upper_bound (r);
  bool tiled = use (r, LIMITS) && pick (r, 2);
  if (tiled)
    put_tiles (r, &lo, &hi);
  struct iterator i;
  put_loop (r, lo, hi, &i);
  r->iterators[r->n_iterators++] = i;
  put_open (r);
  if (use (r, ITERATORS))
    put_extra (r, &i);
  if (levels == 1 && a->rank > 1 && use (r, MEMCPY))
    put_memcpy (r, a);
  else if (levels == 2 && a->rank > 1 && use (r, SCRATCH) && pick (r, 2))
    put_by_buffer (r, a);
  else
    put_body (r, a, levels - 1);
  put_close (r);
  if (tiled)
    put_close (r);
  r->n_iterators--;
  r->n_extras = extras;
}

void
put_nest (struct region *r)
{
  if (use (r, INDIRECT) && pick (r, 3) == 2)
    {
      static void (*const puts[]) (struct region *)
	= { put_change, put_deposits, put_list };
      puts[pick (r, r->n_time || r->depth ? 3 : 2)] (r);
      return;
    }
  bool any = pick (r, 2);
  const struct array *a = &r->arrays[pick (r, any ? N_ARRAYS : N_ALIKE)];
  if ((r->n_time || r->depth) && use (r, MEMORY))
    {
      put_by_memory (r, a);
      return;
    }
  int levels = pick (r, 4) == 3 ? 1 + pick (r, 3) : a->rank;
  put_levels (r, a, levels);
}
