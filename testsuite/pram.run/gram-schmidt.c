/* Matrices whose columns are as many, which nobody says: that of the results has rows
   of them, and not of one more, along which its triangle lies, too.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 2 3 7 50 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

struct matrix
{
  int rows, cols;
  double *data;
};

#define AT(m, i, j) ((m)->data[(i) * (m)->cols + (j)])

static void
orthogonalize (struct matrix *q, struct matrix *r)
{
  for (int k = 0; k < q->cols; k++)
    {
      double norm = 0;
      for (int i = 0; i < q->rows; i++)
	norm += AT (q, i, k) * AT (q, i, k);
      AT (r, k, k) = norm = sqrt (norm);
      for (int i = 0; i < q->rows; i++)
	AT (q, i, k) /= norm;
      for (int j = k + 1; j < q->cols; j++)
	{
	  double dot = 0;
	  for (int i = 0; i < q->rows; i++)
	    dot += AT (q, i, k) * AT (q, i, j);
	  AT (r, k, j) = dot;
	  for (int i = 0; i < q->rows; i++)
	    AT (q, i, j) -= dot * AT (q, i, k);
	}
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      size_t size = n * (n + 1) * sizeof (double);
      struct matrix q = { n + 1, n, need (size) };
      struct matrix r = { n, n, calloc (n * n, sizeof (double)) };
      for (int k = 0; k < n * (n + 1); k++)
	q.data[k] = noise (k) + (k % (n + 1) == 0);
#pragma pram begin
      orthogonalize (&q, &r);
#pragma pram end
      show ("q", q.data, size);
      show ("r", r.data, n * n * sizeof (double));
    }
  return 0;
}
