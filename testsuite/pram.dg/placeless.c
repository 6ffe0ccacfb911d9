/* placeless.c: a loop of which nothing says where it should run.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[99][50];

void
skew (void)
{
#pragma pram begin
  for (int i = 0; i < 50; i++)	/* { dg-note "moves with this loop and no other.*schedule.brent." } */
    {
      for (int j = 0; j < 25; j++)
	a[i + j][j] *= 2;
      for (int j = 25; j < 50; j++)
	a[i + j][j] *= 3;
    }
  for (int i = 0; i < 99; i++)
    for (int j = 0; j < 50; j++)
      a[i][j] += 1;
#pragma pram end
}
