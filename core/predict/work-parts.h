/* work-parts.h: what the parts of the busiest process's work share.

   SPDX-License-Identifier: Apache-2.0

   Internal to work.c, work-bytes.c and work-loops.c.  */

#ifndef PRAM_WORK_PARTS_H
#define PRAM_WORK_PARTS_H

#include "work.h"

static inline double
pram_work_sum (const double *value, int n)
{
  double all = 0;
  for (int k = 0; k < n; k++)
    all += value[k];
  return all;
}

/* --- Bytes (work-bytes.c) ------------------------------------------------- */

/* Does the place of ACCESS depend on LOOP?  */
bool pram_work_depends_p (const struct pram_access *, int n_dims,
			  const struct pram_node *loop);

const struct pram_array *pram_work_array (const struct pram_works *,
					  const struct pram_access *);

/* Number the buffers under NODE.  */
void pram_work_find_buffers (struct pram_works *, const struct pram_node *);

/* The number of the buffer that ACCESS is of; N_BUFFERS if of none yet.  */
int pram_work_buffer (const struct pram_works *, const struct pram_access *);

/* Bytes of different elements that ACCESS of STMT touches in one run of
   ROOT.  */
double pram_work_touched (const struct pram_works *,
			  const struct pram_node *root,
			  const struct pram_node *stmt,
			  const struct pram_access *);

/* Raise FOOTPRINT, bytes by buffer, to what one run of ROOT touches in NODE. */
void pram_work_footprint (const struct pram_works *,
			  const struct pram_node *root,
			  const struct pram_node *, double *footprint);

/* Add what the statements under NODE read and write to W, each buffer once.  */
void pram_work_add_accesses (struct pram_works *, struct pram_work *w,
			     const struct pram_node *);

/* --- Innermost loops (work-loops.c) --------------------------------------- */

/* Add what the innermost loops under NODE, and statements outside of those, do
   in one run of W's layer.  */
void pram_work_add_loops (struct pram_works *, struct pram_work *w,
			  const struct pram_node *);

#endif
