/* task-inspect.c: what has to move when a block of tasks runs.

   SPDX-License-Identifier: Apache-2.0

   Every process walks over all tasks of a block before it runs its own, and
   keeps a directory: which process wrote an element last, and which hold its
   value.  A task that reads an element which its process does not hold needs a
   message from the owner: right after the task that wrote it, or, if that was
   in an earlier block, as soon as this one begins.  A block begins with the
   verdict of a convergence loop, so these are the messages that depend on it
   (Iterative, section 3, Algorithms 2 and 3); no other waits for it.

   What tasks combine into an element stays with their processes until a task
   reads it: then all that have something *join* it, and the reader's process
   owns the element.

   Walks are remembered: an iteration that finds the directory as another one
   found it does the same.

   Example: a[1] = a[0] on process 0, a[2] = a[1] on process 1.  At first
   process 0 owns all; task 1 reads a[1], which 0 wrote in task 0: a move after
   task 0 from 0 to 1, and from then on both hold it.  */

#include "tasks.h"

/* --- The directory ------------------------------------------------------- */

/* The objects that tasks combine values into.  */

static void
find_combined (struct prt_tables *t)
{
  struct prt_directory *d = &t->directory;
  d->first_combined = prt_alloc (t->desc->n_names, sizeof *d->first_combined);
  memset (d->first_combined, -1,
	  t->desc->n_names * sizeof *d->first_combined);
  for (int a = 0; a < t->desc->n_accesses; a++)
    {
      int o = t->desc->accesses[a].name;
      const struct pram_name *name = &t->desc->names[o];
      if (t->desc->accesses[a].op < 0 || d->first_combined[o] >= 0)
	continue;
      if (name->arg >= 0)
	prt_fatal ("an array is combined into");
      d->first_combined[o] = d->n_combined;
      d->n_combined += (name->hi - name->lo) / name->elem_size;
    }
}

void
prt_directory_init (struct prt_tables *t)
{
  struct prt_directory *d = &t->directory;
  d->first = prt_alloc (t->desc->n_names, sizeof *d->first);
  for (int o = 0; o < t->desc->n_names; o++)
    {
      const struct pram_name *name = &t->desc->names[o];
      d->first[o] = d->n;
      d->n += (name->hi - name->lo) / name->elem_size;
    }
  find_combined (t);
  /* One piece, to be copied and compared at once.  */
  struct pram_directory *of = &d->of;
  of->words = (prt.procs + 63) / 64;
  d->size = (d->n + d->n_combined)
	    * (of->words * sizeof *of->holders + sizeof *of->owner);
  of->holders = prt_alloc (1, d->size);
  of->combiners = of->holders + d->n * of->words;
  of->owner = (int32_t *) (of->combiners + d->n_combined * of->words);
  of->access = of->owner + d->n;
}

void
prt_hold_all (struct prt_directory *d, int64_t element)
{
  for (int r = 0; r < prt.procs; r++)
    pram_task_hold (&d->of, element, r);
}

/* A region is entered: rank 0 has everything.  */

void
prt_directory_reset (struct prt_tables *t)
{
  struct prt_directory *d = &t->directory;
  memset (d->of.holders, 0, d->size);
  for (int64_t e = 0; e < d->n; e++)
    pram_task_hold (&d->of, e, 0);
}

/* The number of OBJECT's element at byte OFFSET.  */

int64_t
prt_element (const struct prt_tables *t, int object, int64_t offset)
{
  const struct pram_name *name = &t->desc->names[object];
  return t->directory.first[object] + (offset - name->lo) / name->elem_size;
}

/* Likewise among those that are combined into; -1 if it is none.  */

int64_t
prt_combined_element (const struct prt_tables *t, int object, int64_t offset)
{
  const struct pram_name *name = &t->desc->names[object];
  int64_t first = t->directory.first_combined[object];
  return first < 0 ? -1 : first + (offset - name->lo) / name->elem_size;
}

/* --- The walk ------------------------------------------------------------ */

struct walk
{
  struct pram_task_walk tasks;
  struct prt_tables *t;
  const struct prt_task_trace *trace;
  const int32_t *stand;
  int64_t n, room;
  struct prt_move *move;	/* from or to this process */
  struct prt_inspected *out;	/* its combinations and joins */
  int64_t combine_room, join_room;
};

/* Note a move that this process has part in.  */

static void
move (struct pram_task_walk *tasks, int k, int rank,
      const struct pram_task_touch *touch, int64_t element, int32_t owner,
      int32_t after)
{
  struct walk *w = (struct walk *) tasks;
  (void) element;
  if (rank != prt.rank && owner != prt.rank)
    return;
  if (w->n == w->room)
    {
      w->room = 2 * w->room + 64;
      w->move = prt_grow (w->move, w->room, sizeof *w->move);
    }
  w->move[w->n++] = (struct prt_move)
    { .after = after, .reader = k, .src = owner, .dst = rank,
      .object = w->stand[touch->name], .offset = touch->offset };
}

/* Who takes part when process ROOT gets what is COMBINED: store it in J.  */

void
prt_find_join (const struct prt_tables *t, int64_t combined, int root,
	       struct prt_join *j)
{
  const struct pram_directory *d = &t->directory.of;
  j->access = d->access[combined] - 1;
  j->mine = pram_ranks_in_p (d->combiners + combined * d->words, prt.rank);
  j->rank = prt_alloc (prt.procs, sizeof *j->rank);
  j->n = pram_task_join (d, combined, root, prt.procs, j->rank);
}

static void
join (struct pram_task_walk *tasks, int k, int rank,
      const struct pram_task_touch *touch, int64_t combined)
{
  struct walk *w = (struct walk *) tasks;
  struct prt_inspected *out = w->out;
  struct prt_join j = { .task = k, .object = w->stand[touch->name],
			.offset = touch->offset };
  prt_find_join (w->t, combined, rank, &j);
  if (rank != prt.rank && !j.mine)
    {
      free (j.rank);
      return;
    }
  if (out->n_joins == w->join_room)
    {
      w->join_room = 2 * w->join_room + 4;
      out->join = prt_grow (out->join, w->join_room, sizeof *out->join);
    }
  out->join[out->n_joins++] = j;
}

static void
combine (struct pram_task_walk *tasks, int k, int rank,
	 const struct pram_task_touch *touch, int64_t combined, bool fresh)
{
  struct walk *w = (struct walk *) tasks;
  struct prt_inspected *out = w->out;
  if (rank != prt.rank)
    return;
  if (out->n_combines == w->combine_room)
    {
      w->combine_room = 2 * w->combine_room + 16;
      out->combine = prt_grow (out->combine, w->combine_room,
			       sizeof *out->combine);
    }
  out->combine[out->n_combines++] = (struct prt_combine)
    { k, w->stand[touch->name], touch->access - 1, touch->offset, combined,
      fresh };
}

static void
walk_tasks (struct walk *w)
{
  int32_t *last = prt_alloc (prt.procs, sizeof *last);	/* step, by process */
  for (int k = 0; k < w->trace->n_tasks; k++)
    {
      int rank = w->trace->rank[k];
      w->tasks.step[k] = last[rank] + 1;
      for (int64_t i = w->trace->start[k]; i < w->trace->start[k + 1]; i++)
	{
	  const struct pram_task_touch *touch = &w->trace->touch[i];
	  int object = w->stand[touch->name];
	  pram_task_touch (&w->tasks, k, rank, touch,
			   prt_element (w->t, object, touch->offset),
			   prt_combined_element (w->t, object,
						 touch->offset));
	}
      last[rank] = w->tasks.step[k];
    }
  free (last);
}

/* Sort the N moves M by the task they follow; N_TASKS tasks.  Moves that follow
   the same task keep their order.  */

static void
sort_moves (struct prt_move *m, int64_t n, int n_tasks)
{
  int64_t *at = prt_alloc (n_tasks + 2, sizeof *at);
  struct prt_move *copy = prt_alloc (n, sizeof *copy);
  if (n)
    memcpy (copy, m, n * sizeof *copy);
  for (int64_t i = 0; i < n; i++)
    at[copy[i].after + 2]++;
  for (int k = 0; k <= n_tasks; k++)
    at[k + 1] += at[k];
  for (int64_t i = 0; i < n; i++)
    m[at[copy[i].after + 1]++] = copy[i];
  free (at);
  free (copy);
}

/* --- The plan of this process ------------------------------------------- */

/* The sends, and the streams that arrive, of the sorted moves in W.  */

static void
split_moves (struct prt_inspected *p, const struct walk *w)
{
  p->send = prt_alloc (w->n, sizeof *p->send);
  p->n_arrivals = prt_alloc (prt.procs, sizeof *p->n_arrivals);
  p->arrival = prt_alloc (prt.procs, sizeof *p->arrival);
  for (int64_t i = 0; i < w->n; i++)
    if (w->move[i].src == prt.rank)
      p->send[p->n_sends++] = w->move[i];
    else
      p->n_arrivals[w->move[i].src]++;
  for (int r = 0; r < prt.procs; r++)
    {
      p->arrival[r] = prt_alloc (p->n_arrivals[r], sizeof **p->arrival);
      p->n_arrivals[r] = 0;
    }
  for (int64_t i = 0; i < w->n; i++)
    {
      int src = w->move[i].src;
      if (src != prt.rank)
	p->arrival[src][p->n_arrivals[src]++] = w->move[i];
    }
}

/* When sends are due, and the steps of this process's tasks.  */

static void
find_steps (struct prt_inspected *p, const struct walk *w)
{
  int32_t next = INT32_MAX;
  for (int64_t i = 0; i < p->n_sends; i++)
    p->send[i].due = w->tasks.step[p->send[i].reader];
  p->next_step = prt_alloc (w->trace->n_tasks + 1, sizeof *p->next_step);
  for (int k = w->trace->n_tasks; k >= 0; k--)
    {
      p->next_step[k] = next;
      if (k && w->trace->rank[k - 1] == prt.rank)
	next = w->tasks.step[k - 1];
    }
}

/* What each task needs, from the arrivals; one entry for each arrival at
   most.  */

static void
find_needs (struct prt_inspected *p, int n_tasks)
{
  int64_t n = 0;
  p->need_start = prt_alloc (n_tasks + 2, sizeof *p->need_start);
  for (int r = 0; r < prt.procs; r++)
    for (int64_t i = 0; i < p->n_arrivals[r]; i++, n++)
      p->need_start[p->arrival[r][i].reader + 2]++;
  for (int k = 0; k <= n_tasks; k++)
    p->need_start[k + 1] += p->need_start[k];
  p->need = prt_alloc (n, sizeof *p->need);
  for (int r = 0; r < prt.procs; r++)
    for (int64_t i = 0; i < p->n_arrivals[r]; i++)
      p->need[p->need_start[p->arrival[r][i].reader + 1]++]
	= (struct prt_need) { r, i + 1 };
}

/* Free P of PROCS processes.  */

static void
inspected_free (struct prt_inspected *p, int procs)
{
  for (int r = 0; r < procs; r++)
    free (p->arrival[r]);
  free (p->arrival);
  free (p->n_arrivals);
  free (p->send);
  free (p->next_step);
  free (p->need_start);
  free (p->need);
  for (int64_t j = 0; j < p->n_joins; j++)
    free (p->join[j].rank);
  free (p->join);
  free (p->combine);
  free (p->stand);
  free (p->before);
  free (p->after);
  free (p);
}

static void *
copy_of (const void *data, size_t size)
{
  void *copy = prt_alloc (1, size);
  memcpy (copy, data, size);
  return copy;
}

static struct prt_inspected *
inspect (struct prt_tables *t, struct prt_task_block *block,
	 const int32_t *stand)
{
  struct prt_inspected *p = prt_alloc (1, sizeof *p);
  struct prt_directory *d = &t->directory;
  struct walk w = { .t = t, .trace = &block->trace, .stand = stand,
		    .out = p };
  w.tasks = (struct pram_task_walk)
    { .directory = &d->of, .accesses = t->desc->accesses, .move = move,
      .join = join, .combine = combine };
  w.tasks.writer = prt_alloc (d->n, sizeof *w.tasks.writer);
  memset (w.tasks.writer, -1, d->n * sizeof *w.tasks.writer);
  w.tasks.step = prt_alloc (block->trace.n_tasks, sizeof *w.tasks.step);
  p->stand = copy_of (stand, t->desc->n_names * sizeof *stand);
  p->before = copy_of (d->of.holders, d->size);
  walk_tasks (&w);
  p->after = copy_of (d->of.holders, d->size);
  sort_moves (w.move, w.n, block->trace.n_tasks);
  split_moves (p, &w);
  find_steps (p, &w);
  find_needs (p, block->trace.n_tasks);
  free (w.tasks.writer);
  free (w.tasks.step);
  free (w.move);
  return p;
}

/* What this process does in BLOCK, where names stand for the objects STAND;
   moves the directory on.  */

struct prt_inspected *
prt_inspect (struct prt_tables *t, struct prt_task_block *block,
	     const int32_t *stand)
{
  size_t names = t->desc->n_names * sizeof *stand;
  struct prt_directory *d = &t->directory;
  int oldest = 0, i;
  for (i = 0; i < block->n_inspected; i++)
    {
      struct prt_inspected *p = block->inspected[i];
      if (!memcmp (p->stand, stand, names)
	  && !memcmp (p->before, d->of.holders, d->size))
	{
	  memcpy (d->of.holders, p->after, d->size);
	  p->used = ++t->clock;
	  return p;
	}
      if (p->used < block->inspected[oldest]->used)
	oldest = i;
    }
  if (i == PRT_MAX_INSPECTED)
    inspected_free (block->inspected[i = oldest], prt.procs);
  else
    block->n_inspected++;
  block->inspected[i] = inspect (t, block, stand);
  block->inspected[i]->used = ++t->clock;
  return block->inspected[i];
}

/* Free what has been found out for T.  */

void
prt_inspected_free (struct prt_tables *t)
{
  struct prt_directory *d = &t->directory;
  for (int b = 0; b < t->desc->n_blocks; b++)
    for (int i = 0; i < t->blocks[b].n_inspected; i++)
      inspected_free (t->blocks[b].inspected[i], t->region->procs);
  free (d->first);
  free (d->first_combined);
  free (d->of.holders);
}
