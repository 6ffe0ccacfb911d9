/* plan-region.c: tests of core/plan-region.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "plan/plan-region.h"

/* What the numbers at NUMBERS say of A in the iterations ITER of the loops
   around LAYER must be its value.  */
static void
check_affine (const struct pram_plan_layer *layer, const int64_t *numbers,
	      const struct pram_affine *a, const int64_t *iter)
{
  int64_t value = numbers[0];
  int k = pram_layer_affine_numbers (layer);
  for (const struct pram_node *loop = pram_node_loop (layer->node); loop;
       loop = pram_node_loop (loop))
    value += numbers[--k] * iter[loop->iterator];
  cr_assert_eq (k, 1);
  cr_assert_eq (value, value_of (a, iter));
}

/* The numbers of LAYER, at NUMBERS.  */
static void
check_layer (const struct pram_plan *plan, const struct pram_plan_layer *layer,
	     const int64_t *numbers)
{
  int64_t iter[16];
  int64_t coef = numbers[PRAM_NUMBER_COEF];
  int n = pram_layer_affine_numbers (layer);
  struct pram_placement at = layer->placement;
  at.loop = NULL;
  struct pram_affine origin = pram_placement_coordinate (plan->prog, &at);
  cr_assert_eq (coef, layer->placement.coef);
  cr_assert_eq (numbers[PRAM_NUMBER_GRANULARITY], plan->granularity);
  cr_assert_eq (numbers[PRAM_NUMBER_PER_UNIT],
		coef && plan->granularity % coef == 0
		? plan->granularity / llabs (coef) : 0);
  for (int k = 0; k < 16; k++)
    iter[k] = 3 + 7 * k;
  check_affine (layer, numbers + PRAM_NUMBER_ORIGIN, &origin, iter);
  if (layer->node->first)
    check_affine (layer, numbers + PRAM_NUMBER_ORIGIN + n, layer->node->first,
		  iter);
}

static struct pram_region
check_plan (const struct pram_plan *plan)
{
  struct pram_region region = { .n_args = 7 };
  struct pram_layer_results results[8] = { { 0, 0, NULL } };
  cr_assert_leq (plan->n_layers, 8);
  pram_region_set_plan (&region, plan, results, NULL);
  cr_assert_eq (region.n_args, 7);
  cr_assert_eq (region.n_layers, plan->n_layers);
  cr_assert_eq (region.n_units, plan->n_units);
  int at = 0;
  for (int i = 0; i < plan->n_layers; i++)
    {
      const struct pram_layer *l = &region.layers[i];
      cr_assert_eq (l->unit_lo, plan->layers[i].unit_lo);
      cr_assert_eq (l->unit_hi, plan->layers[i].unit_hi);
      cr_assert_eq (l->n_transfers, plan->layers[i].n_transfers);
      check_layer (plan, &plan->layers[i], region.numbers + at);
      at += pram_layer_numbers (&plan->layers[i]);
    }
  cr_assert_eq (region.n_numbers, at);
  return region;
}

Test (plan_region, stencil)
{
  struct pram_plan *plan = plan_from (HEAT_OF_12);
  struct pram_region region = check_plan (plan);
  struct pram_arg args[2] = { { .kind = PRAM_ARG_ARRAY_INOUT },
			      { .kind = PRAM_ARG_ARRAY_INOUT } };
  pram_args_set_plan (args, plan);
  cr_assert_eq (region.n_layers, 1);
  cr_assert_eq (region.layers[0].n_transfers, 1);
  cr_assert_eq (region.layers[0].transfers[0].elem_size, 8);
  cr_assert_eq (args[0].kind, PRAM_ARG_ARRAY_INOUT);
  cr_assert_eq (args[0].hi, 14 * 8);
  cr_assert (args[1].written);
  pram_prog_free (plan->prog);
}

/* The layer moves with the loop around it, and its rows are written from the
   last to the first.  */
Test (plan_region, moving)
{
  struct pram_plan *plan = plan_from
    ("region f.1 file f.c line 1\n"
     "array a[40][40] bytes 8 type f64\n"
     "for k < 40 {\n"
     "  for i < -k + 39 {\n"
     "    for j < -k + 39 {\n"
     "      stmt weight 2 read a[-i+39][k] read a[k][k+j+1]"
     " read a[-i+39][k+j+1] write a[-i+39][k+j+1]\n"
     "    }\n"
     "  }\n"
     "}");
  struct pram_region region = check_plan (plan);
  cr_assert_eq (region.layers[0].line, plan->layers[0].node->line);
  pram_prog_free (plan->prog);
}

Test (plan_region, messages)
{
  struct pram_logp machine = pram_logp_default ();
  struct pram_message messages[PRAM_N_PAIRS];
  pram_messages_set (messages, &machine);
  for (int k = 0; k < PRAM_N_PAIRS; k++)
    {
      cr_assert_gt (messages[k].o_send, 0);
      cr_assert_gt (messages[k].latency, 0);
    }
}
