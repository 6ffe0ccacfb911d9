/* timing.c: tests of core/predict/timing.c, core/predict/timing-ahead.c and
   lab/schedule-check.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "random-graphs.h"
#include "arena-suite.h"
#include "lab/strategies.h"

#include <limits.h>

#include "lab/generate.h"
#include "predict/timing-ahead.h"
#include "lab/schedule-check.h"

static struct heard heard;

TestSuite (timing, .init = set_up, .fini = tear_down);

/* The schedule of CLUSTERING, checked.  */
static struct pram_schedule *
schedule_of (const struct pram_clustering *clustering,
	     const struct pram_logp *machine)
{
  struct pram_diag diag = diag_to (&heard);
  cr_assert (pram_clustering_check (clustering, &diag), "%s", heard.message);
  struct pram_schedule *schedule
    = pram_schedule_build (clustering, machine, arena);
  cr_assert (pram_schedule_check (schedule, &diag), "%s", heard.message);
  cr_expect_eq (schedule->makespan,
		pram_schedule_makespan (clustering, machine));
  return schedule;
}

/* N tasks with COSTS on PROCESSES, the edges given by their ends.  */
static struct pram_clustering *
clustering_of (int n, const double *costs, const int32_t *processes,
	       int n_edges, const int (*ends)[2])
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "g");
  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, costs[v], NULL);
  for (int e = 0; e < n_edges; e++)
    pram_taskgraph_edge (builder, ends[e][0], ends[e][1], 1);
  clustering->graph = pram_taskgraph_end (builder, &diag);
  clustering->strategy = "hand";
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, n);
  for (int v = 0; v < n; v++)
    {
      clustering->process[v] = processes[v];
      if (processes[v] >= clustering->n_procs)
	clustering->n_procs = processes[v] + 1;
    }
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}

static const struct pram_logp classic = { .L = 6, .o = 2, .g = 4, .P = 8 };

/* The example of core/predict/timing.h.  */
Test (timing, two_tasks)
{
  struct pram_clustering *clustering
    = clustering_of (2, (double[]) { 1, 1 }, (int32_t[]) { 0, 1 }, 1,
		     (const int[][2]) { { 0, 1 } });
  struct pram_schedule *s = schedule_of (clustering, &classic);
  static const double starts[] = { 0, 1, 9, 11 };
  cr_assert_eq (s->event_start[2], 4);
  for (int k = 0; k < 4; k++)
    cr_expect_eq (s->event[k].start, starts[k]);
  cr_expect_eq (s->makespan, 12);
}

/* A value that two tasks of another process need travels once; on one process
   nothing does.  */
Test (timing, one_message_for_a_process)
{
  static const int ends[][2] = { { 0, 1 }, { 0, 2 } };
  double costs[] = { 1, 1, 1 };
  struct pram_clustering *two
    = clustering_of (3, costs, (int32_t[]) { 0, 1, 1 }, 2, ends);
  struct pram_clustering *one
    = clustering_of (3, costs, (int32_t[]) { 0, 0, 0 }, 2, ends);
  cr_expect_eq (schedule_of (two, &classic)->n_messages, 1);
  cr_expect_eq (schedule_of (two, &classic)->makespan, 13);
  cr_expect_eq (schedule_of (one, &classic)->n_messages, 0);
  cr_expect_eq (schedule_of (one, &classic)->makespan, 3);
}

/* The message to the longer chain leaves first, although its task has the
   higher number.  */
Test (timing, urgent_messages_first)
{
  static const int ends[][2] = { { 0, 1 }, { 0, 2 }, { 2, 3 } };
  struct pram_clustering *clustering
    = clustering_of (4, (double[]) { 1, 1, 1, 5 },
		     (int32_t[]) { 0, 1, 2, 2 }, 3, ends);
  struct pram_schedule *s = schedule_of (clustering, &classic);
  cr_expect_eq (s->event[1].peer, 2);
  cr_expect_eq (s->event[2].peer, 1);
  cr_expect_eq (s->event[2].start, 5);
  cr_expect_eq (s->makespan, 1 + 10 + 6);
}

/* Three processes send to a fourth at once, two messages may be in transit:
   the third sets out when the first two have landed.  */
Test (timing, stalls)
{
  static const int ends[][2] = { { 0, 3 }, { 1, 3 }, { 2, 3 } };
  struct pram_clustering *clustering
    = clustering_of (4, (double[]) { 0, 0, 0, 0 },
		     (int32_t[]) { 0, 1, 2, 3 }, 3, ends);
  struct pram_schedule *s = schedule_of (clustering, &classic);
  cr_expect_eq (pram_logp_capacity (&classic, PRAM_SAME_NODE, 1), 2);
  cr_expect_eq (s->event[s->event_start[2] + 1].start, 6);
  /* They land at 8, 8 and 14; the receives, 4 apart, start at 8, 12, 16.  */
  cr_expect_eq (s->makespan, 16 + 2);
}

/* --- A slow reference ------------------------------------------------------

   The rules of core/predict/timing.c played step by step for whole numbers: at
   each time, first all that lands, then every process does what it can, again
   and again until nothing happens any more.  */

enum { MAX_TASKS = 20, MAX_PROCS = 6, MAX_MESSAGES = MAX_TASKS * MAX_PROCS };

struct reference
{
  const struct pram_schedule *s;	/* for its messages: who sends what */
  const struct pram_clustering *c;
  int now;
  int landing[MAX_MESSAGES];	/* INT_MAX before it sets out */
  bool received[MAX_MESSAGES];
  int first_try[MAX_MESSAGES];	/* INT_MAX before */
  struct
  {
    int at, free, next_send, next_recv, ready;
    bool computed;
    int64_t next_event;		/* of the schedule, to compare with */
    const struct pram_event *to_send;
  } p[MAX_PROCS];
};

static enum pram_pair
pair_of (const struct reference *r, const struct pram_event *send, int32_t p)
{
  return pram_logp_pair (r->s->machine, p, send->peer);
}

static const struct pram_event *
event_of (const struct reference *r, int64_t message, enum pram_event_kind kind,
	  int32_t *process)
{
  for (int32_t p = 0; p < r->s->n_procs; p++)
    for (int64_t k = r->s->event_start[p]; k < r->s->event_start[p + 1]; k++)
      if (r->s->event[k].kind == kind && r->s->event[k].message == message)
	{
	  *process = p;
	  return &r->s->event[k];
	}
  cr_assert_fail ("message %d is lost", (int) message);
  return NULL;
}

/* Process P does EVENT at START: it must be the next of the schedule.  */
static void
expect_event (struct reference *r, int32_t p, enum pram_event_kind kind,
	      int32_t task, int64_t message, int start)
{
  int64_t k = r->p[p].next_event++;
  cr_assert_lt (k, r->s->event_start[p + 1]);
  const struct pram_event *event = &r->s->event[k];
  cr_assert (event->kind == kind && event->task == task
	     && event->message == message && event->start == start,
	     "process %d, kind %d of task %d: %g, the reference says %d", p,
	     (int) kind, task, event->start, start);
  r->p[p].free = start + (int) event->duration;
}

/* How many messages of the pair's class are in transit from (to) process P.  */
static int64_t
in_transit (const struct reference *r, int32_t p, enum pram_pair pair,
	    bool from)
{
  int64_t n = 0;
  for (int64_t m = 0; m < r->s->n_messages; m++)
    if (r->landing[m] != INT_MAX && r->landing[m] > r->now)
      {
	int32_t src, dst;
	event_of (r, m, PRAM_RECV, &dst);
	const struct pram_event *send = event_of (r, m, PRAM_SEND, &src);
	n += pair_of (r, send, src) == pair && (from ? src : dst) == p;
      }
  return n;
}

/* Is P's message the one whose turn it is among those that want to go to the
   same process by the same class?  */
static bool
turn_p (const struct reference *r, int32_t p)
{
  const struct pram_event *mine = r->p[p].to_send;
  for (int32_t q = 0; q < r->s->n_procs; q++)
    {
      const struct pram_event *other = r->p[q].to_send;
      if (q == p || !other || other->peer != mine->peer
	  || pair_of (r, other, q) != pair_of (r, mine, p)
	  || r->first_try[other->message] == INT_MAX)
	continue;
      int a = r->first_try[other->message], b = r->first_try[mine->message];
      if (a < b || (a == b && q < p))
	return false;
    }
  return true;
}

static bool
step_send (struct reference *r, int32_t p)
{
  const struct pram_event *send = r->p[p].to_send;
  const struct pram_logp *machine = r->s->machine;
  enum pram_pair pair = pair_of (r, send, p);
  int32_t bytes = r->s->message_bytes[send->message];
  int64_t capacity = pram_logp_capacity (machine, pair, bytes);
  if (r->p[p].ready > r->now || in_transit (r, p, pair, true) >= capacity)
    return false;
  if (r->first_try[send->message] == INT_MAX)
    r->first_try[send->message] = r->now;
  if (!turn_p (r, p) || in_transit (r, send->peer, pair, false) >= capacity)
    return false;
  int start = r->now - (int) pram_logp_o_send (machine, pair, bytes);
  r->landing[send->message]
    = r->now + (int) pram_logp_latency (machine, pair, bytes);
  r->p[p].next_send = start + (int) pram_logp_gap (machine, pair, bytes);
  r->p[p].to_send = NULL;
  expect_event (r, p, PRAM_SEND, send->task, send->message, start);
  return true;
}

/* Does a message of the value of U serve process P?  */
static bool
serves_p (const struct reference *r, int64_t m, int32_t u, int32_t p)
{
  int32_t src;
  const struct pram_event *send = event_of (r, m, PRAM_SEND, &src);
  return send->task == u && send->peer == p;
}

/* The message that P receives next for task V; -1 if none has landed, -2 if it
   needs no more.  */
static int64_t
wanted (const struct reference *r, int32_t p, int32_t v)
{
  const struct pram_taskgraph *graph = r->c->graph;
  int64_t best = -2;
  for (int64_t k = graph->pred_start[v]; k < graph->pred_start[v + 1]; k++)
    for (int64_t m = 0; m < r->s->n_messages; m++)
      if (serves_p (r, m, graph->pred[k], p) && !r->received[m])
	{
	  bool landed = r->landing[m] <= r->now;
	  if (best == -2)
	    best = -1;
	  if (landed && (best < 0 || r->landing[m] < r->landing[best]
			 || (r->landing[m] == r->landing[best] && m < best)))
	    best = m;
	}
  return best;
}

static bool
step_receive (struct reference *r, int32_t p, int64_t m)
{
  if (m < 0 || r->p[p].next_recv > r->now)
    return false;
  int32_t src;
  const struct pram_event *send = event_of (r, m, PRAM_SEND, &src);
  r->received[m] = true;
  r->p[p].next_recv
    = r->now + (int) pram_logp_gap (r->s->machine,
				    pram_logp_pair (r->s->machine, p, src),
				    r->s->message_bytes[m]);
  expect_event (r, p, PRAM_RECV, send->task, m, r->now);
  return true;
}

/* Prepare the next send of task V of process P; false if there is none.  */
static bool
next_send (struct reference *r, int32_t p, int32_t v)
{
  int64_t k = r->p[p].next_event;
  const struct pram_event *event = &r->s->event[k];
  if (k == r->s->event_start[p + 1] || event->kind != PRAM_SEND
      || event->task != v)
    return false;
  int start = r->p[p].free > r->p[p].next_send ? r->p[p].free
						 : r->p[p].next_send;
  r->p[p].ready = start + (int) event->duration;
  r->p[p].to_send = event;
  return true;
}

static bool
step (struct reference *r, int32_t p)
{
  if (r->p[p].at == r->c->order_start[p + 1])
    return false;
  int32_t v = r->c->order[r->p[p].at];
  if (r->p[p].to_send)
    return step_send (r, p);
  if (r->p[p].free > r->now)
    return false;
  if (!r->p[p].computed)
    {
      int64_t m = wanted (r, p, v);
      if (m != -2)
	return step_receive (r, p, m);
      r->p[p].computed = true;
      expect_event (r, p, PRAM_COMPUTE, v, -1, r->now);
      return true;
    }
  if (!next_send (r, p, v))
    {
      r->p[p].at++;
      r->p[p].computed = false;
    }
  return true;
}

static void
play (const struct pram_schedule *s, const struct pram_clustering *c)
{
  struct reference r = { .s = s, .c = c };
  for (int m = 0; m < MAX_MESSAGES; m++)
    r.landing[m] = r.first_try[m] = INT_MAX;
  for (int32_t p = 0; p < s->n_procs; p++)
    {
      r.p[p].at = c->order_start[p];
      r.p[p].next_event = s->event_start[p];
    }
  for (int left = s->n_procs; left && r.now < 100000; r.now++)
    {
      for (bool more = true; more;)
	{
	  more = false;
	  for (int32_t p = 0; p < s->n_procs; p++)
	    while (step (&r, p))
	      more = true;
	}
      left = 0;
      for (int32_t p = 0; p < s->n_procs; p++)
	left += r.p[p].at < c->order_start[p + 1];
    }
  for (int32_t p = 0; p < s->n_procs; p++)
    cr_assert_eq (r.p[p].next_event, s->event_start[p + 1]);
}

/* Where messages take no time what happens first at one time is a matter of
   taste: there only the checker judges.  */
static bool
latency_p (const struct pram_logp *machine)
{
  for (int bytes = 1; bytes <= 4; bytes++)
    for (int pair = 0; pair < PRAM_N_PAIRS; pair++)
      if (pram_logp_latency (machine, pair, bytes) == 0)
	return false;
  return true;
}

Test (timing, agrees_with_the_reference)
{
  struct rng rng = { 1 };
  for (int k = 0; k < 1500; k++)
    {
      struct pram_logp machine = random_machine (&rng, arena);
      struct pram_taskgraph *graph = random_graph (&rng, MAX_TASKS, arena);
      struct pram_clustering *clustering
	= random_clustering (&rng, graph, arena);
      struct pram_schedule *schedule = schedule_of (clustering, &machine);
      if (latency_p (&machine))
	play (schedule, clustering);
    }
}

/* --- Makespans without events ---------------------------------------------

   They are those of the general way, to the last bit: also where sums are
   rounded, so that a sender finds the network full that has kept the gap.  */

/* The makespan of CLUSTERING, found ahead, is that of its schedule; false if
   it can't be found so.  */
static bool
agree_p (const struct pram_clustering *clustering,
	 const struct pram_logp *machine)
{
  double makespan;
  struct pram_schedule *schedule = schedule_of (clustering, machine);
  if (!pram_timing_ahead (clustering, machine, &makespan))
    return false;
  cr_assert_eq (makespan, schedule->makespan, "%.17g instead of %.17g",
		makespan, schedule->makespan);
  return true;
}

/* A multiple of 0.1 up to MOST tenths.  */
static double
tenths (struct rng *rng, int64_t most)
{
  return 0.1 * (double) rng_in (rng, 0, most);
}

/* Values of one size, or of up to MOST bytes.  */
static struct pram_taskgraph *
graph_of (struct rng *rng, int n, bool whole, int most)
{
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "a");
  int degree = (int) rng_in (rng, 0, 12);
  for (int v = 0; v < n; v++)
    pram_taskgraph_task (builder, whole ? (double) rng_in (rng, 0, 5)
					  : tenths (rng, 90), NULL);
  for (int k = 0; n > 1 && k < degree * n; k++)
    {
      int from = (int) rng_in (rng, 0, n - 2);
      int reach = n - 1 - from < 40 ? n - 1 - from : 40;
      int bytes = most ? (int) rng_in (rng, 1, most) : 8;
      pram_taskgraph_edge (builder, from, from + (int) rng_in (rng, 1, reach),
			   bytes);
    }
  struct pram_taskgraph *graph = pram_taskgraph_end (builder, NULL);
  pram_taskgraph_add_preds (graph, arena);
  return graph;
}

static struct pram_clustering *
clustered (struct rng *rng, const struct pram_taskgraph *graph)
{
  static const char *const strategies[] = { "brent", "heft", "linear" };
  struct pram_logp machine = { .L = 2, .o = 1, .g = 1, .P = 4 };
  if (rng_in (rng, 0, 1))
    return random_clustering (rng, graph, arena);
  const struct pram_strategy *s
    = pram_strategies_find (strategies[rng_in (rng, 0, 2)]);
  return s->cluster (graph, (int32_t) rng_in (rng, 1, 20), &machine, arena,
		     NULL);
}

/* A machine whose numbers are whole, or multiples of 0.1.  */
static struct pram_logp
classic_machine (struct rng *rng, bool whole)
{
  struct pram_logp machine = { .P = 4 };
  machine.o = whole ? (double) rng_in (rng, 0, 3) : tenths (rng, 30);
  machine.g = whole ? (double) rng_in (rng, 0, 4) : tenths (rng, 40);
  machine.L = rng_in (rng, 0, 2) ? machine.g * (double) rng_in (rng, 0, 4)
				 : tenths (rng, 90);
  return machine;
}

/* For one class of pairs a table of up to 4 rows, with times.  */
static void
add_table (struct rng *rng, struct pram_logp *machine, bool whole)
{
  struct pram_logp_table *table = &machine->table[rng_in (rng, 0, 1)];
  int n = (int) rng_in (rng, 1, 4);
  for (int k = 0, bytes = 0; k < n; k++)
    {
      struct pram_logp_row *row
	= PRAM_ARENA_PUSH (arena, table->row, table->n_rows);
      row->bytes = bytes += (int) rng_in (rng, 1, 9);
      for (int c = 0; c < PRAM_N_COLUMNS; c++)
	row->value[c] = whole ? (double) rng_in (rng, 1, 12)
			      : 0.1 + tenths (rng, 120);
    }
}

static void
renew_arena (int k)
{
  if (k % 100 != 99)
    return;
  pram_arena_free (arena);
  arena = pram_arena_new ();
}

/* All messages cost the same.  */
Test (timing, alike, .timeout = 60)
{
  struct rng rng = { 2 };
  for (int k = 0; k < 3000; k++, renew_arena (k))
    {
      bool whole = rng_in (&rng, 0, 1);
      struct pram_logp machine = classic_machine (&rng, whole);
      machine.node = (int) rng_in (&rng, 0, 1);
      struct pram_taskgraph *graph
	= graph_of (&rng, (int) rng_in (&rng, 1, 200), whole, 0);
      cr_assert (agree_p (clustered (&rng, graph), &machine));
    }
}

/* Messages of many sizes, on one node or on several, which overtake each
   other.  */
Test (timing, sizes, .timeout = 60)
{
  struct rng rng = { 3 };
  int n_agree = 0;
  for (int k = 0; k < 4000; k++, renew_arena (k))
    {
      bool whole = rng_in (&rng, 0, 1);
      struct pram_logp machine = classic_machine (&rng, whole);
      machine.node = (int) rng_in (&rng, 0, 4);
      machine.G = whole ? (double) rng_in (&rng, 0, 2) : tenths (&rng, 9);
      if (rng_in (&rng, 0, 1))
	add_table (&rng, &machine, whole);
      struct pram_taskgraph *graph
	= graph_of (&rng, (int) rng_in (&rng, 1, 200), whole, 30);
      n_agree += agree_p (clustered (&rng, graph), &machine);
    }
  cr_expect_gt (n_agree, 2000);
}

/* A graph so large that two threads time it.  */
Test (timing, large, .timeout = 60)
{
  static const char *const specs[]
    = { "layered:n=130000,density=0.06,jump=3",
	"layered:n=130000,density=0.06,jump=3,ccr=9" };
  struct pram_diag diag = diag_to (&heard);
  struct pram_logp machine = { .L = 6.3, .o = 2.1, .g = 4.7, .G = 0.3,
			       .P = 16 };
  for (int k = 0; k < 4; k++)
    {
      double makespan;
      struct pram_taskgraph *graph = pram_generate (specs[k / 2], arena, &diag);
      pram_taskgraph_add_preds (graph, arena);
      cr_assert (graph->n_edges > 1 << 20);
      struct pram_clustering *clustering
	= pram_strategies_find (k % 2 ? "heft" : "brent")
	  ->cluster (graph, 16, &machine, arena, &diag);
      cr_assert (pram_timing_ahead (clustering, &machine, &makespan));
      cr_expect_eq (pram_schedule_build (clustering, &machine, arena)->makespan,
		    makespan);
    }
}
