/* Bit fields: of both signs and all widths, beside other members, read by
   neighbours, counted, compared, in bounds.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 7 60 } */
/* { pram-mode distributed } */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

struct cell
{
  unsigned on : 1;
  unsigned level : 5;
  int bias : 6;
  unsigned rest : 20;
  float x;
  unsigned byte : 8;
  unsigned odd : 3;
  int small : 7;
  bool old : 1;
  unsigned long long : 0, wide : 37, more : 27;
};

NI static void
step (int n, struct cell *c)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      c[i].old = c[i].on;
      c[i].on = !c[i].on;
      c[i].level += i;
      c[i].small -= 5;
      if (c[i].level > 20)
	c[i].bias = -c[i].bias;
      c[i].wide = c[i].wide * 3 + c[i].more;
      c[i].x += c[i].rest * 0.5f;
      c[i].byte ^= c[i].odd++;
    }
}

/* Of neighbours, exchanged.  */
NI static int
spread (int n, int steps, struct cell *now, struct cell *next)
{
  int alive = 0;
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      alive = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  next[i].level = now[i - 1].level + now[i + 1].level;
	  next[i].on = now[i - 1].on != now[i + 1].on;
	  next[i].bias = now[i].bias - (now[i + 1].bias >> 1);
	  alive += next[i].on;
	}
      struct cell *c = now;
      now = next;
      next = c;
    }
  return alive;
}

/* The largest, and where it is; a sum.  */
NI static long
largest (int n, const struct cell *c, int *at)
{
  int most = -100;
  long sum = 0;
#pragma pram
  for (int i = 0; i < n; i++)
    {
      if (c[i].bias > most)
	{
	  most = c[i].bias;
	  *at = i;
	}
      sum += c[i].small * (long) c[i].more;
    }
  return sum + most;
}

/* One of them chooses, another one ends a loop.  */
NI static void
chosen (int n, const struct cell *c, int *histogram, double *y)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      histogram[c[i].level]++;
      for (int k = 0; k < c[i].odd; k++)
	s += k * 0.5 + c[i].x;
      y[i] = s;
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), at = -1, histogram[32] = { 0 };
      struct cell *a = calloc (n, sizeof *a), *b = calloc (n, sizeof *b);
      double *y = calloc (n, sizeof *y), sum = 0;
      for (int i = 0; i < n; i++)
	{
	  struct cell c = { i % 3 == 1, i, i % 40 - 20, i * 77777, i * 0.25f, i * 7,
			    i, i % 50, i & 2, i * 123456789123ull, i * 9876543 };
	  a[i] = b[i] = c;
	}
      for (int t = 0; t < 3; t++)
	step (n, a);
      int alive = spread (n, 3, a, b);
      printf ("%d %ld ", alive, largest (n, a, &at));
      chosen (n, b, histogram, y);
      for (int i = 0; i < n; i++)
	sum = .9 * sum + y[i] + a[i].x + b[i].small + a[i].wide % 1001 + b[i].byte
	      + a[i].old + b[i].level + a[i].bias + b[i].rest % 77 + a[i].odd;
      for (int i = 0; i < 32; i++)
	sum = .9 * sum + histogram[i];
      printf ("%d %.17g\n", at, sum);
    }
  return 0;
}
