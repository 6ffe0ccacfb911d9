/* figures.c: tasks, work and depth of a plan, and how units are shared.

   SPDX-License-Identifier: GPL-3.0-or-later

   W and T of Iterative, section 2.1, counted in operations: a task is a
   statement instance, the depth of a layer that of its heaviest chain.  A
   data-dependent loop counts once; a loop whose count depends on outer
   iterators is taken at their middle, which is exact for sums of affine
   counts.  */

#include "blocks.h"

#include <math.h>

struct figures
{
  double tasks, work, depth;
};

/* Iterations of LOOP when outer loop k runs COUNTS[k] times.  */
static double
middle_count (const struct pram_node *loop, const double *counts)
{
  if (loop->data_dependent)
    return 1;
  double n = (double) loop->count.constant;
  for (int k = 0; k < loop->count.n_coef; k++)
    if (loop->count.coef[k])
      n += (double) loop->count.coef[k] * (counts[k] - 1) / 2;
  return n > 0 ? n : 0;
}

/* Do the loop's iterations form a chain?  */
static bool
chain_p (const struct pram_plan *plan, const struct pram_node *loop)
{
  if (loop->order_reason)
    return true;
  for (int l = 0; l < plan->n_layers; l++)
    for (const struct pram_node *n = loop; n; n = n->parent)
      if (n == plan->layers[l].node)
	return false;
  return true;			/* a loop of the driver */
}

static struct figures
measure (const struct pram_plan *plan, const struct pram_node *node,
	 double *counts)
{
  struct figures sum = { 0, 0, 0 };
  if (node->kind == PRAM_STMT)
    return (struct figures) { 1, node->weight, node->weight };
  double n = 1;
  if (node->kind == PRAM_LOOP)
    counts[node->iterator] = n = middle_count (node, counts);
  if (node->split)
    n = 1;
  for (int i = 0; i < node->n_children; i++)
    {
      struct figures f = measure (plan, node->children[i], counts);
      sum.tasks += f.tasks;
      sum.work += f.work;
      sum.depth += f.depth;
    }
  if (node->kind == PRAM_LOOP)
    {
      sum.tasks *= n;
      sum.work *= n;
      if (n == 0 || chain_p (plan, node))
	sum.depth *= n;
      else if (node->n_carried && n > 1)
	sum.depth += ceil (log2 (n));
    }
  return sum;
}

/* Is NODE a layer, or does it contain one?  */
static bool
layers_in_p (const struct pram_plan *plan, const struct pram_node *node)
{
  for (int l = 0; l < plan->n_layers; l++)
    if (plan->layers[l].node == node)
      return true;
  for (int i = 0; i < node->n_children; i++)
    if (layers_in_p (plan, node->children[i]))
      return true;
  return false;
}

/* The count of the segment with the layers in the first loop of the driver, -1
   if there is no such loop.  */
static int
find_iterations (const struct pram_plan *plan, const struct pram_node *seq)
{
  for (int i = 0; i < seq->n_children; i++)
    {
      const struct pram_node *loop = seq->children[i];
      bool layer = false;
      for (int l = 0; l < plan->n_layers; l++)
	layer |= plan->layers[l].node == loop;
      for (int s = 0; loop->kind == PRAM_LOOP && !layer
		      && s < loop->n_children; s++)
	if (layers_in_p (plan, loop->children[s]))
	  return loop->first_count + s;
    }
  return -1;
}

void
pram_plan_measure (struct pram_plan *plan)
{
  double *counts = PRAM_ARENA_NEW (plan->prog->arena, double,
				   plan->prog->n_loops + 1);
  struct figures all = measure (plan, plan->prog->root, counts);
  plan->iterations = find_iterations (plan, plan->prog->root);
  plan->n_tasks = (int64_t) llround (all.tasks);
  plan->work = all.work;
  plan->depth = all.depth;
  for (int l = 0; l < plan->n_layers; l++)
    {
      /* measure () above has left the counts of enclosing loops.  */
      struct figures f = measure (plan, plan->layers[l].node, counts);
      plan->layers[l].tasks = (int64_t) llround (f.tasks);
      plan->layers[l].work = f.work;
    }
}

int64_t
pram_plan_units (const struct pram_plan *plan,
		 const struct pram_plan_layer *layer, int from, int to,
		 int procs)
{
  int64_t lo = plan->n_units * from / procs;
  int64_t hi = plan->n_units * to / procs;
  lo = lo > layer->unit_lo ? lo : layer->unit_lo;
  hi = hi < layer->unit_hi ? hi : layer->unit_hi;
  return hi > lo ? hi - lo : 0;
}
