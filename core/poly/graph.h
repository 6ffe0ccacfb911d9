/* graph.h: the task graph of an affine program.

   SPDX-License-Identifier: Apache-2.0

   Internal to core.  Tuples: S<k> the instances of statement k as writer,
   R<k>_<a> as reader of its access a, "exit" the end of the program, B<b> the
   elements of array object b.  */

#ifndef PRAM_GRAPH_H
#define PRAM_GRAPH_H

#include "plan/plan.h"
#include "poly.h"

struct pram_graph
{
  isl_union_map *writes;	/* { S -> B } */
  isl_union_map *reads;		/* { R -> B } */
  isl_union_map *flow;		/* { S -> [R -> B] }: last writer to reader */
  isl_union_map *no_source;	/* { R -> B }: read before any write */
};

/* The graph of NODE alone: names stand for what they stood for when it began.
   FLOW and NO_SOURCE are null if the analysis exceeded its limit.  Takes memory
   from the prog's arena; free the isl objects with pram_graph_free.  */
struct pram_graph *pram_graph_new (struct pram_poly *,
				   const struct pram_node *node);
void pram_graph_free (struct pram_graph *);

#endif
