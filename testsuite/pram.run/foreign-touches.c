/* Functions of another file that do access what the regions access, by whatever
   way they have come to it: these run serially.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-plain foreign-part.c } */
/* { pram-args 60 } */
/* { pram-mode serial "calls 'meddle', which may access '" } */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NI __attribute__ ((noipa))

double shown[200];
static double fixed[200], called[200];
struct grid { int n; double *u; };
struct both { struct grid *g; double *v; };
double meddle (int what, int k);
void keep (double *), keep_rows (double **), keep_number (int *);
void keep_grid (struct grid *), keep_reader (double (*) (int));
double *lend (void);

void
public_add (int k, double by)
{
  called[k] += by;
}

static double
read_fixed (int k)
{
  return fixed[k];
}

static void
print (const char *what, double sum, const double *u)
{
  for (int i = 0; i < 200; i += 13)
    sum = .5 * sum + u[i];
  printf ("%s %.17g\n", what, sum);
}

NI static void
visible (void)
{
  double sum = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < 200; i++)
	shown[i] = 2 * shown[i] + i;
      sum += meddle (0, 50);
    }
  print ("visible", sum, shown);
}

/* WHAT is how the other file knows U.  */
NI static void
known (int what, int n, double *u)
{
  double sum = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	u[i] = 2 * u[i] + i;
      sum += meddle (what, n / 2);
    }
  print ("known", sum, u);
}

/* The address goes a long way.  */
NI static void
far (void)
{
  double *u = calloc (200, sizeof *u), *row[2];
  struct grid *g = malloc (sizeof *g), copy;
  struct both b = { g, u }, c;
  memcpy (&c, &b, sizeof c);
  g->u = c.v;
  copy = *g;
  row[1] = copy.u;
  row[0] = calloc (200, sizeof **row);
  keep_rows (row);
  double sum = 0;
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < 200; i++)
	u[i] = 2 * u[i] + i;
      sum += meddle (2, 30);
    }
  print ("far", sum, u);
}

NI static void
number (int n)
{
  double *u = calloc (200, sizeof *u), sum = 0;
  keep_number (&n);
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < n; i++)
	u[i] = 2 * u[i] + i;
      sum += meddle (3, 0);
    }
  print ("number", sum, u);
}

NI static void
member (void)
{
  struct grid g = { 200, calloc (200, sizeof (double)) };
  double sum = 0;
  keep_grid (&g);
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < g.n; i++)
	g.u[i] = 2 * g.u[i] + i;
      sum += meddle (4, 30);
    }
  print ("member", sum, g.u);
}

NI static void
calls_back (void)
{
  double sum = 0;
  keep_reader (read_fixed);
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < 200; i++)
	fixed[i] = 2 * fixed[i] + i;
      sum += meddle (5, 30);
    }
#pragma pram
  for (int t = 0; t < 4; t++)
    {
      for (int i = 0; i < 200; i++)
	called[i] = 2 * called[i] + i;
      sum += meddle (6, 30);
    }
  print ("back", sum, called);
}

int
main (int argc, char **argv)
{
  if (argc != 2)
    return 2;
  int n = atoi (argv[1]);
  double *u = calloc (200, sizeof *u);
  visible ();
  keep (u);
  known (1, n, u);
  known (7, n, lend ());
  far ();
  number (n);
  member ();
  calls_back ();
  return 0;
}
