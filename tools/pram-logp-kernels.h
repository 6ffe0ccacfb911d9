/* pram-logp-kernels.h: the loops of which pram-logp measures what they cost.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_LOGP_KERNELS_H
#define PRAM_LOGP_KERNELS_H

#include "machine/costs.h"

/* What layers are made of: few and many operations, loads and stores per
   element, arrays that are read and that are written, with and without a
   reduction.  */
enum kernel
{
  DOT, TRIAD, RESIDUAL, DIRECTIONS, AVERAGE, ENERGY, DESCENT, SERIES, N_KERNELS
};

struct kernel_kind
{
  int n_arrays;
  int rows_again;		/* of the first array, beside the new one */
  int reduces;			/* 1 or 0 */
  struct pram_kernel does;	/* of an element */
};
extern const struct kernel_kind kernel_kinds[N_KERNELS];

/* Computes one row of N elements of the kernel's arrays, but not its first and
   last one; what it returns keeps the compiler from leaving it out.  */
typedef double row_fn (double *restrict, double *restrict, double *restrict,
		       long n);

/* By kernel, compiled for vectors of BYTES; null if this processor doesn't have
   these.  */
row_fn *const *kernel_rows (int bytes);

/* Bytes of the shortest vectors, and of the longest that this processor has;
   each length is twice the one before.  */
enum { SHORTEST_VECTOR = 16 };
int processor_vector (void);

#endif
