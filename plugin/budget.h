/* budget.h: a limit on the time that compiling a region takes.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_BUDGET_H
#define PLUG_BUDGET_H

#include "base/deadline.h"

/* Let DEADLINE pass when SECONDS of processor time have been spent from now on,
   unless plug_budget_end is called before.  */
void plug_budget_start (struct pram_deadline *deadline, double seconds);
void plug_budget_end (void);

#endif
