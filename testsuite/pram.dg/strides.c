/* strides.c: many loops with steps that have nothing in common: the compiler
   distributes them, if what one writes another one doesn't need, or gives up in time.

   SPDX-License-Identifier: GPL-3.0-or-later  */

void
thirty (unsigned char c[10000])
{
#pragma pram
  for (int p = 2; p < 30; p++)	/* { dg-note "is oblivious: 28 loops, 28 layers" } */
    for (int j = 2 * p; j < 10000; j += p)
      c[j] = 1;
}

void
sixty (unsigned char c[10000])
{
#pragma pram
  for (int p = 2; p < 60; p++)	/* { dg-note "runs serially: its loops walk arrays with too many different steps" } */
    for (int j = 2 * p; j < 10000; j += p)
      c[j]++;
}
