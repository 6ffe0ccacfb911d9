/* simulate.c: unit tests of scripts and their simulation.

   SPDX-License-Identifier: GPL-3.0-or-later

   The reference is written from the model's words, for whole numbers: it goes
   from one moment to the next, and at each asks every process whether its next
   operation may start.  */

#include "lab/generate.h"
#include "lab/simulate.h"
#include "support.h"
#include "lab/strategies.h"

/* --- The reference -------------------------------------------------------- */

enum { MAX_OPS = 4000 };

/* An executed operation.  */
struct step
{
  const struct pram_operation *op;
  int64_t start, end;		/* -1: not yet */
};

struct reference
{
  const struct pram_script *script;
  const struct pram_logp *machine;
  bool capacity;
  int32_t n_procs;
  struct step step[8][MAX_OPS];
  int n[8], done[8];
  int64_t since[8];		/* the send at the front first wanted the
				   network; -1: it has not */
};

static int64_t
whole (double value)
{
  return (int64_t) (value + 0.5);
}

static int64_t
bytes_of (const struct reference *r, const struct pram_operation *op)
{
  return r->script->size[op->amount];
}

static void
unroll (struct reference *r)
{
  for (int p = 0; p < r->n_procs; p++)
    for (int64_t b = r->script->block_start[p];
	 b < r->script->block_start[p + 1]; b++)
      for (int64_t t = 0; t < r->script->block[b].repeat; t++)
	for (int64_t k = 0; k < r->script->block[b].n_ops; k++)
	  {
	    cr_assert_lt (r->n[p], MAX_OPS);
	    r->step[p][r->n[p]++] = (struct step)
	      { &r->script->op[r->script->block[b].first + k], -1, -1 };
	  }
}

/* The step that sends the message which step INDEX of process P receives.  */
static const struct step *
sender_of (const struct reference *r, int p, int index)
{
  const struct pram_operation *op = r->step[p][index].op;
  int before = 0;
  for (int k = 0; k < index; k++)
    before += r->step[p][k].op->kind == PRAM_RECV
	      && r->step[p][k].op->channel == op->channel;
  for (int q = 0; q < r->n_procs; q++)
    for (int k = 0; k < r->n[q]; k++)
      if (r->step[q][k].op->kind == PRAM_SEND
	  && r->step[q][k].op->channel == op->channel && !before--)
	return &r->step[q][k];
  cr_assert_fail ("a message without a sender");
  abort ();
}

static int
receiver_of (const struct reference *r, unsigned channel)
{
  for (int p = 0; p < r->n_procs; p++)
    for (int k = 0; k < r->n[p]; k++)
      if (r->step[p][k].op->kind == PRAM_RECV
	  && r->step[p][k].op->channel == channel)
	return p;
  cr_assert_fail ("a channel without a receiver");
  abort ();
}

/* How many messages are under way at TIME from process P (or to it).  */
static int64_t
under_way (const struct reference *r, int p, bool to, int64_t time)
{
  int64_t n = 0;
  for (int q = 0; q < r->n_procs; q++)
    for (int k = 0; k < r->done[q]; k++)
      {
	const struct step *step = &r->step[q][k];
	if (step->op->kind != PRAM_SEND
	    || (to ? receiver_of (r, step->op->channel) : q) != p)
	  continue;
	int64_t latency
	  = whole (pram_logp_latency (r->machine, PRAM_SAME_NODE,
				      bytes_of (r, step->op)));
	n += step->end <= time && time < step->end + latency;
      }
  return n;
}

/* When may the next operation of P start by the gaps and its message?  -1:
   nobody knows yet.  */
static int64_t
may_start (const struct reference *r, int p)
{
  int index = r->done[p];
  const struct pram_operation *op = r->step[p][index].op;
  int64_t start = index ? r->step[p][index - 1].end : 0;
  if (op->kind == PRAM_COMPUTE)
    return start;
  for (int k = index; k-- > 0;)
    if (r->step[p][k].op->kind == op->kind)
      {
	int64_t gap = whole (pram_logp_gap (r->machine, PRAM_SAME_NODE,
					    bytes_of (r, r->step[p][k].op)));
	if (r->step[p][k].start + gap > start)
	  start = r->step[p][k].start + gap;
	break;
      }
  if (op->kind == PRAM_RECV)
    {
      const struct step *send = sender_of (r, p, index);
      if (send->end < 0)
	return -1;
      int64_t arrival
	= send->end + whole (pram_logp_latency (r->machine, PRAM_SAME_NODE,
						bytes_of (r, op)));
      if (arrival > start)
	start = arrival;
    }
  return start;
}

static int64_t
duration (const struct reference *r, const struct pram_operation *op)
{
  if (op->kind == PRAM_COMPUTE)
    return whole (r->script->cost[op->amount]);
  return whole (op->kind == PRAM_SEND
		? pram_logp_o_send (r->machine, PRAM_SAME_NODE,
				    bytes_of (r, op))
		: pram_logp_o_recv (r->machine, PRAM_SAME_NODE,
				    bytes_of (r, op)));
}

static void
execute (struct reference *r, int p, int64_t start)
{
  struct step *step = &r->step[p][r->done[p]];
  cr_assert (start >= 0);
  step->start = start;
  step->end = start + duration (r, step->op);
  r->done[p]++;
  r->since[p] = -1;
}

/* One thing that happens at TIME; false if nothing can.  Sends happen when
   their message leaves.  */
static bool
happen (struct reference *r, int64_t time)
{
  int best = -1;
  for (int p = 0; p < r->n_procs; p++)
    {
      if (r->done[p] == r->n[p])
	continue;
      const struct pram_operation *op = r->step[p][r->done[p]].op;
      int64_t start = may_start (r, p);
      if (op->kind != PRAM_SEND)
	{
	  if (start < 0 || start > time)
	    continue;
	  execute (r, p, start);
	  return true;
	}
      int64_t leaves = start + duration (r, op);
      if (leaves > time)
	continue;
      if (r->since[p] < 0)
	r->since[p] = leaves;
      int64_t capacity = pram_logp_capacity (r->machine, PRAM_SAME_NODE,
					     bytes_of (r, op));
      if (r->capacity
	  && (under_way (r, p, false, time) >= capacity
	      || under_way (r, receiver_of (r, op->channel), true, time)
		 >= capacity))
	continue;
      if (best < 0 || r->since[p] < r->since[best])
	best = p;
    }
  if (best < 0)
    return false;
  const struct pram_operation *op = r->step[best][r->done[best]].op;
  execute (r, best, time - duration (r, op));
  return true;
}

/* Compare STARTS with those of the reference.  */
static void
compare (const struct pram_script *script, const struct pram_logp *machine,
	 bool capacity, const struct pram_simulation *result, int round)
{
  struct reference *r = calloc (1, sizeof *r);
  *r = (struct reference) { .script = script, .machine = machine,
			    .capacity = capacity, .n_procs = script->n_procs };
  unroll (r);
  for (int p = 0; p < r->n_procs; p++)
    r->since[p] = -1;
  for (int64_t time = 0; time < 100000; time++)
    while (happen (r, time))
      ;
  int64_t k = 0;
  for (int p = 0; p < r->n_procs; p++)
    {
      cr_assert_eq (r->done[p], r->n[p]);
      for (int i = 0; i < r->n[p]; i++, k++)
	cr_assert_eq (result->start[k], (double) r->step[p][i].start,
		      "round %d, process %d, operation %d: %g, not %d", round,
		      p, i, result->start[k], (int) r->step[p][i].start);
      cr_assert_eq (result->finish[p],
		    r->n[p] ? (double) r->step[p][r->n[p] - 1].end : 0);
    }
  cr_assert_eq (k, result->n_events);
  free (r);
}

/* --- Random scripts ------------------------------------------------------ */

/* A message that has been sent and not received.  */
struct pending { int to; unsigned channel; int32_t size; };

struct random_script
{
  struct rng *rng;
  struct pram_operation list[8][200];
  int n[8];
  struct pending pending[64];
  int n_pending;
};

static void
add (struct random_script *drawn, int p, enum pram_event_kind kind,
     unsigned channel, int32_t amount)
{
  drawn->list[p][drawn->n[p]++]
    = (struct pram_operation) { .kind = kind, .channel = channel & 0xffff,
			 .amount = amount };
}

/* Receive the oldest message of the channel of a pending one.  */
static void
receive_one (struct random_script *drawn)
{
  int k = (int) rng_in (drawn->rng, 0, drawn->n_pending - 1);
  for (int j = 0; j < k; j++)
    if (drawn->pending[j].channel == drawn->pending[k].channel)
      k = j;
  struct pending taken = drawn->pending[k];
  drawn->n_pending--;
  for (int j = k; j < drawn->n_pending; j++)
    drawn->pending[j] = drawn->pending[j + 1];
  add (drawn, taken.to, PRAM_RECV, taken.channel, taken.size);
}

/* Operations in an order in which they could happen one by one, so that
   nothing waits forever.  A pair of processes has two channels, each with its
   size.  */
static struct pram_script *
random_ops (struct rng *rng, struct pram_arena *arena)
{
  int n_procs = (int) rng_in (rng, 2, 6);
  struct random_script drawn = { .rng = rng };
  for (int k = (int) rng_in (rng, 1, 60); k-- > 0;)
    {
      int p = (int) rng_in (rng, 0, n_procs - 1);
      int q = (int) rng_in (rng, 0, n_procs - 2);
      q += q >= p;
      unsigned channel = (unsigned) ((p * n_procs + q) * 2
				     + (int) rng_in (rng, 0, 1));
      int32_t size = (int32_t) (channel % 3);
      if (rng_in (rng, 0, 3) == 0)
	add (&drawn, p, PRAM_COMPUTE, 0, (int32_t) rng_in (rng, 0, 2));
      else if (rng_in (rng, 0, 2) && drawn.n_pending)
	receive_one (&drawn);
      else if (drawn.n_pending < 64)
	{
	  add (&drawn, p, PRAM_SEND, channel, size);
	  drawn.pending[drawn.n_pending++]
	    = (struct pending) { q, channel, size };
	}
    }
  while (drawn.n_pending)
    receive_one (&drawn);

  struct pram_script *script = PRAM_ARENA_NEW (arena, struct pram_script, 1);
  static const double cost[] = { 0, 3, 11 };
  static int64_t size[] = { 1, 3, 8 };
  *script = (struct pram_script)
    { .n_procs = n_procs, .n_costs = 3, .cost = cost, .n_sizes = 3,
      .size = size, .n_channels = 2 * n_procs * n_procs,
      .block_start = PRAM_ARENA_NEW (arena, int64_t, n_procs + 1),
      .block = PRAM_ARENA_NEW (arena, struct pram_block, n_procs),
      .op = PRAM_ARENA_NEW (arena, struct pram_operation, 8 * 200) };
  int64_t repeat = rng_in (rng, 1, 4);
  for (int p = 0; p < n_procs; p++)
    {
      int64_t b = script->block_start[p];
      if (drawn.n[p])
	script->block[b++]
	  = (struct pram_block) { script->n_ops, drawn.n[p], repeat };
      script->block_start[p + 1] = b;
      for (int k = 0; k < drawn.n[p]; k++)
	script->op[script->n_ops++] = drawn.list[p][k];
    }
  return script;
}

static void
compare_random (bool capacity, int rounds, uint64_t seed)
{
  struct rng rng = { seed };
  for (int round = 0; round < rounds; round++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct pram_arena *arena = pram_arena_new ();
      struct pram_script *script = random_ops (&rng, arena);
      struct pram_logp machine
	= { .L = (double) rng_in (&rng, 1, 20),
	    .o = (double) rng_in (&rng, 0, 5),
	    .g = (double) rng_in (&rng, 0, 9),
	    .G = (double) rng_in (&rng, 0, 2), .P = 8 };
      struct pram_simulation result;
      cr_assert (pram_script_check (script, &diag), "%s", heard.message);
      cr_assert (pram_simulate (script, &machine, capacity, true, &result,
				arena, &diag), "%s", heard.message);
      compare (script, &machine, capacity, &result, round);
      pram_arena_free (arena);
    }
}

Test (simulate, random_scripts)
{
  compare_random (false, 300, 1);
}

Test (simulate, random_scripts_with_capacity)
{
  compare_random (true, 300, 2);
}

/* --- Known times ---------------------------------------------------------- */

static double
makespan_of (const char *text, const struct pram_logp *machine, bool capacity)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_arena *arena = pram_arena_new ();
  struct pram_script *script
    = pram_script_generate (text, machine, arena, &diag);
  struct pram_simulation result = { 0 };
  cr_assert (script && pram_script_check (script, &diag)
	     && pram_simulate (script, machine, capacity, false, &result, arena,
			       &diag), "%s", heard.message);
  pram_arena_free (arena);
  return result.makespan;
}

static const struct pram_logp literature
  = { .L = 6, .o = 2, .g = 4, .P = 8 };

Test (simulate, trees_of_the_literature)
{
  cr_expect_eq (makespan_of ("broadcast:procs=8", &literature, true), 24);
  cr_expect_eq (makespan_of ("broadcast:procs=1024", &literature, true), 72);
  cr_expect_eq (makespan_of ("reduction:procs=8", &literature, false), 24);
}

Test (simulate, patterns_with_known_times)
{
  /* A ring: o + L + o, then the work, each time.  */
  cr_expect_eq (makespan_of ("ring:procs=7,iterations=9,compute=5",
			     &literature, true), 9 * (10 + 5));
  /* A butterfly of 8: three exchanges, four computations.  */
  cr_expect_eq (makespan_of ("butterfly:procs=8,compute=7", &literature, true),
		3 * 10 + 4 * 7);
  /* One process alone.  */
  cr_expect_eq (makespan_of ("jacobi2d:procs=1,iterations=12,compute=3",
			     &literature, true), 36);
  /* Two: one halo each.  */
  cr_expect_eq (makespan_of ("jacobi2d:procs=2,iterations=12,compute=3",
			     &literature, true), 12 * 13);
}

/* Several senders, one receiver: as many as fit are under way.  */
Test (simulate, capacity_of_a_receiver)
{
  struct pram_logp machine = { .L = 10, .o = 1, .g = 5, .P = 8 };
  struct pram_operation op[] =
    {
      { PRAM_RECV, 0, 0 }, { PRAM_RECV, 1, 0 }, { PRAM_RECV, 2, 0 },
      { PRAM_SEND, 0, 0 }, { PRAM_SEND, 1, 0 }, { PRAM_SEND, 2, 0 }
    };
  struct pram_block block[] = { { 0, 3, 1 }, { 3, 1, 1 }, { 4, 1, 1 },
				{ 5, 1, 1 } };
  int64_t block_start[] = { 0, 1, 2, 3, 4 };
  int64_t size = 1;
  struct pram_script script = { .n_procs = 4, .block_start = block_start,
			  .block = block, .n_ops = 6, .op = op, .n_sizes = 1,
			  .size = &size, .n_channels = 3 };
  struct pram_simulation result;
  struct pram_arena *arena = pram_arena_new ();
  cr_assert (pram_simulate (&script, &machine, true, true, &result, arena,
			    NULL));
  /* Capacity 2: the third leaves when the first arrives, at 11.  */
  cr_expect_eq (result.start[5], 10);
  cr_expect_eq (result.makespan, 22);
  cr_assert (pram_simulate (&script, &machine, false, true, &result, arena,
			    NULL));
  cr_expect_eq (result.start[5], 0);
  pram_arena_free (arena);
}

/* --- Errors --------------------------------------------------------------- */

Test (simulate, deadlock)
{
  struct pram_operation op[] = { { PRAM_RECV, 0, 0 }, { PRAM_SEND, 1, 0 },
			  { PRAM_RECV, 1, 0 }, { PRAM_SEND, 0, 0 } };
  struct pram_block block[] = { { 0, 2, 1 }, { 2, 2, 1 } };
  int64_t block_start[] = { 0, 1, 2 };
  int64_t size = 1;
  struct pram_script script = { .n_procs = 2, .block_start = block_start,
			  .block = block, .n_ops = 4, .op = op, .n_sizes = 1,
			  .size = &size, .n_channels = 2 };
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_simulation result;
  struct pram_arena *arena = pram_arena_new ();
  cr_expect (pram_script_check (&script, &diag));
  for (int capacity = 0; capacity < 2; capacity++)
    {
      heard.n = 0;
      cr_expect_not (pram_simulate (&script, &literature, capacity, false,
				    &result, arena, &diag));
      cr_expect_eq (heard.n, 1);
      cr_expect (strstr (heard.message, "deadlock: process 0"));
    }
  /* One message less is received than sent.  */
  block[1].n_ops = 1;
  cr_expect_not (pram_script_check (&script, &diag));
  pram_arena_free (arena);
}

Test (script, wrong_descriptions)
{
  static const char *const wrong[]
    = { "jacobi", "ring:procs=0", "ring:procs", "ring:procs=x",
	"ring:colour=1", "butterfly:procs=6", "ring:procs=1.5",
	"ring:compute=-1", "jacobi2d:verdict=2", "alltoall:procs=40000" };
  struct pram_arena *arena = pram_arena_new ();
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      cr_expect_null (pram_script_generate (wrong[k], &literature, arena,
					    &diag), "%s", wrong[k]);
      cr_expect_eq (heard.n, 1, "%s", wrong[k]);
    }
  pram_arena_free (arena);
}

Test (script, generated_scripts_are_good)
{
  static const char *const kinds[]
    = { "jacobi2d", "ring", "butterfly", "alltoall", "broadcast", "reduction",
	"jacobi2d:verdict=1" };
  struct pram_arena *arena = pram_arena_new ();
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    for (int procs = 1; procs <= 40; procs++)
      {
	char text[80];
	struct heard heard;
	struct pram_diag diag = diag_to (&heard);
	if (!strcmp (kinds[k], "butterfly") && procs & (procs - 1))
	  continue;
	snprintf (text, sizeof text, "%s%cprocs=%d,iterations=3", kinds[k],
		  strchr (kinds[k], ':') ? ',' : ':', procs);
	struct pram_script *script
	  = pram_script_generate (text, &literature, arena, &diag);
	struct pram_simulation result;
	cr_assert (script && pram_script_check (script, &diag), "%s: %s", text,
		   heard.message);
	cr_assert (pram_simulate (script, &literature, false, true, &result,
				  arena, &diag), "%s: %s", text,
		   heard.message);
	if (procs <= 8)
	  compare (script, &literature, false, &result, procs);
      }
  pram_arena_free (arena);
}

/* --- Schedules ------------------------------------------------------------ */

/* A schedule's script, simulated, gives the schedule's times.  */
Test (script, of_a_schedule)
{
  static const char *const graphs[]
    = { "fft:n=32,cost=3", "stencil:d=2,n=12,steps=4,block=3,cost=2",
	"layered:n=80,cost=9,seed=4", "lu:n=5,cost=4" };
  static const char *const strategies[] = { "brent", "linear", "naive" };
  for (int k = 0; k < 12 * 3; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct pram_arena *arena = pram_arena_new ();
      struct pram_logp machine = { .L = 6, .o = 2, .g = 4, .G = 1, .P = 4,
				   .node = k / 12 };
      struct pram_logp_row row[]
	= { { 1, { 1, 2, 9, 30 } }, { 100, { 3, 4, 12, 50 } } };
      machine.table[PRAM_OTHER_NODE] = (struct pram_logp_table) { 2, row };
      struct pram_taskgraph *graph
	= pram_generate (graphs[k % 4], arena, &diag);
      cr_assert (graph, "%s", heard.message);
      pram_taskgraph_add_preds (graph, arena);
      struct pram_clustering *clustering
	= pram_strategies_find (strategies[k / 4 % 3])->cluster (graph, 4,
							       &machine, arena,
							       &diag);
      cr_assert (clustering, "%s", heard.message);
      struct pram_schedule *schedule
	= pram_schedule_build (clustering, &machine, arena);
      struct pram_script *script = pram_script_from_schedule (schedule, arena);
      struct pram_simulation result;
      cr_assert (pram_script_check (script, &diag), "%s", heard.message);
      cr_assert (pram_simulate (script, &machine, true, true, &result, arena,
				&diag), "%s", heard.message);
      cr_expect_float_eq (result.makespan, schedule->makespan, 1e-9);
      for (int64_t e = 0; e < result.n_events; e++)
	cr_assert_float_eq (result.start[e], schedule->event[e].start, 1e-9,
			    "%s, %s, event %d: %g, not %g", graphs[k % 4],
			    strategies[k / 4 % 3], (int) e, result.start[e],
			    schedule->event[e].start);
      pram_arena_free (arena);
    }
}
