/* plan-text.c: plans to read, and their invariants.

   SPDX-License-Identifier: Apache-2.0

   The text is for people and for golden tests; it is not read back.  Sets are
   shown as the bytes that move between neighbours when two processes run.  */

#include "traffic.h"
#include "verdicts.h"

#include "poly/offers.h"

#include <inttypes.h>

static const char *const class_names[]
  = { "oblivious", "iteratively oblivious", "non-oblivious" };

const char *
pram_class_name (enum pram_class class_)
{
  return class_names[class_];
}

static void
print_transfers (FILE *file, const struct pram_plan *plan, const char *what,
		 const struct pram_plan_transfer *transfers, int n, int src,
		 int dst)
{
  for (int t = 0; t < n; t++)
    fprintf (file, "  %s %s: %" PRId64 " bytes\n", what,
	     plan->prog->arrays[transfers[t].array].name,
	     pram_plan_bytes (plan, &transfers[t], 1, src, dst, 2));
}

static void
print_placement (FILE *file, const struct pram_prog *prog,
		 const struct pram_placement *p)
{
  struct pram_affine at = pram_placement_coordinate (prog, p);
  bool any = p->loop;
  if (p->loop)
    fprintf (file, ", along %s at %" PRId64 "*%s", p->loop->iterator_name,
	     p->coef, p->loop->iterator_name);
  else
    fputs (", whole at", file);
  for (int k = 0; k < prog->n_loops; k++)
    if (at.coef[k] && prog->loops[k] != p->loop)
      {
	fprintf (file, "%s %" PRId64 "*%s", any ? " +" : "", at.coef[k],
		 prog->loops[k]->iterator_name);
	any = true;
      }
  if (any)
    fprintf (file, " %c %" PRId64, p->constant < 0 ? '-' : '+',
	     p->constant < 0 ? -p->constant : p->constant);
  else
    fprintf (file, " %" PRId64, p->constant);
}

/* What pointers NODE, which stands for that, exchanges.  */
static void
print_exchange (FILE *file, const struct pram_prog *prog,
		const struct pram_node *node)
{
  fputs ("  exchanges", file);
  for (int a = 0; a < prog->n_arrays; a++)
    if (pram_node_writes_p (node, a))
      fprintf (file, " %s", prog->arrays[a].name);
  fputs ("\n", file);
}

static void
print_layer (FILE *file, const struct pram_plan *plan, int l)
{
  const struct pram_plan_layer *layer = &plan->layers[l];
  fprintf (file, "layer %d line %d: %" PRId64 " tasks, units %" PRId64
	   " to %" PRId64, l, layer->node->line, layer->tasks, layer->unit_lo,
	   layer->unit_hi - 1);
  print_placement (file, plan->prog, &layer->placement);
  fputs (layer->relayed ? ", relayed\n"
	 : pram_layer_in_order_p (layer) ? ", in order\n" : "\n", file);
  if (layer->n_waits)
    {
      fputs ("  waits for", file);
      for (int w = 0; w < layer->n_waits; w++)
	fprintf (file, " %d", layer->waits[w]);
      fputs ("\n", file);
    }
  int rounds = pram_node_asks (plan->prog, layer->node, -1);
  if (rounds)
    fprintf (file, "  asks in rounds: %d\n", rounds);
  for (int i = 0; i < layer->n_pipes; i++)
    fprintf (file, "  may sweep with %d, %" PRId64 " up, %" PRId64 " down\n",
	     layer->pipes[i].layer, layer->pipes[i].up, layer->pipes[i].down);
  if (layer->ahead_up >= 0)
    fprintf (file, "  may run ahead, %" PRId64 " up, %" PRId64 " down%s\n",
	     layer->ahead_up, layer->ahead_down,
	     layer->last ? ", last layer" : "");
  if (layer->n_transfers)
    fprintf (file, "  %s%s\n", layer->uniform ? "uniform" : "per iteration",
	     layer->early_recv ? ", early receive" : "");
  print_transfers (file, plan, "sends down", layer->transfers,
		   layer->n_transfers, 0, 1);
  print_transfers (file, plan, "sends up", layer->transfers,
		   layer->n_transfers, 1, 0);
  if (layer->offer && layer->offer->exchanges)
    print_exchange (file, plan->prog, layer->node);
  if (layer->offer && !layer->accepts)
    print_transfers (file, plan, layer->offer->accept ? "claims" : "offers", &layer->offered, layer->n_offered,
		     0, 1);
}

void
pram_plan_print (FILE *file, const struct pram_plan *plan)
{
  fprintf (file, "plan %s: %s, %" PRId64 " units of %" PRId64
	   ", %" PRId64 " tasks, work %.0f, depth %.0f\n", plan->prog->name,
	   pram_class_name (plan->class_), plan->n_units, plan->granularity,
	   plan->n_tasks, plan->work, plan->depth);
  for (int l = 0; l < plan->n_layers; l++)
    print_layer (file, plan, l);
  pram_verdicts_print (file, plan);
  print_transfers (file, plan, "scatter", plan->scatter, plan->n_scatter, 0,
		   1);
  print_transfers (file, plan, "gather", plan->gather, plan->n_gather, 1, 0);
  for (int a = 0; a < plan->prog->n_arrays; a++)
    if (plan->touched_lo[a] < plan->touched_hi[a])
      fprintf (file, "  touches %s: bytes %" PRId64 " to %" PRId64 "%s\n",
	       plan->prog->arrays[a].name, plan->touched_lo[a],
	       plan->touched_hi[a] - 1, plan->written[a] ? ", written" : "");
}

/* --- Checking ----------------------------------------------------------- */

static bool
fail (const struct pram_diag *diag, const struct pram_plan_layer *layer,
      const char *what)
{
  pram_diag_report (diag, PRAM_ERROR, layer ? layer->node->line : 0,
		    "the plan is broken: %s", what);
  return false;
}

static bool
check_transfers (const struct pram_plan *plan,
		 const struct pram_plan_layer *layer,
		 const struct pram_plan_transfer *transfers, int n,
		 const struct pram_diag *diag)
{
  for (int t = 0; t < n; t++)
    {
      if (transfers[t].array < 0 || transfers[t].array >= plan->prog->n_arrays)
	return fail (diag, layer, "a transfer has no array");
      if (transfers[t].set < 0 || transfers[t].set >= plan->n_code)
	return fail (diag, layer, "a transfer has no set");
    }
  return true;
}

bool
pram_plan_check (const struct pram_plan *plan, const struct pram_diag *diag)
{
  if (plan->granularity < 1 || plan->n_units < 0)
    return fail (diag, NULL, "the template is empty");
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      const struct pram_placement *p = &layer->placement;
      if (layer->unit_lo < 0 || layer->unit_hi > plan->n_units)
	return fail (diag, layer, "a layer lies outside of the template");
      if (!p->loop != !p->coef)
	return fail (diag, layer, "a placement without loop or coefficient");
      if (p->coef && plan->granularity % (p->coef < 0 ? -p->coef : p->coef))
	return fail (diag, layer, "a unit cuts an iteration");
      for (int k = 0; p->outer && k < plan->prog->n_loops; k++)
	if (p->outer[k]
	    && (plan->prog->loops[k] == layer->node
		|| !pram_node_inside_p (layer->node, plan->prog->loops[k])))
	  return fail (diag, layer, "a layer moves with a loop not around it");
      if (layer->n_transfers && layer->boundary < 0)
	return fail (diag, layer, "a layer sends without a boundary");
      if (!check_transfers (plan, layer, layer->transfers,
			    layer->n_transfers, diag))
	return false;
    }
  return check_transfers (plan, NULL, plan->scatter, plan->n_scatter, diag)
	 && check_transfers (plan, NULL, plan->gather, plan->n_gather, diag);
}
