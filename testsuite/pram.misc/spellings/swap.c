/* swap.c: two arrays that take turns.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "unrolled completely, or not" plan inside_unrolled }
   { spelling-xfail "the number of steps is no size if it is counted down"
     plan steps_while }  */

#include "spell.h"

#define SWEEP(to, from)							\
  for (int i = 1; i < n - 1; i++)					\
    (to)[i] = 0.5 * ((from)[i - 1] + (from)[i + 1]);

static void
swap_temporary (int n, double *p, double *q)
{
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      SWEEP (q, p)
      double *old = p;
      p = q;
      q = old;
    }
}

static void
swap_top (int n, double *p, double *q)
{
  double *old;
  int t;
  PRAM (n=40)
  for (t = 0; t < 8; t++)
    {
      SWEEP (q, p)
      old = q, q = p, p = old;
    }
}

static void
pair_unrolled (int n, double *p, double *q)
{
  PRAM (n=40)
  for (int t = 0; t < 8; t += 2)
    {
      SWEEP (q, p)
      SWEEP (p, q)
    }
}

static inline void
sweep (int n, double *restrict to, const double *restrict from)
{
  SWEEP (to, from)
}

static void
pair_calls (int n, double *p, double *q)
{
  PRAM (n=40)
  for (int t = 0; t < 4; t++)
    {
      sweep (n, q, p);
      sweep (n, p, q);
    }
}

static void
pair_if (int n, double *p, double *q)
{
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    if (t % 2 == 0)
      {
	SWEEP (q, p)
      }
    else
      {
	SWEEP (p, q)
      }
}

static void
pair_choice (int n, double *p, double *q)
{
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      double *to = t % 2 ? p : q, *from = t & 1 ? q : p;
      SWEEP (to, from)
    }
}

static void
swap_pointers (int n, double *p, double *q)
{
  BEGIN (n=40)
  double *u[2] = { p, q };
  for (int t = 0; t < 8; t++)
    {
      SWEEP (u[(t + 1) % 2], u[t % 2])
    }
  END
}

static void
swap_exchanged (int n, double *p, double *q)
{
  BEGIN (n=40)
  double *u[2] = { p, q };
  for (int t = 0; t < 8; t++)
    {
      SWEEP (u[1], u[0])
      double *old = u[0];
      u[0] = u[1];
      u[1] = old;
    }
  END
}

static void
swap_before (int n, double *p, double *q)
{
  double *u[2] = { p, q };
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      SWEEP (u[(t + 1) % 2], u[t % 2])
    }
}

struct pair
{
  double *now, *next;
};

static void
swap_members (int n, double *p, double *q)
{
  struct pair s = { p, q };
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      SWEEP (s.next, s.now)
      double *old = s.now;
      s.now = s.next;
      s.next = old;
    }
}

static inline void
exchange (double **x, double **y)
{
  double *old = *x;
  *x = *y;
  *y = old;
}

static void
swap_helper (int n, double *p, double *q)
{
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      SWEEP (q, p)
      exchange (&p, &q);
    }
}

static void
swap_first (int n, double *p, double *q)
{
  double *now = q, *next = p;
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      double *old = now;
      now = next;
      next = old;
      SWEEP (next, now)
    }
}

/* One array with a dimension more.  */
static void
parity_rest (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      SWEEP (a[(t + 1) % 2], a[t % 2])
    }
}

static void
parity_variable (int n)
{
  int now = 0;
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      SWEEP (a[1 - now], a[now])
      now = 1 - now;
    }
}

static void
inside_not (int n)
{
  BEGIN (n=40)
  int now = 0;
  for (int t = 0; t < 8; t++)
    {
      SWEEP (a[!now], a[now])
      now = !now;
    }
  END
}

static void
inside_bits (int n)
{
  BEGIN (n=40)
  int now = 0;
  for (int t = 0; t < 8; t++, now ^= 1)
    {
      SWEEP (a[now ^ 1], a[now])
    }
  END
}

static void
inside_exchanged (int n)
{
  BEGIN (n=40)
  int now = 0, next = 1;
  for (int t = 0; t < 8; t++)
    {
      SWEEP (a[next], a[now])
      int old = now;
      now = next;
      next = old;
    }
  END
}

static void
inside_unrolled (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 8; t += 2)
    {
      SWEEP (a[1], a[0])
      SWEEP (a[0], a[1])
    }
}

static void
rows_swap (int n)
{
  double *p = a[0], *q = a[1];
  PRAM (n=40)
  for (int t = 0; t < 8; t++)
    {
      SWEEP (q, p)
      double *old = p;
      p = q;
      q = old;
    }
}

/* Steps that are a variable.  */
static void
steps_temporary (int n, int steps, double *p, double *q)
{
  PRAM (n=40, steps=8)
  for (int t = 0; t < steps; t++)
    {
      SWEEP (q, p)
      double *old = p;
      p = q;
      q = old;
    }
}

static void
halves_rest (int n, int steps, double *p, double *q)
{
  PRAM (n=40, steps=8)
  for (int t = 0; t < steps; t++)
    {
      double *to = t % 2 ? p : q, *from = t % 2 ? q : p;
      SWEEP (to, from)
    }
}

static void
steps_while (int n, int steps, double *p, double *q)
{
  PRAM (n=40)
  while (steps-- > 0)
    {
      SWEEP (q, p)
      double *old = p;
      p = q;
      q = old;
    }
}

static void
halves_if (int n, int steps, double *p, double *q)
{
  PRAM (n=40, steps=8)
  for (int t = 0; t < steps; t++)
    if (t % 2)
      {
	SWEEP (p, q)
      }
    else
      {
	SWEEP (q, p)
      }
}

static void
steps_pointers (int n, int steps, double *p, double *q)
{
  double *u[2] = { p, q };
  PRAM (n=40, steps=8)
  for (int t = 0; t < steps; t++)
    {
      SWEEP (u[1 - t % 2], u[t % 2])
    }
}

int
main (void)
{
  RUN (swap_temporary, v, w); RUN (swap_top, v, w); RUN (pair_unrolled, v, w);
  RUN (pair_calls, v, w); RUN (pair_if, v, w); RUN (pair_choice, v, w);
  RUN (swap_pointers, v, w); RUN (swap_exchanged, v, w);
  RUN (swap_before, v, w); RUN (swap_members, v, w); RUN (swap_helper, v, w);
  RUN (swap_first, v, w);
  RUN (parity_rest); RUN (parity_variable); RUN (inside_not);
  RUN (inside_bits); RUN (inside_exchanged); RUN (inside_unrolled);
  RUN (rows_swap);
  for (int steps = 8; steps > 5; steps--)
    {
      RUN (steps_temporary, steps, v, w); RUN (halves_rest, steps, v, w);
      RUN (steps_while, steps, v, w); RUN (halves_if, steps, v, w);
      RUN (steps_pointers, steps, v, w);
    }
  return 0;
}
