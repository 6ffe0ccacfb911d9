/* kept.c: what inspectors have found is kept from entry to entry.

   SPDX-License-Identifier: Apache-2.0

   What they find depends on few things: the scalars and the index arrays that the
   compiler names (pram_arg.chooses), and where arrays lie.  Rank 0 has all of
   them.  It keeps what each process was given, itself included, and digests of
   that; if an entry finds all of it as it was, nobody inspects, and those elements
   alone are sent that have changed, or that another region has overwritten on the
   workers.  The first entry digests nothing: most regions are entered once.

   A digest has eight words; each word that it is made of changes one of them by a
   bijection, so that one word that has changed is always found.  */

#include "prt.h"

enum { LANES = 8, WORD = sizeof (uint64_t) };

struct digest { uint64_t lane[LANES]; };

struct prt_kept
{
  int n_args;
  bool there;			/* there are lists */
  /* What PEER was given of ARG: number PEER * N_ARGS + ARG.  A worker only has
     its own.  */
  struct prt_pieces *given;
  /* What follows is known on rank 0 alone, and if KNOWN.  */
  bool known;
  int64_t *word;		/* by argument: the scalar, or the address */
  int64_t *reach;		/* by argument: what is given lies before that,
				   and behind: */
  int64_t *from;
  int64_t *lo;			/* by argument: where its copies begin */
  struct digest choosing;	/* of all that chooses */
  struct digest *digest;	/* as GIVEN */
  int64_t entry, memory;	/* prt.n_distributed, prt.n_mapped */
};

/* --- Digests --------------------------------------------------------------- */

static inline uint64_t
mix (uint64_t h, uint64_t word)
{
  h = (h ^ word) * UINT64_C (0x9e3779b97f4a7c15);
  return h ^ h >> 29;
}

static void
digest (struct digest *d, const char *from, int64_t n)
{
  uint64_t h[LANES], word[LANES];
  memcpy (h, d->lane, sizeof h);
  for (; n >= (int64_t) sizeof word; n -= sizeof word, from += sizeof word)
    {
      memcpy (word, from, sizeof word);
      for (int k = 0; k < LANES; k++)
	h[k] = mix (h[k], word[k]);
    }
  for (int k = 0; n > 0; n -= WORD, from += WORD, k++)
    {
      uint64_t last = 0;
      memcpy (&last, from, n < WORD ? n : WORD);
      h[k] = mix (h[k], last);
    }
  memcpy (d->lane, h, sizeof h);
}

static void
digest_pieces (struct digest *d, const struct prt_pieces *p, const char *base)
{
  for (int i = 0; i < p->n; i++)
    digest (d, base + p->piece[i].at, p->piece[i].len);
}

static bool
same_p (const struct digest *a, const struct digest *b)
{
  return memcmp (a, b, sizeof *a) == 0;
}

/* --- Lists ----------------------------------------------------------------- */

struct prt_kept *
prt_kept_new (int n_args)
{
  struct prt_kept *k = prt_alloc (1, sizeof *k);
  int n = n_args * prt.all_procs;
  k->n_args = n_args;
  k->given = prt_alloc (n, sizeof *k->given);
  k->digest = prt_alloc (n, sizeof *k->digest);
  k->word = prt_alloc (n_args, sizeof *k->word);
  k->reach = prt_alloc (n_args, sizeof *k->reach);
  k->from = prt_alloc (n_args, sizeof *k->from);
  k->lo = prt_alloc (n_args, sizeof *k->lo);
  return k;
}

/* Forget the lists of K: processes inspect anew.  */

void
prt_kept_forget (struct prt_kept *k)
{
  k->known = false;
  for (int i = 0; i < k->n_args * prt.all_procs; i++)
    prt_pieces_clear (&k->given[i]);
}

void
prt_kept_free (struct prt_kept *k)
{
  prt_kept_forget (k);
  free (k->given);
  free (k->digest);
  free (k->word);
  free (k->reach);
  free (k->from);
  free (k->lo);
  free (k);
}

/* PEER is given PIECES of ARG, besides what it has been given.  */

void
prt_kept_add (struct prt_kept *k, int peer, int arg,
	      const struct prt_pieces *pieces)
{
  struct prt_pieces *given = &k->given[peer * k->n_args + arg];
  for (int i = 0; i < pieces->n; i++)
    prt_pieces_add (given, pieces->piece[i].at, pieces->piece[i].len);
}

/* Some process is given bytes of ARG that are among [LO, HI).  */

bool
prt_kept_given_p (const struct prt_kept *k, int arg, int64_t lo, int64_t hi)
{
  for (int peer = 0; peer < prt.all_procs; peer++)
    {
      const struct prt_pieces *given = &k->given[peer * k->n_args + arg];
      for (int i = 0; i < given->n; i++)
	if (given->piece[i].at < hi && given->piece[i].at + given->piece[i].len > lo)
	  return true;
    }
  return false;
}

/* --- Whether they are right ------------------------------------------------ */

/* What argument I, which is ARG, is for inspectors.  */

static int64_t
word_of (const struct pram_arg *arg, const void *value, const void *base)
{
  int64_t word = 0;
  if (prt_array_p (arg))
    return (int64_t) (uintptr_t) base;
  if (arg->chooses)
    memcpy (&word, value, prt_type_size (arg->type) < WORD
			  ? prt_type_size (arg->type) : WORD);
  return word;
}

/* Digest all elements of which data choose others: those that are read at places
   that are known, and those that were given.  False if they are not there.  */

static bool
digest_choosing (const struct prt_kept *k, const struct pram_region *desc,
		 void *const *bases, struct digest *d)
{
  memset (d, 0, sizeof *d);
  for (int i = 0; i < desc->n_args; i++)
    {
      const struct pram_arg *arg = &desc->args[i];
      const char *base = bases[i];
      if (!prt_array_p (arg) || !arg->chooses)
	continue;
      if (arg->lo < arg->hi && !prt_readable_p (base + arg->lo, base + arg->hi))
	return false;
      if (arg->lo < arg->hi)
	digest (d, base + arg->lo, arg->hi - arg->lo);
      for (int peer = 0; peer < prt.procs; peer++)
	digest_pieces (d, &k->given[peer * k->n_args + i], base);
    }
  return true;
}

/* On rank 0: are the lists of K those that inspectors would make for an entry of
   DESC's region with ARGS and arrays at BASES, which reach as far as NOW says?  */

bool
prt_kept_p (const struct prt_kept *k, const struct pram_region *desc,
	    const struct pram_arg *now, void *const *args, void *const *bases)
{
  struct digest d;
  if (!k->there || !k->known)
    return false;
  for (int i = 0; i < desc->n_args; i++)
    if (k->word[i] != word_of (&desc->args[i], args[i], bases[i])
	|| (k->from[i] < k->reach[i]
	    && (k->from[i] < now[i].lo || k->reach[i] > now[i].hi)))
      return false;
  return digest_choosing (k, desc, bases, &d) && same_p (&d, &k->choosing);
}

/* How far what is given of ARG reaches.  */

static void
find_reach (struct prt_kept *k, int arg)
{
  k->from[arg] = INT64_MAX;
  k->reach[arg] = INT64_MIN;
  for (int peer = 0; peer < prt.procs; peer++)
    {
      const struct prt_pieces *p = &k->given[peer * k->n_args + arg];
      for (int i = 0; i < p->n; i++)
	{
	  int64_t at = p->piece[i].at, end = at + p->piece[i].len;
	  k->from[arg] = at < k->from[arg] ? at : k->from[arg];
	  k->reach[arg] = end > k->reach[arg] ? end : k->reach[arg];
	}
    }
}

/* The copies of what was given are as this entry leaves them.  NOW: how far
   arrays reach.  */

static void
stamp (struct prt_kept *k, const struct pram_arg *now)
{
  for (int i = 0; i < k->n_args; i++)
    k->lo[i] = now[i].lo;
  k->entry = prt.n_distributed;
  k->memory = prt.n_mapped;
}

/* Processes have inspected, IN_VAIN or not.  What they have found is known by its
   digest from the second time on.  */

void
prt_kept_made (struct prt_kept *k, const struct pram_region *desc,
	       const struct pram_arg *now, void *const *args,
	       void *const *bases, bool in_vain)
{
  bool again = k->there;
  k->there = !in_vain;
  if (prt.rank || !again || in_vain)
    return;
  for (int i = 0; i < desc->n_args; i++)
    {
      k->word[i] = word_of (&desc->args[i], args[i], bases[i]);
      find_reach (k, i);
    }
  for (int i = 0; i < prt.procs * k->n_args; i++)
    {
      memset (&k->digest[i], 0, sizeof k->digest[i]);
      digest_pieces (&k->digest[i], &k->given[i], bases[i % k->n_args]);
    }
  k->known = digest_choosing (k, desc, bases, &k->choosing);
  stamp (k, now);
}

/* --- Values ------------------------------------------------------------------ */

/* The copies of what was given are still there.  */

static bool
intact_p (const struct prt_kept *k, const struct pram_arg *now)
{
  bool intact = k->entry == prt.n_distributed - 1 && k->memory == prt.n_mapped;
  for (int i = 0; i < k->n_args; i++)
    intact &= k->lo[i] == now[i].lo;
  return intact;
}

/* On rank 0: send PEER what it needs of what it was given.  INTACT: it has it as
   it was.  */

static void
serve (struct prt_kept *k, void *const *bases, int peer, bool intact)
{
  unsigned char *needed = prt_alloc (k->n_args, 1);
  for (int i = 0; i < k->n_args; i++)
    {
      int at = peer * k->n_args + i;
      struct digest d = { { 0 } };
      digest_pieces (&d, &k->given[at], bases[i]);
      needed[i] = !intact || !same_p (&d, &k->digest[at]);
      k->digest[at] = d;
    }
  MPI_Send (needed, k->n_args, MPI_BYTE, peer, PRT_TAG_INSPECT, prt.comm);
  for (int i = 0; i < k->n_args; i++)
    if (needed[i])
      prt_pieces_move (&k->given[peer * k->n_args + i], bases[i], peer, true);
  free (needed);
}

static void
receive (const struct prt_kept *k, void *const *bases)
{
  unsigned char *needed = prt_alloc (k->n_args, 1);
  MPI_Recv (needed, k->n_args, MPI_BYTE, 0, PRT_TAG_INSPECT, prt.comm,
	    MPI_STATUS_IGNORE);
  for (int i = 0; i < k->n_args; i++)
    if (needed[i])
      prt_pieces_move (&k->given[prt.rank * k->n_args + i], bases[i], 0, false);
  free (needed);
}

/* The lists of K are used again: bring what was given, as far as it isn't
   there.  */

void
prt_kept_bring (struct prt_kept *k, struct prt_region *region,
		const struct pram_arg *now, void *const *bases)
{
  bool intact = prt.rank == 0 && intact_p (k, now);
  for (int peer = 1; prt.rank == 0 && peer < prt.procs; peer++)
    serve (k, bases, peer, intact);
  if (prt.rank == 0)
    stamp (k, now);
  else
    receive (k, bases);
  for (int i = 0; prt.rank && prt.stats && i < k->n_args; i++)
    prt_hold_pieces (region, &k->given[prt.rank * k->n_args + i], bases[i]);
}
