/* work.c: what the busiest process does in one run of each layer.

   SPDX-License-Identifier: GPL-3.0-or-later

   Operations are those of the plan. A load whose element the iteration has
   loaded or stored before is none. Vectors don't compute an innermost loop
   that calls functions, combines a scalar in order, reads what it has written
   a few iterations before, writes elements that do not lie side by side, or
   writes, under a condition, an array that it also reads elsewhere: GCC can't
   tell these apart.

   A *buffer* is an array, or what accesses to it with different constants in some
   subscript have of it: planes that take turns.  The bytes of a buffer are those of
   the elements that the run touches; one that is read and written counts as
   written. They come from as far as the *working set*, all that is touched
   between two uses: the buffers of the driver's loop around the layer; for a
   loop inside the layer that an access does not depend on, what one iteration
   of that loop touches; for the rows of a stencil but the first to be touched, a
   few rows; for buffers shared with a layer that sweeps ahead (pram-abi.h), some
   units of both.  Whether a layer sweeps together with its next run in a
   convergence loop is known when code is emitted; here it is taken for granted
   if the plan allows it.

   Example: Jacobi, n = 1024, 2 processes: a run of the layer has 511 rows of
   1022 elements of 9 operations, 5 loads and a store, reads 4.2 MB of one array
   and writes as much of another, in a working set of 8.4 MB, and reads its rows
   twice more from a set of 32 KB.  */

#include "work.h"

#include <math.h>

#include "costs.h"

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
  double most = 0;
  for (int p = 0; p < m->procs; p++)
    {
      double mine = 0, all = 0;
      for (int l = 0; l < m->plan->n_layers; l++)
	if (same_loop_p (m->plan->layers[l].node, layer->node))
	  {
	    double work = fmax (m->plan->layers[l].work, 1);
	    mine += work * pram_plan_share (m->plan, &m->plan->layers[l], p,
					    m->procs);
	    all += work;
	  }
      most = fmax (most, mine / all);
    }
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

/* The first data-dependent loop under NODE that contains a layer.  */
static const struct pram_node *
find_outer (const struct pram_works *m, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP && node->data_dependent)
    for (int l = 0; l < m->plan->n_layers; l++)
      if (pram_node_inside_p (m->plan->layers[l].node->parent, node))
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
array_of (const struct pram_works *m, const struct pram_access *access)
{
  return &m->plan->prog->arrays[access->array];
}

/* May X and Y touch the same elements?  Not if they have different constant
   subscripts in some dimension.  */
static bool
meet_p (const struct pram_works *m, const struct pram_access *x,
	const struct pram_access *y)
{
  if (x->array != y->array)
    return false;
  for (int d = 0; d < array_of (m, x)->n_dims; d++)
    if (pram_affine_constant_p (&x->subscript[d])
	&& pram_affine_constant_p (&y->subscript[d])
	&& x->subscript[d].constant != y->subscript[d].constant)
      return false;
  return true;
}

/* The number of the buffer that ACCESS is of; N_BUFFERS if of none yet.  */
static int
buffer_of (const struct pram_works *m, const struct pram_access *access)
{
  int b = 0;
  while (b < m->n_buffers && !meet_p (m, m->buffers[b], access))
    b++;
  return b;
}

/* Number the buffers under NODE.  */
static void
find_buffers (struct pram_works *m, const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (buffer_of (m, &node->accesses[a]) == m->n_buffers)
      *PRAM_ARENA_PUSH (m->arena, m->buffers, m->n_buffers)
	= &node->accesses[a];
  for (int i = 0; i < node->n_children; i++)
    find_buffers (m, node->children[i]);
}

/* Bytes of different elements that ACCESS of STMT touches in one run of
   ROOT.  */
static double
touched (const struct pram_works *m, const struct pram_node *root,
	 const struct pram_node *stmt, const struct pram_access *access)
{
  const struct pram_array *array = array_of (m, access);
  double bytes = array->elem_size;
  for (const struct pram_node *n = stmt; n != root->parent; n = n->parent)
    if (n->kind == PRAM_LOOP && depends_p (access, array->n_dims, n))
      bytes *= m->counts[n->iterator];
  return bytes;
}

/* Raise FOOTPRINT, bytes by buffer, to what one run of ROOT touches in NODE. */
static void
find_footprint (const struct pram_works *m, const struct pram_node *root,
		const struct pram_node *node, double *footprint)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      double *bytes = &footprint[buffer_of (m, &node->accesses[a])];
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
iteration_set (const struct pram_works *m, const struct pram_node *loop)
{
  int n = m->n_buffers;
  double *footprint = PRAM_ARENA_NEW (m->arena, double, n + 1);
  for (int i = 0; i < loop->n_children; i++)
    find_footprint (m, loop->children[i], loop->children[i], footprint);
  return sum (footprint, n);
}

/* What reading ACCESS of STMT again and again in one run of the layer W costs:
   for each loop that it does not depend on, all iterations but the first find
   the elements in a working set that one iteration touches.  */
static void
add_reuse (struct pram_works *m, struct pram_work *w,
	   const struct pram_node *stmt, const struct pram_access *access)
{
  double inner = array_of (m, access)->elem_size;
  for (const struct pram_node *n = stmt->parent;
       n && pram_node_inside_p (n, w->layer->node); n = n->parent)
    {
      double count = n->kind == PRAM_LOOP ? m->counts[n->iterator] : 1;
      if (n->kind == PRAM_LOOP
	  && !depends_p (access, array_of (m, access)->n_dims, n))
	{
	  double outer = 1;
	  for (const struct pram_node *o = n->parent;
	       o && pram_node_inside_p (o, w->layer->node); o = o->parent)
	    outer *= o->kind == PRAM_LOOP ? m->counts[o->iterator] : 1;
	  if (count > 1 && inner > array_of (m, access)->elem_size)
	    *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	      = (struct pram_work_bytes) { outer * (count - 1) * inner, 0,
				   iteration_set (m, n), false, false };
	  continue;
	}
      inner *= count;
    }
}

/* Add what the statements under NODE read and write to W, each buffer once.  */
static void
add_accesses (struct pram_works *m, struct pram_work *w,
	      const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      const struct pram_access *access = &node->accesses[a];
      double bytes = touched (m, w->layer->node, node, access);
      int buffer = buffer_of (m, access);
      double *read = &w->read[buffer], *written = &w->written[buffer];
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
collect (struct pram_works *m, const struct pram_node *node, struct body *body)
{
  for (int a = 0; a < node->n_accesses; a++)
    *PRAM_ARENA_PUSH (m->arena, body->place, body->n)
      = (struct place) { node, &node->accesses[a] };
  for (int i = 0; i < node->n_children; i++)
    collect (m, node->children[i], body);
}

static bool
equal_p (const struct pram_works *m, const struct pram_affine *a,
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
same_place_p (const struct pram_works *m, const struct body *body,
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
count_accesses (const struct pram_works *m, const struct body *body)
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

/* How many rows (planes, ...) of BUFFER an iteration of LOOP touches.  */
static int
count_rows (const struct pram_works *m, const struct body *body, int buffer,
	    const struct pram_node *loop)
{
  int count = 0;
  for (int i = 0; i < body->n; i++)
    {
      bool other = buffer_of (m, body->place[i].access) == buffer;
      for (int k = 0; k < i && other; k++)
	other = !same_place_p (m, body, body->place[i].access,
			       body->place[k].access, loop);
      count += other;
    }
  return count;
}

/* Bytes that one iteration of LOOP touches, all rows of a stencil counted.  */
static double
rows_set (const struct pram_works *m, const struct body *body,
	  const struct pram_node *loop)
{
  int n = m->n_buffers;
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
loop_around (const struct pram_work *w, const struct pram_node *node)
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
add_rows (struct pram_works *m, struct pram_work *w, const struct body *body,
	  const struct place *place, const struct pram_node *loop)
{
  const struct pram_node *outer = loop_around (w, loop);
  int buffer = buffer_of (m, place->access);
  int again = count_rows (m, body, buffer, loop)
	      - (outer ? count_rows (m, body, buffer, outer) : 1);
  if (again > 0)
    *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
      = (struct pram_work_bytes)
	  { again * touched (m, w->layer->node, place->stmt, place->access),
	    0, rows_set (m, body, loop), true, false };
  if (outer)
    add_rows (m, w, body, place, outer);
}

/* Operations of the statements under NODE, each once.  */
static double
operations_of (const struct pram_node *node)
{
  double n = node->kind == PRAM_STMT ? node->weight : 0;
  for (int i = 0; i < node->n_children; i++)
    n += operations_of (node->children[i]);
  return n;
}

/* Does a statement under NODE call functions?  */
static bool
calls_p (const struct pram_node *node)
{
  bool calls = node->kind == PRAM_STMT && node->scalar;
  for (int i = 0; i < node->n_children; i++)
    calls = calls || calls_p (node->children[i]);
  return calls;
}

/* How many iterations of BODY's loop after X has written an element Y reads it;
   0: never, or before.  */
static int64_t
distance (const struct pram_works *m, const struct body *body,
	  const struct pram_access *x, const struct pram_access *y)
{
  int64_t result = 0;
  if (!x->write || y->write || x->array != y->array)
    return 0;
  for (int d = 0; d < array_of (m, x)->n_dims; d++)
    {
      struct pram_affine a = x->subscript[d];
      const struct pram_affine *b = &y->subscript[d];
      int64_t by = pram_affine_coef (&a, body->loop->iterator);
      int64_t apart = a.constant - b->constant;
      a.constant = b->constant;
      if (!equal_p (m, &a, b) || (by ? apart % by : apart))
	return 0;
      if (by && apart / by > result)
	result = apart / by;
    }
  return result;
}

/* Is ACCESS in the loop of BODY to each element after the other?  */
static bool
contiguous_p (const struct pram_works *m, const struct body *body,
	      const struct pram_access *access)
{
  const struct pram_array *array = array_of (m, access);
  int64_t bytes = 0;
  for (int d = 0; d < array->n_dims; d++)
    bytes += array->stride[d] * pram_affine_coef (&access->subscript[d],
						  body->loop->iterator);
  return bytes == array->elem_size || bytes == -array->elem_size || !bytes;
}

/* What vectors make of BODY.  */
struct vectors
{
  bool scalar;			/* nothing */
  double links;			/* operations of an iteration that wait for the
				   iteration before */
  double width;			/* of the widest element, in 8 bytes */
};

/* Half of the operations of a recurrence are taken to lie on its chain.  */
static struct vectors
vectors_of (const struct pram_works *m, const struct body *body)
{
  const struct pram_node *loop = body->loop;
  struct vectors v = { calls_p (loop), loop->order_reason ? 1 : 0,
		       body->n ? 0.5 : 1 };
  for (int i = 0; i < body->n; i++)
    {
      const struct pram_access *x = body->place[i].access;
      v.width = fmax (v.width, array_of (m, x)->elem_size / 8.);
      v.scalar |= x->write && loop->kind == PRAM_LOOP
		  && !contiguous_p (m, body, x);
      for (int k = 0; k < body->n && loop->kind == PRAM_LOOP; k++)
	{
	  const struct pram_access *y = body->place[k].access;
	  int64_t apart = distance (m, body, x, y);
	  if (apart > 0 && apart < PRAM_COSTS_LANES)
	    v.links = fmax (v.links, fmax (1, operations_of (loop) / 2)
				     / (double) apart);
	  v.scalar |= x->write && x->may && !y->write && x->array == y->array
		      && !same_place_p (m, body, x, y, loop);
	}
    }
  v.scalar |= v.links > 0;
  return v;
}

/* Add what BODY does in one run of W's layer.  */
static void
add_body (struct pram_works *m, struct pram_work *w, const struct body *body)
{
  const struct pram_node *around = loop_around (w, body->loop);
  double rows = 1, count = 1, operations = operations_of (body->loop);
  struct vectors v = vectors_of (m, body);
  for (const struct pram_node *n = around; n; n = loop_around (w, n))
    rows *= m->counts[n->iterator];
  if (body->loop->kind == PRAM_LOOP)
    {
      count = m->counts[body->loop->iterator];
      w->rows += rows;
      w->row_operations += v.scalar ? 0 : rows * operations;
    }
  count *= rows;
  w->vector -= count * operations * (v.scalar ? 1 : 1 - v.width);
  *(v.scalar ? &w->scalar_accesses : &w->accesses)
    += count * count_accesses (m, body) * (v.scalar ? 1 : v.width);
  w->scalar += v.scalar ? count * operations : 0;
  w->links += count * v.links;
  for (int i = 0; i < body->n && around; i++)
    {
      bool first = true;
      for (int k = 0; k < i; k++)
	first = first && (buffer_of (m, body->place[k].access)
			  != buffer_of (m, body->place[i].access));
      if (first)
	add_rows (m, w, body, &body->place[i], around);
    }
}

/* The same for all innermost loops under NODE, and for statements outside of
   those.  */
static void
add_bodies (struct pram_works *m, struct pram_work *w,
	    const struct pram_node *node)
{
  if (node->kind == PRAM_STMT
      || (node->kind == PRAM_LOOP && !pram_node_contains_loop_p (node)))
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
  add_accesses (m, &w, layer->node);
  add_bodies (m, &w, layer->node);
  w.vector = fmax (0, w.vector);
  find_footprint (m, layer->node, layer->node, w.footprint);
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
  return sum (most, n);
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

/* Set what W sweeps behind: the layer before it, if the plan allows it, no
   reduction comes between, that one is not itself the second of two, and W is
   large enough if it can send only when both have run.  */
static void
find_pair (const struct pram_works *m, struct pram_work *w)
{
  const struct pram_work *before = layer_before (m, w);
  if (!before || before->reduces || before->pipe)
    return;
  w->sent_last = m->procs > 1 && sent_last_p (m, w->layer, before);
  if (w->sent_last && w->tasks < PRAM_TASKS_SENT_LAST)
    {
      w->sent_last = false;
      return;
    }
  for (int k = 0; k < before->layer->n_pipes; k++)
    if (before->layer->pipes[k].layer == (int) (w - m->work))
      {
	w->behind = before;
	w->pipe = &before->layer->pipes[k];
      }
}

/* Bytes of the units that W and FIRST, which sweeps UP units before it, have
   touched and that one of them will touch again: a turn (runtime/sweep.c), and
   what lies between.  */
static double
turn_set (const struct pram_works *m, const struct pram_work *first,
	  const struct pram_work *w, int64_t up)
{
  int n = m->n_buffers;
  double units = fmax (1, (double) (w->layer->unit_hi - w->layer->unit_lo)
			  / m->procs);
  double tasks = (first->tasks + w->tasks) / units, bytes = 0;
  double turn = fmax (1, floor (PRAM_TASKS_PER_TURN / (tasks + 1)));
  for (int a = 0; a < n; a++)
    bytes += fmax (first->footprint[a], w->footprint[a]);
  return bytes * fmin (1, (turn + 2 + (double) up) / units);
}

/* Do two runs of W's layer sweep together (runtime/ahead.c)?  */
static bool
ahead_p (const struct pram_works *m, const struct pram_work *w)
{
  const struct pram_plan_layer *layer = w->layer;
  int64_t least = 2 * layer->reach + layer->ahead_up + layer->ahead_down + 2;
  return layer->ahead_up >= 0 && w->loop
	 && (layer->last || !w->loop->data_dependent)
	 && (layer->unit_hi - layer->unit_lo) / m->procs >= least;
}

/* What W's bytes come from.  */
static void
place_traffic (struct pram_works *m, struct pram_work *w)
{
  double set = working_set (m, w);
  w->ahead = ahead_p (m, w);
  if (w->ahead)
    w->turn_set = turn_set (m, w, w, w->layer->ahead_up);
  if (w->behind)
    w->turn_set = turn_set (m, w->behind, w, w->pipe->up);
  for (int a = 0; a < m->n_buffers; a++)
    if (w->read[a] > 0 || w->written[a] > 0)
      {
	bool near = w->ahead || (w->behind && w->behind->footprint[a] > 0);
	*PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
	  = (struct pram_work_bytes) { fmax (0, w->read[a] - w->written[a]),
				       w->written[a], set, false, near };
      }
}

struct pram_works
pram_works_find (struct pram_arena *arena, const struct pram_plan *plan,
		 int procs)
{
  struct pram_works works = { .plan = plan, .arena = arena, .procs = procs };
  works.counts = PRAM_ARENA_NEW (arena, double, plan->prog->n_loops + 1);
  works.work = PRAM_ARENA_NEW (arena, struct pram_work, plan->n_layers + 1);
  find_buffers (&works, plan->prog->root);
  works.outer = find_outer (&works, plan->prog->root);
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
