/* Structures of which data choose one to read, while another member is written: particles
   in cells, their density from places, their force from both.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 7 60 300 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

enum { CELLS = 12 };

struct particle { double x, v, density, force; };

__attribute__ ((noipa)) static void
move (int n, struct particle *p, const int *where, int *list)
{
  int start[CELLS + 1], fill[CELLS];
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int c = 0; c <= CELLS; c++)
	start[c] = 0;
      for (int i = 0; i < n; i++)
	start[where[i] % CELLS + 1]++;
      for (int c = 0; c < CELLS; c++)
	start[c + 1] += start[c];
      for (int c = 0; c < CELLS; c++)
	fill[c] = start[c];
      for (int i = 0; i < n; i++)
	list[fill[where[i] % CELLS]++] = i;
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  int c = where[i] % CELLS;
	  for (int k = start[c]; k < start[c + 1]; k++)
	    s += 1 / (1 + (p[list[k]].x - p[i].x) * (p[list[k]].x - p[i].x));
	  p[i].density = s;
	}
      for (int i = 0; i < n; i++)
	{
	  int c = where[i] % CELLS;
	  p[i].force = 0;
	  for (int k = start[c]; k < start[c + 1]; k++)
	    {
	      const struct particle *q = &p[list[k]];
	      p[i].force += (q->x - p[i].x) * (q->density + p[i].density);
	    }
	}
      for (int i = 0; i < n; i++)
	{
	  p[i].v += 0.01 * p[i].force;
	  p[i].x += 0.01 * p[i].v;
	}
    }
}

/* The same array, both with and without structures in between.  */
__attribute__ ((noipa)) static void
relax (int n, double (*u)[3], const int *near)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	u[i][2] = 0.5 * u[near[i]][0] - u[near[near[i]]][1];
      for (int i = 0; i < n; i++)
	{
	  u[i][0] += 0.1 * u[i][2];
	  u[i][1] -= 0.1 * u[near[i]][2];
	}
    }
}

/* Cells that places tell, and the one on each side, those of a cell in a row.  */
__attribute__ ((noipa)) static void
sorted (int n, struct particle *p, const int *start)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  int c = p[i].x * CELLS;
	  for (int d = c > 0 ? c - 1 : 0; d <= c + 1 && d < CELLS; d++)
	    for (int k = start[d]; k < start[d + 1]; k++)
	      s += 1 / (1 + (p[k].x - p[i].x) * (p[k].x - p[i].x));
	  p[i].density = s;
	}
      for (int i = 0; i < n; i++)
	p[i].force += 0.1 * p[i].density;
    }
}

static void
run (int n)
{
  struct particle *p = calloc (n, sizeof *p);
  double (*u)[3] = calloc (n, sizeof *u);
  int *where = malloc (n * sizeof *where), *list = malloc (n * sizeof *list);
  for (int i = 0; i < n; i++)
    {
      p[i].x = noise (i);
      where[i] = (i * 7 + 3) % n;
      for (int k = 0; k < 3; k++)
	u[i][k] = noise (3 * i + k);
    }
  move (n, p, where, list);
  show ("p", p, n * sizeof *p);
  int start[CELLS + 1];
  for (int i = 0; i < n; i++)
    p[i].x = (i + noise (i)) / n;
  for (int c = 0, i = 0; c <= CELLS; c++)
    {
      while (i < n && p[i].x * CELLS < c)
	i++;
      start[c] = i;
    }
  sorted (n, p, start);
  show ("sorted", p, n * sizeof *p);
  relax (n, u, where);
  show ("u", u, n * sizeof *u);
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    run (atoi (argv[i]));
  return 0;
}
