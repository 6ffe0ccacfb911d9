/* lookup.h: arrays of integers whose elements are entry values.

   SPDX-License-Identifier: Apache-2.0

   A *lookup* is an array that the region reads and doesn't change, from which
   it takes bounds, conditions, steps or subscripts: cx[q], start[b + 1].  What
   its elements are is known when the region is entered, as a scalar's value is;
   an expression has them as PRAM_EXPR_ELEMENT.

   Which elements are read is found from the *loads*, all places where the
   region reads the array: elements that the serial program would not read may
   not be there (poly/scope.c).  They are *known* in the order in which they
   were found: where a load lies may depend on those before it.

   Example: for (b = 0; b < 3; b++) for (j = s[b]; j < s[b + 1]; j++) …
   knows elements 0 to 2 of s, and then 1 to 3.  */

#ifndef PRAM_LOOKUP_H
#define PRAM_LOOKUP_H

#include "expr.h"
#include "pram-abi.h"

/* Where control comes: in a loop, behind PASSED of its exits, if WHEN (null:
   always) holds.  */
struct pram_position
{
  int passed;
  const struct pram_expr *when;
};

enum pram_load_state
{
  PRAM_LOAD_NEW,		/* nothing is known yet */
  PRAM_LOAD_PENDING,		/* its place is being found */
  PRAM_LOAD_KNOWN		/* all elements that it reads are known */
};

/* A read of the element that lies OFFSET bytes behind the base, in LOOP (-1: in
   none) at the position AT.  */
struct pram_load
{
  int loop;
  struct pram_position at;
  const struct pram_expr *offset;
  enum pram_load_state state;
  void *cookie;			/* of whoever made it */
};

/* Elements FIRST … FIRST + N - 1 are known; VALUES.  */
struct pram_elements
{
  int64_t first;
  int n;
  const int64_t *values;
};

struct pram_lookup
{
  int number;			/* as an entry value's: the argument */
  const char *name;
  enum pram_type type;		/* of an element: an integer … */
  int bytes;			/* … of so many */
  bool is_signed;
  int64_t object;		/* bytes from the base on that may be read; 0:
				   not known */
  bool ahead;			/* read, too, what the program may never come to,
				   if it is there */
  int n_loads;
  struct pram_load *loads;
  /* Where the elements are; null: those of the N_VALUES first ones are VALUES,
     that of element k behind them is REST + k * STEP.  */
  const char *memory;
  int n_values;
  int64_t *values;
  int64_t rest, step;
  bool excessive;		/* more elements are read than … */
};

/* … so many, of one lookup, that are a sequence of so many pieces with equal
   differences each.  */
enum { PRAM_MAX_ELEMENTS = 4096, PRAM_MAX_RUNS = 64 };

/* What is known, of the lookup number LOOKUP of the list.  */
struct pram_known_elements
{
  int lookup;
  struct pram_elements elements;
};

struct pram_lookups
{
  int n;
  struct pram_lookup *lookup;
  int n_known;
  struct pram_known_elements *known;
};

/* A new one, without loads, of elements of TYPE; null if these are no
   integers.  */
struct pram_lookup *pram_lookup_add (struct pram_lookups *,
				     struct pram_arena *, int number,
				     const char *name, enum pram_type type);

/* The lookup of ALL that is called NUMBER, or null.  */
struct pram_lookup *pram_lookup_find (const struct pram_lookups *all,
				      int64_t number);

/* Is element K of LOOKUP known?  Then its value.  */
bool pram_lookup_known_p (const struct pram_lookups *all,
			  const struct pram_lookup *lookup, int64_t k,
			  int64_t *value);
/* Are elements FIRST to LAST of it?  */
bool pram_lookup_all_known_p (const struct pram_lookups *all,
			      const struct pram_lookup *lookup, int64_t first,
			      int64_t last);

/* Elements FIRST … FIRST + N - 1 may be read: they are known from now on.
   False if there are too many, or in truth none.  */
bool pram_lookup_learn (struct pram_lookups *all, struct pram_lookup *lookup,
			int64_t first, int n, struct pram_arena *arena);

/* What is known of FROM, which is the same lookup in another program, is known
   of TO.  */
void pram_lookup_share (struct pram_lookup *to, const struct pram_lookup *from);

/* Forget what is known.  */
void pram_lookups_forget (struct pram_lookups *);

/* All loads of all of them are known.  Else the first that isn't, or null.  */
const struct pram_lookup *
pram_lookups_unknown (const struct pram_lookups *);

#endif
