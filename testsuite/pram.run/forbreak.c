/* forbreak.c: for (;;) with break; copy-back.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 66

static double a[N][N], b[N][N];

int
main (void)
{
  int it = 0;
  double d;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      a[i][j] = noise (i * N + j);

#pragma pram
  for (;;)
    {
      d = 0;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  {
	    b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j]
			     + a[i][j - 1] + a[i][j + 1]);
	    d = fmax (d, fabs (b[i][j] - a[i][j]));
	  }
      it++;
      if (d < 1e-3)
	break;
      for (int i = 1; i < N - 1; i++)
	for (int j = 1; j < N - 1; j++)
	  a[i][j] = b[i][j];
    }

  printf ("%d %.17g\n", it, d);
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  return 0;
}
