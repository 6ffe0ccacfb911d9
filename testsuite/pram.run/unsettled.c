/* unsettled.c: sizes that change are not taken for what they are first.

   SPDX-License-Identifier: GPL-3.0-or-later
  */

#include "show.h"

static double a[400], b[400];

static void
change (int *n)
{
  *n += 10;
}

int
main (int argc, char **argv)
{
  int n = 100, m = 100, k = 100;
  if (argc > 0 && argv)
    n = 300;
  change (&m);
  for (int i = 0; i < 400; i++)
    a[i] = noise (i);
  for (; k < 310; k += 100)
    {
#pragma pram
      for (int i = k - 1; i < k + 5; i++)
	b[i] = a[k] + a[i * k % 400];
    }
#pragma pram
  for (int i = 0; i < n; i++)
    b[i] += a[n - 1 - i];
#pragma pram
  for (int i = 0; i < m; i++)
    b[i] += a[m - 1 - i];
  show ("b", b, sizeof b);
  return 0;
}
