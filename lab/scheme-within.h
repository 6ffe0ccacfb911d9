/* scheme-within.h: is the communication scheme for one size part of that for
   another one?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SCHEME_WITHIN_H
#define PRAM_SCHEME_WITHIN_H

#include "predict/scheme.h"

/* Is SCHEME part of OTHER, of the same source with other values?  Non-oblivious,
   section 3: then what is planned for the larger one serves the smaller.  Vertices
   are the same if they are the same iteration of the same statement, or hold the
   same element.  False after a PRAM_ERROR that shows a vertex or an edge that is
   in SCHEME alone, or a PRAM_REFUSAL if the programs have other statements.  */
bool pram_scheme_within (const struct pram_scheme *scheme,
			 const struct pram_scheme *other,
			 struct pram_arena *, const struct pram_diag *);

#endif
