/* backtracking.c: puzzles solved by trying, each in its own part of an array: searches in
   loops that data end, left from inside.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 4 }
   { pram-ranks 1 2 3 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>

static int ok (const char *b, int pos, int v)
{
  int r = pos / 9, c = pos % 9;
  for (int k = 0; k < 9; k++)
    if (b[r * 9 + k] == v || b[k * 9 + c] == v || b[(r / 3 * 3 + k / 3) * 9 + c / 3 * 3 + k % 3] == v) return 0;
  return 1;
}
static int solve (char *b)
{
  char fixed[81]; int steps = 0, pos = 0;
  for (int i = 0; i < 81; i++) fixed[i] = b[i] != 0;
  int dir = 1;
  while (pos >= 0 && pos < 81 && steps < 20000)
    {
      if (fixed[pos]) { pos += dir; continue; }
      int v = b[pos] + 1; b[pos] = 0;
      while (v <= 9 && !ok (b, pos, v)) v++;
      if (v <= 9) { b[pos] = v; dir = 1; } else dir = -1;
      pos += dir; steps++;
    }
  return steps;
}
int main (int argc, char **argv)
{
  int m = argc > 1 ? atoi (argv[1]) : 4;
  char *b = calloc (m, 81); int *steps = calloc (m, sizeof *steps);
  for (int i = 0; i < m; i++) for (int k = 0; k < 9; k++) b[i * 81 + k * 9 + (k * 3 + i) % 9] = 1 + (k * 2 + i) % 9;
#pragma pram
  for (int i = 0; i < m; i++) steps[i] = solve (b + 81 * i);
  unsigned long h = 0;
  for (int i = 0; i < m; i++) { h = h * 31 + steps[i]; for (int k = 0; k < 81; k++) h = h * 11 + b[i * 81 + k]; }
  printf ("%lu\n", h);
}
