/* scheme-limits.c: figures that a communication scheme of any size doesn't
   exceed.

   SPDX-License-Identifier: Apache-2.0

   Tasks are not made: all is found of the program's text, with how often loops run
   at most and what offsets accesses have.  A run, statements that follow each
   other, is a task in each iteration of the loops around it.

   Degrees.  An element has one last writer, and those who have combined values into
   it since: a direct read has so many predecessors, an indirect one so many for
   each element of the array, once for all its reads of one array.  A task's
   successors are tasks that read indirectly what it writes, and those that read
   just that element.  An edge by way of an array has the greatest degree of who
   writes it, or of a holder, and that of who reads it.

   Paths.  A path goes through what follows each other in that order: in a sequence
   it is a path through those parts of which one may read what another has written.
   If no iteration of a loop reads what an earlier one has written, it stays in one
   iteration; else it may go on from where something is written that a later one
   reads to where it does, through all of them.  An iteration
   doesn't read what earlier ones have written if it has written the element itself
   before, in any case.

   Names that loops exchange are taken for one array.  All is of one iteration of
   each data-dependent loop.

   Example: for (i < n) y[i] = x[c[i]], x of m elements: n tasks, no path has more
   than two with the holder, and Lmax is that of m + n messages.  These are the
   exact figures.  */

#include "scheme-limits.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

/* Tasks that differ in their iterators.  */
struct run
{
  const struct pram_node *stmt;	/* the first */
  double tasks, weight;
  double received, sent;	/* messages of one task */
  int first, last;		/* its uses, without the latter */
};

struct use
{
  const struct pram_access *access;
  const struct pram_node *stmt;
  int run;
  double readers;		/* readers_of_one, once it is known */
};

struct text
{
  const struct pram_prog *prog;
  double op;
  double *most;			/* by iterator: iterations of its loop */
  int *class;			/* by array: the first one of those that it is
				   exchanged with */
  double *elements;		/* by class: of all its arrays */
  double *steps;		/* by class: tasks that combine values */
  bool *mixed, *written, *anywhere;	/* by class; MIXED: by steps of
					   several reductions */
  const struct pram_carried **how;
  int n_runs, n_uses;
  struct run *runs;
  struct use *uses;		/* in program order */
  struct pram_arena *arena;
};

/* --- Reading the program -------------------------------------------------- */

static int
class_of (const struct text *t, const struct use *use)
{
  return t->class[use->access->array];
}

static double
trips_of (const struct text *t, const struct pram_node *loop)
{
  return loop->data_dependent ? 1 : t->most[loop->iterator];
}

static bool
follows_p (const struct pram_node *parent, int c)
{
  return c > 0 && parent->children[c - 1]->kind == PRAM_STMT;
}

static void
add_stmt (struct text *t, const struct pram_node *stmt, bool follows)
{
  if (!follows)
    {
      struct run *run = PRAM_ARENA_PUSH (t->arena, t->runs, t->n_runs);
      *run = (struct run) { .stmt = stmt, .tasks = 1, .first = t->n_uses };
      for (const struct pram_node *n = stmt->parent; n; n = n->parent)
	if (n->kind == PRAM_LOOP)
	  run->tasks *= trips_of (t, n);
    }
  t->runs[t->n_runs - 1].weight += stmt->weight * t->op;
  for (int write = 0; write < 2; write++)
    for (int a = 0; a < stmt->n_accesses; a++)
      if (stmt->accesses[a].write == write)
	*PRAM_ARENA_PUSH (t->arena, t->uses, t->n_uses)
	  = (struct use) { &stmt->accesses[a], stmt, t->n_runs - 1, -1 };
  t->runs[t->n_runs - 1].last = t->n_uses;
}

/* The greatest value of AFFINE; those of iterators are known outside.  */
static double
greatest (const struct text *t, const struct pram_affine *affine)
{
  double value = (double) affine->constant;
  for (int k = 0; k < affine->n_coef; k++)
    if (affine->coef[k] > 0)
      value += (double) affine->coef[k] * fmax (0, t->most[k] - 1);
  return value;
}

static void
read_text (struct text *t, const struct pram_node *node)
{
  /* Data-dependent loops begin three iterations in expansions.  */
  if (node->kind == PRAM_LOOP)
    t->most[node->iterator]
      = node->data_dependent ? 3 : fmax (0, greatest (t, &node->count));
  for (int c = 0; c < node->n_children; c++)
    if (node->children[c]->kind == PRAM_STMT)
      add_stmt (t, node->children[c], follows_p (node, c));
    else
      read_text (t, node->children[c]);
}

static void
find_classes (struct text *t)
{
  const struct pram_prog *prog = t->prog;
  for (int a = 0; a < prog->n_arrays; a++)
    {
      int first = 0;
      while (!pram_prog_same_class_p (prog, a, first))
	first++;
      t->class[a] = first;
      t->elements[first] += floor ((double) prog->arrays[a].n_bytes
				   / prog->arrays[a].elem_size);
    }
  for (int u = 0; u < t->n_uses; u++)
    {
      const struct use *use = &t->uses[u];
      const struct pram_carried *step = use->access->step;
      int c = class_of (t, use);
      t->written[c] |= use->access->write;
      t->anywhere[c] |= use->access->indirect;
      if (step && use->access->write)
	t->steps[c] += t->runs[use->run].tasks;
      if (step && t->how[c] && !pram_same_reduction_p (t->how[c], step))
	t->mixed[c] = true;
      if (step)
	t->how[c] = step;
    }
}

/* ACCESS is of elements that lie apart from all others: the residue of its offset
   modulo their size is the same everywhere, *RESIDUE, -1 if it isn't known yet.  */
static bool
apart_p (const struct text *t, const struct pram_access *access,
	 int64_t *residue)
{
  int64_t size = t->prog->arrays[access->array].elem_size;
  int64_t own = access->indirect ? 0 : access->offset.constant % size;
  own += own < 0 ? size : 0;
  if (*residue < 0)
    *residue = own;
  for (int k = 0; !access->indirect && k < access->offset.n_coef; k++)
    if (access->offset.coef[k] % size)
      return false;
  return *residue == own;
}

/* Set OUT's reason, if there is one.  */
static void
check_uses (const struct text *t, struct pram_scheme_limits *out)
{
  int64_t *residue = PRAM_ARENA_NEW (t->arena, int64_t, t->prog->n_arrays + 1);
  for (int c = 0; c < t->prog->n_arrays; c++)
    residue[c] = -1;
  for (int u = 0; u < t->n_uses && !out->reason; u++)
    {
      const struct pram_access *access = t->uses[u].access;
      out->line = access->line;
      if (access->indirect && access->write)
	out->reason = "data choose what is written";
      else if (access->indirect
	       && t->prog->arrays[access->array].n_bytes <= 0)
	out->reason = "an array is read indirectly, but has no size";
      else if (!apart_p (t, access, &residue[class_of (t, &t->uses[u])]))
	out->reason = "elements overlap in part";
    }
}

/* --- Who reads what whom wrote -------------------------------------------- */

/* USE gets a value.  Steps of a reduction don't, unless there is another one.  */
static bool
reads_p (const struct text *t, const struct use *use)
{
  return !use->access->write
	 && (!use->access->step || t->mixed[class_of (t, use)]);
}

/* USE leaves a value: it writes, or makes one of what steps have combined.  */
static bool
leaves_p (const struct text *t, const struct use *use)
{
  return use->access->write
	 || (t->steps[class_of (t, use)] > 0 && reads_p (t, use));
}

/* READ may get what WRITE leaves.  */
static bool
depends_p (const struct text *t, const struct use *write,
	   const struct use *read)
{
  return class_of (t, write) == class_of (t, read) && leaves_p (t, write)
	 && reads_p (t, read);
}

static bool
inside_p (const struct pram_node *loop, const struct use *use)
{
  return pram_node_inside_p (use->stmt, loop);
}

static int64_t
coef_of (const struct use *use, const struct pram_node *loop)
{
  return pram_affine_coef (&use->access->offset, loop->iterator);
}

/* KILL, which comes first, writes in an iteration of the loops around both all
   elements that READ then reads: their offsets are the same but for other loops, of
   which KILL's go as far.  */
static bool
covers_p (const struct text *t, const struct use *kill, const struct use *read)
{
  const struct pram_node *others[64];
  int n = 0;
  if (kill->access->offset.constant != read->access->offset.constant)
    return false;
  for (const struct pram_node *l = kill->stmt->parent; l; l = l->parent)
    if (l->kind != PRAM_LOOP)
      continue;
    else if (inside_p (l, read))
      {
	if (coef_of (kill, l) != coef_of (read, l))
	  return false;
      }
    else if (n == 64 || l->data_dependent || !pram_affine_constant_p (&l->count)
	     || l->count.constant < 1)
      return false;
    else
      others[n++] = l;
  for (const struct pram_node *l = read->stmt->parent; l; l = l->parent)
    if (l->kind == PRAM_LOOP && !inside_p (l, kill) && coef_of (read, l))
      {
	int k = 0;
	while (k < n && (coef_of (kill, others[k]) != coef_of (read, l)
			 || t->most[others[k]->iterator]
			    < t->most[l->iterator]))
	  k++;
	if (k == n)
	  return false;
	others[k] = others[--n];
      }
  return true;
}

/* Each iteration of LOOP writes what it reads by READ before, in any case.  */
static bool
killed_p (const struct text *t, const struct pram_node *loop,
	  const struct use *read)
{
  for (const struct use *kill = t->uses; kill < read; kill++)
    {
      const struct pram_access *access = kill->access;
      if (access->write && !access->may && !access->step
	  && !access->indirect && !access->n_guards
	  && kill->stmt != read->stmt && access->array == read->access->array
	  && inside_p (loop, kill) && covers_p (t, kill, read))
	return true;
    }
  return false;
}

/* A multiple of STEP from STEP to MOST * STEP, MOST >= 1, is in [LO, HI].  */
static bool
multiple_p (double step, double most, double lo, double hi)
{
  if (step < 0)
    return multiple_p (-step, most, -hi, -lo);
  if (step == 0)
    return lo <= 0 && hi >= 0;
  double first = fmax (1, ceil (lo / step));
  return first <= most && first * step <= hi;
}

/* By direct accesses of one array an iteration of LOOP reads what an earlier one
   has written: the offsets are the same, that of READ so many iterations later,
   with any values of iterators that aren't the same for both.  */
static bool
meet_p (const struct text *t, const struct pram_node *loop,
	const struct use *write, const struct use *read)
{
  double lo = (double) write->access->offset.constant
	      - (double) read->access->offset.constant, hi = lo;
  double step = (double) coef_of (read, loop);
  int n = write->access->offset.n_coef, m = read->access->offset.n_coef;
  for (int l = 0; l < (n > m ? n : m); l++)
    {
      const struct pram_node *other = t->prog->loops[l];
      double w = (double) coef_of (write, other);
      double r = (double) coef_of (read, other);
      double last = fmax (0, t->most[l] - 1);
      bool same = other == loop || !pram_node_inside_p (other, loop);
      if (same && other->data_dependent && w != r)
	return true;
      /* W times one value minus R times another, or their difference times
	 one.  */
      double up = same ? fmax (0, w - r) : fmax (0, w) + fmax (0, -r);
      double down = same ? fmin (0, w - r) : fmin (0, w) + fmin (0, -r);
      hi += up * last;
      lo += down * last;
    }
  return multiple_p (step, t->most[loop->iterator] - 1, lo, hi);
}

/* Of array C nothing changes in LOOP: the first iteration there that reads USE, any
   element or always the same one, makes its value if steps are to be completed,
   and the others don't.  */
static bool
settled_p (const struct text *t, const struct pram_node *loop,
	   const struct use *use)
{
  for (int l = 0; l < t->prog->n_loops; l++)
    if (!use->access->indirect && coef_of (use, t->prog->loops[l])
	&& pram_node_inside_p (t->prog->loops[l], loop))
      return false;
  for (const struct use *w = t->uses; w < t->uses + t->n_uses; w++)
    if (w->access->write && inside_p (loop, w)
	&& class_of (t, w) == class_of (t, use))
      return false;
  return true;
}

/* Some iteration of LOOP, which perhaps EXCHANGES names, may get what WRITE, in it,
   left in an earlier one by READ.  */
static bool
carried_p (const struct text *t, const struct pram_node *loop, bool exchanges,
	   const struct use *write, const struct use *read)
{
  return (depends_p (t, write, read)
	  && (exchanges
	      || (write->access->array == read->access->array
		  && (read->access->indirect || write->access->indirect
		      || meet_p (t, loop, write, read)))));
}

/* --- Paths ---------------------------------------------------------------- */

/* The longest path, in tasks, and the heaviest, s.  */
struct path { double tasks, weight; };

static struct path
longer (struct path a, struct path b)
{
  return (struct path) { fmax (a.tasks, b.tasks), fmax (a.weight, b.weight) };
}

/* A and then B, TIMES times.  */
static struct path
then (struct path a, struct path b, double times)
{
  return (struct path) { a.tasks + times * b.tasks,
			 a.weight + times * b.weight };
}

/* A part of a sequence: a run or a loop.  */
struct part
{
  const struct use *first, *last;
  bool exchanges;		/* names */
  struct path path;
  /* Between iterations of the loop around a path may …  */
  bool enters, leaves;		/* … enter here, leave from here */
};

struct sequence
{
  int n;
  struct part *parts;
  bool exchanges;
  bool *joined;			/* [a * N + b]: b may read what a leaves */
};

/* May B read what A leaves?  */
static bool
joined_p (const struct text *t, const struct sequence *s, const struct part *a,
	  const struct part *b)
{
  for (const struct use *r = b->first; r < b->last; r++)
    for (const struct use *w = a->first; w < a->last; w++)
      if (depends_p (t, w, r)
	  && (s->exchanges || w->access->array == r->access->array))
	return true;
  return false;
}

/* May PART read what is from before?  */
static bool
asks_p (const struct part *part)
{
  for (const struct use *r = part->first; r < part->last; r++)
    if (r->access->indirect)
      return true;
  return false;
}

/* The longest path in S, if ALL from a holder on, which is a task, too; or, if
   FROM is one of its parts, from there to where a path may leave.  */
static struct path
path_through (const struct text *t, const struct sequence *s, int from, bool all)
{
  struct path longest = { 0, 0 };
  struct path *to = PRAM_ARENA_NEW (t->arena, struct path, s->n + 1);
  bool *reached = PRAM_ARENA_NEW (t->arena, bool, s->n + 1);
  for (int j = from < 0 ? 0 : from; j < s->n; j++)
    {
      reached[j] = from < 0 || j == from;
      to[j].tasks = all && asks_p (&s->parts[j]);
      for (int i = 0; i < j; i++)
	if (reached[i] && s->joined[i * s->n + j])
	  {
	    to[j] = longer (to[j], to[i]);
	    reached[j] = true;
	  }
      if (!reached[j])
	continue;
      to[j] = then (to[j], s->parts[j].path, 1);
      if (from < 0 || s->parts[j].leaves)
	longest = longer (longest, to[j]);
    }
  return longest;
}

/* Mark where paths go from one iteration of LOOP, which S is in, to a later one:
   false if they don't.  *SETTLED gets how often they may do it otherwise.  */
static bool
mark_crossings (const struct text *t, const struct pram_node *loop,
		struct sequence *s, double *settled)
{
  bool any = false, exchanges = pram_node_permutes_p (loop);
  *settled = 0;
  for (int j = 0; j < s->n; j++)
    for (const struct use *r = s->parts[j].first; r < s->parts[j].last; r++)
      {
	bool own = false;
	if (!reads_p (t, r) || (!exchanges && !r->access->indirect
				&& killed_p (t, loop, r)))
	  continue;
	bool still = settled_p (t, loop, r);
	for (int i = 0; i < s->n; i++)
	  for (const struct use *w = s->parts[i].first; w < s->parts[i].last;
	       w++)
	    if (carried_p (t, loop, exchanges, w, r))
	      {
		own = true;
		s->parts[i].leaves |= !still;
	      }
	*settled += own && still;
	s->parts[j].enters |= own && !still;
	any |= own && !still;
      }
  return any;
}

/* S, the body of LOOP, is gone through by so many iterations.  Between two that
   don't settle anything a path goes from where it enters to where it leaves.  */
static struct path
path_around (const struct text *t, const struct pram_node *loop,
	     struct sequence *s)
{
  struct path body = path_through (t, s, -1, false), middle = { 0, 0 };
  struct path none = { 0, 0 };
  double all = t->most[loop->iterator], settled;
  if (!mark_crossings (t, loop, s, &settled))
    return then (none, body, fmin (all, settled + 1));
  for (int j = 0; j < s->n; j++)
    if (s->parts[j].enters)
      middle = longer (middle, path_through (t, s, j, false));
  double whole = fmin (all, 2 * (settled + 1));
  return then (then (none, body, whole), middle, all - whole);
}

static struct path path_in (const struct text *, const struct pram_node *,
			    const struct use **use);

/* Append to S the parts of NODE, a sequence, whose uses begin at *USE, which moves
   behind them.  */
static void
add_parts (const struct text *t, struct sequence *s,
	   const struct pram_node *node, const struct use **use)
{
  struct part *part = NULL;
  for (int c = 0; c < node->n_children; c++)
    {
      const struct pram_node *child = node->children[c];
      if (child->kind != PRAM_STMT || !follows_p (node, c))
	{
	  part = PRAM_ARENA_PUSH (t->arena, s->parts, s->n);
	  part->first = *use;
	}
      s->exchanges |= part->exchanges = pram_node_permutes_p (child);
      if (child->kind != PRAM_STMT)
	part->path = path_in (t, child, use);
      else
	{
	  part->path.tasks = 1;
	  part->path.weight += child->weight * t->op;
	  *use += child->n_accesses;
	}
      part->last = *use;
    }
}

/* All parts of S are there.  */
static void
join (const struct text *t, struct sequence *s)
{
  s->joined = PRAM_ARENA_NEW (t->arena, bool, s->n * s->n + 1);
  for (int a = 0; a < s->n; a++)
    for (int b = a + 1; b < s->n; b++)
      s->joined[a * s->n + b] = joined_p (t, s, &s->parts[a], &s->parts[b]);
}

static struct path
path_in (const struct text *t, const struct pram_node *node,
	 const struct use **use)
{
  struct sequence s = { 0 };
  if (node->kind != PRAM_LOOP)
    add_parts (t, &s, node, use);
  else
    for (int c = 0; c < node->n_children; c++)
      add_parts (t, &s, node->children[c], use);
  join (t, &s);
  return node->kind != PRAM_LOOP || node->data_dependent
	 ? path_through (t, &s, -1, !node->parent)
	 : path_around (t, node, &s);
}

/* --- Degrees -------------------------------------------------------------- */

static int
compare_terms (const void *a, const void *b)
{
  double x = ((const double *) a)[0], y = ((const double *) b)[0];
  return (x > y) - (x < y);
}

/* The innermost loop around USE that writes its element before in each iteration,
   so that only tasks of the same iteration read what one of them has written; or
   null.  */
static const struct pram_node *
own_iteration (const struct text *t, const struct use *use)
{
  if (use->access->indirect)
    return NULL;
  for (const struct pram_node *n = use->stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP && !pram_node_permutes_p (n)
	&& killed_p (t, n, use))
      return n;
  return NULL;
}

/* How many tasks of its run read by USE the same value, at most: loops that its
   offset doesn't depend on, and those whose steps others can make up for.  */
static double
find_readers (const struct text *t, const struct use *use)
{
  double terms[t->prog->n_loops + 1][2], reach = 0, most = 1;
  double others = 1, product = 1;
  int n = 0;
  bool distinct = true;
  const struct pram_node *own = own_iteration (t, use);
  for (int l = 0; l < t->prog->n_loops; l++)
    {
      const struct pram_node *loop = t->prog->loops[l];
      double trips = trips_of (t, loop);
      if (!inside_p (loop, use) || trips <= 1
	  || (own && pram_node_inside_p (own, loop)))
	continue;
      terms[n][0] = fabs ((double) coef_of (use, loop));
      terms[n][1] = trips;
      if (terms[n][0] > 0)
	n++;
      else
	others *= trips;
    }
  qsort (terms, (size_t) n, sizeof *terms, compare_terms);
  for (int k = 0; k < n; k++)
    {
      distinct &= terms[k][0] > reach;
      reach += terms[k][0] * (terms[k][1] - 1);
      product *= terms[k][1];
      most = fmax (most, terms[k][1]);
    }
  return others * (distinct ? 1 : product / most);
}

static double
readers_of_one (const struct text *t, struct use *use)
{
  if (use->readers < 0)
    use->readers = find_readers (t, use);
  return use->readers;
}

/* Set what a task of RUN receives, and count requests and messages.  */
static void
count_received (struct text *t, int run, double *messages, int *indirection)
{
  struct run *r = &t->runs[run];
  bool *asked = PRAM_ARENA_NEW (t->arena, bool, t->prog->n_arrays + 1);
  double flows = 0;
  int requests = 0;
  for (const struct use *u = t->uses + r->first; u < t->uses + r->last; u++)
    {
      int c = class_of (t, u);
      if (!reads_p (t, u))
	continue;
      double each = (t->steps[c] > 0 ? 2 : 1);
      requests += u->access->indirect;
      if (u->access->indirect && !asked[c])
	r->received += each * t->elements[c] + t->steps[c];
      else if (!u->access->indirect && t->written[c])
	{
	  flows += 1 + t->steps[c];
	  r->received += 1 + t->steps[c];
	}
      asked[c] |= u->access->indirect;
    }
  *messages += r->tasks * (flows + 2 * requests);
  *indirection = requests > *indirection ? requests : *indirection;
}

/* Tasks of READER that may get what one of WRITER's leaves, or (WRITER is negative) an
   element of class C that is from before.  */
static double
readers_of (const struct text *t, int writer, int c, int reader)
{
  double n = 0, all = t->runs[reader].tasks;
  const struct run *from = writer < 0 ? NULL : &t->runs[writer];
  for (int k = t->runs[reader].first; k < t->runs[reader].last; k++)
    {
      struct use *r = &t->uses[k];
      if (!reads_p (t, r))
	continue;
      if (!from && r->access->indirect && class_of (t, r) == c)
	return all;
      for (int w = from ? from->first : 0; from && w < from->last; w++)
	if (depends_p (t, &t->uses[w], r))
	  n += r->access->indirect ? all : readers_of_one (t, r);
    }
  return fmin (n, all);
}

static double
sent_by (const struct text *t, int writer, int c)
{
  double n = 0;
  for (int reader = 0; reader < t->n_runs; reader++)
    n += readers_of (t, writer, c, reader);
  return n;
}

/* The greatest degrees of the two ends of an edge by way of class C, 0 if there is
   none.  */
static double
degree_of (const struct text *t, int c)
{
  double sent = t->anywhere[c] ? sent_by (t, -1, c) : 0, received = 0;
  for (const struct use *u = t->uses; u < t->uses + t->n_uses; u++)
    if (class_of (t, u) == c)
      {
	if (leaves_p (t, u))
	  sent = fmax (sent, t->runs[u->run].sent);
	if (!u->access->write && (t->written[c] || u->access->indirect))
	  received = fmax (received, t->runs[u->run].received);
      }
  return sent > 0 && received > 0 ? sent + received : 0;
}

/* The least cost of who may send something: a holder, or a writer.  */
static double
least_cost (const struct text *t)
{
  double least = INFINITY;
  for (const struct use *u = t->uses; u < t->uses + t->n_uses; u++)
    if (u->access->indirect)
      return 0;
    else if (leaves_p (t, u) && t->runs[u->run].sent > 0)
      least = fmin (least, t->runs[u->run].weight);
  return least;
}

static void
count (struct text *t, struct pram_scheme_limits *out)
{
  for (int r = 0; r < t->n_runs; r++)
    {
      struct run *run = &t->runs[r];
      run->sent = sent_by (t, r, -1);
      count_received (t, r, &out->messages, &out->indirection);
      if (run->tasks <= 0)
	continue;
      out->n_tasks += run->tasks;
      out->n_edges += run->tasks * run->received;
      out->work += run->tasks * run->weight;
      out->heaviest = fmax (out->heaviest, run->weight);
      out->most_received = fmax (out->most_received, run->received);
    }
  out->least = least_cost (t);
  for (int c = 0; c < t->prog->n_arrays; c++)
    {
      out->degree = fmax (out->degree, degree_of (t, c));
      if (t->anywhere[t->class[c]])
	out->n_elements += t->elements[c];
    }
}

/* Each is compared with each other one: half a second.  */
enum { MOST_USES = 2500 };

void
pram_scheme_limit (struct pram_scheme_limits *out, const struct pram_prog *prog,
		   double op, struct pram_arena *arena)
{
  int n = prog->n_arrays + 1;
  struct text t = { .prog = prog, .op = op, .arena = arena };
  *out = (struct pram_scheme_limits) { 0 };
  t.most = PRAM_ARENA_NEW (arena, double, prog->n_loops + 1);
  t.class = PRAM_ARENA_NEW (arena, int, n);
  t.elements = PRAM_ARENA_NEW (arena, double, n);
  t.steps = PRAM_ARENA_NEW (arena, double, n);
  t.mixed = PRAM_ARENA_NEW (arena, bool, n);
  t.written = PRAM_ARENA_NEW (arena, bool, n);
  t.anywhere = PRAM_ARENA_NEW (arena, bool, n);
  t.how = PRAM_ARENA_NEW (arena, const struct pram_carried *, n);
  read_text (&t, prog->root);
  if (t.n_uses > MOST_USES)
    {
      out->reason = "it has too many accesses";
      out->line = prog->line;
      return;
    }
  find_classes (&t);
  check_uses (&t, out);
  count (&t, out);
  const struct use *use = t.uses;
  struct path path = path_in (&t, prog->root, &use);
  out->n_layers = path.tasks;
  out->depth = path.weight;
  out->travels = PRAM_ARENA_NEW (arena, bool, n);
  for (int a = 0; a < prog->n_arrays; a++)
    out->travels[a] = t.anywhere[t.class[a]] || t.written[t.class[a]];
}
