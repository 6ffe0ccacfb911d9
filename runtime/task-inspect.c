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
  d->words = (prt.procs + 63) / 64;
  find_combined (t);
  /* One piece, to be copied and compared at once.  */
  d->size = (d->n + d->n_combined)
	    * (d->words * sizeof *d->holders + sizeof *d->owner);
  d->holders = prt_alloc (1, d->size);
  d->combiners = d->holders + d->n * d->words;
  d->owner = (int32_t *) (d->combiners + d->n_combined * d->words);
  d->access = d->owner + d->n;
}

static void
set_holder (struct prt_directory *d, int64_t element, int rank)
{
  memset (d->holders + element * d->words, 0,
	  d->words * sizeof *d->holders);
  d->holders[element * d->words + rank / 64] = UINT64_C (1) << rank % 64;
}

bool
prt_holds_p (const struct prt_directory *d, int64_t element, int rank)
{
  return d->holders[element * d->words + rank / 64] >> rank % 64 & 1;
}

static void
add_holder (struct prt_directory *d, int64_t element, int rank)
{
  d->holders[element * d->words + rank / 64] |= UINT64_C (1) << rank % 64;
}

void
prt_hold_all (struct prt_directory *d, int64_t element)
{
  for (int r = 0; r < prt.procs; r++)
    add_holder (d, element, r);
}

/* A region is entered: rank 0 has everything.  */

void
prt_directory_reset (struct prt_tables *t)
{
  struct prt_directory *d = &t->directory;
  memset (d->holders, 0, d->size);
  for (int64_t e = 0; e < d->n; e++)
    d->holders[e * d->words] = 1;
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

static bool
combines_p (const struct prt_directory *d, int64_t combined, int rank)
{
  return d->combiners[combined * d->words + rank / 64] >> rank % 64 & 1;
}

static void
forget_combined (struct prt_directory *d, int64_t combined)
{
  memset (d->combiners + combined * d->words, 0,
	  d->words * sizeof *d->combiners);
  d->access[combined] = 0;
}

/* --- The walk ------------------------------------------------------------ */

struct walk
{
  struct prt_tables *t;
  const struct prt_task_trace *trace;
  const int32_t *stand;
  int32_t *writer;		/* by element: task of this block, or -1 */
  int32_t *step;		/* by task, from 1 on (pram-abi.h) */
  int64_t n, room;
  struct prt_move *move;	/* from or to this process */
  struct prt_inspected *out;	/* its combinations and joins */
  int64_t combine_room, join_room;
};

/* Task K reads ELEMENT, which TOUCH says where it lies.  */

static void
read_element (struct walk *w, int k, int64_t element,
	      const struct prt_touch *touch)
{
  struct prt_directory *d = &w->t->directory;
  int rank = w->trace->rank[k], owner = d->owner[element];
  int after = w->writer[element];
  if (prt_holds_p (d, element, rank))
    return;
  add_holder (d, element, rank);
  if (after >= 0 && w->step[k] <= w->step[after])
    w->step[k] = w->step[after] + 1;
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

/* ELEMENT has a new value, of task K.  */

static void
write_element (struct walk *w, int k, int64_t element)
{
  struct prt_directory *d = &w->t->directory;
  d->owner[element] = w->trace->rank[k];
  set_holder (d, element, w->trace->rank[k]);
  w->writer[element] = k;
}

/* Who takes part when process ROOT gets what is COMBINED: store it in J.  */

void
prt_find_join (const struct prt_directory *d, int64_t combined, int root,
	       struct prt_join *j)
{
  j->access = d->access[combined] - 1;
  j->mine = combines_p (d, combined, prt.rank);
  j->rank = prt_alloc (prt.procs, sizeof *j->rank);
  j->rank[0] = root;
  j->n = 1;
  for (int i = 1; i < prt.procs; i++)
    if (combines_p (d, combined, (root + i) % prt.procs))
      j->rank[j->n++] = (root + i) % prt.procs;
}

/* Task K needs ELEMENT, at TOUCH, into which tasks have COMBINED.  */

static void
join_element (struct walk *w, int k, int64_t element, int64_t combined,
	      const struct prt_touch *touch)
{
  struct prt_directory *d = &w->t->directory;
  struct prt_inspected *out = w->out;
  int rank = w->trace->rank[k];
  if (rank == prt.rank || combines_p (d, combined, prt.rank))
    {
      if (out->n_joins == w->join_room)
	{
	  w->join_room = 2 * w->join_room + 4;
	  out->join = prt_grow (out->join, w->join_room, sizeof *out->join);
	}
      struct prt_join *j = &out->join[out->n_joins++];
      *j = (struct prt_join) { .task = k, .object = w->stand[touch->name],
			       .offset = touch->offset };
      prt_find_join (d, combined, rank, j);
    }
  forget_combined (d, combined);
  write_element (w, k, element);
}

/* Task K combines a value into what is number COMBINED, as TOUCH says.  */

static void
combine_element (struct walk *w, int k, int64_t combined,
		 const struct prt_touch *touch)
{
  struct prt_directory *d = &w->t->directory;
  struct prt_inspected *out = w->out;
  int rank = w->trace->rank[k];
  bool fresh = !combines_p (d, combined, rank);
  d->access[combined] = touch->access;
  d->combiners[combined * d->words + rank / 64] |= UINT64_C (1) << rank % 64;
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

/* Have tasks combined into COMBINED what TOUCH needs as one value, being a read
   or a step of another reduction?  */

static bool
needs_join_p (const struct walk *w, int64_t combined,
	      const struct prt_touch *touch)
{
  int access = combined < 0 ? 0 : w->t->directory.access[combined];
  const struct pram_trace_access *all = w->t->desc->accesses;
  if (!access || touch->write)
    return access && touch->access
	   && (all[access - 1].reduction
	       != all[touch->access - 1].reduction);
  return true;
}

static void
touch_element (struct walk *w, int k, const struct prt_touch *touch)
{
  int object = w->stand[touch->name];
  int64_t element = prt_element (w->t, object, touch->offset);
  int64_t combined = prt_combined_element (w->t, object, touch->offset);
  bool join = needs_join_p (w, combined, touch);
  if (!touch->write || join)
    read_element (w, k, element, touch);
  if (join)
    join_element (w, k, element, combined, touch);
  if (touch->access)
    combine_element (w, k, combined, touch);
  else if (touch->write)
    {
      if (combined >= 0)
	forget_combined (&w->t->directory, combined);
      write_element (w, k, element);
    }
}

static void
walk_tasks (struct walk *w)
{
  int32_t *last = prt_alloc (prt.procs, sizeof *last);	/* step, by process */
  for (int k = 0; k < w->trace->n_tasks; k++)
    {
      int rank = w->trace->rank[k];
      w->step[k] = last[rank] + 1;
      for (int64_t i = w->trace->start[k]; i < w->trace->start[k + 1]; i++)
	touch_element (w, k, &w->trace->touch[i]);
      last[rank] = w->step[k];
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
    p->send[i].due = w->step[p->send[i].reader];
  p->next_step = prt_alloc (w->trace->n_tasks + 1, sizeof *p->next_step);
  for (int k = w->trace->n_tasks; k >= 0; k--)
    {
      p->next_step[k] = next;
      if (k && w->trace->rank[k - 1] == prt.rank)
	next = w->step[k - 1];
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
  w.writer = prt_alloc (d->n, sizeof *w.writer);
  memset (w.writer, -1, d->n * sizeof *w.writer);
  w.step = prt_alloc (block->trace.n_tasks, sizeof *w.step);
  p->stand = copy_of (stand, t->desc->n_names * sizeof *stand);
  p->before = copy_of (d->holders, d->size);
  walk_tasks (&w);
  p->after = copy_of (d->holders, d->size);
  sort_moves (w.move, w.n, block->trace.n_tasks);
  split_moves (p, &w);
  find_steps (p, &w);
  find_needs (p, block->trace.n_tasks);
  free (w.writer);
  free (w.step);
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
	  && !memcmp (p->before, d->holders, d->size))
	{
	  memcpy (d->holders, p->after, d->size);
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
  free (d->holders);
}
