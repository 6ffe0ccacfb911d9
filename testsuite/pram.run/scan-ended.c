/* scan-ended.c: a loop in no other one that leaves out iterations and is left early, as
   data say, beside loops that are distributed: the threshold of an image.

   SPDX-License-Identifier: GPL-3.0-or-later
   { pram-args "9 7" "40 33" "1 1" }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include "show.h"

static unsigned histogram[64];

static int
threshold (const unsigned *h, long total)
{
  double sum = 0, below = 0, best = -1;
  long n = 0;
  int at = 0;
  for (int k = 0; k < 64; k++)
    sum += (double) k * h[k];
  for (int k = 0; k < 64; k++)
    {
      n += h[k];
      if (n == 0)
	continue;
      if (n == total)
	break;
      below += (double) k * h[k];
      double mb = below / n, mf = (sum - below) / (total - n);
      double v = (double) n * (total - n) * (mb - mf) * (mb - mf);
      if (v > best)
	{
	  best = v;
	  at = k;
	}
    }
  return at;
}

int
main (int argc, char **argv)
{
  int w = argc > 2 ? atoi (argv[1]) : 9, h = argc > 2 ? atoi (argv[2]) : 7;
  unsigned char *image = malloc (w * h), *out = malloc (w * h);
  int limit = 0;
  for (int i = 0; i < w * h; i++)
    image[i] = 5 + i * i % 50;
#pragma pram begin
  for (int k = 0; k < 64; k++)
    histogram[k] = 0;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      histogram[image[i * w + j]]++;
  limit = threshold (histogram, (long) w * h);
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      out[i * w + j] = image[i * w + j] > limit ? 255 : 0;
#pragma pram end
  printf ("%d\n", limit);
  show ("histogram", histogram, sizeof histogram);
  show ("out", out, w * h);
  free (image);
  free (out);
  return 0;
}
