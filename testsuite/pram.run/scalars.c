/* scalars.c: scalars of several types go in and come out.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 128

static float a[N];

int
main (void)
{
  unsigned char rounds = 0;
  short left = 6;
  long long steps = 1LL << 40;
  float scale = 0.75f, most = 0, last = 0;
  double weight = 1.0 / 3;
  for (int i = 0; i < N; i++)
    a[i] = (float) noise (i);

#pragma pram
  while (left > 0)
    {
      most = 0;
      for (int i = 0; i < N; i++)
	{
	  a[i] = (float) (a[i] * scale + weight);
	  if (a[i] > most)
	    most = a[i];
	}
      scale = scale * 0.9f + most * 0.01f;
      left--;
      rounds++;
      steps -= left;
      last = most;
    }

  printf ("%d %d %lld %.9g %.9g %.9g\n", rounds, left, steps, scale, most,
	  last);
  show ("a", a, sizeof a);
  return 0;
}
