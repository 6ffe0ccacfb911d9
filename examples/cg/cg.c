/* cg.c: conjugate gradients for Poisson's equation.

   SPDX-License-Identifier: Apache-2.0

   cg IN.pgm OUT.pgm [TOLERANCE]

   Solves -laplace(u) = f on the unit square, u = 0 on its border, with the
   5-point stencil, never storing the matrix.  f is an image of n x n pixels
   (n = N below): bright pixels are charges.  Stops when the residual has
   become TOLERANCE times what it was.  Writes u, scaled to 0…255, as an image
   and a summary to standard output.  An ordinary serial program: without the
   plugin the pragmas are ignored.  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifndef N
#define N 512
#endif

static void
fail (const char *what, const char *name)
{
  fprintf (stderr, "cg: %s%s%s\n", name ? name : "", name ? ": " : "", what);
  exit (1);
}

/* Next number of a PGM header; skips comments.  */
static int
read_number (FILE *f, const char *name)
{
  int c = getc (f), value = 0;
  while (c == '#' || c == ' ' || c == '\t' || c == '\n' || c == '\r')
    {
      if (c == '#')
	while (c != '\n' && c != EOF)
	  c = getc (f);
      c = getc (f);
    }
  if (c < '0' || c > '9')
    fail ("not a PGM image", name);
  for (; c >= '0' && c <= '9'; c = getc (f))
    value = 10 * value + c - '0';
  return value;
}

/* A new grid of N x N zeros with a border of one point on each side.  */
static double *
new_grid (int n)
{
  double *a = calloc ((size_t) (n + 2) * (n + 2), sizeof *a);
  if (!a)
    fail ("out of memory", 0);
  return a;
}

/* Read an image (binary PGM, square): *N x *N numbers with a border.  */
static double *
read_pgm (const char *name, int *n)
{
  FILE *f = fopen (name, "rb");
  if (!f)
    fail ("cannot be opened", name);
  if (getc (f) != 'P' || getc (f) != '5')
    fail ("not a PGM image", name);
  *n = read_number (f, name);
  int height = read_number (f, name), max = read_number (f, name);
  if (height != *n || max != 255)
    fail ("not a square image with 255 shades", name);
  double *a = new_grid (*n);
  for (int i = 1; i <= *n; i++)
    for (int j = 1; j <= *n; j++)
      {
	int c = getc (f);
	if (c == EOF)
	  fail ("too short", name);
	a[i * (long) (*n + 2) + j] = c;
      }
  fclose (f);
  return a;
}

/* Write the N x N grid A with its border, MAX being white.  */
static void
write_pgm (const char *name, int n, const double *a, double max)
{
  FILE *f = fopen (name, "wb");
  if (!f)
    fail ("cannot be written", name);
  fprintf (f, "P5\n%d %d\n255\n", n, n);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      {
	double v = max > 0 ? 255 * a[i * (long) (n + 2) + j] / max : 0;
	putc (v < 0 ? 0 : v > 255 ? 255 : (int) (v + 0.5), f);
      }
  if (fclose (f))
    fail ("cannot be written", name);
}

static double
seconds (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Solve A u = f for the 5-point stencil A, starting with u = 0.  Returns the
   number of iterations and the last residual norm in *NORM.  */
static int
solve (int n, double u[n + 2][n + 2], double f[n + 2][n + 2],
       double tolerance, double *norm)
{
  double (*r)[n + 2] = (double (*)[n + 2]) new_grid (n);
  double (*p)[n + 2] = (double (*)[n + 2]) new_grid (n);
  double (*q)[n + 2] = (double (*)[n + 2]) new_grid (n);
  double rr, pq, stop, alpha, beta, rr_new;
  int it = 0;

#pragma pram begin size(n=N) reduction(+: rr, pq, rr_new) local(r, p, q)
  rr = 0.0;
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      {
	r[i][j] = f[i][j];
	p[i][j] = f[i][j];
	rr += r[i][j] * r[i][j];
      }
  stop = rr * tolerance * tolerance;
  while (rr > stop)
    {
      pq = 0.0;
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  {
	    q[i][j] = 4 * p[i][j] - p[i - 1][j] - p[i + 1][j]
		      - p[i][j - 1] - p[i][j + 1];
	    pq += p[i][j] * q[i][j];
	  }
      alpha = rr / pq;
      rr_new = 0.0;
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  {
	    u[i][j] += alpha * p[i][j];
	    r[i][j] -= alpha * q[i][j];
	    rr_new += r[i][j] * r[i][j];
	  }
      beta = rr_new / rr;
      for (int i = 1; i <= n; i++)
	for (int j = 1; j <= n; j++)
	  p[i][j] = r[i][j] + beta * p[i][j];
      rr = rr_new;
      it++;
    }
#pragma pram end

  free (r);
  free (p);
  free (q);
  *norm = sqrt (rr);
  return it;
}

int
main (int argc, char **argv)
{
  if (argc < 3 || argc > 4)
    {
      fprintf (stderr, "Usage: cg IN.pgm OUT.pgm [TOLERANCE]\n");
      return 2;
    }
  int n;
  double *f = read_pgm (argv[1], &n), *u = new_grid (n), norm;
  double start = seconds ();
  int it = solve (n, (double (*)[n + 2]) u, (double (*)[n + 2]) f,
		  argc == 4 ? atof (argv[3]) : 1e-8, &norm);
  fprintf (stderr, "%.3f s in the solver\n", seconds () - start);

  double max = 0;
  for (long k = 0; k < (long) (n + 2) * (n + 2); k++)
    if (u[k] > max)
      max = u[k];
  printf ("%d iterations, residual %.6e, maximum %.9g\n", it, norm, max);
  write_pgm (argv[2], n, u, max);
  free (f);
  free (u);
  return 0;
}
