/* best.c: where the largest element is.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "what a member was before, read from memory, moves"
     plan reads most_structure }  */

#include "spell.h"

struct best
{
  double most;
  int at;
};

static double
most_if (int n)
{
  double most = -1;
  int at = -1;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > most)
      {
	most = v[i];
	at = i;
      }
  return at + most;
}

static double
most_turned (int n)
{
  double most = -1;
  int at = -1;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (most < v[i])
      {
	at = i;
	most = v[i];
      }
  return at + most;
}

static double
most_continue (int n)
{
  double most = -1;
  int at = -1;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      if (v[i] <= most)
	continue;
      most = v[i];
      at = i;
    }
  return at + most;
}

static double
most_inner (int n)
{
  double most = -1;
  int at = -1, i = 0;
  PRAM (n=40)
  for (i = 0; i < n; i++)
    {
      const double x = v[i];
      if (x > most)
	most = x, at = i;
    }
  return at + most;
}

static double
most_members (int n)
{
  struct best b = { -1, -1 };
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > b.most)
      {
	b.most = v[i];
	b.at = i;
      }
  return b.at + b.most;
}

static double
most_structure (int n)
{
  struct best b = { -1, -1 };
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > b.most)
      b = (struct best) { v[i], i };
  return b.at + b.most;
}

static double
most_pointer (int n)
{
  double most = -1, *p = v;
  long at = -1;
  PRAM (n=40)
  for (int i = 0; i < n; i++, p++)
    if (*p > most)
      {
	most = *p;
	at = i;
      }
  return at + most;
}

static double
most_while (int n)
{
  double most = -1;
  size_t at = -1, i = 0;
  PRAM (n=40)
  while (i < (size_t) n)
    {
      if (v[i] > most)
	{
	  most = v[i];
	  at = i;
	}
      i++;
    }
  return (int) at + most;
}

static inline void
take (struct best *b, double x, int at)
{
  if (x > b->most)
    {
      b->most = x;
      b->at = at;
    }
}

static double
most_helper (int n)
{
  struct best b = { -1, -1 };
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    take (&b, v[i], i);
  return b.at + b.most;
}

/* The last one that is so.  */
static double
last_if (int n)
{
  int at = -1;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      at = i;
  return at;
}

static double
last_choice (int n)
{
  int at = -1;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    at = v[i] > 0.5 ? i : at;
  return at;
}

static double
last_else (int n)
{
  int at = -1;
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (v[i] <= 0.5)
      ;
    else
      at = i;
  return at;
}

static double
last_global_at (int n, int *at)
{
  *at = -1;
  for (int i = 0; i < n; i++)
    if (v[i] > 0.5)
      *at = i;
  return *at;
}

static double
last_inlined (int n)
{
  int at;
  BEGIN (n=40)
  last_global_at (n, &at);
  END
  return at;
}

int
main (void)
{
  VALUE (most_if); VALUE (most_turned); VALUE (most_continue);
  VALUE (most_inner); VALUE (most_members); VALUE (most_structure);
  VALUE (most_pointer); VALUE (most_while); VALUE (most_helper);
  VALUE (last_if); VALUE (last_choice); VALUE (last_else);
  VALUE (last_inlined);
  return 0;
}
