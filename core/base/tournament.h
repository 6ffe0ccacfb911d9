/* tournament.h: who of many is next in time.

   SPDX-License-Identifier: Apache-2.0

   Each of some players has a moment, or none; a tournament keeps whose is the
   earliest, at one time the one with the least number, in log (players) steps
   for each change.  Who wins cannot be predicted, so there is no branch on
   it.  */

#ifndef PRAM_TOURNAMENT_H
#define PRAM_TOURNAMENT_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

struct tournament
{
  int64_t *moment;		/* by player: the bits of the time, which is not
				   negative, so that they ascend like times */
  int32_t n_leaves;		/* a power of 2 */
  int32_t *winner;		/* players: leaves from N_LEAVES on; the first
				   of two is in half their place, so that of
				   all in place 1 */
};

/* The bits of TIME, and back.  */
static inline int64_t
time_key (double time)
{
  int64_t key;
  memcpy (&key, &time, sizeof key);
  return key;
}

static inline double
key_time (int64_t key)
{
  double time;
  memcpy (&time, &key, sizeof time);
  return time;
}

/* Player P's next moment is at TIME; INFINITY: it has none.  */
static inline void
tournament_set (struct tournament *t, int32_t p, double time)
{
  int64_t first = t->moment[p] = time_key (time);
  int32_t player = p, *winner = t->winner;
  for (uint32_t k = (uint32_t) t->n_leaves + (uint32_t) p; k > 1; k /= 2)
    {
      int32_t other = winner[k ^ 1];
      int64_t moment = t->moment[other];
      int64_t left = k & 1;	/* is the other, and wins at one time */
      bool wins = moment < first + left;
      player = wins ? other : player;
      first = wins ? moment : first;
      winner[k / 2] = player;
    }
}

/* Player P's moment, INFINITY for none.  */
static inline double
tournament_moment (const struct tournament *t, int32_t p)
{
  return key_time (t->moment[p]);
}

/* Whose moment is the earliest.  */
static inline int32_t
tournament_first (const struct tournament *t)
{
  return t->winner[1];
}

/* Of N players, none of whom has a moment.  */
static inline void
tournament_begin (struct tournament *t, int32_t n)
{
  for (t->n_leaves = 1; t->n_leaves < n;)
    t->n_leaves *= 2;
  t->winner = pram_zeroed (2 * (int64_t) t->n_leaves, sizeof *t->winner);
  t->moment = pram_zeroed (t->n_leaves, sizeof *t->moment);
  for (int32_t k = 0; k < t->n_leaves; k++)
    {
      t->moment[k] = time_key (INFINITY);
      t->winner[t->n_leaves + k] = k;
    }
  for (int32_t k = t->n_leaves - 1; k > 0; k--)
    t->winner[k] = t->winner[2 * k];
}

static inline void
tournament_end (struct tournament *t)
{
  free (t->moment);
  free (t->winner);
}

#endif
