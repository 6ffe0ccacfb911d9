/* table-figures.c: what a region costs that runs through tables.

   SPDX-License-Identifier: Apache-2.0

   The figures are those of a run that is played: table-steps.c finds what each
   rank does, table-play.c when it does it.  The first data-dependent loop runs
   often enough for its iterations to be alike: the first ones get what rank 0
   had in the beginning.  What the last two take, halved, as exchanged arrays
   take turns, is what an iteration takes.

   Before the first entry each process finds out what each task touches: that
   takes several times as long as all tasks, and comes to no other time.

   Example: for (i < 4) a[i] = b[i], naive on 2 ranks, elements of 8 bytes.
   Rank 1 gets b[1] and b[3], and gives a[1] and a[3]: 2 messages, 32 bytes.  */

#include "table-figures.h"
#include "table-steps.h"

enum { ITERATIONS = 7 };

/* What an iteration takes, from MARKS, which the iterations begin with.  */
static struct pram_table_progress
iteration_of (const struct pram_table_progress *marks)
{
  struct pram_table_progress last = marks[ITERATIONS - 1];
  const struct pram_table_progress *first = &marks[ITERATIONS - 3];
  last.messages = (last.messages - first->messages) / 2;
  last.bytes = (last.bytes - first->bytes) / 2;
  last.seconds = (last.seconds - first->seconds) / 2;
  last.sum = (last.sum - first->sum) / 2;
  return last;
}

double
pram_table_arguments (const struct pram_predictor *by, int procs)
{
  return procs > 1 ? pram_costs_broadcast (by->costs, by->logp,
					   pram_logp_farthest (by->logp, procs),
					   procs) : 0;
}

/* What finding out takes.  */
static double
setup_of (const struct pram_table_plan *plan, const struct pram_predictor *by)
{
  double accesses = 0;
  for (int t = 0; t < plan->expansion->n_tasks; t++)
    accesses += pram_table_plan_accesses (plan->expansion->tasks[t].stmt);
  return accesses * by->costs->touch;
}

struct pram_table_figures
pram_table_plan_figures (const struct pram_table_plan *plan, int procs,
			 const struct pram_predictor *by)
{
  struct pram_table_progress marks[ITERATIONS] = { { 0 } }, once = { 0 };
  struct pram_table_steps *steps
    = pram_table_steps_find (plan, by, procs, ITERATIONS);
  struct pram_table_progress all
    = pram_table_play (steps, procs, plan->spacing, by->logp, marks, NULL);
  pram_table_steps_free (steps, procs);
  double arguments = pram_table_arguments (by, procs);
  struct pram_table_figures figures
    = { .messages = all.messages, .bytes = all.bytes,
	.seconds = all.seconds + arguments, .bound = all.sum + arguments,
	.setup = setup_of (plan, by) };
  if (plan->loop)
    {
      once = iteration_of (marks);
      figures.iterated = true;
      figures.messages -= (ITERATIONS - 1) * once.messages;
      figures.bytes -= (ITERATIONS - 1) * once.bytes;
      figures.iteration_messages = once.messages;
      figures.iteration_bytes = once.bytes;
      figures.entry = figures.seconds - ITERATIONS * once.seconds;
      figures.seconds = once.seconds;
      figures.bound = once.sum;
    }
  return figures;
}
