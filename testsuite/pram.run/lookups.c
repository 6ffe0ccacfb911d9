/* Bounds and subscripts from arrays of integers that the regions don't change:
   globals, constants, parameters, members, of several types, one as the index of
   another one, of which not all elements are there; other elements and sizes at
   later entries of the same region.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 20 9 } */
/* { pram-ranks 2 3 } */
/* { pram-mode distributed } */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define NI __attribute__ ((noipa))

static int gx[5] = { 0, 1, 0, -1, 0 };
int gy[5] = { 0, 0, 1, 0, -1 };
static const int sx[5] = { 0, 1, 0, -1, 0 }, sy[5] = { 0, 0, 1, 0, -1 };

static double *
fresh (int n, double f)
{
  double *a = malloc (sizeof *a * (n + 1));
  for (int i = 0; i < n; i++)
    a[i] = f + (i * 7 % 13) * 0.25 + i * 0.001;
  return a;
}

static void
show (const char *what, int n, const double *a, int m)
{
  double s = 0;
  for (int i = 0; i < m; i++)
    s = s * 0.999 + a[i];
  printf ("%s %d %.17g\n", what, n, s);
}

/* Globals.  */
NI void
globals (int n, const double *a, double *b)
{
#pragma pram
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      {
	double s = 0;
	for (int q = 0; q < 5; q++)
	  s += (q + 1) * a[(i - gx[q]) * n + j - gy[q]];
	b[i * n + j] = s;
      }
}

NI void
constants (int n, const double *a, double *b)
{
#pragma pram
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      {
	double s = 0;
	for (int q = 0; q < 5; q++)
	  s += (q + 1) * a[(i - sx[q]) * n + j - sy[q]];
	b[i * n + j] = s;
      }
}

/* Parameters, as many as the command line says.  */
NI void
passed (int n, int npts, const int *di, const int *dj, const double *w,
	const double *a, double *b)
{
#pragma pram
  for (int i = 2; i < n - 2; i++)
    for (int j = 2; j < n - 2; j++)
      {
	double s = 0;
	for (int k = 0; k < npts; k++)
	  s += w[k] * a[(i + di[k]) * n + j + dj[k]];
	b[i * n + j] = s;
      }
}

struct par { double weight; int dims[3]; short off[6]; int steps; };

NI void
members (struct par *par, const double *a, double *b)
{
#pragma pram
  for (int i = 1; i < par->dims[0] - 1; i++)
    for (int j = 1; j < par->dims[1] - 1; j++)
      b[i * par->dims[1] + j] = a[i * par->dims[1] + j] - i;
}

NI void
params (int *p, const double *a, double *b)
{
#pragma pram
  for (int t = 0; t < p[2]; t++)
    {
      for (int i = 1; i < p[0] - 1; i++)
	for (int j = 1; j < p[1] - 1; j++)
	  b[i * p[1] + j] = 0.25 * (a[i * p[1] + j - 1] + a[i * p[1] + j + 1]
				    + a[(i - 1) * p[1] + j]
				    + a[(i + 1) * p[1] + j]);
      const double *c = a;
      a = b;
      b = (double *) c;
    }
}

NI void
ragged (int nb, const int *start, const double *a, double *b)
{
#pragma pram
  for (int k = 0; k < nb; k++)
    for (int j = start[k]; j < start[k + 1]; j++)
      b[j] = a[j] * k + 1;
}

/* Small types, negative values, and a table of two columns.  */
NI void
bytes (int n, int m, const unsigned char *u, const short *s, const long *l,
       const double *a, double *b)
{
#pragma pram
  for (int i = 3; i < n - 3; i++)
    {
      double sum = 0;
      for (int k = 0; k < m; k++)
	sum += a[i + u[k]] + a[i + s[2 * k]] * 0.5 + a[i + l[k]] * s[2 * k + 1];
      b[i] = sum;
    }
}

/* One table is the index of another one.  */
NI void
indirect (int n, int m, const int *t, const int *u, const double *a, double *b)
{
#pragma pram
  for (int i = 3; i < n - 3; i++)
    {
      double sum = 0;
      for (int k = 0; k < m; k++)
	sum += a[i + u[t[k]]];
      b[i] = sum;
    }
}

/* Only the first M elements of T are there.  */
NI void
partly (int n, int m, const int *t, const double *a, double *b)
{
#pragma pram
  for (int i = 3; i < n - 3; i++)
    {
      double sum = 0;
      for (int k = 0; k < 8; k++)
	if (k < m)
	  sum += a[i + t[k]] * t[k];
      b[i] = sum;
    }
}

/* N ints that end where memory does.  */
static int *
at_end (int n)
{
  char *map = mmap (NULL, 8192, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect (map + 4096, 4096, PROT_NONE);
  return (int *) (map + 4096) - n;
}

static void
all (int n, int npts)
{
  int size = n * n;
  double *a = fresh (size, 1), *b = fresh (size, 2);
  globals (n, a, b);
  show ("globals", n, b, size);
  gy[2] = 0, gx[2] = -1;
  globals (n, a, b);
  show ("globals changed", n, b, size);
  gy[2] = 1, gx[2] = 0;
  constants (n, a, b);
  show ("constants", n, b, size);
  int di[9], dj[9];
  double w[9];
  for (int k = 0; k < 9; k++)
    di[k] = k / 3 - 1, dj[k] = k % 3 - 1, w[k] = 1. / (k + 1);
  passed (n, npts, di, dj, w, a, b);
  show ("passed", n, b, size);
  for (int k = 0; k < 9; k++)
    di[k] *= 2, dj[8 - k] = (k * 5) % 4 - 2;
  passed (n, npts, di, dj, w, a, b);
  show ("passed changed", n, b, size);
  struct par par = { 0.5, { n, n, 3 }, { 0 }, 2 };
  members (&par, a, b);
  show ("members", n, b, size);
  int p[] = { n, n, 3 };
  params (p, a, b);
  show ("params a", n, a, size);
  show ("params b", n, b, size);
  int nb = n < 20 ? n : 20, *start = at_end (nb + 1);
  start[0] = 0;
  for (int k = 0; k < nb; k++)
    start[k + 1] = start[k] + (k * 3 + 1) % 5;
  while (start[nb] > size)
    nb--;
  ragged (nb, start, a, b);
  show ("ragged", n, b, size);
  unsigned char u[] = { 0, 1, 2, 3, 1 };
  short s[] = { 0, -1, -1, 2, -2, 3, -3, -4, 3, 1 };
  long l[] = { 0, 2, 1, -3, 3 };
  bytes (size, npts < 5 ? npts : 5, u, s, l, a, b);
  show ("bytes", n, b, size);
  int t[] = { 4, 2, 0, 1, 3 }, v[] = { -3, -1, 3, 2, 0, 0, 0 };
  indirect (size, npts < 5 ? npts : 5, t, v, a, b);
  show ("indirect", n, b, size);
  int m = npts < 8 ? npts : 8, *e = at_end (m);
  for (int k = 0; k < m; k++)
    e[k] = k % 7 - 3;
  partly (size, m, e, a, b);
  show ("partly", n, b, size);
  free (a);
  free (b);
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 20, npts = argc > 2 ? atoi (argv[2]) : 9;
  all (n, npts);
  all (n, npts > 1 ? npts - 1 : 1);
  all (n + 1, npts);
  return 0;
}
