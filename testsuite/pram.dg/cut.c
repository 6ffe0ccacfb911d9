/* cut.c: which loop of a nest is cut if several could be.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-verbose } */

double a[500][500], b[500][500], f[9][5000], g[9][5000];
double h[8][500][500];
double few[10][100000], next[10][100000], many[1002][1002], then[1002][1002];

/* Rows stay whole, in whatever order the loops are.  */
void
rows (void)
{
#pragma pram
  for (int j = 0; j < 500; j++) /* { dg-note "layer 0 runs along 'i' of line 16" } */
    for (int i = 0; i < 500; i++)
      a[i][j] = 2 * b[i][j];

#pragma pram
  for (int i = 0; i < 500; i++) /* { dg-note "layer 0 runs along 'i' of line 20" } */
    for (int j = 0; j < 500; j++)
      a[i][j] = 2 * b[i][j];
}

/* But nine directions are too few for many processes.  */
void
directions (void)
{
#pragma pram
  for (int x = 0; x < 5000; x++) /* { dg-note "layer 0 runs along 'x' of line 30" } */
    for (int q = 0; q < 9; q++)
      f[q][x] = 2 * g[q][x];
}

/* And what moves counts first.  */
void
sweeps (void)
{
#pragma pram
  for (int t = 0; t < 10; t++) /* { dg-note "layer 0 runs along 'j' of line 42" } */
    for (int i = 1; i < 500; i++)
      for (int j = 0; j < 500; j++)
	a[i][j] += a[i - 1][j];
}

/* Planes of the last dimension, rows of the middle one.  */
void
planes (void)
{
#pragma pram
  for (int k = 0; k < 500; k++) /* { dg-note "layer 0 runs along 'j' of line 53" } */
    for (int q = 0; q < 8; q++)
      for (int j = 0; j < 500; j++)
	h[q][j][k] = h[q][j][k] * 0.5 + 1;
}

/* A long row is more to send than a column of eight pieces.  */
void
long_rows (void)
{
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      for (int i = 1; i < 9; i++) /* { dg-note "layer 0 runs along 'j' of line 65" } */
	for (int j = 1; j < 99999; j++)
	  next[i][j] = few[i - 1][j] + few[i + 1][j] + few[i][j - 1]
		       + few[i][j + 1];
      for (int i = 1; i < 9; i++) /* { dg-note "layer 1 runs along 'j' of line 69" } */
	for (int j = 1; j < 99999; j++)
	  few[i][j] = next[i][j];
    }
}

/* Not if there are as many.  */
void
many_rows (void)
{
#pragma pram
  for (int t = 0; t < 10; t++)
    {
      for (int j = 1; j < 1001; j++) /* { dg-note "layer 0 runs along 'i' of line 82" } */
	for (int i = 1; i < 1001; i++)
	  then[i][j] = many[i - 1][j] + many[i + 1][j] + many[i][j - 1]
		       + many[i][j + 1];
      for (int i = 1; i < 1001; i++) /* { dg-note "layer 1 runs along 'i' of line 85" } */
	for (int j = 1; j < 1001; j++)
	  many[i][j] = then[i][j];
    }
}
