/* scheme-lengths.c: how many elements arrays are taken to have of which nobody knows
   how many there are.

   SPDX-License-Identifier: Apache-2.0

     for (i = 0; i < n; i++)
       y[i] = x[c[i]];

   Data may choose any element of x (Non-oblivious, section 3.3): how many those are
   decides how many edges lead to each task.  Of a pointer that isn't known, and what is
   proven holds if x has so many elements: as many as the longest of those arrays that are
   accessed by name.  */

#include "scheme-lengths.h"

struct lengths
{
  const struct pram_prog *prog;
  int64_t *last;		/* by iterator: its greatest value */
  int64_t most;			/* elements of one array, by name */
  bool unknown;			/* data choose elements of an array without
				   length */
};

/* The greatest value of AFFINE; those of iterators are known outside.  */
static int64_t
greatest (const struct lengths *l, const struct pram_affine *affine)
{
  int64_t value = affine->constant;
  for (int k = 0; k < affine->n_coef; k++)
    if (affine->coef[k] > 0)
      value += affine->coef[k] * l->last[k];
  return value;
}

static void
add_access (struct lengths *l, const struct pram_access *access)
{
  const struct pram_array *array = &l->prog->arrays[access->array];
  if (access->indirect)
    {
      l->unknown |= array->n_bytes <= 0;
      return;
    }
  int64_t n = greatest (l, &access->offset) / array->elem_size + 1;
  l->most = n > l->most ? n : l->most;
}

static void
add_node (struct lengths *l, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP)
    {
      int64_t last = node->data_dependent ? 0 : greatest (l, &node->count) - 1;
      l->last[node->iterator] = last > 0 ? last : 0;
    }
  for (int a = 0; a < node->n_accesses; a++)
    add_access (l, &node->accesses[a]);
  for (int c = 0; c < node->n_children; c++)
    add_node (l, node->children[c]);
}

int64_t
pram_scheme_set_lengths (struct pram_prog *prog)
{
  struct lengths l = { .prog = prog };
  l.last = PRAM_ARENA_NEW (prog->arena, int64_t, prog->n_loops + 1);
  add_node (&l, prog->root);
  if (!l.unknown)
    return 0;
  for (int a = 0; a < prog->n_arrays; a++)
    if (prog->arrays[a].n_bytes <= 0)
      prog->arrays[a].n_bytes = l.most * prog->arrays[a].elem_size;
  return l.most;
}
