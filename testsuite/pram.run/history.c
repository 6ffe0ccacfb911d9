/* history.c: a convergence loop stores something of each iteration.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include "show.h"

#define N 200
#define MOST 150

static double u[N], v[N], history[MOST];

static double
smooth (void)
{
  double most = 0;
  for (int i = 1; i < N - 1; i++)
    v[i] = 0.5 * (u[i - 1] + u[i + 1]);
  for (int i = 1; i < N - 1; i++)
    {
      most = fmax (most, fabs (v[i] - u[i]));
      u[i] = v[i];
    }
  return most;
}

static void
print (const char *name, int k)
{
  printf ("%s %d\n", name, k);
  show ("history", history, sizeof history);
  show ("u", u, sizeof u);
}

int
main (void)
{
  int k;
  for (int i = 0; i < N; i++)
    u[i] = noise (i);

#pragma pram
  for (k = 0; k < MOST; k++)
    {
      history[k] = smooth ();
      if (history[k] < 0.03)
	break;
    }
  print ("for", k);

#pragma pram begin
  k = 0;
  do
    history[k++] = smooth ();
  while (k < MOST && history[k - 1] > 0.01);
#pragma pram end
  print ("do", k);
  return 0;
}
