/* poly.c: the statements of a prog that integer sets (isl) are about.

   SPDX-License-Identifier: Apache-2.0

   A statement instance is its iterators (poly-instances.c); an access maps
   instances to array elements (poly-access.c); time is the lexicographic order
   of positions and iterators on the way from the root to the statement
   (poly-order.c).

   Inside a loop that permutes names a statement is split into one for each
   residue of the iterator modulo the permutation's order: substituting
   t = order * s + residue keeps isl's sets free of moduli (three times faster
   on Jacobi).  */

#include "poly-parts.h"

#include <isl/ast_build.h>
#include <stdlib.h>
#include <string.h>

/* Enough for a dozen statements over 3-D arrays; some seconds for most.  */
enum { MAX_OPERATIONS = 40 * 1000 * 1000 };

/* Fill in STMT's loops, segments and periods.  */
static void
find_loops (const struct pram_poly *poly, struct pram_poly_stmt *stmt)
{
  struct pram_arena *arena = poly->prog->arena;
  for (struct pram_node *n = stmt->node->parent; n; n = n->parent)
    stmt->depth += n->kind == PRAM_LOOP;
  stmt->loops = PRAM_ARENA_NEW (arena, struct pram_node *, stmt->depth + 1);
  stmt->segments = PRAM_ARENA_NEW (arena, int, stmt->depth + 1);
  stmt->periods = PRAM_ARENA_NEW (arena, int, stmt->depth + 1);
  stmt->residues = PRAM_ARENA_NEW (arena, int, stmt->depth + 1);
  int level = stmt->depth;
  for (struct pram_node *n = stmt->node; n->parent; n = n->parent)
    if (n->parent->kind == PRAM_LOOP)
      {
	stmt->loops[--level] = n->parent;
	stmt->periods[level] = 1;
	if (!pram_poly_steady_p (poly, n->parent))
	  stmt->periods[level]
	    = pram_poly_permutation_order (n->parent, poly->prog->n_arrays);
	while (n->parent->children[stmt->segments[level]] != n)
	  stmt->segments[level]++;
      }
}

/* Advance the residues like an odometer; false after the last.  */
static bool
next_residues (const struct pram_poly_stmt *stmt, int *residues)
{
  for (int level = stmt->depth - 1; level >= 0; level--)
    if (++residues[level] < stmt->periods[level])
      return true;
    else
      residues[level] = 0;
  return false;
}

static void
collect_stmts (struct pram_poly *poly, struct pram_node *node)
{
  struct pram_arena *arena = poly->prog->arena;
  for (int i = 0; i < node->n_children; i++)
    collect_stmts (poly, node->children[i]);
  if (node->kind != PRAM_STMT)
    return;

  struct pram_poly_stmt all = { .node = node };
  find_loops (poly, &all);
  do
    {
      struct pram_poly_stmt *stmt
	= PRAM_ARENA_PUSH (arena, poly->stmts, poly->n_stmts);
      *stmt = all;
      stmt->number = poly->n_stmts - 1;
      stmt->residues = PRAM_ARENA_NEW (arena, int, all.depth + 1);
      memcpy (stmt->residues, all.residues, sizeof (int) * all.depth);
    }
  while (next_residues (&all, all.residues));
}

struct pram_poly *
pram_poly_new (struct pram_prog *prog, bool steady)
{
  struct pram_poly *poly = PRAM_ARENA_NEW (prog->arena, struct pram_poly, 1);
  poly->prog = prog;
  poly->ctx = isl_ctx_alloc ();
  isl_options_set_on_error (poly->ctx, ISL_ON_ERROR_CONTINUE);
  isl_options_set_ast_build_atomic_upper_bound (poly->ctx, 1);
  isl_ctx_set_max_operations (poly->ctx, MAX_OPERATIONS);
  poly->interrupted = pram_deadline_enter (prog->deadline, poly->ctx);
  poly->steady = PRAM_ARENA_NEW (prog->arena, bool, prog->n_loops + 1);
  poly->counted = PRAM_ARENA_NEW (prog->arena, bool, prog->n_loops + 1);
  poly->n_kinds = PRAM_ARENA_NEW (prog->arena, int, 1);
  if (steady)
    pram_poly_find_steady (poly);
  pram_poly_make_params (poly);
  collect_stmts (poly, prog->root);
  return poly;
}

static void
forget_results (struct pram_poly_stmt *stmt)
{
  for (int i = 0; i < 2; i++)
    {
      isl_set_free (stmt->domain[i]);
      isl_set_free (stmt->block[i]);
      for (int a = 0; stmt->access[i] && a < stmt->node->n_accesses; a++)
	isl_map_free (stmt->access[i][a]);
      stmt->domain[i] = stmt->block[i] = NULL;
      stmt->access[i] = NULL;
    }
}

void
pram_poly_free (struct pram_poly *poly)
{
  if (!poly)
    return;
  for (int s = 0; s < poly->n_stmts; s++)
    forget_results (&poly->stmts[s]);
  for (int swapped = 0; swapped < 2; swapped++)
    isl_set_free (poly->context[swapped]);
  isl_space_free (poly->params);
  isl_space_free (poly->flow_params);
  pram_deadline_leave (poly->prog->deadline, poly->interrupted);
  isl_ctx_free (poly->ctx);
}

void
pram_poly_count_rounds (struct pram_poly *poly, const struct pram_node *loop)
{
  poly->counted[loop->iterator] = true;
  for (int k = 0; k < 2; k++)
    {
      isl_set_free (poly->context[k]);
      poly->context[k] = NULL;
    }
  for (int s = 0; s < poly->n_stmts; s++)
    forget_results (&poly->stmts[s]);
}

bool
pram_poly_exceeded_p (const struct pram_poly *poly)
{
  return (isl_ctx_last_error (poly->ctx) != isl_error_none
	  || pram_deadline_passed_p (poly->prog->deadline));
}

int
pram_poly_level (const struct pram_poly_stmt *stmt,
		 const struct pram_node *loop)
{
  for (int i = 0; i < stmt->depth; i++)
    if (stmt->loops[i] == loop)
      return i;
  return -1;
}

bool
pram_poly_inside_p (const struct pram_poly_stmt *stmt,
		    const struct pram_node *node)
{
  for (const struct pram_node *n = stmt->node; n; n = n->parent)
    if (n == node)
      return true;
  return false;
}

const struct pram_poly_stmt *
pram_poly_stmt_of (const struct pram_poly *poly, const char *tuple_name)
{
  bool exit = tuple_name[0] == 'e';
  return exit ? NULL : &poly->stmts[atoi (tuple_name + 1)];
}

int
pram_poly_array_of (const char *tuple_name)
{
  return atoi (tuple_name + 1);
}
