/* A loop whose iterations take turns is unrolled, and its last test alone is
   left; the halves of u are dimensions.

   SPDX-License-Identifier: GPL-3.0-or-later  */
double u[2][64][64];

void
heat (void)
{
#pragma pram
  for (int t = 0; t < 30; t++)
    for (int i = 1; i < 63; i++)
      for (int j = 1; j < 63; j++)
	u[(t + 1) % 2][i][j]
	  = 0.25 * (u[t % 2][i - 1][j] + u[t % 2][i + 1][j]
		    + u[t % 2][i][j - 1] + u[t % 2][i][j + 1]);
}
