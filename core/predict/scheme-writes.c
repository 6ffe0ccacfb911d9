/* scheme-writes.c: writes whose place data choose, as conditions.

   SPDX-License-Identifier: Apache-2.0

   Non-oblivious, section 3.2: a[f] = e, where f depends on data, becomes

     for all j: if (j == f) a[j] = e;

   What f and e are one task finds, for all j; the tasks of two writes of the same element
   follow each other, as in the program.  A loop of n iterations that adds to any of m
   elements so has n (m + 1) tasks, and none that asks.  */

#include "scheme-writes.h"

#include "base/alloc.h"
#include "base/arena.h"

/* A comparison, and the store.  */
enum { WEIGHT = 2 };

/* Let ACCESS, in PROG, be to the beginning of ARRAY, and BYTES more in each iteration of
   LOOP, if not null.  */
static void
set_place (struct pram_prog *prog, struct pram_access *access, int array,
	   const struct pram_node *loop, int bytes)
{
  access->array = array;
  access->indirect = access->computed = access->may = false;
  access->offset = pram_affine_new (prog->arena, prog->n_loops);
  if (loop)
    access->offset.coef[loop->iterator] = bytes;
}

/* Let STMT access what WRITE does, where that happens, but in ARRAY: element number
   LOOP's iterator, or the only one.  */
static struct pram_access *
add_access (struct pram_prog *prog, struct pram_node *stmt,
	    const struct pram_access *write, int array, const struct pram_node *loop)
{
  struct pram_access *access = pram_prog_add_access (prog, stmt);
  *access = *write;
  set_place (prog, access, array, loop, prog->arrays[array].elem_size);
  access->write = false;
  return access;
}

/* Access A of STMT writes where data say.  */
static void
spread (struct pram_prog *prog, struct pram_node *stmt, int a)
{
  int array = stmt->accesses[a].array;
  const struct pram_array *object = &prog->arrays[array];
  int64_t length = object->n_bytes / object->elem_size;
  int value = pram_prog_add_array (prog, "value", object->type, object->elem_size);
  struct pram_node *loop = pram_prog_add_loop (prog, stmt->parent, "element");
  loop->count.constant = length;
  loop->line = stmt->line;
  loop->conditional = stmt->conditional;
  loop->decided_by = stmt->decided_by;
  struct pram_node *one = pram_prog_add_stmt (prog, pram_prog_add_segment (prog, loop));
  one->line = stmt->line;
  one->weight = WEIGHT;
  struct pram_access *write = &stmt->accesses[a];
  add_access (prog, one, write, value, NULL);
  add_access (prog, one, write, array, loop);
  add_access (prog, one, write, array, loop)->write = true;
  one->accesses[one->n_accesses - 1].may = true;
  set_place (prog, write, value, NULL, 0);
  pram_node_move_last (stmt->parent, stmt, true);
}

static void
spread_in (struct pram_prog *prog, struct pram_node *node)
{
  for (int c = 0; c < node->n_children; c++)
    spread_in (prog, node->children[c]);
  for (int a = 0; a < node->n_accesses; a++)
    if (node->accesses[a].write && node->accesses[a].indirect
	&& prog->arrays[node->accesses[a].array].n_bytes > 0)
      spread (prog, node, a);
}

void
pram_scheme_spread_writes (struct pram_prog *prog)
{
  int n_loops = prog->n_loops;
  spread_in (prog, prog->root);
  if (prog->n_loops > n_loops)
    pram_prog_finish (prog);
}
