/* blur.c: an image of unsigned char, sums in int.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "show.h"

static unsigned char in[90][130], out[90][130];

int
main (void)
{
  int darkest = 255;
  for (int i = 0; i < 90; i++)
    for (int j = 0; j < 130; j++)
      in[i][j] = out[i][j] = (unsigned char) (256 * noise (i * 130 + j));

#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 2; i < 88; i++)
	for (int j = 2; j < 128; j++)
	  {
	    int s = 0;
	    for (int k = -2; k <= 2; k++)
	      for (int l = -2; l <= 2; l++)
		s += in[i + k][j + l];
	    out[i][j] = (unsigned char) (s / 25);
	    if (out[i][j] < darkest)
	      darkest = out[i][j];
	  }
      for (int i = 2; i < 88; i++)
	for (int j = 2; j < 128; j++)
	  in[i][j] = out[i][j];
    }

  printf ("%d\n", darkest);
  show ("in", in, sizeof in);
  return 0;
}
