/* outdated.c: a loop is split while it is tried to inspect, which doesn't help: what was
   read before is of another function then.  The compiler crashed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

static volatile int one;
static int q[14];

void
change (int n, int m, int e, float (*a)[e][e], float (*b)[e][e],
	float (*c)[e][e], double *u, double *v)
{
#pragma pram begin schedule(brent)
  for (int s = 0; s < 4; s++)
    {
      for (int i = 1; i < n; i++)
	for (int j = i + 1; j < m; j++)
	  for (int k = j + 1; k < e - 4; k++)
	    a[i][j][k] = 0.125 * s + 0.5 * u[s] + 0.25 * a[2][j][k];
      float (*t)[e][e] = a;
      a = b;
      b = t;
    }
  for (int s = 1; s <= 4; s++)
    {
      for (int i = 1; i < n; i++)
	for (int j = i + 1; j < e - 4; j++)
	  {
	    for (int k = j; k < n; k++)
	      a[i][j][k] = 0.4 + 0.5 * v[(i * 14 + j - 1) * 14 + k - 1];
	    a[i][j][1] = (0.3 + 0.5 * u[i]
			  + 0.25 * v[(2 * 14 + j) * 14 + j - 1]
			  - 0.125 * c[0][0][q[i] / 2]);
	  }
      for (int i = 1; i < m; i++)
	{
	  for (int j = i; j < m; j++)
	    v[(i * 14 + j) * 14 + 1]
	      = (0.125 * i + 0.5 * u[q[j - 1]] + 0.25 * b[i][j - 1][1] /* { dg-note "runs serially" } */
		 - 0.125 * v[(i * 14 + s) * 14 + i - 1]);
	  v[(i * 14 + 2) * 14 + 1]
	    = (0.4 + 0.5 * v[((i + 1) * 14 + 2 * s) * 14 + 2 * s]
	       + 0.25 * a[i - 1][s][s]);
	}
      float (*t)[e][e] = a;
      a = b;
      b = t;
    }
#pragma pram end
}

void
start (void **p)
{
  change (800 * one, 900 * one, 1400 * one, p[0], p[1], p[2], p[3], p[4]);
}
