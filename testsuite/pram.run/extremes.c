/* extremes.c: minima and maxima in integers of all types.  { pram-mode any }

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define EACH_SCALAR EACH_INTEGER
/* It is none in the integer's type.  */
#define LARGEST(m, x)							\
  for (int i = 0; i < N; i++)						\
    m = m <= (x) ? (x) : m;

#include "extremes.h"
