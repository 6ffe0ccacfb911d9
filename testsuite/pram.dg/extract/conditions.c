/* Guards and conditions on data.

   SPDX-License-Identifier: GPL-3.0-or-later  */
void
conditions (int n, int *a, int *b, int *count, int *bits)
{
  int c = *count, x = *bits;
#pragma pram size(n=100)
  for (int i = 0; i < n; i++)
    {
      if (a[i] > 5)
	c++;
      x ^= a[i];
      if (i == 3)
	b[i] = 4;
      if (a[i] > 7)
	b[i + 100] = 3;
      if (i > 4 && i < 50)
	b[i + 200] = 1;
      else
	b[i + 300] = 2;
      if (i != 0)
	b[i + 400] = b[i + 500];
      if (a[i] == 2)
	continue;
      b[i + 600] = 1;
    }
  *count = c;
  *bits = x;
}
