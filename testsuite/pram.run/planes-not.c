/* planes-not.c: planes that take turns, but have other names, too, or of which it
   isn't certain that the variable chooses them: these stay as they are.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-mode any } */
/* { pram-args 5 33 } */
/* { pram-ranks 2 3 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))
#define M 33

static double u[4][M];

/* Rounds until they differ by less than TOL.  */
#define ROUNDS(name, declare, begin, to, from, change, behind) \
  static void NI \
  name (int n, double tol) \
  { \
    declare \
    _Pragma ("pram") \
    for (int t = 0; t < 4; t++) \
      { \
	double d; \
	begin \
	do \
	  { \
	    d = 0; \
	    for (int i = 1; i < n - 1; i++) \
	      { \
		u[to][i] = 0.5 * (u[from][i - 1] + u[from][i + 1]); \
		d = fmax (d, fabs (u[to][i] - u[from][i])); \
	      } \
	    change; \
	  } \
	while (d > tol); \
	for (int i = 1; i < n - 1; i++) \
	  u[behind][i] += 0.1 * (i % 5) + t; \
      } \
    printf ("%d\n", (int) cur); \
  }

static void NI
change_it (int *p)
{
  *p ^= 1;
}

static int seen = 0;

/* A plane by its number beside the exchange.  */
ROUNDS (named, int cur = 0;, , 1 - cur, cur, cur = 1 - cur, 0)
/* Exchanged with a plane that is none of both.  */
ROUNDS (moved, int cur = 0;, if (t == 2) cur = 2;, cur ^ 1, cur, cur ^= 1, cur)
/* Set anew.  */
ROUNDS (anew, int cur = 0;, cur = 0;, !cur, cur, cur = !cur, cur)
/* Not below 2 in the beginning: the first exchange is none.  */
ROUNDS (above, int cur = 2;, , 1 - (cur & 1), cur & 1, cur = !cur, cur & 1)
/* Known by its address.  */
ROUNDS (passed, int cur = 0;, , 1 - cur, cur, change_it (&cur), cur)
/* Counted: it is never below anything.  */
ROUNDS (counted, int cur = 0;, , (cur + 1) & 1, cur & 1, cur++, cur & 1)
/* By a formula that only looks like an exchange.  */
ROUNDS (formula, int cur = 0;, , (cur ^ (cur >> 1) ^ 1) & 1,
	(cur ^ (cur >> 1)) & 1, cur = (cur + 1) % 4, (cur ^ (cur >> 1)) & 1)
/* What the function is given.  */
ROUNDS (of_file, extern int seen; int cur = seen;, , cur, 1 - cur, cur = 1 - cur,
	1 - cur)
/* Two variables that meet.  */
ROUNDS (two, int cur = 0; int next = 1;, , next, cur,
	int last = cur; cur = next; next = last, cur)

typedef void function (int, double);

int
main (int argc, char **argv)
{
  static function *const all[] = { named, moved, anew, above, passed, counted,
				   formula, of_file, two };
  for (int k = 1; k < argc; k++)
    for (size_t f = 0; f < sizeof all / sizeof *all; f++)
      {
	for (int i = 0; i < 4 * M; i++)
	  u[i / M][i % M] = i * 7 % 11;
	seen = f & 1;
	all[f] (atoi (argv[k]), .3);
	show ("u", u, sizeof u);
      }
  return 0;
}
