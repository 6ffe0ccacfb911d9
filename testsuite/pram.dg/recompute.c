/* recompute.c: which arrays are computed again instead of being stored.

   SPDX-License-Identifier: GPL-3.0-or-later

   { dg-options "-fplugin-arg-pram-verbose" } */

#define N 60
#define EACH(lo, hi) \
  for (int i = lo; i < hi; i++) for (int j = lo; j < hi; j++)

double p[N][N], r[N][N], s[N][N], q[N][N];

void
once (int steps, double a)
{
#pragma pram begin local(q)
  for (int t = 0; t < steps; t++)
    {
      EACH (1, N - 1)
	q[i][j] = p[i - 1][j] + p[i][j + 1];	/* { dg-note "'q' is not stored" } */
      EACH (1, N - 1)
	r[i][j] -= a * q[i][j];
      EACH (1, N - 1)
	p[i][j] = 0.25 * r[i][j];
    }
#pragma pram end
}

/* In the same iteration the value is at hand; two nests compute it again.  */
void
twice (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    {
      q[i][j] = 3 * p[i - 1][j];	/* { dg-note "'q' is not stored" } */
      s[i][j] = q[i][j] * q[i][j];
    }
  EACH (1, N - 1)
    r[i][j] += q[i][j];
  EACH (1, N - 1)
    s[i][j] += q[i][j];
#pragma pram end
}

/* q needs what is not stored either.  */
void
chain (void)
{
#pragma pram begin local(q, s)
  EACH (1, N - 1)
    s[i][j] = p[i][j - 1] + p[i][j + 1];	/* { dg-note "'s' is not stored" } */
  EACH (1, N - 1)
    q[i][j] = s[i][j] * s[i][j];	/* { dg-note "'q' is not stored" } */
  EACH (1, N - 1)
    r[i][j] = q[i][j] - r[i][j];
#pragma pram end
}

void
wanted (void)
{
#pragma pram begin
  EACH (1, N - 1)
    q[i][j] = 3 * p[i - 1][j];	/* { dg-bogus "not stored" } */
  EACH (1, N - 1)
    r[i][j] += q[i][j];
#pragma pram end
}

void
neighbours (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    q[i][j] = 3 * p[i - 1][j];	/* { dg-bogus "not stored" } */
  EACH (2, N - 2)
    r[i][j] += q[i - 1][j];
#pragma pram end
}

void
border (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    q[i][j] = 3 * p[i - 1][j];	/* { dg-note "'q' is not stored" } */
  EACH (0, N - 1)
    r[i][j] += q[i][j];
#pragma pram end
}

void
changed_between (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    q[i][j] = 3 * p[i - 1][j];	/* { dg-bogus "not stored" } */
  EACH (1, N - 1)
    p[i][j] *= 0.5;
  EACH (1, N - 1)
    r[i][j] += q[i][j];
#pragma pram end
}

void
changed_there (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    q[i][j] = p[i - 1][j] + p[i + 1][j];	/* { dg-bogus "not stored" } */
  EACH (1, N - 1)
    p[i][j] = q[i][j];
#pragma pram end
}

void
last_time (int steps)
{
#pragma pram begin local(q)
  for (int t = 0; t < steps; t++)
    {
      EACH (1, N - 1)
	r[i][j] += q[i][j];
      EACH (1, N - 1)
	q[i][j] = 3 * p[i - 1][j];	/* { dg-bogus "not stored" } */
    }
#pragma pram end
}

void
sometimes (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    if (i > 3)
      q[i][j] = 3 * p[i - 1][j];	/* { dg-bogus "not stored" } */
  EACH (1, N - 1)
    r[i][j] += q[i][j];
#pragma pram end
}

/* A division takes longer than a load; where the value is at hand it is not
   computed again.  */
void
expensive (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    q[i][j] = 3 / p[i - 1][j];	/* { dg-bogus "not stored" } */
  EACH (2, N - 1)
    s[i][j] *= 2;
  EACH (1, N - 1)
    r[i][j] += q[i][j];
#pragma pram end
}

void
at_hand (void)
{
#pragma pram begin local(q)
  EACH (1, N - 1)
    q[i][j] = 3 / p[i - 1][j];	/* { dg-note "'q' is not stored" } */
  EACH (1, N - 1)
    r[i][j] += q[i][j];
#pragma pram end
}
