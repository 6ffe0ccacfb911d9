/* included.h: helpers of included.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

static inline double
follow (const double *p, int i)
{
  return p[(int) p[i]];
}

static inline void
store_far (double *p, int i, int n)
{
  ((double **) p)[i][n] = 1;
}

static inline void
smooth (double *p)
{
#pragma pram
  for (int i = 1; i < 50; i++)
    p[i] = (p[i - 1] + p[i]) / 2;
}
