/* pram-logp-tasks.c: what it costs to run a region task by task.

   SPDX-License-Identifier: GPL-3.0-or-later

   The runtime (runtime/tasks.c, task-stream.c) asks before each task whether it
   is this process's, what has to arrive, and what leaves; copies values into
   messages and out of them; combines what tasks leave for a reduction; and
   keeps a directory of elements.  Here its loops run over tables like its own,
   with the same loads, tests, calls and copies, but without messages: those are
   the LogP model's.  */

#include "pram-logp.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "pram-sets.h"

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

/* --- Finding out -------------------------------------------------------- */

enum { TOUCHES = 4 };		/* of a task */

/* As in runtime/task-trace.c and task-inspect.c.  */
struct touch { int32_t name, op; bool write; int64_t offset; };

struct reading
{
  int64_t n, room, n_tasks;
  int64_t *start;
  struct touch *touch;
};

/* Numbers of a trace: a task, or what it touches.  */
static void
read_number (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct reading *r = data;
  (void) count;
  if (stride < 0)
    {
      r->start[r->n_tasks++] = r->n;
      return;
    }
  if (r->n == r->room)
    {
      r->room = 2 * r->room + 64;
      r->touch = realloc (r->touch, sizeof *r->touch * (size_t) r->room);
      if (!r->touch)
	MPI_Abort (MPI_COMM_WORLD, 1);
    }
  r->touch[r->n++] = (struct touch) { (int32_t) stride, 0, stride == 0,
				      first };
}

/* for (k = 0; k < TASKS; k++) a task that writes element k and reads
   others.  */
static void
make_trace (int64_t *code)
{
  enum { VAR = PRAM_SET_MAX_VARS - 1 };
  int64_t *at = code;
  const int64_t head[] = { PRAM_SET_FOR, VAR, PRAM_SET_CONST, 0,
			   PRAM_SET_CONST, TASKS - 1, 1, 0,
			   PRAM_SET_SEQ, 1 + TOUCHES };
  memcpy (at, head, sizeof head);
  at += sizeof head / sizeof *head;
  for (int n = -1; n < TOUCHES; n++)
    {
      const int64_t run[]
	= { PRAM_SET_RUN, PRAM_SET_ADD, PRAM_SET_CONST, 8 * (n + 1),
	    PRAM_SET_MUL, PRAM_SET_CONST, 8, PRAM_SET_VAR, VAR,
	    PRAM_SET_CONST, 1, PRAM_SET_CONST, n };
      memcpy (at, run, sizeof run);
      at += sizeof run / sizeof *run;
    }
  code[7] = at - code - 8;
}

/* Walk over what R has read: who holds an element, who wrote it.  */
static int64_t
inspect (struct tables *t, const struct reading *r, int32_t *writer,
	 int32_t *owner)
{
  int64_t moves = 0, lo = 0, size = t->elem_size[me];
  for (int64_t k = 0; k < r->n_tasks; k++)
    for (int64_t i = r->start[k]; i < (k + 1 < r->n_tasks ? r->start[k + 1]
				       : r->n); i++)
      {
	int64_t e = (r->touch[i].offset - lo) / size;
	if (!r->touch[i].write)
	  moves += !holds (t, e, me) && owner[e] == writer[e];
	else
	  {
	    owner[e] = me;
	    memset (t->holders + e * t->words, 0,
		    (size_t) t->words * sizeof *t->holders);
	    t->holders[e * t->words + me / 64] = UINT64_C (1) << me % 64;
	    writer[e] = (int32_t) k;
	  }
      }
  return moves;
}

/* Seconds a touch.  */
static double
time_touches (struct tables *t)
{
  static int64_t code[64 + 16 * TOUCHES];
  static int32_t writer[TASKS + TOUCHES + 1], owner[TASKS + TOUCHES + 1];
  static int64_t start[TASKS + 1];
  double times[REPETITIONS];
  make_trace (code);
  for (int r = 0; r < REPETITIONS; r++)
    {
      int64_t env[PRAM_SET_MAX_VARS] = { 0 };
      struct reading reading = { .start = start };
      double since = MPI_Wtime ();
      pram_set_enumerate (code, env, read_number, &reading);
      tasks += inspect (t, &reading, writer, owner);
      /* It is walked over once more, for what this process holds.  */
      tasks += inspect (t, &reading, writer, owner);
      times[r] = (MPI_Wtime () - since) / (double) reading.n;
      free (reading.touch);
    }
  return pram_fit_median (times, REPETITIONS);
}

static void *
zeroed (size_t size)
{
  void *memory = calloc (TASKS + TOUCHES + 1, size);
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
  costs->touch = time_touches (&t);
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
