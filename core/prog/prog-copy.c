/* prog-copy.c: programs that are changed while others keep what they have.

   SPDX-License-Identifier: Apache-2.0  */

#include "prog-copy.h"

/* --- What names nodes ------------------------------------------------------ */

#define COPY_LIST(prog, list, n) \
  do \
    { \
      __typeof__ ((prog)->list) all = (prog)->list; \
      int count = (prog)->n; \
      (prog)->list = NULL; \
      (prog)->n = 0; \
      for (int i = 0; i < count; i++) \
	*PRAM_ARENA_PUSH ((prog)->arena, (prog)->list, (prog)->n) = all[i]; \
    } \
  while (0)

void
pram_prog_copy_lists (struct pram_prog *prog)
{
  COPY_LIST (prog, offers, n_offers);
  COPY_LIST (prog, inspected, n_inspected);
  COPY_LIST (prog, deposits, n_deposits);
  COPY_LIST (prog, pinned, n_pinned);
}

static void
rename_node (struct pram_node **name, const struct pram_node *node,
	     struct pram_node *copy)
{
  if (*name == node)
    *name = copy;
}

void
pram_prog_rename_node (struct pram_prog *prog, const struct pram_node *node,
		       struct pram_node *copy)
{
  for (int i = 0; i < prog->n_offers; i++)
    {
      rename_node (&prog->offers[i].before, node, copy);
      rename_node (&prog->offers[i].node, node, copy);
      rename_node (&prog->offers[i].accept, node, copy);
    }
  for (int i = 0; i < prog->n_inspected; i++)
    {
      rename_node (&prog->inspected[i].stmt, node, copy);
      rename_node (&prog->inspected[i].before, node, copy);
    }
  for (int i = 0; i < prog->n_deposits; i++)
    {
      rename_node (&prog->deposits[i].stmt, node, copy);
      rename_node (&prog->deposits[i].around, node, copy);
    }
  for (int i = 0; i < prog->n_pinned; i++)
    rename_node (&prog->pinned[i].stmt, node, copy);
}

/* --- Nodes ----------------------------------------------------------------- */

/* A copy of NODE for PROG, in PARENT.  What accesses say is shared.  */
static struct pram_node *
copy_node (struct pram_prog *prog, const struct pram_node *node,
	   struct pram_node *parent)
{
  struct pram_node *copy = PRAM_ARENA_NEW (prog->arena, struct pram_node, 1);
  *copy = *node;
  copy->parent = parent;
  copy->children = NULL;
  copy->n_children = 0;
  copy->accesses = NULL;
  copy->n_accesses = 0;
  pram_prog_rename_node (prog, node, copy);
  if (node->kind == PRAM_LOOP)
    prog->loops[node->iterator] = copy;
  for (int a = 0; a < node->n_accesses; a++)
    *pram_prog_add_access (prog, copy) = node->accesses[a];
  for (int c = 0; c < node->n_children; c++)
    {
      struct pram_node *child = copy_node (prog, node->children[c], copy);
      *PRAM_ARENA_PUSH (prog->arena, copy->children, copy->n_children) = child;
    }
  return copy;
}

struct pram_prog *
pram_prog_copy (const struct pram_prog *prog)
{
  struct pram_prog *copy = PRAM_ARENA_NEW (prog->arena, struct pram_prog, 1);
  *copy = *prog;
  pram_prog_copy_lists (copy);
  COPY_LIST (copy, loops, n_loops);
  copy->root = copy_node (copy, prog->root, NULL);
  return copy;
}
