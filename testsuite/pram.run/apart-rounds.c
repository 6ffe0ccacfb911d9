/* Elements that data choose are read in a layer of a time loop, and written by their
   names in others, which are cut elsewhere: only iterations of the layer are taken to be
   apart, not those of the time loop.  In one round the layer doesn't run, so what it
   reads has two parts.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 8 5 11 }
   { pram-ranks 1 2 3 5 }
   { pram-mode any "other sizes have another shape" }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { N = 14 };
static signed char v[N][N][N];
static int p[N];
static unsigned short w[3 * N];

static void
fill (int n)
{
  for (int i = 0; i < N * N * N; i++)
    ((signed char *) v)[i] = i * 37 % 61 - 30;
  for (int i = 0; i < N; i++)
    p[i] = i;
  for (int i = 0; i < 3 * N; i++)
    w[i] = i % n;
}

static void
run (int n)
{
  int rounds = 0;
  double error = 1;
  fill (n);
#pragma pram
  for (int s = 0; s < 6; s++)
    {
      while (1)
	{
	  if (s != 4)
	    for (int i = 1; i < n; i++)
	      for (int j = i + 1; j < n; j++)
		{
		  signed char a = v[2][i + 1][j], b = v[13 - p[i]][i + 1][i];
		  signed char c = ((signed char *) v)[(j * N + s) * N + p[j + 1]];
		  v[i][j][1] = b < a ? (1 + c) % 97 : 1;
		}
	  rounds++;
	  if (!(error > 1e-2) || rounds >= 1)
	    break;
	}
      for (int i = 2; i < n; i++)
	for (int j = i + 1; j < n; j++)
	  {
	    for (int k = i + 1; k < n; k++)
	      v[i][j][k] = (k + 3 * v[p[0]][k][w[j * 3 + 2]]
			    + 2 * v[i][n - 1 - j][0]
			    - 3 * v[n - 1 - i][n - 1 - j][k]) % 97;
	    v[i][j][2] = (v[i][j][2]
			  + (1 + v[n - 1 < s ? 0 : n - 1 - s][j - 1][2 * s]
			     + 2 * v[n - 1 - i][j][s]
			     - 2 * v[i + 1][1][2]) % 97) % 97;
	  }
    }
  printf ("%d", rounds);
  show ("v", v, sizeof v);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run (atoi (argv[i]));
  return 0;
}
