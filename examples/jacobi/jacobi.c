/* jacobi.c: the steady temperature of a plate.

   SPDX-License-Identifier: Apache-2.0

   jacobi IN.pgm OUT.pgm [EPS]

   Reads an image of n x n pixels (n = N below, unless compiled for others
   too) whose border is the temperature, 0 to 255, at which the plate's border
   is kept; the pixels inside are the temperature at the start.  Every step
   replaces an inner point by the mean of its four neighbours, until no point
   changes by more than EPS.  Writes the result as an image, and a summary to
   standard output.  An ordinary serial program: without the plugin the pragma
   is ignored.  */

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
  fprintf (stderr, "jacobi: %s%s%s\n", name ? name : "", name ? ": " : "",
	   what);
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

/* Read an image (binary PGM, square) into a new array of *N x *N numbers.  */
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
  double *a = malloc (sizeof *a * *n * *n);
  if (!a)
    fail ("out of memory", 0);
  for (long k = 0; k < (long) *n * *n; k++)
    {
      int c = getc (f);
      if (c == EOF)
	fail ("too short", name);
      a[k] = c;
    }
  fclose (f);
  return a;
}

static void
write_pgm (const char *name, int n, const double *a)
{
  FILE *f = fopen (name, "wb");
  if (!f)
    fail ("cannot be written", name);
  fprintf (f, "P5\n%d %d\n255\n", n, n);
  for (long k = 0; k < (long) n * n; k++)
    putc ((int) (a[k] + 0.5), f);
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

int
main (int argc, char **argv)
{
  if (argc < 3 || argc > 4)
    {
      fprintf (stderr, "Usage: jacobi IN.pgm OUT.pgm [EPS]\n");
      return 2;
    }
  int n;
  double *a = read_pgm (argv[1], &n);
  double *b = malloc (sizeof *b * n * n);
  if (!b)
    fail ("out of memory", 0);
  for (long k = 0; k < (long) n * n; k++)
    b[k] = a[k];

  double (*old)[n] = (double (*)[n]) a, (*new)[n] = (double (*)[n]) b;
  double eps = argc == 4 ? atof (argv[3]) : 0.2, diff;
  int it = 0;
  double start = seconds ();

#pragma pram size(n=N)
  do
    {
      diff = 0.0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    new[i][j] = 0.25 * (old[i - 1][j] + old[i + 1][j]
				+ old[i][j - 1] + old[i][j + 1]);
	    diff = fmax (diff, fabs (new[i][j] - old[i][j]));
	  }
      double (*t)[n] = old;
      old = new;
      new = t;
      it++;
    }
  while (diff > eps);

  fprintf (stderr, "%.3f s in the solver\n", seconds () - start);
  printf ("%d iterations, last change %.17g, centre %.17g\n", it, diff,
	  old[n / 2][n / 2]);
  write_pgm (argv[2], n, &old[0][0]);
  free (a);
  free (b);
  return 0;
}
