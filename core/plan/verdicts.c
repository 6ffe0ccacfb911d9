/* verdicts.c: on which verdicts it depends who gets what.

   SPDX-License-Identifier: Apache-2.0

   Iterative, section 3: an output task v of loops in each other has its messages
   to successors in the same iteration, which wait for nothing, and for each loop l
   around it the sets FALSE, of those that are successors if l goes on, TRUE, if l
   ends and what is next in the loop around it runs, and DEFER, for which a loop
   further out must end, too, or go on.  So each message that isn't of the first
   kind depends on one loop last: it is in FALSE or in TRUE of that loop, and in
   DEFER of all inside of it.

   That loop is found by comparing iterations of the loops that writer and reader
   share, from the outermost on: if it is one that the reader is in a later
   iteration of, it goes on, and those inside have ended.  If all are the same, the
   writer's other loops have ended.  Behind a test in the middle of its body a loop
   has gone on, too.  A counted loop has no verdict, and so decides nothing.

   Which of these messages wait is not said here: those of layers go to all who may
   want them as soon as there is something to send (plan.c), and what is collected
   goes when the driver has come to the end.  */

#include "verdicts.h"

#include "blocks.h"

#include <string.h>

/* --- Tests ---------------------------------------------------------------- */

/* LOOP is one of the driver's, and data decide when it ends.  */
static bool
judged_p (const struct pram_plan *plan, const struct pram_node *loop)
{
  bool inside = false;
  for (int l = 0; l < plan->n_layers; l++)
    inside |= pram_node_inside_p (loop, plan->layers[l].node);
  return loop->data_dependent && !inside;
}

/* LAYER leaves the scalar that DECIDER names.  Which ones a loop leaves that can't
   be distributed, or is relayed, only its code tells.  */
static bool
leaves_p (const struct pram_plan_layer *layer,
	  const struct pram_decider *decider)
{
  const struct pram_node *node = layer->node;
  bool named = layer->whole || layer->relayed;
  for (int k = 0; k < node->n_carried; k++)
    named |= !strcmp (node->carried[k].name, decider->name);
  named |= node->value_of && !strcmp (node->value_of, decider->name);
  return named && node->line == decider->line;
}

static void
add_verdict (struct pram_plan *plan, const struct pram_node *loop, int segment)
{
  struct pram_arena *arena = plan->prog->arena;
  const struct pram_node *seq = loop->children[segment];
  struct pram_test v = { .loop = loop, .segment = segment };
  for (int l = 0; l < plan->n_layers; l++)
    for (int k = 0; k < seq->n_deciders; k++)
      if (leaves_p (&plan->layers[l], &seq->deciders[k]))
	*PRAM_ARENA_PUSH (arena, v.values, v.n_values)
	  = (struct pram_test_value) { seq->deciders[k].name, l };
  *PRAM_ARENA_PUSH (arena, plan->tests, plan->n_tests) = v;
}

void
pram_verdicts_find (struct pram_plan *plan)
{
  const struct pram_prog *prog = plan->prog;
  for (int k = 0; k < prog->n_loops; k++)
    if (judged_p (plan, prog->loops[k]))
      for (int s = 0; s < prog->loops[k]->n_children - 1; s++)
	add_verdict (plan, prog->loops[k], s);
}

/* --- Messages ------------------------------------------------------------- */

static void
add (struct pram_plan *plan, const struct pram_node *loop, bool goes_on,
     struct pram_destined d)
{
  d.loop = loop;
  d.goes_on = goes_on;
  for (int i = 0; i < plan->n_destined; i++)
    {
      const struct pram_destined *e = &plan->destined[i];
      if (e->layer == d.layer && e->array == d.array && e->reader == d.reader
	  && e->loop == d.loop && e->goes_on == d.goes_on)
	return;
    }
  *PRAM_ARENA_PUSH (plan->prog->arena, plan->destined, plan->n_destined) = d;
}

/* How many loops of the driver STMT, in LAYER, is in.  */
static int
driver_depth (const struct pram_poly_stmt *stmt,
	      const struct pram_plan_layer *layer)
{
  int depth = 0;
  while (depth < stmt->depth
	 && stmt->loops[depth] != layer->node
	 && !pram_node_inside_p (stmt->loops[depth], layer->node))
    depth++;
  return depth;
}

/* The loops around WRITER from number FROM on, before DEPTH, have ended.  False if
   none of them has a verdict.  */
static bool
add_left (struct pram_plan *plan, const struct pram_poly_stmt *writer,
	  int from, int depth, struct pram_destined d)
{
  while (from < depth && !writer->loops[from]->data_dependent)
    from++;
  if (from < depth)
    add (plan, writer->loops[from], false, d);
  return from < depth;
}

/* The reader is in a later iteration of loop number K.  */
static void
add_later (struct pram_plan *plan, const struct pram_poly_stmt *writer, int k,
	   int depth, struct pram_destined d)
{
  if (writer->loops[k]->data_dependent)
    add (plan, writer->loops[k], true, d);
  else
    add_left (plan, writer, k + 1, depth, d);
}

/* READER is in the same iteration of the SHARED loops.  It may be behind the test
   of the innermost of these, or, if nothing else decides, of one of its own.  */
static void
add_same (struct pram_plan *plan, const struct pram_poly_stmt *writer,
	  const struct pram_poly_stmt *reader, int shared, int depth,
	  struct pram_destined d)
{
  int in = shared - 1;
  if (in >= 0 && writer->loops[in]->data_dependent
      && writer->segments[in] < reader->segments[in])
    add (plan, writer->loops[in], true, d);
  else if (!add_left (plan, writer, shared, depth, d))
    for (int j = shared; j < reader->depth; j++)
      if (judged_p (plan, reader->loops[j]) && reader->segments[j] > 0)
	{
	  add (plan, reader->loops[j], true, d);
	  return;
	}
}

/* PAIRS in which the reader's iteration of loop number K is the writer's, or, if
   LATER, a later one.  Takes PAIRS.  */
static isl_map *
compared (isl_map *pairs, const struct pram_flow_part *flow, int k, bool later)
{
  const struct pram_poly_stmt *w = flow->writer, *r = flow->reader;
  isl_local_space *space
    = isl_local_space_from_space (isl_map_get_space (pairs));
  isl_constraint *c = later ? isl_constraint_alloc_inequality (space)
			    : isl_constraint_alloc_equality (space);
  c = isl_constraint_set_coefficient_si (c, isl_dim_out, k, r->periods[k]);
  c = isl_constraint_set_coefficient_si (c, isl_dim_in, k, -w->periods[k]);
  c = isl_constraint_set_constant_si (c, r->residues[k] - w->residues[k]
					 - later);
  return isl_map_add_constraint (pairs, c);
}

void
pram_verdicts_destine (struct pram_plan *plan,
		       const struct pram_flow_part *flow, isl_map *pairs,
		       struct pram_destined d)
{
  const struct pram_poly_stmt *w = flow->writer, *r = flow->reader;
  int depth = driver_depth (w, &plan->layers[d.layer]), shared = 0;
  int most = driver_depth (r, &plan->layers[d.reader]);
  for (; shared < depth && shared < most
	 && w->loops[shared] == r->loops[shared]; shared++)
    {
      isl_map *later = pairs ? compared (isl_map_copy (pairs), flow, shared,
					 true) : NULL;
      if (pairs ? isl_map_is_empty (later) == isl_bool_false : flow->around)
	add_later (plan, w, shared, depth, d);
      isl_map_free (later);
      if (pairs)
	pairs = compared (pairs, flow, shared, false);
      else if (flow->around)
	return;
    }
  if (!pairs || isl_map_is_empty (pairs) == isl_bool_false)
    add_same (plan, w, r, shared, depth, d);
  isl_map_free (pairs);
}

void
pram_verdicts_gather (struct pram_plan *plan, const struct pram_end *end)
{
  const struct pram_plan_layer *layer = pram_plan_layer_of (plan, end->stmt);
  struct pram_destined d
    = { .layer = (int) (layer - plan->layers), .array = end->object,
	.reader = -1 };
  add_left (plan, end->stmt, 0, driver_depth (end->stmt, layer), d);
}
