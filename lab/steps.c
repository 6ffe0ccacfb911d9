/* steps.c: the graph of the steps of a schedule.

   SPDX-License-Identifier: GPL-3.0-or-later

   Messages get the first numbers, channel by channel in the order in which
   they are sent; the links of the processors follow.  Then all are numbered
   topologically.  */

#include "steps.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

struct edge { int32_t from, to; };

struct builder
{
  const struct pram_script *script;
  const struct pram_logp *machine;
  const struct pram_simulation *simulation;
  double step;
  struct pram_arena *arena;
  struct pram_steps *steps;
  int64_t *first_message;	/* by channel; n_channels + 1 */
  int64_t *n_sent, *n_received;	/* by channel, so far */
  int32_t *receiver;		/* by channel */
  int64_t n_messages;
  /* By message.  */
  int64_t *leaves;		/* step */
  int32_t *from, *to;		/* processors */
  int64_t *bytes;
  struct edge *edge;
  int64_t n_edges, room;
  /* The current processor: its links up to step UNTIL are there, LINK is the
     last one (-1: none), and the next one needs message NEEDED (-1: none).  */
  int64_t until;
  int32_t link;
  int64_t needed;
};

static void *
allocate (int64_t n, size_t size)
{
  void *result = calloc ((size_t) n + 1, size);
  if (!result)
    abort ();
  return result;
}

/* Visits the executed operations of all processes in their order.  */
typedef void visit_op (struct builder *, int32_t process,
		       const struct pram_operation *, double start);

static void
for_each_op (struct builder *b, visit_op *visit,
	     void (*end_of_process) (struct builder *))
{
  const struct pram_script *script = b->script;
  const double *start = b->simulation->start;
  for (int32_t p = 0; p < script->n_procs; p++)
    {
      for (int64_t k = script->block_start[p]; k < script->block_start[p + 1];
	   k++)
	{
	  const struct pram_block *block = &script->block[k];
	  for (int64_t t = 0; t < block->repeat; t++)
	    for (int64_t i = 0; i < block->n_ops; i++)
	      visit (b, p, &script->op[block->first + i], *start++);
	}
      if (end_of_process)
	end_of_process (b);
    }
}

static int64_t
bytes_of (const struct builder *b, const struct pram_operation *op)
{
  return b->script->size[op->amount];
}

/* --- The quantum ---------------------------------------------------------- */

/* The greatest common divisor, numbers up to EPSILON being zero.  */
static double
divisor (double a, double b, double epsilon)
{
  while (b > epsilon)
    {
      double rest = fabs (a - nearbyint (a / b) * b);
      a = b;
      b = rest;
    }
  return a;
}

double
pram_steps_quantum (const struct pram_script *script,
		    const struct pram_logp *machine,
		    const struct pram_simulation *simulation)
{
  double quantum = 0, epsilon = simulation->makespan * 1e-12;
  for (int64_t e = 0; e < simulation->n_events; e++)
    quantum = divisor (quantum, simulation->start[e], epsilon);
  for (int32_t c = 0; c < script->n_costs; c++)
    quantum = divisor (quantum, script->cost[c], epsilon);
  int n_pairs = pram_logp_farthest (machine, script->n_procs) + 1;
  for (int32_t k = 0; k < script->n_sizes * n_pairs; k++)
    {
      int64_t bytes = script->size[k / n_pairs];
      enum pram_pair pair = k % n_pairs;
      quantum = divisor (quantum, pram_logp_o_send (machine, pair, bytes),
			 epsilon);
      quantum = divisor (quantum, pram_logp_o_recv (machine, pair, bytes),
			 epsilon);
      quantum = divisor (quantum, pram_logp_latency (machine, pair, bytes),
			 epsilon);
    }
  return quantum > simulation->makespan * 1e-9 ? quantum : 0;
}

/* --- Links ---------------------------------------------------------------- */

static int64_t
in_steps (const struct builder *b, double seconds)
{
  return llround (seconds / b->step);
}

static void
add_edge (struct builder *b, int64_t from, int64_t to)
{
  if (b->n_edges == b->room)
    {
      b->room = b->room * 2 + 256;
      b->edge = realloc (b->edge, sizeof *b->edge * (size_t) b->room);
      if (!b->edge)
	abort ();
    }
  b->edge[b->n_edges++] = (struct edge) { (int32_t) from, (int32_t) to };
}

static void
count_messages (struct builder *b, int32_t process,
		const struct pram_operation *op, double start)
{
  (void) start;
  if (op->kind == PRAM_SEND)
    b->first_message[op->channel + 1]++;
  else if (op->kind == PRAM_RECV)
    b->receiver[op->channel] = process;
}

/* Close the current link of the processor at step TIME.  */
static void
cut (struct builder *b, int64_t time)
{
  struct pram_steps *steps = b->steps;
  int32_t link = steps->n_links++;
  if (b->link >= 0)
    add_edge (b, b->link, link);
  if (b->needed >= 0)
    add_edge (b, b->needed, link);
  steps->length[link] = time - b->until;
  steps->place[link] = PRAM_PROCESSOR;
  b->until = time;
  b->link = link;
  b->needed = -1;
}

static void
link_message (struct builder *b, int32_t process,
	      const struct pram_operation *op, double start)
{
  int64_t m = b->first_message[op->channel] + b->n_sent[op->channel]++;
  int64_t bytes = bytes_of (b, op);
  enum pram_pair pair
    = pram_logp_pair (b->machine, process, b->receiver[op->channel]);
  double end = start + pram_logp_o_send (b->machine, pair, bytes);
  double arrival = end + pram_logp_latency (b->machine, pair, bytes);
  cut (b, in_steps (b, end));
  add_edge (b, b->link, m);
  b->leaves[m] = b->until;
  b->from[m] = process;
  b->to[m] = b->receiver[op->channel];
  b->bytes[m] = bytes;
  b->steps->length[m] = in_steps (b, arrival) - b->until;
  b->steps->place[m] = PRAM_NETWORK;
}

static void
link_op (struct builder *b, int32_t process, const struct pram_operation *op,
	 double start)
{
  if (op->kind == PRAM_SEND)
    link_message (b, process, op, start);
  else if (op->kind == PRAM_RECV)
    {
      int64_t time = in_steps (b, start);
      if (time > b->until || b->needed >= 0)
	cut (b, time);
      b->needed = b->first_message[op->channel]
		  + b->n_received[op->channel]++;
    }
}

static void
end_process (struct builder *b)
{
  if (b->steps->time > b->until || b->needed >= 0)
    cut (b, b->steps->time);
  b->until = 0;
  b->link = -1;
}

/* --- Strong executability ------------------------------------------------- */

struct departure
{
  int64_t network;		/* of a processor */
  int64_t leaves, message;
};

static int
compare_departures (const void *a, const void *b)
{
  const struct departure *x = a, *y = b;
  if (x->network != y->network)
    return x->network < y->network ? -1 : 1;
  if (x->leaves != y->leaves)
    return x->leaves < y->leaves ? -1 : 1;
  return (x->message > y->message) - (x->message < y->message);
}

/* Each message needs the one that left C before it, among those from (to) the
   same PROCESSOR in the same network.  */
static void
add_capacity_edges (struct builder *b, const int32_t *processor)
{
  struct departure *sent = allocate (b->n_messages, sizeof *sent);
  for (int64_t m = 0; m < b->n_messages; m++)
    sent[m] = (struct departure)
      { (int64_t) processor[m] * PRAM_N_PAIRS
	+ pram_logp_pair (b->machine, b->from[m], b->to[m]),
	b->leaves[m], m };
  qsort (sent, (size_t) b->n_messages, sizeof *sent, compare_departures);
  for (int64_t k = 0; k < b->n_messages; k++)
    {
      int64_t m = sent[k].message;
      enum pram_pair pair = pram_logp_pair (b->machine, b->from[m], b->to[m]);
      int64_t capacity = pram_logp_capacity (b->machine, pair, b->bytes[m]);
      if (k >= capacity && sent[k - capacity].network == sent[k].network)
	add_edge (b, sent[k - capacity].message, m);
    }
  free (sent);
}

/* --- The order ------------------------------------------------------------ */

static int
compare_edges (const void *a, const void *b)
{
  const struct edge *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return (x->to > y->to) - (x->to < y->to);
}

static void
drop_double_edges (struct builder *b)
{
  int64_t n = 0;
  if (!b->n_edges)
    return;
  qsort (b->edge, (size_t) b->n_edges, sizeof *b->edge, compare_edges);
  for (int64_t e = 0; e < b->n_edges; e++)
    if (!e || compare_edges (&b->edge[e - 1], &b->edge[e]))
      b->edge[n++] = b->edge[e];
  b->n_edges = n;
}

/* NUMBER[v]: the topological number of link v; edges are sorted.  False if
   there is a cycle.  */
static bool
find_order (const struct builder *b, int32_t *number)
{
  int32_t n = b->steps->n_links, n_queue = 0;
  int64_t *first = allocate (n + 1, sizeof *first);
  int32_t *missing = allocate (n, sizeof *missing);
  int32_t *queue = allocate (n, sizeof *queue);
  for (int64_t e = 0; e < b->n_edges; e++)
    {
      first[b->edge[e].from + 1]++;
      missing[b->edge[e].to]++;
    }
  for (int32_t v = 0; v < n; v++)
    {
      first[v + 1] += first[v];
      if (!missing[v])
	queue[n_queue++] = v;
    }
  for (int32_t k = 0; k < n_queue; k++)
    {
      number[queue[k]] = k;
      for (int64_t e = first[queue[k]]; e < first[queue[k] + 1]; e++)
	if (!--missing[b->edge[e].to])
	  queue[n_queue++] = b->edge[e].to;
    }
  free (first);
  free (missing);
  free (queue);
  return n_queue == n;
}

/* Number the links topologically and fill in what they need.  */
static bool
order_links (struct builder *b)
{
  struct pram_steps *steps = b->steps;
  int32_t n = steps->n_links;
  int32_t *number = allocate (n, sizeof *number);
  drop_double_edges (b);
  bool good = find_order (b, number);
  int64_t *length = PRAM_ARENA_NEW (b->arena, int64_t, n);
  unsigned char *place = PRAM_ARENA_NEW (b->arena, unsigned char, n);
  steps->last = PRAM_ARENA_NEW (b->arena, bool, n);
  steps->pred_start = PRAM_ARENA_NEW (b->arena, int64_t, n + 2);
  steps->pred = PRAM_ARENA_NEW (b->arena, int32_t, b->n_edges);
  for (int32_t v = 0; good && v < n; v++)
    {
      length[number[v]] = steps->length[v];
      place[number[v]] = steps->place[v];
      steps->last[v] = true;
    }
  for (int64_t e = 0; good && e < b->n_edges; e++)
    {
      steps->last[number[b->edge[e].from]] = false;
      steps->pred_start[number[b->edge[e].to] + 2]++;
    }
  for (int32_t v = 0; v < n; v++)
    steps->pred_start[v + 2] += steps->pred_start[v + 1];
  for (int64_t e = 0; good && e < b->n_edges; e++)
    steps->pred[steps->pred_start[number[b->edge[e].to] + 1]++]
      = number[b->edge[e].from];
  free (number);
  steps->length = length;
  steps->place = place;
  return good;
}

/* --- All of it ------------------------------------------------------------ */

/* With the least q of pram-sim, 1e-5, the rounds still fit into 63 bits.  */
static const double MOST_STEPS = 1e13;

/* Has the graph of N_LINKS links, or fewer, numbers for them and its steps?  */
static bool
fits_p (int64_t n_links, double n_steps, const struct pram_diag *diag)
{
  if (n_links >= INT32_MAX)
    pram_diag_report (diag, PRAM_ERROR, 0, "the schedule has too many messages:"
		      " with disturbances, %" PRId32 " are possible",
		      INT32_MAX / 3);
  else if (!(n_steps <= MOST_STEPS))
    pram_diag_report (diag, PRAM_ERROR, 0, "the schedule has %.3g steps, and at"
		      " most %g are possible: make the step longer", n_steps,
		      MOST_STEPS);
  return n_links < INT32_MAX && n_steps <= MOST_STEPS;
}

static void
begin (struct builder *b)
{
  int32_t n_channels = b->script->n_channels;
  b->first_message = allocate (n_channels + 1, sizeof *b->first_message);
  b->n_sent = allocate (n_channels, sizeof *b->n_sent);
  b->n_received = allocate (n_channels, sizeof *b->n_received);
  b->receiver = allocate (n_channels, sizeof *b->receiver);
  for_each_op (b, count_messages, NULL);
  for (int32_t c = 0; c < n_channels; c++)
    b->first_message[c + 1] += b->first_message[c];
  b->n_messages = b->first_message[n_channels];
  b->leaves = allocate (b->n_messages, sizeof *b->leaves);
  b->from = allocate (b->n_messages, sizeof *b->from);
  b->to = allocate (b->n_messages, sizeof *b->to);
  b->bytes = allocate (b->n_messages, sizeof *b->bytes);
  b->link = -1;
  b->needed = -1;
}

static void
end (struct builder *b)
{
  free (b->first_message);
  free (b->n_sent);
  free (b->n_received);
  free (b->receiver);
  free (b->leaves);
  free (b->from);
  free (b->to);
  free (b->bytes);
  free (b->edge);
}

struct pram_steps *
pram_steps_build (const struct pram_script *script,
		  const struct pram_logp *machine,
		  const struct pram_simulation *simulation, double step,
		  bool strong, struct pram_arena *arena,
		  const struct pram_diag *diag)
{
  struct builder b = { .script = script, .machine = machine,
		       .simulation = simulation, .step = step,
		       .arena = arena };
  begin (&b);
  int64_t room = 3 * b.n_messages + script->n_procs;
  struct pram_steps *steps = PRAM_ARENA_NEW (arena, struct pram_steps, 1);
  b.steps = steps;
  bool good = fits_p (room, simulation->makespan / step, diag);
  if (good)
    {
      steps->n_procs = script->n_procs;
      steps->step = step;
      steps->time = in_steps (&b, simulation->makespan);
      steps->n_links = (int32_t) b.n_messages;
      steps->length = PRAM_ARENA_NEW (arena, int64_t, room);
      steps->place = PRAM_ARENA_NEW (arena, unsigned char, room);
      for_each_op (&b, link_op, end_process);
      if (strong)
	{
	  add_capacity_edges (&b, b.from);
	  add_capacity_edges (&b, b.to);
	}
      good = order_links (&b);
      if (!good)
	pram_diag_report (diag, PRAM_ERROR, 0, "messages wait for one another: "
			  "the capacity was not kept to");
    }
  end (&b);
  return good ? steps : NULL;
}

int64_t
pram_steps_depth (const struct pram_steps *steps)
{
  int64_t depth = 0;
  int64_t *end = allocate (steps->n_links, sizeof *end);
  for (int32_t v = 0; v < steps->n_links; v++)
    {
      for (int64_t e = steps->pred_start[v]; e < steps->pred_start[v + 1]; e++)
	if (end[steps->pred[e]] > end[v])
	  end[v] = end[steps->pred[e]];
      end[v] += steps->length[v];
      if (end[v] > depth)
	depth = end[v];
    }
  free (end);
  return depth;
}
