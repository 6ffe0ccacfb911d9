/* source.h: a program before its sizes are known.

   SPDX-License-Identifier: Apache-2.0

   What was read of a region: expressions for bounds, conditions and addresses,
   over iterators and *entry values*, scalars that the region doesn't change, and
   elements of lookups (lookup.h).  With numbers for these it becomes a prog (poly/instantiate.h).

   The loops of the source are numbered as in expressions.  Not all of them are
   nodes of the prog: some access nothing, and are there because others depend
   on how often they run.  */

#ifndef PRAM_SOURCE_H
#define PRAM_SOURCE_H

#include "lookup.h"
#include "prog.h"

/* An integer that LOOP changes otherwise than by as much in each iteration:
   START when the loop is entered, and after an iteration what NEXT was in it.
   Where the loop has been left it is what it was then.  */
struct pram_variable
{
  int loop;
  const char *name;
  const struct pram_expr *start, *next;
};

/* A loop: it stands in OUTER (-1: in none) at the position AT, and is left
   where one of the N_LEAVE conditions holds, which are tested in this order.
   No conditions: nothing is known of when.  */
struct pram_source_loop
{
  int outer;
  struct pram_position at;
  int n_leave;
  const struct pram_expr **leave;
  bool counted;			/* how often it runs is known */
  bool late;			/* its first iterations may do nothing */
  bool level;			/* its iterations are taken one by one
				   (levels.h) */
  bool writes;			/* arrays, in one of them (while levels are
				   looked for) */
  /* What the code counts on: it runs, always as often.  */
  bool runs, fixed;
  int line;			/* 0: not known */
};

enum pram_item_kind
{
  PRAM_ITEM_WORK,		/* operations on scalars */
  PRAM_ITEM_REFERENCE,		/* to an array's element */
  PRAM_ITEM_LOOP
};

/* What a body, or a segment of one, consists of, in its order.  */
struct pram_items
{
  int n;
  struct pram_item **item;
  int line;
  int n_deciders;		/* of a segment: as in struct pram_node */
  struct pram_decider *deciders;
  void *cookie;			/* of the prog's segment */
};

struct pram_item
{
  enum pram_item_kind kind;
  int line;
  int number;			/* in the order of the text, from 1 on
				   (pram_source_number) */
  /* Of levels: what it is a copy of, or null, in which iteration of the
     level loops around, counted over all (-1: there are none); what the arrays'
     names are called there, or null.  */
  struct pram_item *origin;
  int level;
  const int *names;
  /* A loop that is taken apart, and the references in it: the parts that have
     it, a bit each.  0: there are none.  */
  int parts;
  void *cookie;			/* of the prog's access or loop */

  /* PRAM_ITEM_WORK */
  double weight;		/* operations */
  bool scalar;			/* functions are called */

  /* PRAM_ITEM_REFERENCE */
  int array;
  bool write, indirect;
  int asked;			/* as in the prog's access, … */
  int steady;			/* … as these are */
  bool computed, finds, leads, perhaps;
  int apart;
  struct pram_position at;
  const struct pram_expr *offset; /* bytes from the array's base */
  int bytes;			/* a multiple of the array's element: some
				   structures have members of several sizes.
				   0: one element */
  const char *value_of;		/* a read: the scalar that it is for */
  void *statement;		/* the cookie of the prog's statement */

  /* PRAM_ITEM_LOOP: number LOOP.  The rest as in struct pram_node.  */
  int loop;
  bool last_too;		/* what the body does is also done in the
				   iteration in which the loop is left */
  bool stays_out;
  const char *name;		/* of its iterator */
  int n_segments;
  struct pram_items *segment;
  int *next;
  int n_carried;
  struct pram_carried *carried;
  const char *order_reason;
  int order_line;
  bool relayed, waves, once;
};

/* An entry value, by its number in expressions: which argument of the region it
   is.  */
struct pram_entry
{
  int number;
  const char *name;
  int64_t value;		/* for which the region was compiled */
  int like;			/* 1 and the number of the one that it must be equal to;
				   0: of none */
};

struct pram_source
{
  struct pram_arena *arena;
  struct pram_exprs *exprs;
  const char *name, *file;
  int line, vectors;		/* as in struct pram_prog */
  bool anew;			/* it is being made: what a remainder scatters may
				   still become `indirect'; not in the text */
  int n_entries;
  struct pram_entry *entries;
  struct pram_lookups lookups;
  int n_arrays;
  struct pram_array *arrays;	/* not delinearized */
  int n_loops;
  struct pram_source_loop *loops;
  int n_variables;
  struct pram_variable *variables;
  /* The order in which to find out how often loops run: their numbers.  */
  int n_order;
  int *order;
  struct pram_items body;
};

struct pram_source *pram_source_new (const char *name, const char *file,
				     int line);
void pram_source_free (struct pram_source *);

int pram_source_add_array (struct pram_source *, const char *name,
			   enum pram_type, int elem_size);
/* Append an item to ITEMS.  */
struct pram_item *pram_source_add_item (struct pram_source *,
					struct pram_items *items,
					enum pram_item_kind kind, int line);
/* Append work to ITEMS.  */
void pram_source_add_work (struct pram_source *, struct pram_items *items,
			   double weight, bool scalar);
/* How many elements ITEM, a reference, is to.  */
int pram_item_elements (const struct pram_source *, const struct pram_item *);
/* Give LOOP, an item, N segments.  */
void pram_source_add_segments (struct pram_source *, struct pram_item *loop,
			       int n);

/* Does SOURCE depend on entry value, or lookup, NUMBER?  Leave the exits of the loops aside
   for which BUT is true, unless that is null.  */
bool pram_source_mentions_p (const struct pram_source *source, int number,
			     const bool *but);

/* Is VALUE that of an entry value which addresses in ARRAY depend on?  */
bool pram_source_sizes_p (const struct pram_source *, int array,
			  int64_t value);

/* Number the items; how many there are.  */
int pram_source_number (struct pram_source *);

/* Some loop's iterations are taken one by one.  */
bool pram_source_levels_p (const struct pram_source *);

/* The item with COOKIE.  */
struct pram_item *pram_source_find (const struct pram_source *,
				    const void *cookie);
/* Control always comes to AT, whatever the entry values are, when it comes to
   the loop around.  */
bool pram_position_always_p (const struct pram_position *at);

/* How many exits of LOOP there usually are before its segment SEGMENT.  */
int pram_source_passed (const struct pram_source *, int loop, int segment);

/* The text form (prog-text.h); cookies are not in it.  Errors name the line of
   the text.  */
void pram_source_print (FILE *, const struct pram_source *);
struct pram_source *pram_source_read (FILE *, const struct pram_diag *);

#endif
