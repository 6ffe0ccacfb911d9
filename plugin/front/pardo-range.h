/* pardo-range.h: the iterations of a `pardo' loop.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_PARDO_RANGE_H
#define PLUG_PARDO_RANGE_H

#include "pardo-steps.h"

/* Read the header of the loop of P and add it to the ranges of S.  Its
   body; null after an error.  */
tree plug_range_add (struct plug_steps *s, const struct plug_pardo *p);

#endif
