/* machine.h: the machine file, as pram-logp writes it.

   SPDX-License-Identifier: Apache-2.0

   One parameter a line, `#' starts a comment.  The first word decides whose a
   line is: the LogP model's (logp.h) or the measured costs' (costs.h).  */

#ifndef PRAM_MACHINE_H
#define PRAM_MACHINE_H

#include "costs.h"
#include "logp.h"

/* Read FILE over *LOGP and *COSTS: what it does not name stays, but if it names
   no measured costs there are none, and the LogP model says it all.  What is
   longer than a number goes to the arena of COSTS.  False after one PRAM_ERROR
   that names the line, if it is about one.  */
bool pram_machine_read (FILE *, struct pram_logp *, struct pram_costs *,
			const struct pram_diag *);

/* In the form that is read; costs that are not from a file are left out.  */
void pram_machine_print (FILE *, const struct pram_logp *,
			 const struct pram_costs *);

#endif
