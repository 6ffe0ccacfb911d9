/* schedule-check.h: is it a LogP schedule?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SCHEDULE_CHECK_H
#define PRAM_SCHEDULE_CHECK_H

#include "predict/timing.h"

/* Constraints (i)-(v) of Disturbance, section 2, and the capacity.  False
   after one PRAM_ERROR that names the process, the time and the constraint.  */
bool pram_schedule_check (const struct pram_schedule *,
			  const struct pram_diag *);
void pram_schedule_print (FILE *, const struct pram_schedule *);

#endif
