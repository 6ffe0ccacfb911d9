/* element-nests.c: nests that access all elements of an array.

   SPDX-License-Identifier: Apache-2.0  */

#include "element-nests.h"

#include "domain.h"
#include "pram-sets.h"

/* Add the subscripts of ACCESS, in STMT.  */
static void
add_subscripts (struct pram_element_hull *e, const struct pram_array *array,
		const struct pram_domain *domain,
		const struct pram_access *access)
{
  for (int d = 0; d < array->n_dims; d++)
    {
      struct pram_interval r = pram_domain_range (domain,
						  &access->subscript[d]);
      int64_t div = access->div && access->div[d] > 1 ? access->div[d] : 1;
      bool all = (r.lo == PRAM_INF_NEG || r.hi == PRAM_INF_POS
		  || (access->mod && access->mod[d]));
      r.lo = all ? 0 : pram_set_fdiv (r.lo, div);
      r.hi = all ? array->extent[d] - 1 : pram_set_fdiv (r.hi, div);
      /* Ranges may be too wide.  */
      r.lo = r.lo < 0 ? 0 : r.lo;
      r.hi = r.hi < array->extent[d] ? r.hi : array->extent[d] - 1;
      if (!e->any || r.lo < e->hull[d].lo)
	e->hull[d].lo = r.lo;
      if (!e->any || r.hi > e->hull[d].hi)
	e->hull[d].hi = r.hi;
    }
  e->any = true;
}

static void
add_accesses (const struct pram_prog *prog, const struct pram_node *node,
	      int array, struct pram_element_hull *e)
{
  for (int a = 0; a < node->n_accesses; a++)
    {
      const struct pram_access *access = &node->accesses[a];
      if (!pram_prog_same_class_p (prog, access->array, array))
	continue;
      struct pram_domain *domain = pram_domain_new (prog->arena, node, access);
      struct pram_interval at = pram_domain_range (domain, &access->offset);
      if (at.lo > at.hi)
	continue;
      if (access->write || e->accessed)
	add_subscripts (e, &prog->arrays[array], domain, access);
      if (at.hi == PRAM_INF_POS)
	e->known = false;
      else if (at.hi > e->last)
	e->last = at.hi;
      if (at.lo < e->first)
	e->first = at.lo;
    }
  for (int c = 0; c < node->n_children; c++)
    add_accesses (prog, node->children[c], array, e);
}

/* Where the last element of E, of ARRAY, lies.  */
static int64_t
corner_of (const struct pram_array *array, const struct pram_element_hull *e)
{
  int64_t at = array->origin;
  for (int d = 0; d < array->n_dims; d++)
    at += array->stride[d] * e->hull[d].hi;
  return at;
}

bool
pram_element_hull (const struct pram_prog *prog, int array, bool accessed,
		   struct pram_element_hull *e)
{
  const struct pram_array *object = &prog->arrays[array];
  *e = (struct pram_element_hull) { .accessed = accessed, .known = true,
			 .first = INT64_MAX, .last = INT64_MIN };
  e->hull = PRAM_ARENA_NEW (prog->arena, struct pram_interval,
			    object->n_dims + 1);
  add_accesses (prog, prog->root, array, e);
  int64_t corner = corner_of (object, e);
  return (!e->any || (e->known && corner <= e->last)
	  || (object->n_bytes && corner + object->elem_size <= object->n_bytes));
}

bool
pram_element_all (const struct pram_prog *prog, int array,
		  struct pram_element_hull *e)
{
  const struct pram_array *object = &prog->arrays[array];
  for (int a = 0; a < prog->n_arrays; a++)
    if (pram_prog_same_class_p (prog, a, array) && !prog->arrays[a].n_bytes)
      return false;
  if (!e)
    return true;
  *e = (struct pram_element_hull) { .accessed = true, .any = true };
  e->hull = PRAM_ARENA_NEW (prog->arena, struct pram_interval,
			    object->n_dims + 1);
  for (int d = 0; d < object->n_dims; d++)
    e->hull[d] = (struct pram_interval) { 0, object->extent[d] - 1 };
  return true;
}

/* A loop over the elements of E in dimension D, in PARENT.  */
static struct pram_node *
add_loop (struct pram_prog *prog, struct pram_node *parent,
	  const struct pram_element_hull *e, int d)
{
  struct pram_node *loop
    = pram_prog_add_loop (prog, parent,
			  pram_arena_printf (prog->arena, "e%d", d));
  loop->first_count = prog->n_counts++;
  loop->line = parent->line;
  if (e->any)
    loop->count.constant = e->hull[d].hi - e->hull[d].lo + 1;
  pram_prog_add_segment (prog, loop)->line = loop->line;
  return loop;
}

/* ACCESS is to those of E alone that are accessed by name, too: the corners of a
   hull may not exist.  */
static void
limit (struct pram_prog *prog, struct pram_access *access,
       const struct pram_element_hull *e)
{
  struct pram_guard below
    = { .affine = pram_affine_new (prog->arena, prog->n_loops) };
  struct pram_guard above
    = { .affine = pram_affine_new (prog->arena, prog->n_loops) };
  below.affine.constant = e->last - access->offset.constant;
  above.affine.constant = access->offset.constant - e->first;
  for (int k = 0; k < prog->n_loops; k++)
    {
      int64_t coef = pram_affine_coef (&access->offset, k);
      below.affine.coef[k] = -coef;
      above.affine.coef[k] = coef;
    }
  *PRAM_ARENA_PUSH (prog->arena, access->guards, access->n_guards) = below;
  *PRAM_ARENA_PUSH (prog->arena, access->guards, access->n_guards) = above;
}

/* Let STMT access element e0, e1, … of ARRAY, the iterators of LOOPS counted
   from E's first ones on.  */
static struct pram_access *
add_element (struct pram_prog *prog, struct pram_node *stmt, int array,
	     struct pram_node *const *loops, const struct pram_element_hull *e)
{
  const struct pram_array *object = &prog->arrays[array];
  struct pram_access *access = pram_prog_add_access (prog, stmt);
  access->array = array;
  access->line = stmt->line;
  access->offset = pram_affine_new (prog->arena, prog->n_loops);
  access->offset.constant = object->origin;
  access->subscript = PRAM_ARENA_NEW (prog->arena, struct pram_affine,
				      object->n_dims);
  for (int d = 0; d < object->n_dims; d++)
    {
      access->subscript[d] = pram_affine_new (prog->arena, prog->n_loops);
      access->subscript[d].constant = e->hull[d].lo;
      access->subscript[d].coef[loops[d]->iterator] = 1;
      access->offset.constant += object->stride[d] * e->hull[d].lo;
      access->offset.coef[loops[d]->iterator] = object->stride[d];
    }
  if (e->limited)
    limit (prog, access, e);
  return access;
}

/* Loops over the elements of E, of ARRAY, in PARENT, for LINE: into LOOPS.  The
   innermost body.  */
static struct pram_node *
add_loops (struct pram_prog *prog, struct pram_node *parent, int array,
	   const struct pram_element_hull *e, int line,
	   struct pram_node **loops)
{
  for (int d = 0; d < prog->arrays[array].n_dims; d++)
    {
      loops[d] = add_loop (prog, parent, e, d);
      loops[d]->line = line;
      parent = loops[d]->children[0];
    }
  return parent;
}

/* A statement in PARENT, for LINE, that reads element e0, e1, … of ARRAY, and, if
   WRITTEN, writes it, where control comes to PIECE; null: everywhere.  */
static void
add_statement (struct pram_prog *prog, struct pram_node *parent, int array,
	       struct pram_node *const *loops,
	       const struct pram_element_hull *e,
	       const struct pram_reached *piece, bool written, void *cookie)
{
  struct pram_node *stmt = pram_prog_add_stmt (prog, parent);
  stmt->line = loops[0]->line;
  for (int write = 0; write <= written; write++)
    {
      struct pram_access *access = add_element (prog, stmt, array, loops, e);
      access->cookie = cookie;
      access->write = write;
      for (int g = 0; piece && g < piece->n_guards; g++)
	*PRAM_ARENA_PUSH (prog->arena, access->guards, access->n_guards)
	  = piece->guards[g];
    }
}

/* Where control comes to NODE the loops around it may say: a statement in a loop whose end
   data decide has no guards of its own.  */
static const struct pram_node *
reached_by (const struct pram_node *node)
{
  while (node->parent && !node->n_reached)
    node = node->parent;
  return node;
}

/* The nest is done or not by the same code as NODE: where control comes to that.  */
struct pram_node *
pram_element_nest (struct pram_prog *prog, int array,
		   const struct pram_element_hull *e,
		   const struct pram_node *node, bool behind, bool written,
		   void *cookie)
{
  int n = prog->arrays[array].n_dims;
  struct pram_node **loops = PRAM_ARENA_NEW (prog->arena, struct pram_node *,
					     n + 1);
  struct pram_node *parent = add_loops (prog, node->parent, array, e,
					node->line, loops);
  const struct pram_node *at = reached_by (node);
  for (int k = 0; k == 0 || k < at->n_reached; k++)
    add_statement (prog, parent, array, loops, e,
		   at->n_reached ? &at->reached[k] : NULL, written, cookie);
  pram_node_move_last (node->parent, node, behind);
  return loops[0];
}

void *
pram_element_cookie (const struct pram_node *node, int array)
{
  void *cookie = NULL;
  for (int a = 0; a < node->n_accesses && !cookie; a++)
    if (node->accesses[a].array == array)
      cookie = node->accesses[a].cookie;
  for (int c = 0; c < node->n_children && !cookie; c++)
    cookie = pram_element_cookie (node->children[c], array);
  return cookie;
}

/* The K-th of N ARRAYS gets what the others have.  */
static void
add_exchange (struct pram_prog *prog, struct pram_node *body, int k, int n,
	      const int *arrays, void *const *cookie,
	      struct pram_node *const *loops,
	      const struct pram_element_hull *e)
{
  struct pram_node *stmt = pram_prog_add_stmt (prog, body);
  stmt->line = pram_node_loop (body)->line;
  for (int i = 0; i < n; i++)
    add_element (prog, stmt, arrays[i], loops, e)->cookie = cookie[i];
  struct pram_access *write = add_element (prog, stmt, arrays[k], loops, e);
  write->cookie = cookie[k];
  write->write = true;
}

struct pram_node *
pram_element_cycle (struct pram_prog *prog, int n, const int *arrays,
		    void *const *cookie, const struct pram_element_hull *e,
		    struct pram_node *parent)
{
  struct pram_node **loops
    = PRAM_ARENA_NEW (prog->arena, struct pram_node *,
		      prog->arrays[arrays[0]].n_dims + 1);
  struct pram_node *body = add_loops (prog, parent, arrays[0], e,
				      pram_node_loop (parent)->line, loops);
  for (int k = 0; k < n; k++)
    add_exchange (prog, body, k, n, arrays, cookie, loops, e);
  return loops[0];
}
