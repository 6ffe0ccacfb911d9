/* fusion-overlap.c: loops that may be one for most sizes, but not where rows
   overlap.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-mode any } */

#include "show.h"

static void
nest (int n, int m, int w)
{
  int size = n * (w > m ? w : m) + m;
  double *a = need (size * sizeof *a), *b = need (size * sizeof *b);
  for (int k = 0; k < size; k++)
    {
      a[k] = noise (k);
      b[k] = noise (k + 3);
    }
#pragma pram begin
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * w + j] = i - 2 * j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      b[i * m + j] = 0.25 * a[i * w + j];
#pragma pram end
  show ("a", a, size * sizeof *a);
  show ("b", b, size * sizeof *b);
  free (a), free (b);
}

int
main (void)
{
  nest (9, 7, 7);
  nest (9, 7, 8);
  nest (9, 7, 5);
  nest (9, 7, 1);
  return 0;
}
