/* verdict.c: loops that end when little changes.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdbool.h>

#include "spell.h"

#define SWEEP								\
  for (int i = 1; i < n - 1; i++)					\
    w[i] = 0.5 * (v[i - 1] + v[i + 1]);
#define COPY								\
  for (int i = 1; i < n - 1; i++)					\
    v[i] = w[i];
#define EPS 0.01

static void
verdict_do (int n)
{
  double diff;
  PRAM (n=40)
  do
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
    }
  while (diff > EPS);
}

static void
verdict_if (int n)
{
  double diff;
  PRAM (n=40)
  do
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	{
	  double d = fabs (w[i] - v[i]);
	  if (d > diff)
	    diff = d;
	}
      COPY
    }
  while (diff > EPS);
}

static void
verdict_choice (int n)
{
  double diff;
  PRAM (n=40)
  do
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fabs (w[i] - v[i]) > diff ? fabs (w[i] - v[i]) : diff;
      COPY
    }
  while (diff > EPS);
}

static void
verdict_other (int n)
{
  double diff;
  PRAM (n=40)
  do
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	{
	  double d = w[i] - v[i];
	  if (d < 0)
	    d = -d;
	  diff = MAX (diff, d);
	}
      COPY
    }
  while (diff > EPS);
}

static void
verdict_break (int n)
{
  PRAM (n=40)
  while (1)
    {
      double diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      if (diff <= EPS)
	break;
    }
}

static void
verdict_for (int n)
{
  double diff = 1;
  PRAM (n=40)
  for (; diff > EPS;)
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
    }
}

static void
verdict_while (int n)
{
  double diff = 1;
  PRAM (n=40)
  while (diff > EPS)
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
    }
}

static void
verdict_flag (int n)
{
  bool done = false;
  PRAM (n=40)
  while (!done)
    {
      double diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      done = diff <= EPS;
    }
}

static void
verdict_set (int n)
{
  int done = 0;
  PRAM (n=40)
  while (!done)
    {
      double diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      if (diff <= EPS)
	done = 1;
    }
}

static void
verdict_any (int n)
{
  int moved;
  PRAM (n=40)
  do
    {
      moved = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	if (fabs (w[i] - v[i]) > EPS)
	  moved = 1;
      COPY
    }
  while (moved);
}

static void
verdict_all (int n)
{
  bool settled;
  PRAM (n=40)
  do
    {
      settled = true;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	settled = settled && fabs (w[i] - v[i]) <= EPS;
      COPY
    }
  while (!settled);
}

static void
verdict_goto (int n)
{
  double diff;
  BEGIN (n=40)
again:
  diff = 0;
  SWEEP
  for (int i = 1; i < n - 1; i++)
    diff = fmax (diff, fabs (w[i] - v[i]));
  COPY
  if (diff > EPS)
    goto again;
  END
}

static void
verdict_fused (int n)
{
  double diff;
  PRAM (n=40)
  do
    {
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	{
	  w[i] = 0.5 * (v[i - 1] + v[i + 1]);
	  diff = fmax (diff, fabs (w[i] - v[i]));
	}
      COPY
    }
  while (diff > EPS);
}

/* With a limit.  */
static double
limit_do (int n, int most)
{
  double diff;
  int it = 0;
  PRAM (n=40)
  do
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      it++;
    }
  while (diff > EPS && it < most);
  return it;
}

static double
limit_for (int n, int most)
{
  double diff = 1;
  int it;
  PRAM (n=40)
  for (it = 0; it < most && diff > EPS; it++)
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
    }
  return it;
}

static double
limit_turned (int n, int most)
{
  double diff = 1;
  int it;
  PRAM (n=40)
  for (it = 0; diff > EPS && it < most; it++)
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
    }
  return it;
}

static double
limit_break (int n, int most)
{
  int it;
  PRAM (n=40)
  for (it = 1; it <= most; it++)
    {
      double diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      if (diff <= EPS)
	break;
    }
  return MIN (it, most);
}

static double
limit_endless (int n, int most)
{
  int it = 0;
  PRAM (n=40)
  while (1)
    {
      double diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      it++;
      if (diff <= EPS || it >= most)
	break;
    }
  return it;
}

static double
limit_breaks (int n, int most)
{
  int it = 0;
  PRAM (n=40)
  for (;;)
    {
      double diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      if (++it == most)
	break;
      if (!(diff > EPS))
	break;
    }
  return it;
}

static double
limit_flag (int n, int most)
{
  bool done = false;
  int it = 0;
  PRAM (n=40)
  while (!done && it < most)
    {
      double diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
      if (diff <= EPS)
	done = true;
      it++;
    }
  return it;
}

static double
limit_down (int n, int most)
{
  int left = most;
  double diff = 1;
  PRAM (n=40)
  while (diff > EPS && left-- > 0)
    {
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
    }
  return diff;
}

static double
limit_stopped (int n, int most)
{
  int it;
  double diff = 1;
  PRAM (n=40)
  for (it = 0; it < most; it++)
    {
      if (diff <= EPS)
	break;
      diff = 0;
      SWEEP
      for (int i = 1; i < n - 1; i++)
	diff = fmax (diff, fabs (w[i] - v[i]));
      COPY
    }
  return it;
}

int
main (void)
{
  RUN (verdict_do); RUN (verdict_if); RUN (verdict_choice);
  RUN (verdict_other); RUN (verdict_break); RUN (verdict_for);
  RUN (verdict_while); RUN (verdict_flag); RUN (verdict_set);
  RUN (verdict_any); RUN (verdict_all); RUN (verdict_goto);
  RUN (verdict_fused);
  VALUE (limit_do, 7); VALUE (limit_for, 7); VALUE (limit_turned, 7);
  VALUE (limit_break, 7); VALUE (limit_endless, 7); VALUE (limit_breaks, 7);
  VALUE (limit_flag, 7); VALUE (limit_down, 7); VALUE (limit_stopped, 7);
  VALUE (limit_do, 700); VALUE (limit_for, 700); VALUE (limit_turned, 700);
  VALUE (limit_break, 700); VALUE (limit_endless, 700);
  VALUE (limit_breaks, 700); VALUE (limit_flag, 700);
  VALUE (limit_down, 700); VALUE (limit_stopped, 700);
  return 0;
}
