/* split-order.c: a loop that is split, and must not be for the sizes with which it
   is entered.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode serial "taken apart" }
   { pram-stderr "pram:.*k = -2: a loop was taken apart" } */

#define FIRST -2
#include "split-sizes.c"
