/* levels.h: index arithmetic that is linear once some loop is unrolled.

   SPDX-License-Identifier: GPL-3.0-or-later

   CLAUSES: of the regions.  */

#include <math.h>

#include "show.h"

#define TEXT(text) _Pragma (#text)
#define REGION_WITH(clauses) TEXT (pram clauses)
#define REGION REGION_WITH (CLAUSES)

enum { N = 32, LOG = 5 };

static double a[N], b[N], re[N], im[N], xr[N], xi[N], wr[N], wi[N];
static int keys[N], ranks[N], next[N];

static void
fill (void)
{
  for (int i = 0; i < N; i++)
    {
      a[i] = 1 + i % 7;
      b[i] = 0;
      re[i] = i % 5;
      im[i] = i % 3;
      wr[i] = cos (2 * 3.14159265358979323846 * i / N);
      wi[i] = sin (2 * 3.14159265358979323846 * i / N);
      keys[i] = (i * 37 + 11) % 64;
      ranks[i] = i % 2;
    }
}

/* Prefix sums by doubled distances, until they are large.  */
static int
scan (double most)
{
  int turns = 0;
  double last;
  REGION
  do
    {
      for (int s = 1; s < N; s *= 2)
	{
	  for (int i = 0; i < N; i++)
	    b[i] = i >= s ? a[i] + a[i - s] : a[i];
	  for (int i = 0; i < N; i++)
	    a[i] = b[i];
	}
      last = 0;
      for (int i = 0; i < N; i++)
	last = fmax (last, a[i]);
      turns++;
    }
  while (last < most);
  return turns;
}

/* A sum over a tree, in place.  */
static void
tree (void)
{
  REGION
  for (int s = N / 2; s > 0; s >>= 1)
    for (int i = 0; i < s; i++)
      a[i] += a[i + s];
}

/* Who is greatest, in rounds.  For the last one GCC takes p < 1 for p == 0.  */
static void
tournament (void)
{
  REGION
  for (unsigned players = N / 2; players > 0; players /= 2)
    for (unsigned p = 0; p < players; p++)
      keys[p] = keys[p] > keys[p + players] ? keys[p] : keys[p + players];
}

/* Partners differ in one bit of the index.  */
static void
fourier (void)
{
  REGION
  for (int s = 0; s < LOG; s++)
    {
      for (int i = 0; i < N; i++)
	{
	  int j = i ^ (1 << s);
	  int k = (i & ((1 << s) - 1)) << (LOG - 1 - s);
	  if (i & (1 << s))
	    {
	      xr[i] = re[j] - (wr[k] * re[i] - wi[k] * im[i]);
	      xi[i] = im[j] - (wr[k] * im[i] + wi[k] * re[i]);
	    }
	  else
	    {
	      xr[i] = re[i] + (wr[k] * re[j] - wi[k] * im[j]);
	      xi[i] = im[i] + (wr[k] * im[j] + wi[k] * re[j]);
	    }
	}
      for (int i = 0; i < N; i++)
	{
	  re[i] = xr[i];
	  im[i] = xi[i];
	}
    }
}

/* In place, groups of doubled lengths.  */
static void
fourier_in_place (void)
{
  REGION
  for (int len = 2; len <= N; len *= 2)
    for (int i = 0; i < N; i += len)
      for (int j = 0; j < len / 2; j++)
	{
	  int p = i + j, q = i + j + len / 2, k = j * (N / len);
	  double tr = wr[k] * re[q] - wi[k] * im[q];
	  double ti = wr[k] * im[q] + wi[k] * re[q];
	  double ur = re[p], ui = im[p];
	  re[p] = ur + tr;
	  im[p] = ui + ti;
	  re[q] = ur - tr;
	  im[q] = ui - ti;
	}
}

/* The inner loop's count depends on the outer one's variable.  */
static void
bitonic (void)
{
  REGION
  for (int k = 2; k <= N; k *= 2)
    for (int j = k / 2; j > 0; j /= 2)
      for (int i = 0; i < N; i++)
	{
	  int l = i ^ j;
	  if (l > i)
	    {
	      int x = keys[i], y = keys[l], up = (i & k) == 0;
	      int low = x < y ? x : y, high = x < y ? y : x;
	      keys[i] = up ? low : high;
	      keys[l] = up ? high : low;
	    }
	}
}

static void
odd_even (void)
{
  REGION
  for (int t = 0; t < N; t++)
    for (int i = t % 2; i + 1 < N; i += 2)
      if (keys[i] < keys[i + 1])
	{
	  int x = keys[i];
	  keys[i] = keys[i + 1];
	  keys[i + 1] = x;
	}
}

static void
double_pointers (void)
{
  REGION
  for (int s = 1; s < N; s <<= 1)
    {
      for (int i = 0; i < N; i++)
	next[i] = ranks[i] + 3 * ranks[(i + s) & (N - 1)];
      for (int i = 0; i < N; i++)
	ranks[i] = next[i] % 1000;
    }
}

/* Bits are set, cleared, and all turned over.  */
static void
mirror (void)
{
  REGION
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < N; i++)
	next[i] = keys[i ^ (N - 1)] + ranks[i | (1 << t)]
		  - ranks[i & ~(2 << t)] + ranks[i ^ (3 << t)];
      for (int i = 0; i < N; i++)
	keys[i ^ (1 << t)] = next[i];
    }
}

/* Grids of halved sizes in one array, whose beginnings are in a table.  */
static void
coarsen (void)
{
  static const int begin[] = { 0, N / 2, N / 2 + N / 4, N / 2 + N / 4 + N / 8 };
  REGION
  for (int l = 0; l < 3; l++)
    for (int i = 0; i < N >> (l + 2); i++)
      a[begin[l + 1] + i] = 0.5 * (a[begin[l] + 2 * i]
				   + a[begin[l] + 2 * i + 1]);
}

/* A product of two variables: the loop that runs less often.  */
static void
multiples (void)
{
  REGION
  for (int i = 0; i < N / 4; i++)
    {
      b[i] = 0;
      for (int k = 0; k < 4; k++)
	b[i] += a[i * k];
    }
}

/* Directions from tables.  */
enum { M = 9, Q = 9 };
static const int ex[Q] = { 0, 1, 0, -1, 0, 1, -1, -1, 1 };
static const int ey[Q] = { 0, 0, 1, 0, -1, 1, 1, -1, -1 };
static double f[Q][M][M], g[Q][M][M];

static void
boltzmann (void)
{
  for (int k = 0; k < Q; k++)
    for (int y = 0; y < M; y++)
      for (int x = 0; x < M; x++)
	f[k][y][x] = g[k][y][x] = k + y * x % 5;
  REGION
  for (int t = 0; t < 5; t++)
    {
      for (int y = 1; y < M - 1; y++)
	for (int x = 1; x < M - 1; x++)
	  for (int k = 0; k < Q; k++)
	    g[k][y][x] = f[k][y - ey[k]][x - ex[k]];
      for (int y = 1; y < M - 1; y++)
	for (int x = 1; x < M - 1; x++)
	  {
	    double sum = 0;
	    for (int k = 0; k < Q; k++)
	      sum += g[k][y][x];
	    for (int k = 0; k < Q; k++)
	      f[k][y][x] = 0.75 * g[k][y][x] + 0.25 * sum / Q;
	  }
    }
}

int
main (void)
{
  fill ();
  printf ("%d\n", scan (1e6));
  show ("scan", a, sizeof a);
  fill ();
  tree ();
  show ("tree", a, sizeof a);
  fourier ();
  show ("re", re, sizeof re);
  fourier_in_place ();
  show ("im", im, sizeof im);
  bitonic ();
  for (int i = 0; i < N; i++)
    printf ("%d ", keys[i]);
  odd_even ();
  double_pointers ();
  mirror ();
  for (int i = 0; i < N; i++)
    printf ("%d %d ", keys[i], ranks[i]);
  tournament ();
  printf ("%d\n", keys[0]);
  fill ();
  coarsen ();
  multiples ();
  show ("a", a, sizeof a);
  show ("b", b, sizeof b);
  boltzmann ();
  show ("f", f, sizeof f);
  return 0;
}
