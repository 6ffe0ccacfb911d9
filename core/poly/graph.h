/* graph.h: the task graph of an affine program.

   SPDX-License-Identifier: Apache-2.0

   Tuples: S<k> the instances of statement k as writer,
   R<k>_<a> as reader of its access a, "exit" the end of the program, B<b> the
   elements of array object b.  */

#ifndef PRAM_GRAPH_H
#define PRAM_GRAPH_H

#include "prog/prog.h"

struct pram_poly;
typedef struct isl_union_map isl_union_map;

struct pram_graph
{
  isl_union_map *writes;	/* { S -> B } */
  isl_union_map *unsure;	/* { S -> B }: writes that may not happen
				   (pram_poly_unsure_p) */
  isl_union_map *reads;		/* { R -> B } */
  isl_union_map *flow;		/* { S -> [R -> B] }: who may have been last to
				   write before the reader */
  isl_union_map *no_source;	/* { R -> B }: perhaps read before any write */
};

/* The graph of NODE alone: names stand for what they stood for when it began.
   FLOW and NO_SOURCE are null if the analysis exceeded its limit.  Takes memory
   from the prog's arena; free the isl objects with pram_graph_free.  */
struct pram_graph *pram_graph_new (struct pram_poly *,
				   const struct pram_node *node);
void pram_graph_free (struct pram_graph *);

/* Print the task graph of PROG as relations between statement instances, and
   verify its invariants.  False after one report.  */
bool pram_graph_print (FILE *, struct pram_prog *, const struct pram_diag *);

#endif
