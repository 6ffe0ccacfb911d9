/* Histories whose place is counted on through convergence loops inside of others:
   in all of them, under conditions, of structures, only while there is room.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 7 40 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 100, FEW = 20 };

struct record { int it; double norm; };

static double
smooth (int n, double *u, double *v)
{
  double norm = 0;
  for (int i = 1; i < n - 1; i++)
    {
      v[i] = u[i] + 0.4 * (u[i - 1] - 2 * u[i] + u[i + 1]);
      norm += fabs (v[i] - u[i]);
    }
  for (int i = 1; i < n - 1; i++)
    u[i] = v[i];
  return norm;
}

static int
all (int n, double *u, double *v, double *history, double tol)
{
  int total = 0;
#pragma pram
  for (int round = 0; round < 5; round++)
    {
      for (int inner = 0; inner < 15; inner++)
	{
	  double norm = smooth (n, u, v);
	  history[total] = norm;
	  total++;
	  if (norm < tol)
	    break;
	}
      tol *= 0.5;
    }
  return total;
}

/* While there is room; several ways out.  */
static int
capped (int n, double *u, double *v, double *history, double tol)
{
  int total = 0, round;
  double norm = 0, before = 1e30;
#pragma pram
  for (round = 0; round < 10; round++)
    {
      int inner;
      for (inner = 0; inner < 8; inner++)
	{
	  norm = smooth (n, u, v);
	  if (total < FEW)
	    history[total] = norm;
	  total++;
	  if (norm < tol)
	    break;
	  if (norm > before * 2)
	    break;
	  before = norm;
	}
      if (norm < tol)
	break;
      if (inner == 3)
	break;
    }
  return total * 100 + round;
}

/* Some iterations, structures.  */
static int
records (int n, double *u, double *v, struct record *log)
{
  int k = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double norm;
      int it = 0;
      do
	{
	  norm = 0;
	  for (int i = 1; i < n - 1; i++)
	    v[i] = 0.5 * (u[i - 1] + u[i + 1]);
	  for (int i = 1; i < n - 1; i++)
	    {
	      norm = fmax (norm, fabs (v[i] - u[i]));
	      u[i] = v[i];
	    }
	  it++;
	  if (it % 3 == 0 && k < FEW)
	    {
	      log[k].it = it;
	      log[k].norm = norm;
	      k++;
	    }
	}
      while (norm > .05 && it < 20);
      for (int i = 1; i < n - 1; i++)
	u[i] += 0.1 * t;
    }
  return k;
}

static void
fill (int n, double *u)
{
  for (int i = 0; i < n; i++)
    u[i] = i * 5 % 7;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), steps;
      double *u = calloc (n, sizeof *u), *v = calloc (n, sizeof *v);
      double history[ROOM] = { 0 }, sum = 0;
      struct record log[FEW] = { { 0 } };
      fill (n, u);
      steps = all (n, u, v, history, 3);
      for (int i = 0; i < ROOM; i++)
	sum = 0.9 * sum + history[i];
      fill (n, u);
      steps += 1000 * capped (n, u, v, history, 1e-2);
      for (int i = 0; i < ROOM; i++)
	sum = 0.9 * sum + history[i];
      fill (n, u);
      steps += records (n, u, v, log);
      for (int i = 0; i < FEW; i++)
	sum = 0.9 * sum + log[i].it + log[i].norm;
      for (int i = 0; i < n; i++)
	sum = 0.9 * sum + u[i];
      printf ("%d %.17g\n", steps, sum);
    }
  return 0;
}
