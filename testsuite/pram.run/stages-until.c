/* Levels of rows in a loop that data end, which may not run at all: where levels begin
   is read when the region is entered.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 7 300 } */
#include "show.h"

struct lower
{
  int n, *row, *column;
  double *value;
  int n_levels, *level, *member;
};

/* Each row has some before it, of a level before; the diagonal is the last.  */
static struct lower
make (int n)
{
  struct lower m = { n, need ((n + 1) * sizeof (int)),
		     need (4 * n * sizeof (int)),
		     need (4 * n * sizeof (double)), 0,
		     need ((n + 2) * sizeof (int)), need (n * sizeof (int)) };
  int *at = need (n * sizeof *at), k = 0;
  for (int i = 0; i < n; i++)
    {
      at[i] = 0;
      m.row[i] = k;
      for (int q = 1; q < 4; q++)
	{
	  int j = i - 11 * q - i * q % 5;
	  if (j < 0)
	    continue;
	  m.column[k] = j;
	  m.value[k++] = -.3 / q;
	  at[i] = at[j] + 1 > at[i] ? at[j] + 1 : at[i];
	}
      m.column[k] = i;
      m.value[k++] = 2;
      m.n_levels = at[i] + 1 > m.n_levels ? at[i] + 1 : m.n_levels;
    }
  m.row[n] = k;
  k = 0;
  for (int l = 0; l < m.n_levels; l++)
    {
      m.level[l] = k;
      for (int i = 0; i < n; i++)
	if (at[i] == l)
	  m.member[k++] = i;
    }
  m.level[m.n_levels] = k;
  free (at);
  return m;
}

static void
solve (const struct lower *m, const double *b, double *x)
{
  for (int l = 0; l < m->n_levels; l++)
    for (int o = m->level[l]; o < m->level[l + 1]; o++)
      {
	int i = m->member[o], k;
	double s = b[i];
	for (k = m->row[i]; k < m->row[i + 1] - 1; k++)
	  s -= m->value[k] * x[m->column[k]];
	x[i] = s / m->value[k];
      }
}

/* Until nothing changes by more than ENOUGH, or MOST times.  */
__attribute__ ((noipa)) static int
smooth (struct lower *m, double *b, double *x, double enough, int most)
{
  double change = 1;
  int n = m->n, times = 0;
#pragma pram
  while (change > enough && times < most)
    {
      solve (m, b, x);
      change = 0;
      for (int i = 0; i < n; i++)
	{
	  double d = .1 * x[i];
	  b[i] -= d;
	  if (d > change)
	    change = d;
	}
      times++;
    }
  return times;
}

static void
run (struct lower m, double enough, int most)
{
  double *b = need (m.n * sizeof *b), *x = need (m.n * sizeof *x);
  for (int i = 0; i < m.n; i++)
    {
      b[i] = 1 + i % 3;
      x[i] = 0;
    }
  printf ("%d times\n", smooth (&m, b, x, enough, most));
  show ("b", b, m.n * sizeof *b);
  show ("x", x, m.n * sizeof *x);
  free (b), free (x);
}

#ifdef MISSING
/* Where the levels of M begin isn't there, and nobody comes to that.  */
static void
missing (struct lower m)
{
  m.level = NULL;
  run (m, 2, 50);
  m.level = mmap (NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  run (m, 2, 50);
  munmap (m.level, 4096);
  run (m, 2, 50);
}
#endif

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      struct lower m = make (atoi (argv[k]));
      run (m, .02, 50);
      run (m, 0, 3);
      run (m, 2, 50);
      run (m, .02, 0);
#ifdef MISSING
      missing (m);
#endif
      run (m, .02, 50);
    }
  return 0;
}
