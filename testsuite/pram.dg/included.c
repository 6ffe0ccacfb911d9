/* included.c: a note's line is one of the file that it names, also where an
   included helper is the reason.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "included.h"

double a[100], b[100];

void
data (void)
{
#pragma pram
  for (int i = 0; i < 50; i++)
    b[i] = follow (a, i);
}

void
chosen (int n)
{
#pragma pram
  for (int i = 0; i < 50; i++)
    store_far (a, i, n); /* { dg-note "'chosen.1' runs serially: .* \\(\[^ \]*included.h:14\\)$" } */
}

void
nested (void)
{
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      smooth (a); /* { dg-note "'nested.1' runs serially: a function that is called contains a region: .* \\(\[^ \]*included.h:21\\)$" } */
      for (int i = 0; i < 50; i++)
	b[i] = a[i + 1];
    }
}
