/* rounds-parity.c: loops inside of others in which a number that changes its parity
   chooses one of two arrays, and behind which it is used.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 7 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

/* Sweeps from U to V until they differ by less than TOL; LEAVE may end them.  */
#define ROUNDS(name, begin, from, to, change, leave, behind) \
  static void NI \
  name (int n, int most, double tol, double *a, double *b) \
  { \
    double *u[2] = { a, b }; \
    int cur = 0, sum = 0; \
    _Pragma ("pram") \
    for (int t = 0; t < 7; t++) \
      { \
	double d = 1; \
	int it; \
	begin; \
	for (it = 0; d > tol && it < most; it++) \
	  { \
	    double *x = from, *y = to; \
	    d = 0; \
	    for (int i = 1; i < n - 1; i++) \
	      { \
		y[i] = 0.5 * (x[i - 1] + x[i + 1]); \
		d = fmax (d, fabs (y[i] - x[i])); \
	      } \
	    change; \
	    leave \
	  } \
	double *z = behind; \
	for (int i = 1; i < n - 1; i++) \
	  z[i] += 0.1 * (i % 5) + it; \
	sum += it; \
      } \
    printf ("%d %d\n", sum, cur); \
    (void) u; \
  }

ROUNDS (goes_on, , u[cur], u[1 - cur], cur = 1 - cur, , u[cur])
ROUNDS (negated, , cur ? b : a, cur ? a : b, cur = !cur, , cur ? a : b)
ROUNDS (left, , u[cur], u[1 - cur], cur = 1 - cur,
	if (d < 2 * tol) { sum += 100; break; }, u[1 - cur])
ROUNDS (total, , u[cur & 1], u[(cur + 1) & 1], cur++, , u[cur & 1])

typedef void function (int, int, double, double *, double *);

int
main (int argc, char **argv)
{
  static function *const all[] = { goes_on, negated, left, total };
  for (int k = 1; k < argc; k++)
    for (size_t f = 0; f < sizeof all / sizeof *all; f++)
      for (int most = 0; most < 41; most = 3 * most + 1)
	{
	  int n = atoi (argv[k]);
	  double *u = need (n * sizeof *u), *v = need (n * sizeof *v);
	  for (int i = 0; i < n; i++)
	    u[i] = v[i] = i * 7 % 11;
	  all[f] (n, most, .3, u, v);
	  show ("u", u, n * sizeof *u);
	  show ("v", v, n * sizeof *v);
	  free (u);
	  free (v);
	}
  return 0;
}
