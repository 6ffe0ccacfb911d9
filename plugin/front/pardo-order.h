/* pardo-order.h: would iterations one after the other do the same?

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_PARDO_ORDER_H
#define PLUG_PARDO_ORDER_H

#include "pardo-steps.h"

enum plug_order
{
  PLUG_ORDER_FREE,		/* yes: each only touches what is its own */
  PLUG_ORDER_APART,		/* likewise, if arrays don't overlap: otherwise
				   the region runs serially */
  PLUG_ORDER_SAME,		/* as far as is known */
  PLUG_ORDER_MATTERS		/* perhaps not */
};

/* Compare the loop with the body BODY in lock step with the same loop in order.
   If that matters: because of *REF, which another iteration assigns to.  */
enum plug_order plug_pardo_order (struct plug_steps *, tree body, tree *ref);

#endif
