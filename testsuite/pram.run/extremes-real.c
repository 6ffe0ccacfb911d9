/* extremes-real.c: minima and maxima in float and double.  { pram-mode any }
   { pram-ranks 1 2 3 }

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define EACH_SCALAR EACH_REAL
#define LARGEST(m, x)							\
  PRAGMA (pram)								\
  for (int i = 0; i < N; i++)						\
    m = fmax (m, x);

#include "extremes.h"
