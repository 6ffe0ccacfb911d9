/* decided.c: elements of arrays decide, between loops, what is done: steps of an
   elimination that are left out, steps of time in which something is on, sieves,
   two conditions, what is done else, rows exchanged.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 3 8 40 } */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NI __attribute__ ((noipa))

static double *
table (int n, int m)
{
  double *a = malloc (sizeof *a * n * m);
  for (int i = 0; i < n * m; i++)
    a[i] = i * 7 % 11 + .5;
  return a;
}

static void
show (const char *what, int n, const double *a)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum = sum * .5 + a[i];
  printf ("%s %.17g\n", what, sum);
}

NI void
eliminate (int n, double (*a)[n])
{
#pragma pram
  for (int k = 0; k < n - 1; k++)
    if (a[k][k] > 1)
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= f * a[k][j];
	}
}

NI void
eliminate_else (int n, double (*a)[n])
{
#pragma pram
  for (int k = 0; k < n - 1; k++)
    {
      if (!(a[k][k] > 1))
	{
	  for (int j = 0; j < n; j++)
	    a[k][j] += 1;
	  continue;
	}
      for (int i = k + 1; i < n; i++)
	for (int j = k + 1; j < n; j++)
	  a[i][j] -= a[i][k] * a[k][j] / 16;
    }
}

NI void
switched (int n, const int *on, double *u, double *v)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      if (on[t])
	for (int i = 1; i < n - 1; i++)
	  v[i] = u[i] + .1 * (u[i - 1] + u[i + 1]);
      for (int i = 1; i < n - 1; i++)
	u[i] = v[i] * .9 + t;
    }
}

NI void
source (int n, const double *s, double *u, double *v)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      if (s[t] > 3)
	for (int i = 1; i < n - 1; i++)
	  v[i] = u[i] + .1 * (u[i - 1] + u[i + 1]);
      else
	v[n / 2] += s[t];
      for (int i = 1; i < n - 1; i++)
	u[i] = v[i] * .9 + t;
    }
}

NI void
both (int n, double *u, double *v)
{
#pragma pram
  for (int t = 0; t < n; t++)
    {
      for (int i = 1; i < n - 1; i++)
	v[i] = u[i] + .1 * (u[i - 1] + u[i + 1]);
      for (int i = 1; i < n - 1; i++)
	u[i] = v[i] * .9 - t;
      if (u[n / 2] > .5 && u[n / 3] < 20)
	for (int i = 0; i < n; i++)
	  u[i] *= .75;
    }
}

NI int
sieve (int n, char *p)
{
  int count = 0;
#pragma pram begin
  for (int i = 0; i <= n; i++)
    p[i] = i > 1;
  for (int i = 2; i * i <= n; i++)
    if (p[i])
      for (int j = i * i; j <= n; j += i)
	p[j] = 0;
  for (int i = 0; i <= n; i++)
    count += p[i];
#pragma pram end
  return count;
}

NI int
sieve_odd (int n, int *p)
{
  int count = 0;
#pragma pram begin
  for (int i = 0; i <= n; i++)
    p[i] = i > 1 && (i == 2 || i % 2);
  for (int i = 3; i * i <= n; i += 2)
    {
      if (!p[i])
	continue;
      for (int j = i * i; j <= n; j += 2 * i)
	p[j] = 0;
    }
  for (int i = 0; i <= n; i++)
    count += p[i];
#pragma pram end
  return count;
}

/* Rows are exchanged, and elements change that nothing else has to do with.  */
NI void
pivoted (int n, double (*a)[n], double *sign, int *at)
{
#pragma pram
  for (int k = 0; k < n; k++)
    {
      int p = k;
      double most = 0, size;
      for (int i = k; i < n; i++)
	if ((size = fabs (a[i][k])) > most)
	  {
	    most = size;
	    p = i;
	  }
      if (p != k)
	{
	  for (int j = 0; j < n; j++)
	    {
	      double t = a[k][j];
	      a[k][j] = a[p][j];
	      a[p][j] = t;
	    }
	  *sign = -*sign;
	  at[n]++;
	}
      at[k] = p;
      for (int i = k + 1; i < n; i++)
	{
	  double f = a[i][k] / a[k][k];
	  for (int j = k + 1; j < n; j++)
	    a[i][j] -= f * a[k][j];
	}
    }
}

/* Rows are scaled, and zeros replaced.  */
NI void
pivoted_scaled (int n, double (*a)[n], double *scale, int *at)
{
  int i, j, k, p;
  double most, temp;
#pragma pram
  for (k = 0; k < n; k++)
    {
      most = 0;
      p = k;
      for (i = k; i < n; i++)
	{
	  temp = scale[i] * fabs (a[i][k]);
	  if (temp > most)
	    {
	      most = temp;
	      p = i;
	    }
	}
      if (p != k)
	for (j = 0; j < n; j++)
	  {
	    temp = a[k][j];
	    a[k][j] = a[p][j];
	    a[p][j] = temp;
	  }
      at[k] = p;
      if (a[k][k] == 0)
	a[k][k] = 1e-20;
      for (i = k + 1; i < n; i++)
	{
	  temp = a[i][k] /= a[k][k];
	  for (j = k + 1; j < n; j++)
	    a[i][j] -= temp * a[k][j];
	}
    }
}

/* Reflections, of columns that aren't zero.  */
NI void
reflect (int n, double (*a)[n], double *c, double *d)
{
  int i, j, k;
  double scale, sigma, sum, tau;
#pragma pram
  for (k = 0; k < n - 1; k++)
    {
      scale = 0;
      for (i = k; i < n; i++)
	scale = fmax (scale, fabs (a[i][k]));
      if (scale == 0)
	c[k] = d[k] = 0;
      else
	{
	  for (i = k; i < n; i++)
	    a[i][k] /= scale;
	  for (sum = 0, i = k; i < n; i++)
	    sum += a[i][k] * a[i][k];
	  sigma = a[k][k] >= 0 ? sqrt (sum) : -sqrt (sum);
	  a[k][k] += sigma;
	  c[k] = sigma * a[k][k];
	  d[k] = -scale * sigma;
	  for (j = k + 1; j < n; j++)
	    {
	      for (sum = 0, i = k; i < n; i++)
		sum += a[i][k] * a[i][j];
	      tau = sum / c[k];
	      for (i = k; i < n; i++)
		a[i][j] -= tau * a[i][k];
	    }
	}
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      double *a = table (n, n), *b = table (n, n), *s = table (n, 1);
      double *u = table (n, 2), *v = u + n;
      int *on = malloc (sizeof *on * (n + 1));
      char *p = malloc (n + 1);
      for (int i = 0; i < n; i++)
	on[i] = i % 3 != 1;
      eliminate (n, (double (*)[n]) a);
      show ("eliminate", n * n, a);
      eliminate_else (n, (double (*)[n]) b);
      show ("else", n * n, b);
      switched (n, on, u, v);
      show ("switched", n * 2, u);
      source (n, s, u, v);
      show ("source", n * 2, u);
      both (n, u, v);
      show ("both", n * 2, u);
      printf ("%d %d\n", sieve (n, p), sieve_odd (n, on));
      free (b);
      b = table (n, n);
      on[n] = 0;
      *s = 1;
      pivoted (n, (double (*)[n]) b, s, on);
      printf ("%g %d %d\n", *s, on[n / 2], on[n]);
      show ("pivoted", n * n, b);
      for (int i = 0; i < n; i++)
	s[i] = 1 + i % 3;
      for (int k = 0; k < n * n; k++)
	b[k] = k % n == n / 2 ? 0 : a[k];
      pivoted_scaled (n, (double (*)[n]) b, s, on);
      show ("pivoted and scaled", n * n, b);
      for (int k = 0; k < n * n; k++)
	b[k] = k % n == n / 2 ? 0 : (k * 7 + k / n * 3) % 11;
      /* Three columns are written on other processes than those they are
	 divided on.  */
      if (n > 3)
	reflect (n, (double (*)[n]) b, s, u);
      show ("reflected", n * n, b);
      free (a);
      free (b);
      free (s);
      free (u);
      free (on);
      free (p);
    }
  return 0;
}
