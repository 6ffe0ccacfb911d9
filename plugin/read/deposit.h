/* deposit.h: updates of an element that data choose, as one operation.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h.  */

#ifndef PLUG_DEPOSIT_H
#define PLUG_DEPOSIT_H

/* A scalar that changes where an element is stored, or OTHERWISE where not: PHI makes AFTER
   of it there, which is computed in the block IN, and elsewhere BEFORE.  */
struct plug_found
{
  gphi *phi;
  tree before, after;
  basic_block in;
  bool otherwise;
};

/* What is loaded of an element, what is computed from that, and the store.  */
struct plug_update
{
  gimple *load;			/* null: what is stored doesn't depend on it */
  gimple *store;
  gcond *test;			/* null, or what decides whether it is stored: */
  bool when;			/* if this holds, or doesn't */
  hash_set<gimple *> stmts;	/* LOAD and all that depends on it, but for
				   STORE and TEST */
  /* What TEST, or the filter, decides about, too; the way from there on which nothing is
     found but what is computed where the store is.  */
  auto_vec<struct plug_found> found;
  edge rest;
  /* Other stores, in their order, that are made if this one is, and tests whether the program
     ends; what is computed for these alone.  */
  auto_vec<gimple *> led;
  hash_set<gimple *> later;
  bool told;			/* they want what is loaded */
  auto_vec<int> counted;	/* which of what is found they want as it was then */
  gcond *filter;			/* null, or what decides whether they are made, as
				   TEST does */
  basic_block block;		/* where STORE is, or what FILTER decides about */
  plug_update ()
    : load (NULL), store (NULL), test (NULL), when (false), rest (NULL), told (false),
      filter (NULL), block (NULL) {}
};

/* The update that LOAD is the load of; false if it is none.  UPDATE is fresh.  */
bool plug_update_of_load (gimple *load, struct plug_update *update);
/* The one that STORE is the store of.  */
void plug_update_of_store (gimple *store, struct plug_update *update);
/* How updates are combined that may be done in any order: an operator, its type,
   PRAM_COMBINE_….  */
struct plug_combination
{
  enum pram_op op;
  enum pram_type type;
  int how;
};
/* What decides about what UPDATE leads, or null.  */
gcond *plug_update_branch (const struct plug_update *);
/* UPDATE is such a one, and then so: *C.  */
bool plug_update_combines_p (struct plug_update *, struct plug_combination *c);
/* VALUE is computed by UPDATE.  */
bool plug_update_computes_p (struct plug_update *, tree value);
/* Scalars change where STORE, of an update, stores.  */
bool plug_update_finds_p (gimple *store);
/* Other stores wait for what STORE's update finds.  */
bool plug_update_leads_p (gimple *store);
/* STMT is led, or computed for what is, by an update that counts: it depends on that.  */
bool plug_waits_for_count_p (gimple *stmt);
/* PHI, of a loop's header, counts for such.  */
bool plug_counts_for_led_p (gphi *phi);
/* Is LOAD that of one?  */
bool plug_updates_p (gimple *load);

#endif
