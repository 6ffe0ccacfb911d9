/* bits.c: whether a region's results are those of the original statement bit for bit.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"

bool
prt_same_bits_p (const struct pram_region *desc)
{
  for (int l = 0; l < desc->n_layers; l++)
    for (int k = 0; k < desc->layers[l].n_reductions; k++)
      {
	const struct pram_reduction *r = &desc->layers[l].reductions[k];
	if ((r->op == PRAM_OP_SUM || r->op == PRAM_OP_PROD)
	    && (r->type == PRAM_TYPE_F32 || r->type == PRAM_TYPE_F64
		|| r->type == PRAM_TYPE_F80))
	  return false;
      }
  return !desc->tables;
}
