/* sometimes.c: loops that only some steps of a time loop run, beside others,
   with names exchanged: what waits for the next loop must not wait for one that
   is passed over.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define N 16

static double first[N], second[N], third[N];

#define AVERAGE \
  for (int i = 1; i < n - 1; i++) b[i] = 0.25 * (a[i-1] + a[i+1]);
#define COUNT for (int i = 0; i < n; i++) c[i] += 1;
#define MIX for (int i = 0; i < n - 1; i++) c[i] = a[i+1] + 0.5 * c[i];
#define SWAP { double *t = a; a = b; b = t; }
#define ROTATE { double *t = a; a = b; b = c; c = t; }

#define STEPS(name, body) \
  static void \
  name (int n, double *a, double *b, double *c) \
  { \
    _Pragma ("pram size(n=16)") \
    for (int s = 0; s < 6; s++) \
      { body } \
    show (#name, c, sizeof third); \
  }

STEPS (behind, AVERAGE if (s == 0) COUNT SWAP)
STEPS (before, if (s < 2) COUNT AVERAGE SWAP)
STEPS (swapped, AVERAGE SWAP if (s > 1) MIX)
STEPS (last, AVERAGE if (s == 3) MIX ROTATE)
STEPS (alone, if (s >= 2) AVERAGE SWAP)
STEPS (either, AVERAGE if (s < 4) COUNT else MIX SWAP)
STEPS (nowhere, if (s > n) MIX AVERAGE ROTATE)
STEPS (fourth_step, AVERAGE if (s % 4 == 0) SWAP)

int
main (void)
{
  void (*const all[]) (int, double *, double *, double *)
    = { behind, before, swapped, last, alone, either, nowhere, fourth_step };
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    {
      for (int i = 0; i < N; i++)
	{
	  first[i] = noise (i);
	  second[i] = noise (i + N);
	  third[i] = noise (i + 2 * N);
	}
      all[k] (N, first, second, third);
      show ("first", first, sizeof first);
      show ("second", second, sizeof second);
    }
  return 0;
}
