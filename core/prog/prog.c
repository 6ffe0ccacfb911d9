/* prog.c: build programs and verify their invariants.

   SPDX-License-Identifier: Apache-2.0  */

#include "prog.h"
#include "pram-sets.h"

#include <string.h>

/* --- Places of nodes ---------------------------------------------------- */

bool
pram_guard_holds_p (const struct pram_guard *guard, int64_t value)
{
  if (guard->mod)
    value = guard->times * pram_set_mod (value, guard->mod) + guard->plus;
  return guard->equality ? value == 0 : value >= 0;
}

void
pram_node_move_last (struct pram_node *parent, const struct pram_node *node,
		     bool behind)
{
  int i = parent->n_children - 1;
  struct pram_node *last = parent->children[i];
  for (; parent->children[i - 1] != node; i--)
    parent->children[i] = parent->children[i - 1];
  if (!behind)
    {
      parent->children[i] = parent->children[i - 1];
      i--;
    }
  parent->children[i] = last;
}

bool
pram_node_inside_p (const struct pram_node *node,
		    const struct pram_node *outer)
{
  while (node && node != outer)
    node = node->parent;
  return node != NULL;
}

int
pram_node_depth (const struct pram_node *node)
{
  int depth = 0;
  for (const struct pram_node *n = node->parent; n; n = n->parent)
    depth += n->kind == PRAM_LOOP;
  return depth;
}

bool
pram_node_contains_loop_p (const struct pram_node *node)
{
  for (int i = 0; i < node->n_children; i++)
    if (node->children[i]->kind == PRAM_LOOP
	|| pram_node_contains_loop_p (node->children[i]))
      return true;
  return false;
}

bool
pram_node_writes_p (const struct pram_node *node, int array)
{
  for (int i = 0; i < node->n_accesses; i++)
    if (node->accesses[i].write && node->accesses[i].array == array)
      return true;
  for (int i = 0; i < node->n_children; i++)
    if (pram_node_writes_p (node->children[i], array))
      return true;
  return false;
}

struct pram_node *
pram_perfectly_nested (const struct pram_node *loop)
{
  const struct pram_node *body = loop->children[0];
  if (body->n_children != 1 || body->children[0]->kind != PRAM_LOOP)
    return NULL;
  return body->children[0];
}

bool
pram_node_splits_p (const struct pram_node *node)
{
  bool found = node->split;
  for (int i = 0; i < node->n_children && !found; i++)
    found = pram_node_splits_p (node->children[i]);
  return found;
}

bool
pram_node_permutes_p (const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP && (node->next || node->exchanges))
    return true;
  for (int i = 0; i < node->n_children; i++)
    if (pram_node_permutes_p (node->children[i]))
      return true;
  return false;
}

static bool
indirect_inside_p (const struct pram_node *node)
{
  for (int a = 0; a < node->n_accesses; a++)
    if (node->accesses[a].indirect)
      return true;
  for (int c = 0; c < node->n_children; c++)
    if (indirect_inside_p (node->children[c]))
      return true;
  return false;
}

bool
pram_prog_indirect_p (const struct pram_prog *prog)
{
  return indirect_inside_p (prog->root);
}

bool
pram_prog_same_class_p (const struct pram_prog *prog, int a, int b)
{
  if (a == b)
    return true;
  for (int l = 0; l < prog->n_loops; l++)
    if (prog->loops[l]->next)
      for (int c = prog->loops[l]->next[a]; c != a;
	   c = prog->loops[l]->next[c])
	if (c == b)
	  return true;
  return false;
}

static void
merge_classes (const struct pram_prog *prog, int *class_of, int a, int b)
{
  int from = class_of[a], to = class_of[b];
  if (from < to)
    {
      int other = from;
      from = to;
      to = other;
    }
  for (int c = 0; c < prog->n_arrays; c++)
    if (class_of[c] == from)
      class_of[c] = to;
}

int *
pram_prog_classes (const struct pram_prog *prog, struct pram_arena *arena)
{
  int *class_of = PRAM_ARENA_NEW (arena, int, prog->n_arrays);
  for (int a = 0; a < prog->n_arrays; a++)
    class_of[a] = a;
  for (int k = 0; k < prog->n_loops; k++)
    for (int a = 0; prog->loops[k]->next && a < prog->n_arrays; a++)
      merge_classes (prog, class_of, a, prog->loops[k]->next[a]);
  return class_of;
}

bool
pram_same_reduction_p (const struct pram_carried *a,
		       const struct pram_carried *b)
{
  return a->op == b->op && a->cookie == b->cookie;
}

const struct pram_node *
pram_node_loop (const struct pram_node *node)
{
  do
    node = node->parent;
  while (node && node->kind != PRAM_LOOP);
  return node;
}

int64_t
pram_access_moved (const struct pram_prog *prog,
		   const struct pram_access *access,
		   const struct pram_node *loop)
{
  const struct pram_array *array = &prog->arrays[access->array];
  int64_t bytes = 0;
  for (int d = 0; d < array->n_dims; d++)
    bytes += array->stride[d]
	     * pram_affine_coef (&access->subscript[d], loop->iterator);
  return bytes < 0 ? -bytes : bytes;
}

/* --- Affine forms ------------------------------------------------------- */

void
pram_access_add_guard (struct pram_prog *prog, struct pram_access *access,
		       const struct pram_guard *guard)
{
  int n = access->n_guards;
  struct pram_guard *guards = PRAM_ARENA_NEW (prog->arena, struct pram_guard,
					      n + 1);
  for (int g = 0; g < n; g++)
    guards[g] = access->guards[g];
  guards[n] = *guard;
  access->guards = guards;
  access->n_guards = n + 1;
}

struct pram_affine
pram_affine_new (struct pram_arena *arena, int n_coef)
{
  struct pram_affine affine = { 0, n_coef, NULL };
  if (n_coef)
    affine.coef = PRAM_ARENA_NEW (arena, int64_t, n_coef);
  return affine;
}

int64_t
pram_affine_coef (const struct pram_affine *affine, int k)
{
  return k < affine->n_coef ? affine->coef[k] : 0;
}

bool
pram_affine_constant_p (const struct pram_affine *affine)
{
  for (int k = 0; k < affine->n_coef; k++)
    if (affine->coef[k])
      return false;
  return true;
}

/* --- Building ----------------------------------------------------------- */

struct pram_prog *
pram_prog_new (const char *name, const char *file, int line)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_prog *prog = PRAM_ARENA_NEW (arena, struct pram_prog, 1);
  prog->arena = arena;
  prog->name = pram_arena_strdup (arena, name);
  prog->file = pram_arena_strdup (arena, file);
  prog->line = line;
  prog->root = PRAM_ARENA_NEW (arena, struct pram_node, 1);
  prog->root->kind = PRAM_SEQ;
  prog->root->line = line;
  return prog;
}

void
pram_prog_free (struct pram_prog *prog)
{
  if (prog)
    pram_arena_free (prog->arena);
}

/* The last array of PROG, a new one, keeps its name in all loops.  */
static void
keep_name (struct pram_prog *prog)
{
  int last = prog->n_arrays - 1;
  for (int l = 0; l < prog->n_loops; l++)
    {
      struct pram_node *loop = prog->loops[l];
      if (!loop->next)
	continue;
      int *next = PRAM_ARENA_NEW (prog->arena, int, prog->n_arrays);
      memcpy (next, loop->next, sizeof *next * (size_t) last);
      next[last] = last;
      loop->next = next;
    }
}

int
pram_prog_add_array (struct pram_prog *prog, const char *name,
		     enum pram_type type, int elem_size)
{
  int number = prog->n_arrays;
  struct pram_array *array
    = PRAM_ARENA_PUSH (prog->arena, prog->arrays, prog->n_arrays);
  array->name = pram_arena_strdup (prog->arena, name);
  array->type = type;
  array->elem_size = elem_size;
  array->arg = number;
  keep_name (prog);
  return number;
}

/* Append a new node of KIND to PARENT's children.  */
static struct pram_node *
add_node (struct pram_prog *prog, struct pram_node *parent,
	  enum pram_node_kind kind)
{
  struct pram_node *node = PRAM_ARENA_NEW (prog->arena, struct pram_node, 1);
  node->kind = kind;
  node->parent = parent;
  node->level = -1;
  *PRAM_ARENA_PUSH (prog->arena, parent->children, parent->n_children) = node;
  return node;
}

struct pram_node *
pram_prog_add_seq (struct pram_prog *prog, struct pram_node *parent)
{
  return add_node (prog, parent, PRAM_SEQ);
}

struct pram_node *
pram_prog_add_loop (struct pram_prog *prog, struct pram_node *parent,
		    const char *iterator_name)
{
  struct pram_node *loop = add_node (prog, parent, PRAM_LOOP);
  loop->iterator_name = pram_arena_strdup (prog->arena, iterator_name);
  loop->iterator = prog->n_loops;
  *PRAM_ARENA_PUSH (prog->arena, prog->loops, prog->n_loops) = loop;
  return loop;
}

struct pram_node *
pram_prog_add_segment (struct pram_prog *prog, struct pram_node *loop)
{
  return add_node (prog, loop, PRAM_SEQ);
}

struct pram_node *
pram_prog_add_stmt (struct pram_prog *prog, struct pram_node *parent)
{
  return add_node (prog, parent, PRAM_STMT);
}

struct pram_access *
pram_prog_add_access (struct pram_prog *prog, struct pram_node *stmt)
{
  return PRAM_ARENA_PUSH (prog->arena, stmt->accesses, stmt->n_accesses);
}

/* Number the counts in NODE's subtree from *N on: a loop's own, then those
   of the loops within it.  Nobody counts in loops for quotients.  */
static void
number_counts (struct pram_node *node, int *n)
{
  if (node->kind == PRAM_LOOP && !node->split)
    {
      node->first_count = *n;
      *n += node->n_children;
    }
  for (int c = 0; c < node->n_children; c++)
    number_counts (node->children[c], n);
}

/* What STMT writes may not happen: then the old values must be there, so that
   it reads them.  */
static void
make_unsure (struct pram_prog *prog, struct pram_node *stmt)
{
  int n = stmt->n_accesses;
  const struct pram_access *all = stmt->accesses;
  stmt->accesses = NULL;
  stmt->n_accesses = 0;
  for (int a = 0; a < n; a++)
    {
      struct pram_access access = all[a];
      if (access.write && !access.may && !access.indirect)
	{
	  access.may = true;
	  *pram_prog_add_access (prog, stmt) = access;
	  stmt->accesses[stmt->n_accesses - 1].write = false;
	  stmt->accesses[stmt->n_accesses - 1].may = false;
	}
      *pram_prog_add_access (prog, stmt) = access;
    }
}

/* ACCESS of a statement in NODE moves on with LOOP, around it.  */
static bool
moves_on_p (const struct pram_access *access, const struct pram_node *loop)
{
  bool moves = pram_affine_coef (&access->offset, loop->iterator) != 0;
  for (int g = 0; g < access->n_guards; g++)
    moves |= pram_affine_coef (&access->guards[g].affine, loop->iterator) != 0;
  return moves;
}

bool
pram_node_moves_p (const struct pram_node *stmt)
{
  bool moves = false;
  for (const struct pram_node *loop = pram_node_loop (stmt); loop;
       loop = pram_node_loop (loop))
    for (int a = 0; a < stmt->n_accesses; a++)
      moves |= (loop->data_dependent && pram_node_loop (loop)
		&& stmt->accesses[a].write
		&& moves_on_p (&stmt->accesses[a], loop));
  return moves;
}

/* NODE is UNSURE to run: find those inside that are.  A data-dependent loop
   inside of another one may leave out in any round what stands behind its first
   test; and as often as in an earlier round it needn't run.  */
static void
find_unsure (struct pram_prog *prog, struct pram_node *node, bool unsure)
{
  if (node->kind == PRAM_STMT && (unsure || pram_node_moves_p (node)))
    make_unsure (prog, node);
  bool tests = (node->kind == PRAM_LOOP && node->data_dependent
		&& pram_node_loop (node));
  for (int c = 0; c < node->n_children; c++)
    find_unsure (prog, node->children[c], unsure || (tests && c > 0));
}

void
pram_prog_finish (struct pram_prog *prog)
{
  prog->n_counts = 0;
  number_counts (prog->root, &prog->n_counts);
  find_unsure (prog, prog->root, false);
}

/* --- Invariants --------------------------------------------------------- */

struct check
{
  const struct pram_prog *prog;
  const struct pram_diag *diag;
  int n_seen;			/* loops met in the tree */
};

#define BROKEN(check, line, ...) \
  (pram_diag_report ((check)->diag, PRAM_ERROR, line, __VA_ARGS__), false)

/* Is the loop with iterator K around NODE?  */
static bool
encloses_p (const struct pram_node *node, int k)
{
  for (node = node->parent; node; node = node->parent)
    if (node->kind == PRAM_LOOP && node->iterator == k)
      return true;
  return false;
}

/* Invariant (1) for AFFINE, which is the WHAT of something in NODE.  */
static bool
check_affine (struct check *check, const struct pram_node *node, int line,
	      const struct pram_affine *affine, const char *what)
{
  for (int k = 0; k < affine->n_coef; k++)
    if (affine->coef[k] && !encloses_p (node, k))
      return BROKEN (check, line,
		     "%s depends on iterator %d, which is not enclosing",
		     what, k);
  return true;
}

static bool
check_access (struct check *check, const struct pram_node *stmt,
	      const struct pram_access *access)
{
  int line = access->line;
  if (access->array < 0 || access->array >= check->prog->n_arrays)
    return BROKEN (check, line, "access to unknown array %d", access->array);

  const struct pram_array *array = &check->prog->arrays[access->array];
  if (!check_affine (check, stmt, line, &access->offset, "an offset"))
    return false;
  if (array->n_dims && !access->subscript)
    return BROKEN (check, line, "access to '%s' without subscripts",
		   array->name);
  for (int d = 0; d < array->n_dims; d++)
    {
      if (!check_affine (check, stmt, line, &access->subscript[d],
			 "a subscript"))
	return false;
      if ((access->div && access->div[d] < 0)
	  || (access->mod && access->mod[d] < 0))
	return BROKEN (check, line, "negative divisor in a subscript of '%s'",
		       array->name);
    }
  if (access->asked < 0 || (access->asked && !access->indirect))
    return BROKEN (check, line, "an element of '%s' is asked for that nothing "
		   "chooses", array->name);
  if (access->indirect && access->step)
    return BROKEN (check, line, "a step of a reduction of '%s' can't be "
		   "indirect", array->name);
  for (int g = 0; g < access->n_guards; g++)
    if (!check_affine (check, stmt, line, &access->guards[g].affine,
		       "a guard"))
      return false;
    else if (access->guards[g].mod < 0)
      return BROKEN (check, line, "negative divisor in a guard of '%s'",
		     array->name);
  return true;
}

static bool
check_stmt (struct check *check, const struct pram_node *stmt)
{
  int n_writes = 0, n_others = 0;
  if (stmt->n_children)
    return BROKEN (check, stmt->line, "a statement with children");
  for (int a = 0; a < stmt->n_accesses; a++)
    {
      if (!check_access (check, stmt, &stmt->accesses[a]))
	return false;
      n_writes += stmt->accesses[a].write;
      n_others += stmt->accesses[a].array != stmt->accesses[0].array;
    }
  if (n_writes > 1)
    return BROKEN (check, stmt->line, "a statement with %d writes", n_writes);
  /* What is inspected has been taken out.  */
  if (stmt->value_of && ((!stmt->n_accesses && !check->prog->n_inspected
			  && !check->prog->n_deposits && !check->prog->n_pinned)
			 || n_others || n_writes))
    return BROKEN (check, stmt->line,
		   "the value of '%s' needs reads of one array",
		   stmt->value_of);
  return true;
}

/* Invariant (3).  */
static bool
check_next (struct check *check, const struct pram_node *loop)
{
  int n = check->prog->n_arrays;
  for (int a = 0; loop->next && a < n; a++)
    {
      int n_sources = 0;
      if (loop->next[a] < 0 || loop->next[a] >= n)
	return BROKEN (check, loop->line, "swap with an unknown array");
      for (int b = 0; b < n; b++)
	n_sources += loop->next[b] == a;
      if (n_sources != 1)
	return BROKEN (check, loop->line,
		       "the swap is no permutation: '%s' has %d successors",
		       check->prog->arrays[a].name, n_sources);
    }
  return true;
}

static bool
check_loop (struct check *check, const struct pram_node *loop)
{
  const struct pram_prog *prog = check->prog;
  check->n_seen++;
  if (loop->iterator < 0 || loop->iterator >= prog->n_loops
      || prog->loops[loop->iterator] != loop)
    return BROKEN (check, loop->line, "iterator %d is not that of its loop",
		   loop->iterator);
  if (loop->data_dependent ? loop->n_children < 1 : loop->n_children != 1)
    return BROKEN (check, loop->line, "a loop with %d segments",
		   loop->n_children);
  for (int s = 0; s < loop->n_children; s++)
    if (loop->children[s]->kind != PRAM_SEQ)
      return BROKEN (check, loop->line, "a segment that is no sequence");
  return (loop->data_dependent
	  || check_affine (check, loop, loop->line, &loop->count, "a count"))
	 && check_next (check, loop);
}

static bool
check_node (struct check *check, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP && !check_loop (check, node))
    return false;
  if (node->kind == PRAM_STMT && !check_stmt (check, node))
    return false;
  for (int c = 0; c < node->n_children; c++)
    {
      if (node->children[c]->parent != node)
	return BROKEN (check, node->line, "a node with a wrong parent");
      if (!check_node (check, node->children[c]))
	return false;
    }
  return true;
}

static bool
check_array (struct check *check, const struct pram_array *array)
{
  if (array->elem_size <= 0)
    return BROKEN (check, 0, "array '%s' has elements of %d bytes",
		   array->name, array->elem_size);
  for (int d = 0; d < array->n_dims; d++)
    if (array->extent[d] < 0 || array->stride[d] <= 0)
      return BROKEN (check, 0, "array '%s' has a bad extent or stride",
		     array->name);
  return true;
}

bool
pram_prog_check (const struct pram_prog *prog, const struct pram_diag *diag)
{
  struct check check = { prog, diag, 0 };
  for (int a = 0; a < prog->n_arrays; a++)
    if (!check_array (&check, &prog->arrays[a]))
      return false;
  if (!prog->root || prog->root->kind != PRAM_SEQ)
    return BROKEN (&check, prog->line, "the root is no sequence");
  if (!check_node (&check, prog->root))
    return false;
  if (check.n_seen != prog->n_loops)
    return BROKEN (&check, prog->line, "%d loops in the tree, %d known",
		   check.n_seen, prog->n_loops);
  return true;
}

bool
pram_prog_rows_known_p (const struct pram_prog *prog,
			const struct pram_diag *diag)
{
  for (int a = 0; a < prog->n_arrays; a++)
    if (prog->arrays[a].rows.unknown)
      {
	pram_diag_report (diag, PRAM_REFUSAL, prog->arrays[a].rows.unknown,
			  "which rows of '%s' are accessed depends on how often "
			  "a loop runs whose end is not known",
			  prog->arrays[a].name);
	return false;
      }
  return true;
}
