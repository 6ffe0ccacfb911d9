/* forecast.c: what a region takes on a network that is not known yet.

   SPDX-License-Identifier: Apache-2.0

   Whoever compiles a region need not know the network that it runs on.  What
   messages take is all but linear in what a small one takes from end to end and
   in what a byte takes, so it is predicted for a network in which the one is 1
   and the other 0, and the other way round, on processes that compute in no
   time.  That computing hides a part of it is left out.

   Example: of two processes that swap a row of 800 bytes in each iteration an
   iteration has one message and 799 bytes more than a message of one byte.  */

#include "forecast.h"

#include "plan/traffic.h"
#include "poly/offers.h"
#include "scans.h"
#include "work.h"

#include <math.h>

/* VALUE in the UNIT of the result.  */
static int64_t
in_units (double value, double unit)
{
  return (int64_t) fmin (value / unit, 0x1p62);
}

/* NODE stands in a loop whose end data decide.  */
static bool
iterated_p (const struct pram_node *node)
{
  const struct pram_node *loop = pram_node_loop (node);
  return loop && (loop->data_dependent || iterated_p (loop));
}

/* Add to F what is known of inspecting, and of what has been found to be needed:
   that messages are sent, not how much is in them.  Each process asks rank 0 and
   is answered a few times; an offer goes to two others, as if the rest were far
   away.  What is asked for takes, in each round, a word, a question and an answer
   for each other process.  Notes of what is read take some time, however little that is.  */
static void
add_inspection (struct pram_forecast *f, const struct pram_plan *plan,
		int procs, double second, double message)
{
  static const double start = 1e-4;
  enum { QUESTIONS = 4, ROUND = 8, NEIGHBOURS = 2, ASKING = 3 };
  if (procs < 2 || !plan->prog->n_inspected)
    return;
  f->entry_computing += in_units (start, second);
  f->entry_messages += in_units (ROUND + QUESTIONS * (procs - 1), message);
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      bool sends = layer->offer && pram_offer_sent_p (plan->prog, layer->offer);
      int rounds = pram_node_asks (plan->prog, layer->node, -1);
      double sent = (sends ? fmin (NEIGHBOURS, procs - 1) * layer->runs
		     : rounds * ASKING * (procs - 1) * layer->runs);
      *(iterated_p (layer->node) ? &f->iteration_messages : &f->entry_messages)
	+= in_units (sent, message);
    }
}

/* How often the busiest process comes to NODE, in one iteration of the loop that
   repeats.  */
static double
runs_of (const struct pram_works *works, const struct pram_node *node)
{
  double runs = 1;
  for (const struct pram_node *n = node; n; n = n->parent)
    if (n->kind == PRAM_LOOP && n != works->outer)
      runs *= works->counts[n->iterator];
  return runs;
}

/* Add to F how often the driver of PLAN calls the runtime: to run a layer, and for what
   it reduces.  */
static void
add_calls (struct pram_forecast *f, const struct pram_plan *plan)
{
  static const double call = 1e-3;
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      *(iterated_p (layer->node) ? &f->iteration_calls : &f->entry_calls)
	+= in_units ((1 + layer->n_results) * layer->runs, call);
    }
}

/* PROCS processes scan LAYER.  */
static bool
scanned_p (const struct pram_plan_layer *layer, int procs)
{
  return procs <= layer->scans;
}

/* Add to F that layers of PLAN are scanned: in what takes their process's share of time
   each process runs all units.  */
static void
add_scans (struct pram_forecast *f, const struct pram_plan *plan, int procs,
	   double second)
{
  for (int l = 0; l < plan->n_layers && procs > 1; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      if (scanned_p (layer, procs))
	*(iterated_p (layer->node) ? &f->iteration_computing : &f->entry_computing)
	  += in_units (layer->runs * layer->scan_seconds * (procs - 1) / procs,
		       second);
    }
}

/* STMT of PLAN is in a layer that PROCS processes scan.  */
static bool
in_scan_p (const struct pram_plan *plan, const struct pram_node *stmt, int procs)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (scanned_p (&plan->layers[l], procs)
	&& pram_node_inside_p (stmt, plan->layers[l].node))
      return true;
  return false;
}

/* Add to F what is deposited one by one: numbers that aren't integers, whose order
   counts.  Who owns it isn't known; as if each process had a share.  */
static void
add_deposits (struct pram_forecast *f, const struct pram_plan *plan,
	      const struct pram_node *outer, int procs, double second)
{
  enum { BYTES = 16 };
  const struct pram_prog *prog = plan->prog;
  if (procs < 2 || !prog->n_deposits)
    return;
  struct pram_works works = pram_works_find (prog->arena, plan, procs, outer);
  for (int d = 0; d < prog->n_deposits; d++)
    {
      const struct pram_node *stmt = prog->deposits[d].stmt;
      double deposit = pram_deposit_seconds (prog, &prog->deposits[d]);
      if (deposit <= 0 || in_scan_p (plan, stmt, procs))
	continue;
      double n = runs_of (&works, stmt);
      bool again = iterated_p (stmt);
      *(again ? &f->iteration_computing : &f->entry_computing)
	+= in_units (n * deposit, second);
      *(again ? &f->iteration_bytes : &f->entry_bytes)
	+= in_units (n * BYTES * (procs - 1) / procs, 1);
    }
}

struct pram_forecast
pram_forecast_of (const struct pram_plan *plan,
		  const struct pram_predictor *by, int procs)
{
  static const double second = 1e-12, message = 1e-3;
  static const struct pram_costs nothing;
  struct pram_costs computing = *by->costs;
  struct pram_logp logp[] = { { .op = by->logp->op, .P = procs },
    { .L = 0.5, .o = 0.25, .g = 0.25, .P = procs }, { .G = 1, .P = procs } };
  struct pram_predictor each[]
    = { { &logp[0], &computing, by->profile, by->loop },
	{ &logp[1], &nothing, NULL, by->loop },
	{ &logp[2], &nothing, NULL, by->loop } };
  struct pram_prediction p[3] = { { 0 }, { 0 }, { 0 } };
  computing.n_exchanges = computing.n_swaps = 0;
  computing.n_allreduces = computing.n_broadcasts = 0;
  pram_predict_several (plan, procs > 1 ? 3 : 1, each, procs, p);
  struct pram_forecast forecast
    = { .procs = procs,
      .entry_computing = in_units (p[0].entry, second),
      .iteration_computing = in_units (p[0].iteration, second),
      .entry_messages = in_units (p[1].entry, message),
      .iteration_messages = in_units (p[1].iteration, message),
      .entry_bytes = in_units (p[2].entry, 1),
      .iteration_bytes = in_units (p[2].iteration, 1) };
  add_calls (&forecast, plan);
  add_inspection (&forecast, plan, procs, second, message);
  add_scans (&forecast, plan, procs, second);
  add_deposits (&forecast, plan,
		by->loop ? by->loop : pram_plan_next_loop (plan, NULL), procs,
		second);
  return forecast;
}
