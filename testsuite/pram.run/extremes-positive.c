/* extremes-positive.c: the largest absolute value, where rows, or all, have no
   number.  { pram-ranks 1 2 3 }

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdio.h>

#define ROWS 9
#define COLUMNS 37

static double a[ROWS][COLUMNS];

/* From START; rows FROM and later hold NaNs, infinities where SOME.  */
static double
largest (double start, int from, int some)
{
  double m = start;
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      a[i][j] = i < from ? (i - 4) * 0.5 - j * 0.01
		: some && i == 7 && j > 30 ? -INFINITY : NAN;
#pragma pram
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < COLUMNS; j++)
      m = fmax (m, fabs (a[i][j]));
  return m;
}

int
main (void)
{
  double starts[] = { 0, -INFINITY, NAN, 1e3, -2 };
  for (int k = 0; k < 5; k++)
    for (int from = 0; from <= ROWS; from += 3)
      for (int some = 0; some < 2; some++)
	{
	  double m = largest (starts[k], from, some);
	  if (isnan (m))
	    printf ("nan\n");
	  else
	    printf ("%.17g\n", m);
	}
  return 0;
}
