/* file-structures.c: structures of file scope that helpers name by themselves, with
   pointers, arrays, scalars that change, pointers that change places; in helpers of
   helpers; beside what the region names; behind pointers of file scope.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args "9 4" "20 33" }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <math.h>
#include <stdlib.h>
#include "show.h"

struct chunk
{
  int x, y;
  double *u, *r;
  double weight[3];
  long steps;
  struct { double most; int at; } found;
};

static struct chunk chunk;
struct chunk *where = &chunk;
static struct { int n; float *x; float y[64]; } line;

static double
at (int j, int k)
{
  return chunk.u[k * chunk.x + j];
}

static void
smooth (void)
{
  for (int k = 1; k < chunk.y - 1; k++)
    for (int j = 1; j < chunk.x - 1; j++)
      chunk.r[k * chunk.x + j] = chunk.weight[0] * at (j, k)
				 + chunk.weight[1] * (at (j - 1, k) + at (j + 1, k))
				 + chunk.weight[2] * (at (j, k - 1) + at (j, k + 1));
}

static void
copy_back (void)
{
  for (int k = 1; k < chunk.y - 1; k++)
    for (int j = 1; j < chunk.x - 1; j++)
      chunk.u[k * chunk.x + j] = chunk.r[k * chunk.x + j];
}

static void
change_places (void)
{
  double *u = chunk.u;
  chunk.u = chunk.r;
  chunk.r = u;
  chunk.steps += 2;
}

static void
look (void)
{
  chunk.found.most = 0;
  for (int k = 0; k < chunk.x * chunk.y; k++)
    if (chunk.u[k] > chunk.found.most)
      {
	chunk.found.most = chunk.u[k];
	chunk.found.at = k;
      }
}

/* Helpers alone name it.  */
static void __attribute__ ((noinline))
alone (void)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      smooth ();
      copy_back ();
      chunk.weight[0] *= 0.9;
    }
}

/* The region names it, too.  */
static void __attribute__ ((noinline))
together (void)
{
#pragma pram
  do
    {
      smooth ();
      change_places ();
      for (int j = 0; j < chunk.x; j++)
	{
	  chunk.u[j] = 0.5 * chunk.u[j + chunk.x];
	  chunk.u[(chunk.y - 1) * chunk.x + j] = 0.125;
	}
      look ();
    }
  while (chunk.found.most > 0.5 && chunk.steps < 20);
}

static void
next_line (float c)
{
  for (int i = 1; i < line.n - 1; i++)
    line.y[i] = c * (line.x[i - 1] + line.x[i + 1]);
  for (int i = 1; i < line.n - 1; i++)
    line.x[i] = line.y[i];
}

/* Two, one of them without a name.  */
static void __attribute__ ((noinline))
two (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    {
      next_line (0.49f);
      copy_back ();
      for (int i = 0; i < line.n; i++)
	chunk.r[i] += line.y[i];
    }
}

static void
damp (void)
{
  for (int k = 0; k < where->x * where->y; k++)
    where->u[k] *= where->weight[0];
}

/* What a pointer of file scope leads to.  */
static void __attribute__ ((noinline))
behind (int steps)
{
#pragma pram
  for (int t = 0; t < steps; t++)
    damp ();
}

static void
show_all (void)
{
  show ("u", chunk.u, chunk.x * chunk.y * sizeof *chunk.u);
  show ("r", chunk.r, chunk.x * chunk.y * sizeof *chunk.r);
  show ("weight", chunk.weight, sizeof chunk.weight);
  show ("x", line.x, line.n * sizeof *line.x);
  show ("y", line.y, line.n * sizeof *line.y);
  printf ("%ld %.17g %d\n", chunk.steps, chunk.found.most, chunk.found.at);
}

int
main (int argc, char **argv)
{
  int n = argc > 2 ? atoi (argv[1]) : 9, m = argc > 2 ? atoi (argv[2]) : 4;
  chunk = (struct chunk) { n, m, NULL, NULL, { 0.4, 0.15, 0.14 }, 0, { 0, 0 } };
  chunk.u = malloc (n * m * sizeof *chunk.u);
  chunk.r = malloc (n * m * sizeof *chunk.r);
  for (int k = 0; k < n * m; k++)
    {
      chunk.u[k] = noise (k);
      chunk.r[k] = noise (-k);
    }
  line.n = n;
  line.x = malloc (n * sizeof *line.x);
  for (int i = 0; i < n; i++)
    line.x[i] = line.y[i] = (float) noise (3 * i);
  alone ();
  show_all ();
  together ();
  show_all ();
  two (3);
  show_all ();
  behind (2);
  show_all ();
  free (chunk.u);
  free (chunk.r);
  free (line.x);
  return 0;
}
