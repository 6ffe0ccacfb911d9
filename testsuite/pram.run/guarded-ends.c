/* guarded-ends.c: a loop of which data decide the end, and what it writes is touched by one
   process, in some steps only; in the others a single loop follows itself.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 9 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 14 };

static double a[MOST][MOST], b[MOST][MOST];
static int q[MOST];

__attribute__ ((noipa)) static void
steps (int n, double (*u)[MOST], double (*v)[MOST], const int *key)
{
  int count[2];
#pragma pram
  for (int s = 0; s < n; s++)
    {
      for (int i = 1; i < n; i++)
	for (int j = i + 1; j < n; j++)
	  u[i][j] = 0.5 * u[i][j] + 0.5 * (0.125 * s + 0.5 * v[i - 1][j - 1]);
      if (s > 3)
	{
	  int o = 2;
	  for (int t = 0; t < 1; t++)
	    {
	      int c = 0;
	      for (int i = 0; i < 12; i++)
		if (key[i] <= 3)
		  c++;
	      count[t] = c;
	    }
	  for (int t = 0; t < 1; t++)
	    {
	      int c = count[t];
	      count[t] = o;
	      o += c;
	    }
	  for (int t = 0; t < 1; t++)
	    {
	      int c = count[t];
	      for (int i = 0; i < 12; i++)
		if (key[i] <= 3)
		  {
		    v[s][c] = i;
		    c++;
		  }
	    }
	  for (int k = 0; k < o; k++)
	    u[k][n - 1 - s] = k + 2;
	}
    }
}

/* The same as it would be written.  */
__attribute__ ((noipa)) static void
lists (int n, double (*u)[MOST], double (*v)[MOST], const int *key)
{
#pragma pram
  for (int s = 0; s < n; s++)
    {
      for (int i = 1; i < n; i++)
	for (int j = i + 1; j < n; j++)
	  u[i][j] = 0.5 * u[i][j] + 0.5 * (0.125 * s + 0.5 * v[i - 1][j - 1]);
      if (s > 3)
	{
	  int m = 0, o = 2;
	  for (int i = 0; i < 12; i++)
	    if (key[i] > 3)
	      m++;
	    else
	      v[s][o++] = i;
	  for (int k = 0; k < o; k++)
	    u[k][n - 1 - s] = m + k;
	}
    }
}

static void
show (void)
{
  double h = 0;
  for (int i = 0; i < MOST; i++)
    for (int j = 0; j < MOST; j++)
      h = h * 0.99 + a[i][j] + 2 * b[i][j];
  printf ("%.17g\n", h);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 9;
  for (int i = 0; i < MOST; i++)
    {
      q[i] = i % 3 ? 10 : 1;
      for (int j = 0; j < MOST; j++)
	{
	  a[i][j] = i + j * .1;
	  b[i][j] = i * .3 + j;
	}
    }
  steps (n, a, b, q);
  show ();
  lists (n, a, b, q);
  show ();
  return 0;
}
