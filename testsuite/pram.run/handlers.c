/* handlers.c: a signal's handler enters a region, wherever the program is.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-ranks 1 2 3 } { pram-skip quick } */

#define _GNU_SOURCE 1
#include <signal.h>
#include <unistd.h>
#include "show.h"

#define N 4000

static double a[N], b[N], c[N];
static volatile int ticks;

static void
add (double x)
{
#pragma pram
  for (int i = 0; i < N; i++)
    c[i] += x + i;
}

static void
tick (int signal)
{
  (void) signal;
  add (1);
  ticks++;
}

static void
step (void)
{
#pragma pram
  for (int t = 0; t < 30; t++)
    {
      for (int i = 1; i < N - 1; i++)
	b[i] = a[i - 1] + 0.5 * a[i + 1];
      for (int i = 1; i < N - 1; i++)
	a[i] = 0.25 * b[i];
    }
}

int
main (void)
{
  for (int i = 0; i < N; i++)
    a[i] = noise (i);
  signal (SIGALRM, tick);
  ualarm (500, 700);
  for (int k = 0; k < 200; k++)
    step ();
  ualarm (0, 0);
  for (int k = ticks; k > 0; k--)
    add (-1);
  for (int i = 0; i < N; i++)
    c[i] -= 2. * i * ticks;
  show ("a", a, sizeof a);
  show ("c", c, sizeof c);
  return 0;
}
