/* A function that calls itself twice.

   SPDX-License-Identifier: GPL-3.0-or-later  */

static void
twice (int l, int n, double *v)
{
  for (int i = 0; i < n; i++)
    v[i] += l;
  if (l < 5)
    {
      twice (l + 1, n, v);
      twice (l + 1, n, v);
    }
}

void
run (int n, double *v)
{
#pragma pram begin
  twice (0, n, v);	/* { dg-note "calls .twice., which calls itself" } */
#pragma pram end
}
