/* sizes-planner.c: a planner that knows one region, that of sizes.c.
   SPDX-License-Identifier: GPL-3.0-or-later

   It says on stderr what it plans, and what it is told to free.  Sizes that end
   in 7 or 8 it won't or can't plan.  It is kept waiting, as if the machine were
   busy.  */

#include "sizes.h"
#include "pram-plan.h"
#include <unistd.h>

struct plan
{
  struct pram_region region;
  struct pram_arg args[N_ARGS];
  struct pram_layer layer;
  int64_t numbers[1];
  int64_t code[CODE_END];
};

struct pram_region *
PRAM_plan (const struct pram_region *region, const int64_t *values, double *most,
	   char *reason, size_t size)
{
  if (most)
    *most = 0;
  int64_t n = values[ARG_N];
  const int64_t code[] = CODE (n);
  fprintf (stderr, "planner: %s for %d, %d steps\n", region->source, (int) n,
	   (int) values[ARG_STEPS]);
  usleep (200);
  if (n % 10 == 7)
    {
      snprintf (reason, size, "sevens bring bad luck");
      return NULL;
    }
  struct plan *p = calloc (1, sizeof *p);
  p->region = *region;
  p->region.n_units = p->region.n_tasks = n;
  p->region.args = p->args;
  p->region.layers = &p->layer;
  p->region.n_layers = n % 10 == 8 ? 0 : 1;
  p->region.numbers = p->numbers;
  p->region.code = p->code;
  p->layer = region->layers[0];
  p->layer.unit_hi = p->numbers[0] = n;
  memcpy (p->args, region->args, sizeof p->args);
  p->args[ARG_N].expected = n;
  p->args[ARG_OLD].hi = p->args[ARG_NEW].hi = BYTES (n);
  memcpy (p->code, code, sizeof code);
  return &p->region;
}

void
PRAM_plan_free (struct pram_region *region)
{
  free (region);
}
