/* taskgraph-files.h: task graphs in files.

   SPDX-License-Identifier: GPL-3.0-or-later

   Text form: a line for each task, in the order of their numbers, with its
   cost, maybe a label, and its successors, each maybe with the bytes that move
   there if they are not those of the first line (8 if it does not say).
   Successors may have any numbers as long as there is no cycle: the builder
   sorts.  `#' starts a comment.

     graph diamond bytes 8
     task 1.5 "top" 1 2:16
     task 2 3
     task 2 3
     task 1e-6  */

#ifndef PRAM_TASKGRAPH_FILES_H
#define PRAM_TASKGRAPH_FILES_H

#include "plan/taskgraph.h"

/* Read and print the text form.  Readers return null after one PRAM_ERROR that
   names the line.  */
struct pram_taskgraph *pram_taskgraph_read (FILE *, struct pram_arena *,
					    const struct pram_diag *);
void pram_taskgraph_print (FILE *, const struct pram_taskgraph *);

/* The form of the Standard Task Graph Set, with and without the cost of
   communication (taskgraph-stg.c has the details); NAME names the graph.
   Printing needs preds.  */
struct pram_taskgraph *
pram_taskgraph_read_stg (FILE *, const char *name, struct pram_arena *,
			 const struct pram_diag *);
void pram_taskgraph_print_stg (FILE *, const struct pram_taskgraph *);

/* GraphViz's DOT (taskgraph-dot.c says which attributes count).  */
struct pram_taskgraph *pram_taskgraph_read_dot (FILE *, struct pram_arena *,
						const struct pram_diag *);
void pram_taskgraph_print_dot (FILE *, const struct pram_taskgraph *);

#endif
