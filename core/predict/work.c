/* work.c: what the busiest process does in one run of each layer.

   SPDX-License-Identifier: Apache-2.0

   Operations are those of the plan.  Bytes (work-bytes.c) come from as far as
   the *working set*, all that is touched between two uses: the buffers of the
   driver's loop around the layer; for buffers shared with a layer that sweeps
   ahead (pram-abi.h), some units of both.  Whether a layer sweeps together with
   its next run in a convergence loop is known when code is emitted; here it is
   taken for granted if the plan allows it.

   Example: Jacobi, n = 1024, 2 processes: a run of the layer has 511 rows of
   1022 elements of 9 operations, 5 loads and a store, reads 4.2 MB of one array
   and writes as much of another, in a working set of 8.4 MB, and reads its rows
   twice more from a set of 32 KB.  */

#include "work-parts.h"

#include <math.h>
#include <stdlib.h>

#include "base/alloc.h"

/* --- Counting ------------------------------------------------------------ */

/* Are A and B the same loop, or parts of the same?  */
static bool
same_loop_p (const struct pram_node *a, const struct pram_node *b)
{
  return a == b || (a->first && b->first && a->parent == b->parent
		    && a->line == b->line);
}

/* The share of the process that has the largest in LAYER, or in the loop of
   which it is a part: who has less before the pivot has more behind it.  */
static double
largest_share (const struct pram_works *m, const struct pram_plan_layer *layer)
{
  double *mine = pram_zeroed (m->procs, sizeof *mine);
  double *share = pram_zeroed (m->procs, sizeof *share), all = 0, most = 0;
  for (int l = 0; l < m->plan->n_layers; l++)
    if (same_loop_p (m->plan->layers[l].node, layer->node))
      {
	double work = fmax (m->plan->layers[l].work, 1);
	pram_plan_shares (m->plan, &m->plan->layers[l], m->procs, share);
	for (int p = 0; p < m->procs; p++)
	  mine[p] += work * share[p];
	all += work;
      }
  for (int p = 0; p < m->procs; p++)
    most = fmax (most, mine[p] / all);
  free (mine);
  free (share);
  return most;
}

/* The middle of what iterator K may be.  */
static double
middle (const struct pram_works *m, int k)
{
  const struct pram_node *loop = m->plan->prog->loops[k];
  return ((loop->split ? (double) loop->count.constant : m->counts[k]) - 1) / 2;
}

/* Set the iterations of the loops under NODE, those of outer loops being at
   their middles; data-dependent and split loops count once.  */
static void
count_loops (struct pram_works *m, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP)
    {
      double n = (double) node->count.constant;
      for (int k = 0; k < node->count.n_coef; k++)
	if (node->count.coef[k])
	  n += (double) node->count.coef[k] * middle (m, k);
      if (node->data_dependent || node->split)
	n = 1;
      if (node->hollow)
	n = 0;
      m->counts[node->iterator] = fmax (0, n);
    }
  for (int i = 0; i < node->n_children; i++)
    count_loops (m, node->children[i]);
}

/* The process's share instead of all iterations of placement loops.  */
static void
share_loops (struct pram_works *m)
{
  for (int l = 0; l < m->plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &m->plan->layers[l];
      if (layer->placement.loop)
	m->counts[layer->placement.loop->iterator]
	  *= largest_share (m, layer);
    }
}

/* --- Layers -------------------------------------------------------------- */

static bool
reduces_p (const struct pram_node *node)
{
  if (node->n_carried || node->value_of)
    return true;
  for (int i = 0; i < node->n_children; i++)
    if (reduces_p (node->children[i]))
      return true;
  return false;
}

static struct pram_work
work_of (struct pram_works *m, const struct pram_plan_layer *layer)
{
  int n = m->n_buffers;
  double share = largest_share (m, layer);
  struct pram_work w = { .layer = layer, .runs = 1,
		    .operations = share * layer->work,
		    .vector = share * layer->work,
		    .tasks = share * (double) layer->tasks,
		    .reduces = reduces_p (layer->node) };
  w.read = PRAM_ARENA_NEW (m->arena, double, n + 1);
  w.written = PRAM_ARENA_NEW (m->arena, double, n + 1);
  w.footprint = PRAM_ARENA_NEW (m->arena, double, n + 1);
  pram_work_add_accesses (m, &w, layer->node);
  pram_work_add_loops (m, &w, layer->node);
  w.vector = fmax (0, w.vector);
  pram_work_footprint (m, layer->node, layer->node, w.footprint);
  w.repeated = m->outer && pram_node_inside_p (layer->node->parent, m->outer);
  for (const struct pram_node *p = layer->node->parent; p; p = p->parent)
    if (p->kind == PRAM_LOOP)
      {
	if (!w.loop)
	  w.loop = p;
	w.runs *= m->counts[p->iterator];
      }
  return w;
}

/* What is touched between two runs of W's layer: all arrays of the layers in
   the same loop of the driver.  */
static double
working_set (const struct pram_works *m, const struct pram_work *w)
{
  int n = m->n_buffers;
  double *most = PRAM_ARENA_NEW (m->arena, double, n + 1);
  for (int l = 0; l < m->plan->n_layers; l++)
    for (int a = 0; a < n && m->work[l].loop == w->loop; a++)
      most[a] = fmax (most[a], m->work[l].footprint[a]);
  return pram_work_sum (most, n);
}

/* The layer that runs before W in its loop, or null.  */
static struct pram_work *
layer_before (const struct pram_works *m, const struct pram_work *w)
{
  int n = m->plan->n_layers, number = (int) (w - m->work);
  for (int k = 1; k < n; k++)
    {
      struct pram_work *before = &m->work[(number + n - k) % n];
      if (before->loop == w->loop)
	return before < w || w->loop ? before : NULL;
    }
  return NULL;
}

/* Does LAYER, which others wait for, wait for what BEFORE sends?  */
static bool
sent_last_p (const struct pram_works *m, const struct pram_plan_layer *layer,
	     const struct pram_work *before)
{
  bool waits = false;
  for (int k = 0; k < layer->n_waits; k++)
    waits = waits || layer->waits[k] == (int) (before - m->work);
  return waits && layer->n_transfers && before->layer->n_transfers;
}

/* The pipe from BEFORE to W, or null.  */
static const struct pram_pipe *
pipe_between (const struct pram_works *m, const struct pram_work *before,
	      const struct pram_work *w)
{
  for (int k = 0; k < before->layer->n_pipes; k++)
    if (before->layer->pipes[k].layer == (int) (w - m->work))
      return &before->layer->pipes[k];
  return NULL;
}

static bool
exchanges_p (const struct pram_works *m, const struct pram_work *w)
{
  return m->procs > 1 && w->layer->n_transfers;
}

/* May W join BEFORE, and what that sweeps behind?  Of three and more only the
   first exchanges anything (runtime/sweep.c).  */
static bool
joins_p (const struct pram_works *m, const struct pram_work *before,
	 const struct pram_work *w)
{
  int n = 1;
  for (const struct pram_work *x = before; x; x = x->behind, n++)
    if (!pipe_between (m, x, w)
	|| (x->behind && (!x->pipe->keep || exchanges_p (m, x)
			  || exchanges_p (m, w))))
      return false;
  return n <= PRAM_CHAIN;
}

/* Set what W sweeps behind: the layer before it, if the plan allows it, no
   reduction comes between, and W is large enough if it can send only when both
   have run.  */
static void
find_pair (const struct pram_works *m, struct pram_work *w)
{
  const struct pram_work *before = layer_before (m, w);
  if (!before || before->reduces || !joins_p (m, before, w))
    return;
  w->sent_last = m->procs > 1 && sent_last_p (m, w->layer, before);
  if (w->sent_last && w->tasks < PRAM_TASKS_SENT_LAST)
    {
      w->sent_last = false;
      return;
    }
  w->behind = before;
  w->pipe = pipe_between (m, before, w);
}

/* Bytes of the units that W and FIRST, which sweeps UP units before it, have
   touched and that one of them will touch again: a strip (runtime/sweep.c), and
   what lies between.  */
static double
turn_set (const struct pram_works *m, const struct pram_work *first,
	  const struct pram_work *w, int64_t up)
{
  int n = m->n_buffers;
  double units = fmax (1, (double) (w->layer->unit_hi - w->layer->unit_lo)
			  / m->procs);
  double tasks = (first->tasks + w->tasks) / units, bytes = 0;
  double strip = fmax (1, floor (PRAM_TASKS_PER_STRIP / (tasks + 1)));
  for (int a = 0; a < n; a++)
    bytes += fmax (first->footprint[a], w->footprint[a]);
  return bytes * fmin (1, (strip + 2 + (double) up) / units);
}

/* What W's bytes come from.  */
static void
place_traffic (struct pram_works *m, struct pram_work *w)
{
  double set = working_set (m, w);
  w->ahead = w->loop && (w->layer->last || !w->loop->data_dependent)
	     && pram_plan_ahead_p (m->plan, w->layer, m->procs);
  if (w->ahead)
    w->turn_set = turn_set (m, w, w, w->layer->ahead_up);
  if (w->behind)
    w->turn_set = turn_set (m, w->behind, w, w->pipe->up);
  for (int a = 0; a < m->n_buffers; a++)
    if (w->read[a] > 0 || w->written[a] > 0)
      {
	bool near = w->ahead;
	for (const struct pram_work *x = w->behind; x; x = x->behind)
	  near |= x->footprint[a] > 0;
	*PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	  = (struct pram_work_bytes) { fmax (0, w->read[a] - w->written[a]),
				       w->written[a], set, false, near };
      }
}

struct pram_works
pram_works_find (struct pram_arena *arena, const struct pram_plan *plan,
		 int procs, const struct pram_node *outer)
{
  struct pram_works works = { .plan = plan, .arena = arena, .procs = procs,
			      .outer = outer };
  works.counts = PRAM_ARENA_NEW (arena, double, plan->prog->n_loops + 1);
  works.work = PRAM_ARENA_NEW (arena, struct pram_work, plan->n_layers + 1);
  pram_work_find_buffers (&works, plan->prog->root);
  count_loops (&works, plan->prog->root);
  share_loops (&works);
  for (int l = 0; l < plan->n_layers; l++)
    works.work[l] = work_of (&works, &plan->layers[l]);
  for (int l = 0; l < plan->n_layers; l++)
    find_pair (&works, &works.work[l]);
  for (int l = 0; l < plan->n_layers; l++)
    place_traffic (&works, &works.work[l]);
  return works;
}
