/* verdict-tree.h: the way that verdicts take.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_VERDICT_TREE_H
#define PRAM_VERDICT_TREE_H

#include "machine/logp.h"
#include "plan.h"

/* Say how the values that decide come to all of PROCS processes of the machine, if
   PLAN has loops that end so.  */
void pram_verdict_tree_print (FILE *, const struct pram_plan *plan,
			      const struct pram_logp *, int procs);

#endif
