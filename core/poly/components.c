/* components.c: parts of arrays that have no access in common.

   SPDX-License-Identifier: Apache-2.0

     d[i][j][0][0] = …; d[i][j][0][1] = …; … d[i][j][4][4] = …;

   isl compares each access of an array with every other one when it looks for last
   writers.  Where a subscript is the same in all of them but for a multiple of some
   number and what is left when its constant is divided by that (25 j + 7), those with
   different rests can't meet, and needn't be compared: of the 5 x 5 blocks of an
   implicit solver 25 times 25 pairs are 25.  */

#include "components.h"

/* By class and dimension: what divides all by which a subscript changes from iteration
   to iteration.  */
static int64_t **
find_steps (const struct pram_poly *poly, const int *classes)
{
  const struct pram_prog *prog = poly->prog;
  int64_t **steps = PRAM_ARENA_NEW (prog->arena, int64_t *, prog->n_arrays);
  for (int a = 0; a < prog->n_arrays; a++)
    steps[a] = PRAM_ARENA_NEW (prog->arena, int64_t, prog->arrays[a].n_dims);
  for (int s = 0; s < poly->n_stmts; s++)
    for (int a = 0; a < poly->stmts[s].node->n_accesses; a++)
      {
	const struct pram_access *x = &poly->stmts[s].node->accesses[a];
	int class = classes[x->array];
	int n_dims = prog->arrays[x->array].n_dims;
	for (int d = 0; d < prog->arrays[class].n_dims; d++)
	  steps[class][d] = (d < n_dims ? pram_poly_step (x, d, steps[class][d]) : 1);
      }
  return steps;
}

/* X and Y are of the same class and may meet, by STEPS.  */
static bool
same_p (const struct pram_prog *prog, const int *classes, int64_t **steps,
	const struct pram_access *x, const struct pram_access *y)
{
  int class = classes[x->array];
  bool same = class == classes[y->array];
  for (int d = 0; same && d < prog->arrays[class].n_dims; d++)
    same = pram_poly_congruent_p (x, y, d, steps[class][d]);
  return same;
}

struct pram_components
pram_components_find (const struct pram_poly *poly)
{
  struct pram_prog *prog = poly->prog;
  const int *classes = pram_prog_classes (prog, prog->arena);
  const struct pram_access **first = NULL;
  struct pram_components found = { 0, PRAM_ARENA_NEW (prog->arena, int *,
						      poly->n_stmts) };
  int64_t **steps = find_steps (poly, classes);
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_node *node = poly->stmts[s].node;
      found.of[s] = PRAM_ARENA_NEW (prog->arena, int, node->n_accesses);
      for (int a = 0; a < node->n_accesses; a++)
	{
	  int *c = &found.of[s][a];
	  while (*c < found.n && !same_p (prog, classes, steps, first[*c],
					  &node->accesses[a]))
	    ++*c;
	  if (*c == found.n)
	    *PRAM_ARENA_PUSH (prog->arena, first, found.n) = &node->accesses[a];
	}
    }
  return found;
}
