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
  /* Rows that lie anywhere are copied (rows-apart.c): this entry's are, to
     BUFFER.  */
  bool apart;
  char **buffer;
};

/* The table that is argument I.  */
static inline char **
prt_rows_table (const struct prt_rows *rows, int i)
{
  char **table;
  memcpy (&table, rows->caller[i], sizeof table);
  return table;
}

#endif
