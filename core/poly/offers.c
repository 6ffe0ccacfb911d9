/* offers.c: accesses of which data choose the element.

   SPDX-License-Identifier: Apache-2.0  */

#include "offers.h"

#include "apart.h"
#include "domain.h"
#include "element-nests.h"
#include "pram-sets.h"
#include "sections.h"

#include <stdlib.h>

/* --- Notes --------------------------------------------------------------- */

bool
pram_node_names_p (const struct pram_prog *prog, const struct pram_node *node,
		   int array, bool write)
{
  for (int a = 0; a < node->n_accesses; a++)
    if ((node->accesses[a].write || !write)
	&& pram_prog_same_class_p (prog, node->accesses[a].array, array))
      return true;
  for (int i = 0; i < node->n_children; i++)
    if (pram_node_names_p (prog, node->children[i], array, write))
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

/* ACCESS, of STMT, is a read of which nothing else comes whichever deposits in LOOP
   are done before.  */
static bool
steady_p (const struct pram_access *access, const struct pram_node *stmt,
	  const struct pram_node *loop)
{
  int n = 0;
  for (const struct pram_node *l = pram_node_loop (stmt); l;
       l = pram_node_loop (l))
    {
      n += !l->split;
      if (l == loop)
	return n <= access->steady;
    }
  return false;
}

/* A statement in NODE, which is in LOOP, accesses ARRAY by its name, and that isn't
   steady.  */
static bool
unsteady_p (const struct pram_prog *prog, const struct pram_node *node,
	    int array, const struct pram_node *loop)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (node->accesses[a].array == array
	&& !steady_p (&node->accesses[a], node, loop))
      return true;
  for (int i = 0; i < node->n_children; i++)
    if (unsteady_p (prog, node->children[i], array, loop))
      return true;
  return false;
}

/* Data choose an element of ARRAY that LOOP reads.  */
static bool
inspects_name_p (const struct pram_prog *prog, const struct pram_node *loop,
		 int array)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (prog->inspected[i].array == array
	&& pram_node_inside_p (prog->inspected[i].stmt, loop))
      return true;
  return false;
}

/* … that is a deposit in LOOP.  */
static bool
deposits_name_p (const struct pram_prog *prog, const struct pram_node *loop,
		 int array)
{
  for (int i = 0; i < prog->n_deposits; i++)
    if (prog->deposits[i].array == array
	&& pram_node_inside_p (prog->deposits[i].stmt, loop))
      return true;
  return false;
}

/* Let *MODULUS divide all that iterators change of OFFSET.  */
static void
divide (const struct pram_affine *offset, int64_t *modulus)
{
  for (int k = 0; k < offset->n_coef; k++)
    *modulus = pram_set_gcd (*modulus, offset->coef[k]);
}

/* WRITE is never to an element, of SIZE bytes, of which RESIDUE is known: of
   structures they are other members.  */
static bool
elsewhere_p (const struct pram_access *write, const struct pram_residue *residue,
	     int64_t size)
{
  int64_t modulus = residue->modulus;
  if (modulus <= 0)
    return false;
  divide (&write->offset, &modulus);
  divide (&residue->offset, &modulus);
  int64_t apart = pram_set_mod (write->offset.constant - residue->offset.constant,
				modulus);
  return apart >= size && apart <= modulus - size;
}

/* Something in NODE may be written to what RESIDUE tells of in ARRAY.  */
static bool
writes_there_p (const struct pram_prog *prog, const struct pram_node *node,
		int array, const struct pram_residue *residue)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (node->accesses[a].write && node->accesses[a].array == array
	&& !elsewhere_p (&node->accesses[a], residue,
			 prog->arrays[array].elem_size))
      return true;
  for (int i = 0; i < node->n_children; i++)
    if (writes_there_p (prog, node->children[i], array, residue))
      return true;
  return false;
}

/* Something else happens to ARRAY in LOOP than reads, of what RESIDUE tells of, or, if
   that is null, deposits and steady reads.  Nothing in LOOP lets names stand for other
   arrays: those with which ARRAY is exchanged outside are others.  */
static bool
disturbed_p (const struct pram_prog *prog, const struct pram_node *loop,
	     int array, const struct pram_residue *residue)
{
  return (pram_node_pins_class_p (prog, loop, array, residue != NULL)
	  || (!residue ? (unsteady_p (prog, loop, array, loop)
			  || inspects_name_p (prog, loop, array))
	      : (writes_there_p (prog, loop, array, residue)
		 || deposits_name_p (prog, loop, array))));
}

/* The outermost loop around STMT in which nothing else happens to ARRAY than
   reads, of what RESIDUE tells of, or, if that is null, deposits and steady reads; or
   the innermost one if, whatever else does, its iterations are *APART, unless APART is
   null; or null.  */
static struct pram_node *
quiet_around (const struct pram_prog *prog, const struct pram_node *stmt,
	      int array, const struct pram_residue *residue, bool *apart)
{
  struct pram_node *found = NULL;
  for (struct pram_node *n = stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      {
	if (renames_p (n, array))
	  break;
	if (!disturbed_p (prog, n, array, residue))
	  found = n;
	else if (!found && apart && pram_apart_p (prog, n, array))
	  {
	    *apart = true;
	    return n;
	  }
	else
	  break;
      }
  return found;
}

/* LOOP is inside of NODE, and not that itself.  */
static bool
strictly_inside_p (const struct pram_node *loop, const struct pram_node *node)
{
  return loop != node && pram_node_inside_p (loop, node);
}

/* In the outermost of the N innermost loops around STMT that may be a layer data choose
   an element of ARRAY, and it is accessed in another way; but that is *taken to be
   apart*: that loop.  Null: there is no such, or it exchanges the array.  */
static struct pram_node *
taken_apart (const struct pram_prog *prog, const struct pram_node *stmt,
	     int array, const struct pram_residue *residue, int n)
{
  struct pram_node *loop = NULL;
  for (struct pram_node *l = stmt->parent; l && n > 0; l = l->parent)
    if (l->kind == PRAM_LOOP)
      {
	n -= !l->split;
	if (pram_sections_apart_p (prog, l, array))
	  loop = l;
      }
  return (loop && !renames_p (loop, array)
	  && !pram_node_pins_class_p (prog, loop, array, false)
	  && disturbed_p (prog, loop, array, residue) ? loop : NULL);
}

/* Data choose where ACCESS, of STMT, is.  An access to several elements is
   one.  */
static void
note_access (struct pram_prog *prog, struct pram_node *stmt,
	     const struct pram_access *access)
{
  const struct pram_residue residue = { access->offset, access->modulus };
  int array = access->array, line = access->line;
  void *cookie = access->cookie;
  prog->chosen |= !access->computed;
  for (int i = 0; i < prog->n_deposits; i++)
    if (access->item && prog->deposits[i].item == access->item
	&& prog->deposits[i].stmt->level == stmt->level)
      {
	prog->deposits[i].several = true;
	return;
      }
  if (access->write)
    *PRAM_ARENA_PUSH (prog->arena, prog->deposits, prog->n_deposits)
      = (struct pram_deposit) { .stmt = stmt, .array = array, .line = line,
				.item = access->item, .cookie = cookie,
				.residue = residue, .finds = access->finds,
				.leads = access->leads,
				.apart = access->apart };
  else
    *PRAM_ARENA_PUSH (prog->arena, prog->inspected, prog->n_inspected)
      = (struct pram_inspected) { .stmt = stmt, .array = array, .line = line,
				  .item = access->item, .asked = access->asked,
				  .apart = access->apart, .cookie = cookie,
				  .residue = residue };
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
  pram_offers_find_loops (prog);
}

bool
pram_chosen_written_p (const struct pram_prog *prog, int array)
{
  return (pram_node_deposits_p (prog, prog->root, array)
	  || pram_node_pins_class_p (prog, prog->root, array, true));
}

bool
pram_written_p (const struct pram_prog *prog, int array)
{
  return (pram_node_names_p (prog, prog->root, array, true)
	  || pram_chosen_written_p (prog, array));
}

bool
pram_chosen_hull (const struct pram_prog *prog, int array, bool accessed,
		  struct pram_element_hull *e)
{
  bool written = pram_chosen_written_p (prog, array);
  if (written && pram_inspected_p (prog, array)
      && pram_element_all (prog, array, e))
    return true;
  e->limited = !pram_element_hull (prog, array, accessed || written, e);
  return !e->limited || e->known;
}

bool
pram_chosen_beyond_p (const struct pram_prog *prog, int array)
{
  return (pram_chosen_written_p (prog, array)
	  && !pram_element_all (prog, array, NULL));
}

/* Find the loop that IN is offered in front of.  */
static void
find_offered (const struct pram_prog *prog, struct pram_inspected *in)
{
  bool apart = false;
  in->watched = in->likely = false;
  if (!pram_written_p (prog, in->array))
    return;
  in->before = quiet_around (prog, in->stmt, in->array, &in->residue, &apart);
  struct pram_node *loop
    = apart ? NULL
      : taken_apart (prog, in->stmt, in->array, &in->residue, in->apart);
  if (loop)
    {
      in->before = loop;
      in->watched = true;
    }
  in->likely = !loop && !apart && pram_section_likely_p (prog, in);
}

/* What comes of D must be known when the layer has run.  */
static bool
at_once_p (const struct pram_deposit *d)
{
  return d->finds || d->leads;
}

/* Find the loop that is for D.  */
static void
find_claimed (const struct pram_prog *prog, struct pram_deposit *d)
{
  bool now = at_once_p (d);
  d->late = d->watched = false;
  d->around = quiet_around (prog, d->stmt, d->array, NULL,
			    now ? NULL : &d->late);
  struct pram_node *loop
    = d->late || now ? NULL
      : taken_apart (prog, d->stmt, d->array, NULL, d->apart);
  if (loop)
    {
      d->around = loop;
      d->late = d->watched = true;
    }
}

/* LOOP is watched for ARRAY: so it is for all that is done to that there where data
   choose, even if a loop inside would do.  True if there was some.  */
static bool
watch_all (struct pram_prog *prog, int array, struct pram_node *loop)
{
  bool more = false;
  for (int i = 0; i < prog->n_inspected; i++)
    {
      struct pram_inspected *in = &prog->inspected[i];
      if (!pram_prog_same_class_p (prog, in->array, array)
	  || !(in->before ? strictly_inside_p (in->before, loop)
	       : pram_node_inside_p (in->stmt, loop)))
	continue;
      in->before = loop;
      in->watched = more = true;
    }
  for (int i = 0; i < prog->n_deposits; i++)
    {
      struct pram_deposit *d = &prog->deposits[i];
      if (!pram_prog_same_class_p (prog, d->array, array) || at_once_p (d)
	  || !(d->around ? strictly_inside_p (d->around, loop)
	       : pram_node_inside_p (d->stmt, loop)))
	continue;
      d->around = loop;
      d->late = d->watched = more = true;
    }
  return more;
}

void
pram_offers_find_loops (struct pram_prog *prog)
{
  for (int i = 0; i < prog->n_inspected; i++)
    find_offered (prog, &prog->inspected[i]);
  for (int i = 0; i < prog->n_deposits; i++)
    find_claimed (prog, &prog->deposits[i]);
  for (bool more = true; more;)
    {
      more = false;
      for (int i = 0; i < prog->n_inspected; i++)
	if (prog->inspected[i].watched)
	  more |= watch_all (prog, prog->inspected[i].array,
			     prog->inspected[i].before);
      for (int i = 0; i < prog->n_deposits; i++)
	if (prog->deposits[i].watched)
	  more |= watch_all (prog, prog->deposits[i].array,
			     prog->deposits[i].around);
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
    if ((array < 0
	 || pram_prog_same_class_p (prog, prog->inspected[i].array, array))
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
pram_node_chooses_p (const struct pram_prog *prog, const struct pram_node *node)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (pram_node_inside_p (prog->inspected[i].stmt, node))
      return true;
  return pram_node_deposits_p (prog, node, -1);
}

/* There is an offer of ARRAY, or, if CLAIMED, a claim, for the loop BEFORE.  */
static bool
offered_p (const struct pram_prog *prog, int array,
	   const struct pram_node *before, bool claimed)
{
  for (int i = 0; i < prog->n_offers; i++)
    if (prog->offers[i].array == array && prog->offers[i].before == before
	&& (prog->offers[i].accept != NULL) == claimed)
      return true;
  return false;
}

bool
pram_deposit_late_p (const struct pram_prog *prog, const struct pram_deposit *d)
{
  return d->late && offered_p (prog, d->array, d->around, true);
}

bool
pram_node_deposits_late_p (const struct pram_prog *prog,
			   const struct pram_node *node, int array)
{
  for (int i = 0; i < prog->n_deposits; i++)
    if (pram_deposit_late_p (prog, &prog->deposits[i])
	&& (array < 0 || prog->deposits[i].array == array)
	&& pram_node_inside_p (prog->deposits[i].stmt, node))
      return true;
  return false;
}

bool
pram_node_watches_p (const struct pram_prog *prog,
		     const struct pram_node *node, int array)
{
  for (int i = 0; i < prog->n_deposits; i++)
    if (prog->deposits[i].watched
	&& (array < 0
	    || pram_prog_same_class_p (prog, prog->deposits[i].array, array))
	&& pram_node_inside_p (prog->deposits[i].stmt, node))
      return true;
  for (int i = 0; i < prog->n_inspected; i++)
    if (prog->inspected[i].watched
	&& (array < 0
	    || pram_prog_same_class_p (prog, prog->inspected[i].array, array))
	&& pram_node_inside_p (prog->inspected[i].stmt, node))
      return true;
  return false;
}

bool
pram_node_logs_p (const struct pram_prog *prog, const struct pram_node *node)
{
  return (pram_node_deposits_p (prog, node, -1)
	  || pram_node_watches_p (prog, node, -1));
}

bool
pram_node_settles_p (const struct pram_prog *prog, const struct pram_node *node)
{
  for (int a = 0; a < prog->n_arrays; a++)
    if ((pram_node_deposits_p (prog, node, a)
	 || pram_node_watches_p (prog, node, a))
	&& !pram_node_deposits_late_p (prog, node, a))
      return true;
  return false;
}

bool
pram_node_steady_p (const struct pram_prog *prog, const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    for (int i = 0; node->accesses[a].steady && i < prog->n_deposits; i++)
      if (!prog->deposits[i].late && prog->deposits[i].around
	  && pram_prog_same_class_p (prog, prog->deposits[i].array,
				     node->accesses[a].array)
	  && pram_node_inside_p (node, prog->deposits[i].around))
	return true;
  for (int i = 0; i < node->n_children; i++)
    if (pram_node_steady_p (prog, node->children[i]))
      return true;
  return false;
}

bool
pram_node_finds_p (const struct pram_prog *prog, const struct pram_node *node)
{
  for (int i = 0; i < prog->n_deposits; i++)
    if (prog->deposits[i].finds
	&& pram_node_inside_p (prog->deposits[i].stmt, node))
      return true;
  return false;
}

bool
pram_node_pins_class_p (const struct pram_prog *prog,
			const struct pram_node *node, int array, bool write)
{
  for (int i = 0; i < prog->n_pinned; i++)
    if ((prog->pinned[i].write || !write)
	&& pram_prog_same_class_p (prog, prog->pinned[i].array, array)
	&& pram_node_inside_p (prog->pinned[i].stmt, node))
      return true;
  return false;
}

bool
pram_node_offers_p (const struct pram_prog *prog, const struct pram_node *node)
{
  /* What has no names has no nests of an offer either: process 0 has it.  */
  for (int i = 0; i < prog->n_deposits; i++)
    if (prog->deposits[i].around
	&& strictly_inside_p (prog->deposits[i].around, node))
      return true;
  for (int i = 0; i < prog->n_inspected; i++)
    if (prog->inspected[i].before
	&& strictly_inside_p (prog->inspected[i].before, node))
      return true;
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

/* --- Offers and claims ----------------------------------------------------- */

/* NODE, a nest of an offer, is known by the access numbered ITEM that it is for,
   and by the iteration of level loops that NEAR stands in.  */
static struct pram_node *
known_by (struct pram_node *node, int item, const struct pram_node *near)
{
  node->item = item;
  node->level = near->level;
  return node;
}

/* Offer what IN reads.  */
static bool
offer (struct pram_prog *prog, const struct pram_inspected *in,
       const struct pram_diag *diag)
{
  struct pram_element_hull e;
  struct pram_node *before = in->before;
  if (!pram_chosen_hull (prog, in->array, false, &e))
    {
      pram_diag_report (diag, PRAM_REFUSAL, in->line,
			"data choose which element of '%s' is read, and how "
			"many it has is not known",
			prog->arrays[in->array].name);
      return false;
    }
  /* For other sizes there may be some.  */
  bool named = e.any || pram_node_names_p (prog, prog->root, in->array, true);
  if (!named || offered_p (prog, in->array, before, false))
    return true;
  struct pram_node *node = pram_element_nest (prog, in->array, &e, before, false,
					      false, in->cookie);
  *PRAM_ARENA_PUSH (prog->arena, prog->offers, prog->n_offers)
    = (struct pram_offer) { in->array, before,
			    known_by (node, in->item, before),
			    NULL, false, false };
  return true;
}

/* Claim what is accessed anywhere of what D may write.  */
static bool
claim (struct pram_prog *prog, const struct pram_deposit *d,
       const struct pram_diag *diag)
{
  struct pram_element_hull e;
  struct pram_node *loop = d->around;
  if (!pram_chosen_hull (prog, d->array, true, &e))
    {
      pram_diag_report (diag, PRAM_REFUSAL, d->line,
			"data choose which element of '%s' is written, and how "
			"many it has is not known",
			prog->arrays[d->array].name);
      return false;
    }
  if (!e.any || offered_p (prog, d->array, loop, true))
    return true;
  struct pram_offer claim = { .array = d->array, .before = loop,
			      .late = d->late };
  claim.accept
    = known_by (pram_element_nest (prog, d->array, &e, loop, true, true,
				   d->cookie), d->item, loop);
  /* What is late finds what the loop has written else; nothing else happens until
     it is accepted.  Where the loop reads it by name, too, that comes from where it
     was written before.  */
  bool read = d->late || pram_node_names_p (prog, loop, d->array, false);
  claim.node
    = known_by (pram_element_nest (prog, d->array, &e, loop, d->late, !read,
				   d->cookie), d->item, loop);
  *PRAM_ARENA_PUSH (prog->arena, prog->offers, prog->n_offers) = claim;
  return true;
}

bool
pram_offers_insert (struct pram_prog *prog, const struct pram_diag *diag)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (prog->inspected[i].before && !offer (prog, &prog->inspected[i], diag))
      return false;
  for (int i = 0; i < prog->n_deposits; i++)
    if (!claim (prog, &prog->deposits[i], diag))
      return false;
  return true;
}
