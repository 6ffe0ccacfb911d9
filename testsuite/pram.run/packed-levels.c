/* Places where iterators are multiplied would be linear if iterations were taken one by
   one, as the small number in this program suggests; but what a user passes is larger.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 90 }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 10;
  int size = n * (n + 1) / 2;
  double *a = need (size * sizeof *a), *b = need (size * sizeof *b);
  char *prime = need (n + 1);
  for (int k = 0; k < size; k++)
    a[k] = noise (k), b[k] = 0;

  /* A packed triangle.  */
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      b[i * (i + 1) / 2 + j] = 2 * a[i * (i + 1) / 2 + j] + i - j;
  show ("b", b, size * sizeof *b);

  /* The sieve.  */
#pragma pram begin
  for (int i = 0; i <= n; i++)
    prime[i] = 1;
  for (int p = 2; p <= n; p++)
    for (int k = 2; k * p <= n; k++)
      prime[k * p] = 0;
#pragma pram end
  for (int i = 2; i <= n; i++)
    if (prime[i])
      printf ("%d ", i);
  puts ("");
  return 0;
}
