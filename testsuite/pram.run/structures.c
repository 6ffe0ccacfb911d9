/* structures.c: structures that hold sizes and a pointer, exchanged as a whole, by helpers
   too; structures inside of structures; and two of which each is swept into the other.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-args 30 33 }
   { pram-args 50 50 20 }
   { pram-args 7 9 3 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int nx, ny; double dx, dy, *data; } field;

static void
swap_fields (field *a, field *b)
{
  field t = *a;
  *a = *b;
  *b = t;
}

static double
evolve (field *cur, const field *prev, double dt)
{
  double most = 0, dx2 = prev->dx * prev->dx, dy2 = prev->dy * prev->dy;
  for (int i = 1; i < cur->nx - 1; i++)
    for (int j = 1; j < cur->ny - 1; j++)
      {
	int k = i * cur->ny + j;
	double c = prev->data[k];
	double v = c + dt * ((prev->data[k - 1] - 2 * c + prev->data[k + 1]) / dx2
			     + (prev->data[k - prev->ny] - 2 * c
				+ prev->data[k + prev->ny]) / dy2);
	most = fmax (most, fabs (v - c));
	cur->data[k] = v;
      }
  return most;
}

static field
make (int nx, int ny)
{
  field f = { nx, ny, 0.01, 0.02, malloc (nx * ny * sizeof (double)) };
  for (int i = 0; i < nx * ny; i++)
    f.data[i] = i * 31 % 17 * (i < ny);
  return f;
}

static double
sum_of (const field *f)
{
  double s = 0;
  for (int i = 0; i < f->nx * f->ny; i++)
    s += f->data[i] * (i % 3 + 1);
  return s;
}

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 40, m = argc > 2 ? atoi (argv[2]) : n + 3;
  int steps = argc > 3 ? atoi (argv[3]) : 60, it, sweeps = 0;
  field cur = make (n, m), prev = make (n, m);
#pragma pram
  for (it = 0; it < steps; it++)
    {
      double d = evolve (&cur, &prev, 0.00001);
      swap_fields (&cur, &prev);
      if (d < 1e-3)
	break;
    }
  printf ("%d %.17g %d %d\n", it, sum_of (&prev), cur.nx, prev.ny);

  /* Nobody knows how often they are exchanged.  */
  struct line { int n; double h, *u; };
  struct line a = { n, 1.0 / n, calloc (n + 1, sizeof (double)) };
  struct line b = { n, 2.0 / n, calloc (n + 1, sizeof (double)) };
  a.u[n / 2] = b.u[n / 2] = 1;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      double d;
      do
	{
	  d = 0;
	  for (int i = 1; i < a.n; i++)
	    {
	      b.u[i] = 0.25 * a.u[i - 1] + 0.5 * a.u[i] + 0.25 * a.u[i + 1];
	      d = fmax (d, fabs (b.u[i] - a.u[i]));
	    }
	  struct line x = a;
	  a = b;
	  b = x;
	  sweeps++;
	}
      while (d > 0.01 / (t + 1));
      a.u[n / 2] += 1;
    }
  for (int i = 0; i < n; i++)
    a.u[0] += a.u[i] * (i % 3 + 1) + b.u[i];
  printf ("%d %.17g %d %g\n", sweeps, a.u[0], a.n, b.h);

  typedef struct { double x, y; } vec;
  struct { vec lo, hi; int n; } box = { { 0, 0 }, { 1, 2 }, n }, old;
  vec *p = malloc (n * sizeof *p), *q = malloc (n * sizeof *q), s = { 0, 0 };
  for (int i = 0; i < n; i++)
    p[i].x = i % 7, p[i].y = i % 5;
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      old = box;
      vec lo = box.lo, hi = box.hi, w;
      for (int i = 0; i < box.n; i++)
	{
	  vec v = p[i];
	  v.x = v.x * hi.x + lo.y;
	  v.y = v.y * 0.5 + old.hi.y;
	  q[i] = v;
	}
      for (int i = 1; i < box.n; i++)
	p[i] = q[i - 1];
      box.lo.x += 0.5;
      box.hi.y *= 0.9;
      w = box.lo, box.lo = box.hi, box.hi = w;
    }
  for (int i = 0; i < n; i++)
    s.x += p[i].x * (i % 3 + 1), s.y += q[i].y;
  printf ("%.17g %.17g %g %g %g %g\n", s.x, s.y, box.lo.x, box.hi.y, old.lo.x, old.hi.y);

  /* Rows of both are as long, which nobody says.  */
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      evolve (&cur, &prev, 0.00002);
      evolve (&prev, &cur, 0.00001);
    }
  printf ("%.17g %.17g\n", sum_of (&cur), sum_of (&prev));
  return 0;
}
