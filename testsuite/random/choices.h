/* choices.h: the decisions of a random generator, kept so that what they lead to
   can be made smaller.

   SPDX-License-Identifier: GPL-3.0-or-later

   A generator asks for nothing but numbers: choose (n) is one of 0 … n - 1.  They
   come from a seed, or from a list; behind its end all are 0.  Generators let 0
   stand for what is simplest.  So any list leads to something well-formed, and a
   shorter list, or one with smaller numbers, to something simpler: testsuite/
   random/reduce looks for the simplest that still fails.  */

#ifndef CHOICES_H
#define CHOICES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct choices
{
  bool listed;			/* from LIST; else from STATE, and kept there */
  uint64_t state;
  int n, room, next;
  int *list;
};

static inline void
choices_add (struct choices *c, int x)
{
  if (c->n == c->room)
    {
      c->room = 2 * c->room + 64;
      c->list = (int *) realloc (c->list, sizeof *c->list * (size_t) c->room);
      if (!c->list)
	abort ();
    }
  c->list[c->n++] = x;
}

/* Those of number K of the things that SEED leads to.  */
static inline struct choices
choices_from_seed (uint64_t seed, uint64_t k)
{
  struct choices c = { false, seed * 0x9e3779b97f4a7c15u + k, 0, 0, 0, NULL };
  return c;
}

/* Those in the file NAME, numbers between blanks; exits if there is none.  */
static inline struct choices
choices_from_file (const char *name)
{
  struct choices c = { true, 0, 0, 0, 0, NULL };
  FILE *f = fopen (name, "r");
  int x;
  if (!f)
    {
      perror (name);
      exit (2);
    }
  while (fscanf (f, "%d", &x) == 1)
    choices_add (&c, x);
  fclose (f);
  return c;
}

/* One of 0 … N - 1.  */
static inline int
choose (struct choices *c, int n)
{
  int x = 0;
  if (!c->listed)
    {
      uint64_t z = c->state += 0x9e3779b97f4a7c15u;
      z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
      z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
      x = (int) ((z ^ (z >> 31)) % (uint64_t) n);
      choices_add (c, x);
    }
  else if (c->next < c->n)
    x = (int) ((unsigned) c->list[c->next++] % (unsigned) n);
  return x;
}

/* True once in N times.  */
static inline bool
one_in (struct choices *c, int n)
{
  return choose (c, n) == n - 1;
}

static inline void
choices_print (FILE *f, const struct choices *c)
{
  for (int i = 0; i < c->n; i++)
    fprintf (f, "%d%c", c->list[i], (i + 1) % 20 && i + 1 < c->n ? ' ' : '\n');
}

#endif
