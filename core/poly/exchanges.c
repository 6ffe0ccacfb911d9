/* exchanges.c: names that loops exchange, nobody knows how often.

   SPDX-License-Identifier: Apache-2.0  */

#include "exchanges.h"

#include "element-nests.h"
#include "poly.h"
#include "prog/prog-copy.h"

/* --- Which names ----------------------------------------------------------- */

static bool
moves_p (const struct pram_node *loop, int array)
{
  return loop->next && loop->next[array] != array;
}

/* Mark the names that LOOP exchanges, if what they stand for then depends on how
   often it has run in earlier iterations of the loops around.  */
static bool
mark_loop (const struct pram_prog *prog, const struct pram_node *loop,
	   bool *uncertain)
{
  bool found = false;
  if (pram_poly_restores_names_p (prog, loop) || !pram_node_loop (loop))
    return false;
  for (int a = 0; a < prog->n_arrays; a++)
    if (moves_p (loop, a))
      uncertain[a] = found = true;
  return found;
}

/* Mark also what is exchanged with these elsewhere.  */
static void
mark_classes (const struct pram_prog *prog, bool *uncertain)
{
  for (bool more = true; more;)
    {
      more = false;
      for (int l = 0; l < prog->n_loops; l++)
	for (int a = 0; a < prog->n_arrays; a++)
	  if (moves_p (prog->loops[l], a)
	      && uncertain[a] != uncertain[prog->loops[l]->next[a]])
	    {
	      uncertain[a] = uncertain[prog->loops[l]->next[a]] = true;
	      more = true;
	    }
    }
}

static bool *
uncertain_names (const struct pram_prog *prog)
{
  bool found = false, *uncertain = PRAM_ARENA_NEW (prog->arena, bool,
						   prog->n_arrays + 1);
  for (int l = 0; l < prog->n_loops; l++)
    found |= mark_loop (prog, prog->loops[l], uncertain);
  if (!found)
    return NULL;
  mark_classes (prog, uncertain);
  return uncertain;
}

/* --- Nests ----------------------------------------------------------------- */

/* The names that a loop exchanges with each other, and with each the cookie of an
   access that goes through the loop's pointer.  */
struct cycle
{
  int n, *array;
  void **cookie;
};

/* LOOP exchanges ARRAY with others.  */
static struct cycle
cycle_of (const struct pram_prog *prog, const struct pram_node *loop, int array)
{
  struct cycle c = { .n = 0 };
  c.array = PRAM_ARENA_NEW (prog->arena, int, prog->n_arrays);
  c.cookie = PRAM_ARENA_NEW (prog->arena, void *, prog->n_arrays);
  for (int a = array; !c.n || a != array; a = loop->next[a])
    {
      c.cookie[c.n] = pram_element_cookie (loop, a);
      c.array[c.n++] = a;
    }
  return c;
}

static bool
refuse (const struct pram_prog *prog, const struct pram_node *loop, int array,
	const struct pram_diag *diag)
{
  pram_diag_report (diag, PRAM_REFUSAL, loop->line,
		    "pointers are exchanged in a loop inside of another, and "
		    "how many elements '%s' has is not known",
		    prog->arrays[array].name);
  return false;
}

/* Let what the names of C hold be exchanged at the end of LOOP's iterations.  */
static bool
insert (struct pram_prog *prog, struct pram_node *loop, const struct cycle *c,
	const struct pram_diag *diag)
{
  struct pram_element_hull e = { .any = false };
  bool sure = true;
  for (int k = 0; k < c->n; k++)
    {
      sure &= pram_element_hull (prog, c->array[k], true, &e);
      if (prog->arrays[c->array[k]].n_dims != prog->arrays[c->array[0]].n_dims
	  || !(sure || e.known))
	return refuse (prog, loop, c->array[k], diag);
    }
  e.limited = !sure;
  if (!e.any)
    return true;
  struct pram_node *nest
    = pram_element_cycle (prog, c->n, c->array, c->cookie, &e,
			  loop->children[loop->n_children - 1]);
  *PRAM_ARENA_PUSH (prog->arena, prog->offers, prog->n_offers)
    = (struct pram_offer) { c->array[0], loop, nest, nest, true, false };
  return true;
}

/* LOOP no longer exchanges the names that are UNCERTAIN.  */
static void
keep_names (const struct pram_prog *prog, struct pram_node *loop,
	    const bool *uncertain)
{
  int *next = PRAM_ARENA_NEW (prog->arena, int, prog->n_arrays);
  bool any = false, changed = false;
  for (int a = 0; a < prog->n_arrays; a++)
    {
      next[a] = uncertain[a] ? a : loop->next[a];
      any |= next[a] != a;
      changed |= next[a] != loop->next[a];
    }
  loop->next = any ? next : NULL;
  loop->exchanges |= changed;
}

/* Data choose elements of ARRAY, in LINE: who offers, has claimed or pins them
   goes by names.  */
static bool
refuse_chosen (const struct pram_prog *prog, int array, int line,
	       const struct pram_diag *diag)
{
  pram_diag_report (diag, PRAM_REFUSAL, line,
		    "data choose which element of '%s' is accessed, and "
		    "pointers to it are exchanged in a loop inside of another",
		    prog->arrays[array].name);
  return false;
}

/* A loop in NODE exchanges names that are UNCERTAIN.  */
static bool
exchanges_p (const struct pram_prog *prog, const struct pram_node *node,
	     const bool *uncertain)
{
  for (int l = 0; l < prog->n_loops; l++)
    for (int a = 0; pram_node_inside_p (prog->loops[l], node) && a < prog->n_arrays; a++)
      if (uncertain[a] && moves_p (prog->loops[l], a))
	return true;
  return false;
}

/* What is read of an array is offered behind what exchanges its contents, and again behind
   each later exchange.  */
static bool
offered_p (const struct pram_prog *prog, const struct pram_inspected *in,
	   const bool *uncertain)
{
  return in->before && !exchanges_p (prog, in->before, uncertain);
}

static bool
check_chosen (const struct pram_prog *prog, const bool *uncertain,
	      const struct pram_diag *diag)
{
  for (int i = 0; i < prog->n_inspected; i++)
    if (uncertain[prog->inspected[i].array]
	&& !offered_p (prog, &prog->inspected[i], uncertain))
      return refuse_chosen (prog, prog->inspected[i].array,
			    prog->inspected[i].line, diag);
  for (int i = 0; i < prog->n_deposits; i++)
    if (uncertain[prog->deposits[i].array])
      return refuse_chosen (prog, prog->deposits[i].array,
			    prog->deposits[i].line, diag);
  for (int i = 0; i < prog->n_pinned; i++)
    if (uncertain[prog->pinned[i].array])
      return refuse_chosen (prog, prog->pinned[i].array, prog->pinned[i].line,
			    diag);
  return true;
}

struct pram_prog *
pram_exchange_contents (struct pram_prog *prog, const struct pram_diag *diag)
{
  const bool *uncertain = prog->levels ? NULL : uncertain_names (prog);
  int n_loops = prog->n_loops;
  if (!uncertain)
    return prog;
  if (!check_chosen (prog, uncertain, diag))
    return NULL;
  prog = pram_prog_copy (prog);
  for (int l = 0; l < n_loops; l++)
    for (int a = 0; prog->loops[l]->next && a < prog->n_arrays; a++)
      {
	if (!uncertain[a] || !moves_p (prog->loops[l], a))
	  continue;
	struct cycle c = cycle_of (prog, prog->loops[l], a);
	bool first = true;
	for (int k = 1; k < c.n; k++)
	  first &= a < c.array[k];
	if (first && !insert (prog, prog->loops[l], &c, diag))
	  return NULL;
      }
  for (int l = 0; l < n_loops; l++)
    if (prog->loops[l]->next)
      keep_names (prog, prog->loops[l], uncertain);
  return prog;
}
