/* table-serial.c: how long the serial program of a region through tables takes.

   SPDX-License-Identifier: Apache-2.0

   As predict.c does it for layers in blocks, from the task graph instead of
   subscripts.  A *row* is a run of an innermost loop.  Vectors don't compute it
   if it calls functions, or reads what it has written a few iterations before;
   then its operations take their time one by one, or as a chain.  Each sweep
   brings in all bytes that are touched, from the cache that holds them.

   Example: a[i] += a[i - 1], i < 9, is a row of 9 tasks with 8 flows from each
   task to the next: each waits for one operation of the one before.  */

#include "table-figures.h"

#include <math.h>
#include <string.h>

#include "base/alloc.h"

struct serial
{
  struct pram_kernel mix;	/* what vectors compute, and all bytes */
  double scalar, scalar_accesses, links;	/* the rest; struct pram_work */
  double rows, row_operations;
};

static bool
within_p (const struct pram_node *node, const struct pram_node *loop)
{
  while (node && node != loop)
    node = node->parent;
  return node;
}

/* Is task K of X the next iteration of the innermost loop that task K - 1 is
   an iteration of?  */
static bool
same_row_p (const struct pram_expansion *x, int k)
{
  const struct pram_task *a = &x->tasks[k - 1], *b = &x->tasks[k];
  int loops = 0;
  for (const struct pram_node *n = b->stmt; n; n = n->parent)
    loops += n->kind == PRAM_LOOP;
  return a->stmt == b->stmt
	 && (loops < 2
	     || !memcmp (a->iterators, b->iterators,
			 sizeof *a->iterators * (size_t) (loops - 1)));
}

/* By task of X, the first one of its row.  Caller frees.  */
static int *
find_rows (const struct pram_expansion *x)
{
  int *row = pram_zeroed (x->n_tasks, sizeof *row);
  for (int k = 1; k < x->n_tasks; k++)
    row[k] = same_row_p (x, k) ? row[k - 1] : k;
  return row;
}

/* By first task of a ROW, the operations of an iteration that wait for the one
   before: half of them are taken to lie on a recurrence's chain.  Caller
   frees.  */
static double *
find_links (const struct pram_expansion *x, const int *row)
{
  double *links = pram_zeroed (x->n_tasks, sizeof *links);
  for (int f = 0; f < x->n_flows; f++)
    {
      int writer = x->flows[f].writer, reader = x->flows[f].reader;
      int apart = reader - writer;
      if (writer >= 0 && reader < x->n_tasks
	  && apart > 0 && apart < PRAM_COSTS_LANES
	  && row[writer] == row[reader])
	links[row[reader]]
	  = fmax (links[row[reader]],
		  fmax (1, x->tasks[reader].work / 2) / apart);
    }
  return links;
}

static bool
calls_p (const struct pram_node *stmt)
{
  const struct pram_node *body = stmt->parent;
  bool calls = false;
  for (int c = 0; c < body->n_children; c++)
    calls |= body->children[c]->kind == PRAM_STMT && body->children[c]->scalar;
  return calls;
}

/* Tasks FIRST .. FIRST + N - 1 of X.  */
static void
add_tasks (struct serial *s, const struct pram_expansion *x, const int *row,
	   const double *links, int first, int n)
{
  for (int k = first; k < first + n; k++)
    {
      double work = x->tasks[k].work, chain = links[row[k]];
      double accesses = pram_table_plan_accesses (x->tasks[k].stmt);
      bool scalar = chain > 0 || calls_p (x->tasks[k].stmt);
      *(scalar ? &s->scalar : &s->mix.operations) += work;
      *(scalar ? &s->scalar_accesses : &s->mix.accesses) += accesses;
      s->links += chain;
      s->rows += row[k] == k;
      s->row_operations += row[k] == k && !scalar ? work : 0;
    }
}

/* The bytes of all sweeps; returns how many are touched.  */
static double
add_bytes (struct serial *s, const struct pram_table_plan *plan)
{
  const struct pram_expansion *x = plan->expansion;
  double sweeps = plan->loop ? 1 : (double) plan->counted, set = 0;
  for (int a = 0; a < plan->prog->n_arrays; a++)
    {
      double bytes = fmax (0, (double) (x->touched_hi[a] - x->touched_lo[a]));
      set += bytes;
      *(x->written[a] ? &s->mix.written : &s->mix.read) += sweeps * bytes;
    }
  return set;
}

double
pram_table_plan_serial (const struct pram_table_plan *plan,
			const struct pram_predictor *by)
{
  const struct pram_costs *costs = by->costs;
  int *row = find_rows (plan->expansion);
  double *links = find_links (plan->expansion, row);
  struct serial s = { .rows = 0 };
  for (int b = 0; b < plan->n_blocks; b++)
    if (!plan->loop || within_p (plan->blocks[b].seq, plan->loop))
      add_tasks (&s, plan->expansion, row, links, plan->blocks[b].first_task,
		 plan->blocks[b].n_tasks);
  free (row);
  free (links);
  double set = add_bytes (&s, plan);
  double scalar = pram_costs_scalar (costs, by->logp->op, s.scalar,
				     s.scalar_accesses, s.links);
  struct pram_stream memory = pram_costs_stream (costs, 1, set);
  double cached = s.mix.operations * by->logp->op
		  + s.mix.accesses * costs->access;
  double moving = cached * memory.compute + s.mix.read * memory.read
		  + s.mix.written * memory.write;
  double vectors = fmax (cached, moving)
		   * pram_costs_correction (costs, &memory, &s.mix);
  return fmax (vectors, cached + scalar) + s.rows * costs->row
	 + s.row_operations * costs->row_op;
}
