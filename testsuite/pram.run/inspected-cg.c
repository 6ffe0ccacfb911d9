/* CG on a matrix by rows, with sums: the same bits on all numbers of ranks.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-sum } */
/* { pram-args 13 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include <stdio.h>
#include <stdlib.h>

struct csr { int n, *start, *col; double *value; };

__attribute__ ((noipa)) static int
cg (const struct csr *m, const double *b, double *x, double *r, double *p,
    double *q, double tolerance)
{
  double rr = 0, pq = 0, next = 0;
  int it = 0, n = m->n;
#pragma pram begin reduction(+: rr, pq, next)
  rr = 0;
  for (int i = 0; i < n; i++)
    {
      x[i] = 0;
      r[i] = b[i];
      p[i] = r[i];
    }
  for (int i = 0; i < n; i++)
    rr += r[i] * r[i];
  while (rr > tolerance && it < 60)
    {
      pq = 0;
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = m->start[i]; k < m->start[i + 1]; ++k)
	    s += m->value[k] * p[m->col[k]];
	  q[i] = s;
	}
      for (int i = 0; i < n; i++)
	pq += p[i] * q[i];
      double alpha = rr / pq;
      next = 0;
      for (int i = 0; i < n; i++)
	{
	  x[i] += alpha * p[i];
	  r[i] -= alpha * q[i];
	}
      for (int i = 0; i < n; i++)
	next += r[i] * r[i];
      double beta = next / rr;
      rr = next;
      for (int i = 0; i < n; i++)
	p[i] = r[i] + beta * p[i];
      it++;
    }
#pragma pram end
  return it;
}

int
main (int argc, char **argv)
{
  int w = argc > 1 ? atoi (argv[1]) : 13, n = w * w, nz = 0;
  struct csr m = { n, malloc (sizeof (int) * (n + 1)),
		   malloc (sizeof (int) * 5 * n),
		   malloc (sizeof (double) * 5 * n) };
  double *v[5];
  for (int k = 0; k < 5; k++)
    v[k] = calloc (n, sizeof **v);
  for (int e = 0; e < n; e++)
    {
      static const int step[5][2]
	= { { -1, 0 }, { 0, -1 }, { 0, 0 }, { 0, 1 }, { 1, 0 } };
      m.start[e] = nz;
      v[0][e] = 1 + e % 3;
      for (int k = 0; k < 5; k++)
	{
	  int i = e / w + step[k][0], j = e % w + step[k][1];
	  if (i < 0 || i >= w || j < 0 || j >= w)
	    continue;
	  m.col[nz] = i * w + j;
	  m.value[nz++] = k == 2 ? 4.5 : -1;
	}
    }
  m.start[n] = nz;
  printf ("%d\n", cg (&m, v[0], v[1], v[2], v[3], v[4], 1e-9));
  for (int i = 0; i < n; i += 7)
    printf ("%.15g\n", v[1][i]);
  return 0;
}
