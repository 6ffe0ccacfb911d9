/* rounds-parity-other.c: numbers of unknown size that choose one of two arrays, but
   not by their parity alone: for small numbers it looks so.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode any } */
/* { pram-args 40 7 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))

#define ROUNDS(name, type, from, to, change) \
  static void NI \
  name (int n, double tol, double *a, double *b) \
  { \
    double *u[2] = { a, b }; \
    type cur = 0; \
    _Pragma ("pram") \
    for (int t = 0; t < 7; t++) \
      { \
	double d = 1; \
	int it; \
	for (it = 0; d > tol && it < 5 + t; it++) \
	  { \
	    double *x = from, *y = to; \
	    d = 0; \
	    for (int i = 1; i < n - 1; i++) \
	      { \
		y[i] = 0.5 * (x[i - 1] + x[i + 1]) + 0.01 * it; \
		d = fmax (d, fabs (y[i] - x[i])); \
	      } \
	    change; \
	  } \
	double *z = from; \
	for (int i = 1; i < n - 1; i++) \
	  z[i] += 0.1 * (i % 5) + it; \
      } \
    printf ("%d\n", (int) cur); \
    (void) u; \
  }

ROUNDS (shifted, int, u[(cur ^ (cur >> 2)) & 1], u[~(cur ^ (cur >> 2)) & 1],
	cur++)
ROUNDS (divided, unsigned, u[(cur + cur / 8) % 2], u[(cur + cur / 8 + 1) % 2],
	cur += 3)
ROUNDS (compared, int, cur > 3 ? a : u[cur & 1], cur > 3 ? b : u[!(cur & 1)],
	cur++)
ROUNDS (negative, int, cur % 2 == 1 ? b : a, cur % 2 == 1 ? a : b, cur--)
ROUNDS (below, int, cur % 2 ? b : a, cur % 2 ? a : b, cur--)
ROUNDS (above, int, cur % 2 == 1 ? b : a, cur % 2 == 1 ? a : b, cur++)

typedef void function (int, double, double *, double *);

int
main (int argc, char **argv)
{
  static function *const all[] = { shifted, divided, compared, negative, below,
				   above };
  for (int k = 1; k < argc; k++)
    for (size_t f = 0; f < sizeof all / sizeof *all; f++)
      {
	int n = atoi (argv[k]);
	double *u = need (n * sizeof *u), *v = need (n * sizeof *v);
	for (int i = 0; i < n; i++)
	  u[i] = v[i] = i * 7 % 11;
	all[f] (n, .01, u, v);
	show ("u", u, n * sizeof *u);
	show ("v", v, n * sizeof *v);
	free (u);
	free (v);
      }
  return 0;
}
