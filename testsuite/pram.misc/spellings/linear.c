/* linear.c: an array of two dimensions, however it is addressed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

struct grid
{
  int nx, ny;
  double *a, *b;
};

static void
linear_two (int n, double a[n][n], double b[n][n])
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i][j] = b[i - 1][j] + b[i][j + 1];
}

static void
linear_product (int n, double *a, double *b)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i * n + j] = b[(i - 1) * n + j] + b[i * n + j + 1];
}

static void
linear_row (int n, double *a, double *b)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    {
      double *to = &a[i * n];
      const double *up = b + (i - 1) * n, *row = up + n;
      for (int j = 1; j < n - 1; j++)
	to[j] = up[j] + row[j + 1];
    }
}

static void
linear_walk (int n, double *a, double *b)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    {
      double *to = &a[i * n + 1];
      const double *up = b + (i - 1) * n + 1, *row = up + n + 1;
      for (int j = 1; j < n - 1; j++)
	*to++ = *up++ + *row++;
    }
}

static void
linear_pointer (int n, double *pa, double *pb)
{
  double (*a)[n] = (double (*)[n]) pa, (*b)[n] = (double (*)[n]) pb;
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i][j] = b[i - 1][j] + b[i][j + 1];
}

static void
linear_size (size_t n, double *a, double *b)
{
  PRAM (n=40)
  for (size_t i = 1; i < n - 1; i++)
    for (size_t j = 1; j < n - 1; j++)
      a[i * n + j] = b[(i - 1) * n + j] + b[i * n + j + 1];
}

static void
linear_index (int n, double *a, double *b)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      {
	int k = i * n + j;
	a[k] = b[k - n] + b[k + 1];
      }
}

#define AT(p, i, j) (p)[(i) * n + (j)]

static void
linear_macro (int n, double *a, double *b)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      AT (a, i, j) = AT (b, i - 1, j) + AT (b, i, j + 1);
}

static void
linear_counter (int n, double *a, double *b)
{
  BEGIN (n=40)
  int k = n;
  for (int i = 1; i < n - 1; i++)
    {
      k++;
      for (int j = 1; j < n - 1; j++)
	{
	  a[k] = b[k - n] + b[k + 1];
	  k++;
	}
      k++;
    }
  END
}

static void
member_product (struct grid *g)
{
  PRAM (g->nx=40, g->ny=40)
  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      g->a[i * g->ny + j] = g->b[(i - 1) * g->ny + j] + g->b[i * g->ny + j + 1];
}

static void
member_copies (struct grid *g)
{
  int n = g->nx, m = g->ny;
  double *a = g->a, *b = g->b;
  PRAM (n=40, m=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      a[i * m + j] = b[(i - 1) * m + j] + b[i * m + j + 1];
}

static void
member_value (struct grid g)
{
  PRAM (g.nx=40, g.ny=40)
  for (int i = 1; i < g.nx - 1; i++)
    for (int j = 1; j < g.ny - 1; j++)
      g.a[i * g.ny + j] = g.b[(i - 1) * g.ny + j] + g.b[i * g.ny + j + 1];
}

static void
member_row (struct grid *g)
{
  PRAM (g->nx=40, g->ny=40)
  for (int i = 1; i < g->nx - 1; i++)
    {
      double *to = g->a + i * g->ny;
      for (int j = 1; j < g->ny - 1; j++)
	to[j] = g->b[(i - 1) * g->ny + j] + g->b[i * g->ny + j + 1];
    }
}

static inline double *
at (const struct grid *g, double *p, int i, int j)
{
  return &p[i * g->ny + j];
}

static void
member_helper (struct grid *g)
{
  PRAM (g->nx=40, g->ny=40)
  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      *at (g, g->a, i, j) = *at (g, g->b, i - 1, j) + *at (g, g->b, i, j + 1);
}

static void
sweep (const struct grid *g, double *a, const double *b)
{
  for (int i = 1; i < g->nx - 1; i++)
    for (int j = 1; j < g->ny - 1; j++)
      a[i * g->ny + j] = b[(i - 1) * g->ny + j] + b[i * g->ny + j + 1];
}

static void
call_address (struct grid *g)
{
  BEGIN (g->nx=40, g->ny=40)
  sweep (g, g->a, g->b);
  END
}

static void
sweep_value (struct grid g, double *a, const double *b)
{
  for (int i = 1; i < g.nx - 1; i++)
    for (int j = 1; j < g.ny - 1; j++)
      a[i * g.ny + j] = b[(i - 1) * g.ny + j] + b[i * g.ny + j + 1];
}

static void
call_value (struct grid *g)
{
  BEGIN (g->nx=40, g->ny=40)
  sweep_value (*g, g->a, g->b);
  END
}

/* Fixed rows.  */
static void
fixed_two (int n)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i][j] = b[i - 1][j] + b[i][j + 1];
}

static void
fixed_one (int n)
{
  double *to = (double *) a, *from = (double *) b;
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      to[i * N + j] = from[(i - 1) * N + j] + from[i * N + j + 1];
}

static void
fixed_row (int n)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    {
      double *to = a[i], *up = b[i - 1], *row = b[i];
      for (int j = 1; j < n - 1; j++)
	to[j] = up[j] + row[j + 1];
    }
}

static void
fixed_walk (int n)
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    {
      double *to = a[i] + 1, *up = b[i - 1] + 1, *row = b[i] + 2;
      while (to < &a[i][n - 1])
	*to++ = *up++ + *row++;
    }
}

static void
fixed_parameter (int n, double a[][N], double (*b)[N])
{
  PRAM (n=40)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      a[i][j] = b[i - 1][j] + b[i][j + 1];
}

/* All of it, where one pointer walks through both loops.  */
static void
all_two (int n, double a[n][n], double b[n][n])
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i][j] * 2;
}

static void
all_walk (int n, double *a, double *b)
{
  BEGIN (n=40)
  double *p = a, *q = b;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      *p++ = *q++ * 2;
  END
}

static void
all_counter (int n, double *a, double *b)
{
  BEGIN (n=40)
  int k = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++, k++)
      a[k] = b[k] * 2;
  END
}

static void
flat_end (int n, double *a, double *b)
{
  BEGIN (n=40)
  for (double *p = a, *q = b; p != a + n * n; p++, q++)
    *p = *q * 2;
  END
}

static void
flat_one (int n, double *a, double *b)
{
  PRAM (n=40)
  for (int k = 0; k < n * n; k++)
    a[k] = b[k] * 2;
}

static void
all_quotient (int n, double a[n][n], double b[n][n])
{
  PRAM (n=40)
  for (int k = 0; k < n * n; k++)
    a[k / n][k % n] = b[k / n][k % n] * 2;
}

int
main (void)
{
  double *pa = a[0], *pb = b[0];
  RUN (linear_two, (void *) pa, (void *) pb);
  RUN (linear_product, pa, pb); RUN (linear_row, pa, pb);
  RUN (linear_walk, pa, pb); RUN (linear_pointer, pa, pb);
  RUN (linear_size, pa, pb); RUN (linear_index, pa, pb);
  RUN (linear_macro, pa, pb); RUN (linear_counter, pa, pb);
#define MEMBER(f, adr)							\
  for (int n = 40; n > 30; n -= 3)					\
    {									\
      struct grid g = { n, n, pa, pb };					\
      start ();								\
      f (adr g);							\
      tell (#f, 0);							\
    }
  MEMBER (member_product, &)
  MEMBER (member_copies, &)
  MEMBER (member_value, )
  MEMBER (member_row, &)
  MEMBER (member_helper, &)
  MEMBER (call_address, &)
  MEMBER (call_value, &)
  RUN (fixed_two); RUN (fixed_one); RUN (fixed_row); RUN (fixed_walk);
  RUN (fixed_parameter, a, b);
  RUN (all_two, (void *) pa, (void *) pb); RUN (all_walk, pa, pb);
  RUN (all_counter, pa, pb); RUN (flat_end, pa, pb); RUN (flat_one, pa, pb);
  RUN (all_quotient, (void *) pa, (void *) pb);
  return 0;
}
