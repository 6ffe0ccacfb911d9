/* replayed-conflict.c: all kinds of calls in a region that is given up at its fifth step,
   because of what data choose there.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 4 }
   { pram-args 30 }
   { pram-args 7 0 }
   { pram-args 30 9 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static double
now (void)
{
  struct timespec ts;
  clock_gettime (CLOCK_MONOTONIC, &ts);
  return ts.tv_sec + ts.tv_nsec * 1e-9;
}

static unsigned
draw (void)
{
  return (unsigned) rand ();
}

static void
shift (int n, int *restrict to, double *restrict x, int t)
{
  for (int i = 0; i < n; i++)
    x[to[i]] += 0.5 * i + t;
  if (t % 3 == 1)
    printf ("shifted %d\n", t);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30, when = argc > 2 ? atoi (argv[2]) : 100;
  int *to = malloc (n * sizeof *to), *link = malloc (n * sizeof *link);
  double *x = calloc (n, sizeof *x);
  for (int i = 0; i < n; i++)
    {
      to[i] = (i * 5 + 1) % n;
      link[i] = (i * 7 + 2) % n;
    }
  srand (9);
  unsigned h = 0;
  double begun = 0, spent = 0;
  int printed = 0;
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      if (t == 1)
	begun = now ();
      h = h * 31 + draw () % 1000;
      shift (n, to, x, t);
      if (t == when)
        for (int i = 0; i < n; i++)
	  link[link[i]] = (link[i] + i) % n;
      for (int i = 0; i < n; i++)
        to[i] = link[to[i]];
      printed += printf ("%d: %g\n", t, x[n / 3]);
      if (t & 1)
	putchar ('.');
      if (h % 2)
	fputs ("odd\n", stdout);
      else
	puts ("even");
    }
  spent = now () - begun;
  printf ("%u %d %d %g\n", h, printed, spent >= 0 && spent < 100, x[0]);
  printf ("%d\n", rand ());
  return 0;
}
