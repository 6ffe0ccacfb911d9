/* Loops inside of iterations that are left when data say so, at the latest where their
   bound is: what they could read is what there is to send.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 3 40 300 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
#include "chance.h"

#define NI __attribute__ ((noipa))

/* How far a text is the same as M characters of P.  */
NI void
match (int n, int m, const char *t, const char *p, int *same)
{
#pragma pram
  for (int i = 0; i <= n - m; i++)
    {
      int j = 0;
      while (j < m && t[i + j] == p[j])
	j++;
      same[i] = j;
    }
}

/* Sums of rows, from behind, until they are large enough; the rows change from turn to
   turn.  */
NI void
sums (int n, int m, int turns, double *a, double *s)
{
#pragma pram
  for (int t = 0; t < turns; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double sum = 0;
	  for (int j = m - 1; j >= 0; j--)
	    {
	      sum += a[i * m + j];
	      if (sum > 200)
		break;
	    }
	  s[i] = sum;
	}
      for (int i = 0; i < n; i++)
	for (int j = 0; j < m; j++)
	  a[i * m + j] += s[n - 1 - i] / 100 - 1;
    }
}

/* The nearest one to the right, among those up to REACH away, that is larger; the window
   goes over what other processes have.  */
NI void
larger (int n, int reach, const double *x, int *where)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      where[i] = -1;
      for (int k = i + 1; k <= i + reach && k < n; k++)
	if (x[k] > x[i])
	  {
	    where[i] = k;
	    break;
	  }
    }
}

/* How long words are: of this array it is known how much there is.  */
static char words[1000];

NI void
lengths (int n, int *length)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int j = 0;
      while (j < 20 && words[i + j])
	j++;
      length[i] = j;
    }
}

static void
all (unsigned short size)
{
  int n = size, m = 7;
  char *t = malloc (n + m), p[8] = "aabaaba";
  int *a = indices (n + m, n);
  for (int i = 0; i < n + m; i++)
    t[i] = "ab"[chance (3) == 2];
  match (n + m - 1, m, t, p, a);
  show_indices ("same", n, a);
  double *x = fresh (n * m), *s = fresh (n);
  sums (n, m, 3, x, s);
  show ("sums", s, n * sizeof *s);
  larger (n, 5, x, a);
  show_indices ("larger", n, a);
  for (int i = 0; i < n; i++)
    words[i] = i == n - 1 ? 0 : (chance (7) ? 'a' : 0);
  lengths (n, a);
  show_indices ("lengths", n, a);
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
