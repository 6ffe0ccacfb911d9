/* ising.c: a checkerboard on a torus whose neighbours are told by conditions, with a table of
   which data choose the element, a random number for each point, and a history.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 6 }
   { pram-ranks 1 2 3 5 }
   { pram-mode distributed }  */

#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <stdint.h>
#define IDX(i,j) ((i) * L + (j))
static inline uint32_t rnd (uint32_t *s) { *s ^= *s << 13; *s ^= *s >> 17; *s ^= *s << 5; return *s; }
int main (int argc, char **argv)
{
  const int L = argc > 1 ? atoi (argv[1]) : 32, sweeps = argc > 2 ? atoi (argv[2]) : 10;
  signed char *spin = malloc (L * L); uint32_t *seed = malloc (L * L * sizeof *seed);
  double boltz[9]; for (int e = -4; e <= 4; e++) boltz[e + 4] = exp (-2.0 * e * 0.44);
  for (int i = 0; i < L * L; i++) { seed[i] = 2463534242u + 977u * i; spin[i] = rnd (&seed[i]) & 1 ? 1 : -1; }
  double *mag = calloc (sweeps + 1, sizeof *mag);
#pragma pram
  for (int t = 0; t < sweeps; t++)
    {
      for (int colour = 0; colour < 2; colour++)
        for (int i = 0; i < L; i++)
          for (int j = (i + colour) & 1; j < L; j += 2)
            {
              int up = i == 0 ? L - 1 : i - 1, dn = i == L - 1 ? 0 : i + 1;
              int lf = j == 0 ? L - 1 : j - 1, rt = j == L - 1 ? 0 : j + 1;
              int s = spin[IDX (i, j)];
              int h = s * (spin[IDX (up, j)] + spin[IDX (dn, j)] + spin[IDX (i, lf)] + spin[IDX (i, rt)]);
              if (h <= 0 || rnd (&seed[IDX (i, j)]) < boltz[h + 4] * 4294967295.0)
                spin[IDX (i, j)] = -s;
            }
      long m = 0;
      for (int i = 0; i < L * L; i++) m += spin[i];
      mag[t] = (double) m / (L * L);
    }
  for (int t = 0; t < sweeps; t++) printf ("%.6f\n", mag[t]);
  long e = 0; for (int i = 0; i < L * L; i++) e += spin[i] * (i % 17);
  printf ("%ld\n", e);
}
