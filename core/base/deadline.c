/* deadline.c: how long a compilation, or planning, may take.

   SPDX-License-Identifier: Apache-2.0

   Invariant (1): a context that is at work after the deadline has been aborted,
   and so has each that it interrupted as soon as it works again.  */

#include "deadline.h"

#include <isl/ctx.h>

void
pram_deadline_pass (struct pram_deadline *d)
{
  isl_ctx *ctx = d->at_work;
  d->passed = 1;
  if (ctx)
    isl_ctx_abort (ctx);
}

bool
pram_deadline_passed_p (const struct pram_deadline *d)
{
  return d && d->passed;
}

bool
pram_deadline_refuse (const struct pram_deadline *d,
		      const struct pram_diag *diag)
{
  if (!pram_deadline_passed_p (d))
    return false;
  pram_diag_report (diag, PRAM_REFUSAL, 0,
		    "to %s it takes more than %g s%s%s", d->work, d->seconds,
		    d->remedy ? "; " : "", d->remedy ? d->remedy : "");
  return true;
}

/* CTX is at work from now on.  */
static void
set_at_work (struct pram_deadline *d, struct isl_ctx *ctx)
{
  d->at_work = ctx;
  if (d->passed && ctx)
    isl_ctx_abort (ctx);
}

struct isl_ctx *
pram_deadline_enter (struct pram_deadline *d, struct isl_ctx *ctx)
{
  struct isl_ctx *before = d ? d->at_work : NULL;
  if (d)
    set_at_work (d, ctx);
  return before;
}

void
pram_deadline_leave (struct pram_deadline *d, struct isl_ctx *before)
{
  if (d)
    set_at_work (d, before);
}
