/* task-combine.c: values that several tasks combine into one.

   SPDX-License-Identifier: Apache-2.0

   A task that combines a value into an element finds the operator's identity
   there and leaves its own value, which this process combines with those of
   its other tasks.  Before a task that reads the element the processes that
   have something send it up the greedy broadcast tree, to the process of that
   task; the value of before comes last.

   The result has the bits of the serial program.  Integers' operators are
   associative and commutative.  Of a minimum's or maximum's equal values the
   first one stays in the serial program (or the last one: PRAM_COMBINE_LATER),
   so each value is accompanied by the number of its task.

   Example: a maximum of 3, 5, 4, 5 in tasks 1 .. 4 on processes 0, 1, 0, 1.
   Process 0 has 4 of task 3, process 1 has 5 of task 2; the join yields 5 of
   task 2.  */

#include "tasks.h"
#include <math.h>

_Static_assert (sizeof (struct prt_partial) == PRAM_PARTIAL_BYTES,
		"what travels");

static void *
address (const struct prt_tables *t, int object, int64_t offset)
{
  return (void *) ((uintptr_t) t->base[object] + (uintptr_t) offset);
}

/* --- Values -------------------------------------------------------------- */

static bool
nan_p (int type, const union prt_value *v)
{
  return type == PRAM_TYPE_F32 ? isnan (v->f32)
	 : type == PRAM_TYPE_F64 ? isnan (v->f64)
	 : type == PRAM_TYPE_F80 && isnan (v->f80);
}

/* The bytes of a value, without those that mean nothing.  */

static size_t
significant (int type)
{
  return type == PRAM_TYPE_F80 ? 10 : prt_type_size (type);
}

void
prt_combine_init (struct prt_tables *t)
{
  t->combiners = prt_alloc (t->desc->n_accesses, sizeof *t->combiners);
  for (int a = 0; a < t->desc->n_accesses; a++)
    {
      const struct pram_trace_access *how = &t->desc->accesses[a];
      struct prt_combiner *c = &t->combiners[a];
      if (how->op < 0)
	continue;
      /* Which of equal values stays, and what of a NaN, `merge' decides.  */
      *c = (struct prt_combiner)
	{ .type = how->type, .how = how->how, .size = prt_type_size (how->type),
	  .significant = significant (how->type),
	  .combine = prt_combine_of (how->op, how->type, 0) };
      prt_identity (how->op, how->type, how->how, &c->identity);
    }
}

/* A task has left nothing but what it found.  */

static bool
nothing_p (const struct prt_combiner *how, const union prt_value *v)
{
  return ((how->how & PRAM_COMBINE_NUMBERS && nan_p (how->type, v))
	  || (how->how & PRAM_COMBINE_REPLACES
	      && !memcmp (v, &how->identity, how->significant)));
}

/* Combine Y into X.  */

static void
merge (const struct prt_combiner *how, struct prt_partial *x,
       const struct prt_partial *y)
{
  bool later = how->how & PRAM_COMBINE_LATER;
  if (y->at < 0)
    return;
  if (x->at < 0)
    {
      *x = *y;
      return;
    }
  /* Of equal values the left one stays.  */
  bool swap = later ? y->at > x->at : y->at < x->at;
  struct prt_partial left = swap ? *y : *x, right = swap ? *x : *y;
  x->value = left.value;
  how->combine (&x->value, &right.value);
  x->at = memcmp (&x->value, &left.value, how->significant) ? right.at
							    : left.at;
}

/* --- Tasks --------------------------------------------------------------- */

/* The own task TASK begins.  */

void
prt_combine_begin (struct prt_tables *t, int task)
{
  const struct prt_inspected *p = t->plan;
  int64_t i = t->combined;
  for (; i < p->n_combines && p->combine[i].task == task; i++)
    {
      const struct prt_combine *c = &p->combine[i];
      const struct prt_combiner *how = &t->combiners[c->access];
      void *at = address (t, c->object, c->offset);
      if (c->fresh)
	t->partial[c->combined].at = -1;
      memcpy (&t->saved[i - t->combined], at, how->size);
      memcpy (at, &how->identity, how->size);
    }
}

/* It is done: take its values, and put back what was there.  */

void
prt_combine_end (struct prt_tables *t, int task)
{
  const struct prt_inspected *p = t->plan;
  int64_t first = t->combined;
  for (; t->combined < p->n_combines
	 && p->combine[t->combined].task == task; t->combined++)
    {
      const struct prt_combine *c = &p->combine[t->combined];
      const struct prt_combiner *how = &t->combiners[c->access];
      void *at = address (t, c->object, c->offset);
      struct prt_partial value = { .at = t->begun + task + 1 };
      memcpy (&value.value, at, how->size);
      memcpy (at, &t->saved[t->combined - first], how->size);
      if (!nothing_p (how, &value.value))
	merge (how, &t->partial[c->combined], &value);
    }
}

/* --- Joins --------------------------------------------------------------- */

/* The process at place V of the greedy tree for J's processes sends to that at
   place parent_of (V): the first ones of the tree for all are the tree for
   fewer.  */

static int
parent_of (int v)
{
  int parent = prt.parents[prt.informed[v]], u = 0;
  while (prt.informed[u] != parent)
    u++;
  return u;
}

static void
send_partial (struct prt_tables *t, const struct prt_partial *partial, int rank)
{
  double since = prt.trace ? prt_now () : 0;
  MPI_Send (partial, sizeof *partial, MPI_BYTE, rank, PRT_TAG_TASKS_JOIN,
	    prt.comm);
  if (prt.trace)
    prt_stretch_send (t, PRT_TAG_TASKS_JOIN, rank, sizeof *partial, since);
  prt.tally.messages++;
  prt.tally.bytes += sizeof *partial;
}

/* Combine into X what the places behind ME of J send to ME.  */

static void
receive_partials (struct prt_tables *t, const struct prt_join *j, int me,
		  const struct prt_combiner *how, struct prt_partial *x)
{
  for (int v = j->n - 1; v > me; v--)
    if (parent_of (v) == me)
      {
	struct prt_partial other;
	double since = prt.trace ? prt_now () : 0;
	MPI_Recv (&other, sizeof other, MPI_BYTE, j->rank[v],
		  PRT_TAG_TASKS_JOIN, prt.comm, MPI_STATUS_IGNORE);
	if (prt.trace)
	  prt_stretch_receive (t, PRT_TAG_TASKS_JOIN, j->rank[v], sizeof other,
			       since);
	merge (how, x, &other);
      }
}

/* Combine what was at AT before the tasks with their result X, and put it
   there.  */

static void
store_result (const struct prt_combiner *how, const struct prt_partial *x,
	      void *at)
{
  struct prt_partial result = { .at = 0 };
  memcpy (&result.value, at, how->size);
  bool nan = nan_p (how->type, &result.value);
  if (x->at < 0 || (nan && !(how->how & PRAM_COMBINE_NUMBERS)))
    return;
  if (nan || how->how & PRAM_COMBINE_REPLACES)
    result = *x;
  else
    merge (how, &result, x);
  memcpy (at, &result.value, how->size);
}

/* This process's part of J.  */

void
prt_join (struct prt_tables *t, const struct prt_join *j)
{
  const struct prt_combiner *how = &t->combiners[j->access];
  int64_t combined = prt_combined_element (t, j->object, j->offset);
  struct prt_partial x = { .at = -1 };
  int me = 0;
  while (me < j->n && j->rank[me] != prt.rank)
    me++;
  if (me == j->n)
    return;
  if (j->mine)
    x = t->partial[combined];
  prt_comm_begin ();
  prt_stream_flush (t);
  receive_partials (t, j, me, how, &x);
  if (me)
    send_partial (t, &x, j->rank[parent_of (me)]);
  else
    store_result (how, &x, address (t, j->object, j->offset));
  prt_comm_end ();
}
