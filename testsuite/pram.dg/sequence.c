/* sequence.c: of loops in sequence each has its times, and so has what stands
   outside of them.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-verbose } */

double a[1000][1000], b[1000][1000], v[1000], w[1000];
double fabs (double);

void
several (int n)
{
  double diff;
#pragma pram begin size(n=1000)
  do
    {
      /* { dg-note "processors, loop at line 33: predicted" -1 } */
      /* { dg-note "processors, loop at line 48: predicted" -2 } */
      /* { dg-note "outside of the loops: predicted" -3 } */
      /* { dg-note "blocks, loop at line 33, on" -4 } */
      /* { dg-note "blocks, loop at line 48, on" -5 } */
      diff = 0;
      for (int i = 1; i < n - 1; i++)
	v[i] = w[i - 1] + w[i + 1];
      for (int i = 1; i < n - 1; i++)
	{
	  double d = fabs (v[i] - w[i]);
	  if (d > diff)
	    diff = d;
	  w[i] = v[i];
	}
    }
  while (diff > 1e-6);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = a[i][j] * b[i][j] + v[i];
  do
    {
      diff = 0;
      for (int i = 0; i < n; i++)
	{
	  double d = fabs (v[i]);
	  if (d > diff)
	    diff = d;
	  v[i] = w[i] * v[i];
	}
    }
  while (diff > 1e-6);
#pragma pram end
}

void
one (int n)
{
  double diff;
#pragma pram begin size(n=1000)
  for (int i = 0; i < n; i++) /* { dg-note "processors: predicted .*iteration" } */
    for (int j = 0; j < n; j++) /* { dg-note "outside of the loop: predicted" -1 } */
      a[i][j] = a[i][j] * b[i][j] + v[i];
  do
    {
      diff = 0;
      for (int i = 0; i < n; i++)
	{
	  double d = fabs (v[i]);
	  if (d > diff)
	    diff = d;
	  v[i] = w[i] * v[i];
	}
    }
  while (diff > 1e-6);
#pragma pram end
}

void
alone (int n)
{
  double diff;
#pragma pram size(n=1000)
  do /* { dg-bogus "outside of the loop" } */
    {
      diff = 0;
      for (int i = 0; i < n; i++)
	{
	  double d = fabs (v[i]);
	  if (d > diff)
	    diff = d;
	  v[i] = w[i] * v[i];
	}
    }
  while (diff > 1e-6);
}
