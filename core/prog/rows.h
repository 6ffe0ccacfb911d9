/* rows.h: which rows of an array are accessed, and what of each.

   SPDX-License-Identifier: Apache-2.0

   The rows of an array of which there is a table of pointers: they may have
   different lengths.  */

#ifndef PRAM_ROWS_H
#define PRAM_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* The numbers [LO, HI); none if these are equal.  */
struct pram_range { int64_t lo, hi; };
/* RANGE with LO to HI - 1 and what is in between.  */
void pram_range_join (struct pram_range *range, int64_t lo, int64_t hi);

/* Of so many rows it is known what is accessed of each: those of the planes of 360
   cubed elements.  */
enum { PRAM_MAX_ROWS = 1 << 17 };

struct pram_rows
{
  struct pram_range rows;
  struct pram_range columns;	/* bytes, from where pointers point to: of all
				   of them together, … */
  struct pram_range *each;	/* … of row ROWS.LO + k; null: there are more
				   than PRAM_MAX_ROWS, or none */
  bool any_column;		/* where data choose the row nobody knows what of
				   it is accessed */
  int unknown;			/* 0, or the line of an access of which nobody
				   knows how many rows it reaches */
};

/* Of the rows MORE, COLUMNS are accessed too; if EACH isn't null, of row
   MORE.LO + k those in EACH[k], which COLUMNS holds.  If there are none, of rows
   that data choose.  */
void pram_rows_add (struct pram_rows *, struct pram_arena *,
		    struct pram_range more, struct pram_range columns,
		    const struct pram_range *each);

#endif
