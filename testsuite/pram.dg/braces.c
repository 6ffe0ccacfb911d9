/* braces.c: as the body of an if without braces: GCC 11 binds it wrongly.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-gcc 11 } */

double a[100];

void
f (int n)
{
  if (n)
#pragma pram /* { dg-error "brace" } */
    for (int i = 0; i < 100; i++)
      a[i] = i;
}
