/* mmx.c: no code of ours leaves the registers of long double unusable, as GCC 12's
   vectors of two int do.  { pram-flags -O3 } { pram-ranks 2 }

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>

#define N 23

static int a[N];
static long double x = 1;

int
main (void)
{
  int most = 0, least = 0;
  for (int i = 0; i < N; i++)
    a[i] = i * 7 % 11 - 3;
#pragma pram
  for (int i = 0; i < N; i++)
    {
      most = a[i] > most ? a[i] : most;
      least = a[i] < least ? a[i] : least;
    }
  printf ("%d %d %Lg\n", most, least, x / 8);
  return 0;
}
