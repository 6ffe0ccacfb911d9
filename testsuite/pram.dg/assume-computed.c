/* The size of an array that is computed from another one is assumed to be what it
   then is: were rows shorter than loops along them, or longer than all loops,
   others would run in parallel.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <stdlib.h>

/* The program gives one.  */
int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 4096;
  double (*u)[n + 2] = calloc (n + 2, sizeof *u);
  double (*f)[n + 2] = calloc (n + 2, sizeof *f);
#pragma pram
  for (int t = 0; t < 10; t++)	/* { dg-note "n=4096, n . 2=4098.*2 layers" } */
    {
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  f[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  u[i][j] = f[i][j] + 1;
    }
  return u[n / 2][n / 3] > 1;
}

/* It gives none.  */
void
relax (int n, double (*u)[2 * n], double (*f)[2 * n])
{
#pragma pram
  for (int t = 0; t < 10; t++)	/* { dg-note "n=1000, n . 2=2000.*2 layers" } */
    {
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < 2 * n - 1; j++)
	  f[i][j] = .5 * (u[i - 1][j] + u[i + 1][j]);
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < 2 * n - 1; j++)
	  u[i][j] = f[i][j] + 1;
    }
}
