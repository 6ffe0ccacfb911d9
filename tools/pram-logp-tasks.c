/* pram-logp-tasks.c: what it costs to run a region task by task.

   SPDX-License-Identifier: GPL-3.0-or-later

   The runtime (runtime/tasks.c, task-stream.c) asks before each task whether it
   is this process's, what has to arrive, and what leaves; copies values into
   messages and out of them; combines what tasks leave for a reduction; and keeps
   a directory of elements.  Here its loops run over tables like its own, with
   the same loads, tests, calls and copies, but without messages: those are the
   LogP model's.  */

#include "pram-logp.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { TASKS = 4096, REPETITIONS = 41, MESSAGE = 1024 };

/* As in runtime/tasks.h.  */
struct move { int32_t after, reader, src, dst, object, due; int64_t offset; };
struct need { int32_t src; int64_t upto; };
struct trace { int n_tasks; int32_t *group, *rank; };

/* What this process does.  */
struct plan
{
  int64_t n_sends, n_combines, n_joins;
  struct move *send, *arrival;
  struct move *combine, *join;
  int32_t *next_step;
  int64_t *need_start;
  struct need *need;
};

/* What tasks combine, and which one left it.  */
union value { double number; long double largest; };
struct partial { union value value; int64_t at; };

struct stream { char *data; size_t n; int64_t arrived, last, due; };

struct tables
{
  struct trace *trace;
  struct plan *plan;
  double **base;		/* by object */
  int64_t *elem_size;
  struct stream *in, *out;
  int next, own;
  int64_t sent, combined, joined;
  int64_t step, leave, spacing;
  const struct operator *volatile operator;
  union value saved;
  struct partial partial;
  /* The directory, by element.  */
  int64_t words;
  uint64_t *holders;
};

/* What a library finds through pointers.  */
static struct { struct tables *tables; } *volatile region;
static volatile int me;		/* process */
static volatile int64_t tasks;	/* that it has run */

/* Keep the compiler from seeing through a call.  */
#define NOT_INLINE __attribute__ ((noinline, noclone))

static void *
address (const struct tables *t, const struct move *m)
{
  return (void *) ((uintptr_t) t->base[m->object] + (uintptr_t) m->offset);
}

static int64_t
leave_of (const struct tables *t, const struct stream *out)
{
  int64_t early = out->last + t->spacing;
  return !out->n ? INT64_MAX : out->due > early ? out->due : early;
}

static NOT_INLINE void
put (struct tables *t, int dst, const void *data, size_t size, int64_t due)
{
  struct stream *out = &t->out[dst];
  if (!out->n || due < out->due)
    out->due = due;
  memcpy (out->data + out->n, data, size);
  out->n += size;
  int64_t leave = leave_of (t, out);
  if (leave < t->leave)
    t->leave = leave;
  if (out->n >= MESSAGE)
    out->n = 0;
}

/* Nothing is ever due.  */
static NOT_INLINE void
send_due (struct tables *t, int64_t next)
{
  t->step = next;
  if (t->leave <= next)
    abort ();
}

static NOT_INLINE void
get (struct tables *t, int src, void *data, size_t size)
{
  struct stream *in = &t->in[src];
  if (in->n + size > MESSAGE)
    in->n = 0;
  memcpy (data, in->data + in->n, size);
  in->n += size;
}

static void
greater (void *x, const void *y)
{
  double a, b;
  memcpy (&a, x, sizeof a);
  memcpy (&b, y, sizeof b);
  a = b > a ? b : a;
  memcpy (x, &a, sizeof a);
}

/* A maximum, as the runtime finds it.  */
static struct operator
{
  size_t size;
  void (*combine) (void *, const void *);
  union value identity;
} maximum = { sizeof (double), greater, { -INFINITY } };

static NOT_INLINE bool
nothing_p (const struct operator *how, const union value *v)
{
  return isnan (v->number) || !memcmp (v, &how->identity, how->size);
}

static NOT_INLINE void
merge (const struct operator *how, struct partial *x, const struct partial *y)
{
  if (y->at < 0)
    return;
  if (x->at < 0)
    {
      *x = *y;
      return;
    }
  bool swap = y->at < x->at;
  struct partial left = swap ? *y : *x, right = swap ? *x : *y;
  x->value = left.value;
  how->combine (&x->value, &right.value);
  x->at = memcmp (&x->value, &left.value, how->size) ? right.at : left.at;
}

/* Before a task that combines, and, if END, behind it.  */
static NOT_INLINE void
combine (struct tables *t, int task, bool end)
{
  const struct plan *p = t->plan;
  int64_t first = t->combined, i = first;
  for (; i < p->n_combines && p->combine[i].reader == task; i++)
    {
      const struct move *m = &p->combine[i];
      const struct operator *how = t->operator;
      void *at = address (t, m);
      struct partial found = { .at = task + 1 };
      if (end)
	{
	  memcpy (&found.value, at, how->size);
	  memcpy (at, &t->saved, how->size);
	  if (!nothing_p (how, &found.value))
	    merge (how, &t->partial, &found);
	}
      else
	{
	  memcpy (&t->saved, at, how->size);
	  memcpy (at, &how->identity, how->size);
	}
    }
  t->combined = end ? i : first;
}

static NOT_INLINE void
send_after (struct tables *t, int task)
{
  const struct plan *p = t->plan;
  for (; t->sent < p->n_sends && p->send[t->sent].after == task; t->sent++)
    {
      const struct move *m = &p->send[t->sent];
      put (t, m->dst, address (t, m), (size_t) t->elem_size[m->object],
	   m->due);
    }
  send_due (t, p->next_step[task + 1]);
}

static void
satisfy (struct tables *t, const struct need *n)
{
  struct stream *in = &t->in[n->src];
  for (; in->arrived < n->upto; in->arrived++)
    {
      const struct move *m = &t->plan->arrival[in->arrived];
      get (t, n->src, address (t, m), (size_t) t->elem_size[m->object]);
    }
}

static NOT_INLINE int32_t
begin (int32_t group)
{
  struct tables *t = region->tables;
  const struct trace *trace = t->trace;
  const struct plan *p = t->plan;
  int k = t->next++;
  if (t->own >= 0)
    {
      if (p->n_combines)
	combine (t, t->own, true);
      send_after (t, t->own);
    }
  t->own = -1;
  if (k >= trace->n_tasks || trace->group[k] != group)
    abort ();
  if (trace->rank[k] == me)
    for (int64_t i = p->need_start[k]; i < p->need_start[k + 1]; i++)
      satisfy (t, &p->need[i]);
  for (; t->joined < p->n_joins && p->join[t->joined].reader == k;
       t->joined++)
    put (t, 0, address (t, &p->join[t->joined]), sizeof (double), 0);
  if (trace->rank[k] != me)
    return 0;
  if (p->n_combines)
    combine (t, k, false);
  t->own = k;
  tasks++;
  return 1;
}

/* What a program calls.  */
static int32_t (*volatile task) (int32_t) = begin;

/* Seconds a task of T; RANK: this process.  */
static double
time_tasks (struct tables *t, int rank)
{
  double times[REPETITIONS];
  me = rank;
  for (int r = 0; r < REPETITIONS; r++)
    {
      double since = MPI_Wtime ();
      t->next = 0;
      t->own = -1;
      t->sent = t->combined = t->in->arrived = 0;
      t->leave = INT64_MAX;
      t->partial.at = -1;
      for (int k = 0; k < TASKS; k++)
	if (task (0))
	  t->base[1][k] = t->base[0][k];
      times[r] = (MPI_Wtime () - since) / TASKS;
    }
  return pram_fit_median (times, REPETITIONS);
}

static NOT_INLINE int
holds (const struct tables *t, int64_t e, int rank)
{
  return t->holders[e * t->words + rank / 64] >> rank % 64 & 1;
}

/* Seconds an element: rank 0 has it, and the end finds that.  */
static double
time_elements (struct tables *t)
{
  double times[REPETITIONS];
  for (int r = 0; r < REPETITIONS; r++)
    {
      double since = MPI_Wtime ();
      for (int64_t e = 0; e < TASKS; e++)
	t->holders[e * t->words] = 1;
      for (int64_t e = 0; e < TASKS; e++)
	if (!holds (t, e, 0))
	  abort ();
      times[r] = (MPI_Wtime () - since) / TASKS;
    }
  return pram_fit_median (times, REPETITIONS);
}

static void *
zeroed (size_t size)
{
  void *memory = calloc (TASKS + 1, size);
  if (!memory)
    MPI_Abort (MPI_COMM_WORLD, 1);
  return memory;
}

void
measure_tasks (struct pram_costs *costs)
{
  double *base[2] = { zeroed (sizeof (double)), zeroed (sizeof (double)) };
  int64_t elem_size[2] = { sizeof (double), sizeof (double) };
  struct trace trace = { TASKS, zeroed (sizeof *trace.group),
			 zeroed (sizeof *trace.rank) };
  struct plan plan = { .send = zeroed (sizeof *plan.send),
		       .next_step = zeroed (sizeof *plan.next_step),
		       .need_start = zeroed (sizeof *plan.need_start),
		       .need = zeroed (sizeof *plan.need) };
  struct stream in = { .data = zeroed (1) }, out = { .data = zeroed (1) };
  struct tables t = { .trace = &trace, .plan = &plan, .base = base,
		      .elem_size = elem_size, .in = &in, .out = &out,
		      .operator = &maximum, .words = 1,
		      .holders = zeroed (sizeof *t.holders) };
  void *found = &t;
  region = (void *) &found;
  costs->task = time_tasks (&t, 0);
  costs->walk = time_tasks (&t, 1);
  costs->element = time_elements (&t);
  /* Each task combines something into the first element.  */
  for (int k = 0; k < TASKS; k++)
    plan.send[k] = (struct move) { .reader = k, .object = 1 };
  plan.combine = plan.send;
  plan.n_combines = TASKS;
  costs->combine = fmax (0, time_tasks (&t, 0) - costs->task);
  plan.n_combines = 0;
  /* Each task waits for a value, and one leaves behind it.  */
  for (int k = 0; k < TASKS; k++)
    {
      plan.send[k] = (struct move) { .after = k, .due = 1,
				     .offset = 8 * (k * 37 % TASKS) };
      plan.need[k].upto = plan.need_start[k + 1] = k + 1;
    }
  plan.n_sends = TASKS;
  plan.arrival = plan.send;
  costs->value = fmax (0, time_tasks (&t, 0) - costs->task) / 2;
  void *all[] = { base[0], base[1], trace.group, trace.rank, plan.send,
		  plan.next_step, plan.need_start, plan.need, in.data, out.data,
		  t.holders };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    free (all[k]);
}
