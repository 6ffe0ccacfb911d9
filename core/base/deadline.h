/* deadline.h: how long a compilation, or planning, may take.

   SPDX-License-Identifier: Apache-2.0

   Core looks at no clock.  Who asks it for something sets a timer and lets the
   deadline pass: what is being computed then ends soon, as if its operations
   had exceeded their limit (poly.h), and what would come next is refused.  */

#ifndef PRAM_DEADLINE_H
#define PRAM_DEADLINE_H

#include <signal.h>
#include <stdbool.h>

#include "diag.h"

struct isl_ctx;

struct pram_deadline
{
  const char *work;		/* what is done: a verb */
  double seconds;		/* that there were */
  const char *remedy;		/* how to have more, or null */
  /* Null, or who is told how many operations it is done for, as soon as that is
     known: less time may be worth it.  */
  void (*worth) (double operations);
  volatile sig_atomic_t passed;
  struct isl_ctx *volatile at_work;	/* the innermost that computes */
};

/* D has passed.  May be called from a signal handler.  */
void pram_deadline_pass (struct pram_deadline *d);

/* Has it?  A null one never does.  */
bool pram_deadline_passed_p (const struct pram_deadline *);

/* If D has passed, one PRAM_REFUSAL that says so, and true.  */
bool pram_deadline_refuse (const struct pram_deadline *d,
			   const struct pram_diag *);

/* CTX begins to compute for D (null: without one); returns what was at work, to
   be handed to pram_deadline_leave when CTX is no longer needed.  */
struct isl_ctx *pram_deadline_enter (struct pram_deadline *d,
				     struct isl_ctx *ctx);
void pram_deadline_leave (struct pram_deadline *d, struct isl_ctx *before);

#endif
