/* flow-ends.c: go back from the end to those who wrote last.

   SPDX-License-Identifier: Apache-2.0

   Of flow.h; flow-nests.h says how.  */

#include "flow-nests.h"

/* The elements of an array object at the end, or further back.  */
struct exit
{
  int object, name;
  isl_set *covered;		/* { [e] }: written further on; or null */
  isl_set *condition;		/* on the counts */
  const struct pram_node *chosen;	/* the loop that takes TURN, or null */
  struct turn turn;
};

/* What NAME, at the end of the program, stands for at its beginning, if CHOSEN
   takes TURN.  */
static int
object_of (const struct pram_flows *flows, int name,
	   const struct pram_node *chosen, struct turn turn)
{
  for (int i = flows->n_blocks - 1; i >= 0; i--)
    {
      const struct block *block = &flows->blocks[i];
      if (!block->loop)
	continue;
      name = pram_flow_name_inside (block->loop, name);
      int64_t m = block->loop == chosen ? turn.m
		  : block->loop->data_dependent ? 0
		  : pram_flow_counted_turn (block, name).m;
      while (m-- > 0)
	name = pram_flow_name_before (block->loop, name);
    }
  return name;
}

/* Add what NEST writes and nobody further on.  */
static void
exit_nest (struct builder *b, struct exit *e, struct nest *nest)
{
  const struct writes *writes = pram_flow_writes (b, nest, e->name);
  if (e->covered && pram_flow_within_p (writes->box, e->covered))
    return;
  for (int w = 0; w < writes->n; w++)
    {
      isl_map *map = isl_map_copy (writes->list[w].map);
      if (e->covered)
	map = isl_map_subtract_range (map, isl_set_copy (e->covered));
      if (isl_map_is_empty (map) == isl_bool_true)
	isl_map_free (map);
      else
	pram_flow_add_end (b, &b->flows->outputs, &b->flows->n_outputs,
			   writes->list[w].stmt, e->object,
			   isl_map_intersect_params
			     (map, isl_set_copy (e->condition)));
    }
  if (!writes->all)
    return;
  isl_set *all = isl_set_copy (writes->all);
  e->covered = e->covered ? isl_set_union (e->covered, all) : all;
}

/* The condition that COUNT - 1 is M, or if PERIOD is positive is M, M + PERIOD,
   and so on.  */
static isl_set *
turned_p (const struct builder *b, const struct pram_node *loop, int64_t m,
	  int period)
{
  isl_set *set = isl_set_universe (isl_space_copy (b->poly->params));
  int count = pram_poly_param_count (b->poly, loop->first_count);
  isl_val *done = isl_val_int_from_si (b->poly->ctx, m + 1);
  if (!period)
    return isl_set_fix_val (set, isl_dim_param, count, done);
  set = isl_set_lower_bound_val (set, isl_dim_param, count, done);
  if (period == 1)
    return set;
  isl_aff *aff = isl_aff_zero_on_domain
		   (isl_local_space_from_space (isl_set_get_space (set)));
  aff = isl_aff_set_coefficient_si (aff, isl_dim_param, count, 1);
  aff = isl_aff_add_constant_val
	  (aff, isl_val_int_from_si (b->poly->ctx, -(m + 1)));
  aff = isl_aff_mod_val (aff, isl_val_int_from_si (b->poly->ctx, period));
  return isl_set_intersect (set, isl_set_from_basic_set
				   (isl_aff_zero_basic_set (aff)));
}

/* The condition that BLOCK's last iteration ends in way END.  */
static isl_set *
ended_p (const struct builder *b, const struct block *block, int end)
{
  isl_set *set = isl_set_universe (isl_space_copy (b->poly->params));
  int first = block->loop->first_count;
  int done = pram_flow_nests_done (block, end);
  int zero = pram_poly_param_count (b->poly, first);
  if (done > 0 && block->nests[done - 1].segment > 0)
    set = pram_poly_relate_counts
	    (set, pram_poly_param_count
		    (b->poly, first + block->nests[done - 1].segment),
	     zero, 0);
  if (done < block->n)
    set = pram_poly_relate_counts
	    (set, pram_poly_param_count
		    (b->poly, first + block->nests[done].segment),
	     zero, -1);
  return set;
}

static void exit_block (struct builder *, struct exit, int block);

/* Add what BLOCK, a loop that took TURN, is the last to write.  */
static void
exit_turn (struct builder *b, struct exit *e, struct block *block, struct turn turn)
{
  e->name = pram_flow_name_inside (block->loop, e->name);
  for (int i = pram_flow_nests_done (block, turn.end) - 1; i >= 0; i--)
    exit_nest (b, e, &block->nests[i]);
  for (; turn.m > 0; turn.m--)
    {
      e->name = pram_flow_name_before (block->loop, e->name);
      for (int i = block->n - 1; i >= 0; i--)
	exit_nest (b, e, &block->nests[i]);
    }
}

/* Go back over block number INDEX, a loop that took TURN.  Takes E's sets.  */
static void
exit_loop (struct builder *b, struct exit e, int index, struct turn turn)
{
  exit_turn (b, &e, &b->flows->blocks[index], turn);
  exit_block (b, e, index - 1);
}

/* As much is covered in X and Y, as far as it is quick to see.  */
static bool
same_covered_p (const struct exit *x, const struct exit *y)
{
  return (x->name == y->name && !x->covered == !y->covered
	  && (!x->covered
	      || isl_set_plain_is_equal (x->covered, y->covered) == isl_bool_true));
}

/* Go back over block number INDEX, a data-dependent loop that leaves the name, by each turn:
   but before it only once for all turns that cover the same.  */
static void
exit_turns (struct builder *b, const struct exit *e, int index)
{
  struct block *block = &b->flows->blocks[index];
  struct exit *all = NULL;
  int n = 0;
  for (int end = 0; end < pram_flow_n_ends (block); end++)
    for (int m = 0, last = pram_flow_settled (block, end, 1); m <= last; m++)
      {
	struct exit turned = *e;
	turned.covered = isl_set_copy (e->covered);
	turned.condition = isl_set_intersect
	  (isl_set_copy (e->condition), ended_p (b, block, end));
	if (last > 0)
	  turned.condition = isl_set_intersect
	    (turned.condition, turned_p (b, block->loop, m, m == last));
	exit_turn (b, &turned, block, (struct turn) { m, end });
	int k = 0;
	while (k < n && !same_covered_p (&all[k], &turned))
	  k++;
	if (k == n)
	  *PRAM_ARENA_PUSH (b->arena, all, n) = turned;
	else
	  {
	    all[k].condition = isl_set_union (all[k].condition, turned.condition);
	    isl_set_free (turned.covered);
	  }
      }
  /* It took one of these turns.  */
  if (n == 1)
    {
      isl_set_free (all[0].condition);
      all[0].condition = isl_set_copy (e->condition);
    }
  for (int k = 0; k < n; k++)
    exit_block (b, all[k], index - 1);
}

/* Add what block number INDEX and those before it are the last to write.  Takes
   E's sets.  */
static void
exit_block (struct builder *b, struct exit e, int index)
{
  struct block *block = &b->flows->blocks[index];
  if (pram_poly_exceeded_p (b->poly))
    index = -1;
  if (index >= 0 && block->loop && block->loop == e.chosen)
    {
      exit_loop (b, e, index, e.turn);
      return;
    }
  if (index >= 0 && block->loop && !block->loop->data_dependent)
    {
      exit_loop (b, e, index,
		 pram_flow_counted_turn
		   (block, pram_flow_name_inside (block->loop, e.name)));
      return;
    }
  if (index >= 0 && block->loop)
    exit_turns (b, &e, index);
  else if (index >= 0)
    {
      for (int i = block->n - 1; i >= 0; i--)
	exit_nest (b, &e, &block->nests[i]);
      exit_block (b, e, index - 1);
      return;
    }
  isl_set_free (e.covered);
  isl_set_free (e.condition);
}

/* Add the outputs of OBJECT if CHOSEN (or null) takes TURN.  */
static void
trace_turn (struct builder *b, int object, const struct pram_node *chosen,
	    struct turn turn)
{
  struct exit e = { .object = object, .chosen = chosen, .turn = turn };
  while (object_of (b->flows, e.name, chosen, turn) != object)
    e.name++;
  e.condition = isl_set_universe (isl_space_copy (b->poly->params));
  exit_block (b, e, b->flows->n_blocks - 1);
}

/* The outputs of one turn: FROM up to TO.  */
struct outputs { int from, to; };

static bool
same_outputs_p (const struct pram_flows *flows, struct outputs x,
		struct outputs y)
{
  if (x.to - x.from != y.to - y.from)
    return false;
  for (int i = 0; i < x.to - x.from; i++)
    {
      const struct pram_end *p = &flows->outputs[x.from + i];
      const struct pram_end *q = &flows->outputs[y.from + i];
      if (p->stmt != q->stmt
	  || isl_map_is_equal (p->map, q->map) != isl_bool_true)
	return false;
    }
  return true;
}

/* Keep the outputs of a turn, those behind number N_OUTPUTS of FLOWS, under
   CONDITION; if that is null drop them.  */
static void
keep_outputs (struct pram_flows *flows, struct outputs turn,
	      isl_set *condition)
{
  for (int i = turn.from; i < turn.to; i++)
    {
      struct pram_end *output = &flows->outputs[i];
      if (!condition)
	isl_map_free (output->map);
      else
	{
	  output->map = isl_map_intersect_params (output->map,
						  isl_set_copy (condition));
	  flows->outputs[flows->n_outputs++] = *output;
	}
    }
  isl_set_free (condition);
}

/* Add the outputs of OBJECT where BLOCK, which decides what name stands for it,
   ends in way END: by the number of its iterations, as far as it matters.  */
static void
trace_turns (struct builder *b, int object, const struct block *block, int end)
{
  struct pram_flows *flows = b->flows;
  int period = pram_poly_period (block->loop, object);
  int from = pram_flow_settled (block, end, period), kept = flows->n_outputs;
  struct outputs *turn = PRAM_ARENA_NEW (b->arena, struct outputs,
					 from + period);
  for (int m = 0; m < from + period; m++)
    {
      turn[m].from = flows->n_outputs;
      trace_turn (b, object, block->loop, (struct turn) { m, end });
      turn[m].to = flows->n_outputs;
    }
  bool same = true;
  for (int m = from + 1; m < from + period; m++)
    same &= same_outputs_p (flows, turn[from], turn[m]);
  int last = same ? from : from + period - 1;
  while (same && last > 0 && same_outputs_p (flows, turn[last - 1],
					     turn[from]))
    last--;
  flows->n_outputs = kept;
  for (int m = 0; m < from + period; m++)
    {
      isl_set *condition = NULL;
      if (m <= last)
	condition = isl_set_intersect
		      (ended_p (b, block, end),
		       turned_p (b, block->loop, m, m < from && m < last ? 0
						    : same ? 1 : period));
      keep_outputs (flows, turn[m], condition);
    }
}

void
pram_flow_trace_ends (struct builder *b, int object)
{
  const struct block *chosen = NULL;
  for (int i = 0; i < b->flows->n_blocks; i++)
    {
      const struct block *block = &b->flows->blocks[i];
      if (block->loop && block->loop->data_dependent
	  && pram_poly_period (block->loop, object) > 1)
	chosen = block;
    }
  if (!chosen)
    trace_turn (b, object, NULL, (struct turn) { 0, 0 });
  for (int end = 0; chosen && end < pram_flow_n_ends (chosen); end++)
    trace_turns (b, object, chosen, end);
}
