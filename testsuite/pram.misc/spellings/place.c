/* place.c: where temporaries are declared, and what else they are for.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "last values of the variables of loops are results" plan
     place_returned place_last }
   { spelling-xfail "static variables are results" plan times_static }  */

#include "spell.h"

static double
place_inside (int n)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      {
	double s = 0;
	for (int k = -1; k < 2; k++)
	  s += b[i + k][j];
	a[i][j] = s;
      }
  return 0;
}

static double
place_top (int n)
{
  int i, j, k;
  double s;
  PRAM (n=40)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      {
	s = 0;
	for (k = -1; k < 2; k++)
	  s += b[i + k][j];
	a[i][j] = s;
      }
  return 0;
}

static double
place_before (int n)
{
  int i, j, k;
  double s;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      c[i][j] = i;
  s = c[1][1];
  PRAM (n=40)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      {
	s = 0;
	for (k = -1; k < 2; k++)
	  s += b[i + k][j];
	a[i][j] = s;
      }
  return 0;
}

static double
place_after (int n)
{
  int i, j, k;
  double s;
  PRAM (n=40)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      {
	s = 0;
	for (k = -1; k < 2; k++)
	  s += b[i + k][j];
	a[i][j] = s;
      }
  s = 0;
  for (i = 0; i < 3; i++)
    for (j = 0; j < 3; j++)
      s += c[i][j];
  return s;
}

static double
place_void (int n)
{
  int i, j, k = 0;
  double s;
  PRAM (n=40)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      {
	s = 0;
	for (k = -1; k < 2; k++)
	  s += b[i + k][j];
	a[i][j] = s;
      }
  (void) k;
  return 0;
}

static double
place_returned (int n)
{
  int i, j, k = 0;
  double s;
  PRAM (n=40)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      {
	s = 0;
	for (k = -1; k < 2; k++)
	  s += b[i + k][j];
	a[i][j] = s;
      }
  return i + j;
}

static double
place_last (int n)
{
  int i, j, k = 0;
  double s = 0;
  PRAM (n=40)
  for (i = 1; i < n - 1; i++)
    for (j = 1; j < n - 1; j++)
      {
	s = 0;
	for (k = -1; k < 2; k++)
	  s += b[i + k][j];
	a[i][j] = s;
      }
  return s + k;
}

/* In a time loop between other nests.  */
static void
times_inside (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double s = 0;
	  for (int k = 0; k < n; k++)
	    s += b[i][k] * v[k];
	  w[i] = s;
	}
      for (int k = 0; k < n; k++)
	v[k] = 0.1 * w[k];
    }
}

static void
times_top (int n)
{
  int t, i, k;
  double s;
  PRAM (n=40)
  for (t = 0; t < 3; t++)
    {
      for (i = 0; i < n; i++)
	{
	  s = 0;
	  for (k = 0; k < n; k++)
	    s += b[i][k] * v[k];
	  w[i] = s;
	}
      for (k = 0; k < n; k++)
	v[k] = 0.1 * w[k];
    }
}

static void
times_exchanged (int n)
{
  int t, i, k;
  double s = 0;
  for (i = 0; i < n; i++)
    s += v[i];
  c[0][0] = s;
  PRAM (n=40)
  for (t = 0; t < 3; t++)
    {
      for (i = 0; i < n; i++)
	{
	  s = 0;
	  for (k = 0; k < n; k++)
	    s += b[i][k] * v[k];
	  w[i] = s;
	}
      for (i = 0; i < n; i++)
	v[i] = 0.1 * w[i];
    }
  for (i = s = 0; i < n; i++)
    s += v[i];
  c[0][0] = s;
}

static void
stored_times (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  w[i] = 0;
	  for (int k = 0; k < n; k++)
	    w[i] += b[i][k] * v[k];
	}
      for (int k = 0; k < n; k++)
	v[k] = 0.1 * w[k];
    }
}

static void
times_static (int n)
{
  static double s;
  static int i, k, t;
  PRAM (n=40)
  for (t = 0; t < 3; t++)
    {
      for (i = 0; i < n; i++)
	{
	  s = 0;
	  for (k = 0; k < n; k++)
	    s += b[i][k] * v[k];
	  w[i] = s;
	}
      for (k = 0; k < n; k++)
	v[k] = 0.1 * w[k];
    }
}

/* A buffer for a row.  */
static void
buffer_inside (int n)
{
  PRAM (n=40)
  for (int k = 1; k < n - 1; k++)
    {
      double r[N];
      for (int i = 0; i < n; i++)
	r[i] = b[k - 1][i] + b[k + 1][i];
      for (int i = 1; i < n - 1; i++)
	a[k][i] += r[i - 1] + r[i + 1];
    }
}

static void
buffer_before (int n)
{
  double r[N];
  PRAM (n=40)
  for (int k = 1; k < n - 1; k++)
    {
      for (int i = 0; i < n; i++)
	r[i] = b[k - 1][i] + b[k + 1][i];
      for (int i = 1; i < n - 1; i++)
	a[k][i] += r[i - 1] + r[i + 1];
    }
}

static void
buffer_region (int n)
{
  BEGIN (n=40)
  double r[N];
  for (int k = 1; k < n - 1; k++)
    {
      for (int i = 0; i < n; i++)
	r[i] = b[k - 1][i] + b[k + 1][i];
      for (int i = 1; i < n - 1; i++)
	a[k][i] += r[i - 1] + r[i + 1];
    }
  END
}

static void
buffer_sized (int n)
{
  double r[n];
  PRAM (n=40)
  for (int k = 1; k < n - 1; k++)
    {
      for (int i = 0; i < n; i++)
	r[i] = b[k - 1][i] + b[k + 1][i];
      for (int i = 1; i < n - 1; i++)
	a[k][i] += r[i - 1] + r[i + 1];
    }
}

static void
buffer_heap (int n)
{
  double *r = (double *) need (n * sizeof *r);
  PRAM (n=40)
  for (int k = 1; k < n - 1; k++)
    {
      for (int i = 0; i < n; i++)
	r[i] = b[k - 1][i] + b[k + 1][i];
      for (int i = 1; i < n - 1; i++)
	a[k][i] += r[i - 1] + r[i + 1];
    }
  free (r);
}

static void
buffer_reused (int n)
{
  double r[N];
  for (int i = 0; i < n; i++)
    r[i] = v[i];
  for (int i = 0; i < n; i++)
    w[i] = r[n - 1 - i];
  PRAM (n=40)
  for (int k = 1; k < n - 1; k++)
    {
      for (int i = 0; i < n; i++)
	r[i] = b[k - 1][i] + b[k + 1][i];
      for (int i = 1; i < n - 1; i++)
	a[k][i] += r[i - 1] + r[i + 1];
    }
}

int
main (void)
{
  VALUE (place_inside); VALUE (place_top); VALUE (place_before);
  VALUE (place_after); VALUE (place_void); VALUE (place_returned);
  VALUE (place_last);
  RUN (times_inside); RUN (times_top); RUN (times_exchanged);
  RUN (stored_times); RUN (times_static);
  RUN (buffer_inside); RUN (buffer_before); RUN (buffer_region);
  RUN (buffer_sized); RUN (buffer_heap); RUN (buffer_reused);
  return 0;
}
