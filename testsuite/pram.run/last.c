/* last.c: values of the last iteration, wherever it ran.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>

#include "show.h"

#define N 90
#define M 1000

static double a[N][N], b[N][N], v[M], w[M];

int
main (void)
{
  int i, j, k = 0, it = 0, count = 0;
  double d = 0, diff, tmp = 0, z = 0, last = 0;
  float q = 0;
  for (i = 0; i < N; i++)
    for (j = 0; j < N; j++)
      a[i][j] = b[i][j] = noise (i * N + j);
  for (i = 0; i < M; i++)
    v[i] = w[i] = noise (i);

  /* Beside a reduction that has lanes.  */
#pragma pram
  do
    {
      diff = 0;
      for (i = 1; i < N - 1; i++)
	for (j = 1; j < N - 1; j++)
	  {
	    tmp = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1]
			  + a[i][j + 1]);
	    d = fabs (tmp - a[i][j]);
	    if (d > diff)
	      diff = d;
	    b[i][j] = tmp;
	  }
      for (i = 1; i < N - 1; i++)
	for (j = 1; j < N - 1; j++)
	  {
	    z = b[i][j];
	    a[i][j] = z;
	  }
      it++;
    }
  while (diff > 0.01);
  printf ("%d %d %d %.17g %.17g %.17g %.17g\n", it, i, j, d, diff, tmp, z);

  /* The last iteration is in the first unit.  */
#pragma pram
  for (i = M - 2; i >= 1; i--)
    {
      q = v[i + 1] - v[i - 1];
      k = i * 3;
      w[i] = q * k;
      last = w[i];
    }
  printf ("%d %d %.9g %.17g\n", i, k, q, last);

  /* Nothing is written.  */
#pragma pram
  for (i = 0; i < M; i++)
    {
      last = w[i] * 2;
      if (last > 0)
	count++;
    }
  printf ("%d %.17g %d\n", count, last, i);
  show ("a", a, sizeof a);
  show ("w", w, sizeof w);
  return 0;
}
