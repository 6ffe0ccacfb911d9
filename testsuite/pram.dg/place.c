/* place.c: pragmas where none can be.

   SPDX-License-Identifier: GPL-3.0-or-later  */

double a[100];

#pragma pram /* { dg-error "outside" } */

int
f (int n)
{
#pragma pram /* { dg-error "loop|must stand before" } */
  n++;
#pragma pram /* { dg-error "loop|must stand before" } */
  if (n > 3)
    for (int i = 0; i < 100; i++)
      a[i] = n;
#pragma pram end /* { dg-error "end.*without|without.*begin" } */
  return n;
}

void
g (void)
{
#pragma pram begin /* { dg-error "begin.*without" } */
  for (int i = 0; i < 100; i++)
    a[i] = i;
}

void
h (void)
{
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma pram /* { dg-error "loop|must stand before" } */
}

void
k (int n)
{
#pragma pram /* { dg-error "must stand before" } */
  {
    for (int i = 0; i < 100; i++)
      a[i] = i;
    for (int i = 0; i < 100; i++)
      a[i] += n;
  }
#pragma pram /* { dg-error "must stand before" } */

  /* A comment.  */
  { int m = n; for (int i = 0; i < 100; i++) a[i] = m; }
  {
#pragma pram begin
    {
      for (int i = 0; i < 100; i++)
	a[i] = i;
    }
#pragma pram end
  }
}
