/* scans.c: deposits that each process may find by itself.

   SPDX-License-Identifier: Apache-2.0

     for (i = 0; i < n; i++) h[i * 2654435761u % m] += 0.5 * i;

   What such a loop does is a function of its iterations alone.  So each process can go
   through all of them, and do those updates that are of its own elements (the guard
   transformation): it *scans* them.  They are then done in the order of the serial
   program, and nothing is sent.  That takes as long as the loop does on one process;
   deposits take their time for each update, but share out the loop.  */

#include "scans.h"

#include "poly/offers.h"
#include "poly/pinned.h"
#include "work.h"

#include <math.h>

double
pram_deposit_seconds (const struct pram_prog *prog,
		      const struct pram_deposit *deposit)
{
  enum pram_type type = prog->arrays[deposit->array].type;
  return type < PRAM_TYPE_F32 || type > PRAM_TYPE_F80 ? 0 : 45e-9;
}

/* All that NODE does is a function of its iterations, but for its deposits.  */
static bool
computed_p (const struct pram_node *node)
{
  bool computed = (!node->n_accesses && !node->n_carried
		   && !node->data_dependent && !node->relayed);
  for (int i = 0; i < node->n_children && computed; i++)
    computed = computed_p (node->children[i]);
  return computed;
}

/* DEPOSIT is done for its own sake, and at once.  */
static bool
plain_p (const struct pram_prog *prog, const struct pram_deposit *deposit)
{
  return (!deposit->finds && !deposit->leads && !deposit->watched
	  && !pram_deposit_late_p (prog, deposit));
}

static bool
scannable_p (const struct pram_plan *plan, const struct pram_plan_layer *layer)
{
  const struct pram_prog *prog = plan->prog;
  const struct pram_node *node = layer->node;
  if (!layer->placement.loop || layer->whole || layer->relayed || layer->offer
      || !computed_p (node) || pram_node_pins_p (prog, node)
      || pram_node_inspects_p (prog, node, -1))
    return false;
  for (int d = 0; d < prog->n_deposits; d++)
    if (pram_node_inside_p (prog->deposits[d].stmt, node)
	&& !plain_p (prog, &prog->deposits[d]))
      return false;
  return pram_node_deposits_p (prog, node, -1);
}

/* Seconds that the deposits of one run of LAYER take.  */
static double
seconds_of (const struct pram_works *works, const struct pram_plan_layer *layer)
{
  const struct pram_prog *prog = works->plan->prog;
  double sum = 0;
  for (int d = 0; d < prog->n_deposits; d++)
    if (pram_node_inside_p (prog->deposits[d].stmt, layer->node))
      {
	double seconds = pram_deposit_seconds (prog, &prog->deposits[d]);
	for (const struct pram_node *n = prog->deposits[d].stmt;
	     n != layer->node->parent; n = n->parent)
	  if (n->kind == PRAM_LOOP)
	    seconds *= works->counts[n->iterator];
	sum += seconds;
      }
  return sum;
}

void
pram_scans_find (struct pram_plan *plan, const struct pram_predictor *by)
{
  struct pram_arena *arena = pram_arena_new ();
  const double *prices = NULL;
  struct pram_works works;
  for (int l = 0; l < plan->n_layers; l++)
    {
      struct pram_plan_layer *layer = &plan->layers[l];
      layer->scans = 0;
      if (!scannable_p (plan, layer))
	continue;
      if (!prices)
	{
	  prices = pram_predict_prices (plan, by, 1, arena);
	  works = pram_works_find (arena, plan, 1, NULL);
	}
      layer->scan_seconds = prices[l] * layer->work;
      /* SECONDS <= (SECONDS + DEPOSITS) / P */
      double deposits = seconds_of (&works, layer);
      layer->scans = (int) fmin (1 + deposits / layer->scan_seconds,
				 PRAM_PROCS_MAX);
    }
  pram_arena_free (arena);
}
