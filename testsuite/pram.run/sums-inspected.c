/* Sums in the serial order beside loops in which data choose what is read or
   written: solvers without any clause.  Conjugate gradients, also as NPB's, and
   with the sums in the loops that make what is summed up; BiCGStab, power
   iteration, Jacobi, products of coordinates, PageRank.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1000 1 2 3 17 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "chance.h"

#define NI __attribute__ ((noipa))

/* A matrix by rows; ROW also says which one an entry is in.  */
struct csr { int *start, *row, *col; double *a; };

NI int
cg (int n, const int *start, const int *col, const double *a, const double *b,
    double *x, double *r, double *p, double *q, int most)
{
  int it = 0;
  double rr = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      x[i] = 0;
      r[i] = b[i];
      p[i] = r[i];
    }
  for (int j = 0; j < n; j++)
    rr = rr + r[j] * r[j];
  while (rr > 1e-20 && it < most)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += a[k] * p[col[k]];
	  q[i] = s;
	}
      double d = 0;
      for (int j = 0; j < n; j++)
	d = d + p[j] * q[j];
      double alpha = rr / d, old = rr;
      rr = 0;
      for (int j = 0; j < n; j++)
	{
	  x[j] = x[j] + alpha * p[j];
	  r[j] = r[j] - alpha * q[j];
	}
      for (int j = 0; j < n; j++)
	rr = rr + r[j] * r[j];
      double beta = rr / old;
      for (int j = 0; j < n; j++)
	p[j] = r[j] + beta * p[j];
      it++;
    }
#pragma pram end
  return it;
}

/* Sums in the loops that make what is summed up.  */
NI int
cg_joined (int n, const int *start, const int *col, const double *a,
	   const double *b, double *x, double *r, double *p, double *q,
	   int most)
{
  int it = 0;
  double rr = 0;
#pragma pram begin
  for (int i = 0; i < n; i++)
    {
      x[i] = 0;
      r[i] = b[i];
      p[i] = r[i];
      rr += r[i] * r[i];
    }
  while (rr > 1e-20 && it < most)
    {
      double d = 0;
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += a[k] * p[col[k]];
	  q[i] = s;
	  d += p[i] * s;
	}
      double alpha = rr / d, old = rr;
      rr = 0;
      for (int j = 0; j < n; j++)
	{
	  x[j] += alpha * p[j];
	  r[j] -= alpha * q[j];
	  rr += r[j] * r[j];
	}
      double beta = rr / old;
      for (int j = 0; j < n; j++)
	p[j] = r[j] + beta * p[j];
      it++;
    }
#pragma pram end
  return it;
}

/* As it stands in NPB's CG.  */
NI void
conj_grad (int naa, int firstrow, int lastrow, int firstcol, int lastcol,
	   int colidx[], int rowstr[], double x[], double z[], double a[],
	   double p[], double q[], double r[], double *rnorm)
{
  int j, k;
  int cgit, cgitmax = 25;
  double d, sum, rho, rho0, alpha, beta;
#pragma pram begin
  rho = 0.0;
  for (j = 0; j < naa + 1; j++)
    {
      q[j] = 0.0;
      z[j] = 0.0;
      r[j] = x[j];
      p[j] = r[j];
    }
  for (j = 0; j < lastcol - firstcol + 1; j++)
    rho = rho + r[j] * r[j];
  for (cgit = 1; cgit <= cgitmax; cgit++)
    {
      for (j = 0; j < lastrow - firstrow + 1; j++)
	{
	  sum = 0.0;
	  for (k = rowstr[j]; k < rowstr[j + 1]; k++)
	    sum = sum + a[k] * p[colidx[k]];
	  q[j] = sum;
	}
      d = 0.0;
      for (j = 0; j < lastcol - firstcol + 1; j++)
	d = d + p[j] * q[j];
      alpha = rho / d;
      rho0 = rho;
      rho = 0.0;
      for (j = 0; j < lastcol - firstcol + 1; j++)
	{
	  z[j] = z[j] + alpha * p[j];
	  r[j] = r[j] - alpha * q[j];
	}
      for (j = 0; j < lastcol - firstcol + 1; j++)
	rho = rho + r[j] * r[j];
      beta = rho / rho0;
      for (j = 0; j < lastcol - firstcol + 1; j++)
	p[j] = r[j] + beta * p[j];
    }
  sum = 0.0;
  for (j = 0; j < lastrow - firstrow + 1; j++)
    {
      d = 0.0;
      for (k = rowstr[j]; k < rowstr[j + 1]; k++)
	d = d + a[k] * z[colidx[k]];
      r[j] = d;
    }
  for (j = 0; j < lastcol - firstcol + 1; j++)
    {
      d = x[j] - r[j];
      sum = sum + d * d;
    }
  *rnorm = sqrt (sum);
#pragma pram end
}

static double
dot (int n, const double *u, const double *v)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += u[i] * v[i];
  return s;
}

static void
multiply (int n, const int *start, const int *col, const double *a,
	  const double *x, double *y)
{
  for (int i = 0; i < n; i++)
    {
      double s = 0;
      for (int k = start[i]; k < start[i + 1]; k++)
	s += a[k] * x[col[k]];
      y[i] = s;
    }
}

NI int
bicgstab (int n, const int *start, const int *col, const double *a,
	  const double *b, double *x, double *r, double *r0, double *p,
	  double *v, double *s, double *t, int most)
{
  int it = 0;
#pragma pram begin
  multiply (n, start, col, a, x, r);
  for (int i = 0; i < n; i++)
    {
      r[i] = b[i] - r[i];
      r0[i] = r[i];
      p[i] = 0;
      v[i] = 0;
    }
  double rho = 1, alpha = 1, omega = 1, residual = sqrt (dot (n, r, r));
  while (it < most && residual > 1e-12)
    {
      double next = dot (n, r0, r), beta = next / rho * (alpha / omega);
      rho = next;
      for (int i = 0; i < n; i++)
	p[i] = r[i] + beta * (p[i] - omega * v[i]);
      multiply (n, start, col, a, p, v);
      alpha = rho / dot (n, r0, v);
      for (int i = 0; i < n; i++)
	s[i] = r[i] - alpha * v[i];
      if (sqrt (dot (n, s, s)) < 1e-13)
	break;
      multiply (n, start, col, a, s, t);
      omega = dot (n, t, s) / dot (n, t, t);
      for (int i = 0; i < n; i++)
	{
	  x[i] += alpha * p[i] + omega * s[i];
	  r[i] = s[i] - omega * t[i];
	}
      residual = sqrt (dot (n, r, r));
      it++;
    }
#pragma pram end
  return it;
}

NI double
power (int n, const int *start, const int *col, const double *a, double *x,
       double *y, int most)
{
  double lambda = 0, old = -1;
  int it = 0;
#pragma pram
  do
    {
      old = lambda;
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += a[k] * x[col[k]];
	  y[i] = s;
	}
      double norm = 0, xy = 0;
      for (int i = 0; i < n; i++)
	norm += y[i] * y[i];
      for (int i = 0; i < n; i++)
	xy += x[i] * y[i];
      norm = sqrt (norm);
      lambda = xy;
      for (int i = 0; i < n; i++)
	x[i] = y[i] / norm;
      it++;
    }
  while (fabs (lambda - old) > 1e-10 && it < most);
  return lambda;
}

/* Exchanged pointers.  */
NI double
jacobi (int n, const int *start, const int *col, const double *a,
	const double *d, const double *b, double *x, double *y, int most)
{
  double residual = 1;
#pragma pram
  for (int it = 0; it < most && residual > 1e-10; it++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = b[i];
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s -= a[k] * x[col[k]];
	  y[i] = x[i] + s / d[i];
	}
      residual = 0;
      for (int i = 0; i < n; i++)
	residual += (y[i] - x[i]) * (y[i] - x[i]);
      double *t = x;
      x = y;
      y = t;
    }
  return residual;
}

/* Deposits.  */
NI double
coordinates (int n, int m, const int *row, const int *col, const double *a,
	     double *x, double *y, int most)
{
  double norm = 0;
#pragma pram
  for (int it = 0; it < most; it++)
    {
      for (int i = 0; i < n; i++)
	y[i] = 0;
      for (int k = 0; k < m; k++)
	y[row[k]] += a[k] * x[col[k]];
      norm = 0;
      for (int i = 0; i < n; i++)
	norm += y[i] * y[i];
      norm = sqrt (norm);
      for (int i = 0; i < n; i++)
	x[i] = y[i] / norm;
    }
  return norm;
}

/* A sum under a condition.  */
NI int
rank (int n, const int *start, const int *col, const int *degree, double *x,
      double *y, int most)
{
  int it = 0;
  double change;
#pragma pram
  do
    {
      double lost = 0;
      for (int i = 0; i < n; i++)
	if (degree[i] == 0)
	  lost += x[i];
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = start[i]; k < start[i + 1]; k++)
	    s += x[col[k]] / (degree[col[k]] + 1);
	  y[i] = .15 / n + .85 * (s + lost / n);
	}
      change = 0;
      for (int i = 0; i < n; i++)
	change += fabs (y[i] - x[i]);
      for (int i = 0; i < n; i++)
	x[i] = y[i];
      it++;
    }
  while (change > 1e-9 && it < most);
  return it;
}

/* Entries anywhere, and a diagonal.  */
NI struct csr
matrix (int n)
{
  struct csr m = { indices (n, 1), indices (6 * n, 1), indices (6 * n, 1),
		   fresh (6 * n) };
  int entries = 0;
  for (int i = 0; i < n; i++)
    {
      m.start[i] = entries;
      for (int k = 0; k < 6; k++)
	{
	  int j = k < 5 ? chance (n) : i;
	  if (k < 5 && j == i)
	    continue;
	  m.row[entries] = i;
	  m.col[entries] = j;
	  m.a[entries++] = k < 5 ? -1. / (1 + chance (9)) : 7;
	}
    }
  m.start[n] = entries;
  return m;
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]), size = n * (int) sizeof (double);
      struct csr m = matrix (n);
      double *v[7], norm, *b = fresh (n), *d = fresh (n);
      for (int i = 0; i < 7; i++)
	v[i] = fresh (n + 1);
      printf ("%d\n", cg (n, m.start, m.col, m.a, b, v[0], v[1], v[2], v[3],
			  12));
      for (int i = 0; i < 4; i++)
	show ("cg", v[i], size);
      printf ("%d\n", cg_joined (n, m.start, m.col, m.a, b, v[0], v[1], v[2],
				 v[3], 12));
      for (int i = 0; i < 4; i++)
	show ("cg", v[i], size);
      for (int i = 0; i <= n; i++)
	v[0][i] = 1;
      conj_grad (n, 0, n - 1, 0, n - 1, m.col, m.start, v[0], v[1], m.a, v[2],
		 v[3], v[4], &norm);
      show ("norm", &norm, sizeof norm);
      for (int i = 0; i < 5; i++)
	show ("conj_grad", v[i], size);
      for (int i = 0; i < n; i++)
	v[0][i] = 0;
      printf ("%d\n", bicgstab (n, m.start, m.col, m.a, b, v[0], v[1], v[2],
				v[3], v[4], v[5], v[6], 10));
      for (int i = 0; i < 7; i++)
	show ("bicgstab", v[i], size);
      for (int i = 0; i < n; i++)
	v[0][i] = 1;
      norm = power (n, m.start, m.col, m.a, v[0], v[1], 40);
      show ("lambda", &norm, sizeof norm);
      show ("power", v[0], size);
      for (int i = 0; i < n; i++)
	d[i] = 8;
      norm = jacobi (n, m.start, m.col, m.a, d, b, v[0], v[1], 40);
      show ("norm", &norm, sizeof norm);
      show ("jacobi", v[0], size);
      show ("jacobi", v[1], size);
      norm = coordinates (n, m.start[n], m.row, m.col, m.a, v[0], v[1], 5);
      show ("norm", &norm, sizeof norm);
      show ("coordinates", v[0], size);
      int *degree = indices (n, 4);
      for (int i = 0; i < n; i++)
	v[0][i] = 1. / n;
      printf ("%d\n", rank (n, m.start, m.col, degree, v[0], v[1], 20));
      show ("rank", v[0], size);
    }
  return 0;
}
