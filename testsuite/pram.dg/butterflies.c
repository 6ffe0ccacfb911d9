/* butterflies.c: an FFT in place is cut along all butterflies, in all levels.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-verbose } */

double re[64], im[64], c[32], s[32];

#define BUTTERFLY \
  int i = k / h * 2 * h + k % h, j = i + h, w = k % h * (32 / h); \
  double ur = re[i], ui = im[i]; \
  double tr = c[w] * re[j] - s[w] * im[j], ti = c[w] * im[j] + s[w] * re[j]; \
  re[i] = ur + tr; \
  im[i] = ui + ti; \
  re[j] = ur - tr; \
  im[j] = ui - ti;

void
in_order (void)
{
#pragma pram
  for (int h = 1; h < 64; h *= 2)
    for (int k = 0; k < 32; k++) /* { dg-note "layer 5 runs along 'k' of line 22 in 16 units" } */
      {
	BUTTERFLY
      }
}

void
in_lock_step (void)
{
#pragma pram
  for (int h = 1; h < 64; h *= 2)
    {
#pragma pram pardo
      for (int k = 0; k < 32; k++) /* { dg-note "layer 5 runs along 'k' of line 35 in 32 units" } */
	{
	  BUTTERFLY
	}
    }
}

#define GROUPED \
  double wr = __builtin_cos (6.28 / len * j); \
  double wi = __builtin_sin (6.28 / len * j); \
  int p = i + j, q = p + len / 2; \
  double ur = b[2 * p], ui = b[2 * p + 1]; \
  double vr = b[2 * q] * wr - b[2 * q + 1] * wi; \
  double vi = b[2 * q] * wi + b[2 * q + 1] * wr; \
  b[2 * p] = ur + vr; \
  b[2 * p + 1] = ui + vi; \
  b[2 * q] = ur - vr; \
  b[2 * q + 1] = ui - vi;

/* Groups run in parallel in the first levels, what is in them in the last: they are one
   loop.  */
void
in_groups (int n, double *b)
{
#pragma pram size(n=1024)
  for (int len = 2; len <= n; len *= 2)
    for (int i = 0; i < n; i += len) /* { dg-note "layer 0 runs along 't' of line 61 in 512 units" } */
      for (int j = 0; j < len / 2; j++)
	{
	  GROUPED
	}
}

/* On one processor if the number of the last group is wanted.  */
int
in_counted_groups (int n, double *b)
{
  int i = 0;
#pragma pram size(n=1024)
  for (int len = 2; len <= n; len *= 2)
    for (i = 0; i < n; i += len) /* { dg-note "layer 0 runs on one processor" } */
      for (int j = 0; j < len / 2; j++)
	{
	  GROUPED
	}
  return i;
}
