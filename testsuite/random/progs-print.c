/* progs-print.c: random programs in text form (core/prog/prog-text.h).

   SPDX-License-Identifier: GPL-3.0-or-later

   A program is a sequence of items; loops that exchange names or whose end data
   decide may stand around some.  An item is a nest, perhaps under conditions on
   the loops around it, in tiles, or with the quotient and the remainder of an
   iterator.  All subscripts are in bounds.  */

#include "progs.h"

#include <string.h>

enum { N_ARRAYS = 4, MAX_TERMS = 8, MAX_VARIABLES = 16 };

/* CONSTANT + sum of coef * iterator.  */
struct affine
{
  int constant, n, coef[MAX_TERMS];
  char name[MAX_TERMS][16];
};

/* Something that subscripts may be made of.  */
struct variable
{
  struct affine value;
  int lo, hi;
};

struct array
{
  int rank, extent[3], bytes;
  bool raw;			/* with byte offsets, no subscripts */
};

struct maker
{
  FILE *out;
  struct choices *c;
  int indent, line, n_names;
  int n_arrays;
  struct array arrays[N_ARRAYS];
  int n_variables;		/* of the loops around */
  struct variable variables[MAX_VARIABLES];
  int n_outer;			/* the first ones: not the nest's own */
  char guards[512];		/* ` if (…) and (…)', of all accesses */
  bool staying;			/* inside of the outermost loop, counted, and of
				   others that stay out */
};

static const char array_names[N_ARRAYS + 1] = "abcd";

static int
pick (struct maker *m, int n)
{
  return choose (m->c, n);
}

static void
put_indent (struct maker *m)
{
  fprintf (m->out, "%*s", 2 * m->indent, "");
}

static bool
alike_p (const struct array *a, const struct array *b)
{
  return a->rank == b->rank && a->bytes == b->bytes && a->raw == b->raw
    && !memcmp (a->extent, b->extent, sizeof a->extent);
}

/* --- Affine functions ------------------------------------------------------ */

static void
affine_print (FILE *f, const struct affine *a)
{
  fprintf (f, "%d", a->constant);
  for (int k = 0; k < a->n; k++)
    fprintf (f, " %c %d*%s", a->coef[k] < 0 ? '-' : '+', abs (a->coef[k]),
	     a->name[k]);
}

/* S + FACTOR * A.  */
static struct affine
affine_sum (struct affine s, int factor, const struct affine *a)
{
  s.constant += factor * a->constant;
  for (int k = 0; k < a->n; k++)
    {
      int at = 0;
      while (at < s.n && strcmp (s.name[at], a->name[k]))
	at++;
      if (at == MAX_TERMS)
	abort ();
      if (at == s.n)
	{
	  strcpy (s.name[at], a->name[k]);
	  s.coef[at] = 0;
	  s.n++;
	}
      s.coef[at] += factor * a->coef[k];
    }
  return s;
}

static struct affine
affine_constant (int c)
{
  struct affine a = { .constant = c };
  return a;
}

/* --- Loops ----------------------------------------------------------------- */

static void
put_close (struct maker *m)
{
  m->indent--;
  put_indent (m);
  fprintf (m->out, "}\n");
}

/* A loop of COUNT iterations, without its brace; its iterator becomes the last
   variable, with values below MOST.  */
static const char *
put_for (struct maker *m, const struct affine *count, int most)
{
  struct variable *v = &m->variables[m->n_variables++];
  memset (v, 0, sizeof *v);
  v->value.n = 1;
  v->value.coef[0] = 1;
  snprintf (v->value.name[0], sizeof v->value.name[0], "i%d", ++m->n_names);
  v->hi = most - 1;
  put_indent (m);
  fprintf (m->out, "for %s < ", v->value.name[0]);
  affine_print (m->out, count);
  fprintf (m->out, " line %d", ++m->line);
  m->indent++;
  return v->value.name[0];
}

static void
open_for (struct maker *m, int count)
{
  struct affine a = affine_constant (count);
  put_for (m, &a, count);
  fprintf (m->out, " {\n");
}

/* Accesses from here on happen only if VALUE is at least 0, or is 0.  */
static void
add_guard (struct maker *m, const struct affine *value, bool equality)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  fprintf (f, *m->guards ? " and (" : " if (");
  affine_print (f, value);
  fprintf (f, equality ? " == 0)" : " >= 0)");
  fclose (f);
  if (strlen (m->guards) + size < sizeof m->guards)
    strcat (m->guards, text);
  free (text);
}

/* --- Accesses ------------------------------------------------------------- */

/* A subscript in [0, EXTENT) made of V, which may be null.  */
static struct affine
subscript (struct maker *m, const struct variable *v, int extent, bool plain)
{
  int kind = plain ? 0 : pick (m, 8);
  int coef = kind == 1 ? -1 : kind == 2 ? 2 : 1;
  int span = v ? abs (coef) * (v->hi - v->lo) : 0;
  if (!v || span >= extent || v->hi < v->lo || kind == 3)
    return affine_constant (pick (m, extent));
  int least = coef < 0 ? coef * v->hi : coef * v->lo;
  struct affine a = affine_constant (pick (m, extent - span) - least);
  return affine_sum (a, coef, &v->value);
}

static void
put_place (struct maker *m, const struct array *a, const struct affine *s)
{
  if (!a->raw)
    {
      for (int d = 0; d < a->rank; d++)
	{
	  fprintf (m->out, "[");
	  affine_print (m->out, &s[d]);
	  fprintf (m->out, "]");
	}
      return;
    }
  struct affine offset = affine_constant (0);
  int stride = a->bytes;
  for (int d = a->rank - 1; d >= 0; d--)
    {
      offset = affine_sum (offset, stride, &s[d]);
      stride *= a->extent[d];
    }
  fprintf (m->out, "@(");
  affine_print (m->out, &offset);
  fprintf (m->out, ")");
}

/* Subscripts for A: mostly one of the nest's loops for each dimension.  */
static void
choose_place (struct maker *m, const struct array *a, struct affine *s)
{
  bool plain = pick (m, 4) < 3;
  for (int d = 0; d < a->rank; d++)
    {
      int own = m->n_outer + d;
      const struct variable *v
	= own < m->n_variables ? &m->variables[own] : NULL;
      if (!plain && m->n_variables)
	v = &m->variables[pick (m, m->n_variables)];
      s[d] = subscript (m, v, a->extent[d], plain && pick (m, 3) < 2);
    }
}

static void
put_access (struct maker *m, const char *what, int array,
	    const struct affine *s)
{
  put_indent (m);
  fprintf (m->out, "  %s %c", what, array_names[array]);
  put_place (m, &m->arrays[array], s);
  fprintf (m->out, "%s\n", m->guards);
}

/* A condition on one of the variables from FIRST on.  */
static void
guard_by (struct maker *m, int first)
{
  int n = m->n_variables - first;
  if (n <= 0)
    return;
  const struct variable *v = &m->variables[first + pick (m, n)];
  int how = pick (m, 3), range = v->hi - v->lo + 1;
  int c = v->lo + pick (m, range > 0 ? range : 1);
  struct affine a = affine_sum (affine_constant (how == 2 ? c : -c),
				how == 2 ? -1 : 1, &v->value);
  add_guard (m, &a, how == 0);
}

static void
put_stmt (struct maker *m)
{
  struct affine s[3];
  char *kept = strdup (m->guards);
  put_indent (m);
  fprintf (m->out, "stmt line %d weight 1\n", ++m->line);
  if (pick (m, 6) == 5)
    guard_by (m, m->n_outer);
  char *of_stmt = strdup (m->guards);
  for (int n = pick (m, 4); n > 0; n--)
    {
      int a = pick (m, m->n_arrays);
      if (pick (m, 6) == 5)
	guard_by (m, 0);
      choose_place (m, &m->arrays[a], s);
      put_access (m, "read", a, s);
      strcpy (m->guards, of_stmt);
    }
  if (pick (m, 8) < 7)
    {
      int a = pick (m, m->n_arrays);
      bool may = pick (m, 8) == 7;
      choose_place (m, &m->arrays[a], s);
      /* What is not stored is the old value.  */
      if (may || pick (m, 3) == 2)
	put_access (m, "read", a, s);
      put_access (m, may ? "may write" : "write", a, s);
    }
  strcpy (m->guards, kept);
  free (kept);
  free (of_stmt);
}

/* --- Nests ---------------------------------------------------------------- */

static void put_levels (struct maker *, int levels);

/* The loops of tiles of SIZE, together a loop of COUNT iterations.  */
static void
put_tiles (struct maker *m, int count, int levels)
{
  int size = 2 + pick (m, 3), n = m->n_variables;
  open_for (m, (count + size - 1) / size);
  open_for (m, size);
  struct variable both = m->variables[n + 1];
  both.value = affine_sum (both.value, size, &m->variables[n].value);
  both.hi = count - 1;
  m->variables[n] = both;
  m->n_variables--;
  struct affine rest = affine_sum (affine_constant (count - 1), -1,
				   &both.value);
  add_guard (m, &rest, false);
  put_levels (m, levels - 1);
  put_close (m);
  put_close (m);
}

/* The quotient and the remainder of the last variable, as loops around a
   statement.  */
static void
put_split (struct maker *m)
{
  int by = 2 + pick (m, 2);
  struct variable v = m->variables[m->n_variables - 1];
  for (int k = 0; k < 2; k++)
    {
      int count = k ? by : v.hi / by + 1;
      struct affine a = affine_constant (count);
      put_for (m, &a, count);
      fprintf (m->out, " split {\n");
    }
  struct affine rest
    = affine_sum (v.value, -by, &m->variables[m->n_variables - 2].value);
  rest = affine_sum (rest, -1, &m->variables[m->n_variables - 1].value);
  add_guard (m, &rest, true);
  put_stmt (m);
  put_close (m);
  put_close (m);
}

/* The iterations of a loop of at most COUNT: all, or as many as an outer loop's
   iterator says.  */
static void
put_nest_loop (struct maker *m, int count)
{
  struct affine a = affine_constant (count);
  if (m->n_variables > m->n_outer && pick (m, 5) == 4)
    {
      const struct variable *v = &m->variables[m->n_variables - 1];
      if (pick (m, 2) && v->hi < count)
	a = affine_sum (affine_constant (1), 1, &v->value);
      else
	a = affine_sum (a, -1, &v->value);
    }
  put_for (m, &a, count);
  fprintf (m->out, " {\n");
}

static void
put_level (struct maker *m, int levels)
{
  put_nest_loop (m, 2 + pick (m, 6));
  if (pick (m, 8) == 7)
    put_stmt (m);
  put_levels (m, levels - 1);
  if (pick (m, 8) == 7)
    put_stmt (m);
  put_close (m);
}

/* LEVELS loops with statements inside.  */
static void
put_levels (struct maker *m, int levels)
{
  int n = m->n_variables;
  char *kept = strdup (m->guards);
  if (levels > 0 && pick (m, 10) == 9)
    put_tiles (m, 3 + pick (m, 4), levels);
  else if (levels > 0)
    put_level (m, levels);
  else if (n > m->n_outer && pick (m, 12) == 11 && n + 2 < MAX_VARIABLES)
    put_split (m);
  else
    for (int k = pick (m, 5) == 4; k >= 0; k--)
      put_stmt (m);
  m->n_variables = n;
  strcpy (m->guards, kept);
  free (kept);
}

/* A loop over all elements of the first array and of those like it.  */
static void
put_flat (struct maker *m)
{
  const struct array *a = &m->arrays[0];
  int n = 1;
  for (int d = 0; d < a->rank; d++)
    n *= a->extent[d];
  open_for (m, n);
  struct affine i
    = affine_sum (affine_constant (0), a->bytes,
		  &m->variables[--m->n_variables].value);
  put_indent (m);
  fprintf (m->out, "stmt line %d weight 1\n", ++m->line);
  for (int k = 0; k <= m->n_arrays; k++)
    {
      int array = k % m->n_arrays;
      if (!alike_p (a, &m->arrays[array]))
	continue;
      put_indent (m);
      fprintf (m->out, "  %s %c@(", k < m->n_arrays ? "read" : "write",
	       array_names[array]);
      affine_print (m->out, &i);
      fprintf (m->out, ")%s\n", m->guards);
    }
  put_close (m);
}

static void
put_item (struct maker *m)
{
  char *kept = strdup (m->guards);
  m->n_outer = m->n_variables;
  if (pick (m, 4) == 3)
    guard_by (m, 0);
  int kind = pick (m, 16);
  if (kind == 14 && m->arrays[0].raw)
    put_flat (m);
  else if (kind == 15)
    {
      int a = pick (m, m->n_arrays);
      struct affine s[3];
      for (int d = 0; d < 3; d++)
	s[d] = affine_constant (pick (m, 3));
      put_indent (m);
      fprintf (m->out, "stmt line %d value v\n", ++m->line);
      *m->guards = '\0';
      put_access (m, "read", a, s);
    }
  else
    put_levels (m, pick (m, 12) == 11 ? 0 : 1 + pick (m, 4) % 3);
  strcpy (m->guards, kept);
  free (kept);
}

/* --- What stands around ---------------------------------------------------- */

/* ` swap …' for the loop whose head is being written, or nothing.  */
static void
put_swap (struct maker *m)
{
  int n = 1;
  while (n < m->n_arrays && alike_p (&m->arrays[0], &m->arrays[n]))
    n++;
  if (n < 2 || pick (m, 2))
    return;
  if (n > 2)
    n = 2 + pick (m, 2);
  fprintf (m->out, " swap");
  for (int k = 0; k < n; k++)
    fprintf (m->out, " %c = %c", array_names[k], array_names[(k + 1) % n]);
}

static void put_sequence (struct maker *, int depth);

static void
put_while (struct maker *m, int depth)
{
  bool staying = m->staying;
  put_indent (m);
  fprintf (m->out, "while w%d line %d", ++m->n_names, ++m->line);
  m->staying = staying && pick (m, 2);
  if (m->staying)
    fprintf (m->out, " stays");
  put_swap (m);
  fprintf (m->out, " {\n");
  int segments = 2 + (pick (m, 4) == 3), full = pick (m, segments);
  for (int k = 0; k < segments; k++)
    {
      put_indent (m);
      fprintf (m->out, "segment\n");
      m->indent++;
      if (k == full || pick (m, 3) == 2)
	put_sequence (m, depth + 1);
      m->indent--;
    }
  m->staying = staying;
  put_indent (m);
  fprintf (m->out, "}\n");
}

static void
put_time_loop (struct maker *m, int depth)
{
  int count = 1 + pick (m, 5), n = m->n_variables;
  bool staying = m->staying;
  struct affine a = affine_constant (count);
  put_for (m, &a, count);
  put_swap (m);
  fprintf (m->out, " {\n");
  m->staying = depth == 0;
  put_sequence (m, depth + 1);
  m->staying = staying;
  put_close (m);
  m->n_variables = n;
}

static void
put_sequence (struct maker *m, int depth)
{
  int n = 1 + pick (m, 2);
  for (int k = 0; k < n; k++)
    {
      int rare = m->staying ? 3 : 12;
      int kind = depth < 2 ? pick (m, 3 + rare * depth) : 0;
      if (kind == 1)
	put_time_loop (m, depth);
      else if (kind == 2)
	put_while (m, depth);
      else
	put_item (m);
    }
}

static void
put_arrays (struct maker *m)
{
  static const int bytes[] = { 8, 8, 4, 1 };
  static const char *const types[] = { "f64", "i64", "f32", "i8" };
  m->n_arrays = 2 + pick (m, 3);
  int type = pick (m, 4), alike = pick (m, 4) < 3 ? 3 : 1;
  for (int k = 0; k < m->n_arrays; k++)
    {
      struct array *a = &m->arrays[k];
      if (k > 0 && k < alike)
	*a = m->arrays[0];
      else
	{
	  int rank = pick (m, 6);
	  a->rank = rank < 3 ? 2 : rank < 5 ? 1 : 3;
	  for (int d = 0; d < a->rank; d++)
	    a->extent[d] = 4 + pick (m, 6);
	  a->raw = pick (m, 5) == 4;
	  a->bytes = bytes[type];
	}
      fprintf (m->out, "array %c", array_names[k]);
      for (int d = 0; d < a->rank && !a->raw; d++)
	fprintf (m->out, "[%d]", a->extent[d]);
      fprintf (m->out, " bytes %d type %s\n", a->bytes, types[type]);
    }
}

void
random_prog_print (FILE *f, struct choices *c)
{
  struct maker *m = (struct maker *) calloc (1, sizeof *m);
  if (!m)
    abort ();
  m->out = f;
  m->c = c;
  fprintf (f, "region random file r.c line 1\n");
  put_arrays (m);
  put_sequence (m, 0);
  free (m);
}
