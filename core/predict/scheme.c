/* scheme.c: the communication scheme of a program whose data choose what is
   read.

   SPDX-License-Identifier: Apache-2.0

   Non-oblivious.  expand.c finds for a read that is indirect all last writers
   that there may be.  Values from before the region, or from the iteration
   before, are held by processes of their own, which cost nothing: section
   4.1, the initial state of each memory cell is provided by a separate
   process.  A task asks for one indirect operand after the other, so that d
   is the number of its indirect reads: an index that is itself read
   indirectly is one more of them.  A write whose place data choose becomes a
   condition for every element, as in section 3.2.

   With all its edges the scheme is built for whoever wants to see it, or to run
   it: the bound needs the degrees and the paths only, which scheme-count.c finds
   without them.

   The bound is that of bounds.c for Theorem 9 and the stalls of all messages:
   no more than an oblivious one for each value read and a request and an answer
   for each indirect read.

   Example: y[i] = x[c[i]], i < 3, x of 4 elements: 4 holders and 3 tasks, 12
   edges, d = 1; the c[i] are there.  At most 6 messages.  L = 6, o = 2, g = 4:
   Lmax = 10 + (3 + 4 - 2) * 4 = 30, and with tasks of cost 1 the bound is
   3 * 30 + 2 * 1 and what 6 messages may stall.  */

#include "scheme.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "machine/bcast.h"
#include "bounds.h"
#include "plan/expand.h"
#include "scheme-count.h"
#include "scheme-lengths.h"
#include "scheme-limits.h"
#include "scheme-writes.h"

/* --- Flows ----------------------------------------------------------------- */

static bool
indirect_p (const struct pram_flow *flow)
{
  return flow->stmt && flow->stmt->accesses[flow->access].indirect;
}

/* FLOW is from before the iteration.  */
static bool
from_before_p (const struct pram_flow *flow)
{
  return flow->writer == PRAM_TASK_INPUT || flow->carried;
}

/* FLOW is an edge between tasks of one iteration.  */
static bool
between_tasks_p (const struct pram_flow *flow)
{
  return !from_before_p (flow) && flow->writer < flow->reader;
}

/* --- Requests ------------------------------------------------------------- */

/* The most that a task has in an iteration of the data-dependent loop that it is
   in.  */
struct tally { int32_t turn, now, most; };

static void
add_to_tally (struct tally *t, int32_t turn)
{
  if (t->turn != turn)
    t->now = 0;
  t->turn = turn;
  t->most = ++t->now > t->most ? t->now : t->most;
}

/* Set *INDIRECTION and *MESSAGES to those of a struct pram_scheme.  */
static void
count_requests (const struct pram_expansion *x, int *indirection,
		double *messages)
{
  struct tally *oblivious = pram_zeroed (x->n_tasks, sizeof *oblivious);
  struct tally *requests = pram_zeroed (x->n_tasks, sizeof *requests);
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      if (flow->reader < x->n_tasks && between_tasks_p (flow)
	  && !indirect_p (flow))
	add_to_tally (&oblivious[flow->reader], flow->turn);
    }
  for (int e = 0, lane = 0; e < x->n_touches; e++)
    {
      while (lane + 1 < x->n_lanes && x->lanes[lane + 1].first_touch <= e)
	lane++;
      if (x->touches[e].element < 0)
	add_to_tally (&requests[x->touches[e].task], x->lanes[lane].turn);
    }
  *indirection = 0;
  *messages = 0;
  for (int t = 0; t < x->n_tasks; t++)
    {
      *messages += oblivious[t].most + 2.0 * requests[t].most;
      if (requests[t].most > *indirection)
	*indirection = requests[t].most;
    }
  free (oblivious);
  free (requests);
}

/* --- Building ------------------------------------------------------------- */

/* PROG run on index values.  Null after a report.  */
static struct pram_expansion *
expand (const struct pram_prog *prog, bool hubs, struct pram_arena *arena,
	const struct pram_diag *diag)
{
  struct pram_expand_options options
    = { .fuse = true, .combine = true, .hubs = hubs, .iterations = 3,
	.budget = hubs ? PRAM_SCHEME_BUDGET : PRAM_TASK_BUDGET };
  return pram_expand (prog, &options, arena, diag);
}

static int32_t
bytes_of (const struct pram_expansion *x, int array)
{
  return x->prog->arrays[array].elem_size;
}

struct building
{
  struct pram_scheme *scheme;
  const struct pram_expansion *x;
  int32_t **holder;		/* by array object and element: + 1; 0: none */
};

static int32_t *
holder_of (const struct building *b, const struct pram_flow *flow)
{
  const struct pram_expansion *x = b->x;
  int64_t e = (flow->offset - x->touched_lo[flow->array])
	      / x->prog->arrays[flow->array].elem_size;
  return &b->holder[flow->array][e];
}

static void
number_holders (struct building *b, struct pram_arena *arena)
{
  struct pram_scheme *scheme = b->scheme;
  for (int f = 0; f < b->x->n_flows; f++)
    {
      const struct pram_flow *flow = &b->x->flows[f];
      if (!indirect_p (flow) || !from_before_p (flow) || *holder_of (b, flow))
	continue;
      struct pram_scheme_holder holder
	= { flow->array, flow->offset / bytes_of (b->x, flow->array) };
      *PRAM_ARENA_PUSH (arena, scheme->holders, scheme->n_holders) = holder;
      *holder_of (b, flow) = scheme->n_holders;
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
    {
      const struct pram_scheme_holder *holder = &b->scheme->holders[h];
      pram_taskgraph_task (builder, 0, pram_arena_printf
			   (arena, "%s[%" PRId64 "]",
			    x->prog->arrays[holder->array].name,
			    holder->element));
    }
  for (int t = 0; t < x->n_tasks; t++)
    pram_taskgraph_task (builder, x->tasks[t].work * op,
			 pram_task_label (&x->tasks[t], arena));
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      if (flow->reader == x->n_tasks)
	continue;
      if (between_tasks_p (flow))
	pram_taskgraph_edge (builder, n + flow->writer, n + flow->reader,
			     bytes_of (x, flow->array));
      else if (indirect_p (flow) && from_before_p (flow))
	pram_taskgraph_edge (builder, *holder_of (b, flow) - 1,
			     n + flow->reader, bytes_of (x, flow->array));
    }
  b->scheme->graph = pram_taskgraph_end (builder, diag);
  if (b->scheme->graph)
    pram_taskgraph_add_preds (b->scheme->graph, arena);
  return b->scheme->graph;
}

/* Let the accesses of PROG be those of section 3.3.  Returns what
   pram_scheme_set_lengths does.  */
static int64_t
prepare (struct pram_prog *prog)
{
  int64_t length = pram_scheme_set_lengths (prog);
  pram_scheme_spread_writes (prog);
  return length;
}

bool
pram_scheme_build (struct pram_scheme *scheme, struct pram_prog *prog,
		   double op, struct pram_arena *arena,
		   const struct pram_diag *diag)
{
  struct building b = { .scheme = scheme };
  *scheme = (struct pram_scheme) { 0 };
  prepare (prog);
  b.x = scheme->x = expand (prog, false, arena, diag);
  if (!b.x)
    return false;
  b.holder = PRAM_ARENA_NEW (arena, int32_t *, prog->n_arrays + 1);
  for (int a = 0; a < prog->n_arrays; a++)
    b.holder[a] = PRAM_ARENA_NEW (arena, int32_t,
				  (b.x->touched_hi[a] - b.x->touched_lo[a])
				  / prog->arrays[a].elem_size + 1);
  number_holders (&b, arena);
  count_requests (b.x, &scheme->indirection, &scheme->messages);
  return build_graph (&b, op, arena, diag);
}

/* --- What is proven ------------------------------------------------------- */

/* Telling N processes, at most: trees of trees, whose roots wait for the gap, if
   there are very many.  */
static double
told (double n, const struct pram_logp *logp)
{
  const int32_t most = PRAM_SCHEME_BUDGET;
  struct pram_arena *arena = pram_arena_new ();
  int32_t bytes = sizeof (int32_t);
  double time = 0;
  for (; n > most; n = ceil (n / most))
    time += pram_bcast_build (arena, most, bytes, logp).time
	    + pram_envelope_of (logp, &bytes, 1).m;
  time += pram_bcast_build (arena, (int32_t) n, bytes, logp).time;
  pram_arena_free (arena);
  return time;
}

static struct pram_scheme_promise
promise_of (const struct pram_prog *prog, const struct pram_bounds *b,
	    double n_tasks, double n_edges, int d, double messages,
	    const struct pram_logp *logp)
{
  struct pram_scheme_promise p
    = { .work = b->work, .depth = b->depth, .l_max = b->l_max,
	.granularity = b->granularity, .indirection = d, .n_tasks = n_tasks,
	.n_edges = n_edges };
  double verdicts = 0;
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->data_dependent)
      {
	verdicts += told (n_tasks, logp);
	p.iterated = true;
      }
  p.naive = pram_bound_indirect (b, d) + pram_bound_stalls (b, messages)
	    + verdicts;
  p.theorem = b->stalls || b->again > 0
	      ? INFINITY
	      : pram_bound_stretched (b->depth, b->granularity / (1 + 2 * d))
		+ verdicts;
  return p;
}

struct pram_scheme_promise
pram_scheme_promise_of (const struct pram_prog *prog,
			const struct pram_scheme *scheme,
			const struct pram_logp *logp)
{
  struct pram_bounds b = pram_bounds_find (scheme->graph, logp);
  return promise_of (prog, &b, scheme->graph->n_tasks - scheme->n_holders,
		     (double) scheme->graph->n_edges, scheme->indirection, scheme->messages, logp);
}

/* --- Without edges -------------------------------------------------------- */

/* The flows of X between tasks.  */
static struct pram_taskgraph *
direct_graph (const struct pram_expansion *x, double op,
	      struct pram_arena *arena, const struct pram_diag *diag)
{
  struct pram_taskgraph_builder *builder
    = pram_taskgraph_begin (arena, x->prog->name);
  for (int t = 0; t < x->n_tasks; t++)
    pram_taskgraph_task (builder, x->tasks[t].work * op, NULL);
  for (int f = 0; f < x->n_flows; f++)
    if (x->flows[f].reader < x->n_tasks && between_tasks_p (&x->flows[f]))
      pram_taskgraph_edge (builder, x->flows[f].writer, x->flows[f].reader,
			   bytes_of (x, x->flows[f].array));
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, diag);
  if (graph)
    pram_taskgraph_add_preds (graph, arena);
  return graph;
}

/* Of messages of all sizes that X needs.  */
static struct pram_envelope
envelope_of (const struct pram_expansion *x, const struct pram_logp *logp,
	     struct pram_arena *arena)
{
  int n = 0, n_arrays = x->prog->n_arrays;
  bool *travels = PRAM_ARENA_NEW (arena, bool, n_arrays + 1);
  int32_t *bytes = PRAM_ARENA_NEW (arena, int32_t, n_arrays + 1);
  for (int f = 0; f < x->n_flows; f++)
    travels[x->flows[f].array]
      |= x->flows[f].reader < x->n_tasks && between_tasks_p (&x->flows[f]);
  for (int a = 0; a < n_arrays; a++)
    if (travels[a] || x->anywhere[a])
      bytes[n++] = bytes_of (x, a);
  return pram_envelope_of (logp, bytes, n);
}

/* The least cost of a predecessor by the greatest Lmax to it, of all tasks.  */
static double
granularity_of (const struct pram_scheme_count *count,
		const struct pram_envelope *envelope)
{
  double least = INFINITY;
  for (int32_t t = 0; t < count->n_tasks; t++)
    if (count->indegree[t])
      {
	double l_max = pram_envelope_l_max (envelope,
					    (double) count->degrees[t]);
	if (l_max > 0)
	  least = fmin (least, count->least[t] / l_max);
      }
  return least;
}

static struct pram_bounds
bounds_of (const struct pram_scheme_count *count,
	   const struct pram_envelope *envelope)
{
  double most = (double) count->most_received;
  return (struct pram_bounds)
    { .work = count->work, .depth = count->depth, .n_layers = count->n_layers,
      .heaviest = count->heaviest,
      .l_max = count->n_edges
	       ? pram_envelope_l_max (envelope, (double) count->degree) : 0,
      .again = fmax (0, envelope->m - envelope->round_trip),
      .capacity = envelope->capacity, .lambda = envelope->lambda,
      .granularity = granularity_of (count, envelope),
      .stalls = most > envelope->capacity && (most - 1) * envelope->lambda > 0 };
}

/* What is proven if the tasks are made.  */
static bool
prove_by_tasks (struct pram_scheme_promise *promise,
		const struct pram_prog *prog, const struct pram_logp *logp,
		const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_scheme_count count;
  int indirection;
  double messages;
  struct pram_expansion *x = expand (prog, true, arena, diag);
  struct pram_taskgraph *direct
    = x ? direct_graph (x, logp->op, arena, diag) : NULL;
  bool ok = direct && pram_scheme_count (&count, x, direct, arena, diag);
  if (ok)
    {
      struct pram_envelope envelope = envelope_of (x, logp, arena);
      struct pram_bounds b = bounds_of (&count, &envelope);
      count_requests (x, &indirection, &messages);
      *promise = promise_of (prog, &b, x->n_tasks, (double) count.n_edges,
			     indirection, messages, logp);
    }
  pram_arena_free (arena);
  return ok;
}

/* --- Without tasks -------------------------------------------------------- */

static struct pram_scheme_promise
promise_by_limits (const struct pram_prog *prog,
		   const struct pram_scheme_limits *limits,
		   const struct pram_logp *logp, struct pram_arena *arena)
{
  int n = 0;
  int32_t *bytes = PRAM_ARENA_NEW (arena, int32_t, prog->n_arrays + 1);
  for (int a = 0; a < prog->n_arrays; a++)
    if (limits->travels[a])
      bytes[n++] = prog->arrays[a].elem_size;
  struct pram_envelope x = pram_envelope_of (logp, bytes, n);
  double l_max = limits->degree > 0
		 ? pram_envelope_l_max (&x, limits->degree) : 0;
  struct pram_bounds b
    = { .work = limits->work, .depth = limits->depth,
	.n_layers = limits->n_layers, .heaviest = limits->heaviest,
	.l_max = l_max, .again = fmax (0, x.m - x.round_trip),
	.capacity = x.capacity, .lambda = x.lambda,
	.granularity = l_max > 0 ? limits->least / l_max : INFINITY,
	.stalls = limits->most_received > x.capacity && x.lambda > 0 };
  struct pram_scheme_promise p
    = promise_of (prog, &b, limits->n_tasks, limits->n_edges,
		  limits->indirection, limits->messages, logp);
  p.at_most = true;
  return p;
}

static bool
refuse_limits (const struct pram_scheme_limits *limits,
	       const struct pram_diag *diag)
{
  if (limits->reason)
    pram_diag_report (diag, PRAM_REFUSAL, limits->line, "%s", limits->reason);
  return limits->reason;
}

static bool
prove_by_limits (struct pram_scheme_promise *promise, const struct pram_prog *prog,
		 const struct pram_scheme_limits *limits,
		 const struct pram_logp *logp, struct pram_arena *arena,
		 const struct pram_diag *diag)
{
  bool ok = !refuse_limits (limits, diag);
  if (ok)
    *promise = promise_by_limits (prog, limits, logp, arena);
  return ok;
}

/* There may be fewer tasks than LIMITS say, as in triangles.  */
enum { MOST_TIMES_FEWER = 8 };

/* Prove what can be proven of PROG, by limits or, if they allow it and TASKS, exactly.  */
static bool
prove (struct pram_scheme_promise *promise, struct pram_prog *prog, bool tasks,
       const struct pram_logp *logp, const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  int64_t length = prepare (prog);
  struct pram_scheme_limits limits;
  pram_scheme_limit (&limits, prog, logp->op, arena);
  bool few = tasks && limits.n_elements <= PRAM_SCHEME_ELEMENTS;
  bool ok;
  if (few && limits.n_tasks <= PRAM_SCHEME_BUDGET)
    ok = prove_by_tasks (promise, prog, logp, diag);
  else
    ok = ((few && limits.n_tasks <= MOST_TIMES_FEWER * (double) PRAM_SCHEME_BUDGET
	   && prove_by_tasks (promise, prog, logp, NULL))
	  || prove_by_limits (promise, prog, &limits, logp, arena, diag));
  promise->length = length;
  pram_arena_free (arena);
  return ok;
}

bool
pram_scheme_prove_limits (struct pram_scheme_promise *promise,
			  struct pram_prog *prog, const struct pram_logp *logp,
			  const struct pram_diag *diag)
{
  return prove (promise, prog, false, logp, diag);
}

bool
pram_scheme_prove (struct pram_scheme_promise *promise,
		   struct pram_prog *prog, const struct pram_logp *logp,
		   const struct pram_diag *diag)
{
  return prove (promise, prog, true, logp, diag);
}

void
pram_scheme_promise_print (FILE *file, const struct pram_scheme_promise *p)
{
  fprintf (file, "%s%.0f tasks with requests: W %.9g, T %.9g, L_max %.9g, "
	   "gamma %.9g, d %d, naive %.9g, by Theorem 11 %.9g",
	   p->at_most ? "at most " : "", p->n_tasks, p->work, p->depth,
	   p->l_max, p->granularity, p->indirection, p->naive, p->theorem);
  if (p->length)
    fprintf (file, ", arrays without size having %" PRId64 " elements", p->length);
  fputc ('\n', file);
}
