/* steady.h: reads of which the same comes whichever deposits are done before.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after extract.h.  */

#ifndef PLUG_STEADY_H
#define PLUG_STEADY_H

/* In how many of the innermost loops around LOAD, of REF, no update changes what comes
   of it, but perhaps for values that the driver has to look at.  */
int plug_steady_loops (struct plug_extract *, gimple *load, tree ref);

/* The updates that end with STORE may change what comes of LOAD, which is steady: a
   truth value, GENERIC over what is there before LOOP.  */
tree plug_unsteady_when (class loop *loop, gimple *load, gimple *store);

#endif
