/* disjoint.c: nests that gcc transforms as a whole, because it knows that their
   arrays are different ones.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-flags -O3 } */

#include "show.h"

#define N 70

typedef double matrix[N][N];

static matrix a, b, c, d, e;

#define EACH(v) for (int v = 0; v < N; v++)
#define PRODUCT(name, first, second, third)				\
  static void								\
  name (void)								\
  {									\
    _Pragma ("pram")							\
    EACH (first) EACH (second) EACH (third)				\
      c[i][j] += a[i][k] * b[k][j];					\
  }

PRODUCT (ijk, i, j, k)
PRODUCT (ikj, i, k, j)
PRODUCT (jik, j, i, k)
PRODUCT (jki, j, k, i)
PRODUCT (kij, k, i, j)
PRODUCT (kji, k, j, i)

/* The arrays change places: what one run reads, the one before wrote.  */
static void
powers (int steps)
{
  double (*old)[N] = d, (*new)[N] = e;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      EACH (j)
	EACH (i)
	  new[i][j] = 0;
      EACH (i)
	EACH (j)
	  EACH (k)
	    new[i][j] += old[i][k] * b[k][j];
      double (*swap)[N] = old;
      old = new;
      new = swap;
    }
}

/* X and Y may be the same: nobody writes them.  */
static void
product (double (*x)[N], double (*y)[N], double (*z)[N])
{
#pragma pram
  EACH (i)
    EACH (j)
      EACH (k)
	z[i][j] += x[i][k] * y[k][j];
}

int
main (void)
{
  EACH (i)
    EACH (j)
      {
	a[i][j] = noise (N * i + j);
	b[i][j] = noise (i - 3 * j) / N;
	d[i][j] = noise (i + N * j);
      }
  ijk (), ikj (), jik (), jki (), kij (), kji ();
  product (b, b, c);
  powers (5);
  show ("a", a, sizeof a);
  show ("c", c, sizeof c);
  show ("d", d, sizeof d);
  show ("e", e, sizeof e);
  return 0;
}
