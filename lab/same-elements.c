/* same-elements.c: do two programs take the same elements for each element?

   SPDX-License-Identifier: GPL-3.0-or-later

   Each program becomes one relation, { w_x[byte] -> r_y[byte] }: a statement
   that writes this byte of x (its element's first) reads that of y.  What is
   written from nothing, or read for nothing, is related to none[].  Arrays
   of which each iteration of an outermost loop has its own are left out, as if
   they were declared inside.  */

#include "same-elements.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/blocks.h"

/* A program, and what its arrays are called in relations.  */
struct side
{
  struct pram_prog *prog;
  const char **name;		/* by array */
};

/* The name of array NUMBER of PROG as an identifier: of `g->a' it is `a'.  */
static const char *
plain_name (const struct pram_prog *prog, int number)
{
  const char *name = prog->arrays[number].name, *end = name + strlen (name);
  while (end > name
	 && (isalnum ((unsigned char) end[-1]) || end[-1] == '_'))
    end--;
  return end;
}

/* All arrays of A that are wanted afterwards are called like one of B.  */
static bool
named_in_p (const struct pram_prog *a, const struct pram_prog *b)
{
  bool all = true;
  for (int i = 0; i < a->n_arrays && all; i++)
    {
      all = a->arrays[i].local;
      for (int j = 0; j < b->n_arrays && !all; j++)
	all = !strcmp (plain_name (a, i), plain_name (b, j));
    }
  return all;
}

/* Call SIDE's arrays what they are called, or after their PLACE.  */
static void
name_arrays (struct side *side, bool place, struct pram_arena *arena)
{
  int n = side->prog->n_arrays;
  side->name = PRAM_ARENA_NEW (arena, const char *, n + 1);
  for (int a = 0; a < n; a++)
    side->name[a] = place ? pram_arena_printf (arena, "%d", a)
		    : plain_name (side->prog, a);
}

/* { B_a[subscripts] -> NAME[byte] } of array NUMBER.  */
static isl_map *
flattening (const struct pram_poly *poly, int number, const char *name)
{
  const struct pram_array *array = &poly->prog->arrays[number];
  char object[16];
  snprintf (object, sizeof object, "B%d", number);
  isl_space *space = isl_space_set_from_params (isl_space_copy (poly->params));
  space = isl_space_add_dims (space, isl_dim_set, array->n_dims);
  space = isl_space_set_tuple_name (space, isl_dim_set, object);
  isl_aff *byte = isl_aff_zero_on_domain (isl_local_space_from_space (space));
  byte = isl_aff_set_constant_si (byte, (int) array->origin);
  for (int d = 0; d < array->n_dims; d++)
    byte = isl_aff_set_coefficient_si (byte, isl_dim_in, d,
				       (int) array->stride[d]);
  return isl_map_set_tuple_name (isl_map_from_aff (byte), isl_dim_out, name);
}

/* { S[i] -> w_x[byte] }, or r_x, of ACCESS.  */
static isl_union_map *
bytes_of (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	  const struct pram_access *access, const struct side *side)
{
  const struct pram_prog *prog = poly->prog;
  char name[64];
  isl_union_map *bytes
    = pram_poly_object_access (poly, stmt, access, prog->root);
  isl_union_map *flat = isl_union_map_empty (isl_space_copy (poly->params));
  for (int a = 0; a < prog->n_arrays; a++)
    {
      snprintf (name, sizeof name, "%c_%s", access->write ? 'w' : 'r',
		side->name[a]);
      flat = isl_union_map_add_map (flat, flattening (poly, a, name));
    }
  return isl_union_map_apply_range (bytes, flat);
}

/* { S[i] -> none[] }.  */
static isl_union_map *
to_none (const struct pram_poly *poly, const struct pram_poly_stmt *stmt)
{
  isl_space *none = isl_space_set_from_params (isl_space_copy (poly->params));
  none = isl_space_set_tuple_name (none, isl_dim_set, "none");
  return isl_union_map_from_map
	   (isl_map_from_domain_and_range (pram_poly_domain (poly, stmt),
					   isl_set_universe (none)));
}

/* The reads of STMT, or its writes.  */
static isl_union_map *
accesses_of (const struct pram_poly *poly, const struct pram_poly_stmt *stmt,
	     bool write, const struct side *side)
{
  isl_union_map *all = NULL;
  for (int a = 0; a < stmt->node->n_accesses; a++)
    {
      const struct pram_access *access = &stmt->node->accesses[a];
      if (access->write != write
	  || (stmt->depth && pram_own_p (poly, stmt->loops[0], access->array)))
	continue;
      isl_union_map *bytes = bytes_of (poly, stmt, access, side);
      all = all ? isl_union_map_union (all, bytes) : bytes;
    }
  return all ? all : to_none (poly, stmt);
}

/* The whole of SIDE, as text: each program has an isl context of its own.  Null
   if it is too complex.  */
static char *
relation_of (const struct side *side)
{
  struct pram_poly *poly = pram_poly_new (side->prog, false);
  isl_union_map *all = isl_union_map_empty (isl_space_copy (poly->params));
  for (int s = 0; s < poly->n_stmts; s++)
    {
      const struct pram_poly_stmt *stmt = &poly->stmts[s];
      isl_union_map *writes = accesses_of (poly, stmt, true, side);
      isl_union_map *reads = accesses_of (poly, stmt, false, side);
      all = isl_union_map_union (all, isl_union_map_apply_range
				 (isl_union_map_reverse (writes), reads));
    }
  all = isl_union_map_project_out_all_params (all);
  char *text = isl_union_map_to_str (all);
  isl_union_map_free (all);
  pram_poly_free (poly);
  return text;
}

/* Nothing is in WHOLE that is not in PART; else report that WHO has more.  */
static bool
within_p (isl_union_map *whole, isl_union_map *part, const char *who,
	  const struct pram_diag *diag)
{
  isl_union_map *more = isl_union_map_subtract (isl_union_map_copy (whole),
						isl_union_map_copy (part));
  bool none = isl_union_map_is_empty (more) == isl_bool_true;
  if (!none)
    {
      isl_basic_map *one = isl_union_map_sample (isl_union_map_copy (more));
      char *text = isl_basic_map_to_str (one);
      pram_diag_report (diag, PRAM_ERROR, 0, "only %s has %s", who,
			text ? text : "what can't be computed");
      free (text);
      isl_basic_map_free (one);
    }
  isl_union_map_free (more);
  return none;
}

bool
pram_same_elements (struct pram_prog *a, struct pram_prog *b,
		    const struct pram_diag *diag)
{
  struct pram_arena *arena = pram_arena_new ();
  struct side sides[] = { { a, NULL }, { b, NULL } };
  bool place = !named_in_p (a, b) || !named_in_p (b, a);
  name_arrays (&sides[0], place, arena);
  name_arrays (&sides[1], place, arena);
  char *text_a = relation_of (&sides[0]), *text_b = relation_of (&sides[1]);
  bool same = text_a && text_b;
  if (!same)
    pram_diag_report (diag, PRAM_REFUSAL, 0, "this is too complex to compare");
  else
    {
      isl_ctx *ctx = isl_ctx_alloc ();
      isl_options_set_on_error (ctx, ISL_ON_ERROR_CONTINUE);
      isl_union_map *of_a = isl_union_map_read_from_str (ctx, text_a);
      isl_union_map *of_b = isl_union_map_read_from_str (ctx, text_b);
      same = (within_p (of_a, of_b, a->name, diag)
	      && within_p (of_b, of_a, b->name, diag));
      isl_union_map_free (of_a);
      isl_union_map_free (of_b);
      isl_ctx_free (ctx);
    }
  free (text_a);
  free (text_b);
  pram_arena_free (arena);
  return same;
}
