/* strategy.c: strategies that are not there yet say so.

   SPDX-License-Identifier: GPL-3.0-or-later  */

static double a[64], b[64];

void
naive (void)
{
#pragma pram schedule(naive) name(copy)
  for (int i = 0; i < 64; i++)	/* { dg-note "oblivious" } */
    a[i] = b[i];		/* { dg-note "by brent" -1 } */
}

void
serial (void)
{
#pragma pram schedule(serial) name(back)
  for (int i = 0; i < 64; i++)	/* { dg-note "runs serially: schedule.serial" } */
    b[i] = a[i];
}
