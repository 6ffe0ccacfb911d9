/* macros.c: macros that are statement expressions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 83
#define max(x, y) \
  ({ __typeof__ (x) x_ = (x); __typeof__ (y) y_ = (y); x_ > y_ ? x_ : y_; })
#define clamp(x, lo, hi) \
  ({ int c_ = (x); if (c_ < (lo)) c_ = (lo); max (0, c_ < (hi) ? c_ : (hi)); })

static double a[N][N], b[N][N];

int
main (void)
{
  double most = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);

#pragma pram begin
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      b[i][j] = max (a[i][j], 0.5) + clamp (20 * a[i][j], 3, 12);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      most = max (most, fabs (a[i][j] - b[i][j]));
#pragma pram end

  printf ("%.17g\n", most);
  show ("b", b, sizeof b);
  return 0;
}
