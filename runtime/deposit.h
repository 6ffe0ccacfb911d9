/* deposit.h: writes of which data choose the element, between the files about
   them.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRT_DEPOSIT_H
#define PRT_DEPOSIT_H

#include "prt.h"

struct prt_claim
{
  void *base;
  const struct prt_owners *owners;
};

struct prt_deposit_site
{
  int array, line, n_bytes, element;
  pram_deposit_fn fn;
  /* In this layer's run: the array, who owns its elements (null: rank 0), and
     between which offsets there are updates of what nobody has claimed.  */
  char *base;
  const struct prt_owners *owners;
  int64_t lo, hi;
};

/* How updates of an array are combined.  */
struct prt_combined
{
  int site;			/* one of them */
  prt_combine_fn one;
  union prt_value identity;
};

struct prt_deposits
{
  struct pram_log log;
  char *first;			/* of the log */
  int n_sites, n_claims, n_partials;
  bool late, backwards;		/* what is in the log is to be done by the next
				   claim, as it was for prt_deposits_run */
  struct prt_deposit_site site[PRAM_DEPOSIT_SITES];
  struct prt_claim *claims;	/* room for one a layer */
  struct prt_combined combined[PRAM_PARTIALS];
  uint64_t most;		/* bytes of partials in this run */
};

/* found.c */
/* Room for what LAYER's deposits find.  */
void **prt_found_new (const struct prt_layer *layer);
/* They have been done; frees that.  */
void prt_found_tell (struct prt_region *, struct prt_layer *, void **found);

/* partials.c */
void prt_partials_free (struct prt_deposits *);
/* A layer is going to run N_UNITS.  */
void prt_partials_begin (struct prt_deposits *, int64_t n_units);
/* Bring all to who has the elements: what has come.  All processes have to.  */
struct prt_mail prt_partials_deliver (struct prt_deposits *);
/* On rank 0: note in sites what nobody has claimed.  */
void prt_partials_note_unclaimed (struct prt_deposits *,
				  const struct prt_mail *in);
void prt_partials_combine (struct prt_deposits *, const struct prt_mail *in);

#endif
