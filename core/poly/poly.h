/* poly.h: a prog as integer sets and relations (isl).

   SPDX-License-Identifier: Apache-2.0

   Internal to core: everything that includes it works on isl objects, whose
   ownership follows isl's __isl_take/__isl_give/__isl_keep.

   Parameters of all sets, in this order: c<k> (the counts of data-dependent
   loops), slo, shi, dlo, dhi (the units of the source and of the destination
   process), t<k> (iterators of loops that may belong to the driver, where a
   set is wanted for one iteration).  */

#ifndef PRAM_POLY_H
#define PRAM_POLY_H

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/flow.h>
#include <isl/id.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/schedule.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

#include "prog/prog.h"

enum { PRAM_POLY_SRC, PRAM_POLY_DST };

/* A statement, in those iterations of permuting loops (prog.h, "Array names")
   that leave given residues modulo the permutation's order: there a name
   stands for one array object.  Iterator = period * dimension + residue, so
   that no set needs a modulus.  */
struct pram_poly_stmt
{
  struct pram_node *node;
  int number;
  int depth;			/* number of enclosing loops */
  struct pram_node **loops;	/* outermost first */
  int *segments;		/* the segment of each that holds the stmt */
  int *periods, *residues;	/* of each */
  isl_set *domain[2];		/* known results, one for each set of */
  isl_map **access[2];		/* parameters (pram_poly_swap_params); */
  isl_set *block[2];		/* in a block, by side: plan.c */
  int *kinds;			/* by access (pram_poly_kind), or null */
};

struct pram_poly
{
  struct pram_prog *prog;
  isl_ctx *ctx;
  isl_ctx *interrupted;		/* deadline.h */
  isl_space *params;
  isl_space *flow_params;	/* the counts alone */
  int n_count_params, n_iterator_params;
  int *count_position;		/* of c<count>, by count */
  int *iterator_position;	/* of t<iterator>, by iterator */
  int n_stmts;
  struct pram_poly_stmt *stmts;	/* in program order */
  int swapped;			/* 1 while the parameters are swapped */
  isl_set *context[2];
  bool *steady;			/* pram_poly_steady_p, by iterator */
  bool *counted;		/* pram_poly_count_rounds, by iterator */
  int *n_kinds;			/* pram_poly_kinds, or 0 */
};

/* The statements of PROG.  Operations on it are limited, in number and by
   PROG's deadline: beyond the limit isl returns null objects
   (pram_poly_exceeded_p).  With STEADY, steady loops are represented by one
   iteration.  */
struct pram_poly *pram_poly_new (struct pram_prog *, bool steady);
void pram_poly_free (struct pram_poly *);
bool pram_poly_exceeded_p (const struct pram_poly *);

/* Between two calls, sets are made with the counts as their only parameters:
   every parameter is a column that data-flow analysis drags along.  */
void pram_poly_swap_params (struct pram_poly *);

/* Positions of parameters.  */
int pram_poly_param_units (const struct pram_poly *, int side);
				/* slo or dlo; shi, dhi follow */
int pram_poly_param_count (const struct pram_poly *, int count);
				/* -1: of a segment without statements */
int pram_poly_param_iterator (const struct pram_poly *, int iterator);

/* Position of LOOP among STMT's loops, -1 if it does not enclose it.  */
int pram_poly_level (const struct pram_poly_stmt *, const struct pram_node *);
/* Is NODE an ancestor of STMT, or its node?  */
bool pram_poly_inside_p (const struct pram_poly_stmt *,
			 const struct pram_node *node);

/* Is LOOP a data-dependent loop inside of another loop?  Its accesses must be
   the same in all iterations.  Inside of a layer nobody counts them: analysis
   takes it for one iteration.  */
bool pram_poly_nested_p (const struct pram_node *loop);
bool pram_poly_opaque_p (const struct pram_poly *,
			 const struct pram_node *loop);

/* LOOP, a nested data-dependent loop, is one of the driver's: from now on sets
   have a parameter for the number of its iterations.  It stands for those of
   each of the rounds, of which no two need have as many: who wrote an element
   last depends on whether the loop ran in the latest round, not how often.  */
void pram_poly_count_rounds (struct pram_poly *, const struct pram_node *loop);

/* May STMT's loops go on without it having run: is it behind the first test of
   a nested data-dependent loop of the driver?  */
bool pram_poly_unsure_p (const struct pram_poly *,
			 const struct pram_poly_stmt *stmt);

/* In how many loops STMT is that stay out (struct pram_node), right inside of its
   outermost loop, which is counted.  */
int pram_poly_staying (const struct pram_poly_stmt *stmt);

/* The same as pram_poly_unsure_p of loops beyond those.  */
bool pram_poly_unsure_beyond_p (const struct pram_poly *,
				const struct pram_poly_stmt *stmt);

/* Is LOOP a steady loop, one that stands in no other loop and does the same to
   the same names in each iteration, writing something?  Its statements then
   have one iteration here, number 0, and are not split: what happens between
   iterations is left to flow.c.  */
bool pram_poly_steady_p (const struct pram_poly *,
			 const struct pram_node *loop);

/* How many iterations pass until LOOP lets name ARRAY stand for the same
   again.  */
int pram_poly_period (const struct pram_node *loop, int array);

/* Does LOOP, run whole, leave names with what they stood for before?  */
bool pram_poly_restores_names_p (const struct pram_prog *,
				 const struct pram_node *loop);

/* The instances of STMT: { S[iterators] }.  */
isl_set *pram_poly_domain (const struct pram_poly *,
			   const struct pram_poly_stmt *);
/* The same, only the outermost DEPTH iterators bounded.  */
isl_set *pram_poly_outer_domain (const struct pram_poly *,
				 const struct pram_poly_stmt *, int depth);

/* AFFINE as a function of STMT's instances.  */
isl_aff *pram_poly_aff (const struct pram_poly *,
			const struct pram_poly_stmt *,
			const struct pram_affine *);

/* { S[i] -> N_a[subscripts] }: by array name, guards applied.  */
isl_map *pram_poly_access (const struct pram_poly *,
			   const struct pram_poly_stmt *,
			   const struct pram_access *);

/* Do X of P and Y of Q mean the same element, of whatever array, in each iteration
   of the same loops, if they happen?  */
bool pram_poly_same_place_p (const struct pram_poly *,
			     const struct pram_poly_stmt *p,
			     const struct pram_access *x,
			     const struct pram_poly_stmt *q,
			     const struct pram_access *y);

/* The greatest common divisor of STEP, or 0, and all by which X's subscript of dimension
   D changes from iteration to iteration: 0 if it is a number.  */
int64_t pram_poly_step (const struct pram_access *x, int d, int64_t step);
/* X's and Y's subscript of dimension D differ by multiples of STEP; of 0: not.  */
bool pram_poly_congruent_p (const struct pram_access *x, const struct pram_access *y,
			    int d, int64_t step);
/* X and Y, of the same array, have no element in common, whatever the iterations:
   seen by the steps of their subscripts alone.  */
bool pram_poly_apart_p (const struct pram_poly *, const struct pram_access *x,
			const struct pram_access *y);

/* And do they happen in the same iterations?  */
bool pram_poly_alike_p (const struct pram_poly *,
			const struct pram_poly_stmt *p,
			const struct pram_access *x,
			const struct pram_poly_stmt *q,
			const struct pram_access *y);

/* How many kinds of accesses there are: those of a kind are alike, and no others.  */
int pram_poly_kinds (const struct pram_poly *);
/* The number of ACCESS's.  */
int pram_poly_kind (const struct pram_poly *, const struct pram_poly_stmt *,
		    const struct pram_access *);

/* Does STMT read the same by another access before READ?  */
bool pram_poly_repeated_p (const struct pram_poly *,
			   const struct pram_poly_stmt *stmt,
			   const struct pram_access *read);

/* { S[i] -> B_b[subscripts] }: by what the names stood for when NODE began,
   that is with names resolved through the permutations of loops (prog.h, "Array
   names"); at the root by array object.  */
isl_union_map *pram_poly_object_access (const struct pram_poly *,
					const struct pram_poly_stmt *,
					const struct pram_access *,
					const struct pram_node *node);

/* Is access number ACCESS of the statement wanted?  */
typedef bool pram_poly_wanted_fn (const struct pram_poly_stmt *, int access,
				  const void *data);

/* The order of all instances in NODE that make accesses which are wanted, with those of
   EXIT after all others.  A statement S<k> stands for its write, and R<k>_<a> for its
   read access a: isl finds the source of each access by itself much faster than that of
   a union of them.  */
isl_schedule *pram_poly_schedule (const struct pram_poly *, const struct pram_node *,
				  pram_poly_wanted_fn *, const void *data,
				  isl_set *exit);

/* "R<k>_<a>" */
const char *pram_poly_reader_name (const struct pram_poly *,
				   const struct pram_poly_stmt *, int access);

/* Tie the iterators of STMT's loops outside of NODE to the parameters t.  */
isl_set *pram_poly_fix_outer (const struct pram_poly *,
			      const struct pram_poly_stmt *,
			      const struct pram_node *node, isl_set *);

/* The constraints on the counts that hold in every execution.  */
isl_set *pram_poly_counts (const struct pram_poly *);
/* The same of loops that are not steady, on which instances depend.  */
isl_set *pram_poly_context (const struct pram_poly *);

/* SET where the parameter at position A is DIFFERENCE more than that at B.  */
isl_set *pram_poly_relate_counts (isl_set *, int a, int b, int difference);

/* Project SET's parameters: the counts, the iterators.  */
isl_set *pram_poly_forget_counts (const struct pram_poly *, isl_set *);
isl_set *pram_poly_forget_rounds (const struct pram_poly *, isl_set *);
				/* the counts of pram_poly_count_rounds */
isl_set *pram_poly_forget_iterators (const struct pram_poly *, isl_set *);

/* The statement that an isl tuple S<number>… stands for, null for "exit"; the
   array of a tuple N<a> or B<b>.  */
const struct pram_poly_stmt *pram_poly_stmt_of (const struct pram_poly *,
						const char *tuple_name);
int pram_poly_array_of (const char *tuple_name);

#endif
