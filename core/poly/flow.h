/* flow.h: which elements flow from which statement to which.

   SPDX-License-Identifier: Apache-2.0

   Internal to core.  What of the task graph (graph.h) a plan needs.  [e]
   stands for a tuple without a name: the subscripts of an element.  */

#ifndef PRAM_FLOW_H
#define PRAM_FLOW_H

#include "poly.h"

/* Element e flows from the instances of WRITER, by which it was written last,
   to those of READER.  Flow from nest to nest is given by FROM and TO: every
   instance that FROM relates to e, to every instance that TO relates to it.
   Flow inside of a nest is given by INSIDE.  The other is null.  */
struct pram_flow_part
{
  const struct pram_poly_stmt *writer, *reader;
  const struct form *form;	/* null, or what FROM is: parts of one form have
				   the same but for the writer's name */
  bool around;			/* of a steady loop that both are in: to a later
				   iteration */
  isl_map *from, *to;		/* { S -> [e] }, { S -> [e] } */
  const char *reader_name;	/* the reader's tuple in INSIDE */
  isl_map *inside;		/* { [S -> R] -> [e] } */
};

/* Elements of array object OBJECT that the instances of STMT are the first to
   read, or the last to write before the region ends.  */
struct pram_end
{
  const struct pram_poly_stmt *stmt;
  int object;
  isl_map *map;			/* { S -> [e] } */
};

struct pram_flows
{
  int n_flows, n_inputs, n_outputs;
  struct pram_flow_part *flows;
  struct pram_end *inputs;	/* no counts of steady loops */
  struct pram_end *outputs;
  int n_arrays;
  int n_blocks;			/* flow-nests.h */
  struct block *blocks;
};

/* The flow of the prog, apart from what stays within an iteration of a layer's
   distributed loop; LAYERS are null-terminated.  Without BY_NESTS the whole
   program is analysed at once; POLY then has no steady loops.  Maps are null
   where the analysis exceeded its limit.  Takes memory from the prog's arena;
   free the isl objects with pram_flows_free.  */
struct pram_flows *
pram_flows_new (struct pram_poly *, const struct pram_node *const *layers,
		bool by_nests);
void pram_flows_free (struct pram_flows *);

/* Call VISIT with each array object that STMT accesses by ACCESS, and with the
   elements, { [e] }, which it takes.  */
typedef void (*pram_flow_visit) (void *data, int object, isl_set *elements);
void pram_flow_foreach_object (const struct pram_flows *,
			       const struct pram_poly *,
			       const struct pram_poly_stmt *,
			       const struct pram_access *,
			       pram_flow_visit visit, void *data);

#endif
