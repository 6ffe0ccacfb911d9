/* scheme.h: the communication scheme of a program whose data choose what is
   read, and what is proven of its time.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_SCHEME_H
#define PRAM_SCHEME_H

#include "machine/logp.h"
#include "prog/prog.h"
#include "plan/expand.h"
#include "plan/taskgraph.h"

/* Who holds an element from before: vertex (a[i], 0).  */
struct pram_scheme_holder { int32_t array; int64_t element; };

/* Non-oblivious, section 3.3 and Definition 1: the union of what may be
   communicated.  A read of which data choose the element has an edge from
   everyone who may hold it: the last writers of all elements of the array, and
   for those that are from before a process that does nothing else.  */
struct pram_scheme
{
  struct pram_taskgraph *graph;	/* with preds and labels; first those who hold,
				   then the tasks */
  int32_t n_holders;
  struct pram_scheme_holder *holders;
  const struct pram_expansion *x;	/* has the tasks */
  int indirection;		/* d: requests of one task, at most */
  double messages;		/* of an iteration, at most: a request and its
				   answer are two */
};

/* With all edges, of PROG, one iteration of each data-dependent loop, OP seconds
   an operation; of an oblivious program its task graph.  Arrays of which nobody knows
   how many elements they have have as many as struct pram_scheme_promise says, and in
   PROG writes whose place data choose become conditions.  False after a PRAM_REFUSAL:
   there are too many tasks or edges.  */
bool pram_scheme_build (struct pram_scheme *, struct pram_prog *prog,
			double op, struct pram_arena *,
			const struct pram_diag *);

/* Of a naive schedule, each task on a process of its own, which asks for what
   it needs (Non-oblivious, section 4).  Seconds, of one iteration if there is
   a data-dependent loop.  */
struct pram_scheme_promise
{
  double work, depth;		/* W, T */
  double l_max;			/* the greatest Lmax (u, v) of one message */
  double granularity;		/* gamma for d = 0 */
  double n_tasks, n_edges;	/* without holders; with their edges */
  int indirection;		/* d */
  bool iterated;		/* there is a data-dependent loop */
  bool at_most;			/* all figures are limits: gamma is at least what
				   is here, and the others at most */
  int64_t length;		/* so many elements arrays are taken to have of
				   which nobody knows how many there are; 0:
				   there are no such ones */
  double naive;			/* Theorem 9, in the form that holds, with
				   stalls and the verdict */
  double theorem;		/* Theorem 11; INFINITY if gamma is 0 or
				   messages may stall */
};

struct pram_scheme_promise pram_scheme_promise_of (const struct pram_prog *,
						   const struct pram_scheme *,
						   const struct pram_logp *);

/* The same of PROG without the edges: in memory for its tasks and the elements of
   its arrays, or, if there are too many of these, limits that the text of PROG
   tells.  False after a PRAM_REFUSAL, as if data choose what is written.  */
bool pram_scheme_prove (struct pram_scheme_promise *, struct pram_prog *,
			const struct pram_logp *, const struct pram_diag *);

/* Those limits, for any size.  */
bool pram_scheme_prove_limits (struct pram_scheme_promise *,
			       struct pram_prog *, const struct pram_logp *,
			       const struct pram_diag *);

/* More tasks, or elements, are too many.  */
#define PRAM_SCHEME_BUDGET (1 << 18)
#define PRAM_SCHEME_ELEMENTS (1 << 22)

/* One line.  */
void pram_scheme_promise_print (FILE *, const struct pram_scheme_promise *);

#endif
