/* clamped.c: images, whose elements outside are those at the edge; two
   dimensions at once.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static inline int
clamp (int x, int least, int most)
{
  return x < least ? least : x > most ? most : x;
}

static void
blur (int n, int m, const float *in, float *out)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
	float s = 0;
	for (int k = -1; k <= 1; k++)
	  for (int l = -1; l <= 1; l++)
	    s += in[clamp (i + k, 0, n - 1) * m + clamp (j + l, 0, m - 1)];
	out[i * m + j] = s / 9;
      }
}

/* Where the number of rows in the window is cut.  */
static void
window (int n, int m, int r, const float *in, float *out)
{
#pragma pram
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      {
	float s = 0;
	for (int k = i - r < 0 ? 0 : i - r;
	     k <= (i + r > n - 1 ? n - 1 : i + r); k++)
	  s += in[k * m + j];
	out[i * m + j] = s;
      }
}

/* What the loops have counted when they end.  */
static int
last (int n, const float *in, float *out)
{
  int i, j = n;
#pragma pram
  for (i = 0; i < n && i < 33; i += 2, j -= 3)
    out[i] = in[j + 2 * n] + 1;
  return 1000 * i + j;
}

/* The row above, also outside of the inner loop.  */
static void
above (int n, int m, const float *in, float *out)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i > 0 ? i - 1 : 1;
      const float *below = in + (i < n - 1 ? i + 1 : n - 2) * m;
      out[i * m] = in[k * m] - below[0];
      for (int j = 1; j < m; j++)
	out[i * m + j] = in[k * m + j] - below[j - 1];
    }
}

int
main (void)
{
  static const int sizes[] = { 5, 40, 64 };
  for (int s = 0; s < 3; s++)
    {
      int n = sizes[s], m = n + 3;
      size_t bytes = (size_t) (n * m) * sizeof (float);
      float *a = need (bytes), *b = need (bytes), *c = need (bytes);
      for (int k = 0; k < n * m; k++)
	a[k] = (float) noise (k);
      blur (n, m, a, b);
      window (n, m, 3, b, c);
      printf ("%d\n", last (n, c, b));
      show ("b", b, bytes);
      show ("c", c, bytes);
      above (n, m, a, b);
      show ("above", b, bytes);
      free (a);
      free (b);
      free (c);
    }
  return 0;
}
