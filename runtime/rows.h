/* rows.h: tables of pointers to rows.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRT_ROWS_H
#define PRT_ROWS_H

#include "prt.h"

/* What a site's region gets in their place.  */
struct prt_rows
{
  void *const *caller;		/* the arguments of the program … */
  void **args;			/* … and of the region, */
  union prt_value *value;	/* of which these are its own */
  char **row;			/* by argument: the first row, as it was when
				   the region was entered */
  int64_t *end;			/* by argument: rows from this one on overlap what
				   is used, so they are none */
  /* Rows that lie anywhere are copied (rows-apart.c): this entry's are, to
     BUFFER.  */
  bool apart;
  char **buffer;
  char **before;		/* what BUFFER was at first, where data choose what
				   is written; else null */
};

/* ARG is a table of which something is used.  */
static inline bool
prt_rows_any_p (const struct pram_arg *arg)
{
  return arg->pitch && (arg->lo < arg->hi || arg->chosen);
}

/* What is used of ARG, the table that is argument I: rows FIRST to END - 1.  Where
   data choose that may be any row that the table leads to.  */
struct prt_span { int64_t first, end; };
struct prt_span prt_rows_leading (char *const *table);
struct prt_span prt_rows_used (const struct prt_rows *, const struct pram_arg *,
			       int i);

/* The table that is argument I.  */
static inline char **
prt_rows_table (const struct prt_rows *rows, int i)
{
  char **table;
  memcpy (&table, rows->caller[i], sizeof table);
  return table;
}

#endif
