/* apart.c: iterations that access other elements, whichever data choose.

   SPDX-License-Identifier: Apache-2.0

   All accesses must have the same residue by a number of bytes, the least common
   to what is known of those where data choose (residue.h): C times the iterator
   plus something that is the same in all iterations.  If so many elements aren't
   more than that number, iterations don't meet.  Nor does the only one of a loop
   (`t = b[k]; b[k] = b[p]; b[p] = t' between loops).  */

#include "apart.h"

#include "domain.h"
#include "pram-sets.h"
#include "prog/source.h"

/* In the place of a modulus: data don't choose.  */
enum { NAMED = -1 };

/* What is known of a loop's accesses to an array.  */
struct columns
{
  const struct pram_prog *prog;
  const struct pram_node *loop;
  int array;
  int64_t modulus;		/* 0: data choose none */
  const struct pram_affine *first;
  const struct pram_node *stmt;	/* of that */
  bool good;
};

static bool
same_class_p (const struct columns *c, int array)
{
  return pram_prog_same_class_p (c->prog, array, c->array);
}

/* --- Residues ---------------------------------------------------------------- */

/* Call VISIT for each access in C's loop, which is in STMT and lies at OFFSET plus a
   multiple of MODULUS; of 0: it may be any.  */
typedef void (*visitor) (struct columns *, const struct pram_node *stmt,
			 const struct pram_affine *offset, int64_t modulus);

static void
visit_named (struct columns *c, const struct pram_node *node, visitor visit)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (same_class_p (c, node->accesses[a].array))
      visit (c, node, &node->accesses[a].offset, NAMED);
  for (int k = 0; k < node->n_children; k++)
    visit_named (c, node->children[k], visit);
}

static void
visit_all (struct columns *c, visitor visit)
{
  const struct pram_prog *prog = c->prog;
  for (int i = 0; i < prog->n_inspected; i++)
    {
      const struct pram_inspected *in = &prog->inspected[i];
      if (same_class_p (c, in->array) && pram_node_inside_p (in->stmt, c->loop))
	visit (c, in->stmt, &in->residue.offset, in->residue.modulus);
    }
  for (int i = 0; i < prog->n_deposits; i++)
    {
      const struct pram_deposit *d = &prog->deposits[i];
      if (same_class_p (c, d->array) && pram_node_inside_p (d->stmt, c->loop))
	visit (c, d->stmt, &d->residue.offset,
	       d->several ? 0 : d->residue.modulus);
    }
  visit_named (c, c->loop, visit);
}

static void
find_modulus (struct columns *c, const struct pram_node *stmt,
	      const struct pram_affine *offset, int64_t modulus)
{
  (void) stmt, (void) offset;
  c->good &= modulus != 0;
  if (modulus > 0)
    c->modulus = pram_set_gcd (c->modulus, modulus);
}

/* Is OFFSET, of an access in STMT, right inside of C's loop, and has it the same
   residue as the first one?  */
static void
compare (struct columns *c, const struct pram_node *stmt,
	 const struct pram_affine *offset, int64_t modulus)
{
  (void) modulus;
  if (!c->first)
    {
      c->first = offset;
      c->stmt = stmt;
    }
  c->good &= pram_node_loop (stmt) == c->loop;
  c->good &= pram_set_mod (offset->constant - c->first->constant,
			   c->modulus) == 0;
  for (int k = 0; k < c->prog->n_loops; k++)
    c->good &= pram_set_mod (pram_affine_coef (offset, k)
			     - pram_affine_coef (c->first, k),
			     c->modulus) == 0;
}

/* Iterations of C's loop, each so far from the next one, don't meet.  */
static bool
spread_p (const struct columns *c)
{
  struct pram_affine self = pram_affine_new (c->prog->arena, c->prog->n_loops);
  int iterator = c->loop->iterator;
  int64_t step = pram_set_mod (pram_affine_coef (c->first, iterator),
			       c->modulus);
  step = step < c->modulus - step ? step : c->modulus - step;
  self.coef[iterator] = 1;
  struct pram_interval all
    = pram_domain_range (pram_domain_new (c->prog->arena, c->stmt, NULL), &self);
  return (all.lo != PRAM_INF_NEG && all.hi != PRAM_INF_POS
	  && step >= c->prog->arrays[c->array].elem_size
	  && all.hi - all.lo < c->modulus / step);
}

/* What STMT does is done right inside of C's loop.  */
static void
check_inside (struct columns *c, const struct pram_node *stmt,
	      const struct pram_affine *offset, int64_t modulus)
{
  (void) offset, (void) modulus;
  c->good &= pram_node_loop (stmt) == c->loop;
}

/* It depends on entry values how often C's loop runs: for others the code would be
   another one.  */
static bool
sized_p (const struct columns *c)
{
  const struct pram_source *source = c->prog->source;
  int l = c->loop->source_loop - 1;
  bool sized = false;
  for (int k = 0; source && l >= 0 && k < source->loops[l].n_leave; k++)
    for (int p = 0; p < source->n_entries; p++)
      sized |= pram_expr_mentions_p (source->loops[l].leave[k],
				     PRAM_EXPR_ENTRY, p);
  return sized;
}

/* C's loop has one iteration, in which all is done.  */
static bool
single_p (struct columns *c)
{
  c->good = (!c->loop->data_dependent && pram_affine_constant_p (&c->loop->count)
	     && c->loop->count.constant <= 1 && !sized_p (c));
  visit_all (c, check_inside);
  return c->good;
}

/* --- Order -------------------------------------------------------------------- */

/* In an iteration data choose what is read, then something may be written by name,
   then where data choose.  */
enum order { READING, WRITING, DEPOSITING };

static bool
inspects_p (const struct columns *c, const struct pram_node *stmt)
{
  for (int i = 0; i < c->prog->n_inspected; i++)
    if (c->prog->inspected[i].stmt == stmt
	&& same_class_p (c, c->prog->inspected[i].array))
      return true;
  return false;
}

static bool
deposits_p (const struct columns *c, const struct pram_node *stmt)
{
  for (int i = 0; i < c->prog->n_deposits; i++)
    if (c->prog->deposits[i].stmt == stmt
	&& same_class_p (c, c->prog->deposits[i].array))
      return true;
  return false;
}

/* The accesses in NODE may follow what has been done up to *NOW, which is moved
   on.  */
static bool
ordered_p (const struct columns *c, const struct pram_node *node,
	   enum order *now)
{
  bool good = !inspects_p (c, node) || *now == READING;
  for (int a = 0; a < node->n_accesses; a++)
    if (same_class_p (c, node->accesses[a].array))
      {
	good &= *now != DEPOSITING;
	if (node->accesses[a].write)
	  *now = WRITING;
      }
  if (deposits_p (c, node))
    *now = DEPOSITING;
  for (int k = 0; k < node->n_children; k++)
    good = good && ordered_p (c, node->children[k], now);
  return good;
}

bool
pram_apart_p (const struct pram_prog *prog, const struct pram_node *loop,
	      int array)
{
  struct columns c = { .prog = prog, .loop = loop, .array = array,
		       .good = true };
  enum order now = READING;
  for (int i = 0; i < prog->n_pinned; i++)
    if (same_class_p (&c, prog->pinned[i].array)
	&& pram_node_inside_p (prog->pinned[i].stmt, loop))
      return false;
  visit_all (&c, find_modulus);
  if (c.modulus)
    visit_all (&c, compare);
  return (((c.modulus && c.good && spread_p (&c)) || single_p (&c))
	  && ordered_p (&c, loop, &now));
}
