/* planes.c: planes of one array that take turns in loops inside of others, of which
   data decide how often they run.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 3 5 40 } */
/* { pram-ranks 1 2 3 5 } */

#include <math.h>
#include "show.h"

#define NI __attribute__ ((noinline, noclone))
#define M 40

/* A sweep from the plane FROM to the plane TO of U, in two dimensions.  */
#define SWEEP(to, from) \
  for (int i = 1; i < n - 1; i++) \
    for (int j = 1; j < n - 1; j++) \
      { \
	to[i][j] = 0.25 * (from[i - 1][j] + from[i + 1][j] + from[i][j - 1] \
			   + from[i][j + 1]); \
	d = fmax (d, fabs (to[i][j] - from[i][j])); \
      }

/* Steps, in which rounds end when they differ by less than TOL.  */
#define STEPS(declare, round, behind) \
  declare \
  _Pragma ("pram") \
  for (int t = 0; t < 4; t++) \
    { \
      double d; \
      do \
	{ \
	  d = 0; \
	  round \
	} \
      while (d > tol * (1 + t)); \
      behind \
    }

#define WARM(plane) \
  for (int i = 1; i < n - 1; i++) \
    for (int j = 1; j < n - 1; j++) \
      plane[i][j] += 0.1 * ((i + j) % 5);

static double whole[2][M][M];

static void
begin (int n, double *to, int width)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      to[i * width + j] = noise (i * n + j) + i;
}

/* An array of the file's, and cur = 1 - cur.  */
static void NI
static_planes (int n, double tol)
{
  begin (n, whole[0][0], M);
  begin (n, whole[1][0], M);
  STEPS (int cur = 0;,
	 SWEEP (whole[1 - cur], whole[cur]) cur = 1 - cur;,
	 WARM (whole[cur]))
  printf ("static %d\n", cur);
  show ("whole", whole, sizeof whole);
}

/* Memory, and cur ^= 1.  */
static void NI
heap_planes (int n, double tol)
{
  double (*u)[n][n] = need (2 * sizeof *u);
  begin (n, u[0][0], n);
  begin (n, u[1][0], n);
  STEPS (int cur = 1;,
	 SWEEP (u[cur ^ 1], u[cur]) cur ^= 1;,
	 WARM (u[cur]))
  printf ("heap %d\n", cur);
  show ("u", u, 2 * sizeof *u);
  /* What is current is used afterwards.  */
  show ("current", u[cur], sizeof *u);
  free (u);
}

/* Three planes, of which the new one depends on two.  */
static void NI
three_planes (int n, double tol)
{
  double (*u)[n][n] = need (3 * sizeof *u);
  for (int k = 0; k < 3; k++)
    begin (n, u[k][0], n);
  STEPS (int cur = 2;,
	 for (int i = 1; i < n - 1; i++)
	   for (int j = 1; j < n - 1; j++)
	     {
	       u[(cur + 1) % 3][i][j]
		 = 0.2 * (u[cur][i - 1][j] + u[cur][i + 1][j]
			  + u[cur][i][j - 1] + u[cur][i][j + 1])
		   + 0.2 * u[(cur + 2) % 3][i][j];
	       d = fmax (d, fabs (u[(cur + 1) % 3][i][j] - u[cur][i][j]));
	     }
	 cur = (cur + 1) % 3;,
	 WARM (u[cur]))
  printf ("three %d\n", cur);
  show ("u", u, 3 * sizeof *u);
  free (u);
}

/* Rows of an array whose sizes are the function's; cur = !cur, a condition, and the
   variable in an expression of the region.  */
static void NI
rows (int n, double tol)
{
  double u[2][n * n];
  int cur = 0, odd = 0;
  begin (n, u[0], n);
  begin (n, u[1], n);
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      double d = 1;
      for (int it = 0; d > tol && it < 9; it++)
	{
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    for (int j = 1; j < n - 1; j++)
	      {
		double x = 0.5 * (u[cur][(i - 1) * n + j]
				  + u[cur][(i + 1) * n + j]);
		u[!cur][i * n + j] = x;
		d = fmax (d, fabs (x - u[cur][i * n + j]));
	      }
	  if (d > tol / 2)
	    cur = !cur;
	}
      odd += cur;
    }
  printf ("rows %d %d\n", cur, odd);
  show ("u", u, sizeof u);
}

/* Two arrays of which one variable chooses the planes, and two variables.  */
static void NI
two_arrays (int n, double tol, double (*v)[n])
{
  double (*u)[n] = need (2 * sizeof *u);
  int cur = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < n; i++)
      {
	u[k][i] = noise (i);
	v[k][i] = noise (i + 7);
      }
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double d;
      do
	{
	  int next = (cur + 1) & 1;
	  d = 0;
	  for (int i = 1; i < n - 1; i++)
	    {
	      u[next][i] = 0.5 * (u[cur][i - 1] + v[cur][i]);
	      v[next][i] = 0.5 * (v[cur][i + 1] + u[cur][i]);
	      d = fmax (d, fabs (u[next][i] - u[cur][i]));
	    }
	  cur = next;
	}
      while (d > tol);
      for (int i = 1; i < n - 1; i++)
	u[cur][i] += 0.1 * (i % 5 + t);
    }
  printf ("two %d\n", cur);
  show ("u", u, 2 * sizeof *u);
  show ("v", v, 2 * sizeof *v);
  free (u);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *v = need (2 * n * sizeof *v);
      static_planes (n, 0.2);
      heap_planes (n, 0.3);
      three_planes (n, 0.3);
      rows (n, 0.2);
      two_arrays (n, 0.3, (double (*)[n]) v);
      free (v);
    }
  return 0;
}
