/* members-exchanged.c: structures, variables or behind pointers, whose members are
   exchanged between steps; they are passed to helpers, which exchange them, too; a
   number that both have.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 2 7 50 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */

#include "show.h"

#define NI __attribute__ ((noinline, noclone))

struct world
{
  int w, h, alive;
  unsigned char *cell;
};

static inline int
at (const struct world *a, int x, int y)
{
  return a->cell[(y + a->h) % a->h * a->w + (x + a->w) % a->w];
}

static int
step (const struct world *a, struct world *b)
{
  int changed = 0;
  for (int y = 0; y < a->h; y++)
    for (int x = 0; x < a->w; x++)
      {
	int n = 0;
	for (int d = 0; d < 9; d++)
	  n += d == 4 ? 0 : at (a, x + d % 3 - 1, y + d / 3 - 1);
	b->cell[y * b->w + x] = n == 3 || (n == 2 && at (a, x, y));
	changed += b->cell[y * b->w + x] != at (a, x, y);
      }
  return changed;
}

static struct world
new_world (int n, int k)
{
  struct world a = { n + 2, n, 0, need (n * (n + 2)) };
  for (int i = 0; i < n * (n + 2); i++)
    a.cell[i] = noise (i + k) < 0.4;
  return a;
}

static void
print (const char *name, const struct world *a)
{
  show (name, a->cell, a->w * a->h);
  show (name, &a->alive, sizeof a->alive);
}

/* Variables, until nothing changes.  */
static void NI
variables (int n)
{
  struct world a = new_world (n, 0), b = new_world (n, 1);
  int changed, most = 9;
#pragma pram
  do
    {
      changed = step (&a, &b);
      unsigned char *t = a.cell;
      a.cell = b.cell;
      b.cell = t;
    }
  while (changed && most-- > 0);
  print ("variables", &a);
  print ("variables", &b);
  free (a.cell);
  free (b.cell);
}

static void
exchange (struct world *a, struct world *b)
{
  unsigned char *t = a->cell;
  a->cell = b->cell;
  b->cell = t;
  a->alive++;
  b->alive = a->alive + 2;
}

/* By a helper.  */
static void NI
pointed_at (struct world *a, struct world *b)
{
#pragma pram
  for (int t = 0; t < 5; t++)
    {
      step (a, b);
      exchange (a, b);
    }
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    {
      int n = atoi (argv[k]);
      struct world a = new_world (n, 2), b = new_world (n, 3);
      variables (n);
      pointed_at (&a, &b);
      pointed_at (&b, &a);
      print ("pointed at", &a);
      print ("pointed at", &b);
      free (a.cell);
      free (b.cell);
    }
  return 0;
}
