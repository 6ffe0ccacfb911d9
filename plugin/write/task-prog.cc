/* task-prog.cc: the extracted prog, as tasks.

   SPDX-License-Identifier: GPL-3.0-or-later

   Core takes statements that follow each other in a body for one task.  Here
   each active group becomes such a run: a statement that reads cells, the
   statements of the extracted prog, and one for each cell that is written or
   combined into.
   Cells are arrays of one element, behind the arrays.  Reading and writing them
   weighs as every access does; what combines has been weighed.  The cookie of a
   run's first statement is the group.  */

#include "pram-gcc.h"
#include "emit.h"
#include "tasks.h"

/* Is the array of parameter P not needed afterwards?  Which one a pointer that
   the region assigns points to then, only the runtime knows.  */
static bool
given_away_p (struct plug_emission *e, int p)
{
  return (e->region->params[p].unneeded
	  && e->region->params[p].kind == PRAM_ARG_ARRAY);
}

static void
add_arrays (struct plug_tasks *t)
{
  const struct pram_prog *from = t->e->prog;
  for (int a = 0; a < from->n_arrays; a++)
    {
      const struct pram_array *x = &from->arrays[a];
      int k = pram_prog_add_array (t->prog, x->name, x->type, x->elem_size);
      t->prog->arrays[k].arg = x->arg;
      t->prog->arrays[k].n_bytes = x->n_bytes;
      t->prog->arrays[k].local = given_away_p (t->e, x->arg);
    }
  for (struct plug_cell &cell : t->cells)
    {
      int k = pram_prog_add_array (t->prog, pram_arena_printf
				   (t->prog->arena, "%s.%d", cell.name,
				    t->prog->n_arrays), PRAM_TYPE_U8,
				   tree_to_shwi (TYPE_SIZE_UNIT (cell.type)));
      t->prog->arrays[k].arg = -1;
      t->prog->arrays[k].local = !cell.collect;
    }
}

static struct pram_node *
new_stmt (struct plug_tasks *t, struct pram_node *seq, struct plug_group *g,
	  double weight)
{
  struct pram_node *stmt = pram_prog_add_stmt (t->prog, seq);
  stmt->line = g->line;
  stmt->weight = weight;
  bool first = seq->n_children == 1
	       || seq->children[seq->n_children - 2]->kind != PRAM_STMT;
  stmt->cookie = first ? g : NULL;
  return stmt;
}

static struct pram_access *
add_cell_access (struct plug_tasks *t, struct pram_node *stmt, int cell,
		 bool write)
{
  struct pram_access *access = pram_prog_add_access (t->prog, stmt);
  access->array = t->e->prog->n_arrays + cell;
  access->write = write;
  access->line = stmt->line;
  return access;
}

/* Combine a value into CELL: whoever does not know of steps takes it for a read
   and a write.  */
static void
add_step (struct plug_tasks *t, struct pram_node *seq, struct plug_group *g,
	  int cell)
{
  struct pram_carried *step = PRAM_ARENA_NEW (t->prog->arena,
					      struct pram_carried, 1);
  struct pram_node *stmt = new_stmt (t, seq, g, 0);
  *step = *plug_free_order_of (t, g->level, cell);
  add_cell_access (t, stmt, cell, false)->step = step;
  add_cell_access (t, stmt, cell, true)->step = step;
}

static void
copy_stmt (struct plug_tasks *t, struct pram_node *seq, struct plug_group *g,
	   const struct pram_node *from)
{
  struct pram_node *stmt = new_stmt (t, seq, g, from->weight);
  stmt->line = from->line;
  for (int a = 0; a < from->n_accesses; a++)
    {
      struct pram_access *access = pram_prog_add_access (t->prog, stmt);
      *access = from->accesses[a];
      access->subscript = NULL;
      access->div = access->mod = NULL;
    }
}

static struct plug_group *
group_of_gap (struct plug_tasks *t, const struct pram_node *seq, int gap)
{
  for (struct plug_group *g : t->groups)
    if (g->seq == seq && g->gap == gap)
      return g;
  return NULL;
}

/* Append to SEQ what group G does; CHILD is the first child of its gap in the
   sequence that G belongs to.  */
static void
copy_group (struct plug_tasks *t, struct pram_node *seq, struct plug_group *g,
	    int child)
{
  if (!g->active)
    return;
  if (!g->reads.is_empty ())
    {
      struct pram_node *stmt = new_stmt (t, seq, g, 1);
      for (int cell : g->reads)
	add_cell_access (t, stmt, cell, false);
    }
  for (; child < g->seq->n_children
	 && g->seq->children[child]->kind == PRAM_STMT; child++)
    copy_stmt (t, seq, g, g->seq->children[child]);
  for (int cell : g->writes)
    add_cell_access (t, new_stmt (t, seq, g, 1), cell, true);
  for (int cell : g->combines)
    add_step (t, seq, g, cell);
  /* A task that only decides something of its own.  */
  if (!seq->n_children
      || seq->children[seq->n_children - 1]->kind != PRAM_STMT)
    new_stmt (t, seq, g, 1);
}

/* The array with the verdict that FROM, a segment of the extracted prog, ends
   with, + 1; 0: it ends with none on data.  */
static int
test_of (struct plug_tasks *t, const struct pram_node *from)
{
  for (hash_map<basic_block, int>::iterator i = t->verdicts.begin ();
       i != t->verdicts.end (); ++i)
    if (t->group_of[(*i).first->index]->seq == from)
      return t->e->prog->n_arrays + (*i).second + 1;
  return 0;
}

static void copy_seq (struct plug_tasks *, struct pram_node *seq,
		      const struct pram_node *from);

static void
copy_loop (struct plug_tasks *t, struct pram_node *seq,
	   const struct pram_node *from)
{
  struct pram_node *loop
    = pram_prog_add_loop (t->prog, seq, from->iterator_name);
  loop->line = from->line;
  loop->cookie = from->cookie;
  loop->data_dependent = from->data_dependent;
  loop->count = from->count;
  if (from->next)
    {
      int n = t->prog->n_arrays;
      loop->next = PRAM_ARENA_NEW (t->prog->arena, int, n);
      for (int a = 0; a < n; a++)
	loop->next[a] = a < t->e->prog->n_arrays ? from->next[a] : a;
    }
  for (int s = 0; s < from->n_children; s++)
    {
      struct pram_node *segment = pram_prog_add_segment (t->prog, loop);
      segment->line = from->children[s]->line;
      segment->test = test_of (t, from->children[s]);
      copy_seq (t, segment, from->children[s]);
    }
}

static void
copy_seq (struct plug_tasks *t, struct pram_node *seq,
	  const struct pram_node *from)
{
  int gap = 0;
  copy_group (t, seq, group_of_gap (t, from, gap), 0);
  for (int c = 0; c < from->n_children; c++)
    if (from->children[c]->kind == PRAM_LOOP)
      {
	copy_loop (t, seq, from->children[c]);
	copy_group (t, seq, group_of_gap (t, from, ++gap), c + 1);
      }
}

struct pram_prog *
plug_tasks_prog (struct plug_tasks *t)
{
  const struct pram_prog *from = t->e->prog;
  t->prog = pram_prog_new (from->name, from->file, from->line);
  t->prog->vectors = from->vectors;
  t->prog->deadline = from->deadline;
  add_arrays (t);
  copy_seq (t, t->prog->root, from->root);
  pram_prog_finish (t->prog);
  return t->prog;
}
