/* disturb-rests.c: what two paths from a fork have in common, at least.

   SPDX-License-Identifier: GPL-3.0-or-later

   What a chain takes is its steps, and in cells what they take beyond one round
   each, rounded down.  Only LONGEST steps of a chain are random, and chains
   that would need more than MOST distributions have fewer: each step less makes
   a chain shorter, and all that is asked for is what a rest is at least.  The
   distribution of a chain is that of a chain of one step less and of that
   step, which all chains share.  */

#include "disturb-rests.h"

#include <string.h>

#include "base/alloc.h"

enum { LONGEST = 32, MOST = 1000 };

/* What is left out of a distribution's end.  */
static const double NOTHING = 1e-12;

struct chain
{
  int32_t n_random[PRAM_N_KINDS];
  int32_t shorter;		/* the chain without one step, -1: no steps */
  int32_t kind;			/* of that step */
  /* For the current laws, by cells: what they have beyond the steps.  */
  int64_t n;
  double *p;
};

struct rest { int32_t chain[2]; int64_t steps[2]; };

/* Numbers by key: a hash table that stays at most half full.  */
struct numbers
{
  int32_t *bucket, n_buckets;	/* -1: empty */
};

struct pram_rests
{
  bool random[PRAM_N_KINDS];	/* whether steps may take several rounds */
  struct chain *chain;
  struct rest *rest;
  int32_t n_chains, n_rests, room;
  struct numbers chains, rests;
};

/* --- Numbers -------------------------------------------------------------- */

static uint32_t
hash_of (const void *key, size_t size)
{
  const unsigned char *byte = key;
  uint64_t hash = 0;
  for (size_t k = 0; k < size; k++)
    hash = (hash ^ byte[k]) * UINT64_C (0x9e3779b97f4a7c15);
  return (uint32_t) (hash >> 32);
}

/* The bucket of KEY, which begins the elements of ARRAY.  */
static int32_t *
find_bucket (const struct numbers *numbers, const void *array, size_t element,
	     const void *key, size_t size)
{
  uint32_t mask = (uint32_t) numbers->n_buckets - 1;
  uint32_t b = hash_of (key, size) & mask;
  while (numbers->bucket[b] >= 0
	 && memcmp ((const char *) array
		    + element * (size_t) numbers->bucket[b], key, size))
    b = (b + 1) & mask;
  return &numbers->bucket[b];
}

/* Number the N elements of ARRAY anew, with room for ROOM.  */
static void
renumber (struct numbers *numbers, const void *array, size_t element,
	  size_t size, int32_t n, int32_t room)
{
  numbers->n_buckets = 128;
  while (numbers->n_buckets < 2 * room)
    numbers->n_buckets *= 2;
  numbers->bucket = pram_resized (numbers->bucket, numbers->n_buckets,
				  sizeof *numbers->bucket);
  memset (numbers->bucket, -1,
	  sizeof *numbers->bucket * (size_t) numbers->n_buckets);
  for (int32_t k = 0; k < n; k++)
    *find_bucket (numbers, array, element,
		  (const char *) array + element * (size_t) k, size) = k;
}

/* --- Chains --------------------------------------------------------------- */

static int32_t *
bucket_of_chain (const struct pram_rests *r, const int32_t *n_random)
{
  return find_bucket (&r->chains, r->chain, sizeof *r->chain, n_random,
		      sizeof r->chain->n_random);
}

/* The number of the chain of N_RANDOM steps by kind, or of a shorter one if
   there are too many.  */
static int32_t
number_chain (struct pram_rests *r, const int32_t *n_random)
{
  int32_t number = *bucket_of_chain (r, n_random);
  if (number >= 0)
    return number;
  struct chain chain = { .shorter = -1 };
  memcpy (chain.n_random, n_random, sizeof chain.n_random);
  while (chain.kind < PRAM_N_KINDS && !n_random[chain.kind])
    chain.kind++;
  if (chain.kind < PRAM_N_KINDS)
    {
      chain.n_random[chain.kind]--;
      chain.shorter = number_chain (r, chain.n_random);
      chain.n_random[chain.kind]++;
    }
  if (r->n_chains == MOST)
    return chain.shorter;
  r->chain[r->n_chains] = chain;
  *bucket_of_chain (r, n_random) = r->n_chains;
  return r->n_chains++;
}

struct pram_rests *
pram_rests_new (const struct pram_law *law)
{
  struct pram_rests *r = pram_zeroed (1, sizeof *r);
  for (int k = 0; k < PRAM_N_KINDS; k++)
    r->random[k] = law[k].q < 1;
  static const int32_t none[PRAM_N_KINDS];
  r->chain = pram_zeroed (MOST, sizeof *r->chain);
  renumber (&r->chains, r->chain, sizeof *r->chain, sizeof none, 0, MOST);
  number_chain (r, none);
  return r;
}

void
pram_rests_free (struct pram_rests *r)
{
  free (r->chain);
  free (r->rest);
  free (r->chains.bucket);
  free (r->rests.bucket);
  free (r);
}

/* --- Rests ---------------------------------------------------------------- */

int32_t
pram_rests_add (struct pram_rests *r, const struct pram_fork *fork)
{
  struct rest rest;
  memset (&rest, 0, sizeof rest);
  for (int side = 0; side < 2; side++)
    {
      int32_t n_random[PRAM_N_KINDS], left = LONGEST;
      for (int k = PRAM_N_KINDS - 1; k >= 0; k--)
	{
	  int64_t length = fork->length[side][k];
	  n_random[k] = !r->random[k] ? 0 : length < left ? (int32_t) length
			: left;
	  left -= n_random[k];
	  rest.steps[side] += length;
	}
      rest.chain[side] = number_chain (r, n_random);
    }
  if (r->n_rests == r->room)
    {
      r->room = r->room * 2 + 64;
      r->rest = pram_resized (r->rest, r->room, sizeof *r->rest);
      renumber (&r->rests, r->rest, sizeof rest, sizeof rest, r->n_rests,
		r->room);
    }
  int32_t *bucket = find_bucket (&r->rests, r->rest, sizeof rest, &rest,
				 sizeof rest);
  if (*bucket < 0)
    {
      r->rest[r->n_rests] = rest;
      *bucket = r->n_rests++;
    }
  return *bucket;
}

/* The distribution of CHAIN, which is one step of LAW longer than SHORTER.  */
static void
add_step (struct chain *chain, const struct chain *shorter,
	  const struct pram_law *law)
{
  int64_t n = shorter->n + law->n_likely - 1;
  double *p = pram_zeroed (n, sizeof *p), rest = 0;
  for (int64_t i = 0; i < shorter->n; i++)
    for (int32_t j = 0; j < law->n_likely; j++)
      p[i + j] += shorter->p[i] * law->p[j];
  while (n > 1 && rest + p[n - 1] < NOTHING)
    rest += p[--n];
  chain->n = n;
  chain->p = p;
}

/* P' [X >= j] for all j >= 0 from the distribution.  */
static void
add_up (struct chain *chain)
{
  for (int64_t j = chain->n - 1; j > 0; j--)
    chain->p[j - 1] += chain->p[j];
}

static double
at_least (const struct chain *chain, int64_t j)
{
  return j < 0 ? chain->p[0] : j < chain->n ? chain->p[j] : 0;
}

/* Chain A has MORE cells than said, for its steps.  What is beyond the range of
   doubles is left out.  */
static double
expect_least (const struct chain *a, int64_t more, const struct chain *b,
	      double t)
{
  double sum = a->p[0] * b->p[0], rise = expm1 (t);
  for (int64_t j = 1; j < b->n && j - more < a->n && t * (double) j < 600; j++)
    sum += exp (t * (double) (j - 1)) * rise * at_least (a, j - more) * b->p[j];
  return sum;
}

struct scaled *
pram_rests_least (struct pram_rests *r, const struct pram_law *law, double t,
		  double *work)
{
  struct scaled *least = pram_zeroed (r->n_rests, sizeof *least);
  static double always[] = { 1 };
  r->chain[0].n = 1;
  r->chain[0].p = always;
  for (int32_t k = 1; k < r->n_chains; k++)
    {
      struct chain *chain = &r->chain[k];
      add_step (chain, &r->chain[chain->shorter], &law[chain->kind]);
      *work += (double) (chain->n * law[chain->kind].n_likely);
    }
  for (int32_t k = 1; k < r->n_chains; k++)
    add_up (&r->chain[k]);
  for (int32_t k = 0; k < r->n_rests; k++)
    {
      const struct rest *rest = &r->rest[k];
      int longer = rest->steps[1] > rest->steps[0];
      int64_t few = rest->steps[!longer], cell = law->cell;
      double e = expect_least (&r->chain[rest->chain[longer]],
			       (rest->steps[longer] - few) / cell,
			       &r->chain[rest->chain[!longer]],
			       t * (double) cell);
      least[k] = scaled_product (scaled_exp (t * (double) few),
				 scaled_exp (log (e)));
    }
  for (int32_t k = 1; k < r->n_chains; k++)
    free (r->chain[k].p);
  return least;
}
