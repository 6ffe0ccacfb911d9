/* table-steps.c: what ranks do if a region runs through tables.

   SPDX-License-Identifier: Apache-2.0

   runtime/tasks.c, for all ranks at once: before a task they take what moves
   for it (table-walk.c), behind it they put what others need into their
   streams.  What ranks have combined goes up the greedy tree to the task that
   reads it, a verdict leaves over that tree from the rank that has come to it.

   Time passes for the work of tasks, at the price of an operation and of an
   access, and for what the runtime does, at the prices of a task, of a task of
   another rank, of a value, and of an element that is collected (costs.h).

   Example: for (i < 4) a[i] = b[i], naive on 2 ranks.  Rank 1 gets b[1] and
   b[3] when the block begins, and gives a[1] and a[3] when all is collected.

   Invariant (1): the steps of all ranks, as they are made, are in an order in
   which they could be done, but for the moments when kept values are sent.  */

#include "table-steps.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "machine/bcast.h"
#include "table-walk.h"

struct maker
{
  struct pram_table_walk walk;
  const struct pram_predictor *by;
  int iterations;
  struct pram_allreduce tree;
  int32_t *number, n_numbers;	/* by rank: of those with tasks, and 0 */
  int64_t *place;		/* by numbers of source and destination:
				   values so far */
  int *walked;			/* by rank: tasks of the block */
  double *pending;		/* s, by rank: computed since its last step */
  int32_t *line, *last_line;	/* by rank: of the tasks among that */
  struct pram_table_steps *out;
};

/* --- Steps --------------------------------------------------------------- */

static struct pram_table_step *
add_step (struct maker *m, int rank, enum pram_table_step_kind kind, int peer,
	  int64_t n)
{
  struct pram_table_steps *s = &m->out[rank];
  if (s->n == s->room)
    {
      s->room = 2 * s->room + 64;
      s->step = pram_resized (s->step, s->room, sizeof *s->step);
    }
  s->step[s->n] = (struct pram_table_step) { .before = m->pending[rank],
					     .line = m->line[rank],
					     .last_line = m->last_line[rank],
					     .kind = kind, .peer = peer,
					     .n = n };
  m->pending[rank] = 0;
  m->line[rank] = m->last_line[rank] = 0;
  return &s->step[s->n++];
}

static void
add_steps (struct maker *m, enum pram_table_step_kind kind)
{
  for (int p = 0; p < m->walk.procs; p++)
    add_step (m, p, kind, 0, 0);
}

/* RANK has walked as far as task K of the block.  */
static void
walk_to (struct maker *m, int rank, int k)
{
  m->pending[rank] += (k - m->walked[rank]) * m->by->costs->walk;
  m->walked[rank] = k;
}

/* The place of the next value from SRC to DST.  */
static int64_t
next_place (struct maker *m, int src, int dst)
{
  return ++m->place[m->number[src] * (int64_t) m->n_numbers + m->number[dst]];
}

/* --- The steps of a block ------------------------------------------------ */

/* The moves by the task they follow, those of one as they stand; sets their
   places.  END has room for N_TASKS + 2: those behind task k end before
   END[k + 1].  Caller frees.  */
static struct pram_table_move **
order_moves (struct maker *m, int n_tasks, int64_t *end)
{
  struct pram_table_walk *w = &m->walk;
  struct pram_table_move **order = pram_zeroed (w->n_moves, sizeof *order);
  for (int64_t i = 0; i < w->n_moves; i++)
    end[w->moves[i].after + 2]++;
  for (int k = 0; k <= n_tasks; k++)
    end[k + 1] += end[k];
  for (int64_t i = 0; i < w->n_moves; i++)
    order[end[w->moves[i].after + 1]++] = &w->moves[i];
  for (int64_t i = 0; i < w->n_moves; i++)
    order[i]->place = next_place (m, order[i]->src, order[i]->dst);
  return order;
}

/* Put those of ORDER from *NEXT on, before END.  */
static void
put_moves (struct maker *m, struct pram_table_move *const *order,
	   int64_t *next, int64_t end)
{
  for (; *next < end; ++*next)
    {
      const struct pram_table_move *move = order[*next];
      m->pending[move->src] += m->by->costs->value;
      add_step (m, move->src, PRAM_STEP_PUT, move->dst, move->bytes)->at
	= m->walk.tasks.step[move->reader];
    }
}

static int
compare_sources (const void *a_, const void *b_)
{
  const struct pram_table_move *a = a_, *b = b_;
  if (a->src != b->src)
    return a->src < b->src ? -1 : 1;
  return (a->place > b->place) - (a->place < b->place);
}

/* The N moves from MOVE on are for one task: its rank waits for them, source by
   source.  (Of moves that have been put only the place is still needed.)  */
static void
get_moves (struct maker *m, struct pram_table_move *move, int64_t n)
{
  if (n > 1)
    qsort (move, (size_t) n, sizeof *move, compare_sources);
  for (int64_t i = 0; i < n; i++)
    {
      add_step (m, move[i].dst, PRAM_STEP_GET, move[i].src, move[i].place);
      m->pending[move[i].dst] += m->by->costs->value;
    }
}

/* J's ranks send what they have up the greedy tree.  */
static void
take_part (struct maker *m, const struct pram_table_join *j)
{
  const int *parent = m->tree.parent;
  for (int v = 0; v < j->n; v++)
    {
      if (j->task >= 0)
	walk_to (m, j->rank[v], j->task);
      add_step (m, j->rank[v], PRAM_STEP_FLUSH, 0, 0);
      for (int u = j->n - 1; u > v; u--)
	if (parent[u] == v)
	  add_step (m, j->rank[v], PRAM_STEP_RECEIVE, j->rank[u],
		    PRAM_PARTIAL_BYTES);
      if (v > 0)
	add_step (m, j->rank[v], PRAM_STEP_SEND, j->rank[parent[v]],
		  PRAM_PARTIAL_BYTES);
    }
}

/* Task K of block B computes.  */
static void
compute (struct maker *m, int b, int k)
{
  const struct pram_table_plan *plan = m->walk.plan;
  const struct pram_table_block *block = &plan->blocks[b];
  const struct pram_table_trace *t = &m->walk.traces[b];
  const struct pram_costs *costs = m->by->costs;
  int rank = pram_table_rank_of (&m->walk, block, k);
  double work = plan->expansion->tasks[block->first_task + k].work;
  int32_t line = plan->expansion->tasks[block->first_task + k].stmt->line;
  int64_t n = t->start[k + 1] - t->start[k];
  m->walked[rank] = k + 1;
  if (!m->line[rank] || line < m->line[rank])
    m->line[rank] = line;
  if (line > m->last_line[rank])
    m->last_line[rank] = line;
  m->pending[rank] += costs->task + work * m->by->logp->op
		      + (double) n * costs->access;
  for (int64_t i = t->start[k]; i < t->start[k + 1]; i++)
    m->pending[rank] += t->touch[i].write && t->touch[i].access
			? costs->combine : 0;
}

/* For each task of block B the step of the next one that its rank runs, or
   INT32_MAX; the first ones of the ranks in FIRST.  Caller frees.  */
static int32_t *
find_next (const struct maker *m, int b, int32_t *first)
{
  const struct pram_table_block *block = &m->walk.plan->blocks[b];
  int32_t *next = pram_zeroed (block->n_tasks, sizeof *next);
  for (int p = 0; p < m->walk.procs; p++)
    first[p] = INT32_MAX;
  for (int k = block->n_tasks - 1; k >= 0; k--)
    {
      int rank = pram_table_rank_of (&m->walk, block, k);
      next[k] = first[rank];
      first[rank] = m->walk.tasks.step[k];
    }
  return next;
}

/* What has been found of block B as steps.  */
static void
add_block (struct maker *m, int b)
{
  const struct pram_table_walk *w = &m->walk;
  const struct pram_table_block *block = &w->plan->blocks[b];
  int n = block->n_tasks, j = 0;
  int32_t first[w->procs];
  int32_t *next = find_next (m, b, first);
  int64_t *end = pram_zeroed (n + 2, sizeof *end);
  struct pram_table_move **order = order_moves (m, n, end);
  int64_t put = 0, got = 0, last;
  add_steps (m, PRAM_STEP_BLOCK);
  put_moves (m, order, &put, end[0]);
  for (int p = 0; p < w->procs; p++)
    add_step (m, p, PRAM_STEP_DONE, 0, 0)->at = first[p];
  for (int k = 0; k < n; k++, got = last)
    {
      int rank = pram_table_rank_of (w, block, k);
      walk_to (m, rank, k);
      for (last = got; last < w->n_moves && w->moves[last].reader == k;)
	last++;
      get_moves (m, w->moves + got, last - got);
      for (; j < w->n_joins && w->joins[j].task == k; j++)
	take_part (m, &w->joins[j]);
      compute (m, b, k);
      put_moves (m, order, &put, end[k + 1]);
      add_step (m, rank, PRAM_STEP_DONE, 0, 0)->at = next[k];
    }
  for (int p = 0; p < w->procs; p++)
    walk_to (m, p, n);
  add_steps (m, PRAM_STEP_FLUSH);
  free (order);
  free (end);
  free (next);
}

/* --- Verdicts ------------------------------------------------------------ */

/* The rank that has come to the verdict in ARRAY tells all others, over the
   tree in which ranks are counted from it on.  */
static void
broadcast (struct maker *m, int array)
{
  const struct pram_allreduce *tree = &m->tree;
  struct pram_table_walk *w = &m->walk;
  int64_t element = w->first[array];
  int root = w->directory.owner[element], n = w->procs;
  for (int v = 0; v < n; v++)
    {
      int me = (tree->number[v] + root) % n;
      add_step (m, me, PRAM_STEP_FLUSH, 0, 0);
      if (v > 0)
	add_step (m, me, PRAM_STEP_RECEIVE,
		  (tree->number[tree->parent[v]] + root) % n,
		  sizeof (int32_t));
      for (int u = v + 1; u < n; u++)
	if (tree->parent[u] == v)
	  add_step (m, me, PRAM_STEP_SEND, (tree->number[u] + root) % n,
		    sizeof (int32_t));
      pram_task_hold (&w->directory, element, me);
    }
}

/* --- The region ---------------------------------------------------------- */

static void run_seq (struct maker *, const struct pram_node *seq);

/* LOOP begins its segment COUNTED so many TIMES, and leaves with the next
   test.  */
static void
run_while (struct maker *m, const struct pram_node *loop, int counted,
	   int times, bool marked)
{
  for (int n = 0;;)
    {
      for (int s = 0; s < loop->n_children; s++)
	{
	  if (marked && s == counted)
	    add_steps (m, PRAM_STEP_MARK);
	  n += s == counted;
	  run_seq (m, loop->children[s]);
	  if (loop->children[s]->test)
	    broadcast (m, loop->children[s]->test - 1);
	  if (n == times && (s < loop->n_children - 1 || s == 0))
	    return;
	}
      if (loop->next)
	pram_table_walk_rename (&m->walk, loop->next);
    }
}

static void
run_block (struct maker *m, int b)
{
  memset (m->walked, 0, sizeof *m->walked * (size_t) m->walk.procs);
  pram_table_walk_block (&m->walk, b);
  add_block (m, b);
}

/* SEQ's blocks and data-dependent loops, in their order.  */
static void
run_seq (struct maker *m, const struct pram_node *seq)
{
  const struct pram_table_plan *plan = m->walk.plan;
  for (int c = 0; c < seq->n_children; c++)
    {
      const struct pram_node *child = seq->children[c];
      for (int b = 0; b < plan->n_blocks; b++)
	if (plan->blocks[b].seq == seq && plan->blocks[b].first == c)
	  run_block (m, b);
      if (child->kind == PRAM_LOOP && child->data_dependent)
	{
	  bool first = child == plan->loop;
	  run_while (m, child, pram_table_plan_segment (plan, child),
		     first ? m->iterations : 1, first);
	}
    }
}

/* Rank 0 gets what of OBJECT it does not hold.  */
static void
collect (struct maker *m, int object)
{
  struct pram_table_walk *w = &m->walk;
  int64_t first = w->first[object], last = w->first[object + 1];
  for (int64_t e = first; e < last; e++)
    {
      int owner = w->directory.owner[e];
      for (int p = 0; p < w->procs; p++)
	m->pending[p] += m->by->costs->element;
      if (pram_task_holds_p (&w->directory, e, 0))
	continue;
      m->pending[owner] += m->by->costs->value;
      add_step (m, owner, PRAM_STEP_PUT, 0, pram_table_size_of (w, object))
	->at = INT32_MAX;
      add_step (m, 0, PRAM_STEP_GET, owner, next_place (m, owner, 0));
      m->pending[0] += m->by->costs->value;
    }
  for (int64_t e = first; e < last; e++)
    if (w->directory.access[e])
      {
	struct pram_table_join j = pram_table_find_join (w, -1, 0, e);
	take_part (m, &j);
      }
}

/* Number the ranks that values come from and go to.  */
static void
number_ranks (struct maker *m)
{
  const struct pram_table_walk *w = &m->walk;
  m->number = PRAM_ARENA_NEW (w->arena, int32_t, w->procs);
  m->n_numbers = 1;
  for (int t = 0; t < w->plan->expansion->n_tasks; t++)
    if (w->rank[t] && !m->number[w->rank[t]])
      m->number[w->rank[t]] = m->n_numbers++;
  m->place = pram_zeroed ((int64_t) m->n_numbers * m->n_numbers,
			  sizeof *m->place);
}

static void
start (struct maker *m)
{
  struct pram_table_walk *w = &m->walk;
  m->tree = pram_allreduce_choose (w->arena, w->procs, 16, m->by->logp);
  m->out = pram_zeroed (w->procs, sizeof *m->out);
  m->walked = PRAM_ARENA_NEW (w->arena, int, w->procs);
  m->pending = PRAM_ARENA_NEW (w->arena, double, w->procs);
  m->line = PRAM_ARENA_NEW (w->arena, int32_t, w->procs);
  m->last_line = PRAM_ARENA_NEW (w->arena, int32_t, w->procs);
  number_ranks (m);
}

struct pram_table_steps *
pram_table_steps_find (const struct pram_table_plan *plan,
		       const struct pram_predictor *by, int procs,
		       int iterations)
{
  struct maker m = { .by = by, .iterations = iterations };
  pram_table_walk_start (&m.walk, plan, procs);
  start (&m);
  run_seq (&m, plan->prog->root);
  for (int o = 0; o < plan->prog->n_arrays; o++)
    if (plan->collected[o])
      collect (&m, o);
  add_steps (&m, PRAM_STEP_FLUSH);
  free (m.place);
  pram_table_walk_finish (&m.walk);
  return m.out;
}

void
pram_table_steps_free (struct pram_table_steps *steps, int procs)
{
  for (int p = 0; p < procs; p++)
    free (steps[p].step);
  free (steps);
}
