/* encoder.h: what writes down a set's program.

   SPDX-License-Identifier: Apache-2.0

   Internal to sets.c, sets-lift.c, sets-ast.c and encoder.c.  */

#ifndef PRAM_ENCODER_H
#define PRAM_ENCODER_H

#include "pram-sets.h"
#include "sets.h"

struct pram_encoder
{
  const struct pram_poly *poly;
  struct pram_plan *plan;
  int64_t base;
  const int64_t *stride;
  int n_vars;			/* those of the environment come first */
  isl_id *vars[PRAM_SET_MAX_VARS];	/* of loops that isl makes */
  bool failed;
};

/* Append a word, the value of the parameter NAME.  */
void pram_encoder_put (struct pram_encoder *, int64_t word);
void pram_encoder_put_param (struct pram_encoder *, const char *name);

/* The numerator of V, which it takes.  */
int64_t pram_take_si (isl_val *v);

/* Reserve a word for the size of what follows; close fills it in.  */
int pram_encoder_open (struct pram_encoder *);
void pram_encoder_close (struct pram_encoder *, int start);

/* PIECE with its quotients as dimensions; sets the strides to theirs.  Null if
   existential variables of it are not known to be quotients.  (sets-lift.c)  */
isl_basic_set *pram_encoder_lift (struct pram_encoder *,
				  __isl_keep isl_basic_set *piece);

/* Append a program for SET, made by isl's code generator, in the context
   KNOWN.  (sets-ast.c)  */
void pram_encoder_put_by_ast (struct pram_encoder *, isl_set *set,
			      isl_set *known);

#endif
