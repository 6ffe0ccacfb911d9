/* later.c: pragmas that are not there yet say so.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[400], b[400];

void
f (void)
{
#pragma pram data /* { dg-error "not supported" } */
  {
    for (int i = 0; i < 400; i++)
      b[i] = a[i];
  }
}
