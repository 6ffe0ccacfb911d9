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
  bool counted;			/* LEAD is told how often it has found before */
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
  bool too_long;		/* nobody knows: there was no memory for the log */
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

/* Of a layer's run, whose turn it is to have deposits done before all units are
   (turn.c).  */
struct prt_turn
{
  bool possible;		/* deposits may be done so early */
  bool mine, asked;		/* or it has been asked for */
  bool wanted;			/* the next process waits for it */
  bool too_long;		/* the log, and it may not be done */
  uint64_t most;		/* bytes of the log */
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
  void **found;			/* by this layer's deposits, or null */
  struct pram_scan scans[PRAM_DEPOSIT_SITES];
  struct prt_turn turn;
};

/* The site of RECORD, in a log, which is for the byte *AT from its array's base.  */
static inline struct prt_deposit_site *
prt_deposit_site_of (struct prt_deposits *d, const char *record, int64_t *at)
{
  int64_t word;
  memcpy (&word, record, sizeof word);
  *at = word >> PRAM_DEPOSIT_BITS;
  return &d->site[word & (PRAM_DEPOSIT_SITES - 1)];
}

/* log.c */
/* Room for N_BYTES more in the log, and for others; MOST is enough if these are.  */
void prt_log_widen (struct pram_log *, int64_t n_bytes, uint64_t most);
/* Those sites are pending that are for the array at BASE, and late, or, if BASE is
   null, that are not late.  False: there are none such.  */
bool prt_log_choose (struct prt_deposits *, const void *base);
/* Whom the deposit of SITE at AT is for.  */
int prt_deposit_receiver (const struct prt_deposit_site *site, int64_t at);
/* What is pending in the log, sorted by who gets it.  */
struct prt_mail prt_log_sort (struct prt_deposits *);

/* lead.c */
/* Something that is pending leads others.  */
bool prt_leads_p (const struct prt_deposits *);
/* Some site is counted.  */
bool prt_counted_p (const struct prt_deposits *);
/* Call SETTLE for what is pending; leaders, if there are any, come first.  */
void prt_leads_first (struct prt_region *, void (*settle) (struct prt_region *));
/* How many words of answers the N words of records at P get.  */
int64_t prt_answers_words (struct prt_deposits *, const char *p, int64_t n);
/* Room for the answers to each leader's record of IN, in their order: PRAM_DEPOSIT_…, a
   byte, and what it is told.  */
struct prt_mail prt_answers_new (struct prt_deposits *, const struct prt_mail *in);
/* Make a new log of what those lead that have written, as ANSWERS from all processes
   say, and of all records that aren't pending.  All processes have to if some are
   counted.  */
void prt_answers_follow (struct prt_deposits *, const struct prt_mail *answers);

/* receive.c */
/* Find out who has what has been deposited.  */
void prt_receive_begin (struct prt_deposits *);
/* Do what N words of deposits at P say; answers to leaders go to ANSWER.  */
void prt_receive (struct prt_deposits *, const char *p, int64_t n, char *answer);
/* Rank 0: nothing has been written that nobody has claimed and that is another array's;
   or the program ends.  */
void prt_receive_check (const struct prt_region *);

/* All in the log is for this process: do it.  */
void prt_receive_own (struct prt_region *);

/* turn.c */
/* Units of LAYER are going to run; they are over, and all processes do this.  */
void prt_turns_begin (struct prt_deposits *, const struct prt_layer *layer);
void prt_turns_end (struct prt_region *);

/* scan.c */
/* May LAYER be scanned, and does it pay?  */
bool prt_scan_begin (struct prt_deposits *, const struct prt_layer *layer);
/* Scan the layer of that call.  */
void prt_scan_run (struct prt_region *, const struct prt_call *);

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
