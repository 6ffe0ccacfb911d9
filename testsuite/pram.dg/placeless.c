/* placeless.c: a loop of which nothing says where it should run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[50][50];

void
eliminate (void)
{
#pragma pram
  for (int k = 0; k < 50; k++)
    for (int i = k + 1; i < 50; i++)	/* { dg-note "moves with this loop and no other.*schedule.brent." } */
      {
	a[i][k] /= a[k][k];
	for (int j = k + 1; j < 50; j++)
	  a[i][j] -= a[i][k] * a[k][j];
      }
}
