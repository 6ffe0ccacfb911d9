/* verdicts-text.c: verdicts, and what depends on them, to read.

   SPDX-License-Identifier: Apache-2.0

     loop t line 7
       verdict behind segment 0: diff of layer 1, to all processes
       false: layer 2 sends a to layer 1
       true: layer 2 sends a to layer 0
       defers to s line 5: layer 2 sends b to layer 3
       true, waits: gather b of layer 2

   What layers send doesn't wait for verdicts; what is collected at the end does,
   for that of the outermost loop.  Of messages that are in no set no verdict decides.  */

#include "verdicts.h"

static void
print_test (FILE *file, const struct pram_test *test)
{
  fprintf (file, "  verdict behind segment %d", test->segment);
  for (int i = 0; i < test->n_values; i++)
    fprintf (file, "%s %s of layer %d", i ? "," : ":", test->values[i].name,
	     test->values[i].layer);
  fputs (test->n_values ? ", to all processes\n" : "\n", file);
}

static void
print_destined (FILE *file, const struct pram_plan *plan,
		const struct pram_destined *d)
{
  const char *name = plan->prog->arrays[d->array].name;
  if (d->reader < 0)
    fprintf (file, "gather %s of layer %d\n", name, d->layer);
  else
    fprintf (file, "layer %d sends %s to layer %d\n", d->layer, name,
	     d->reader);
}

/* D is in the set DEFER of LOOP.  */
static bool
deferred_p (const struct pram_plan *plan, const struct pram_node *loop,
	    const struct pram_destined *d)
{
  return (d->loop != loop && pram_node_inside_p (loop, d->loop)
	  && pram_node_inside_p (plan->layers[d->layer].node, loop));
}

static void
print_sets (FILE *file, const struct pram_plan *plan,
	    const struct pram_node *loop)
{
  for (int goes_on = 1; goes_on >= 0; goes_on--)
    for (int i = 0; i < plan->n_destined; i++)
      if (plan->destined[i].loop == loop && plan->destined[i].goes_on == goes_on)
	{
	  fprintf (file, "  %s%s: ", goes_on ? "false" : "true",
		   plan->destined[i].reader < 0 ? ", waits" : "");
	  print_destined (file, plan, &plan->destined[i]);
	}
  for (int i = 0; i < plan->n_destined; i++)
    if (deferred_p (plan, loop, &plan->destined[i]))
      {
	fprintf (file, "  defers to %s line %d: ",
		 plan->destined[i].loop->iterator_name,
		 plan->destined[i].loop->line);
	print_destined (file, plan, &plan->destined[i]);
      }
}

void
pram_verdicts_print (FILE *file, const struct pram_plan *plan)
{
  for (int i = 0; i < plan->n_tests; i++)
    {
      const struct pram_node *loop = plan->tests[i].loop;
      if (i == 0 || plan->tests[i - 1].loop != loop)
	fprintf (file, "loop %s line %d\n", loop->iterator_name, loop->line);
      print_test (file, &plan->tests[i]);
      if (i + 1 == plan->n_tests || plan->tests[i + 1].loop != loop)
	print_sets (file, plan, loop);
    }
}
