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
  int number, array, line, n_bytes, element, how;
  int n_kept;			/* bytes of a record in the log beside N_BYTES */
  int n_told;			/* bytes of the element that LEAD is told */
  pram_deposit_fn fn;
  pram_lead_fn lead;		/* null: it leads no others */
  /* In this layer's run: the array, who owns its elements (null: rank 0), and
     between which offsets there are updates of what nobody has claimed.  */
  char *base;
  const struct prt_owners *owners;
  int64_t lo, hi;
  bool deposited;		/* something may be */
  bool undone;			/* records in the log have to be delivered, … */
  bool pending;			/* … now */
};

/* The ELEMENT of SITE's array that is accessed at LINE, which is not 0 if there is a
   conflict at all, has been written before.  */
struct prt_conflict
{
  int line, earlier_line, site;
  bool writes;
  int64_t element, iteration, earlier;
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
  int n_sites, n_claims, n_partials;
  bool backwards;		/* as it was for prt_deposits_run */
  struct prt_deposit_site site[PRAM_DEPOSIT_SITES];
  struct prt_claim *claims;	/* room for one a layer */
  struct prt_combined combined[PRAM_PARTIALS];
  uint64_t most;		/* bytes of partials in this run */
  struct prt_conflict conflict;
};

/* The site of RECORD, in a log, which is for the byte *AT from its array's base.  */
static inline struct prt_deposit_site *
prt_deposit_site_of (struct prt_deposits *d, const char *record, int64_t *at)
{
  int64_t word;
  memcpy (&word, record, sizeof word);
  *at = prt_floor_div (word, PRAM_DEPOSIT_SITES);
  return &d->site[word - *at * PRAM_DEPOSIT_SITES];
}

/* log.c */
/* Whom the deposit of SITE at AT is for.  */
int prt_deposit_receiver (const struct prt_deposit_site *site, int64_t at);
/* What is pending in the log, sorted by who gets it.  */
struct prt_mail prt_log_sort (struct prt_deposits *);

/* lead.c */
/* Something that is pending leads others.  */
bool prt_leads_p (const struct prt_deposits *);
/* Room for the answers to each leader's record of IN, in their order: whether it has
   written, a byte, and what it is told.  */
struct prt_mail prt_answers_new (struct prt_deposits *, const struct prt_mail *in);
/* ANSWERS are for who has sent what has been done: all processes have to.  Make a new
   log of what those lead who have written, and of all records that aren't pending.  */
void prt_answers_follow (struct prt_deposits *, struct prt_mail *answers);

/* watch.c */
bool prt_watched_p (const struct prt_deposits *);
int prt_watcher_of (int64_t at);
void prt_watch (struct prt_deposits *, const struct prt_mail *in,
		bool backwards);

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
