/* predict.c: how long a region will take.

   SPDX-License-Identifier: GPL-3.0-or-later

   A layer's run on one process costs operations, loads and stores, innermost
   loops, and bytes of memory at the price of the cache that holds them
   (costs.h).  A load whose element the iteration has loaded or stored before is
   none.  The bytes of an array are those of the elements that the run touches;
   one that is read and written counts as written.  They come from as far as the
   *working set*, all that is touched between two uses: the arrays of the
   driver's loop around the layer; for a loop inside the layer that an access
   does not depend on, what one iteration of that loop touches; for the rows of a
   stencil but the first to be touched, a few rows; for arrays shared with a
   layer that sweeps ahead (pram-abi.h), what a turn of both touches; and so for
   half of the accesses of a layer that sweeps together with its next run.
   Whether it may in a convergence loop is known when code is emitted; here it
   is taken for granted if the plan allows it.

   After the layer comes its exchange with other processes, beside the
   computation, and its reduction.

   A profile corrects the computations: the ratio of what a run took, waits
   excluded, to what this model says for the tasks that each of its processes
   had, is interpolated in the logarithm of the tasks.

   Example: Jacobi, n = 1024, 2 processes: a run of the layer has 511 rows of
   1022 elements of 9 operations, 5 loads and a store, reads 4.2 MB of one array
   and writes as much of another, in a working set of 8.4 MB, and reads its rows
   twice more from a set of 48 KB; sends and receives 8176 bytes; and reduces a
   maximum.  */

#include "predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Runtime/sweep.c runs about so many tasks of both layers at a time.  */
enum { TASKS_PER_TURN = 2048 };

/* Bytes that one run of a layer gets from, and brings to, the memory that
   holds a working set of SET bytes.  */
struct traffic
{
  double read, written, set;
};

/* What the busiest process does in one run of a layer.  */
struct work
{
  const struct pram_plan_layer *layer;
  const struct pram_node *loop;	/* of the driver, around it; null: none */
  bool repeated;		/* in the first data-dependent loop */
  double runs;			/* in one iteration of that */
  double operations, accesses, rows, tasks;
  bool reduces;
  double *read, *written;	/* bytes by array */
  double *footprint;		/* bytes by array */
  int n_traffic;
  struct traffic *traffic;
};

struct model
{
  const struct pram_plan *plan;
  const struct pram_predictor *by;
  struct pram_arena *arena;
  int procs;
  const struct pram_node *outer; /* the first data-dependent loop, or null */
  double *counts;		/* iterations by loop; of placement loops those
				   of the busiest process */
  struct work *work;		/* by layer */
};

/* --- Counting ------------------------------------------------------------ */

/* The part of the units of LAYER that process P has.  */
static double
share_of (const struct model *m, const struct pram_plan_layer *layer, int p)
{
  int64_t lo = m->plan->n_units * p / m->procs;
  int64_t hi = m->plan->n_units * (p + 1) / m->procs;
  lo = lo > layer->unit_lo ? lo : layer->unit_lo;
  hi = hi < layer->unit_hi ? hi : layer->unit_hi;
  if (hi <= lo)
    return 0;
  return (double) (hi - lo) / (double) (layer->unit_hi - layer->unit_lo);
}

static double
largest_share (const struct model *m, const struct pram_plan_layer *layer)
{
  double most = 0;
  for (int p = 0; p < m->procs; p++)
    most = fmax (most, share_of (m, layer, p));
  return most;
}

/* Set the iterations of the loops under NODE, those of outer loops being at
   their middles; data-dependent and split loops count once.  */
static void
count_loops (struct model *m, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP)
    {
      double n = (double) node->count.constant;
      for (int k = 0; k < node->count.n_coef; k++)
	if (node->count.coef[k])
	  n += (double) node->count.coef[k] * (m->counts[k] - 1) / 2;
      if (node->data_dependent || node->split)
	n = 1;
      m->counts[node->iterator] = fmax (0, n);
    }
  for (int i = 0; i < node->n_children; i++)
    count_loops (m, node->children[i]);
}

/* The process's share instead of all iterations of placement loops.  */
static void
share_loops (struct model *m)
{
  for (int l = 0; l < m->plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &m->plan->layers[l];
      if (layer->placement.loop)
	m->counts[layer->placement.loop->iterator]
	  *= largest_share (m, layer);
    }
}

static bool
inside_p (const struct pram_node *node, const struct pram_node *outer)
{
  while (node && node != outer)
    node = node->parent;
  return node != NULL;
}

/* The first data-dependent loop under NODE that contains a layer.  */
static const struct pram_node *
find_outer (const struct model *m, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP && node->data_dependent)
    for (int l = 0; l < m->plan->n_layers; l++)
      if (inside_p (m->plan->layers[l].node->parent, node))
	return node;
  for (int i = 0; i < node->n_children; i++)
    {
      const struct pram_node *found = find_outer (m, node->children[i]);
      if (found)
	return found;
    }
  return NULL;
}

/* --- Bytes --------------------------------------------------------------- */

/* Does the place of ACCESS depend on LOOP?  */
static bool
depends_p (const struct pram_access *access, int n_dims,
	   const struct pram_node *loop)
{
  for (int d = 0; d < n_dims; d++)
    if (pram_affine_coef (&access->subscript[d], loop->iterator))
      return true;
  return false;
}

static const struct pram_array *
array_of (const struct model *m, const struct pram_access *access)
{
  return &m->plan->prog->arrays[access->array];
}

/* Bytes of different elements that ACCESS of STMT touches in one run of
   ROOT.  */
static double
touched (const struct model *m, const struct pram_node *root,
	 const struct pram_node *stmt, const struct pram_access *access)
{
  const struct pram_array *array = array_of (m, access);
  double bytes = array->elem_size;
  for (const struct pram_node *n = stmt; n != root->parent; n = n->parent)
    if (n->kind == PRAM_LOOP && depends_p (access, array->n_dims, n))
      bytes *= m->counts[n->iterator];
  return bytes;
}

/* Raise FOOTPRINT, bytes by array, to what one run of ROOT touches in NODE. */
static void
find_footprint (const struct model *m, const struct pram_node *root,
		const struct pram_node *node, double *footprint)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      double *bytes = &footprint[node->accesses[a].array];
      *bytes = fmax (*bytes, touched (m, root, node, &node->accesses[a]));
    }
  for (int i = 0; i < node->n_children; i++)
    find_footprint (m, root, node->children[i], footprint);
}

static double
sum (const double *value, int n)
{
  double all = 0;
  for (int k = 0; k < n; k++)
    all += value[k];
  return all;
}

/* Bytes that one iteration of LOOP touches.  */
static double
iteration_set (const struct model *m, const struct pram_node *loop)
{
  int n = m->plan->prog->n_arrays;
  double *footprint = PRAM_ARENA_NEW (m->arena, double, n + 1);
  for (int i = 0; i < loop->n_children; i++)
    find_footprint (m, loop->children[i], loop->children[i], footprint);
  return sum (footprint, n);
}

/* What reading ACCESS of STMT again and again in one run of the layer W costs:
   for each loop that it does not depend on, all iterations but the first find
   the elements in a working set that one iteration touches.  */
static void
add_reuse (struct model *m, struct work *w, const struct pram_node *stmt,
	   const struct pram_access *access)
{
  double inner = array_of (m, access)->elem_size;
  for (const struct pram_node *n = stmt->parent;
       n && inside_p (n, w->layer->node); n = n->parent)
    {
      double count = n->kind == PRAM_LOOP ? m->counts[n->iterator] : 1;
      if (n->kind == PRAM_LOOP
	  && !depends_p (access, array_of (m, access)->n_dims, n))
	{
	  double outer = 1;
	  for (const struct pram_node *o = n->parent;
	       o && inside_p (o, w->layer->node); o = o->parent)
	    outer *= o->kind == PRAM_LOOP ? m->counts[o->iterator] : 1;
	  if (count > 1 && inner > array_of (m, access)->elem_size)
	    *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	      = (struct traffic) { outer * (count - 1) * inner, 0,
				   iteration_set (m, n) };
	  continue;
	}
      inner *= count;
    }
}

/* Add what the statements under NODE read and write to W, each array once.  */
static void
add_accesses (struct model *m, struct work *w, const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      const struct pram_access *access = &node->accesses[a];
      double bytes = touched (m, w->layer->node, node, access);
      double *read = &w->read[access->array];
      double *written = &w->written[access->array];
      if (!access->write && *read == 0 && *written == 0)
	add_reuse (m, w, node, access);
      if (access->write)
	*written = fmax (*written, bytes);
      else
	*read = fmax (*read, bytes);
    }
  for (int i = 0; i < node->n_children; i++)
    add_accesses (m, w, node->children[i]);
}

/* --- Innermost loops ------------------------------------------------------ */

/* The accesses of an innermost loop's body.  */
struct body
{
  const struct pram_node *loop;	/* whose body it is, or a statement alone */
  int n;
  struct place
  {
    const struct pram_node *stmt;
    const struct pram_access *access;
  } *place;
};

static void
collect (struct model *m, const struct pram_node *node, struct body *body)
{
  for (int a = 0; a < node->n_accesses; a++)
    *PRAM_ARENA_PUSH (m->arena, body->place, body->n)
      = (struct place) { node, &node->accesses[a] };
  for (int i = 0; i < node->n_children; i++)
    collect (m, node->children[i], body);
}

static bool
equal_p (const struct model *m, const struct pram_affine *a,
	 const struct pram_affine *b)
{
  for (int k = 0; k < m->plan->prog->n_loops; k++)
    if (pram_affine_coef (a, k) != pram_affine_coef (b, k))
      return false;
  return a->constant == b->constant;
}

/* In one iteration of LOOP around (or of) BODY, are X and Y at the same place
   but for subscripts that loops further inside move?  */
static bool
same_place_p (const struct model *m, const struct body *body,
	      const struct pram_access *x, const struct pram_access *y,
	      const struct pram_node *loop)
{
  if (x->array != y->array)
    return false;
  for (int d = 0; d < array_of (m, x)->n_dims; d++)
    {
      bool moved = false;
      for (const struct pram_node *n = body->loop; n != loop; n = n->parent)
	moved = moved || (n->kind == PRAM_LOOP
			  && pram_affine_coef (&x->subscript[d],
					       n->iterator));
      if (!moved && !equal_p (m, &x->subscript[d], &y->subscript[d]))
	return false;
    }
  return true;
}

/* Loads and stores of one iteration.  What the loop does not move stays in a
   register, and so does what has been loaded or stored.  */
static int
count_accesses (const struct model *m, const struct body *body)
{
  int count = 0;
  for (int i = 0; i < body->n; i++)
    {
      const struct pram_access *x = body->place[i].access;
      bool needed = body->loop->kind != PRAM_LOOP
		    || depends_p (x, array_of (m, x)->n_dims, body->loop);
      for (int k = 0; k < i && needed; k++)
	{
	  const struct pram_access *y = body->place[k].access;
	  needed = !(y->write || !x->write)
		   || !same_place_p (m, body, x, y, body->loop);
	}
      count += needed;
    }
  return count;
}

/* How many rows (planes, ...) of ARRAY an iteration of LOOP touches.  */
static int
count_rows (const struct model *m, const struct body *body, int array,
	    const struct pram_node *loop)
{
  int count = 0;
  for (int i = 0; i < body->n; i++)
    {
      bool other = body->place[i].access->array == array;
      for (int k = 0; k < i && other; k++)
	other = !same_place_p (m, body, body->place[i].access,
			       body->place[k].access, loop);
      count += other;
    }
  return count;
}

/* Bytes that one iteration of LOOP touches, all rows of a stencil counted.  */
static double
rows_set (const struct model *m, const struct body *body,
	  const struct pram_node *loop)
{
  int n = m->plan->prog->n_arrays;
  double *footprint = PRAM_ARENA_NEW (m->arena, double, n + 1), bytes = 0;
  for (int i = 0; i < loop->n_children; i++)
    find_footprint (m, loop->children[i], loop->children[i], footprint);
  for (int a = 0; a < n; a++)
    if (footprint[a] > 0)
      bytes += footprint[a] * fmax (1, count_rows (m, body, a, loop));
  return bytes;
}

/* The loop of W's layer around NODE, or null.  */
static const struct pram_node *
loop_around (const struct work *w, const struct pram_node *node)
{
  while (node != w->layer->node)
    {
      node = node->parent;
      if (node->kind == PRAM_LOOP)
	return node;
    }
  return NULL;
}

/* A stencil reads most rows again and again: each but the one that is new comes
   from the set that one iteration of the LOOP over the rows touches; likewise
   planes.  PLACE is where BODY has the array.  */
static void
add_rows (struct model *m, struct work *w, const struct body *body,
	  const struct place *place, const struct pram_node *loop)
{
  const struct pram_node *outer = loop_around (w, loop);
  int array = place->access->array;
  int again = count_rows (m, body, array, loop)
	      - (outer ? count_rows (m, body, array, outer) : 1);
  if (again > 0)
    *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
      = (struct traffic) { again * touched (m, w->layer->node, place->stmt,
					    place->access),
			   0, rows_set (m, body, loop) };
  if (outer)
    add_rows (m, w, body, place, outer);
}

/* Add what BODY does in one run of W's layer.  */
static void
add_body (struct model *m, struct work *w, const struct body *body)
{
  const struct pram_node *around = loop_around (w, body->loop);
  double rows = 1, count = 1;
  for (const struct pram_node *n = around; n; n = loop_around (w, n))
    rows *= m->counts[n->iterator];
  if (body->loop->kind == PRAM_LOOP)
    {
      count = m->counts[body->loop->iterator];
      w->rows += rows;
    }
  w->accesses += rows * count * count_accesses (m, body);
  for (int i = 0; i < body->n && around; i++)
    {
      bool first = true;
      for (int k = 0; k < i; k++)
	first = first && body->place[k].access->array
			 != body->place[i].access->array;
      if (first)
	add_rows (m, w, body, &body->place[i], around);
    }
}

static bool
contains_loop_p (const struct pram_node *node)
{
  for (int i = 0; i < node->n_children; i++)
    if (node->children[i]->kind == PRAM_LOOP
	|| contains_loop_p (node->children[i]))
      return true;
  return false;
}

/* The same for all innermost loops under NODE, and for statements outside of
   those.  */
static void
add_bodies (struct model *m, struct work *w, const struct pram_node *node)
{
  if (node->kind == PRAM_STMT
      || (node->kind == PRAM_LOOP && !contains_loop_p (node)))
    {
      struct body body = { .loop = node };
      collect (m, node, &body);
      add_body (m, w, &body);
      return;
    }
  for (int i = 0; i < node->n_children; i++)
    add_bodies (m, w, node->children[i]);
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

static struct work
work_of (struct model *m, const struct pram_plan_layer *layer)
{
  int n = m->plan->prog->n_arrays;
  double share = largest_share (m, layer);
  struct work w = { .layer = layer, .runs = 1,
		    .operations = share * layer->work,
		    .tasks = share * (double) layer->tasks,
		    .reduces = reduces_p (layer->node) };
  w.read = PRAM_ARENA_NEW (m->arena, double, n + 1);
  w.written = PRAM_ARENA_NEW (m->arena, double, n + 1);
  w.footprint = PRAM_ARENA_NEW (m->arena, double, n + 1);
  add_accesses (m, &w, layer->node);
  add_bodies (m, &w, layer->node);
  find_footprint (m, layer->node, layer->node, w.footprint);
  w.repeated = m->outer && inside_p (layer->node->parent, m->outer);
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
working_set (const struct model *m, const struct work *w)
{
  int n = m->plan->prog->n_arrays;
  double *most = PRAM_ARENA_NEW (m->arena, double, n + 1);
  for (int l = 0; l < m->plan->n_layers; l++)
    for (int a = 0; a < n && m->work[l].loop == w->loop; a++)
      most[a] = fmax (most[a], m->work[l].footprint[a]);
  return sum (most, n);
}

/* The layer that W sweeps behind, or null: the one before it, if the plan
   allows it and no reduction comes between.  */
static const struct work *
sweeps_behind (const struct model *m, const struct work *w)
{
  int n = m->plan->n_layers, number = (int) (w - m->work);
  const struct work *ahead = NULL;
  for (int k = 1; k < n && !ahead; k++)
    if (m->work[(number + n - k) % n].loop == w->loop)
      ahead = &m->work[(number + n - k) % n];
  if (!ahead || ahead->reduces || (ahead > w && !w->loop))
    return NULL;
  for (int k = 0; k < ahead->layer->n_pipes; k++)
    if (ahead->layer->pipes[k].layer == number)
      return ahead;
  return NULL;
}

/* Bytes that a turn of AHEAD and W touches.  */
static double
turn_set (const struct model *m, const struct work *ahead,
	  const struct work *w)
{
  int n = m->plan->prog->n_arrays;
  double bytes = sum (ahead->footprint, n) + sum (w->footprint, n);
  double tasks = ahead->tasks + w->tasks;
  return tasks > TASKS_PER_TURN ? bytes * TASKS_PER_TURN / tasks : bytes;
}

/* Do two runs of W's layer sweep together (runtime/ahead.c)?  */
static bool
ahead_p (const struct model *m, const struct work *w)
{
  const struct pram_plan_layer *layer = w->layer;
  int64_t least = 2 * layer->reach + layer->ahead_up + layer->ahead_down + 2;
  return layer->ahead_up >= 0 && w->loop
	 && (layer->last || !w->loop->data_dependent)
	 && (layer->unit_hi - layer->unit_lo) / m->procs >= least;
}

/* Bytes that a turn of two runs of W's layer touches.  */
static double
ahead_set (const struct model *m, const struct work *w)
{
  double bytes = sum (w->footprint, m->plan->prog->n_arrays);
  double unit = (double) w->layer->tasks
		/ (double) (w->layer->unit_hi - w->layer->unit_lo);
  double turn = fmax (unit, TASKS_PER_TURN / 2)
		+ unit * (double) (w->layer->ahead_up + 1);
  return bytes * fmin (1, turn / fmax (w->tasks, 1));
}

/* Is array A of W's layer written by one of two runs that follow each other?  */
static bool
written_by_either_p (const struct model *m, const struct work *w, int a)
{
  bool written = w->written[a] > 0;
  for (int b = 0; b < m->plan->prog->n_arrays && w->loop->next; b++)
    written = written || (w->loop->next[b] == a && w->written[b] > 0);
  return written;
}

/* Two runs of W's layer bring each array in, and back if either writes it,
   once; the other time they find it where the turn has left it.  */
static void
place_ahead (struct model *m, struct work *w, double set)
{
  double turn = ahead_set (m, w);
  for (int a = 0; a < m->plan->prog->n_arrays; a++)
    {
      double bytes = fmax (w->read[a], w->written[a]) / 2;
      bool written = w->written[a] > 0;
      if (bytes == 0)
	continue;
      bool back = written_by_either_p (m, w, a);
      *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	= (struct traffic) { back ? 0 : bytes, back ? bytes : 0, set };
      *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	= (struct traffic) { written ? 0 : bytes, written ? bytes : 0, turn };
    }
}

/* What W's bytes come from.  */
static void
place_traffic (struct model *m, struct work *w)
{
  double set = working_set (m, w);
  const struct work *before = sweeps_behind (m, w);
  double turn = before ? turn_set (m, before, w) : 0;
  if (ahead_p (m, w))
    {
      place_ahead (m, w, set);
      return;
    }
  for (int a = 0; a < m->plan->prog->n_arrays; a++)
    if (w->read[a] > 0 || w->written[a] > 0)
      {
	bool near = before && before->footprint[a] > 0;
	*PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	  = (struct traffic) { fmax (0, w->read[a] - w->written[a]),
			       w->written[a], near ? turn : set };
      }
}

/* Seconds that one run of W computes if it has TIMES as much to do, in working
   sets so much larger.  */
static double
computing (const struct model *m, const struct work *w, int procs,
	   double times)
{
  const struct pram_costs *costs = m->by->costs;
  double cached = w->operations * m->by->logp->op
		  + w->accesses * costs->access;
  double moving = 0, bytes = 0, visible = 0;
  for (int t = 0; t < w->n_traffic; t++)
    {
      const struct traffic *x = &w->traffic[t];
      struct pram_stream s = pram_costs_stream (costs, procs, times * x->set);
      moving += x->read * s.read + x->written * s.write;
      visible += (x->read + x->written) * s.compute;
      bytes += x->read + x->written;
    }
  if (bytes > 0)
    moving += visible / bytes * cached;
  return times * (fmax (cached, moving) + w->rows * costs->row);
}

/* --- Profile ------------------------------------------------------------- */

/* Does W's layer run in an iteration (or, if there are none, at all)?  */
static bool
iterated_p (const struct model *m, const struct work *w)
{
  return w->repeated || !m->outer;
}

/* What all layers compute in an iteration, or before and behind those.  */
static double
sum_computing (const struct model *m, bool iterated, int procs, double times)
{
  double seconds = 0;
  for (int l = 0; l < m->plan->n_layers; l++)
    if (iterated_p (m, &m->work[l]) == iterated)
      seconds += m->work[l].runs * computing (m, &m->work[l], procs, times);
  return seconds;
}

static double
sum_tasks (const struct model *m, bool iterated)
{
  double tasks = 0;
  for (int l = 0; l < m->plan->n_layers; l++)
    if (iterated_p (m, &m->work[l]) == iterated)
      tasks += m->work[l].runs * m->work[l].tasks;
  return tasks;
}

/* Does the runtime count the iterations of the loop that is predicted?  */
static bool
counted_p (const struct model *m)
{
  int count = m->plan->iterations;
  return !m->outer || (count >= m->outer->first_count
		       && count < m->outer->first_count
				  + m->outer->n_children);
}

static bool
profiled_p (const struct model *m, const struct pram_profile_entry *x)
{
  const struct pram_prog *prog = m->plan->prog;
  return !strcmp (x->region, prog->name) && !strcmp (x->file, prog->file)
	 && x->line == prog->line && x->tasks > 0 && x->iterations > 0
	 && x->seconds > x->comm_seconds;
}

/* The number of processes of those profiled runs that are most like this one:
   as many processes, else the next smaller number; 0 if there are none.  */
static int
profiled_procs (const struct model *m)
{
  const struct pram_profile *profile = m->by->profile;
  int best = 0;
  for (int k = 0; profile && counted_p (m) && k < profile->n; k++)
    {
      int p = profile->entry[k].procs;
      if (profiled_p (m, &profile->entry[k])
	  && (!best || (p <= m->procs ? p > best || best > m->procs
			: best > m->procs && p < best)))
	best = p;
    }
  return best;
}

/* The iterations of X; entries are iterations if there are no others.  */
static double
iterations_of (const struct model *m, const struct pram_profile_entry *x)
{
  return m->outer ? x->iterations : x->entries;
}

/* How many times as many tasks the busiest process had in X.  */
static double
size_of (const struct model *m, const struct pram_profile_entry *x)
{
  return x->tasks / (iterations_of (m, x) * sum_tasks (m, true)
		     + x->entries * sum_tasks (m, false));
}

static bool
same_size_p (double a, double b)
{
  return fabs (a - b) <= 1e-3 * b;
}

/* The ratio of measured to predicted computing of all runs on PROCS processes
   that had SIZE times as many tasks.  */
static double
ratio_at (const struct model *m, int procs, double size)
{
  double measured = 0, predicted = 0;
  for (int k = 0; k < m->by->profile->n; k++)
    {
      const struct pram_profile_entry *x = &m->by->profile->entry[k];
      if (x->procs != procs || !profiled_p (m, x)
	  || !same_size_p (size_of (m, x), size))
	continue;
      measured += x->seconds - x->comm_seconds;
      predicted += iterations_of (m, x) * sum_computing (m, true, procs, size)
		   + x->entries * sum_computing (m, false, procs, size);
    }
  return measured / predicted;
}

/* What to multiply computations by, after the profile.  */
static double
correction (const struct model *m)
{
  int procs = profiled_procs (m);
  double low = 0, high = INFINITY;	/* profiled sizes around this one */
  if (!procs || sum_tasks (m, true) <= 0
      || sum_computing (m, true, m->procs, 1) <= 0)
    return 1;
  for (int k = 0; k < m->by->profile->n; k++)
    {
      const struct pram_profile_entry *x = &m->by->profile->entry[k];
      if (x->procs != procs || !profiled_p (m, x))
	continue;
      double size = size_of (m, x);
      if (size <= 1 || same_size_p (size, 1))
	low = fmax (low, size);
      if (size >= 1 || same_size_p (size, 1))
	high = fmin (high, size);
    }
  if (low == 0)
    return ratio_at (m, procs, high);
  if (isinf (high) || same_size_p (low, high))
    return ratio_at (m, procs, low);
  double way = log (1 / low) / log (high / low);
  return ratio_at (m, procs, low) * (1 - way)
	 + ratio_at (m, procs, high) * way;
}

/* --- Communication ------------------------------------------------------- */

/* What process P's exchanges after one run of LAYER add to a computation of
   SECONDS: the longest one, and the gaps of the others.  */
static double
exchanges_of (const struct model *m, const struct pram_plan_layer *layer,
	      int p, double seconds)
{
  const struct pram_logp *logp = m->by->logp;
  double longest = 0, gaps = 0, gap_of_longest = 0;
  for (int q = 0; q < m->procs; q++)
    {
      if (q == p)
	continue;
      int64_t out = pram_plan_bytes (m->plan, layer->transfers,
				     layer->n_transfers, p, q, m->procs);
      int64_t in = pram_plan_bytes (m->plan, layer->transfers,
				    layer->n_transfers, q, p, m->procs);
      int64_t bytes = out > in ? out : in;
      if (!bytes)
	continue;
      enum pram_pair pair = pram_logp_pair (logp, p, q);
      struct pram_exchange x = pram_costs_exchange (m->by->costs, logp, pair,
						    bytes);
      double time = pram_exchange_beside (&x, seconds);
      double gap = pram_logp_gap (logp, pair, bytes);
      gaps += gap;
      if (time > longest)
	{
	  longest = time;
	  gap_of_longest = gap;
	}
    }
  return longest + gaps - gap_of_longest;
}

/* The longest of all processes; of many the ends and the middle stand for
   all.  */
static double
longest_exchange (const struct model *m, const struct pram_plan_layer *layer,
		  double seconds)
{
  enum { FEW = 8 };
  double longest = 0;
  for (int p = 0; p < m->procs && layer->n_transfers; p++)
    if (m->procs <= FEW || p < 2 || p == m->procs / 2 || p == m->procs - 1)
      longest = fmax (longest, exchanges_of (m, layer, p, seconds));
  return longest;
}

/* A reduction over the units of LAYER: two processes swap partial values, at
   most two a level of the tree (runtime/reduce.c), about half of which are
   there.  */
static double
reduction (const struct model *m, const struct pram_plan_layer *layer)
{
  enum { VALUE = 16 };		/* bytes of a partial value */
  const struct pram_costs *costs = m->by->costs;
  const struct pram_logp *logp = m->by->logp;
  if (m->procs == 1)
    return 0;
  enum pram_pair pair = pram_logp_farthest (logp, m->procs);
  double units = (double) (layer->unit_hi - layer->unit_lo) / m->procs;
  int64_t bytes = VALUE * (1 + (int64_t) (log2 (fmax (1, units)) / 2));
  double swap = pram_costs_swap (costs, logp, pair, bytes);
  if (m->procs == 2)
    return swap;
  return pram_costs_allreduce (costs, logp, pair, m->procs)
	 + fmax (0, swap - pram_costs_swap (costs, logp, pair, 8));
}

/* Scatter or gather: process 0 sends to (receives from) one after the
   other.  */
static double
distribution (const struct model *m,
	      const struct pram_plan_transfer *transfers, int n, bool scatter)
{
  const struct pram_logp *logp = m->by->logp;
  double time = 0, last = 0;
  for (int p = 1; p < m->procs; p++)
    {
      int64_t bytes = pram_plan_bytes (m->plan, transfers, n, scatter ? 0 : p,
				       scatter ? p : 0, m->procs);
      enum pram_pair pair = pram_logp_pair (logp, 0, p);
      if (!bytes)
	continue;
      time += pram_logp_gap (logp, pair, bytes);
      last = pram_logp_o_recv (logp, pair, bytes)
	     + pram_logp_latency (logp, pair, 1);
    }
  return time + last;
}

/* --- The prediction ------------------------------------------------------ */

static void
start (struct model *m)
{
  m->counts = PRAM_ARENA_NEW (m->arena, double, m->plan->prog->n_loops + 1);
  m->work = PRAM_ARENA_NEW (m->arena, struct work, m->plan->n_layers + 1);
  m->outer = find_outer (m, m->plan->prog->root);
  count_loops (m, m->plan->prog->root);
  share_loops (m);
  for (int l = 0; l < m->plan->n_layers; l++)
    m->work[l] = work_of (m, &m->plan->layers[l]);
  for (int l = 0; l < m->plan->n_layers; l++)
    place_traffic (m, &m->work[l]);
}

static void
add_layers (const struct model *m, struct pram_prediction *result)
{
  double corrected = correction (m);
  for (int l = 0; l < m->plan->n_layers; l++)
    {
      const struct work *w = &m->work[l];
      double run = corrected * computing (m, w, m->procs, 1);
      double exchange = longest_exchange (m, w->layer, run);
      double reduce = w->reduces ? reduction (m, w->layer) : 0;
      if (ahead_p (m, w))
	reduce /= 2;		/* one for both runs */
      double all = w->runs * (run + exchange + reduce);
      if (w->repeated)
	result->iteration += all;
      else
	result->entry += all;
      if (iterated_p (m, w))
	{
	  result->computing += w->runs * run;
	  result->exchanges += w->runs * exchange;
	  result->reductions += w->runs * reduce;
	}
    }
}

struct pram_prediction
pram_predict (const struct pram_plan *plan, const struct pram_predictor *by,
	      int procs)
{
  struct model m = { .plan = plan, .by = by, .procs = procs,
		     .arena = pram_arena_new () };
  struct pram_prediction result = { .procs = procs };
  start (&m);
  add_layers (&m, &result);
  if (procs > 1)
    result.entry
      += pram_costs_broadcast (by->costs, by->logp,
			       pram_logp_farthest (by->logp, procs), procs)
	 + distribution (&m, plan->scatter, plan->n_scatter, true)
	 + distribution (&m, plan->gather, plan->n_gather, false);
  pram_arena_free (m.arena);
  return result;
}

double
pram_predict_break_even (const struct pram_plan *plan,
			 const struct pram_predictor *by, int procs)
{
  struct pram_prediction now = pram_predict (plan, by, procs);
  double sending = pram_prediction_seconds (&now) - now.computing, times = 1;
  struct model m[2];
  for (int k = 0; k < 2; k++)
    {
      m[k] = (struct model) { .plan = plan, .by = by,
			      .procs = k ? procs : 1,
			      .arena = pram_arena_new () };
      start (&m[k]);
    }
  while (times < 0x1p60
	 && sum_computing (&m[0], true, 1, times)
	    <= sum_computing (&m[1], true, procs, times) + sending)
    times *= 1.05;
  for (int k = 0; k < 2; k++)
    pram_arena_free (m[k].arena);
  return times < 0x1p60 ? times : INFINITY;
}

const char *
pram_seconds_text (double seconds, char text[PRAM_SECONDS_TEXT])
{
  static const struct { double unit; const char *name; } units[]
    = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "us" }, { 1e-9, "ns" } };
  int k = 0;
  while (k < 3 && seconds < 0.9995 * units[k].unit)
    k++;
  snprintf (text, PRAM_SECONDS_TEXT, "%.3g %s", seconds / units[k].unit,
	    units[k].name);
  return text;
}

double
pram_prediction_seconds (const struct pram_prediction *prediction)
{
  return prediction->iteration > 0 ? prediction->iteration
				   : prediction->entry;
}

void
pram_prediction_print (FILE *file, const struct pram_prediction *p)
{
  fprintf (file, "procs %d: entry %g s", p->procs, p->entry);
  if (p->iteration > 0)
    fprintf (file, ", iteration %g s", p->iteration);
  fprintf (file, "; computing %g, exchanges %g, reductions %g\n",
	   p->computing, p->exchanges, p->reductions);
}
