/* delinearize.h: from byte offsets to subscripts.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_DELINEARIZE_H
#define PRAM_DELINEARIZE_H

#include "prog/prog.h"

/* Give every array dimensions and every access subscripts, from the byte
   offsets.  False with a PRAM_REFUSAL naming the access for which there are
   none.  */
bool pram_delinearize (struct pram_prog *, const struct pram_diag *);

#endif
