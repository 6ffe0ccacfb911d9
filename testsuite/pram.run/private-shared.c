/* private-shared.c: iterations that meet in an array which is declared inside
   the region.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode serial "declared|remainder" }  */

#include "show.h"

#define N 47

static double u[N][N], o[N][N];

/* The scope is the time loop.  */
static void
steps (void)
{
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      double w[4] = { t, 1, 2, 3 };
      for (int i = 0; i < N; i++)
	for (int j = 0; j < N; j++)
	  {
	    w[j & 3] += u[i][j];
	    o[i][j] = w[(j + 1) & 3];
	  }
    }
}

/* The scope is the region.  */
static void
once (void)
{
#pragma pram begin
  {
    double w[4] = { 0, 1, 2, 3 };
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	{
	  w[j & 3] += u[i][j];
	  o[i][j] += w[(j + 1) & 3];
	}
  }
#pragma pram end
}

/* Rows depend on each other, columns meet in w.  */
static void
rows (void)
{
#pragma pram
  for (int i = 1; i < N; i++)
    {
      double w[2] = { 0.5, 0.25 };
      for (int j = 0; j < N; j++)
	{
	  o[i][j] = w[0] * o[i - 1][j] + w[1] * u[i][j];
	  w[1] += 1e-3;
	}
    }
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      u[i][j] = noise (i * N + j);
  steps ();
  show ("o", o, sizeof o);
  once ();
  show ("o", o, sizeof o);
  rows ();
  show ("o", o, sizeof o);
  return 0;
}
