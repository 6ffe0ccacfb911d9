/* foreign.c: functions of other files that may access what a region does; notes
   say how.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdlib.h>

double seen[100];
static double hidden[100], back[100];
double now (void), value (double), leaf (void) __attribute__ ((leaf));
void keep (double *), hand (double (*) (int));

static double
reads (int k)
{
  return back[k];
}

void
visible (void)
{
#pragma pram
  for (int i = 0; i < 100; i++)
    seen[i] += now (); /* { dg-note "calls 'now', which may access 'seen' \\('seen' is visible to other files: declare it static\\); if it doesn't say outside\\(now\\)$" } */
#pragma pram
  for (int i = 0; i < 100; i++)
    seen[i] += value (i); /* { dg-note "'seen'.*arguments alone, declare it __attribute__ \\(\\(const\\)\\)$" } */
}

void
recursive (void)
{
#pragma pram
  for (int i = 0; i < 100; i++)
    hidden[i] += now (); /* { dg-note "'hidden' \\(by calling 'recursive': declare that static\\)" } */
#pragma pram
  for (int i = 0; i < 100; i++)
    hidden[i] += leaf (); /* { dg-note "calls 'leaf'$" } */
}

void
passed (double *u, int n)
{
#pragma pram
  for (int i = 0; i < n; i++)
    u[i] += now (); /* { dg-note "'u' \\(it comes from what calls 'passed'\\)" } */
#pragma pram outside(now)
  for (int i = 0; i < n; i++)
    u[i] += now (); /* { dg-note "calls 'now'$" } */
#pragma pram outside(value)
  for (int i = 0; i < n; i++)
    u[i] += value (i); /* { dg-note "calls 'value'; if its value depends on its arguments alone, declare it __attribute__ \\(\\(const\\)\\)$" } */
}

double *
returned (int n)
{
  double *u = calloc (n, sizeof *u);
#pragma pram
  for (int i = 0; i < n; i++)
    u[i] += now (); /* { dg-note "'u' \\('returned' returns it, which other files can call: declare that static\\)" } */
  return u;
}

int
main (void)
{
  double *u = calloc (100, sizeof *u), *v = calloc (100, sizeof *v);
  keep (u);
  hand (reads);
#pragma pram
  for (int i = 0; i < 100; i++)
    u[i] += now (); /* { dg-note "'u' \\(it is given to 'keep'\\)" } */
#pragma pram
  for (int i = 0; i < 100; i++)
    v[i] += now (); /* { dg-note "calls 'now'$" } */
#pragma pram
  for (int i = 0; i < 100; i++)
    back[i] += now (); /* { dg-note "'back' \\(by calling 'reads', whose address is passed on\\)" } */
  return u[3] + v[3];
}
