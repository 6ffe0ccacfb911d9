/* verify-verdicts.c: when loops end as data decide, and who then wants what.

   SPDX-License-Identifier: Apache-2.0

   Without data verdicts are drawn: each is a function of the test, of the numbers
   of the iterations that it is made in, and of what is given as a seed, so that all
   machines agree.

   What the plan says of them is compared with an execution of Iterative's Algorithms
   2 and 3: of each value that another process reads the iterations are known in
   which it was written and is read, and so the verdicts in between.  The last one of
   the writer's loops, TRUE or FALSE, is that for which Algorithm 2 lets the message
   wait, having deferred it at those before.  */

#include "verify-parts.h"

#include <string.h>

/* --- Drawn verdicts ------------------------------------------------------- */

/* A loop begins no more iterations.  */
enum { MOST_ITERATIONS = 4 };

const struct pram_node *
pram_verify_stays_out_of (const struct pram_node *loop)
{
  if (!loop->stays_out)
    return NULL;
  while (loop && loop->stays_out)
    loop = pram_node_loop (loop);
  return loop && !loop->data_dependent && !pram_node_loop (loop) ? loop : NULL;
}

/* LOOP, in COUNTED, stays out as it, or another such loop, has begun no iteration.  */
static bool
out_p (const struct verifier *v, const struct pram_node *counted,
       const struct pram_node *loop)
{
  for (int l = 0; l < v->prog->n_loops; l++)
    {
      const struct pram_node *other = v->prog->loops[l];
      if (pram_verify_stays_out_of (other) != counted)
	continue;
      bool around = pram_node_inside_p (loop, other);
      for (int64_t k = 0; k < v->iter[counted->iterator] + around; k++)
	if (pram_verify_mix (pram_verify_mix (v->seed, (uint64_t) l), (uint64_t) k) % 5
	    == 0)
	  return true;
    }
  return false;
}

/* The verdict behind segment S of iteration I of LOOP, as drawn: leave it.  */
static bool
drawn_p (const struct verifier *v, const struct pram_node *loop, int64_t i,
	 int s)
{
  const struct pram_node *counted = pram_verify_stays_out_of (loop);
  if (counted && i == 0 && s == 0)
    return out_p (v, counted, loop);
  uint64_t hash = pram_verify_mix (v->seed, (uint64_t) loop->iterator);
  for (const struct pram_node *n = loop; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      hash = pram_verify_mix (hash, (uint64_t) v->iter[n->iterator]);
  hash = pram_verify_mix (hash, (uint64_t) s);
  return hash % 3 == 0 || (i + 1 >= MOST_ITERATIONS
			   && s == loop->n_children - 2);
}

bool
pram_verify_left_p (const struct verifier *v, const struct pram_node *loop,
		    int64_t i, int64_t trips, int s)
{
  if (!loop->data_dependent)
    return false;
  if (v->seed)
    return s < loop->n_children - 1 && drawn_p (v, loop, i, s);
  return i + 1 == trips && s == v->exit_segment;
}

/* --- What depends on them ------------------------------------------------- */

/* The loops around NODE, outermost first, into LOOPS, and in which of its segments
   NODE is.  Their number.  */
static int
loops_around (const struct pram_node *node, const struct pram_node **loops,
	      int *segments)
{
  int n = pram_node_depth (node), k = n;
  for (; node->parent; node = node->parent)
    if (node->parent->kind == PRAM_LOOP)
      {
	loops[--k] = node->parent;
	segments[k] = 0;
	while (node->parent->children[segments[k]] != node)
	  segments[k]++;
      }
  return n;
}

void
pram_verify_note_run (struct verifier *v)
{
  size_t n = (size_t) v->prog->n_loops;
  struct past_run run
    = { v->layer, PRAM_ARENA_NEW (v->arena, int64_t, v->prog->n_loops) };
  memcpy (run.iter, v->iter, sizeof *run.iter * n);
  *PRAM_ARENA_PUSH (v->arena, v->runs, v->n_runs) = run;
}

/* D's loop and verdict are LOOP and GOES_ON: the plan must have it.  */
static void
expect (struct verifier *v, struct pram_destined d,
	const struct pram_node *loop, bool goes_on)
{
  const struct pram_plan *plan = v->plan;
  v->done.judged++;
  for (int i = 0; i < plan->n_destined; i++)
    {
      const struct pram_destined *e = &plan->destined[i];
      if (e->layer == d.layer && e->array == d.array && e->reader == d.reader
	  && e->loop == loop && e->goes_on == goes_on)
	{
	  if (v->done.met)
	    v->done.met[i] = true;
	  return;
	}
    }
  FAIL (v, loop->line, "the plan doesn't say that '%s' goes from layer %d to %d if "
	"loop %s %s", v->prog->arrays[d.array].name, d.layer, d.reader,
	loop->iterator_name, goes_on ? "goes on" : "ends");
}

/* The first of the N LOOPS from number K on whose end data decide, or N.  */
static int
next_judged (const struct pram_node **loops, int k, int n)
{
  while (k < n && !loops[k]->data_dependent)
    k++;
  return k;
}

void
pram_verify_destined (struct verifier *v, struct origin from, int array,
		      const struct pram_plan_layer *reader)
{
  const struct past_run *run = &v->runs[from.run - 1];
  int depth = v->prog->n_loops + 1;
  const struct pram_node *w[depth], *r[depth];
  int in_w[depth], in_r[depth], k = 0;
  int n = loops_around (run->layer->node, w, in_w);
  int m = reader ? loops_around (reader->node, r, in_r) : 0;
  struct pram_destined d
    = { .layer = (int) (run->layer - v->plan->layers), .array = array,
	.reader = reader ? (int) (reader - v->plan->layers) : -1 };
  while (k < n && k < m && w[k] == r[k]
	 && run->iter[w[k]->iterator] == v->iter[w[k]->iterator])
    k++;
  bool later = k < n && k < m && w[k] == r[k];
  if (later && w[k]->data_dependent)
    expect (v, d, w[k], true);
  else if (!later && k > 0 && w[k - 1]->data_dependent
	   && in_w[k - 1] < in_r[k - 1])
    expect (v, d, w[k - 1], true);
  else if (next_judged (w, k, n) < n)
    expect (v, d, w[next_judged (w, k, n)], false);
  else if (!later)
    for (k = next_judged (r, k, m); k < m; k = next_judged (r, k + 1, m))
      if (in_r[k] > 0)
	{
	  expect (v, d, r[k], true);
	  return;
	}
}
