/* Structures declared before the region that each iteration sets member by member, or
   as a whole, before it reads them; and such as are not the region's own: read first,
   set under a condition, wanted afterwards.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 7 }
   { pram-args 60 }
   { pram-mode distributed }  */

#include <stdlib.h>
#include "show.h"

#define NI __attribute__ ((noipa))

typedef struct { double x, y, z; } vector;
typedef struct { double v, x, y, z; } particle;
typedef struct { int number; long offset; int n, near[6]; } box;

/* Forces of particles in boxes nearby.  */
NI static void
forces (int n, const box *b, const particle *p, const double *q, particle *f)
{
  int l, i, j, k, other;
  long first, second;
  double r, u, w;
  vector d;
#pragma pram
  for (l = 0; l < n; l = l + 1)
    {
      first = b[l].offset;
      const particle *at = &p[first];
      particle *to = &f[first];
      for (k = 0; k < 1 + b[l].n; k++)
	{
	  if (k == 0)
	    other = l;
	  else
	    other = b[l].near[k - 1];
	  second = b[other].offset;
	  const particle *from = &p[second];
	  for (i = 0; i < 4; i++)
	    for (j = 0; j < 4; j++)
	      {
		r = at[i].v + from[j].v - at[i].x * from[j].x;
		u = r * 0.25;
		w = 2. * u;
		d.x = at[i].x - from[j].x;
		d.y = at[i].y - from[j].y;
		d.z = at[i].z - from[j].z;
		to[i].v += q[second + j] * u;
		to[i].x += q[second + j] * w * d.x;
		to[i].y += q[second + j] * w * d.y;
		to[i].z += q[second + j] * w * d.z;
	      }
	}
    }
}

/* As a whole; the structure is of a type that pointers have.  */
NI static void
whole (int n, const vector *a, vector *b)
{
  vector d, e;
#pragma pram
  for (int i = 1; i < n; i++)
    {
      d = (vector) { a[i].x - a[i - 1].x, a[i].y, 0.5 };
      e = a[i];
      b[i].x += d.x * d.z;
      b[i].y += d.y + e.z;
    }
}

/* It has a value before, from the iteration before, and afterwards.  */
NI static double
kept (int n, const double *a, double *b)
{
  vector d = { 1, 2, 3 }, e = { 0, 0, 0 }, f = { 4, 5, 6 };
#pragma pram
  for (int i = 0; i < n; i++)
    {
      d.x = a[i];
      b[i] = d.x * d.y;
      e.x = a[i] + e.y;
      e.y = e.x * 0.5;
      b[i] += e.x;
      if (a[i] > 0.25)
	f.z = a[i];
      b[i] += f.z;
    }
  return d.x + e.y + f.z;
}

int
main (int argc, char **argv)
{
  int n = atoi (argv[1]);
  box *b = calloc (n, sizeof *b);
  particle *p = malloc (4 * n * sizeof *p), *f = calloc (4 * n, sizeof *f);
  double *q = malloc (4 * n * sizeof *q), *s = calloc (n, sizeof *s);
  vector *u = malloc (n * sizeof *u), *v = calloc (n, sizeof *v);
  for (int l = 0; l < n; l++)
    {
      b[l] = (box) { .number = l, .offset = 4 * ((l * 5 + 2) % n), .n = l % 7 };
      for (int k = 0; k < b[l].n; k++)
	b[l].near[k] = (l * 3 + k) % n;
      u[l] = (vector) { noise (l), noise (l + n), noise (l + 2 * n) };
    }
  for (int i = 0; i < 4 * n; i++)
    {
      p[i] = (particle) { noise (i), noise (i + 1), noise (i + 2), noise (i + 3) };
      q[i] = noise (i + 7);
    }
  forces (n, b, p, q, f);
  whole (n, u, v);
  printf ("%.17g\n", kept (n, q, s));
  show ("f", f, 4 * n * sizeof *f);
  show ("v", v, n * sizeof *v);
  show ("s", s, n * sizeof *s);
  return argc < 2;
}
