/* programs-regions.c: random regions: nests, what stands around them, and the
   function that they are in.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "programs.h"

/* --- Parts ---------------------------------------------------------------- */

/* Exchange two or three of the arrays that are alike.  */
static void
put_swap (struct region *r, int n)
{
  const char *t = fresh (r, "t");
  const struct array *a = r->arrays;
  put (r, "__typeof__ (%s) %s = %s;", a[0].name, t, a[0].name);
  put (r, "%s = %s;", a[0].name, a[1].name);
  if (n == 3)
    put (r, "%s = %s;", a[1].name, a[2].name);
  put (r, "%s = %s;", a[n - 1].name, t);
}

static void
put_copyback (struct region *r)
{
  const struct array *a = r->arrays;
  if (a->rank == 1 && pick (r, 3) == 2)
    {
      put (r, "memcpy (%s, %s, %d * sizeof *%s);", a[0].name, a[1].name, EXTENT,
	   a[0].name);
      return;
    }
  const char *s[3];
  for (int d = 0; d < a->rank; d++)
    {
      s[d] = fresh (r, "i");
      put (r, "for (int %s = 1; %s < %s; %s++)", s[d], s[d],
	   pick (r, 2) ? text ("%d", EXTENT - 1) : size_n (r), s[d]);
    }
  r->indent++;
  put (r, "%s = %s;", subscripted (r, &a[0], s), subscripted (r, &a[1], s));
  r->indent--;
}

/* How much two arrays differ, into DIFF.  */
static void
put_difference (struct region *r, const char *diff)
{
  const struct array *a = r->arrays;
  const char *s[3] = { "1", "1", "1" };
  int levels = 1 + pick (r, a->rank);
  for (int d = 0; d < levels; d++)
    {
      s[d] = fresh (r, "i");
      put (r, "for (int %s = 0; %s < %s; %s++)", s[d], s[d], size_n (r), s[d]);
    }
  const char *x = subscripted (r, &a[0], s), *y = subscripted (r, &a[1], s);
  r->indent++;
  if (pick (r, 2))
    put (r, "if (fabs ((double) %s - %s) > %s) %s = fabs ((double) %s - %s);",
	 x, y, diff, diff, x, y);
  else
    put (r, "%s = fmax (%s, fabs ((double) %s - %s));", diff, diff, x, y);
  r->indent--;
}

static void
put_guarded_nest (struct region *r)
{
  bool guarded = use (r, CONDITIONS);
  if (guarded)
    {
      put (r, "if (%s)", condition_on_time (r));
      put_open (r);
    }
  put_nest (r);
  if (guarded)
    put_close (r);
}

static void
put_exchange (struct region *r, int n)
{
  bool guarded = use (r, CONDITIONS) && pick (r, 4) == 3;
  put (r, guarded ? "if (%s)" : "", condition_on_time (r));
  put_open (r);
  put_swap (r, n);
  put_close (r);
}

/* The body of a time loop.  */
static void
put_parts (struct region *r)
{
  int n = 1 + pick (r, 3);
  int swap_at = pick (r, 4) == 3 ? pick (r, n) : n - 1;
  for (int k = 0; k < n; k++)
    {
      put_guarded_nest (r);
      if (k != swap_at)
	continue;
      if (r->kind[SWAP2])
	put_exchange (r, 2);
      if (r->kind[SWAP3])
	put_exchange (r, 3);
    }
  if (r->kind[COPYBACK])
    put_copyback (r);
}

/* --- Loops around nests --------------------------------------------------- */

static void
enter_time (struct region *r, const char *name, int hi)
{
  struct iterator i = { name, 0, hi, false };
  r->iterators[r->n_iterators++] = i;
  r->n_time++;
}

static void
leave_time (struct region *r)
{
  r->n_iterators--;
  r->n_time--;
}

static void
put_time_loop (struct region *r, void (*put_inner) (struct region *))
{
  const char *s = fresh (r, "s");
  int steps = 1 + pick (r, 6);
  int how = pick (r, 4);
  if (how == 2)
    put (r, "for (int %s = 0; %s < %s; %s++)", s, s, size_n (r), s);
  else if (how == 3)
    put (r, "for (int %s = 1; %s <= %d; %s++)", s, s, steps, s);
  else
    put (r, "for (int %s = 0; %s < %d; %s++)", s, s, steps, s);
  put_open (r);
  enter_time (r, s, how == 2 ? r->n - 1 : steps);
  put_inner (r);
  leave_time (r);
  put_close (r);
}

static void
put_convergence_loop (struct region *r, void (*put_inner) (struct region *))
{
  const char *diff = add_scalar (r, DOUBLE, "1");
  const char *it = add_scalar (r, INT, "0");
  const char *more = text ("%s > 1e-%d", diff, pick (r, 3));
  int most = 1 + pick (r, 5), how = pick (r, 4);
  switch (how)
    {
    case 1:
      put (r, "while (%s && %s < %d)", more, it, most);
      break;
    case 2:
      put (r, "while (1)");
      break;
    case 3:
      put (r, "for (%s = 0; %s < %d; %s++)", it, it, most, it);
      break;
    default:
      put (r, "do");
    }
  put_open (r);
  put (r, "%s = 0;", diff);
  /* Inside of other loops nothing may depend on how often it has run.  */
  if (!r->kind[ROUNDS])
    enter_time (r, it, most);
  r->depth++;
  put_inner (r);
  r->depth--;
  if (!r->kind[ROUNDS])
    leave_time (r);
  put_difference (r, diff);
  if (how == 3)
    put (r, "if (!(%s)) break;", more);
  else
    put (r, "%s++;", it);
  if (how == 2)
    put (r, "if (!(%s) || %s >= %d) break;", more, it, most);
  put_close (r);
  if (how == 0)
    put (r, "while (%s && %s < %d);", more, it, most);
}

static void
put_convergence (struct region *r)
{
  put_convergence_loop (r, put_parts);
}

/* Nests, and convergence loops in each other among them.  */
static void
put_rounds (struct region *r)
{
  int n = 1 + pick (r, 3), at = pick (r, n);
  for (int k = 0; k < n; k++)
    if (k == at && r->depth < 3)
      put_convergence_loop (r, pick (r, 3) == 2 ? put_rounds : put_parts);
    else
      put_nest (r);
}

/* --- Functions ------------------------------------------------------------ */

static bool
timed_p (const struct region *r)
{
  return r->kind[TIME] || r->kind[CONDITIONS] || r->kind[SWAP2]
    || r->kind[SWAP3] || r->kind[COPYBACK];
}

static void
put_statements (struct region *r)
{
  if (r->kind[ROUNDS] && pick (r, 2))
    put_time_loop (r, put_rounds);
  else if (r->kind[ROUNDS])
    put_convergence_loop (r, put_rounds);
  else if (r->kind[CONVERGENCE] && timed_p (r) && pick (r, 8) == 7)
    put_time_loop (r, put_convergence);
  else if (r->kind[CONVERGENCE])
    put_convergence_loop (r, put_parts);
  else if (timed_p (r))
    put_time_loop (r, put_parts);
  else
    put_nest (r);
}

/* What the pragma says of the sizes that are mentioned.  */
static const char *
size_clause (const struct region *r)
{
  const char *sizes = "";
  if (r->sizes != NAMED)
    return "";
  if (r->used_n && !r->literal)
    sizes = text ("%s,n=%d", sizes, r->n);
  if (r->used_m && !r->literal)
    sizes = text ("%s,m=%d", sizes, r->m);
  if (r->used_e)
    sizes = text ("%s,e=%d", sizes, EXTENT);
  return *sizes ? text (" size(%s)", sizes + 1) : "";
}

static void
put_pragma_and_statements (struct region *r)
{
  char *body = NULL;
  size_t size;
  FILE *out = r->out;
  bool several = pick (r, 4) == 3, tasks = pick (r, 5) == 4;
  r->used_n = r->used_m = r->used_e = false;
  r->out = open_memstream (&body, &size);
  int n = several ? 2 : 1;
  for (int k = 0; k < n; k++)
    put_statements (r);
  fclose (r->out);
  r->out = out;
  fprintf (out, "#pragma pram%s%s%s\n%s", several ? " begin" : "",
	   size_clause (r), tasks ? " schedule(brent)" : "", body);
  if (several)
    fprintf (out, "#pragma pram end\n");
}

static const char *
dimensions (const struct array *a, const char *e)
{
  if (a->n && a->rank == 2)
    return text ("[%d]", WIDTH);
  return a->rank == 1 ? "" : a->rank == 2 ? text ("[%s]", e)
    : text ("[%s][%s]", e, e);
}

/* A declaration of A as NAME, a pointer.  */
static const char *
pointer_to (const struct array *a, const char *name, const char *e)
{
  if (a->rank == 1 || a->style == FLAT)
    return text ("%s *%s", type_names[a->type], name);
  if (a->style == TABLED)
    return a->rank == 2 ? text ("%s **%s", type_names[a->type], name)
      : text ("%s (**%s)[%s]", type_names[a->type], name, e);
  return text ("%s (*%s)%s", type_names[a->type], name, dimensions (a, e));
}

static int
elements (const struct array *a)
{
  return a->n ? a->n : a->rank == 1 ? EXTENT : a->rank == 2 ? EXTENT * EXTENT
    : EXTENT * EXTENT * EXTENT;
}

static const char *const names[N_ALL] =
{
  "a", "b", "c", "u", "v", "p", "q", "w", "len", "start", "col", "val", "node"
};

/* How many arrays the region has.  */
static int
arrays_of (const struct region *r)
{
  return r->kind[INDIRECT] ? N_ALL : N_ARRAYS;
}

/* Name array K of the region; declare it outside of the function, in R's output
   if it is in the structure, else at the end of GLOBALS.  */
static const char *
name_array (struct region *r, int k, const char *globals)
{
  struct array *a = &r->arrays[k];
  const char *extent = text ("%d", EXTENT), *name = names[k];
  a->name = a->style == GLOBAL ? text ("%s_%d", name, r->number)
    : a->style == POINTED || a->style == INSIDE ? text ("g->%s", name) : name;
  const char *sized = text ("[%d]%s", a->n ? a->n / (a->rank == 2 ? WIDTH : 1)
			    : EXTENT, dimensions (a, extent));
  if (a->style == POINTED)
    fprintf (r->out, "  %s;\n", pointer_to (a, name, extent));
  else if (a->style == INSIDE)
    fprintf (r->out, "  %s %s%s;\n", type_names[a->type], name, sized);
  else if (a->style == GLOBAL)
    return text ("%sstatic %s %s%s;\n", globals, type_names[a->type], a->name,
		 sized);
  return globals;
}

/* Choose what the arrays are like; declare what is outside of the function.  */
static void
make_arrays (struct region *r)
{
  fprintf (r->out, "struct g%d\n{\n  int n, m;\n", r->number);
  bool swaps = r->kind[SWAP2] || r->kind[SWAP3];
  for (int k = 0; k < N_ARRAYS; k++)
    {
      struct array *a = &r->arrays[k];
      if (k > 0 && k < N_ALIKE)
	*a = r->arrays[0];
      else
	{
	  a->rank = 1 + pick (r, 3);
	  a->type = (enum type) (pick (r, 3) < 2 ? pick (r, 2)
				 : pick (r, N_TYPES));
	  bool free_style = r->kind[STRUCTURES] && pick (r, 3);
	  a->style = (enum style) (free_style ? (pick (r, 2) ? POINTED : INSIDE)
				   : pick (r, 4));
	  if (r->kind[POINTERS] && a->rank > 1 && pick (r, 3))
	    a->style = TABLED;
	  if (k == 0 && swaps && a->style == GLOBAL)
	    a->style = ROWS;
	  if (k == 0 && swaps && a->style == INSIDE)
	    a->style = POINTED;
	}
    }
  if (r->kind[INDIRECT])
    make_indices (r);
  const char *globals = "";
  for (int k = 0; k < arrays_of (r); k++)
    globals = name_array (r, k, globals);
  fprintf (r->out, "};\n%s", globals);
}

/* A is passed to the function.  */
static bool
passed_p (const struct array *a)
{
  return a->style <= VARIABLE || a->style == TABLED;
}

static void
put_function (struct region *r, const char *body)
{
  fprintf (r->out, "%s\nstatic void KEEP\nregion_%d (struct g%d *g, int n, "
	   "int m, int e", r->helpers, r->number, r->number);
  for (int k = 0; k < arrays_of (r); k++)
    {
      const struct array *a = &r->arrays[k];
      if (passed_p (a))
	fprintf (r->out, ", %s",
		 pointer_to (a, a->name, a->style == VARIABLE ? "e"
			     : text ("%d", EXTENT)));
    }
  fprintf (r->out, ")\n{\n%s%s", r->declarations, body);
  for (int k = 0; k < r->n_scalars; k++)
    {
      const struct scalar *s = &r->scalars[k];
      fprintf (r->out, real_p (s->type) ? "  printf (\" %%.17g\", (double) %s);\n"
	       : "  printf (\" %%ld\", (long) %s);\n", s->name);
    }
  fprintf (r->out, "  (void) g, (void) n, (void) m, (void) e;\n}\n\n");
}

/* Call the region, with MORE added to its sizes and FACTOR before them.  */
static void
put_call (struct region *r, int more, const char *factor)
{
  fprintf (r->out, "  region_%d (g, %s%d, %s%d, %s%d", r->number, factor,
	   r->n + 2 * more, factor, r->m + more, factor, EXTENT);
  for (int d = 0; d < arrays_of (r); d++)
    if (r->arrays[d].style == TABLED && r->arrays[d].rank > 1)
      fprintf (r->out, ", table_of (%s, %d * sizeof (%s), %d)", names[d],
	       elements (&r->arrays[d]) / EXTENT, type_names[r->arrays[d].type],
	       pick (r, 3));
    else if (passed_p (&r->arrays[d]))
      fprintf (r->out, ", %s", names[d]);
  fprintf (r->out, ");\n");
}

/* Make array K, and fill it.  */
static void
put_array (struct region *r, int k, int seed)
{
  const struct array *a = &r->arrays[k];
  if (a->style == GLOBAL || a->style == INSIDE)
    fprintf (r->out, "  void *%s = %s;\n", names[k], a->name);
  else
    fprintf (r->out, "  void *%s = malloc (%d * sizeof (%s));\n", names[k],
	     elements (a), type_names[a->type]);
  if (a->n)
    put_fill_index (r, k, names[k], seed);
  else
    fprintf (r->out, "  fill (%s, %d, %d, %d);\n", names[k], a->type,
	     elements (a), seed);
  if (a->style == POINTED)
    fprintf (r->out, "  %s = %s;\n", a->name, names[k]);
}

/* The function that fills the arrays, calls the region, and prints.  */
static void
put_test (struct region *r)
{
  int k = r->number, seed = pick (r, 50);
  fprintf (r->out, "static void\ntest_%d (void)\n{\n", k);
  fprintf (r->out, "  static struct g%d structure, *g = &structure;\n", k);
  for (int d = 0; d < arrays_of (r); d++)
    put_array (r, d, seed + d);
  fprintf (r->out, "  g->n = %d, g->m = %d;\n  printf (\"%d\");\n", r->n,
	   r->m, k);
  if (r->sizes == NEAR)
    {
      fprintf (r->out, "  if (!one)\n  ");
      put_call (r, 1, "");
    }
  put_call (r, 0, r->sizes >= NEAR ? "one * " : "");
  for (int d = 0; d < arrays_of (r); d++)
    fprintf (r->out, "  print_hash (%s, %d * sizeof (%s));\n", names[d],
	     elements (&r->arrays[d]), type_names[r->arrays[d].type]);
  fprintf (r->out, "  printf (\"\\n\");\n}\n\n");
}

void
put_region (struct region *r)
{
  static const int sizes[] = { 8, 9, 5, 3, 2, 1 };
  r->n = sizes[pick (r, 6)];
  r->m = sizes[pick (r, 6)];
  r->literal = pick (r, 4) == 3;
  make_arrays (r);
  char *body = NULL;
  size_t size;
  FILE *out = r->out;
  r->out = open_memstream (&body, &size);
  r->indent = 1;
  int n = r->kind[SEVERAL] ? 2 + pick (r, 2) : 1;
  for (int k = 0; k < n; k++)
    {
      put_pragma_and_statements (r);
      if (r->kind[SEVERAL] && pick (r, 3) == 2)
	put_nest (r);
    }
  fclose (r->out);
  r->out = out;
  put_function (r, body);
  put_test (r);
}
