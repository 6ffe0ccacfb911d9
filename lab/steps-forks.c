/* steps-forks.c: where the ways to two links of a graph of steps part.

   SPDX-License-Identifier: GPL-3.0-or-later

   Both links are followed back at once, always from the last link that is
   left.  The first that is reached from both is the fork.  Of the links after
   it none is reached from both, so a path from it to the one and a path to the
   other have nothing in common; the longest of those seen are taken.  */

#include <string.h>

#include "base/alloc.h"
#include "base/heap.h"
#include "steps.h"

/* Links that are followed before a search is given up: as many as the work
   for the whole graph allows.  */
enum { LEAST_WALK = 24, MOST_WALK = 64 };
static const int32_t BUDGET = 8000000;

struct way
{
  int32_t search[2];		/* the last one that came here, by side */
  int32_t next[2];		/* the link from which it came */
  int64_t length[2];		/* steps after this link */
};

static inline bool
later_p (const int32_t *a, const int32_t *b)
{
  return *a > *b;
}

/* Links are numbered topologically, so all that leads to a link has been seen
   when it is on top.  */
PRAM_HEAP (links, int32_t, later_p)

struct pram_fork_search
{
  const struct pram_steps *steps;
  const unsigned char *kind;	/* by link */
  struct way *way;		/* by link */
  struct links heap;
  int32_t n_searches, most_walked;
};

struct pram_fork_search *
pram_fork_search_new (const struct pram_steps *steps,
		      const unsigned char *kind)
{
  struct pram_fork_search *s = pram_zeroed (1, sizeof *s);
  int32_t walk = BUDGET / (steps->n_links + 1);
  s->steps = steps;
  s->kind = kind;
  s->most_walked = walk < LEAST_WALK ? LEAST_WALK
		   : walk > MOST_WALK ? MOST_WALK : walk;
  s->way = pram_zeroed (steps->n_links, sizeof *s->way);
  return s;
}

void
pram_fork_search_free (struct pram_fork_search *s)
{
  free (s->way);
  free (s->heap.entry);
  free (s);
}

static bool
reached_p (const struct pram_fork_search *s, int32_t v, int side)
{
  return s->way[v].search[side] == s->n_searches;
}

static void
reach (struct pram_fork_search *s, int32_t v, int side, int32_t next,
       int64_t length)
{
  struct way *way = &s->way[v];
  if (!reached_p (s, v, 0) && !reached_p (s, v, 1))
    links_push (&s->heap, v);
  if (!reached_p (s, v, side) || length > way->length[side])
    {
      way->search[side] = s->n_searches;
      way->next[side] = next;
      way->length[side] = length;
    }
}

/* The steps of V, unless it is negative, and on from there to where the search
   of SIDE began.  */
static void
add_up (const struct pram_fork_search *s, int32_t v, int side,
	int64_t *length)
{
  for (; v >= 0; v = s->way[v].next[side])
    length[s->kind[v]] += s->steps->length[v];
}

bool
pram_fork_find (struct pram_fork_search *s, int32_t a, int32_t b,
		struct pram_fork *fork)
{
  const struct pram_steps *steps = s->steps;
  int32_t source[2] = { -1, -1 };	/* the farthest ones */
  int64_t farthest[2] = { -1, -1 };
  s->n_searches++;
  s->heap.n = 0;
  memset (fork, 0, sizeof *fork);
  fork->link = -1;
  reach (s, a, 0, -1, 0);
  reach (s, b, 1, -1, 0);
  for (int walked = 0; s->heap.n; walked++)
    {
      int32_t v = links_pop (&s->heap);
      int64_t first = steps->pred_start[v], end = steps->pred_start[v + 1];
      if (reached_p (s, v, 0) && reached_p (s, v, 1))
	{
	  fork->link = v;
	  for (int side = 0; side < 2; side++)
	    add_up (s, s->way[v].next[side], side, fork->length[side]);
	  return true;
	}
      if (walked == s->most_walked)
	return false;
      int side = reached_p (s, v, 1);
      int64_t length = s->way[v].length[side] + steps->length[v];
      for (int64_t e = first; e < end; e++)
	reach (s, steps->pred[e], side, v, length);
      if (first == end && length > farthest[side])
	{
	  farthest[side] = length;
	  source[side] = v;
	}
    }
  for (int side = 0; side < 2; side++)
    add_up (s, source[side], side, fork->length[side]);
  return true;
}
