/* generate.h: task graphs of the classes that the literature uses.

   SPDX-License-Identifier: GPL-3.0-or-later

   A graph is named by its kind and parameters, KIND:NAME=VALUE,…; what is not
   given has a default.  The same text gives the same graph everywhere.

     chain n             n tasks, one after the other
     forkjoin width n    n times: a task, WIDTH that read it, one that reads
			 them all and is the next one's first
     intree arity depth  a complete tree whose DEPTH + 1 layers shrink
     outtree arity depth … or grow
     diamond n           n x n tasks, each reads its left and upper neighbour
     fft n               log2 (n) + 1 layers of n tasks, butterflies between
     stencil d n steps block
			 n points in each of d = 1, 2, 3 dimensions, STEPS
			 steps; each task has a block of BLOCK points in each
			 dimension and reads itself and its 2 d neighbours
     gauss n             elimination of a matrix of n columns: pivot column k,
			 then an update of each column behind it
     lu n, cholesky n    right-looking factorisation of n x n tiles
     layered n fat density regular jump ccr
			 random layers, with the parameters of daggen: about
			 FAT * sqrt (n) tasks in each, the more equal the nearer
			 REGULAR is to 1; a task reads up to a share DENSITY of
			 a layer, which lies up to JUMP layers before; costs
			 from 0.5 to 1.5 of COST; with CCR bytes are random, in
			 the mean CCR for each second of cost
     planted procs n length L o g
			 n tasks whose optimum on PROCS processes is LENGTH on a
			 machine with these L, o, g: see pram_generate_planted

   All but the planted ones take cost (of a task, a point, or the
   multiplications of a tile or of a column's element, s) and bytes (of the
   value of a task, a point, a tile or an element); random ones take seed.  */

#ifndef PRAM_GENERATE_H
#define PRAM_GENERATE_H

#include "machine/logp.h"
#include "plan/clustering.h"
#include "plan/taskgraph.h"

/* The graph that SPEC names.  Null after one PRAM_ERROR: an unknown kind or
   parameter (the message lists what there is), a value out of range, more
   than 2^31 - 1 tasks, or more than there is memory for.  */
struct pram_taskgraph *pram_generate (const char *spec, struct pram_arena *,
				      const struct pram_diag *);

/* All kinds with their parameters and defaults, one a line.  */
void pram_generate_print_kinds (FILE *);

/* A graph made around a schedule that is optimal, and that schedule's
   clustering.

   Where o and g of MACHINE are 0 all PROCS processes compute from 0 to LENGTH
   without a pause, in N tasks of random, whole lengths; edges between
   processes leave L between their tasks.  The makespan is W / PROCS, which
   none can beat.
   Else process 0 computes a chain of weight LENGTH, and exchanges nothing;
   the others leave room for one receive before and one send after each task.
   The makespan is the weight of a path, which none can beat.

   Needs 1 <= PROCS <= N, LENGTH >= ceil (N / PROCS), and costs of messages
   that don't depend on their bytes (8 each).  */
struct pram_clustering *
pram_generate_planted (struct pram_arena *, int32_t procs, int32_t n,
		       int64_t length, const struct pram_logp *machine,
		       uint64_t seed);

#endif
