/* tasks.c: run a region task by task.

   SPDX-License-Identifier: Apache-2.0

   Every process walks all tasks in the order of the serial program and runs
   its own.  Before a task it takes from the streams what the task reads, after
   it sends what others need (Iterative, Algorithm 1).  Since all walk in the
   same order, an element may be put where the program has it as soon as it
   arrives: whoever reads the value before has read it.  The one that waits
   furthest back in this order waits for nobody that waits: no deadlock.  */

#include "tasks.h"

static struct prt_tables *
current (void)
{
  return prt.current->tables;
}

static void *
address (const struct prt_tables *t, const struct prt_move *m)
{
  return (void *) ((uintptr_t) t->base[m->object] + (uintptr_t) m->offset);
}

static size_t
size_of (const struct prt_tables *t, const struct prt_move *m)
{
  return t->desc->names[m->object].elem_size;
}

/* --- Setting up ---------------------------------------------------------- */

/* The bytes that the tasks of this process touch, each counted once.  */

static int64_t
bytes_held (struct prt_tables *t)
{
  char *seen = prt_alloc (t->directory.n, 1);
  int64_t bytes = 0;
  for (int b = 0; b < t->desc->n_blocks; b++)
    {
      const struct prt_task_trace *trace = &t->blocks[b].trace;
      for (int k = 0; k < trace->n_tasks; k++)
	for (int64_t i = trace->start[k];
	     trace->rank[k] == prt.rank && i < trace->start[k + 1]; i++)
	  {
	    int name = trace->touch[i].name;
	    int64_t e = prt_element (t, name, trace->touch[i].offset);
	    if (!seen[e])
	      bytes += t->desc->names[name].elem_size;
	    seen[e] = 1;
	  }
    }
  free (seen);
  return bytes;
}

static struct prt_tables *
tables_new (struct prt_region *region)
{
  struct prt_tables *t = prt_alloc (1, sizeof *t);
  t->desc = region->desc->tables;
  t->region = region;
  t->base = prt_alloc (t->desc->n_names, sizeof *t->base);
  t->out = prt_alloc (prt.procs, sizeof *t->out);
  t->in = prt_alloc (prt.procs, sizeof *t->in);
  for (int o = 0; o < t->desc->n_names; o++)
    if (t->desc->names[o].elem_size > t->message_room)
      t->message_room = t->desc->names[o].elem_size;
  t->message_room += PRAM_TABLE_MESSAGE;
  t->blocks = prt_alloc (t->desc->n_blocks, sizeof *t->blocks);
  for (int b = 0; b < t->desc->n_blocks; b++)
    prt_task_trace_read (&t->blocks[b].trace, region, &t->desc->blocks[b]);
  prt_directory_init (t);
  prt_combine_init (t);
  t->partial = prt_alloc (t->directory.n_combined, sizeof *t->partial);
  t->saved = prt_alloc (t->directory.n_combined, sizeof *t->saved);
  t->held = bytes_held (t);
  return t;
}

void
prt_tables_free (struct prt_tables *t)
{
  if (!t)
    return;
  prt_stream_free (t);
  prt_inspected_free (t);
  for (int b = 0; b < t->desc->n_blocks; b++)
    prt_task_trace_free (&t->blocks[b].trace);
  free (t->blocks);
  free (t->base);
  free (t->combiners);
  free (t->partial);
  free (t->saved);
  free (t);
}

/* REGION is entered; BASES by argument.  */

void
prt_tables_enter (struct prt_region *region, void *const *bases)
{
  double since = prt.trace ? prt_now () : 0;
  if (!region->tables)
    region->tables = tables_new (region);
  struct prt_tables *t = region->tables;
  for (int o = 0; o < t->desc->n_names; o++)
    t->base[o] = (t->desc->names[o].arg >= 0
		  ? bases[t->desc->names[o].arg] : NULL);
  prt_directory_reset (t);
  t->block = NULL;
  t->own = -1;
  t->begun = 0;
  prt.tally.held = t->held;
  if (prt.trace)
    {
      prt_trace (PRT_INSPECT, 0, since);
      prt_stretch_begin (t);
    }
}

/* --- Blocks -------------------------------------------------------------- */

/* Send what follows the task TASK, the first one if -1.  */

static void
send_after (struct prt_tables *t, int task)
{
  const struct prt_inspected *p = t->plan;
  for (; t->sent < p->n_sends && p->send[t->sent].after == task; t->sent++)
    {
      const struct prt_move *m = &p->send[t->sent];
      prt_stream_put (t, m->dst, address (t, m), size_of (t, m), m->due);
    }
  prt_stream_send_due (t, p->next_step[task + 1]);
}

/* The task that this process was running is done.  */

static void
finish_task (struct prt_tables *t)
{
  if (t->own >= 0)
    {
      if (t->plan->n_combines)
	prt_combine_end (t, t->own);
      send_after (t, t->own);
    }
  t->own = -1;
}

static void
finish_block (struct prt_tables *t)
{
  finish_task (t);
  if (t->block && t->next != t->block->trace.n_tasks)
    prt_fatal ("a block ended after %d of %d tasks", t->next,
	       t->block->trace.n_tasks);
  if (t->block)
    {
      if (prt.trace)
	prt_stretch_end (t, prt_now ());
      t->begun += t->next;
    }
  t->block = NULL;
  prt_stream_flush (t);
}

/* The object that stands at BASE, for the name NAME.  */

static int
object_at (const struct prt_tables *t, int name, const void *base)
{
  if (t->desc->names[name].arg < 0 || !base || t->base[name] == base)
    return name;
  for (int o = 0; o < t->desc->n_names; o++)
    if (t->desc->names[o].arg >= 0 && t->base[o] == base)
      return o;
  prt_fatal ("an array is none of those that the region began with");
}

void
PRAM_tasks (int32_t number, void *const *bases)
{
  struct prt_tables *t = current ();
  int32_t *stand = prt_alloc (t->desc->n_names, sizeof *stand);
  finish_block (t);
  for (int a = 0; a < t->desc->n_names; a++)
    {
      stand[a] = object_at (t, a, bases[a]);
      if (t->desc->names[a].arg < 0)
	t->base[a] = bases[a];
    }
  if (number == t->desc->counted_block)
    t->region->counts[0] += t->desc->counted;
  t->block = &t->blocks[number];
  double since = prt.trace ? prt_now () : 0;
  t->plan = prt_inspect (t, t->block, stand);
  if (prt.trace)
    {
      prt_trace (PRT_INSPECT, 0, since);
      prt_stretch_begin (t);
    }
  t->next = 0;
  t->sent = t->combined = t->joined = 0;
  for (int r = 0; r < prt.procs; r++)
    t->in[r].arrived = 0;
  prt_stream_begin (t);
  send_after (t, -1);
  free (stand);
}

/* --- Tasks --------------------------------------------------------------- */

/* Take the stream from N's source as far as N says.  */

static void
satisfy (struct prt_tables *t, const struct prt_need *n)
{
  struct prt_incoming *in = &t->in[n->src];
  for (; in->arrived < n->upto; in->arrived++)
    {
      const struct prt_move *m = &t->plan->arrival[n->src][in->arrived];
      prt_stream_get (t, n->src, address (t, m), size_of (t, m));
    }
}

/* This process's part of what task K reads that several have combined.  */

static void
join_before (struct prt_tables *t, int k)
{
  const struct prt_inspected *p = t->plan;
  for (; t->joined < p->n_joins && p->join[t->joined].task == k; t->joined++)
    prt_join (t, &p->join[t->joined]);
}

int32_t
PRAM_task (int32_t group)
{
  struct prt_tables *t = current ();
  const struct prt_task_trace *trace = &t->block->trace;
  int k = t->next++;
  finish_task (t);
  if (k >= trace->n_tasks || trace->group[k] != group)
    prt_fatal ("task %d of a block is not one of group %d", k, (int) group);
  if (trace->rank[k] == prt.rank)
    for (int64_t i = t->plan->need_start[k]; i < t->plan->need_start[k + 1];
	 i++)
      satisfy (t, &t->plan->need[i]);
  join_before (t, k);
  if (trace->rank[k] != prt.rank)
    return 0;
  if (t->plan->n_combines)
    prt_combine_begin (t, k);
  t->own = k;
  prt.tally.tasks++;
  return 1;
}

/* --- Verdicts ------------------------------------------------------------ */

static void
receive_verdict (struct prt_tables *t, int32_t *value, int src)
{
  double since = prt.trace ? prt_now () : 0;
  MPI_Recv (value, 1, MPI_INT32_T, src, PRT_TAG_TASKS_VERDICT, prt.comm,
	    MPI_STATUS_IGNORE);
  if (prt.trace)
    prt_stretch_receive (t, PRT_TAG_TASKS_VERDICT, src, sizeof *value, since);
}

static void
send_verdict (struct prt_tables *t, const int32_t *value, int dst)
{
  double since = prt.trace ? prt_now () : 0;
  MPI_Send (value, 1, MPI_INT32_T, dst, PRT_TAG_TASKS_VERDICT, prt.comm);
  if (prt.trace)
    prt_stretch_send (t, PRT_TAG_TASKS_VERDICT, dst, sizeof *value, since);
  prt.tally.messages++;
  prt.tally.bytes += sizeof *value;
}

/* Broadcast the verdict at VALUE from ROOT over the tree of tree.c, in which
   ranks are counted from ROOT.  */

static void
broadcast (struct prt_tables *t, int32_t *value, int root)
{
  int procs = prt.procs, me = (prt.rank - root + procs) % procs;
  if (me)
    receive_verdict (t, value, (prt.parents[me] + root) % procs);
  for (int v = 1; v < procs; v++)
    if (prt.parents[prt.informed[v]] == me)
      send_verdict (t, value, (prt.informed[v] + root) % procs);
}

int32_t
PRAM_verdict (int32_t name)
{
  struct prt_tables *t = current ();
  int64_t element = prt_element (t, name, t->desc->names[name].lo);
  int32_t *value = t->base[name];
  prt_comm_begin ();
  finish_block (t);
  if (prt.procs > 1)
    broadcast (t, value, t->directory.of.owner[element]);
  prt_hold_all (&t->directory, element);
  prt_comm_end ();
  return *value;
}

/* --- The end ------------------------------------------------------------- */

/* The elements of object O that rank 0 does not hold go there.  */

static void
collect_object (struct prt_tables *t, int o)
{
  const struct pram_name *name = &t->desc->names[o];
  int64_t e = t->directory.first[o];
  for (int64_t at = name->lo; at < name->hi; at += name->elem_size, e++)
    {
      int owner = t->directory.of.owner[e];
      struct prt_move m = { .object = o, .offset = at };
      if (pram_task_holds_p (&t->directory.of, e, 0))
	continue;
      if (prt.rank == owner)
	prt_stream_put (t, 0, address (t, &m), size_of (t, &m), INT64_MAX);
      else if (prt.rank == 0)
	prt_stream_get (t, owner, address (t, &m), size_of (t, &m));
    }
}

/* What has been combined into elements of object O goes there.  */

static void
join_object (struct prt_tables *t, int o)
{
  const struct pram_name *name = &t->desc->names[o];
  int64_t combined = t->directory.first_combined[o];
  if (combined < 0)
    return;
  for (int64_t at = name->lo; at < name->hi; at += name->elem_size, combined++)
    {
      struct prt_join j = { .object = o, .offset = at };
      if (!t->directory.of.access[combined])
	continue;
      prt_find_join (t, combined, 0, &j);
      prt_join (t, &j);
      free (j.rank);
    }
}

void
PRAM_collect (void)
{
  struct prt_tables *t = current ();
  finish_block (t);
  for (int o = 0; o < t->desc->n_names; o++)
    if (t->desc->names[o].collect)
      {
	collect_object (t, o);
	join_object (t, o);
      }
  prt_stream_finish (t);
}
