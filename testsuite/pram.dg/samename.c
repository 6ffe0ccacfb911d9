/* samename.c: two regions of one name.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[400];

void
f (void)
{
#pragma pram name(step)
  for (int i = 0; i < 400; i++)
    a[i] = 1;
#pragma pram name(other)
  for (int i = 0; i < 400; i++)
    a[i] += 1;
#pragma pram name(step) /* { dg-warning "another region is called 'step'" } */
  for (int i = 0; i < 400; i++)
    a[i] *= 2;
}
