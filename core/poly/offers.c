/* offers.c: accesses of which data choose the element.

   SPDX-License-Identifier: Apache-2.0  */

#include "offers.h"

#include "domain.h"
#include "pram-sets.h"

/* --- Notes --------------------------------------------------------------- */

static bool
writes_class_p (const struct pram_prog *prog, const struct pram_node *node,
		int array)
{
  for (int a = 0; a < prog->n_arrays; a++)
    if (pram_prog_same_class_p (prog, a, array) && pram_node_writes_p (node, a))
      return true;
  return false;
}

/* LOOP, or one inside, lets ARRAY stand for something else.  */
static bool
renames_p (const struct pram_node *node, int array)
{
  if (node->kind == PRAM_LOOP && node->next && node->next[array] != array)
    return true;
  for (int i = 0; i < node->n_children; i++)
    if (renames_p (node->children[i], array))
      return true;
  return false;
}

/* A statement in NODE accesses ARRAY, or one that it is exchanged with, by its
   name.  */
static bool
accesses_p (const struct pram_prog *prog, const struct pram_node *node,
	    int array)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (pram_prog_same_class_p (prog, node->accesses[a].array, array))
      return true;
  for (int i = 0; i < node->n_children; i++)
    if (accesses_p (prog, node->children[i], array))
      return true;
  return false;
}

/* The outermost loop around STMT in which nothing else happens to ARRAY than
   reads or, if it is DEPOSITED, deposits; or null.  */
static struct pram_node *
steady_around (const struct pram_prog *prog, const struct pram_node *stmt,
	       int array, bool deposited)
{
  struct pram_node *found = NULL;
  for (struct pram_node *n = stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      {
	if (renames_p (n, array)
	    || (deposited ? (accesses_p (prog, n, array)
			     || pram_node_inspects_p (prog, n, array))
		: (pram_node_writes_p (n, array)
		   || pram_node_deposits_p (prog, n, array))))
	  break;
	found = n;
      }
  return found;
}

/* Data choose where ACCESS, of STMT, is.  An access to several elements is
   one.  */
static void
note_access (struct pram_prog *prog, struct pram_node *stmt,
	     const struct pram_access *access)
{
  int array = access->array, line = access->line;
  void *cookie = access->cookie;
  for (int i = 0; i < prog->n_deposits; i++)
    if (cookie && prog->deposits[i].cookie == cookie)
      {
	prog->deposits[i].several = true;
	return;
      }
  if (access->write)
    *PRAM_ARENA_PUSH (prog->arena, prog->deposits, prog->n_deposits)
      = (struct pram_deposit) { stmt, array, line, cookie, false, NULL };
  else
    *PRAM_ARENA_PUSH (prog->arena, prog->inspected, prog->n_inspected)
      = (struct pram_inspected) { stmt, array, line, access->asked, cookie,
				  NULL };
}

/* Take the indirect accesses out of NODE.  */
static void
note (struct pram_prog *prog, struct pram_node *node)
{
  int n = 0;
  for (int a = 0; a < node->n_accesses; a++)
    {
      const struct pram_access access = node->accesses[a];
      if (access.indirect)
	note_access (prog, node, &access);
      else
	node->accesses[n++] = access;
    }
  node->n_accesses = n;
  for (int c = 0; c < node->n_children; c++)
    note (prog, node->children[c]);
}

void
pram_offers_note (struct pram_prog *prog)
{
  if (!pram_prog_indirect_p (prog))
    return;
  note (prog, prog->root);
  for (int i = 0; i < prog->n_inspected; i++)
    {
      struct pram_inspected *in = &prog->inspected[i];
      if (writes_class_p (prog, prog->root, in->array))
	in->before = steady_around (prog, in->stmt, in->array, false);
    }
  for (int i = 0; i < prog->n_deposits; i++)
    {
      struct pram_deposit *d = &prog->deposits[i];
      d->around = steady_around (prog, d->stmt, d->array, true);
    }
}

bool
pram_inspected_p (const struct pram_prog *prog, int array)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (pram_prog_same_class_p (prog, prog->inspected[i].array, array))
      return true;
  return false;
}

bool
pram_node_inspects_p (const struct pram_prog *prog,
		      const struct pram_node *node, int array)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (pram_prog_same_class_p (prog, prog->inspected[i].array, array)
	&& pram_node_inside_p (prog->inspected[i].stmt, node))
      return true;
  return false;
}

int
pram_node_asks (const struct pram_prog *prog, const struct pram_node *node,
		int array)
{
  int last = 0;
  for (int i = 0; i < prog->n_inspected; i++)
    {
      const struct pram_inspected *in = &prog->inspected[i];
      if (in->asked > last
	  && (array < 0 || pram_prog_same_class_p (prog, in->array, array))
	  && pram_node_inside_p (in->stmt, node))
	last = in->asked;
    }
  return last;
}

bool
pram_offer_sent_p (const struct pram_prog *prog, const struct pram_offer *offer)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (!prog->inspected[i].asked && prog->inspected[i].array == offer->array
	&& prog->inspected[i].before == offer->before)
      return true;
  return false;
}

bool
pram_node_deposits_p (const struct pram_prog *prog,
		      const struct pram_node *node, int array)
{
  for (int i = 0; i < prog->n_deposits; i++)
    if ((array < 0
	 || pram_prog_same_class_p (prog, prog->deposits[i].array, array))
	&& pram_node_inside_p (prog->deposits[i].stmt, node))
      return true;
  return false;
}

bool
pram_node_offers_p (const struct pram_prog *prog, const struct pram_node *node)
{
  for (int i = 0; i < prog->n_offers; i++)
    if (prog->offers[i].node != node && prog->offers[i].accept != node
	&& pram_node_inside_p (prog->offers[i].node, node))
      return true;
  return false;
}

const struct pram_offer *
pram_offer_of (const struct pram_prog *prog, const struct pram_node *node)
{
  for (int i = 0; i < prog->n_offers; i++)
    if (prog->offers[i].node == node || prog->offers[i].accept == node)
      return &prog->offers[i];
  return NULL;
}

/* --- Nests ---------------------------------------------------------------- */

/* The elements of a class of arrays that are written, or accessed in any way, by
   dimension; the greatest byte offset that is accessed.  */
struct extent
{
  struct pram_interval *hull;
  bool accessed, any, known;
  int64_t last;
};

/* Add the subscripts of ACCESS, in STMT.  */
static void
add_subscripts (struct extent *e, const struct pram_array *array,
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
      if (!e->any || r.lo < e->hull[d].lo)
	e->hull[d].lo = r.lo;
      if (!e->any || r.hi > e->hull[d].hi)
	e->hull[d].hi = r.hi;
    }
  e->any = true;
}

static void
add_accesses (const struct pram_prog *prog, const struct pram_node *node,
	      int array, struct extent *e)
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
    }
  for (int c = 0; c < node->n_children; c++)
    add_accesses (prog, node->children[c], array, e);
}

/* Where the last element of E, of ARRAY, lies.  */
static int64_t
corner_of (const struct pram_array *array, const struct extent *e)
{
  int64_t at = array->origin;
  for (int d = 0; d < array->n_dims; d++)
    at += array->stride[d] * e->hull[d].hi;
  return at;
}

/* The elements of ARRAY that are offered: all between those that are written or,
   to be claimed, ACCESSED.  False if they don't surely exist.  */
static bool
measure (const struct pram_prog *prog, int array, bool accessed,
	 struct extent *e)
{
  const struct pram_array *object = &prog->arrays[array];
  *e = (struct extent) { .accessed = accessed, .known = true,
			 .last = INT64_MIN };
  e->hull = PRAM_ARENA_NEW (prog->arena, struct pram_interval,
			    object->n_dims + 1);
  add_accesses (prog, prog->root, array, e);
  int64_t corner = corner_of (object, e);
  return (!e->any || (e->known && corner <= e->last)
	  || (object->n_bytes && corner + object->elem_size <= object->n_bytes));
}

/* A loop over the elements of E in dimension D, in PARENT.  */
static struct pram_node *
add_loop (struct pram_prog *prog, struct pram_node *parent,
	  const struct extent *e, int d)
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

/* Let STMT access element e0, e1, … of ARRAY, the iterators of LOOPS counted
   from E's first ones on.  */
static struct pram_access *
add_element (struct pram_prog *prog, struct pram_node *stmt, int array,
	     struct pram_node *const *loops, const struct extent *e)
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
  return access;
}

/* Move the last child of PARENT to where NODE, another one, is, or BEHIND it.  */
static void
move_to (struct pram_node *parent, const struct pram_node *node, bool behind)
{
  int i = parent->n_children - 1;
  struct pram_node *last = parent->children[i];
  for (; parent->children[i - 1] != node; i--)
    parent->children[i] = parent->children[i - 1];
  if (!behind)
    {
      parent->children[i] = parent->children[i - 1];
      i--;
    }
  parent->children[i] = last;
}

/* A nest that reads the elements E of ARRAY, and, if they are CLAIMED, writes
   them: in front of NODE, or BEHIND it.  COOKIE is that of an access.  */
static struct pram_node *
add_nest (struct pram_prog *prog, int array, const struct extent *e,
	  const struct pram_node *node, bool behind, bool claimed, void *cookie)
{
  int n = prog->arrays[array].n_dims;
  struct pram_node **loops = PRAM_ARENA_NEW (prog->arena, struct pram_node *,
					     n + 1);
  struct pram_node *parent = node->parent;
  for (int d = 0; d < n; d++)
    {
      loops[d] = add_loop (prog, parent, e, d);
      loops[d]->line = node->line;
      parent = loops[d]->children[0];
    }
  struct pram_node *stmt = pram_prog_add_stmt (prog, parent);
  stmt->line = node->line;
  add_element (prog, stmt, array, loops, e)->cookie = cookie;
  if (claimed)
    {
      struct pram_access *write = add_element (prog, stmt, array, loops, e);
      write->cookie = cookie;
      write->write = true;
    }
  move_to (node->parent, node, behind);
  return loops[0];
}

static bool
offered_p (const struct pram_prog *prog, int array,
	   const struct pram_node *before)
{
  for (int i = 0; i < prog->n_offers; i++)
    if (prog->offers[i].array == array && prog->offers[i].before == before)
      return true;
  return false;
}

/* Offer what IN reads.  */
static bool
offer (struct pram_prog *prog, const struct pram_inspected *in,
       const struct pram_diag *diag)
{
  const char *name = prog->arrays[in->array].name;
  struct extent e;
  if (!in->before)
    pram_diag_report (diag, PRAM_REFUSAL, in->line,
		      "data choose which element of '%s' is read, in a loop "
		      "that changes '%s'", name, name);
  else if (pram_node_deposits_p (prog, prog->root, in->array))
    pram_diag_report (diag, PRAM_REFUSAL, in->line,
		      "data choose which element of '%s' is read here, and "
		      "which is written elsewhere", name);
  else if (!measure (prog, in->array, false, &e))
    pram_diag_report (diag, PRAM_REFUSAL, in->line,
		      "data choose which element of '%s' is read, and how many "
		      "it has is not known", name);
  else
    {
      if (!offered_p (prog, in->array, in->before))
	*PRAM_ARENA_PUSH (prog->arena, prog->offers, prog->n_offers)
	  = (struct pram_offer) { in->array, in->before,
				  add_nest (prog, in->array, &e, in->before,
					    false, false, in->cookie), NULL };
      return true;
    }
  return false;
}

/* Claim the elements E of what D writes.  */
static void
add_claim (struct pram_prog *prog, const struct pram_deposit *d,
	   const struct extent *e)
{
  struct pram_node *loop = d->around;
  struct pram_offer claim = { .array = d->array, .before = loop };
  claim.node = add_nest (prog, d->array, e, loop, false, true, d->cookie);
  claim.accept = add_nest (prog, d->array, e, loop, true, true, d->cookie);
  *PRAM_ARENA_PUSH (prog->arena, prog->offers, prog->n_offers) = claim;
}

/* Claim what is accessed anywhere of what D may write.  */
static bool
claim (struct pram_prog *prog, const struct pram_deposit *d,
       const struct pram_diag *diag)
{
  const char *name = prog->arrays[d->array].name;
  struct extent e;
  if (!d->around)
    pram_diag_report (diag, PRAM_REFUSAL, d->line,
		      "data choose which element of '%s' is written, in a loop "
		      "that accesses '%s' in another way", name, name);
  else if (!measure (prog, d->array, true, &e))
    pram_diag_report (diag, PRAM_REFUSAL, d->line,
		      "data choose which element of '%s' is written, and how "
		      "many it has is not known", name);
  else if (e.any && d->several)
    pram_diag_report (diag, PRAM_REFUSAL, d->line,
		      "data choose which structure of '%s' is written, and its "
		      "members are accessed one by one", name);
  else
    {
      if (e.any && !offered_p (prog, d->array, d->around))
	add_claim (prog, d, &e);
      return true;
    }
  return false;
}

bool
pram_offers_insert (struct pram_prog *prog, const struct pram_diag *diag)
{
  for (int i = 0; i < prog->n_inspected; i++)
    {
      int array = prog->inspected[i].array;
      if ((writes_class_p (prog, prog->root, array)
	   || pram_node_deposits_p (prog, prog->root, array))
	  && !offer (prog, &prog->inspected[i], diag))
	return false;
    }
  for (int i = 0; i < prog->n_deposits; i++)
    if (!claim (prog, &prog->deposits[i], diag))
      return false;
  return true;
}
