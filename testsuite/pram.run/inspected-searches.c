/* What iterations keep in arrays of their own, in other ways: filled by memset and by a
   function that gets pointers, structures, a stack for walking down a tree, what has been
   seen, a small matrix.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args 150 20 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "show.h"

#define NI __attribute__ ((noipa))

enum { K = 6 };
struct found { double x, y; int id; };

static void
insert (double *d, int *id, int *m, double v, int who)
{
  int p = *m < K ? (*m)++ : K - 1;
  if (p == K - 1 && *m == K && d[p] <= v && id[p] >= 0)
    return;
  for (; p > 0 && d[p - 1] > v; p--)
    {
      d[p] = d[p - 1];
      id[p] = id[p - 1];
    }
  d[p] = v;
  id[p] = who;
}

NI static void
neighbours (int n, const double *x, const double *v, double *r)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double d[K], s = 0;
      int id[K], m = 0;
      memset (id, -1, sizeof id);
      for (int k = 0; k < K; k++)
	d[k] = 1e30;
      for (int j = 0; j < n; j++)
	if (j != i)
	  insert (d, id, &m, (x[i] - x[j]) * (x[i] - x[j]), j);
      for (int k = 0; k < K; k++)
	if (id[k] >= 0)
	  s += v[id[k]] / (k + 1);
      r[i] = s;
    }
}

NI static void
best (int n, const int *a, const double *x, const double *v, double *r)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      struct found best[3] = { { 0 } };
      for (int k = 0; k < 8; k++)
	{
	  int j = a[(i * 3 + k) % n];
	  if (x[j] > best[0].x)
	    {
	      best[2] = best[1];
	      best[1] = best[0];
	      best[0] = (struct found) { x[j], k, j };
	    }
	  else if (x[j] > best[1].x)
	    {
	      best[2] = best[1];
	      best[1] = (struct found) { x[j], k, j };
	    }
	}
      r[i] = v[best[0].id] + 2 * v[best[1].id] + v[best[2].id] * best[0].y;
    }
}

NI static void
descent (int n, const double *x, const double *v, double *r)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int stack[16], top = 0, count = 0;
      double s = 0;
      stack[top++] = i;
      while (top > 0 && count < 10)
	{
	  int u = stack[--top], left = 2 * u + 1;
	  count++;
	  s += v[u];
	  if (left < n && x[left] > 0.3)
	    stack[top++] = left;
	  if (left + 1 < n && x[left + 1] > 0.5)
	    stack[top++] = left + 1;
	}
      r[i] = s;
    }
}

NI static void
wandering (int n, const int *a, const double *x, const double *v, double *r)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int seen[32];
      double s = 0;
      for (int k = 0; k < 32; k++)
	seen[k] = 0;
      for (int k = 0, c = i; k < 12; k++)
	{
	  switch (seen[c % 32] & 3)
	    {
	    case 0: s += v[a[c]]; break;
	    case 1: s -= x[a[(c + 1) % n]]; break;
	    default: s *= 0.5;
	    }
	  seen[c % 32]++;
	  c = (c * 5 + 1) % n;
	}
      r[i] = s;
    }
}

NI static void
pivots (int n, const int *a, const double *x, const double *v, double *r)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      double m[3][3], s = 0;
      int pivot = 0;
      for (int p = 0; p < 3; p++)
	for (int q = 0; q < 3; q++)
	  m[p][q] = x[(i + p * 5 + q) % n];
      for (int p = 1; p < 3; p++)
	if (m[p][0] > m[pivot][0])
	  pivot = p;
      if (m[pivot][1] > m[0][2])
	{
	  s = v[a[i]];
	  if (m[1][1] > 0.5)
	    goto out;
	  s += v[a[(i + pivot) % n]];
	}
      else
	s = x[a[pivot]];
    out:
      r[i] = s + pivot;
    }
}

int
main (int argc, char **argv)
{
  for (int arg = 1; arg < argc; arg++)
    {
      int n = atoi (argv[arg]);
      int *a = need (n * sizeof *a);
      double *x = need (n * sizeof *x), *v = need (n * sizeof *v);
      double *r = need (n * sizeof *r);
      for (int i = 0; i < n; i++)
	a[i] = noise (i) * n, x[i] = noise (3 * i), v[i] = noise (5 * i);
      neighbours (n, x, v, r);
      show ("neighbours", r, n * sizeof *r);
      best (n, a, x, v, r);
      show ("best", r, n * sizeof *r);
      descent (n, x, v, r);
      show ("descent", r, n * sizeof *r);
      wandering (n, a, x, v, r);
      show ("wandering", r, n * sizeof *r);
      pivots (n, a, x, v, r);
      show ("pivots", r, n * sizeof *r);
      free (a), free (x), free (v), free (r);
    }
  return 0;
}
