/* inside.c: helpers that say whether indices are within bounds.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdbool.h>
#include "show.h"

#define H 61
#define W 45

/* They lie next to each other: what is touched must not be overestimated.  */
static struct
{
  double in[H][W], out[H][W];
} image;
static float line[2][H];

static bool
inside (int y, int x)
{
  return y >= 0 && y < H && x >= 0 && x < W;
}

static int
outside (int y)
{
  if (y < 0)
    return 1;
  if (y >= H)
    return 1;
  return 0;
}

static void
blur (double (*in)[W], double (*out)[W])
{
#pragma pram
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++)
      {
	double sum = 0;
	int n = 0;
	for (int dy = -1; dy <= 1; dy++)
	  for (int dx = -2; dx <= 2; dx++)
	    if (inside (y + dy, x + dx))
	      {
		sum += in[y + dy][x + dx];
		n++;
	      }
	out[y][x] = sum / n;
      }
}

int
main (void)
{
  for (int y = 0; y < H; y++)
    {
      line[0][y] = noise (-y);
      for (int x = 0; x < W; x++)
	image.in[y][x] = noise (y * W + x);
    }
  blur (image.in, image.out);
  blur (image.out, image.in);

#pragma pram
  for (int t = 0; t < 5; t++)
    {
      for (int y = 0; y < H; y++)
	for (int d = -1; d <= 1; d += 2)
	  {
	    if (outside (y + d))
	      continue;
	    line[1][y] += 0.25f * line[0][y + d];
	  }
      for (int y = 0; y < H; y++)
	line[0][y] = line[1][y];
    }

  show ("image", &image, sizeof image);
  show ("line", line, sizeof line);
  return 0;
}
