/* scheme.c: the communication scheme of a program whose data choose what is
   read.

   SPDX-License-Identifier: Apache-2.0

   Non-oblivious.  expand.c finds for a read that is indirect all last writers
   that there may be.  Values from before the region, or from the iteration
   before, are held by processes of their own, which cost nothing: section
   4.1, the initial state of each memory cell is provided by a separate
   process.  A task asks for one indirect operand after the other, so that d
   is the number of its indirect reads: an index that is itself read
   indirectly is one more of them.  Writes whose place data choose are not
   here: section 3.2 makes a condition of each of them for every element.

   The bound is that of bounds.c for Theorem 9 and the stalls of all messages:
   no more than an oblivious one for each value read and a request and an answer
   for each indirect read.

   Example: y[i] = x[c[i]], i < 3, x of 4 elements: 4 holders and 3 tasks, 12
   edges, d = 1; the c[i] are there.  At most 6 messages.  L = 6, o = 2, g = 4:
   Lmax = 10 + (3 + 4 - 2) * 4 = 30, and with tasks of cost 1 the bound is
   3 * 30 + 2 * 1 and what 6 messages may stall.  */

#include "scheme.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "machine/bcast.h"
#include "bounds.h"
#include "plan/expand.h"

/* --- Building ------------------------------------------------------------- */

struct building
{
  struct pram_scheme *scheme;
  const struct pram_expansion *x;
  int32_t **holder;		/* by array object and element: + 1; 0: none */
};

static bool
indirect_p (const struct pram_flow *flow)
{
  return flow->stmt && flow->stmt->accesses[flow->access].indirect;
}

/* FLOW is no edge between tasks of one iteration.  */
static bool
from_before_p (const struct pram_flow *flow)
{
  return flow->writer == PRAM_TASK_INPUT || flow->carried
	 || flow->writer >= flow->reader;
}

static int32_t *
holder_of (const struct building *b, const struct pram_flow *flow)
{
  const struct pram_expansion *x = b->x;
  int64_t e = (flow->offset - x->touched_lo[flow->array])
	      / x->prog->arrays[flow->array].elem_size;
  return &b->holder[flow->array][e];
}

/* Number the holders, and count requests and messages.  */
static void
count (struct building *b)
{
  struct pram_scheme *scheme = b->scheme;
  const struct pram_flow *last = NULL;
  int requests = 0;
  for (int f = 0; f < b->x->n_flows; f++)
    {
      const struct pram_flow *flow = &b->x->flows[f];
      if (flow->reader == b->x->n_tasks)
	continue;
      if (!last || last->reader != flow->reader)
	requests = 0;
      if (!indirect_p (flow))
	scheme->messages += !from_before_p (flow);
      else
	{
	  if (!last || last->reader != flow->reader
	      || last->stmt != flow->stmt || last->access != flow->access)
	    {
	      requests++;
	      scheme->messages += 2;
	    }
	  if (from_before_p (flow) && !*holder_of (b, flow))
	    *holder_of (b, flow) = ++scheme->n_holders;
	}
      if (requests > scheme->indirection)
	scheme->indirection = requests;
      last = flow;
    }
}

static bool
build_graph (struct building *b, double op, struct pram_arena *arena,
	     const struct pram_diag *diag)
{
  const struct pram_expansion *x = b->x;
  int32_t n = b->scheme->n_holders;
  struct pram_taskgraph_builder *builder
    = pram_taskgraph_begin (arena, x->prog->name);
  for (int32_t h = 0; h < n; h++)
    pram_taskgraph_task (builder, 0, NULL);
  for (int t = 0; t < x->n_tasks; t++)
    pram_taskgraph_task (builder, x->tasks[t].work * op, NULL);
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      bool before = from_before_p (flow);
      if (flow->reader < x->n_tasks && (!before || indirect_p (flow)))
	pram_taskgraph_edge (builder, before ? *holder_of (b, flow) - 1
				      : n + flow->writer, n + flow->reader,
			     x->prog->arrays[flow->array].elem_size);
    }
  b->scheme->graph = pram_taskgraph_end (builder, diag);
  if (b->scheme->graph)
    pram_taskgraph_add_preds (b->scheme->graph, arena);
  return b->scheme->graph;
}

bool
pram_scheme_build (struct pram_scheme *scheme, const struct pram_prog *prog,
		   double op, struct pram_arena *arena,
		   const struct pram_diag *diag)
{
  struct pram_expand_options options
    = { .fuse = true, .combine = true, .iterations = 3,
	.budget = PRAM_TASK_BUDGET };
  struct building b = { .scheme = scheme };
  *scheme = (struct pram_scheme) { 0 };
  b.x = pram_expand (prog, &options, arena, diag);
  if (!b.x)
    return false;
  b.holder = PRAM_ARENA_NEW (arena, int32_t *, prog->n_arrays + 1);
  for (int a = 0; a < prog->n_arrays; a++)
    b.holder[a] = PRAM_ARENA_NEW (arena, int32_t,
				  (b.x->touched_hi[a] - b.x->touched_lo[a])
				  / prog->arrays[a].elem_size + 1);
  count (&b);
  return build_graph (&b, op, arena, diag);
}

/* --- What is proven ------------------------------------------------------- */

/* Of all data-dependent loops; *ANY says whether there is one.  */
static double
verdicts_of (const struct pram_prog *prog, int32_t n_tasks,
	     const struct pram_logp *logp, bool *any)
{
  struct pram_arena *arena = pram_arena_new ();
  double sum = 0;
  *any = false;
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->data_dependent)
      {
	sum += pram_bcast_build (arena, n_tasks, sizeof (int32_t), logp).time;
	*any = true;
      }
  pram_arena_free (arena);
  return sum;
}

struct pram_scheme_promise
pram_scheme_promise_of (const struct pram_prog *prog,
			const struct pram_scheme *scheme,
			const struct pram_logp *logp)
{
  struct pram_bounds b = pram_bounds_find (scheme->graph, logp);
  int d = scheme->indirection;
  struct pram_scheme_promise p
    = { .work = b.work, .depth = b.depth, .l_max = b.l_max,
	.granularity = b.granularity, .indirection = d,
	.n_tasks = scheme->graph->n_tasks - scheme->n_holders };
  double verdicts = verdicts_of (prog, p.n_tasks, logp, &p.iterated);
  p.naive = pram_bound_indirect (&b, d)
	    + pram_bound_stalls (&b, scheme->messages) + verdicts;
  p.theorem = b.stalls || b.again > 0
	      ? INFINITY
	      : pram_bound_stretched (b.depth, b.granularity / (1 + 2 * d))
		+ verdicts;
  return p;
}

void
pram_scheme_promise_print (FILE *file, const struct pram_scheme_promise *p)
{
  fprintf (file, "%d tasks with requests: W %.9g, T %.9g, L_max %.9g, "
	   "gamma %.9g, d %d, naive %.9g, by Theorem 11 %.9g\n",
	   (int) p->n_tasks, p->work, p->depth, p->l_max, p->granularity,
	   p->indirection, p->naive, p->theorem);
}
