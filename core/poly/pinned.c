/* pinned.c: accesses of which data choose the element, done by process 0.

   SPDX-License-Identifier: Apache-2.0  */

#include "pinned.h"

#include "element-nests.h"
#include "offers.h"

#include <string.h>

/* --- Which ones ----------------------------------------------------------- */

bool
pram_node_pins_p (const struct pram_prog *prog, const struct pram_node *node)
{
  for (int i = 0; i < prog->n_pinned; i++)
    if (pram_node_inside_p (prog->pinned[i].stmt, node))
      return true;
  return false;
}

const struct pram_pinned *
pram_pinned_in (const struct pram_prog *prog, const struct pram_node *loop)
{
  for (int i = 0; i < prog->n_pinned; i++)
    if (pram_node_loop (prog->pinned[i].stmt) == loop)
      return &prog->pinned[i];
  return NULL;
}

/* There is a loop of the program's own in LOOP.  */
static bool
has_loops_p (const struct pram_node *loop)
{
  bool found = false;
  for (int i = 0; i < loop->n_children; i++)
    {
      const struct pram_node *child = loop->children[i];
      found |= (child->kind == PRAM_LOOP && !child->hollow)
	       || (child->kind == PRAM_SEQ && has_loops_p (child));
    }
  return found;
}

const struct pram_pinned *
pram_pinned_between_loops (const struct pram_prog *prog)
{
  for (int i = 0; i < prog->n_pinned; i++)
    if (prog->pinned[i].why
	&& has_loops_p (pram_node_loop (prog->pinned[i].stmt)))
      return &prog->pinned[i];
  return NULL;
}

bool
pram_pinned_endless_p (const struct pram_prog *prog)
{
  for (int i = 0; i < prog->n_pinned; i++)
    if (prog->pinned[i].endless && prog->pinned[i].write
	&& has_loops_p (pram_node_loop (prog->pinned[i].stmt)))
      return true;
  return false;
}

bool
pram_pinned_alone_p (const struct pram_prog *prog)
{
  for (int k = 0; k < prog->n_loops; k++)
    if (prog->loops[k]->next || prog->loops[k]->exchanges)
      return prog->n_pinned > 0;
  return false;
}

/* Of the loops around STMT that pin nothing data decide where each ends: there is
   none to distribute.  */
static bool
uncounted_p (const struct pram_prog *prog, const struct pram_node *stmt)
{
  for (const struct pram_node *n = pram_node_loop (stmt);
       n && !pram_node_pins_p (prog, n); n = pram_node_loop (n))
    if (!n->data_dependent)
      return false;
  return true;
}

/* STMT is in a loop that runs whole, as something right inside of that is pinned,
   or inside of such a loop; or else because data decide where it ends.  */
static bool
beside_pinned_p (const struct pram_prog *prog, const struct pram_node *stmt)
{
  for (int i = 0; i < prog->n_pinned; i++)
    if (pram_node_inside_p (stmt, pram_node_loop (prog->pinned[i].stmt)))
      return true;
  return (pram_pinned_alone_p (prog)
	  || (prog->n_pinned && uncounted_p (prog, stmt)));
}

/* Why IN can't be inspected, or null.  */
static const char *
why_not_inspected (const struct pram_prog *prog,
		   const struct pram_inspected *in)
{
  const char *name = prog->arrays[in->array].name;
  if (beside_pinned_p (prog, in->stmt))
    return pram_arena_printf (prog->arena, "data choose which element of '%s' "
			      "is read", name);
  if (!pram_written_p (prog, in->array))
    return NULL;
  if (!in->before)
    return pram_arena_printf (prog->arena, "data choose which element of '%s' "
			      "is read, in a loop that changes '%s'", name,
			      name);
  return NULL;
}

/* Why D can't be a deposit, or null.  */
static const char *
why_not_deposited (const struct pram_prog *prog, const struct pram_deposit *d)
{
  const char *name = prog->arrays[d->array].name;
  if (beside_pinned_p (prog, d->stmt))
    return pram_arena_printf (prog->arena, "data choose which element of '%s' "
			      "is written", name);
  if (!d->around)
    return pram_arena_printf (prog->arena, "data choose which element of '%s' "
			      "is written, in a loop that accesses '%s' in "
			      "another way", name, name);
  if (d->several && pram_node_names_p (prog, prog->root, d->array, false))
    return pram_arena_printf (prog->arena, "data choose which structure of "
			      "'%s' is written, and its members are accessed "
			      "one by one", name);
  return NULL;
}

static void
pin (struct pram_prog *prog, struct pram_node *stmt, int array, int line,
     void *cookie, bool write, const char *why)
{
  *PRAM_ARENA_PUSH (prog->arena, prog->pinned, prog->n_pinned)
    = (struct pram_pinned) { .stmt = stmt, .array = array, .line = line,
			     .cookie = cookie, .write = write, .why = why };
}

void
pram_pin_access (struct pram_prog *prog, struct pram_node *stmt, int a,
		 const char *why)
{
  const struct pram_access access = stmt->accesses[a];
  pin (prog, stmt, access.array, access.line, access.cookie, access.write, why);
  prog->pinned[prog->n_pinned - 1].endless = true;
  stmt->n_accesses--;
  memmove (stmt->accesses + a, stmt->accesses + a + 1,
	   (stmt->n_accesses - a) * sizeof access);
}

/* Pin those of what is inspected that have to be.  True if there were some.  */
static bool
pin_inspected (struct pram_prog *prog)
{
  int n = 0, all = prog->n_inspected;
  for (int i = 0; i < all; i++)
    {
      const struct pram_inspected in = prog->inspected[i];
      const char *why = why_not_inspected (prog, &in);
      if (why)
	{
	  pin (prog, in.stmt, in.array, in.line, in.cookie, false, why);
	  prog->pinned[prog->n_pinned - 1].likely = in.likely;
	}
      else
	prog->inspected[n++] = in;
    }
  prog->n_inspected = n;
  return n < all;
}

static bool
pin_deposits (struct pram_prog *prog)
{
  int n = 0, all = prog->n_deposits;
  for (int i = 0; i < all; i++)
    {
      const struct pram_deposit d = prog->deposits[i];
      const char *why = why_not_deposited (prog, &d);
      if (why)
	pin (prog, d.stmt, d.array, d.line, d.cookie, true, why);
      else
	prog->deposits[n++] = d;
    }
  prog->n_deposits = n;
  return n < all;
}

/* --- Nests ---------------------------------------------------------------- */

/* Let all elements of what K accesses be read in front of its statement and, if
   K is a write, be written behind it.  */
static bool
insert (struct pram_prog *prog, const struct pram_pinned *k,
	const struct pram_diag *diag)
{
  struct pram_element_hull e;
  if (!pram_chosen_hull (prog, k->array, true, &e))
    {
      pram_diag_report (diag, PRAM_REFUSAL, k->line, "%s, and how many it has "
			"is not known", k->why);
      return false;
    }
  if (!e.any)
    return true;
  pram_element_nest (prog, k->array, &e, k->stmt, false, false, k->cookie)
    ->hollow = true;
  if (k->write)
    pram_element_nest (prog, k->array, &e, k->stmt, true, true, k->cookie)
      ->hollow = true;
  return true;
}

/* Process 0 would look for a row of K's array where it may not be.  */
static bool
refuse_rows (const struct pram_prog *prog, const struct pram_pinned *k,
	     const struct pram_diag *diag)
{
  pram_diag_report (diag, PRAM_REFUSAL, k->line,
		    "data choose which element of '%s' is accessed, whose rows "
		    "lie behind pointers, and no two processes can do that at "
		    "once: allocate it in one piece",
		    prog->arrays[k->array].name);
  return false;
}

bool
pram_pinned_insert (struct pram_prog *prog, const struct pram_diag *diag)
{
  for (bool more = true; more;)
    {
      more = pin_inspected (prog);
      more |= pin_deposits (prog);
      pram_offers_find_loops (prog);
    }
  for (int i = 0; i < prog->n_pinned; i++)
    {
      const struct pram_pinned *k = &prog->pinned[i];
      if (!pram_node_loop (k->stmt))
	{
	  pram_diag_report (diag, PRAM_REFUSAL, k->line, "%s", k->why);
	  return false;
	}
      if (prog->arrays[k->array].pitch)
	return refuse_rows (prog, k, diag);
      if (pram_written_p (prog, k->array) && !insert (prog, k, diag))
	return false;
    }
  return true;
}

/* --- Loops around --------------------------------------------------------- */

/* NODE, which may be null, is inside LOOP, and not that itself.  */
static bool
strictly_inside_p (const struct pram_node *node, const struct pram_node *loop)
{
  return node && node != loop && pram_node_inside_p (node, loop);
}

/* Drop the offers and claims in LOOP: their nests stay.  */
static void
drop_offers (struct pram_prog *prog, const struct pram_node *loop)
{
  int n = 0;
  for (int i = 0; i < prog->n_offers; i++)
    {
      const struct pram_offer offer = prog->offers[i];
      if (!pram_node_inside_p (offer.node, loop))
	prog->offers[n++] = offer;
      else
	{
	  offer.node->hollow = true;
	  if (offer.accept)
	    offer.accept->hollow = true;
	}
    }
  prog->n_offers = n;
}

/* Pin what is inspected in LOOP and offered there or, unless OFFERED, never
   written.  */
static void
pin_inside (struct pram_prog *prog, const struct pram_node *loop, bool offered)
{
  int n = 0;
  for (int i = 0; i < prog->n_inspected; i++)
    {
      const struct pram_inspected in = prog->inspected[i];
      if (offered ? strictly_inside_p (in.before, loop)
	  : !in.before && pram_node_inside_p (in.stmt, loop))
	pin (prog, in.stmt, in.array, in.line, in.cookie, false, NULL);
      else
	prog->inspected[n++] = in;
    }
  prog->n_inspected = n;
}

void
pram_pinned_whole (struct pram_prog *prog, const struct pram_node *loop)
{
  int n = 0;
  drop_offers (prog, loop);
  pin_inside (prog, loop, true);
  for (int i = 0; i < prog->n_deposits; i++)
    {
      const struct pram_deposit d = prog->deposits[i];
      if (strictly_inside_p (d.around, loop))
	pin (prog, d.stmt, d.array, d.line, d.cookie, true, NULL);
      else
	prog->deposits[n++] = d;
    }
  prog->n_deposits = n;
  if (pram_node_pins_p (prog, loop))
    pin_inside (prog, loop, false);
}
