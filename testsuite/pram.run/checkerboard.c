/* checkerboard.c: the squares of a colour, up to the borders: where they begin
   in a row is a remainder, and conditions on the column depend on it.

   SPDX-License-Identifier: GPL-3.0-or-later  */
#include <stdio.h>
#include <stdlib.h>

static unsigned
hash (unsigned a, unsigned b, unsigned c)
{
  unsigned h = a * 374761393u + b * 668265263u + c * 2246822519u;
  h = (h ^ (h >> 13)) * 1274126177u;
  return h ^ (h >> 16);
}

/* Spins, which turn under a condition on data.  */
static void
turn (int n, int steps, signed char *s)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    for (int colour = 0; colour < 2; colour++)
      for (int i = 0; i < n; i++)
	for (int j = (i + colour) & 1; j < n; j += 2)
	  {
	    int h = (i > 0 ? s[(i - 1) * n + j] : 0)
		    + (i < n - 1 ? s[(i + 1) * n + j] : 0)
		    + (j > 0 ? s[i * n + j - 1] : 0)
		    + (j < n - 1 ? s[i * n + j + 1] : 0);
	    if (hash (i, j, t) % 8 >= (unsigned) (2 * h * s[i * n + j]))
	      s[i * n + j] = -s[i * n + j];
	  }
}

/* Means of those neighbours that there are.  */
static void
smooth (int n, int steps, double (*u)[n])
{
#pragma pram
  for (int t = 0; t < steps; t++)
    for (int colour = 0; colour < 2; colour++)
      for (int i = 0; i < n; i++)
	for (int j = (i + colour) % 2; j < n; j += 2)
	  {
	    double sum = 0;
	    int k = 0;
	    if (i > 0)
	      sum += u[i - 1][j], k++;
	    if (i + 1 < n)
	      sum += u[i + 1][j], k++;
	    if (j > 0)
	      sum += u[i][j - 1], k++;
	    if (j + 1 < n)
	      sum += u[i][j + 1], k++;
	    u[i][j] = sum / k;
	  }
}

int
main (void)
{
  static const int sizes[] = { 12, 9, 20 };
  for (int k = 0; k < 3; k++)
    {
      int n = sizes[k], sum = 0;
      signed char *s = malloc (n * n);
      double (*u)[n] = malloc (n * sizeof *u);
      for (int i = 0; i < n * n; i++)
	{
	  s[i] = i * i % 7 < 4 ? 1 : -1;
	  u[i / n][i % n] = i % 13;
	}
      turn (n, 4, s);
      smooth (n, 3, u);
      for (int i = 0; i < n * n; i++)
	sum += s[i] * i;
      printf ("%d %.17g %.17g\n", sum, u[0][n - 1], u[n / 2][n / 3]);
      free (s), free (u);
    }
  return 0;
}
