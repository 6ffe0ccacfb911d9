/* disturb.c: unit tests of the random-step model.

   SPDX-License-Identifier: GPL-3.0-or-later

   References: the model executed round by round on single steps, made from the
   simulated schedule without the folded graph; the exact distribution on tiny
   graphs, as a Markov chain whose states are how far each link is; and the
   table of known values for broadcasts.  */

#include <math.h>

#include "lab/disturb.h"
#include "random-graphs.h"
#include "lab/scaled.h"

static const struct pram_logp literature
  = { .L = 6, .o = 2, .g = 4, .P = 8 };

struct schedule
{
  struct pram_arena *arena;
  struct pram_script *script;
  struct pram_logp machine;
  struct pram_simulation simulation;
};

static struct schedule
schedule_of (const char *text, struct pram_logp machine, bool capacity)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct schedule s = { .arena = pram_arena_new (), .machine = machine };
  s.script = pram_script_generate (text, &machine, s.arena, &diag);
  cr_assert (s.script, "%s", heard.message);
  cr_assert (pram_simulate (s.script, &machine, capacity, true, &s.simulation,
			    s.arena, &diag), "%s", heard.message);
  return s;
}

static struct pram_steps *
steps_of (const struct schedule *s, bool strong)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_steps *steps
    = pram_steps_build (s->script, &s->machine, &s->simulation, 1, strong,
			s->arena, &diag);
  cr_assert (steps, "%s", heard.message);
  return steps;
}

static double
mean_of (const int64_t *rounds, int n)
{
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += (double) rounds[k];
  return sum / n;
}

static double
deviation_of (const int64_t *rounds, int n)
{
  double mean = mean_of (rounds, n), sum = 0;
  for (int k = 0; k < n; k++)
    sum += ((double) rounds[k] - mean) * ((double) rounds[k] - mean);
  return sqrt (sum / (n - 1));
}

/* --- Round by round ------------------------------------------------------- */

enum { PROCS = 9, MESSAGES = 200, TIME = 300 };

/* A schedule as the paper sees it, and how far an execution is.  */
struct rounds
{
  int n_procs, n_messages, time;
  int needs[PROCS][TIME];	/* message whose receive starts; -1: none */
  struct { int from, to, end, length; } message[MESSAGES];
  int done[PROCS], under_way[MESSAGES];	/* executed steps */
};

static int64_t
whole (double x)
{
  return llround (x);
}

/* Messages are numbered by their channels, each of which has one here.  */
static struct rounds
make_rounds (const struct schedule *s)
{
  struct rounds r = { .n_procs = s->script->n_procs,
		      .n_messages = s->script->n_channels,
		      .time = (int) whole (s->simulation.makespan) };
  const double *start = s->simulation.start;
  cr_assert (r.n_procs <= PROCS && r.n_messages <= MESSAGES && r.time < TIME);
  memset (r.needs, -1, sizeof r.needs);
  for (int p = 0; p < r.n_procs; p++)
    for (int64_t b = s->script->block_start[p];
	 b < s->script->block_start[p + 1]; b++)
      for (int64_t k = 0; k < s->script->block[b].n_ops; k++, start++)
	{
	  const struct pram_operation *op
	    = &s->script->op[s->script->block[b].first + k];
	  cr_assert_eq (s->script->block[b].repeat, 1);
	  if (op->kind == PRAM_SEND)
	    {
	      r.message[op->channel].from = p;
	      r.message[op->channel].end
		= (int) whole (*start + s->machine.o);
	      r.message[op->channel].length
		= (int) whole (pram_logp_latency (&s->machine, PRAM_SAME_NODE,
						  s->script->size[0]));
	    }
	  else if (op->kind == PRAM_RECV)
	    {
	      r.needs[p][whole (*start)] = (int) op->channel;
	      r.message[op->channel].to = p;
	    }
	}
  return r;
}

/* Is the capacity free for message M?  Strong executability: the message that
   was sent, and the one that arrives, C messages earlier are through.  */
static bool
strongly_executable_p (const struct rounds *r, int m, int capacity)
{
  for (int to = 0; to < 2; to++)
    {
      /* The one that left with exactly CAPACITY - 1 between it and M.  */
      for (int k = 0; k < r->n_messages; k++)
	{
	  if (to ? r->message[k].to != r->message[m].to
	      : r->message[k].from != r->message[m].from)
	    continue;
	  int between = 0;
	  for (int j = 0; j < r->n_messages; j++)
	    {
	      bool same = to ? r->message[j].to == r->message[m].to
			  : r->message[j].from == r->message[m].from;
	      bool after = r->message[j].end > r->message[k].end
			   || (r->message[j].end == r->message[k].end && j > k);
	      bool before = r->message[j].end < r->message[m].end
			    || (r->message[j].end == r->message[m].end
				&& j < m);
	      between += same && after && before;
	    }
	  bool earlier = r->message[k].end < r->message[m].end
			 || (r->message[k].end == r->message[m].end && k < m);
	  if (earlier && between == capacity - 1
	      && r->under_way[k] < r->message[k].length)
	    return false;
	}
    }
  return true;
}

static bool
chance (struct rng *rng, double q)
{
  return (double) (rng_next (rng) >> 11) * 0x1p-53 < q;
}

/* Execute one round; true if all is done.  */
static bool
one_round (struct rounds *r, const double *q, int capacity, struct rng *rng)
{
  int go[PROCS], go_message[MESSAGES];
  bool all = true;
  for (int p = 0; p < r->n_procs; p++)
    {
      int m = r->done[p] < r->time ? r->needs[p][r->done[p]] : -1;
      go[p] = r->done[p] < r->time
	      && (m < 0 || r->under_way[m] == r->message[m].length)
	      && chance (rng, q[0]);
    }
  for (int m = 0; m < r->n_messages; m++)
    go_message[m] = r->under_way[m] < r->message[m].length
		    && r->done[r->message[m].from] >= r->message[m].end
		    && (r->under_way[m] || !capacity
			|| strongly_executable_p (r, m, capacity))
		    && chance (rng, q[1]);
  for (int p = 0; p < r->n_procs; p++)
    all &= (r->done[p] += go[p]) == r->time;
  for (int m = 0; m < r->n_messages; m++)
    all &= (r->under_way[m] += go_message[m]) == r->message[m].length;
  return all;
}

/* The bound of layers, for quantiles of 99 %.  */
static struct pram_layers_bound
layers_bound (const struct pram_steps *steps, const struct pram_disturbance *d)
{
  struct pram_layers_bound bound;
  cr_assert (pram_disturb_layers_bound (steps, d, 0.01, &bound));
  return bound;
}

/* The sampled times and those of executing round by round have the same mean
   and deviation, up to a few standard errors.  */
static void
compare_with_rounds (const char *text, struct pram_logp machine, double q_proc,
		     double q_net, bool strong)
{
  enum { SLOW = 2000, FAST = 40000 };
  struct schedule s = schedule_of (text, machine, strong);
  struct pram_steps *steps = steps_of (&s, strong);
  struct rounds start = make_rounds (&s);
  struct pram_disturbance disturbance = { { q_proc, q_net } };
  int64_t *slow = calloc (SLOW, sizeof *slow);
  int64_t *fast = calloc (FAST, sizeof *fast);
  struct rng rng = { 7 };
  int capacity = strong ? (int) pram_logp_capacity (&machine, PRAM_SAME_NODE,
						    s.script->size[0])
		 : 0;
  cr_assert_eq (pram_steps_depth (steps), start.time);
  for (int k = 0; k < SLOW; k++)
    {
      struct rounds r = start;
      for (slow[k] = 1; !one_round (&r, disturbance.q, capacity, &rng);)
	slow[k]++;
    }
  pram_disturb_sample (steps, &disturbance, 3, FAST, fast);
  double mean = mean_of (fast, FAST), deviation = deviation_of (fast, FAST);
  double bound = pram_disturb_path_bound (steps, &disturbance, 1);
  double estimate, spread;
  pram_disturb_estimate (steps, &disturbance, &estimate, &spread);
  cr_expect_float_eq (mean_of (slow, SLOW), mean,
		      5 * deviation / sqrt (SLOW), "%s: %g, not %g", text,
		      mean, mean_of (slow, SLOW));
  cr_expect_float_eq (deviation_of (slow, SLOW), deviation, 0.08 * deviation,
		      "%s: %g, not %g", text, deviation,
		      deviation_of (slow, SLOW));
  cr_expect (mean <= bound && bound <= 1.25 * mean, "%s: %g <= %g", text,
	     mean, bound);
  cr_expect_float_eq (estimate, mean, 0.05 * mean, "%s: %g, not %g", text,
		      estimate, mean);
  /* What may be exceeded in one run of a hundred.  */
  double tail = pram_disturb_path_bound (steps, &disturbance, 0.01);
  cr_expect (pram_disturb_quantile (fast, FAST, 0.99) <= tail);
  struct pram_layers_bound layers = layers_bound (steps, &disturbance);
  cr_expect (mean - 4 * deviation / sqrt (FAST) <= layers.mean
	     && layers.mean <= 1.1 * mean, "%s: %g <= %g", text, mean,
	     layers.mean);
  cr_expect (pram_disturb_quantile (fast, FAST, 0.985) <= layers.tail);
  free (slow);
  free (fast);
  pram_arena_free (s.arena);
}

Test (disturb, rounds_without_capacity)
{
  struct pram_logp fast = { .L = 3, .o = 1, .g = 1, .P = 8 };
  compare_with_rounds ("broadcast:procs=8", literature, 0.5, 0.5, false);
  compare_with_rounds ("broadcast:procs=8", literature, 0.9, 0.4, false);
  compare_with_rounds ("jacobi2d:procs=9,compute=5", fast, 0.6, 0.8, false);
  compare_with_rounds ("butterfly:procs=8,compute=3", literature, 0.7, 0.7,
		       false);
}

Test (disturb, rounds_with_capacity)
{
  struct pram_logp narrow = { .L = 9, .o = 1, .g = 5, .P = 8 };
  struct pram_logp narrower = { .L = 5, .o = 1, .g = 5, .P = 8 };
  compare_with_rounds ("alltoall:procs=5", narrow, 0.5, 0.5, true);
  compare_with_rounds ("alltoall:procs=6", narrower, 0.9, 0.6, true);
  compare_with_rounds ("reduction:procs=9", narrow, 0.8, 0.3, true);
}

/* --- Exactly -------------------------------------------------------------- */

/* E[T_s] of two processors and one message: the states are how far the sender,
   the message and the receiver are.  */
static double
exact_mean (int time, int sent, int length, int receive, double q, double q_net)
{
  enum { N = 12 };
  static double expected[N][N][N];
  cr_assert (time < N && length < N);
  for (int a = time; a >= 0; a--)
    for (int m = length; m >= 0; m--)
      for (int b = time; b >= 0; b--)
	{
	  double can_a = a < time ? q : 0;
	  double can_m = m < length && a >= sent ? q_net : 0;
	  double can_b = b < time && (b != receive || m == length) ? q : 0;
	  double stay = (1 - can_a) * (1 - can_m) * (1 - can_b), sum = 1;
	  expected[a][m][b] = 0;
	  if (a == time && m == length && b == time)
	    continue;
	  for (int move = 1; move < 8; move++)
	    {
	      double p = (move & 1 ? can_a : 1 - can_a)
			 * (move & 2 ? can_m : 1 - can_m)
			 * (move & 4 ? can_b : 1 - can_b);
	      if (p > 0)
		sum += p * expected[a + (move & 1)][m + (move >> 1 & 1)]
				   [b + (move >> 2)];
	    }
	  /* States that cannot be reached may be stuck.  */
	  expected[a][m][b] = stay < 1 ? sum / (1 - stay) : 0;
	}
  return expected[0][0][0];
}

Test (disturb, exact_means)
{
  static const double probability[] = { 0.2, 0.5, 0.9, 1 };
  struct pram_logp machine = { .L = 4, .o = 2, .g = 3, .P = 2 };
  struct schedule s = schedule_of ("broadcast:procs=2,bytes=1", machine,
				   false);
  struct pram_steps *steps = steps_of (&s, false);
  enum { N = 60000 };
  int64_t *rounds = calloc (N, sizeof *rounds);
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      {
	struct pram_disturbance d = { { probability[i], probability[j] } };
	pram_disturb_sample (steps, &d, 11, N, rounds);
	double exact = exact_mean (8, 2, 4, 6, d.q[0], d.q[1]);
	double error = 5 * deviation_of (rounds, N) / sqrt (N);
	cr_expect_float_eq (mean_of (rounds, N), exact, error + 1e-9,
			    "%g, not %g", mean_of (rounds, N), exact);
	double paths = pram_disturb_path_bound (steps, &d, 1);
	double layers = layers_bound (steps, &d).mean;
	cr_expect (exact <= paths + 1e-6);
	cr_expect (exact <= layers + 1e-9 && layers <= 1.05 * exact,
		   "%g <= %g", exact, layers);
      }
  free (rounds);
  pram_arena_free (s.arena);
}

/* A chain alone: the bound and the estimate are those of one variable, the
   latter far closer than a 32nd of the deviation, which the mean of 1024
   independent executions is off by.  */
Test (disturb, one_processor)
{
  struct schedule s = schedule_of ("ring:procs=1,compute=1000,iterations=77",
				   literature, false);
  struct pram_steps *steps = steps_of (&s, false);
  struct pram_disturbance d = { { 0.3, 1 } };
  enum { N = 20000 };
  int64_t *rounds = calloc (N, sizeof *rounds);
  double mean, deviation;
  pram_disturb_sample (steps, &d, 5, N, rounds);
  pram_disturb_estimate (steps, &d, &mean, &deviation);
  double exact = sqrt (77000 * 0.7) / 0.3;
  cr_expect_float_eq (mean, 77000 / 0.3, 0.005 * exact);
  cr_expect_float_eq (deviation, exact, 0.03 * exact);
  cr_expect_float_eq (mean_of (rounds, N), mean, 5 * deviation / sqrt (N));
  cr_expect_float_eq (deviation_of (rounds, N), deviation, 0.03 * deviation);
  cr_expect_float_eq (pram_disturb_path_bound (steps, &d, 1), mean, 1);
  free (rounds);
  pram_arena_free (s.arena);
}

/* A link alone, of a network.  */
static struct pram_steps
long_chain (int64_t *length)
{
  static int64_t pred_start[] = { 0, 0 };
  static unsigned char place[] = { PRAM_NETWORK };
  static bool last[] = { true };
  return (struct pram_steps)
    { .n_procs = 1, .n_links = 1, .length = length, .place = place,
      .last = last, .pred_start = pred_start };
}

/* Links too long for tables: the mean, the deviation and the 10th and the 90th
   percentile, by Cornish and Fisher.  */
Test (disturb, samples_of_long_chains)
{
  static const double probability[] = { 0.001, 0.2, 0.9, 0.9999999 };
  int64_t length[] = { 300000, 3000000, INT64_C (9876543210987) };
  enum { N = 40000 };
  int64_t *rounds = calloc (N, sizeof *rounds);
  for (int l = 0; l < 3; l++)
    for (int k = 0; k < 4; k++)
      {
	struct pram_steps chain = long_chain (&length[l]);
	struct pram_disturbance d = { { 1, probability[k] } };
	double n = (double) length[l], q = d.q[1];
	double exact = sqrt (n * (1 - q)) / q;
	pram_disturb_sample (&chain, &d, 7, N, rounds);
	for (int j = 0; j < N; j++)
	  rounds[j] -= length[l];
	cr_expect_float_eq (mean_of (rounds, N), n * (1 - q) / q,
			    4 * exact / sqrt (N), "%g, %g: %g", n, q,
			    mean_of (rounds, N));
	cr_expect_float_eq (deviation_of (rounds, N), exact, 0.03 * exact,
			    "%g, %g: %g", n, q, deviation_of (rounds, N));
	for (int side = -1; side <= 1 && exact > 10; side += 2)
	  {
	    double z = side * 1.28155, s = (2 - q) / sqrt (n * (1 - q));
	    double at = n * (1 - q) / q + exact * (z + (z * z - 1) / 6 * s);
	    double part = side < 0 ? 0.1 : 0.9;
	    cr_expect_float_eq
	      ((double) pram_disturb_quantile (rounds, N, part), at,
	       0.04 * exact, "%g, %g, %g", n, q, part);
	  }
      }
  free (rounds);
}

/* A link of more than 10^11 steps, of which the first binary digits are
   stretched.  */
Test (disturb, estimate_of_a_long_chain)
{
  int64_t length[] = { INT64_C (123456789012) };
  struct pram_steps chain = long_chain (length);
  struct pram_disturbance d = { { 1, 0.2 } };
  double mean, deviation, exact = sqrt ((double) length[0] * 0.8) / 0.2;
  pram_disturb_estimate (&chain, &d, &mean, &deviation);
  cr_expect_float_eq (mean, (double) length[0] / 0.2, 0.005 * exact);
  cr_expect_float_eq (deviation, exact, 0.05 * exact, "%g, not %g", deviation,
		      exact);
}

/* A chain of 1000 steps: the mean, and the 99th percentile by Cornish and
   Fisher, with the skewness (2 - q) / sqrt (n (1 - q)).  */
Test (disturb, layers_of_a_chain)
{
  struct schedule s = schedule_of ("ring:procs=1,compute=1000", literature,
				   false);
  struct pram_steps *steps = steps_of (&s, false);
  struct pram_disturbance d = { { 0.3, 1 } };
  struct pram_layers_bound layers = layers_bound (steps, &d);
  double skewness = 1.7 / sqrt (700), z = 2.3263;
  cr_expect_float_eq (layers.mean, 1000 / 0.3, 1e-6);
  cr_expect_float_eq (layers.tail, 1000 / 0.3 + sqrt (700) / 0.3
		      * (z + (z * z - 1) / 6 * skewness), 1.5, "%g",
		      layers.tail);
  pram_arena_free (s.arena);
}

/* --- Random small graphs, exactly ----------------------------------------- */

enum { LINKS = 7, MOST = 1 << LINKS, STATES = 2187 };

/* A graph of at most LINKS links of at most two steps.  */
struct small
{
  struct pram_steps steps;
  int64_t length[LINKS], pred_start[LINKS + 1];
  unsigned char place[LINKS];
  bool last[LINKS];
  int32_t pred[LINKS * LINKS];
};

static void
make_small (struct small *g, struct rng *rng)
{
  int n = (int) rng_in (rng, 2, LINKS);
  int64_t n_edges = 0;
  for (int v = 0; v < n; v++)
    {
      g->length[v] = rng_in (rng, 1, 2);
      g->place[v] = rng_in (rng, 0, 1) ? PRAM_NETWORK : PRAM_PROCESSOR;
      g->last[v] = true;
      g->pred_start[v] = n_edges;
      for (int p = 0; p < v; p++)
	if (rng_in (rng, 0, 2) == 0)
	  {
	    g->pred[n_edges++] = p;
	    g->last[p] = false;
	  }
    }
  g->pred_start[n] = n_edges;
  g->steps = (struct pram_steps)
    { .n_procs = 1, .n_links = n, .length = g->length, .place = g->place,
      .last = g->last, .pred_start = g->pred_start, .pred = g->pred };
}

/* The steps of the longest path to link TO, without those of link FROM where it
   must begin, or from the beginning (-1).  Negative: there is none.  */
static int64_t
longest (const struct small *g, int32_t from, int32_t to)
{
  if (from == to)
    return 0;
  int64_t most = from < 0 && g->pred_start[to] == g->pred_start[to + 1]
		 ? 0 : INT64_MIN / 2;
  for (int64_t e = g->pred_start[to]; e < g->pred_start[to + 1]; e++)
    {
      int64_t length = longest (g, from, g->pred[e]);
      most = length > most ? length : most;
    }
  return most + g->length[to];
}

/* The last link that both need, and the longest paths from there.  */
Test (disturb, forks)
{
  struct rng rng = { 43 };
  int n_forks = 0;
  for (int k = 0; k < 300; k++)
    {
      struct small g;
      make_small (&g, &rng);
      int32_t n = g.steps.n_links;
      struct pram_fork_search *search
	= pram_fork_search_new (&g.steps, g.place);
      for (int32_t a = 0; a < n; a++)
	for (int32_t b = 0; b < n; b++)
	  {
	    struct pram_fork fork;
	    int32_t last = a < b ? a : b;
	    while (last >= 0 && (longest (&g, last, a) < 0
				 || longest (&g, last, b) < 0))
	      last--;
	    cr_assert (pram_fork_find (search, a, b, &fork));
	    cr_expect_eq (fork.link, last);
	    n_forks += last >= 0 && last < a && last < b;
	    for (int side = 0; side < 2; side++)
	      cr_expect_eq (fork.length[side][0] + fork.length[side][1],
			    longest (&g, last, side ? b : a));
	  }
      pram_fork_search_free (search);
    }
  cr_expect (n_forks > 300, "%d", n_forks);
}

/* The links that can go on when link v has LEFT[v] steps left.  */
static int
executable (const struct small *g, const int *left)
{
  int can = 0;
  for (int v = 0; v < g->steps.n_links; v++)
    {
      bool free = left[v] > 0;
      for (int64_t e = g->pred_start[v]; e < g->pred_start[v + 1]; e++)
	free = free && !left[g->pred[e]];
      can |= free << v;
    }
  return can;
}

/* One round of the Markov chain: of each state's probability, NOW, what goes
   on, into NEXT.  A state has a digit of base 3 for each link.  */
static void
spread (const struct small *g, const struct pram_disturbance *d,
	const double *now, double *next)
{
  for (int state = 1; state < STATES; state++)
    {
      int left[LINKS], digit[LINKS], rest = state;
      if (!(now[state] > 0))
	continue;
      for (int v = 0, base = 1; v < LINKS; v++, base *= 3)
	{
	  left[v] = rest % 3;
	  digit[v] = base;
	  rest /= 3;
	}
      int can = executable (g, left);
      for (int go = can;; go = (go - 1) & can)
	{
	  double p = now[state];
	  int to = state;
	  for (int v = 0; v < g->steps.n_links; v++)
	    if (can >> v & 1)
	      {
		double q = d->q[g->place[v]];
		p *= go >> v & 1 ? q : 1 - q;
		to -= go >> v & 1 ? digit[v] : 0;
	      }
	  next[to] += p;
	  if (!go)
	    break;
	}
    }
}

/* The mean, and the probability that more than ROUNDS are taken.  */
static double
exact_small (const struct small *g, const struct pram_disturbance *d,
	     double rounds, double *exceeded)
{
  static double now[STATES], next[STATES];
  double mean = 0, left = 1;
  int start = 0;
  for (int v = g->steps.n_links - 1; v >= 0; v--)
    start = 3 * start + (int) g->length[v];
  memset (now, 0, sizeof now);
  now[start] = 1;
  *exceeded = 0;
  for (int t = 0; left > 1e-12 || t <= rounds; t++)
    {
      mean += left;
      if (t <= rounds)
	*exceeded = left;
      memset (next, 0, sizeof next);
      spread (g, d, now, next);
      left = 0;
      for (int state = 1; state < STATES; state++)
	left += now[state] = next[state];
    }
  return mean;
}

/* No bound is less than the exact mean, nor is its tail exceeded more often
   than it says; the estimate is close to it.  */
Test (disturb, bounds_of_small_graphs)
{
  struct rng rng = { 41 };
  double sum = 0;
  enum { GRAPHS = 300 };
  for (int k = 0; k < GRAPHS; k++)
    {
      struct small g;
      make_small (&g, &rng);
      struct pram_disturbance d
	= { { (double) rng_in (&rng, 3, 10) / 10,
	      (double) rng_in (&rng, 3, 10) / 10 } };
      double rate, exceeded, late;
      double tail = pram_disturb_path_bound (&g.steps, &d, 0.05);
      double window = pram_disturb_path_window (&g.steps, &d, 0.05, &rate);
      double bound = pram_disturb_path_bound (&g.steps, &d, 1);
      struct pram_layers_bound layers = layers_bound (&g.steps, &d);
      double exact = exact_small (&g, &d, tail, &exceeded);
      double estimate, deviation;
      pram_disturb_estimate (&g.steps, &d, &estimate, &deviation);
      cr_expect_float_eq (estimate, exact, 0.03 * exact, "%d: %g, not %g", k,
			  estimate, exact);
      cr_expect (bound >= exact * (1 - 1e-9), "%d: %.12g >= %.12g", k, bound,
		 exact);
      cr_expect (exceeded <= 0.05 * (1 + 1e-9), "%d: %g", k, exceeded);
      cr_expect (layers.mean >= exact * (1 - 1e-9));
      exact_small (&g, &d, layers.tail, &late);
      cr_expect (late <= 0.01 * (1 + 1e-9), "%d: %g", k, late);
      exact_small (&g, &d, window, &late);
      cr_expect (late <= 0.05 * (1 + 1e-9) && window >= tail * (1 - 1e-9),
		 "%d: %g", k, late);
      sum += bound / exact;
    }
  cr_expect (sum / GRAPHS < 1.1, "%g", sum / GRAPHS);
}

/* --- Confidence ----------------------------------------------------------- */

/* Bounds from N executions hold but for a part FAILURE of 400 seeds; that of
   the mean EXACT is at most MOST of it, on the average.  LATE is the least
   number of rounds that is exceeded with a probability of at most .1, or 0.  */
static void
expect_confidence (const struct pram_steps *steps,
		   const struct pram_disturbance *d, int n, double failure,
		   double exact, double late, double most)
{
  enum { SEEDS = 400, EXECUTIONS = 2000 };
  int64_t rounds[EXECUTIONS];
  int n_wrong = 0, n_late = 0;
  double sum = 0;
  double few = SEEDS * failure + 4 * sqrt (SEEDS * failure * (1 - failure));
  cr_assert (n <= EXECUTIONS);
  for (int seed = 0; seed < SEEDS; seed++)
    {
      struct pram_confidence_bound bound;
      pram_disturb_sample (steps, d, (uint64_t) seed, n, rounds);
      pram_disturb_confidence_bound (steps, d, rounds, n, 0.1, failure,
				     &bound);
      n_wrong += bound.mean < exact * (1 - 1e-12);
      n_late += bound.tail < late;
      sum += bound.mean / exact / SEEDS;
    }
  cr_expect (n_wrong <= SEEDS * failure, "%d: mean, %d wrong", n, n_wrong);
  cr_expect (n_late <= few, "%d: tail, %d wrong", n, n_late);
  cr_expect (sum <= most, "%d: %g of the mean", n, sum);
}

/* The least number of rounds that is exceeded with a probability of at most
   .1.  */
static double
exact_late (const struct small *g, const struct pram_disturbance *d)
{
  for (int t = 0;; t++)
    {
      double exceeded;
      exact_small (g, d, t, &exceeded);
      if (exceeded <= 0.1)
	return t;
    }
}

/* One step, which is as far from normal as can be: with q = 1/10 it exceeds
   21 rounds with a probability of .9^21 = .109.  */
Test (disturb, confidence_of_a_step)
{
  int64_t length[] = { 1 }, pred_start[] = { 0, 0 };
  unsigned char place[] = { PRAM_NETWORK };
  bool last[] = { true };
  struct pram_steps step
    = { .n_procs = 1, .time = 1, .n_links = 1, .length = length,
	.place = place, .last = last, .pred_start = pred_start };
  struct pram_disturbance d = { { 1, 0.1 } };
  expect_confidence (&step, &d, 2, 0.2, 10, 22, 12);
  expect_confidence (&step, &d, 20, 0.2, 10, 22, 3.5);
  expect_confidence (&step, &d, 100, 0.05, 10, 22, 1.8);
  expect_confidence (&step, &d, 2000, 0.05, 10, 22, 1.1);
}

/* A chain of 100 steps of probability 0.3 and 50 of 0.8.  */
Test (disturb, confidence_of_a_chain)
{
  int64_t length[] = { 100, 50 }, pred_start[] = { 0, 0, 1 };
  unsigned char place[] = { PRAM_PROCESSOR, PRAM_NETWORK };
  bool last[] = { false, true };
  int32_t pred[] = { 0 };
  struct pram_steps chain
    = { .n_procs = 1, .time = 150, .n_links = 2, .length = length,
	.place = place, .last = last, .pred_start = pred_start, .pred = pred };
  struct pram_disturbance d = { { 0.3, 0.8 } };
  double mean = 100 / 0.3 + 50 / 0.8;
  expect_confidence (&chain, &d, 10, 0.2, mean, 0, 1.2);
  expect_confidence (&chain, &d, 600, 0.05, mean, 0, 1.015);
}

Test (disturb, confidence_of_two_processors)
{
  struct pram_logp machine = { .L = 4, .o = 2, .g = 3, .P = 2 };
  struct schedule s = schedule_of ("broadcast:procs=2,bytes=1", machine,
				   false);
  struct pram_steps *steps = steps_of (&s, false);
  struct pram_disturbance d = { { 0.5, 0.2 } };
  double exact = exact_mean (8, 2, 4, 6, d.q[0], d.q[1]);
  expect_confidence (steps, &d, 10, 0.2, exact, 0, 2);
  expect_confidence (steps, &d, 600, 0.05, exact, 0, 1.06);
  pram_arena_free (s.arena);
}

Test (disturb, confidence_of_small_graphs)
{
  struct rng rng = { 53 };
  for (int k = 0; k < 10; k++)
    {
      struct small g;
      make_small (&g, &rng);
      struct pram_disturbance d
	= { { (double) rng_in (&rng, 3, 10) / 10,
	      (double) rng_in (&rng, 3, 9) / 10 } };
      double late = exact_late (&g, &d), exceeded;
      double exact = exact_small (&g, &d, late, &exceeded);
      expect_confidence (&g.steps, &d, 30, 0.2, exact, late, 2);
      expect_confidence (&g.steps, &d, 600, 0.05, exact, late, 1.12);
    }
}

/* A percentile needs (1 - p)^n <= FAILURE: 2062 executions for .01 and 1e-9.
   Of 10000, Pr [Bin (10000, .01) < 46] = 4.8e-10, and < 47, 1.06e-9.  */
Test (disturb, confidence_of_a_percentile)
{
  enum { N = 10000 };
  static int64_t rounds[N];
  int64_t length[] = { 1 }, pred_start[] = { 0, 0 };
  unsigned char place[] = { PRAM_PROCESSOR };
  bool last[] = { true };
  struct pram_steps step
    = { .n_procs = 1, .time = 1, .n_links = 1, .length = length,
	.place = place, .last = last, .pred_start = pred_start };
  struct pram_disturbance d = { { 0.5, 0.5 } };
  struct pram_confidence_bound bound;
  for (int k = 0; k < N; k++)
    rounds[k] = k + 1;
  pram_disturb_confidence_bound (&step, &d, rounds, 2061, 0.01, 1e-9, &bound);
  cr_expect (isinf (bound.tail));
  pram_disturb_confidence_bound (&step, &d, rounds, 2062, 0.01, 1e-9, &bound);
  cr_expect_eq (bound.tail, 2062);
  pram_disturb_confidence_bound (&step, &d, rounds, N, 0.01, 1e-9, &bound);
  cr_expect_eq (bound.tail, N + 1 - 46, "%g", bound.tail);
}

/* --- Layers --------------------------------------------------------------- */

/* Each step is in one layer, and the depths of the layers add up.  */
Test (disturb, layers_have_all_steps)
{
  struct pram_logp machine = { .L = 3, .o = 1, .g = 2, .P = 6 };
  struct schedule s = schedule_of ("jacobi2d:procs=6,iterations=3", machine,
				   true);
  struct pram_steps *steps = steps_of (&s, true);
  for (int32_t n = 1; n <= steps->time + 3; n++)
    {
      struct pram_steps *layers = pram_steps_layers (steps, n, s.arena);
      int64_t depth = 0, total[2] = { 0, 0 };
      for (int32_t v = 0; v < steps->n_links; v++)
	total[steps->place[v]] -= steps->length[v];
      for (int32_t k = 0; k < n; k++)
	{
	  cr_expect_eq (pram_steps_depth (&layers[k]), layers[k].time);
	  depth += layers[k].time;
	  for (int32_t v = 0; v < layers[k].n_links; v++)
	    total[layers[k].place[v]] += layers[k].length[v];
	}
      cr_expect_eq (depth, steps->time);
      cr_expect_eq (total[0], 0);
      cr_expect_eq (total[1], 0);
    }
  pram_arena_free (s.arena);
}

/* A, and after it two steps that need nothing else: 1 / q and the maximum of
   two geometric variables, by 1 / q each - 1 / (1 - (1 - q)^2).  Layers
   are exact, and so are paths less what they have in common.  */
Test (disturb, bounds_factor_what_is_common)
{
  int64_t length[] = { 1, 1, 1 }, pred_start[] = { 0, 0, 1, 2 };
  unsigned char place[] = { PRAM_PROCESSOR, PRAM_PROCESSOR, PRAM_NETWORK };
  bool last[] = { false, true, true };
  int32_t pred[] = { 0, 0 };
  struct pram_steps fork
    = { .n_procs = 1, .time = 2, .n_links = 3, .length = length,
	.place = place, .last = last, .pred_start = pred_start, .pred = pred };
  for (double q = 0.1; q < 1; q += 0.2)
    {
      struct pram_disturbance d = { { q, q } };
      double exact = 3 / q - 1 / (1 - (1 - q) * (1 - q));
      double rate;
      cr_expect_float_eq (layers_bound (&fork, &d).mean, exact, 1e-6);
      cr_expect_float_eq (pram_disturb_path_bound (&fork, &d, 1), exact,
			  0.01 * exact);
      cr_expect (pram_disturb_path_window (&fork, &d, 1, &rate)
		 > 1.05 * exact);
    }
}

/* The schedule with latency, overhead and gap 1: the lesser bound is at most
   MOST of the mean, the estimate within 2 % of it.  */
static void
expect_tight (const char *text, bool strong, struct pram_disturbance d,
	      double most)
{
  enum { N = 4000 };
  static const struct pram_logp unit = { .L = 1, .o = 1, .g = 1, .P = 8 };
  int64_t *rounds = calloc (N, sizeof *rounds);
  struct schedule s = schedule_of (text, unit, strong);
  struct pram_steps *steps = steps_of (&s, strong);
  pram_disturb_sample (steps, &d, 1, N, rounds);
  double mean = mean_of (rounds, N);
  double error = deviation_of (rounds, N) / sqrt (N);
  struct pram_layers_bound bound = layers_bound (steps, &d);
  double paths = pram_disturb_path_bound (steps, &d, 1);
  double least = fmin (bound.mean, paths);
  cr_expect (least >= mean - 4 * error && least <= most * (mean + error),
	     "%s: %g, bound %g, paths %g", text, mean, bound.mean, paths);
  double estimate, spread;
  pram_disturb_estimate (steps, &d, &estimate, &spread);
  cr_expect_float_eq (estimate, mean, 0.02 * mean, "%s: %g, estimate %g", text,
		      mean, estimate);
  cr_expect (bound.tail >= (double) pram_disturb_quantile (rounds, N, 0.98),
	     "%s: 99 %% %g", text, bound.tail);
  pram_arena_free (s.arena);
  free (rounds);
}

/* Small steps and a small q, where paths count far too much, and times are not
   at all normal.  */
Test (disturb, tight_with_small_steps)
{
  static const char *const named[] =
    {
      "broadcast:procs=2", "broadcast:procs=8", "reduction:procs=64",
      "butterfly:procs=2,iterations=50", "butterfly:procs=16,iterations=3",
      "butterfly:procs=256",
      "ring:procs=2,iterations=50", "ring:procs=4,iterations=20",
      "alltoall:procs=5", "jacobi2d:procs=4,iterations=20",
      "jacobi2d:procs=16,iterations=5"
    };
  struct pram_disturbance d = { { 0.1, 0.1 } };
  for (size_t k = 0; k < sizeof named / sizeof *named; k++)
    expect_tight (named[k], k % 2, d, 1.15);
}

/* Only the network is disturbed, and each of its steps waits for three others:
   the worst that is known of bounds, with rings of 16 beyond the last.  */
Test (disturb, tight_with_slow_network)
{
  struct pram_disturbance d = { { 1, 0.1 } }, both = { { 0.9, 0.2 } };
  static const char *const named[] =
    {
      "ring:procs=2,iterations=100", "ring:procs=8,iterations=20",
      "butterfly:procs=8", "butterfly:procs=16,iterations=8",
      "alltoall:procs=5", "alltoall:procs=16", "broadcast:procs=64",
      "jacobi2d:procs=4,iterations=20", "jacobi2d:procs=16,iterations=10"
    };
  for (size_t k = 0; k < sizeof named / sizeof *named; k++)
    expect_tight (named[k], true, k % 2 ? d : both, 1.15);
  expect_tight ("ring:procs=16,iterations=40", true, d, 1.16);
}

/* Sums, products and ratios of numbers from exp (-3000) to exp (3000), against
   their logarithms.  */
Test (disturb, scaled_numbers)
{
  struct rng rng = { 47 };
  for (int k = 0; k < 20000; k++)
    {
      double a = (double) rng_in (&rng, -30000, 30000) / 10;
      double b = rng_in (&rng, 0, 1) ? a + (double) rng_in (&rng, -99, 99) / 9
		 : (double) rng_in (&rng, -30000, 30000) / 10;
      struct scaled x = scaled_exp (a), y = scaled_exp (b);
      double sum = fmax (a, b) + log1p (exp (-fabs (a - b)));
      cr_expect_float_eq (scaled_log (x), a, 1e-11);
      cr_expect_float_eq (scaled_log (scaled_product (x, y)), a + b, 1e-11);
      cr_expect_float_eq (scaled_log (scaled_sum (x, y)), sum, 1e-11);
      if (fabs (a - b) < 170)
	cr_expect_float_eq (scaled_ratio (x, y), exp (a - b),
			    1e-11 * exp (a - b));
      else
	cr_expect ((scaled_ratio (x, y) > 1) == (a > b));
    }
}

/* Errors of rounding do not count once for each of the 2^300 paths, which would
   leave no 99th percentile.  */
Test (disturb, layers_with_many_paths)
{
  struct pram_logp unit = { .L = 1, .o = 1, .g = 1, .P = 16 };
  struct schedule s = schedule_of ("ring:procs=16,iterations=300", unit,
				   false);
  struct pram_steps *steps = steps_of (&s, false);
  struct pram_disturbance d = { { 0.1, 0.1 } };
  struct pram_layers_bound bound = layers_bound (steps, &d);
  cr_expect (bound.tail > bound.mean && bound.tail < 1.05 * bound.mean,
	     "99 %% %g, mean %g", bound.tail, bound.mean);
  pram_arena_free (s.arena);
}

/* Never less than the mean and the quantile of random schedules.  */
Test (disturb, layers_bound_random_schedules)
{
  enum { N = 2000, SCHEDULES = 150 };
  struct rng rng = { 23 };
  int64_t rounds[N];
  for (int k = 0; k < SCHEDULES; k++)
    {
      struct heard heard;
      struct pram_diag diag = diag_to (&heard);
      struct schedule s = { .arena = pram_arena_new () };
      bool strong = rng_in (&rng, 0, 1);
      s.machine = random_machine (&rng, s.arena);
      struct pram_clustering *clustering
	= random_clustering (&rng, random_graph (&rng, 20, s.arena), s.arena);
      s.script = pram_script_from_schedule
	(pram_schedule_build (clustering, &s.machine, s.arena), s.arena);
      cr_assert (pram_simulate (s.script, &s.machine, strong, true,
				&s.simulation, s.arena, &diag));
      struct pram_steps *steps = steps_of (&s, strong);
      struct pram_disturbance d
	= { { (double) rng_in (&rng, 1, 10) / 10,
	      (double) rng_in (&rng, 1, 10) / 10 } };
      pram_disturb_sample (steps, &d, (uint64_t) k, N, rounds);
      double mean = mean_of (rounds, N);
      double error = deviation_of (rounds, N) / sqrt (N);
      struct pram_layers_bound bound = layers_bound (steps, &d);
      cr_expect (bound.mean >= mean - 4 * error - 1e-6, "%d: %g, bound %g", k,
		 mean, bound.mean);
      cr_expect (bound.tail >= (double) pram_disturb_quantile (rounds, N, 0.98),
		 "%d: 99 %% %g", k, bound.tail);
      pram_arena_free (s.arena);
    }
}

/* --- Known values --------------------------------------------------------- */

Test (disturb, broadcasts)
{
  static const struct { int procs; double q, mean; } known[] =
    {
      { 8, 0.5, 60.6 }, { 8, 0.9, 29.9 }, { 8, 0.99, 25.2 },
      { 1024, 0.5, 192 }, { 1024, 0.9, 92.8 }, { 1024, 0.99, 77.1 }
    };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    {
      enum { N = 1000 };
      char text[40];
      int64_t rounds[N];
      snprintf (text, sizeof text, "broadcast:procs=%d", known[k].procs);
      struct schedule s = schedule_of (text, literature, true);
      struct pram_steps *steps = steps_of (&s, true);
      struct pram_disturbance d = { { known[k].q, known[k].q } };
      pram_disturb_sample (steps, &d, 1, N, rounds);
      double mean = mean_of (rounds, N), estimate, deviation;
      cr_expect_float_eq (mean, known[k].mean, 0.007 * known[k].mean,
			  "%s, q %g: %g", text, known[k].q, mean);
      double bound = pram_disturb_path_bound (steps, &d, 1);
      cr_expect (bound >= mean && bound <= 1.15 * mean, "%g, %g", bound, mean);
      pram_disturb_estimate (steps, &d, &estimate, &deviation);
      cr_expect_float_eq (estimate, mean, 0.05 * mean);
      double theorem = pram_disturb_theorem1 (steps->time, known[k].procs,
					      known[k].q, 0);
      double low = known[k].procs == 8 ? 19.4 : 49.5, high = low * 1.3;
      cr_expect (theorem >= low * mean && theorem <= high * mean, "%g",
		 theorem / mean);
      pram_arena_free (s.arena);
    }
}

/* 6 / q (2 TIME + log P), 6 / q ((1 + log P) TIME + log P).  */
Test (disturb, bounds_of_the_paper)
{
  cr_expect_float_eq (pram_disturb_corollary1 (24, 8, 0.5, 0), 12 * 51, 1e-9);
  cr_expect_float_eq (pram_disturb_theorem1 (24, 8, 0.5, 0), 12 * 99, 1e-9);
  cr_expect_float_eq (pram_disturb_corollary1 (24, 8, 0.5, 2), 20 * 51, 1e-9);
  cr_expect_float_eq (pram_disturb_theorem1 (24, 8, 0.5, 2), 20 * 99, 1e-9);
}

Test (disturb, quantum)
{
  struct pram_logp machine = { .L = 6e-6, .o = 2e-6, .g = 4e-6, .P = 8 };
  struct schedule s = schedule_of ("ring:compute=3e-6", machine, false);
  cr_expect_float_eq (pram_steps_quantum (s.script, &machine, &s.simulation),
		      1e-6, 1e-12);
  pram_arena_free (s.arena);
  machine.L = M_PI * 1e-6;
  s = schedule_of ("ring:compute=3e-6", machine, false);
  cr_expect_eq (pram_steps_quantum (s.script, &machine, &s.simulation), 0);
  pram_arena_free (s.arena);
}

/* --- Estimation ----------------------------------------------------------- */

/* Times drawn from the model give back its parameters.  */
Test (disturb, fit_finds_what_was_drawn)
{
  enum { RUNS = 4000, PROGRAMS = 3 };
  static const double parts[PROGRAMS][2] = { { 8, 1 }, { 3, 4 }, { 5, 0.5 } };
  struct pram_disturbance truth = { { 0.8, 0.3 } }, found;
  struct pram_measured measured[PROGRAMS];
  double step = 0.01, found_step;
  for (int k = 0; k < PROGRAMS; k++)
    {
      int64_t length[] = { llround (parts[k][0] / step),
			   llround (parts[k][1] / step) };
      unsigned char place[] = { PRAM_PROCESSOR, PRAM_NETWORK };
      bool last[] = { false, true };
      int64_t pred_start[] = { 0, 0, 1 }, rounds[RUNS];
      int32_t pred[] = { 0 };
      struct pram_steps chain
	= { .n_links = 2, .length = length, .place = place, .last = last,
	    .pred_start = pred_start, .pred = pred };
      measured[k] = (struct pram_measured)
	{ parts[k][0], parts[k][1], RUNS, malloc (sizeof (double) * RUNS) };
      pram_disturb_sample (&chain, &truth, (uint64_t) k, RUNS, rounds);
      for (int r = 0; r < RUNS; r++)
	measured[k].seconds[r] = step * (double) rounds[r];
    }
  cr_assert (pram_disturb_fit (measured, PROGRAMS, &found, &found_step, NULL));
  cr_expect_float_eq (found.q[0], 0.8, 0.004);
  cr_expect_float_eq (found.q[1], 0.3, 0.004);
  cr_expect_float_eq (found_step, step, 0.05 * step);
  double sorted[RUNS];
  memcpy (sorted, measured[0].seconds, sizeof sorted);
  double high = pram_disturb_predict_quantile (&measured[0], &found,
					       found_step, 0.99);
  int above = 0;
  for (int r = 0; r < RUNS; r++)
    above += sorted[r] > high;
  cr_expect (above > RUNS / 200 && above < RUNS / 50, "%d", above);

  /* Faster than predicted: q = 1.  */
  for (int r = 0; r < RUNS; r++)
    measured[0].seconds[r] = 7;
  cr_assert (pram_disturb_fit (measured, 1, &found, &found_step, NULL));
  cr_expect_eq (found.q[0], 1);
  cr_expect_eq (found.q[1], 1);
  cr_expect_not (pram_disturb_fit (measured, 0, &found, &found_step, NULL));
  for (int k = 0; k < PROGRAMS; k++)
    free (measured[k].seconds);
}
