#define _GNU_SOURCE 1
/* spell.h: what the programs here share.

   SPDX-License-Identifier: GPL-3.0-or-later

   One file for each shape of loops.  Functions whose names are the same up to
   the first underscore are the same loops, in other words.  */

#ifndef SPELL_H
#define SPELL_H

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "../../pram.run/show.h"

#define N 48
#define MIN(x, y) ((x) < (y) ? (x) : (y))
#define MAX(x, y) ((x) > (y) ? (x) : (y))

/* PRAM (n=40) has a size clause if SIZED is defined.  */
#define TEXT(...) _Pragma (#__VA_ARGS__)
#ifdef SIZED
# define PRAM(...) TEXT (pram size (__VA_ARGS__))
# define BEGIN(...) TEXT (pram begin size (__VA_ARGS__))
#else
# define PRAM(...) TEXT (pram)
# define BEGIN(...) TEXT (pram begin)
#endif
#define END TEXT (pram end)

static double a[N][N], b[N][N], c[N][N], v[2 * N], w[2 * N];

static void
start (void)
{
  for (int i = 0; i < 2 * N; i++)
    {
      v[i] = noise (i);
      w[i] = noise (i + 1000);
    }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	a[i][j] = noise (i + N * j + 2000);
	b[i][j] = noise (i + N * j + 5000);
	c[i][j] = noise (i + N * j + 8000);
      }
}

static void
tell (const char *name, double result)
{
  unsigned char all[sizeof a + sizeof b + sizeof c + sizeof v + sizeof w], *p;
  p = (unsigned char *) mempcpy (all, a, sizeof a);
  p = (unsigned char *) mempcpy (p, b, sizeof b);
  p = (unsigned char *) mempcpy (p, c, sizeof c);
  p = (unsigned char *) mempcpy (p, v, sizeof v);
  mempcpy (p, w, sizeof w);
  show (name, all, sizeof all);
  printf ("%s %a\n", name, result);
}

/* Run FUNCTION, which returns nothing or a number, for two sizes.  */
#define RUN(function, ...)						\
  do									\
    for (int n = 40; n > 30; n -= 3 * (n % 2) + 3)			\
      {									\
	start ();							\
	function (n __VA_OPT__ (,) __VA_ARGS__);			\
	tell (#function, 0);						\
      }									\
  while (0)
#define VALUE(function, ...)						\
  do									\
    for (int n = 40; n > 30; n -= 3 * (n % 2) + 3)			\
      {									\
	start ();							\
	tell (#function, function (n __VA_OPT__ (,) __VA_ARGS__));	\
      }									\
  while (0)

#endif
