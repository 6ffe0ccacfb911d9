/* Loops that run as often as another one has counted, in time loops: lists of what is
   marked, of a nest as well, walked up and down; grids and trees that are refined, as
   far as they have got.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 30 20 170 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))
enum { MOST = 4000 };

/* Steep places get values between, others none.  */
NI static int
steep (int n, double *u, double *next, double *fine, int *list)
{
  int total = 0;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      int m = 0;
      for (int i = 1; i <= n; i++)
	if (fabs (u[i + 1] - u[i - 1]) > 0.1)
	  list[m++] = i;
      for (int i = 1; i <= n; i++)
	next[i] = u[i] + 0.2 * (u[i - 1] - 2 * u[i] + u[i + 1]);
      for (int k = 0; k < m; k++)
	{
	  int i = list[k];
	  fine[2 * i] = 0.75 * u[i] + 0.25 * u[i - 1];
	  fine[2 * i + 1] = 0.75 * u[i] + 0.25 * u[i + 1];
	}
      for (int k = m - 1; k >= 0; k--)
	next[list[k]] = 0.5 * (fine[2 * list[k]] + fine[2 * list[k] + 1]);
      double *other = u;
      u = next;
      next = other;
      total += m;
    }
  return total;
}

/* Two of each element of a nest, perhaps, in a list of their own type.  */
NI static size_t
corners (int n, double (*u)[n], size_t *at, double *value)
{
  size_t all = 0;
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      size_t m = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  if (u[i][j] > u[i - 1][j])
	    {
	      at[m++] = i * n + j;
	      if (u[i][j] > u[i][j - 1])
		at[m++] = (i - 1) * n + j;
	    }
      for (size_t k = 0; k < m; k++)
	value[k] = u[at[k] / n][at[k] % n] / 2 + t;
      for (int i = 0; i < n; i++)
	for (int j = 0; j < n; j++)
	  u[i][j] = 0.75 * u[i][j] + 0.01 * ((i + 3 * j) % 5);
      all += m;
    }
  return all;
}

static double u[MOST], h[MOST], u_next[MOST], h_next[MOST];
static int flag[MOST], first[MOST + 1];

/* Cells become two where there is a jump.  */
NI static int
refine (int n)
{
#pragma pram
  for (int r = 0; r < 4; r++)
    {
      for (int i = 0; i < n; i++)
	{
	  double left = i > 0 ? fabs (u[i] - u[i - 1]) : 0;
	  double right = i < n - 1 ? fabs (u[i + 1] - u[i]) : 0;
	  flag[i] = (left > 0.05 || right > 0.05) && h[i] > 1e-4;
	}
      first[0] = 0;
      for (int i = 0; i < n; i++)
	first[i + 1] = first[i] + 1 + flag[i];
      for (int i = 0; i < n; i++)
	if (flag[i])
	  {
	    double s = i > 0 && i < n - 1 ? 0.125 * (u[i + 1] - u[i - 1]) : 0;
	    u_next[first[i]] = u[i] - s;
	    u_next[first[i] + 1] = u[i] + s;
	    h_next[first[i]] = h_next[first[i] + 1] = h[i] / 2;
	  }
	else
	  {
	    u_next[first[i]] = u[i];
	    h_next[first[i]] = h[i];
	  }
      n = first[n];
      for (int i = 0; i < n; i++)
	{
	  u[i] = u_next[i];
	  h[i] = h_next[i];
	}
    }
  return n;
}

static double centre[MOST], width[MOST], value[MOST];
static int child[MOST], level[MOST];

/* Cells get children behind all others.  */
NI static int
grow (int n)
{
#pragma pram
  for (int l = 0; l < 4; l++)
    {
      int old = n;
      for (int c = 0; c < old; c++)
	value[c] = (3 + c % 5) * centre[c];
      for (int c = 0; c < old; c++)
	if (child[c] < 0 && value[c] * width[c] > 0.002 && level[c] < 4)
	  {
	    child[c] = n;
	    for (int k = 0; k < 2; k++)
	      {
		width[n] = width[c] / 2;
		centre[n] = centre[c] + (k - 0.5) * width[n];
		level[n] = level[c] + 1;
		child[n] = -1;
		n++;
	      }
	  }
    }
  return n;
}

static void
run (int n)
{
  double *a = calloc (n + 2, sizeof *a), *b = calloc (n + 2, sizeof *b);
  double *fine = calloc (2 * n + 4, sizeof *fine);
  int *list = calloc (n + 2, sizeof *list), m = n % 40;
  double (*grid)[m + 1] = calloc (m + 1, sizeof *grid);
  double *found = calloc (2 * m * m + 1, sizeof *found);
  size_t *at = calloc (2 * m * m + 1, sizeof *at);
  for (int i = 0; i < n + 2; i++)
    a[i] = tanh (0.5 * (i - n / 3));
  printf ("%d", steep (n, a, b, fine, list));
  show ("a", a, n * sizeof *a);
  for (int i = 0; i < m * m; i++)
    grid[0][i] = i * 37 % 101 * 0.25;
  printf ("%zu", corners (m, grid, at, found));
  show ("found", found, 2 * m * m * sizeof *found);
  for (int i = 0; i < n; i++)
    {
      h[i] = width[i] = 1. / n;
      u[i] = tanh (20 * ((i + 0.5) / n - 0.4));
      centre[i] = (i + 0.5) / n;
      child[i] = -1;
      level[i] = 0;
    }
  n = refine (n);
  printf ("%d", n);
  show ("u", u, n * sizeof *u);
  n = grow (n < 20 ? n : 20);
  printf ("%d", n);
  show ("value", value, n * sizeof *value);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run (atoi (argv[i]));
  return 0;
}
