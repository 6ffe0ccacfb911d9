/* table-steps.c: what ranks do if a region runs through tables.

   SPDX-License-Identifier: GPL-3.0-or-later

   runtime/task-inspect.c and tasks.c, for all ranks at once.  The traces are
   walked task by task with a directory, which says for each element who wrote
   it last, who holds its value, and who has combined something into it since.
   A task that reads what its rank does not hold makes a value move from who
   wrote it: behind that task, or, if it was in an earlier block, at the
   beginning of this one.  What ranks have combined goes up the greedy tree to
   the task that reads it, a verdict leaves over that tree from the rank that
   has come to it.

   Time passes for the work of tasks, at the price of an operation and of an
   access, and for what the runtime does, at the prices of a task, of a task of
   another rank, of a value, and of an element (costs.h).

   Example: for (i < 4) a[i] = b[i], naive on 2 ranks.  Rank 1 gets b[1] and b[3]
   when the block begins, and gives a[1] and a[3] when all is collected.

   Invariant (1): the steps of all ranks, as they are made, are in an order in
   which they could be done, but for the moments when kept values are sent.  */

#include "table-steps.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "bcast.h"
#include "pram-sets.h"

/* A task touches an element.  */
struct touch
{
  int32_t name;			/* as names stand when the block begins */
  int32_t access;		/* that combines, + 1; 0: it reads or writes */
  bool write;
  int64_t offset;
};

/* A block's trace, read.  */
struct trace
{
  int n_tasks;
  int64_t *start;		/* n_tasks + 1: of its touches */
  int64_t n_touches, room;
  struct touch *touch;
  int *stand;			/* by name: at the end, name at the beginning */
};

/* A value that moves behind task AFTER of the block, -1: when it begins, for
   task READER.  */
struct move
{
  int32_t after, reader, src, dst, bytes;
  int64_t place;		/* in the stream, from 1 on */
};

/* Before TASK the N ranks, its own first, join what they have combined.  */
struct join { int task, n; int *rank; };

struct walk
{
  const struct pram_table_plan *plan;
  const struct pram_predictor *by;
  int procs, iterations;
  struct pram_arena *arena;
  struct pram_allreduce tree;
  struct trace *traces;		/* by block */
  int32_t *rank;		/* by task */
  int *stand;			/* object by name */

  /* The directory, by element.  */
  int64_t *first;		/* by object: its elements, n_arrays + 1 */
  int words;			/* of a set of ranks */
  uint64_t *holders, *combiners;	/* WORDS each */
  int32_t *owner, *access;	/* how they have combined, + 1; 0: nobody has */
  int64_t *writer;		/* task, counted over all blocks that run */

  /* The block being walked.  */
  int64_t begun;		/* tasks of the blocks before */
  int64_t n_moves, move_room;
  struct move *moves;		/* by reader */
  int n_joins, join_room;
  struct join *joins;		/* by task */

  int64_t *place;		/* by source and destination: values so far */
  int *walked;			/* by rank: tasks of the block */
  double *pending;		/* s, by rank: computed since its last step */
  struct pram_table_steps *out;
};

/* --- Steps --------------------------------------------------------------- */

static void
add_step (struct walk *w, int rank, enum pram_table_step_kind kind, int peer,
	  int64_t n)
{
  struct pram_table_steps *s = &w->out[rank];
  if (s->n == s->room)
    {
      s->room = 2 * s->room + 64;
      s->step = pram_resized (s->step, s->room, sizeof *s->step);
    }
  s->step[s->n++] = (struct pram_table_step) { w->pending[rank], kind, peer,
					       n };
  w->pending[rank] = 0;
}

static void
add_flushes (struct walk *w)
{
  for (int p = 0; p < w->procs; p++)
    add_step (w, p, PRAM_STEP_FLUSH, 0, 0);
}

/* RANK has walked as far as task K of the block.  */
static void
walk_to (struct walk *w, int rank, int k)
{
  w->pending[rank] += (k - w->walked[rank]) * w->by->costs->walk;
  w->walked[rank] = k;
}

/* --- Reading traces ------------------------------------------------------ */

struct reading
{
  const struct pram_table_plan *plan;
  struct trace *trace;
  int task;
};

static void
permute (int *stand, const int *next, int n)
{
  int before[n + 1];
  memcpy (before, stand, sizeof *before * (size_t) n);
  for (int a = 0; a < n; a++)
    stand[a] = before[next[a]];
}

static void
visit (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct reading *r = data;
  struct trace *t = r->trace;
  (void) count;
  if (stride == PRAM_TRACE_PERMUTE)
    permute (t->stand, r->plan->permutations[first], r->plan->prog->n_arrays);
  else if (stride == PRAM_TRACE_TASK)
    t->start[r->task++] = t->n_touches;
  else
    {
      const struct pram_trace_access *a = &r->plan->accesses[stride];
      if (t->n_touches == t->room)
	{
	  t->room = 2 * t->room + 64;
	  t->touch = pram_resized (t->touch, t->room, sizeof *t->touch);
	}
      t->touch[t->n_touches++]
	= (struct touch) { t->stand[a->name],
			   a->op >= 0 ? (int32_t) stride + 1 : 0, a->write,
			   first };
    }
}

static void
read_trace (struct walk *w, int b)
{
  const struct pram_table_block *block = &w->plan->blocks[b];
  struct trace *t = &w->traces[b];
  struct reading r = { .plan = w->plan, .trace = t };
  int64_t env[PRAM_SET_MAX_VARS] = { 0 };
  int n = w->plan->prog->n_arrays;
  t->n_tasks = block->n_tasks;
  t->start = PRAM_ARENA_NEW (w->arena, int64_t, t->n_tasks + 1);
  t->stand = PRAM_ARENA_NEW (w->arena, int, n + 1);
  for (int a = 0; a < n; a++)
    t->stand[a] = a;
  pram_set_enumerate (w->plan->code + block->trace, env, visit, &r);
  t->start[t->n_tasks] = t->n_touches;
}

/* --- The directory ------------------------------------------------------- */

static bool
member_p (const struct walk *w, const uint64_t *sets, int64_t element,
	  int rank)
{
  return sets[element * w->words + rank / 64] >> rank % 64 & 1;
}

static void
add_member (const struct walk *w, uint64_t *sets, int64_t element, int rank)
{
  sets[element * w->words + rank / 64] |= UINT64_C (1) << rank % 64;
}

static void
empty_set (const struct walk *w, uint64_t *sets, int64_t element)
{
  memset (sets + element * w->words, 0, sizeof *sets * (size_t) w->words);
}

static int
size_of (const struct walk *w, int object)
{
  return w->plan->prog->arrays[object].elem_size;
}

static int64_t
element_of (const struct walk *w, int object, int64_t offset)
{
  return w->first[object] + (offset - w->plan->expansion->touched_lo[object])
			    / size_of (w, object);
}

/* Make one in which rank 0 has everything.  */
static void
make_directory (struct walk *w)
{
  const struct pram_expansion *x = w->plan->expansion;
  int64_t n = 0;
  w->first = PRAM_ARENA_NEW (w->arena, int64_t, w->plan->prog->n_arrays + 1);
  for (int o = 0; o < w->plan->prog->n_arrays; o++)
    {
      int64_t bytes = x->touched_hi[o] - x->touched_lo[o];
      w->first[o] = n;
      n += bytes > 0 ? bytes / size_of (w, o) : 0;
    }
  w->first[w->plan->prog->n_arrays] = n;
  w->words = (w->procs + 63) / 64;
  w->holders = pram_zeroed (n * w->words, sizeof *w->holders);
  w->combiners = pram_zeroed (n * w->words, sizeof *w->combiners);
  w->owner = pram_zeroed (n, sizeof *w->owner);
  w->access = pram_zeroed (n, sizeof *w->access);
  w->writer = pram_zeroed (n, sizeof *w->writer);
  for (int64_t e = 0; e < n; e++)
    {
      add_member (w, w->holders, e, 0);
      w->writer[e] = -1;
    }
  for (int p = 0; p < w->procs; p++)
    w->pending[p] += (double) n * w->by->costs->element;
}

/* --- The walk ------------------------------------------------------------ */

static int
rank_of (const struct walk *w, const struct pram_table_block *block, int k)
{
  return w->rank[block->first_task + k];
}

/* RANK reads ELEMENT, of SIZE bytes, in task K.  */
static void
read_element (struct walk *w, int k, int rank, int64_t element, int size)
{
  int owner = w->owner[element];
  int64_t after = w->writer[element] - w->begun;
  if (member_p (w, w->holders, element, rank))
    return;
  add_member (w, w->holders, element, rank);
  if (w->n_moves == w->move_room)
    {
      w->move_room = 2 * w->move_room + 64;
      w->moves = pram_resized (w->moves, w->move_room, sizeof *w->moves);
    }
  w->moves[w->n_moves++]
    = (struct move) { after < 0 ? -1 : (int32_t) after, k, owner, rank, size,
		      0 };
}

static void
write_element (struct walk *w, int k, int rank, int64_t element)
{
  w->owner[element] = rank;
  empty_set (w, w->holders, element);
  add_member (w, w->holders, element, rank);
  w->writer[element] = w->begun + k;
}

static void
forget_combined (struct walk *w, int64_t element)
{
  empty_set (w, w->combiners, element);
  w->access[element] = 0;
}

/* Who takes part when rank ROOT gets what has been combined into ELEMENT.  */
static struct join
find_join (struct walk *w, int k, int root, int64_t element)
{
  struct join j = { k, 1, PRAM_ARENA_NEW (w->arena, int, w->procs) };
  j.rank[0] = root;
  for (int i = 1; i < w->procs; i++)
    if (member_p (w, w->combiners, element, (root + i) % w->procs))
      j.rank[j.n++] = (root + i) % w->procs;
  return j;
}

static void
join_element (struct walk *w, int k, int rank, int64_t element)
{
  if (w->n_joins == w->join_room)
    {
      w->join_room = 2 * w->join_room + 4;
      w->joins = pram_resized (w->joins, w->join_room, sizeof *w->joins);
    }
  w->joins[w->n_joins++] = find_join (w, k, rank, element);
  forget_combined (w, element);
  write_element (w, k, rank, element);
}

/* Does TOUCH need what has been combined into ELEMENT as one value, being a read
   or a step of another reduction?  */
static bool
needs_join_p (const struct walk *w, int64_t element, const struct touch *touch)
{
  const struct pram_trace_access *all = w->plan->accesses;
  int access = w->access[element];
  if (!access || touch->write)
    return access && touch->access
	   && (all[access - 1].reduction
	       != all[touch->access - 1].reduction);
  return true;
}

/* Task K, on RANK, touches an element.  */
static void
touch_element (struct walk *w, int k, int rank, const struct touch *touch)
{
  int object = w->stand[touch->name];
  int64_t element = element_of (w, object, touch->offset);
  bool join = needs_join_p (w, element, touch);
  if (!touch->write || join)
    read_element (w, k, rank, element, size_of (w, object));
  if (join)
    join_element (w, k, rank, element);
  if (touch->access)
    {
      w->access[element] = touch->access;
      add_member (w, w->combiners, element, rank);
    }
  else if (touch->write)
    {
      forget_combined (w, element);
      write_element (w, k, rank, element);
    }
}

/* --- The steps of a block ------------------------------------------------ */

/* The moves by the task they follow, those of one as they stand; sets their
   places.  END has room for N_TASKS + 2: those behind task k end before
   END[k + 1].  Caller frees.  */
static struct move **
order_moves (struct walk *w, int n_tasks, int64_t *end)
{
  struct move **order = pram_zeroed (w->n_moves, sizeof *order);
  for (int64_t m = 0; m < w->n_moves; m++)
    end[w->moves[m].after + 2]++;
  for (int k = 0; k <= n_tasks; k++)
    end[k + 1] += end[k];
  for (int64_t m = 0; m < w->n_moves; m++)
    order[end[w->moves[m].after + 1]++] = &w->moves[m];
  for (int64_t m = 0; m < w->n_moves; m++)
    order[m]->place = ++w->place[order[m]->src * (int64_t) w->procs
				 + order[m]->dst];
  return order;
}

/* Put those of ORDER from *NEXT on, before END.  */
static void
put_moves (struct walk *w, struct move *const *order, int64_t *next,
	   int64_t end)
{
  for (; *next < end; ++*next)
    {
      const struct move *m = order[*next];
      w->pending[m->src] += w->by->costs->value;
      add_step (w, m->src, PRAM_STEP_PUT, m->dst, m->bytes);
    }
}

static int
compare_sources (const void *a_, const void *b_)
{
  const struct move *a = a_, *b = b_;
  if (a->src != b->src)
    return a->src < b->src ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

/* The N moves from MOVE on are for one task: its rank waits for them, source by
   source.  (Of moves that have been put only the place is still needed.)  */
static void
get_moves (struct walk *w, struct move *move, int64_t n)
{
  if (n > 1)
    qsort (move, (size_t) n, sizeof *move, compare_sources);
  for (int64_t m = 0; m < n; m++)
    {
      add_step (w, move[m].dst, PRAM_STEP_GET, move[m].src, move[m].place);
      w->pending[move[m].dst] += w->by->costs->value;
    }
}

/* J's ranks send what they have up the greedy tree.  */
static void
take_part (struct walk *w, const struct join *j)
{
  const int *parent = w->tree.parent;
  for (int v = 0; v < j->n; v++)
    {
      if (j->task >= 0)
	walk_to (w, j->rank[v], j->task);
      add_step (w, j->rank[v], PRAM_STEP_FLUSH, 0, 0);
      for (int u = j->n - 1; u > v; u--)
	if (parent[u] == v)
	  add_step (w, j->rank[v], PRAM_STEP_RECEIVE, j->rank[u],
		    PRAM_PARTIAL_BYTES);
      if (v > 0)
	add_step (w, j->rank[v], PRAM_STEP_SEND, j->rank[parent[v]],
		  PRAM_PARTIAL_BYTES);
    }
}

/* Task K of block B computes.  */
static void
compute (struct walk *w, int b, int k)
{
  const struct pram_table_block *block = &w->plan->blocks[b];
  const struct trace *t = &w->traces[b];
  const struct pram_costs *costs = w->by->costs;
  int rank = rank_of (w, block, k);
  double work = w->plan->expansion->tasks[block->first_task + k].work;
  int64_t n = t->start[k + 1] - t->start[k];
  w->walked[rank] = k + 1;
  w->pending[rank] += costs->task + work * w->by->logp->op
		      + (double) n * costs->access;
  for (int64_t i = t->start[k]; i < t->start[k + 1]; i++)
    w->pending[rank] += t->touch[i].write && t->touch[i].access
			? costs->combine : 0;
}

/* What has been found of block B as steps.  */
static void
add_block (struct walk *w, int b)
{
  const struct pram_table_block *block = &w->plan->blocks[b];
  int n = block->n_tasks, j = 0;
  int64_t *end = pram_zeroed (n + 2, sizeof *end);
  struct move **order = order_moves (w, n, end);
  int64_t put = 0, got = 0, last;
  add_flushes (w);
  put_moves (w, order, &put, end[0]);
  for (int k = 0; k < n; k++, got = last)
    {
      walk_to (w, rank_of (w, block, k), k);
      for (last = got; last < w->n_moves && w->moves[last].reader == k;)
	last++;
      get_moves (w, w->moves + got, last - got);
      for (; j < w->n_joins && w->joins[j].task == k; j++)
	take_part (w, &w->joins[j]);
      compute (w, b, k);
      put_moves (w, order, &put, end[k + 1]);
    }
  for (int p = 0; p < w->procs; p++)
    walk_to (w, p, n);
  add_flushes (w);
  free (order);
  free (end);
}

static void
run_block (struct walk *w, int b)
{
  const struct pram_table_block *block = &w->plan->blocks[b];
  const struct trace *t = &w->traces[b];
  int stand[w->plan->prog->n_arrays + 1];
  w->n_moves = w->n_joins = 0;
  memset (w->walked, 0, sizeof *w->walked * (size_t) w->procs);
  for (int k = 0; k < t->n_tasks; k++)
    for (int64_t i = t->start[k]; i < t->start[k + 1]; i++)
      touch_element (w, k, rank_of (w, block, k), &t->touch[i]);
  add_block (w, b);
  w->begun += t->n_tasks;
  memcpy (stand, w->stand, sizeof stand);
  for (int a = 0; a < w->plan->prog->n_arrays; a++)
    w->stand[a] = stand[t->stand[a]];
}

/* --- Verdicts ------------------------------------------------------------ */

/* The rank that has come to the verdict in ARRAY tells all others, over the
   tree in which ranks are counted from it on.  */
static void
broadcast (struct walk *w, int array)
{
  const struct pram_allreduce *tree = &w->tree;
  int64_t element = w->first[array];
  int root = w->owner[element], n = w->procs;
  for (int v = 0; v < n; v++)
    {
      int me = (tree->number[v] + root) % n;
      add_step (w, me, PRAM_STEP_FLUSH, 0, 0);
      if (v > 0)
	add_step (w, me, PRAM_STEP_RECEIVE,
		  (tree->number[tree->parent[v]] + root) % n,
		  sizeof (int32_t));
      for (int u = v + 1; u < n; u++)
	if (tree->parent[u] == v)
	  add_step (w, me, PRAM_STEP_SEND, (tree->number[u] + root) % n,
		    sizeof (int32_t));
      add_member (w, w->holders, element, me);
    }
}

/* --- The region ---------------------------------------------------------- */

static void run_seq (struct walk *, const struct pram_node *seq);

/* LOOP begins its segment COUNTED so many TIMES, and leaves with the next
   test.  */
static void
run_while (struct walk *w, const struct pram_node *loop, int counted,
	   int times, bool marked)
{
  for (int n = 0;;)
    {
      for (int s = 0; s < loop->n_children; s++)
	{
	  for (int p = 0; p < w->procs && marked && s == counted; p++)
	    add_step (w, p, PRAM_STEP_MARK, 0, 0);
	  n += s == counted;
	  run_seq (w, loop->children[s]);
	  if (loop->children[s]->test)
	    broadcast (w, loop->children[s]->test - 1);
	  if (n == times && (s < loop->n_children - 1 || s == 0))
	    return;
	}
      if (loop->next)
	permute (w->stand, loop->next, w->plan->prog->n_arrays);
    }
}

/* SEQ's blocks and data-dependent loops, in their order.  */
static void
run_seq (struct walk *w, const struct pram_node *seq)
{
  const struct pram_table_plan *plan = w->plan;
  for (int c = 0; c < seq->n_children; c++)
    {
      const struct pram_node *child = seq->children[c];
      for (int b = 0; b < plan->n_blocks; b++)
	if (plan->blocks[b].seq == seq && plan->blocks[b].first == c)
	  run_block (w, b);
      if (child->kind == PRAM_LOOP && child->data_dependent)
	{
	  bool first = child == plan->loop;
	  run_while (w, child, pram_table_plan_segment (plan, child),
		     first ? w->iterations : 1, first);
	}
    }
}

/* Rank 0 gets what of OBJECT it does not hold.  */
static void
collect (struct walk *w, int object)
{
  int64_t first = w->first[object], last = w->first[object + 1];
  for (int64_t e = first; e < last; e++)
    if (!member_p (w, w->holders, e, 0))
      {
	int owner = w->owner[e];
	w->pending[owner] += w->by->costs->value;
	add_step (w, owner, PRAM_STEP_PUT, 0, size_of (w, object));
	add_step (w, 0, PRAM_STEP_GET, owner,
		  ++w->place[owner * (int64_t) w->procs]);
	w->pending[0] += w->by->costs->value;
      }
  for (int64_t e = first; e < last; e++)
    if (w->access[e])
      {
	struct join j = find_join (w, -1, 0, e);
	take_part (w, &j);
      }
}

static void
start (struct walk *w)
{
  const struct pram_table_plan *plan = w->plan;
  w->tree = pram_allreduce_choose (w->arena, w->procs, 16, w->by->logp);
  w->out = pram_zeroed (w->procs, sizeof *w->out);
  w->walked = PRAM_ARENA_NEW (w->arena, int, w->procs);
  w->pending = PRAM_ARENA_NEW (w->arena, double, w->procs);
  w->stand = PRAM_ARENA_NEW (w->arena, int, plan->prog->n_arrays + 1);
  for (int a = 0; a < plan->prog->n_arrays; a++)
    w->stand[a] = a;
  w->rank = PRAM_ARENA_NEW (w->arena, int32_t, plan->expansion->n_tasks + 1);
  for (int v = 0; v < plan->expansion->n_tasks; v++)
    w->rank[v] = pram_table_plan_rank (plan, v, w->procs);
  w->traces = PRAM_ARENA_NEW (w->arena, struct trace, plan->n_blocks + 1);
  for (int b = 0; b < plan->n_blocks; b++)
    read_trace (w, b);
  w->place = pram_zeroed ((int64_t) w->procs * w->procs, sizeof *w->place);
  make_directory (w);
}

static void
finish (struct walk *w)
{
  for (int b = 0; b < w->plan->n_blocks; b++)
    free (w->traces[b].touch);
  free (w->holders);
  free (w->combiners);
  free (w->owner);
  free (w->access);
  free (w->writer);
  free (w->moves);
  free (w->joins);
  free (w->place);
  pram_arena_free (w->arena);
}

struct pram_table_steps *
pram_table_steps_find (const struct pram_table_plan *plan,
		       const struct pram_predictor *by, int procs,
		       int iterations)
{
  struct walk w = { .plan = plan, .by = by, .procs = procs,
		    .iterations = iterations, .arena = pram_arena_new () };
  start (&w);
  run_seq (&w, plan->prog->root);
  for (int o = 0; o < plan->prog->n_arrays; o++)
    if (plan->collected[o])
      collect (&w, o);
  add_flushes (&w);
  finish (&w);
  return w.out;
}

void
pram_table_steps_free (struct pram_table_steps *steps, int procs)
{
  for (int p = 0; p < procs; p++)
    free (steps[p].step);
  free (steps);
}
