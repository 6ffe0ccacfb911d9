/* figures.c: tasks, work and depth of a plan, and how units are shared.

   SPDX-License-Identifier: Apache-2.0

   W and T of Iterative, section 2.1, counted in operations: a task is a
   statement instance, the depth of a layer that of its heaviest chain.  T is
   never too small; it is too large where chains of nested loops are run through
   beside each other (a wavefront in a layer).  A
   data-dependent loop counts once, as does a quotient, which has one of its
   values.  Where the counts of inner loops depend on an iterator
   t = 0 .. n - 1, what they do is evaluated at two values of t, not integers,
   that have the same mean and variance: the mean of a polynomial of degree
   three is that of its values there, so triangular nests are counted exactly.
   What a layer does is the mean of its runs.

   Example: k < n around i < n - k around j < n - k is n (n + 1) (2 n + 1) / 6
   tasks.  */

#include "base/alloc.h"
#include "blocks.h"
#include "base/saturate.h"

#include <math.h>

struct figures
{
  double tasks, work, depth;
};

/* Iterations of LOOP when outer iterator k is AT[k]; values of a quotient or
   remainder.  */
static double
count_at (const struct pram_node *loop, const double *at)
{
  if (loop->data_dependent)
    return 1;
  double n = (double) loop->count.constant;
  for (int k = 0; k < loop->count.n_coef; k++)
    if (loop->count.coef[k])
      n += (double) loop->count.coef[k] * at[k];
  return n > 0 ? n : 0;
}

/* Does the count of a loop inside NODE depend on iterator K?  */
static bool
counts_depend_p (const struct pram_node *node, int k)
{
  for (int i = 0; i < node->n_children; i++)
    {
      const struct pram_node *child = node->children[i];
      if ((child->kind == PRAM_LOOP && pram_affine_coef (&child->count, k))
	  || counts_depend_p (child, k))
	return true;
    }
  return false;
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
	return plan->layers[l].whole;
  return true;			/* a loop of the driver */
}

/* How many of N iterations of LOOP, in a layer, have to wait for one
   another.  */
static double
steps_of (const struct pram_plan *plan, const struct pram_node *loop, double n)
{
  const struct pram_chain *c = plan->chains ? &plan->chains[loop->iterator]
					    : NULL;
  if (!c || !c->apart)
    return 1;
  return fmin (ceil (n / (double) c->apart),
	       (double) (c->span / c->apart) + 2);
}

/* Do iterations of LOOP, in a layer, combine values in any order?  */
static bool
combines_p (const struct pram_plan *plan, const struct pram_node *loop)
{
  return loop->n_carried
	 || (plan->chains && plan->chains[loop->iterator].combined);
}

/* What is measured, and where.  */
struct measuring
{
  const struct pram_plan *plan;
  double *at;			/* by iterator */
  struct figures *layers;	/* null, or sums over their runs … */
  double *runs;			/* … which are so many */
  double decided;		/* iterations of a data-dependent loop */
};

static struct figures measure (struct measuring *, const struct pram_node *,
			       double times);

/* The sum of A times X is added to *SUM.  */
static void
add_figures (struct figures *sum, double a, struct figures x)
{
  sum->tasks += a * x.tasks;
  sum->work += a * x.work;
  sum->depth += a * x.depth;
}

static struct figures
measure_children (struct measuring *m, const struct pram_node *node,
		  double times)
{
  struct figures sum = { 0, 0, 0 };
  for (int i = 0; i < node->n_children; i++)
    add_figures (&sum, 1, measure (m, node->children[i], times));
  return sum;
}

/* The mean of LOOP's iterations, N of them, which run so many TIMES in all.  */
static struct figures
measure_iteration (struct measuring *m, const struct pram_node *loop,
		   double n, double times)
{
  double middle = (n - 1) / 2, apart = sqrt ((n * n - 1) / 12);
  struct figures mean = { 0, 0, 0 };
  if (n <= 1 || !counts_depend_p (loop, loop->iterator))
    {
      m->at[loop->iterator] = n > 1 ? middle : 0;
      return measure_children (m, loop, times);
    }
  for (int sign = -1; sign <= 1; sign += 2)
    {
      m->at[loop->iterator] = middle + sign * apart;
      add_figures (&mean, 0.5, measure_children (m, loop, times / 2));
    }
  return mean;
}

/* What NODE does, which runs so many TIMES.  */
static struct figures
measure (struct measuring *m, const struct pram_node *node, double times)
{
  struct figures sum = { 0, 0, 0 };
  if (node->hollow)
    return sum;
  if (node->kind == PRAM_STMT)
    sum = (struct figures) { 1, node->weight, node->weight };
  else if (node->kind == PRAM_SEQ)
    sum = measure_children (m, node, times);
  else
    {
      double values = count_at (node, m->at);
      double n = node->split ? 1 : node->data_dependent ? m->decided : values;
      sum = measure_iteration (m, node, values, times * n);
      sum.tasks *= n;
      sum.work *= n;
      if (n == 0 || chain_p (m->plan, node))
	sum.depth *= n;
      else if (n > 1)
	{
	  sum.depth *= steps_of (m->plan, node, n);
	  if (combines_p (m->plan, node))
	    sum.depth += ceil (log2 (n));
	}
    }
  for (int l = 0; m->layers && l < m->plan->n_layers; l++)
    if (m->plan->layers[l].node == node)
      {
	add_figures (&m->layers[l], times, sum);
	m->runs[l] += times;
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

static struct measuring
measuring_of (const struct pram_plan *plan)
{
  return (struct measuring)
    { .plan = plan, .at = PRAM_ARENA_NEW (plan->prog->arena, double,
					  plan->prog->n_loops + 1),
      .decided = 1 };
}

double
pram_prog_operations (struct pram_prog *prog, double iterations)
{
  const struct pram_plan nothing = { .prog = prog };
  struct measuring m = measuring_of (&nothing);
  m.decided = iterations;
  return measure (&m, prog->root, 1).work;
}

void
pram_plan_measure (struct pram_plan *plan)
{
  struct pram_arena *arena = plan->prog->arena;
  struct measuring m = measuring_of (plan);
  m.layers = PRAM_ARENA_NEW (arena, struct figures, plan->n_layers + 1);
  m.runs = PRAM_ARENA_NEW (arena, double, plan->n_layers + 1);
  struct figures all = measure (&m, plan->prog->root, 1);
  plan->iterations = find_iterations (plan, plan->prog->root);
  plan->n_tasks = pram_saturated_round (all.tasks);
  plan->work = all.work;
  plan->depth = all.depth;
  plan->whole_tasks = plan->whole_work = 0;
  for (int l = 0; l < plan->n_layers; l++)
    if (m.runs[l] > 0)
      {
	plan->layers[l].tasks
	  = pram_saturated_round (m.layers[l].tasks / m.runs[l]);
	plan->layers[l].work = m.layers[l].work / m.runs[l];
	plan->layers[l].runs = m.runs[l];
	if (plan->layers[l].whole)
	  {
	    plan->whole_tasks += m.layers[l].tasks;
	    plan->whole_work += m.layers[l].work;
	  }
      }
}

const struct pram_plan_layer *
pram_plan_whole (const struct pram_plan *plan)
{
  const struct pram_plan_layer *most = NULL;
  for (int l = 0; l < plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &plan->layers[l];
      if (layer->whole
	  && (!most || layer->work * layer->runs > most->work * most->runs))
	most = layer;
    }
  return most;
}

int64_t
pram_plan_units (const struct pram_plan *plan,
		 const struct pram_plan_layer *layer, int from, int to,
		 int procs)
{
  int64_t lo = pram_first_unit (plan->n_units, from, procs);
  int64_t hi = pram_first_unit (plan->n_units, to, procs);
  lo = lo > layer->unit_lo ? lo : layer->unit_lo;
  hi = hi < layer->unit_hi ? hi : layer->unit_hi;
  return hi > lo ? hi - lo : 0;
}

int
pram_plan_owners (const struct pram_plan *plan, int procs)
{
  return plan->n_units < procs ? (int) plan->n_units : procs;
}

int
pram_plan_owner (const struct pram_plan *plan, int k, int procs)
{
  int64_t n = plan->n_units;
  return n < procs ? (int) (k * (int64_t) procs / n) : k;
}

bool
pram_plan_ahead_p (const struct pram_plan *plan,
		   const struct pram_plan_layer *layer, int procs)
{
  return (layer->ahead_up >= 0
	  && pram_ahead_fits_p (plan->n_units, layer->unit_lo, layer->unit_hi,
				layer->reach, layer->ahead_up,
				layer->ahead_down, procs));
}

/* --- Shares ------------------------------------------------------------- */

/* Summing up a layer's runs.  */
struct sharing
{
  struct measuring m;
  const struct pram_plan_layer *layer;
  const struct pram_node *path[PRAM_SET_MAX_VARS];	/* loops around the
							   layer, innermost
							   first */
  int samples;			/* iterations of each that are looked at */
  int n;			/* processes */
  double *bound;		/* N + 1: process P has the coordinates
				   [bound[P], bound[P + 1]) */
  double *mine, all;		/* work, by process and of all that there are */
};

/* WORK of iterations of the distributed loop: the part that stands in each
   block.  */
static void
share_work (struct sharing *s, double work)
{
  const struct pram_placement *p = &s->layer->placement;
  double n = p->loop ? count_at (p->loop, s->m.at) : 1;
  double from = (double) p->constant, to;
  for (int k = 0; p->outer && k < s->m.plan->prog->n_loops; k++)
    from += (double) p->outer[k] * s->m.at[k];
  s->all += work;
  to = from + (double) p->coef * n;
  if (to < from)
    {
      double last = to;
      to = from;
      from = last;
    }
  for (int q = 0; q < s->n; q++)
    {
      double lo = s->bound[q], hi = s->bound[q + 1];
      double mine = fmin (to, hi) - fmax (from, lo);
      if (p->loop && n > 0)
	s->mine[q] += work * fmax (0, mine) / (to - from);
      else if (!p->loop && from >= lo && from < hi)
	s->mine[q] += work;
    }
}

/* The loop of LAYER that is next around INNER, or null.  */
static const struct pram_node *
around (const struct pram_plan_layer *layer, const struct pram_node *inner)
{
  return inner == layer->node ? NULL : pram_node_loop (inner);
}

/* How far LAYER's distributed loop goes depends on loops of the layer around
   it.  */
static bool
inner_counts_p (const struct pram_plan_layer *layer)
{
  const struct pram_node *loop = layer->placement.loop;
  for (const struct pram_node *n = loop; loop && (n = around (layer, n));)
    if (pram_affine_coef (&loop->count, n->iterator))
      return true;
  return false;
}

/* Share out what the distributed loop does in some iterations of LOOP, which is
   around it in the layer, and of those around LOOP; null: in this one.  */
static void
share_inside (struct sharing *s, const struct pram_node *loop, double times)
{
  const struct pram_node *distributed = s->layer->placement.loop;
  if (!loop)
    {
      share_work (s, times * measure (&s->m, distributed, 1).work);
      return;
    }
  enum { FEW = 16 };
  double n = count_at (loop, s->m.at), samples = fmin (n, FEW);
  for (int i = 0; i < samples; i++)
    {
      s->m.at[loop->iterator] = (i + 0.5) * n / samples - 0.5;
      share_inside (s, around (s->layer, loop), times * n / samples);
    }
}

/* One run.  */
static void
share_run (struct sharing *s, double times)
{
  if (inner_counts_p (s->layer))
    share_inside (s, around (s->layer, s->layer->placement.loop), times);
  else
    share_work (s, times * measure (&s->m, s->layer->node, 1).work);
}

/* Set the bounds, which the caller frees, of the processes FIRST .. END - 1 of
   PROCS, and that none of them has anything so far.  */
static void
set_blocks (struct sharing *s, int first, int end, int procs, double *mine)
{
  const struct pram_plan *plan = s->m.plan;
  s->n = end - first;
  s->mine = mine;
  s->bound = pram_zeroed (s->n + 1, sizeof *s->bound);
  for (int q = 0; q <= s->n; q++)
    s->bound[q] = (double) plan->granularity
		  * (double) pram_first_unit (plan->n_units, first + q, procs);
  for (int q = 0; q < s->n; q++)
    mine[q] = 0;
}

/* Do the layer's iterations stand elsewhere in each of its runs?  */
static bool
moves_p (const struct pram_placement *p)
{
  return p->outer || (p->loop && !p->loop->data_dependent
		      && !pram_affine_constant_p (&p->loop->count));
}

/* How many iterations of each of DEPTH loops around a layer are looked at, at
   most: fewer for very many processes.  */
static int
samples_of (int depth, int procs)
{
  static const double most_shares = 5e7;
  double few = pow (most_shares / procs, 1 / (depth + 1e-9));
  return (int) fmin (64, fmax (8, few));
}

static void
share_runs (struct sharing *s, int depth, double times)
{
  if (depth == 0)
    {
      share_run (s, times);
      return;
    }
  const struct pram_node *loop = s->path[depth - 1];
  double n = count_at (loop, s->m.at), samples = fmin (n, s->samples);
  for (int i = 0; i < samples; i++)
    {
      s->m.at[loop->iterator] = (i + 0.5) * n / samples - 0.5;
      share_runs (s, depth - 1, times * n / samples);
    }
}

void
pram_plan_block_work (const struct pram_plan *plan,
		      const struct pram_plan_layer *layer, int first, int end,
		      int procs, const int64_t *iter, double *work)
{
  double at[PRAM_SET_MAX_VARS] = { 0 };
  struct sharing s = { .m = { .plan = plan, .at = at }, .layer = layer };
  double all = fmax (1, (double) (layer->unit_hi - layer->unit_lo));
  for (const struct pram_node *n = pram_node_loop (layer->node); n;
       n = pram_node_loop (n))
    at[n->iterator] = (double) iter[n->iterator];
  set_blocks (&s, first, end, procs, work);
  if (moves_p (&layer->placement))
    share_run (&s, 1);
  else
    {
      double run = measure (&s.m, layer->node, 1).work;
      for (int p = first; p < end; p++)
	work[p - first]
	  = run * (double) pram_plan_units (plan, layer, p, p + 1, procs) / all;
    }
  free (s.bound);
}

bool
pram_plan_alike_p (const struct pram_plan_layer *layer)
{
  if ((layer->n_transfers && !layer->uniform) || moves_p (&layer->placement))
    return false;
  for (const struct pram_node *n = pram_node_loop (layer->node); n;
       n = pram_node_loop (n))
    if (counts_depend_p (n, n->iterator))
      return false;
  return true;
}

void
pram_plan_shares (const struct pram_plan *plan,
		  const struct pram_plan_layer *layer, int procs,
		  double *shares)
{
  struct sharing s = { .m = measuring_of (plan), .layer = layer };
  int depth = 0;
  set_blocks (&s, 0, procs, procs, shares);
  for (const struct pram_node *n = pram_node_loop (layer->node); n;
       n = pram_node_loop (n))
    s.path[depth++] = n;
  s.samples = samples_of (depth, procs);
  if (moves_p (&layer->placement))
    share_runs (&s, depth, 1);
  else
    {
      s.all = (double) (layer->unit_hi - layer->unit_lo);
      for (int p = 0; p < procs; p++)
	shares[p] = (double) pram_plan_units (plan, layer, p, p + 1, procs);
    }
  for (int p = 0; p < procs; p++)
    shares[p] = s.all > 0 ? shares[p] / s.all : 0;
  free (s.bound);
}
