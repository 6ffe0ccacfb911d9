/* ahead.c: what keeps a convergence loop from running its sweeps in pairs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double
relax (int n, double (*u)[n], double (*v)[n], double eps)
{
  double diff;
#pragma pram size(n=50)
  do
    {	/* { dg-note "'v' points to after the loop.*local\\(v\\)" } */
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    v[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
	    double d = v[i][j] - u[i][j];
	    diff = d > diff ? d : diff;
	  }
      double (*t)[n] = u;
      u = v;
      v = t;
    }
  while (diff > eps);
  return u[3][4];
}

/* Named already.  */
double
named (int n, double (*u)[n], double (*v)[n], double eps)
{
  double diff;
#pragma pram size(n=50) local(v)
  do
    {	/* { dg-bogus "one sweep" } */
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	for (int j = 1; j < n - 1; j++)
	  {
	    v[i][j] = 0.5 * (u[i - 1][j] + u[i + 1][j]);
	    double d = v[i][j] - u[i][j];
	    diff = d > diff ? d : diff;
	  }
      double (*t)[n] = u;
      u = v;
      v = t;
    }
  while (diff > eps);
  return u[3][4];
}
