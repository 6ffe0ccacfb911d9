/* extremes.c: minima and maxima in integers of all types.  { pram-mode any }
   { pram-ranks 1 3 } { pram-skip quick }

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define EACH_SCALAR EACH_INTEGER
/* It is none in the integer's type.  */
#define LARGEST(m, x)							\
  for (int i = 0; i < N; i++)						\
    m = m <= (x) ? (x) : m;

#include "extremes.h"
