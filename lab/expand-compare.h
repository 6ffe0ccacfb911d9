/* expand-compare.h: do both builders of task graphs agree?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_EXPAND_COMPARE_H
#define PRAM_EXPAND_COMPARE_H

#include "plan/expand.h"

/* Has PROG, delinearized, the same flows in the graph of core/poly/graph.c?
   False after one PRAM_ERROR that names the first difference, or a PRAM_REFUSAL
   of either builder.  OPTIONS are without FUSE and with UNROLL.  */
bool pram_expansion_compare (struct pram_prog *prog,
			     const struct pram_expand_options *,
			     const struct pram_diag *);

#endif
