/* foreign-part.c: what foreign.c and foreign-touches.c call.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

extern double shown[200];
void public_add (int k, double by);

static double *kept, own[200];
static double **kept_rows;
static int *kept_number;
static double (*reader) (int);
struct grid { int n; double *u; };
static struct grid *kept_grid;

double
ticks (void)
{
  static double t;
  return t += 1;
}

double
leaf_ticks (void)
{
  return ticks ();
}

void
say (const char *what, int it, double value)
{
  printf ("%s %d %.17g\n", what, it, value);
}

void
finish (int it, int last)
{
  if (it < last)
    return;
  printf ("finished in %d\n", it);
  exit (0);
}

void keep (double *p) { kept = p; }
void keep_rows (double **p) { kept_rows = p; }
void keep_number (int *p) { kept_number = p; }
void keep_grid (struct grid *p) { kept_grid = p; }
void keep_reader (double (*f) (int)) { reader = f; }
double *lend (void) { return own; }

double
meddle (int what, int k)
{
  switch (what)
    {
    case 0: shown[k] += 1; return shown[k + 1];
    case 1: kept[k] += 1; return kept[k + 1];
    case 2: kept_rows[1][k] += 1; return kept_rows[0][k];
    case 3: *kept_number += 1; return *kept_number;
    case 4: kept_grid->u[k] += 1; return kept_grid->u[k + 1];
    case 5: return reader (k);
    case 6: public_add (k, 1); return 0;
    default: own[k] += 1; return own[k + 1];
    }
}
