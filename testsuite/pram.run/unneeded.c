/* unneeded.c: regions whose arrays are, or are not, needed afterwards.

   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-with ../pram.dg/unneeded.c } */

#include <stdio.h>

#define N 40

extern double *kept;
double own (void), heap (void), copied (void), also_copied (void);
double passed (void), declared_later (void), again (int), jumps (void);
double two (void), returned (double *, double *);

void
unknown (double *p)
{
  kept = p;
}

int
main (void)
{
  double a[N], b[N];
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
  printf ("%.17g %.17g\n", own (), heap ());
  printf ("%.17g %.17g\n", copied (), also_copied ());
  printf ("%.17g %.17g %.17g\n", passed (), declared_later (), again (3));
  printf ("%.17g %.17g %.17g\n", jumps (), two (), returned (a, b));
  for (int i = 0; i < N; i++)
    printf ("%.17g\n", a[i]);
  return 0;
}
