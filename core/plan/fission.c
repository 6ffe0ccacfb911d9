/* fission.c: loops that had better be several.

   SPDX-License-Identifier: Apache-2.0

     for (i) for (j) { s[j] += r[i] * a[i][j]; q[i] += a[i][j] * p[j]; }

   can't be distributed along i for the sake of s, nor along j for the sake of
   q.  It can be as two nests, each with one of the statements (loop
   distribution: Kennedy and Allen, Optimizing Compilers for Modern
   Architectures, section 5.2).  What must stay together are the strands of a
   cycle: X before Y means that some access of X comes before one of Y to the
   same element, one of them writing.  The components are laid one after the
   other into the first part that what comes before them allows, and that can
   still be distributed with them; if there is none they begin a new one.

   Invariant (1): if an access of strand X comes before one of strand Y that it
   conflicts with, X's part is not behind Y's.  Within a part the order is that
   of the program.  */

#include "fission.h"
#include "blocks.h"
#include "poly/offers.h"

/* Strands of a loop, at most.  */
enum { MAX_STRANDS = 16 };

/* An access of a strand, in one of its statements.  */
struct use
{
  const struct pram_poly_stmt *stmt;
  const struct pram_access *access;
};

struct uses { int n; struct use *use; };

struct splitter
{
  struct pram_prog *prog;
  struct pram_poly *poly;
  const struct pram_node *loop;
  int n;
  const struct pram_strand *strands;
  struct uses *uses;		/* by strand */
  bool before[MAX_STRANDS][MAX_STRANDS];
};

/* --- Order ---------------------------------------------------------------- */

/* Does an instance of A, in one iteration of the loops around LOOP, come before
   one of B that touches the same element?  */
static bool
use_before_p (const struct splitter *f, const struct use *a,
	      const struct use *b)
{
  int level = 0, inside = pram_poly_level (a->stmt, f->loop);
  for (; level < inside; level++)
    if (a->stmt->residues[level] != b->stmt->residues[level])
      return false;
  isl_map *pairs = isl_map_apply_range
    (pram_poly_access (f->poly, a->stmt, a->access),
     isl_map_reverse (pram_poly_access (f->poly, b->stmt, b->access)));
  for (level = 0; level < inside; level++)
    pairs = isl_map_equate (pairs, isl_dim_in, level, isl_dim_out, level);
  bool before = false;
  for (; level < a->stmt->depth && level < b->stmt->depth
	 && a->stmt->loops[level] == b->stmt->loops[level]; level++)
    {
      isl_map *less = isl_map_order_lt (isl_map_copy (pairs), isl_dim_in,
					level, isl_dim_out, level);
      before = before || isl_map_is_empty (less) != isl_bool_true;
      isl_map_free (less);
      pairs = isl_map_equate (pairs, isl_dim_in, level, isl_dim_out, level);
    }
  /* Within a statement reads come first.  */
  bool textual = a->stmt->number < b->stmt->number
		 || (a->stmt->number == b->stmt->number
		     && !a->access->write && b->access->write);
  before = before
	   || (textual && isl_map_is_empty (pairs) != isl_bool_true);
  isl_map_free (pairs);
  return before;
}

static bool
clash_p (const struct use *a, const struct use *b)
{
  return (a->access->array == b->access->array
	  && (a->access->write || b->access->write));
}

static bool
strand_before_p (const struct splitter *f, int x, int y)
{
  if (f->strands[y].last)
    return true;
  for (int i = 0; i < f->uses[x].n; i++)
    for (int j = 0; j < f->uses[y].n; j++)
      if (clash_p (&f->uses[x].use[i], &f->uses[y].use[j])
	  && use_before_p (f, &f->uses[x].use[i], &f->uses[y].use[j]))
	return true;
  return false;
}

/* Fill in BEFORE, and close it.  */
static void
find_order (struct splitter *f)
{
  for (int x = 0; x < f->n; x++)
    for (int y = 0; y < f->n; y++)
      f->before[x][y] = x != y && strand_before_p (f, x, y);
  for (int k = 0; k < f->n; k++)
    for (int x = 0; x < f->n; x++)
      for (int y = 0; y < f->n; y++)
	f->before[x][y] |= f->before[x][k] && f->before[k][y];
}

/* --- Parts ---------------------------------------------------------------- */

/* The uses of all strands in part P.  */
static struct uses
uses_of_part (const struct splitter *f, const int *part, int p)
{
  struct uses all = { 0, NULL };
  for (int s = 0; s < f->n; s++)
    for (int u = 0; part[s] == p && u < f->uses[s].n; u++)
      *PRAM_ARENA_PUSH (f->prog->arena, all.use, all.n) = f->uses[s].use[u];
  return all;
}

static bool
touches_p (const struct uses *uses, const struct pram_node *node)
{
  for (int u = 0; u < uses->n; u++)
    if (pram_poly_inside_p (uses->use[u].stmt, node))
      return true;
  return false;
}

/* The one loop in LOOP's body that makes up all that USES has there, or
   null.  */
static const struct pram_node *
only_loop (const struct uses *uses, const struct pram_node *loop)
{
  const struct pram_node *body = loop->children[0], *only = NULL;
  for (int i = 0; i < body->n_children; i++)
    if (touches_p (uses, body->children[i]))
      {
	if (only || body->children[i]->kind != PRAM_LOOP)
	  return NULL;
	only = body->children[i];
      }
  return only;
}

static bool
independent_p (const struct splitter *f, const struct uses *uses,
	       const struct pram_node *loop)
{
  for (int a = 0; a < uses->n; a++)
    for (int b = 0; b < uses->n; b++)
      if (uses->use[a].access->write
	  && clash_p (&uses->use[a], &uses->use[b])
	  && pram_layer_conflict_p (f->poly, f->loop, loop,
				    uses->use[a].stmt, uses->use[a].access,
				    uses->use[b].stmt, uses->use[b].access))
	return false;
  return true;
}

/* Does a strand in part P need LOOP's iterations in order?  */
static bool
ordered_p (const struct splitter *f, const int *part, int p,
	   const struct pram_node *loop)
{
  for (int s = 0; s < f->n; s++)
    for (int i = 0; part[s] == p && i < f->strands[s].n_ordered; i++)
      if (f->strands[s].ordered[i] == loop)
	return true;
  return false;
}

/* Can part P be distributed?  */
static bool
part_distributable_p (const struct splitter *f, const int *part, int p)
{
  struct uses uses = uses_of_part (f, part, p);
  for (const struct pram_node *loop = f->loop; loop;
       loop = only_loop (&uses, loop))
    {
      if (loop->data_dependent || loop->split || loop->conditional
	  || ordered_p (f, part, p, loop))
	return false;
      if (independent_p (f, &uses, loop))
	return true;
    }
  return false;
}

/* Is X of the component of Y?  */
static bool
together_p (const struct splitter *f, int x, int y)
{
  return x == y || (f->before[x][y] && f->before[y][x]);
}

/* The first strand without a part such that all others that come before its
   component have one; -1 if there is none.  */
static int
next_strand (const struct splitter *f, const int *part)
{
  for (int s = 0; s < f->n; s++)
    {
      bool ready = part[s] < 0;
      for (int x = 0; x < f->n; x++)
	ready = ready && (part[x] >= 0 || together_p (f, x, s)
			  || !f->before[x][s]);
      if (ready)
	return s;
    }
  return -1;
}

static void
put (const struct splitter *f, int *part, int s, int p)
{
  for (int x = 0; x < f->n; x++)
    if (together_p (f, x, s))
      part[x] = p;
}

/* Give every strand a part.  Returns how many there are; 0 if none can be
   distributed, or, unless SOME is enough, one can't.  */
static int
find_parts (const struct splitter *f, bool some, int *part)
{
  int n_parts = 0, n_distributable = 0;
  for (int s = 0; s < f->n; s++)
    part[s] = -1;
  for (int s; (s = next_strand (f, part)) >= 0;)
    {
      int p = 0;
      for (int x = 0; x < f->n; x++)
	if (part[x] > p && f->before[x][s])
	  p = part[x];
      for (put (f, part, s, p); p < n_parts; put (f, part, s, ++p))
	if (part_distributable_p (f, part, p))
	  break;
      if (p == n_parts)
	n_distributable += part_distributable_p (f, part, n_parts++);
    }
  return n_distributable >= (some ? 1 : n_parts) ? n_parts : 0;
}

/* --- Loops ---------------------------------------------------------------- */

/* In NODE names are what they are.  */
static bool
named_p (const struct pram_node *node)
{
  bool ok = node->kind != PRAM_LOOP || !node->next;
  for (int i = 0; i < node->n_children && ok; i++)
    ok = named_p (node->children[i]);
  return ok;
}

/* It is known how often LOOP runs, and names in it are what they are.  How often
   loops inside of it run data may decide.  */
static bool
counted_p (const struct pram_node *loop)
{
  return !loop->data_dependent && named_p (loop);
}

/* Data choose elements of what is called ARRAY throughout LOOP.  */
static bool
chosen_p (const struct pram_prog *prog, const struct pram_node *loop, int array)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (prog->inspected[i].array == array
	&& pram_node_inside_p (prog->inspected[i].stmt, loop))
      return true;
  return false;
}

/* In LOOP some of what data choose, of which the strands don't know, is written: by
   a statement in NODE, or by deposits.  */
static bool
chosen_changes_p (const struct pram_prog *prog, const struct pram_node *loop,
		  const struct pram_node *node)
{
  bool changes = pram_node_logs_p (prog, node);
  for (int a = 0; a < node->n_accesses && !changes; a++)
    changes = (node->accesses[a].write
	       && chosen_p (prog, loop, node->accesses[a].array));
  for (int i = 0; i < node->n_children && !changes; i++)
    changes = chosen_changes_p (prog, loop, node->children[i]);
  return changes;
}

/* Besides, NODE is a loop of the source, and accesses have names, or what they read
   stays as it is.  */
static bool
regular_p (const struct pram_prog *prog, const struct pram_node *node)
{
  return (counted_p (node) && !node->split
	  && !chosen_changes_p (prog, node, node));
}

static struct uses
uses_of (const struct splitter *f, const struct pram_strand *strand)
{
  struct uses all = { 0, NULL };
  for (int s = 0; s < f->poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &f->poly->stmts[s];
      for (int a = 0; a < stmt->node->n_accesses; a++)
	for (int i = 0; i < strand->n_accesses; i++)
	  if (strand->accesses[i] == &stmt->node->accesses[a])
	    *PRAM_ARENA_PUSH (f->prog->arena, all.use, all.n)
	      = (struct use) { stmt, strand->accesses[i] };
    }
  return all;
}

static bool
layer_inside_p (const struct splitter *f, struct pram_node *node)
{
  bool found = (node->kind == PRAM_LOOP
		&& pram_layer_candidates (f->poly, f->prog->arena, node)[0]);
  for (int i = 0; i < node->n_children && !found; i++)
    found = layer_inside_p (f, node->children[i]);
  return found;
}

/* Find LOOP's strands, and their order.  False if it can't be split.  */
static bool
prepare (struct splitter *f, struct pram_node *loop, pram_find_strands find,
	 void *data)
{
  struct pram_strand *strands;
  if (!regular_p (f->prog, loop) || pram_poly_steady_p (f->poly, loop))
    return false;
  f->n = find (data, loop, &strands);
  if (f->n < 2 || f->n > MAX_STRANDS)
    return false;
  f->loop = loop;
  f->strands = strands;
  f->uses = PRAM_ARENA_NEW (f->prog->arena, struct uses, f->n);
  for (int s = 0; s < f->n; s++)
    f->uses[s] = uses_of (f, &strands[s]);
  find_order (f);
  return true;
}

/* How to split LOOP, if that helps.  As it is, it may be a loop of the driver;
   else it helps to distribute some of it.  */
static bool
split_p (struct splitter *f, struct pram_node *loop, pram_find_strands find,
	 void *data, struct pram_fission *fission)
{
  if (!prepare (f, loop, find, data))
    return false;
  *fission = (struct pram_fission)
    { loop, 0, f->n, PRAM_ARENA_NEW (f->prog->arena, int, f->n) };
  fission->n_parts = find_parts (f, !layer_inside_p (f, loop),
				 fission->part);
  return fission->n_parts > 1 && !pram_poly_exceeded_p (f->poly);
}

/* Whatever in NODE is another copy of FISSION's loop, of a loop whose iterations are taken
   one by one, may be split as well.  */
static bool
everywhere_p (struct splitter *f, struct pram_node *node, pram_find_strands find,
	      void *data, const struct pram_fission *fission)
{
  bool ok = true;
  if (node != fission->loop && node->kind == PRAM_LOOP && node->source_loop
      && node->source_loop == fission->loop->source_loop)
    {
      ok = prepare (f, node, find, data) && f->n == fission->n_strands;
      for (int x = 0; x < f->n && ok; x++)
	for (int y = 0; y < f->n && ok; y++)
	  ok = !f->before[x][y] || fission->part[x] <= fission->part[y];
    }
  for (int i = 0; i < node->n_children && ok; i++)
    ok = everywhere_p (f, node->children[i], find, data, fission);
  return ok;
}

/* How to split a loop in NODE, the outermost that can be.  One that can be
   distributed is left alone, unless its iterations, but not those of its parts,
   have to run in order.  */
static bool
find_in (struct splitter *f, struct pram_node *node, pram_find_strands find,
	 void *data, struct pram_fission *fission)
{
  struct pram_node **list
    = (node->kind == PRAM_LOOP
       ? pram_layer_candidates (f->poly, f->prog->arena, node) : NULL);
  bool in_order = true;
  for (int i = 0; list && list[i]; i++)
    in_order = in_order && list[i]->in_order;
  if (!in_order)
    return false;
  if (list && split_p (f, node, find, data, fission))
    return true;
  if (list && list[0])
    return false;
  for (int i = 0; i < node->n_children; i++)
    if (find_in (f, node->children[i], find, data, fission))
      return true;
  return false;
}

static int
count_writes (const struct pram_node *node)
{
  int n = 0;
  for (int a = 0; a < node->n_accesses; a++)
    n += node->accesses[a].write;
  for (int i = 0; i < node->n_children; i++)
    n += count_writes (node->children[i]);
  return n;
}

bool
pram_fission_find (struct pram_prog *prog, pram_find_strands find, void *data,
		   struct pram_fission *fission)
{
  bool several = false;
  for (int k = 0; k < prog->n_loops; k++)
    several |= count_writes (prog->loops[k]) > !prog->loops[k]->order_reason;
  if (!several || prog->n_pinned)
    return false;
  struct splitter f = { .prog = prog, .poly = pram_poly_new (prog, true) };
  bool found = (find_in (&f, prog->root, find, data, fission)
		&& everywhere_p (&f, prog->root, find, data, fission)
		&& !pram_poly_exceeded_p (f.poly));
  pram_poly_free (f.poly);
  return found;
}

/* --- Splits that were found for other sizes ------------------------------- */

/* All accesses in F's loop.  */
static struct uses
uses_inside (const struct splitter *f)
{
  struct uses all = { 0, NULL };
  for (int s = 0; s < f->poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &f->poly->stmts[s];
      for (int a = 0; pram_poly_inside_p (stmt, f->loop)
		      && a < stmt->node->n_accesses; a++)
	*PRAM_ARENA_PUSH (f->prog->arena, all.use, all.n)
	  = (struct use) { stmt, &stmt->node->accesses[a] };
    }
  return all;
}

/* Some part of A comes before one of B.  */
static bool
part_before_p (int a, int b)
{
  return a && b >= 2 * (a & -a);
}

/* The order of the parts is legal for F's loop: invariant (1).  */
static bool
right_p (const struct splitter *f)
{
  struct uses all = uses_inside (f);
  for (int x = 0; x < all.n; x++)
    for (int y = 0; y < all.n; y++)
      if (part_before_p (all.use[x].access->parts, all.use[y].access->parts)
	  && clash_p (&all.use[x], &all.use[y])
	  && use_before_p (f, &all.use[y], &all.use[x]))
	return false;
  return true;
}

bool
pram_fission_right_p (struct pram_prog *prog)
{
  if (prog->n_pinned)
    return false;
  struct splitter f = { .prog = prog, .poly = pram_poly_new (prog, true) };
  bool right = true;
  for (int k = 0; k < prog->n_loops && right; k++)
    if (prog->loops[k]->parts)
      {
	f.loop = prog->loops[k];
	right = counted_p (f.loop) && right_p (&f);
      }
  right = right && !pram_poly_exceeded_p (f.poly);
  pram_poly_free (f.poly);
  return right;
}
