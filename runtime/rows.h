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
  bool planes;			/* some table is one of planes … */
  bool guessed;			/* … and is taken to be counted from 1 where planes are
				   equally far apart then */
  char ***flat;			/* by argument: a table of all rows, if the
				   caller's is one of planes (planes.c), else
				   null … */
  int64_t *first_flat, *n_flat;	/* … the first that is one; how many there are */
  /* By argument, for rows that lie anywhere: how many objects they are behind ROW, of N_PLACES
     of them; some are CROOKED: there is no such number (row-places.c).  */
  int64_t **places, *n_places, *places_room;
  bool *crooked;
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
struct prt_span prt_rows_used (const struct prt_rows *, const struct pram_arg *,
			       int i);
/* The bytes of the copies of argument I, from where the first row would be.  */
struct prt_span prt_rows_copied (const struct prt_rows *, const struct pram_arg *,
				 int i);

/* What is used of row R of ARG: its bytes [*LO, *HI), as far as is known of each.  */
static inline void
prt_rows_columns (const struct pram_arg *arg, int64_t r, int64_t *lo, int64_t *hi)
{
  const int64_t *own = &arg->columns[2 * (r - arg->first_row)];
  bool each = arg->n_columns && !arg->chosen;
  *lo = each ? own[0] : arg->first_column;
  *hi = each ? own[1] : arg->end_column;
}

/* How far the rows of ARG are apart, in bytes.  */
static inline int64_t
prt_rows_pitch (const struct prt_rows *rows, const struct pram_arg *arg)
{
  return rows->value[arg->pitch - 1].i64;
}

/* rows-exchanged.c */
/* How many bytes of each row a region exchanges that uses those before ARG's
   END_COLUMN.  */
int64_t prt_rows_exchanged_bytes (const struct pram_arg *arg);
/* Number the copies of the rows of argument I.  */
void prt_rows_number (struct prt_rows *, const struct pram_arg *arg, int i);
/* Exchange the pointers in the table that is argument I as its copies have been, and put
   back what else has changed in these.  */
void prt_rows_put_back_exchanged (struct prt_rows *, const struct pram_arg *arg, int i);

/* ROW of argument I of REGION is one that data might choose, behind those that are used in
   any case, among the last ones that the table seems to have: it need not go so far.  Then
   it doesn't.  */
bool prt_rows_leave_out (struct prt_rows *rows, const struct prt_region *region, int i,
			 int64_t row);

/* row-places.c */
void prt_rows_place (struct prt_rows *, const struct pram_arg *arg, int i);

/* rows-leading.c */
/* How many of the N elements AT can be read.  */
int prt_rows_readable (char *const *at, int n);
/* Which of the first MOST elements of TABLE lead to memory.  KNOWN: memory that can be
   read, 0: none is known; and so it becomes.  */
struct prt_readable { uintptr_t lo, hi; };
struct prt_span prt_rows_leading (char *const *table, int64_t most,
				  struct prt_readable *known);

/* planes.c */
/* Find out what there is for the arguments ARGS that are tables of planes, null for
   others.  */
void prt_planes_enter (struct prt_rows *, const struct pram_arg *const *args,
		       int n_args);

/* The table that is argument I, as the caller has it, and one of all rows.  */
static inline char **
prt_rows_callers (const struct prt_rows *rows, int i)
{
  char **table;
  memcpy (&table, rows->caller[i], sizeof table);
  return table;
}
static inline char **
prt_rows_table (const struct prt_rows *rows, int i)
{
  return rows->flat[i] ? rows->flat[i] : prt_rows_callers (rows, i);
}

#endif
