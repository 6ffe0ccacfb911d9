/* Strides, reversed and triangular loops, other types of loop variables,
   pointers that walk, counters beside the loop variable.

   SPDX-License-Identifier: GPL-3.0-or-later  */
void
subscripts (int n, double a[n][n], float *restrict d, const float *s,
	    unsigned char *u)
{
#pragma pram begin size(n=64)
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j += 2)
      a[i][j] = a[i-1][j] + a[i+1][j];
  for (unsigned i = n - 1; i-- > 0;)
    a[0][i] = 1;
  for (unsigned char i = 62; i >= 1; i--)
    a[i][0] = 1;
  for (long i = 0; i < n; i++)
    for (long j = i; j < n; j++)
      a[i][j] += 1;
  for (int i = 1; i < n; i++)
    for (int j = 0; j < i; j++)
      a[i][j] += 1;
  float *p = d;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 7; j++)
      *p++ = s[j * 10 + i];
  int k = 5;
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 7; j++)
      d[k++] = 1;
  for (unsigned long i = 10; i != 70; i += 3)
    u[i] = u[i + 100] + 1;
  int i = 0;
  do
    u[2 * i + 1] = 7;
  while (++i < n);
  a[5][6] = a[7][8];
#pragma pram end
}
