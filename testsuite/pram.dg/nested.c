/* nested.c: a region inside of a region.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[100];

void
f (void)
{
#pragma pram
  for (int t = 0; t < 10; t++)
    {
#pragma pram /* { dg-error "inside" } */
      for (int i = 0; i < 100; i++)
	a[i] += i;
    }
}
