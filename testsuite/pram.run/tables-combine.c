/* tables-combine.c: reductions, task by task: what tasks of one process combine
   travels as one value.  Zeros of both signs and NaNs; flags; values of before
   that win; two reductions in one loop; results that are wanted at once, later,
   at the end, or never.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdbool.h>

#include "tables.h"

#define N 24
#define M 5

static double a[N], b[N], u[M + 2][M + 2];
static float f[N];
static long double l[N];
static int k[N];
static short h[N];
static unsigned char c[N];

/* What comes out of one pass over the arrays.  */
struct out
{
  double first, later, under, turned, fmax, fmin, fmin2, nan, chain, mixed;
  float f;
  long double l, lmin;
  int most, sum, xor, product, flag, found, all, any, last;
  short h;
  unsigned char least, bits;
  bool yes, no;
};

#define PASS(strategy)							\
static struct out							\
pass_##strategy (double start)					\
{									\
  double first = start, later = start, under = start, turned = start;	\
  double largest = start, least = start, least2 = start, nan = start;	\
  double chain = start, mixed = start;					\
  float fl = (float) start;						\
  long double ld = start, ldmin = start;				\
  int most = -7, sum = 3, xor = 5, product = 1, flag = 7, found = 0;	\
  int all = 9, any = 0, last = 0;					\
  short sh = 12;							\
  unsigned char low = 200, bits = 1;					\
  bool yes = false, no = true;						\
  PRAGMA (pram begin schedule(strategy) reduction(&&: all)		\
	  reduction(||: any))						\
  for (int i = 0; i < N; i++)						\
    if (a[i] > first)							\
      first = a[i];							\
  for (int i = 0; i < N; i++)						\
    if (a[i] >= later)							\
      later = a[i];							\
  for (int i = 0; i < N; i++)						\
    if (!(a[i] >= under))						\
      under = a[i];							\
  for (int i = 0; i < N; i++)						\
    turned = turned > a[i] ? turned : a[i];				\
  for (int i = 0; i < N; i++)						\
    {									\
      largest = fmax (largest, a[i]);					\
      least = fmin (least, a[i]);					\
      least2 = fmin (a[i], least2);					\
    }									\
  for (int i = 0; i < N; i++)						\
    {									\
      if (b[i] < nan)							\
	nan = b[i];							\
      chain = b[i] < chain ? chain : b[i];				\
    }									\
  for (int i = 0; i < N; i++)						\
    {									\
      fl = fmaxf (fl, f[i]);						\
      ld = fmaxl (ld, l[i]);						\
      ldmin = fminl (ldmin, l[i]);					\
    }									\
  for (int i = 0; i < N; i++)						\
    {									\
      if (k[i] > most)							\
	most = k[i];							\
      sum += k[i];							\
      xor ^= k[i];							\
      product *= k[i];							\
      sh = k[i] > sh ? k[i] : sh;					\
    }									\
  for (int i = 0; i < N; i++)						\
    {									\
      if (k[i] == 1000)							\
	flag = 1;							\
      if (k[i] == 11)							\
	found = 4;							\
      low = c[i] < low ? c[i] : low;					\
      bits |= c[i];							\
      all = all && k[i];						\
      any = any || k[i] > 90;						\
      yes |= c[i] > 3;							\
      no &= c[i] > 3;							\
    }									\
  /* Two reductions of one variable, of which nobody reads the first one's	\
     result.  */								\
  for (int i = 0; i < N; i++)						\
    if (b[i] > mixed)							\
      mixed = b[i];							\
  for (int i = 0; i < N; i++)						\
    mixed = fmax (mixed, a[i]);						\
  for (int i = 0; i < N; i++)						\
    if (k[i] > 50)							\
      last = 2;								\
  for (int i = 0; i < N; i++)						\
    if (k[i] < 50)							\
      last = 1;								\
  for (int i = 0; i < N; i++)						\
    b[i] = first + sum + found;						\
  PRAGMA (pram end)							\
  return (struct out) { first, later, under, turned, largest, least,	\
			least2, nan, chain, mixed, fl, ld, ldmin, most,	\
			sum, xor, product, flag, found, all, any, last,	\
			sh, low, bits, yes, no };			\
}

/* A wavefront with a convergence test; a minimum over all iterations, which is
   needed afterwards; a maximum that begins anew in each row; one variable that
   is two reductions.  */
#define SWEEP(strategy)							\
static int								\
sweep_##strategy (double eps)						\
{									\
  double diff = 0, least = 100, both = -1;				\
  int steps = 0;							\
  PRAGMA (pram begin schedule(strategy))				\
  do									\
    {									\
      diff = 0;								\
      for (int i = 1; i <= M; i++)					\
	for (int j = 1; j <= M; j++)					\
	  {								\
	    double v = .25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1]	\
			      + u[i][j + 1]);				\
	    double d = fabs (v - u[i][j]);				\
	    u[i][j] = v;						\
	    if (d > diff)						\
	      diff = d;							\
	    if (d < least)						\
	      least = d;						\
	  }								\
      steps++;								\
    }									\
  while (diff > eps && steps < 40);					\
  for (int i = 0; i < M; i++)						\
    {									\
      double row = 0;							\
      for (int j = 0; j < M; j++)					\
	row = fmax (row, u[i][j]);					\
      a[i] = row;							\
    }									\
  for (int i = 0; i < M; i++)						\
    both = fmax (both, a[i]);						\
  for (int i = 0; i < M; i++)						\
    both = fmin (both, b[i]);						\
  b[0] = both + least;							\
  PRAGMA (pram end)							\
  show ("diff", &diff, sizeof diff);					\
  return steps;								\
}

/* Not brent: blocks of layers take a NaN that `turned' meets for the end of the
   block.  */
PASS (naive)
PASS (linear)
EACH_STRATEGY (SWEEP)

/* NaNs have no sign worth printing.  */
static void
print (const char *name, long double x)
{
  if (isnan (x))
    printf (" %s nan", name);
  else
    printf (" %s %.17Lg", name, x);
}

#define P(member) print (#member, o.member)

static void
run (struct out (*pass) (double), double start)
{
  for (int i = 0; i < N; i++)
    b[i] = i % 7 == 3 ? NAN : noise (i);
  struct out o = pass (start);
  P (first); P (later); P (under); P (turned); P (nan); P (chain);
  P (most); P (sum); P (xor); P (product); P (flag); P (found); P (all);
  P (any); P (last); P (h); P (least); P (bits); P (yes); P (no);
  /* Which zero these yield depends on the order of their arguments, which GCC
     may change.  */
  P (fmax + 0); P (fmin + 0); P (fmin2 + 0); P (mixed + 0); P (f + 0);
  P (l + 0); P (lmin + 0);
  printf ("\n");
  for (int i = 0; i < N; i++)
    print ("b", b[i]);
  printf ("\n");
}

static void
fill (int kind)
{
  for (int i = 0; i < N; i++)
    {
      double x = noise (kind * N + i);
      /* All zero, of either sign; or NaNs between numbers; or NaNs alone.  */
      a[i] = kind == 0 ? (x < .5 ? 0. : -0.)
	     : kind == 1 ? (x < .3 ? NAN : x - .6)
	     : kind == 2 ? NAN : -INFINITY;
      f[i] = (float) a[i];
      l[i] = a[i];
      k[i] = (int) (90 * x) + 1;
      h[i] = (short) k[i];
      c[i] = (unsigned char) (k[i] + 3);
    }
  k[17] = 11;
}

int
main (void)
{
  static const double starts[] = { 0., -0., -3, 5, NAN, -INFINITY };
  for (int kind = 0; kind < 4; kind++)
    for (int s = 0; s < 6; s++)
      {
	fill (kind);
	run (pass_naive, starts[s]);
	run (pass_linear, starts[s]);
      }
  for (int s = 0; s < 3; s++)
    {
      for (int i = 0; i < M + 2; i++)
	for (int j = 0; j < M + 2; j++)
	  u[i][j] = noise (i * N + j);
      for (int i = 0; i < N; i++)
	b[i] = noise (i) + 1;
      printf ("%d\n", s == 0 ? sweep_naive (.01)
		      : s == 1 ? sweep_linear (.01) : sweep_brent (.01));
      show ("u", u, sizeof u);
      show ("a", a, sizeof a);
      show ("b", b, sizeof b);
    }
  return 0;
}
