/* work-loops.c: what innermost loops do in one run of a layer.

   SPDX-License-Identifier: Apache-2.0

   A load whose element the iteration has loaded or stored before is none.
   Vectors don't compute an innermost loop that calls functions, combines a
   scalar in order, reads what it has written a few iterations before, writes
   elements that do not lie side by side, or writes, under a condition, an array
   that it also reads elsewhere: GCC can't tell these apart.  If scalars are
   combined in order, vectors may compute neighbouring ones (lanes.h), all of
   which wait at a time.  The rows of a stencil but the first to be touched come
   from a working set of a few rows.  Reductions combine their lanes at the end
   of a row.  */

#include "work-parts.h"

#include <math.h>

#include "machine/costs.h"
#include "plan/lanes.h"

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
  for (int d = 0; d < pram_work_array (m, x)->n_dims; d++)
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
		    || pram_work_depends_p (x, pram_work_array (m, x)->n_dims,
					    body->loop);
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
      bool other = pram_work_buffer (m, body->place[i].access) == buffer;
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
    pram_work_footprint (m, loop->children[i], loop->children[i], footprint);
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
  int buffer = pram_work_buffer (m, place->access);
  int again = count_rows (m, body, buffer, loop)
	      - (outer ? count_rows (m, body, buffer, outer) : 1);
  if (again > 0)
    *PRAM_ARENA_PUSH (m->arena, w->traffic, w->n_traffic)
      = (struct pram_work_bytes)
	  { again * pram_work_touched (m, w->layer->node, place->stmt,
				       place->access),
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
  for (int d = 0; d < pram_work_array (m, x)->n_dims; d++)
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
  int64_t bytes = pram_access_moved (m->plan->prog, access, body->loop);
  return bytes == pram_work_array (m, access)->elem_size || !bytes;
}

/* What vectors make of BODY.  */
struct vectors
{
  bool scalar;			/* nothing */
  double lanes;			/* iterations of the loop around that they
				   hold, each with its own order; else 1 */
  double links;			/* operations of an iteration that wait for the
				   iteration before */
  double width;			/* of the widest element, in 8 bytes */
};

/* Of the widest element of BODY, in 8 bytes.  */
static double
width_of (const struct pram_works *m, const struct body *body)
{
  double width = body->n ? 0.5 : 1;
  for (int i = 0; i < body->n; i++)
    width = fmax (width,
		  pram_work_array (m, body->place[i].access)->elem_size / 8.);
  return width;
}

/* How many elements of WIDTH a vector has.  */
static double
count_lanes (const struct pram_prog *prog, double width)
{
  return prog->vectors > 0 ? fmax (1, prog->vectors / (8 * width))
			   : PRAM_COSTS_LANES;
}

/* AROUND is the loop around BODY in its layer, or null.  Half of the operations
   of a recurrence are taken to lie on its chain.  */
static struct vectors
vectors_of (const struct pram_works *m, const struct body *body,
	    const struct pram_node *around)
{
  const struct pram_node *loop = body->loop;
  struct vectors v = { .scalar = calls_p (loop), .lanes = 1,
		       .links = loop->order_reason ? 1 : 0,
		       .width = width_of (m, body) };
  if (!v.scalar && around && v.links > 0
      && pram_lanes_neighbours_p (m->plan->prog, around))
    {
      v.lanes = count_lanes (m->plan->prog, v.width);
      v.links /= v.lanes;
      return v;
    }
  for (int i = 0; i < body->n; i++)
    {
      const struct pram_access *x = body->place[i].access;
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

/* How many of ROWS of COUNT iterations have some at the end that fill no
   vector; a reduction waits for what these write into one of its lanes.  If
   ROWS is 0 the loop itself is cut into blocks, and each unit is a row
   (emit-count.cc).  */
static double
ragged_rows (const struct pram_works *m, const struct vectors *v, double rows,
	     double count)
{
  double row = rows > 0 ? count : (double) m->plan->granularity;
  if (fmod (row, count_lanes (m->plan->prog, v->width)) == 0)
    return 0;
  return rows > 0 ? rows : ceil (count / row);
}

/* Add what BODY does in one run of W's layer.  */
static void
add_body (struct pram_works *m, struct pram_work *w, const struct body *body)
{
  const struct pram_node *around = loop_around (w, body->loop);
  double rows = 1, count = 1, operations = operations_of (body->loop);
  struct vectors v = vectors_of (m, body, around);
  for (const struct pram_node *n = around; n; n = loop_around (w, n))
    rows *= m->counts[n->iterator];
  if (body->loop->kind == PRAM_LOOP)
    {
      count = m->counts[body->loop->iterator];
      w->rows += rows / v.lanes;
      w->row_operations += v.scalar || v.lanes > 1 ? 0 : rows * operations;
      if (w->reduces && !v.scalar && v.lanes == 1)
	w->row_reductions += ragged_rows (m, &v, around ? rows : 0, count);
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
	first = first && (pram_work_buffer (m, body->place[k].access)
			  != pram_work_buffer (m, body->place[i].access));
      if (first)
	add_rows (m, w, body, &body->place[i], around);
    }
}

/* The same for all innermost loops under NODE, and for statements outside of
   those.  */
void
pram_work_add_loops (struct pram_works *m, struct pram_work *w,
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
    pram_work_add_loops (m, w, node->children[i]);
}
