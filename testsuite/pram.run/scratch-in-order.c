/* scratch-in-order.c: arrays that are declared in a loop whose iterations use what the ones
   before have written elsewhere, which nobody knows before the region is planned.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 3 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

/* Each row is made of the one above.  */
static void
descend (int n, double a[n][n])
{
#pragma pram
  for (int i = 1; i < n; i++)
    {
      double row[MOST];
      for (int j = 0; j < n; j++)
	row[j] = a[i - 1][j] * 0.3 + a[i][j];
      for (int j = 1; j < n - 1; j++)
	a[i][j] = row[j + 1] - row[j - 1] + row[j];
    }
}

/* Two such arrays; what uses the second one runs whole.  */
static void
relax (int n, double u[n][n][5])
{
#pragma pram
  for (int i = 1; i < n; i++)
    {
      double left[MOST];
      for (int j = 0; j < n; j++)
	left[j] = 0.25 * u[i - 1][j][0];
      for (int j = 1; j < n; j++)
	{
	  double point[5];
	  for (int m = 0; m < 5; m++)
	    point[m] = u[i][j - 1][m] * 0.2 + left[j];
	  for (int m = 0; m < 5; m++)
	    u[i][j][m] -= point[4 - m] * 0.1;
	}
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double (*a)[n] = malloc (sizeof (double[n][n]));
      double (*u)[n][5] = malloc (sizeof (double[n][n][5]));
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  {
	    a[i][j] = (i * 7 + j * 3) % 11 / 7.;
	    for (int m = 0; m < 5; m++)
	      u[i][j][m] = (i * 3 + j * 5 + m) % 13 / 11.;
	  }
      descend (n, a);
      relax (n, u);
      double sum = 0;
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  for (int m = 0; m < 5; m++)
	    sum += (a[i][j] + u[i][j][m]) * (i + 2 * j + m);
      printf ("%d %.17g\n", n, sum);
      free (a);
      free (u);
    }
  return 0;
}
