/* braces12.c: as the body of an if without braces: right since GCC 12.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-gcc 12 } */

double a[100];

void
f (int n)
{
  if (n)
#pragma pram
    for (int i = 0; i < 100; i++)
      a[i] = i; /* { dg-bogus "brace" -3 } */
}
