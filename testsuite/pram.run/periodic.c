/* periodic.c: neighbours chosen by conditions, minima and maxima.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

#define H 41
#define W 29
#define N 97

static unsigned char g[H][W], h[H][W], p[H * W], q[H * W];
static double u[N], un[N];

static inline int
least (int x)
{
  return x < 0 ? 0 : x;
}

static int
most (int x, int m)
{
  if (x > m)
    return m;
  return x;
}

int
main (void)
{
  for (int i = 0; i < H * W; i++)
    {
      g[i / W][i % W] = noise (i) < 0.4;
      p[i] = (unsigned char) (noise (-i) * 256);
    }
  for (int i = 0; i < N; i++)
    u[i] = noise (i);

#pragma pram
  for (int t = 0; t < 9; t++)
    {
      for (int i = 0; i < H; i++)
	{
	  int up, down = i + 1 < H ? i + 1 : 0;
	  if (i == 0)
	    up = H - 1;
	  else
	    up = i - 1;
	  for (int j = 0; j < W; j++)
	    {
	      int l = j == 0 ? W - 1 : j - 1, r = j == W - 1 ? 0 : j + 1;
	      int s = g[up][l] + g[up][j] + g[up][r] + g[i][l] + g[i][r]
		      + g[down][l] + g[down][j] + g[down][r];
	      h[i][j] = s == 3 ? 1 : s == 2 ? g[i][j] : 0;
	    }
	}
      for (int i = 0; i < H; i++)
	for (int j = 0; j < W; j++)
	  g[i][j] = h[i][j];
    }

  /* Borders continued.  */
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int y = 0; y < H; y++)
	for (int x = 0; x < W; x++)
	  {
	    int up = least (y - 1), down = most (y + 1, H - 1);
	    int l = least (x - 1), r = most (x + 1, W - 1);
	    q[y * W + x] = (p[up * W + x] + p[down * W + x] + p[y * W + l]
			    + p[y * W + r] + 4 * p[y * W + x] + 4) >> 3;
	  }
      for (int i = 0; i < H * W; i++)
	p[i] = q[i];
    }

#pragma pram
  for (int t = 0; t < 20; t++)
    {
      for (long i = 0; i < N; i++)
	{
	  long im = i - 1, ip = i + 1;
	  if (im < 0)
	    im = N - 1;
	  if (ip >= N)
	    ip -= N;
	  un[i] = u[i] - 0.25 * (u[ip] - u[im])
		  + 0.1 * (u[ip] - 2 * u[i] + u[im]);
	}
      for (size_t i = 0; i < N; i++)
	{
	  size_t l = i > 0 ? i - 1 : N - 1;
	  u[i] = 0.75 * un[i] + 0.25 * un[l];
	}
    }

  show ("g", g, sizeof g);
  show ("p", p, sizeof p);
  show ("u", u, sizeof u);
  return 0;
}
