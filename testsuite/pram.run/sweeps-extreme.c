/* sweeps-extreme.c: ordered sweeps that find the greatest change, in many spellings.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 20 }
   { pram-ranks 1 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <string.h>
#include "show.h"

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define RELAXED(x, i, j) \
  ((x[i - 1][j] + x[i + 1][j] + x[i][j - 1] + x[i][j + 1]) * 0.25)

static int n;

/* CHANGE behind the store, or before it.  */
#define BEHIND(CHANGE)							\
  old = x[i][j];							\
  d = RELAXED (x, i, j) - old;						\
  x[i][j] = old + 1.2 * d;						\
  CHANGE
#define BEFORE(CHANGE)							\
  r = RELAXED (x, i, j);						\
  CHANGE								\
  x[i][j] = r;

#define SWEEPS(name, BODY)						\
static void								\
name (double (*x)[n + 2])						\
{									\
  double err = 0;							\
  double old __attribute__ ((unused)), d __attribute__ ((unused));	\
  double e __attribute__ ((unused)), r __attribute__ ((unused));	\
  int it = 0;								\
  _Pragma ("pram")							\
  do									\
    {									\
      err = 0;								\
      for (int i = 1; i <= n; i++)					\
	for (int j = 1; j <= n; j++)					\
	  {								\
	    BODY							\
	  }								\
      it++;								\
    }									\
  while (it < 12 && err > 1e-4);					\
  printf ("%s %d %a\n", #name, it, err);				\
  show ("x", x, (n + 2) * sizeof *x);					\
}

SWEEPS (local, BEHIND (double c = fabs (x[i][j] - old); if (c > err) err = c;))
SWEEPS (outside, BEHIND (e = fabs (x[i][j] - old); if (err < e) err = e;))
SWEEPS (twice, BEHIND (if (fabs (x[i][j] - old) > err) err = fabs (x[i][j] - old);))
SWEEPS (chosen, BEHIND (e = fabs (x[i][j] - old); err = e > err ? e : err;))
SWEEPS (kept, BEHIND (e = fabs (x[i][j] - old); err = err > e ? err : e;))
SWEEPS (macro, BEHIND (err = MAX (err, fabs (x[i][j] - old));))
SWEEPS (turned, BEHIND (e = x[i][j] - old; if (e < 0) e = -e; if (e >= err) err = e;))
SWEEPS (squared, BEHIND (e = x[i][j] - old; if (e * e > err) err = e * e;))
SWEEPS (relaxed, BEHIND (if (fabs (d) > err) err = fabs (d);))
SWEEPS (greater, BEHIND (err = fmax (err, fabs (d));))

SWEEPS (before, BEFORE (double e = fabs (r - x[i][j]); if (e > err) err = e;))
SWEEPS (before_twice, BEFORE (if (fabs (r - x[i][j]) > err) err = fabs (r - x[i][j]);))
SWEEPS (before_macro, BEFORE (err = MAX (err, fabs (r - x[i][j]));))

int
main (int argc, char **argv)
{
  n = argc > 1 ? atoi (argv[1]) : 9;
  double (*first)[n + 2] = need ((n + 2) * sizeof *first);
  double (*x)[n + 2] = need ((n + 2) * sizeof *x);
  for (int i = 0; i < n + 2; i++)
    for (int j = 0; j < n + 2; j++)
      first[i][j] = noise (i * (n + 2) + j);
#define RUN(name) memcpy (x, first, (n + 2) * sizeof *x); name (x)
  RUN (local);
  RUN (outside);
  RUN (twice);
  RUN (chosen);
  RUN (kept);
  RUN (macro);
  RUN (turned);
  RUN (squared);
  RUN (relaxed);
  RUN (greater);
  RUN (before);
  RUN (before_twice);
  RUN (before_macro);
}
