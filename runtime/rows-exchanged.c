/* rows-exchanged.c: rows that the region exchanges.

   SPDX-License-Identifier: Apache-2.0

   A program that exchanges pointers to rows exchanges whole rows, however long they are.
   Its region exchanges the contents of copies (rows-apart.c), as far as it uses them, and
   a number behind these that each copy has: which row it was at first.  In the end this
   says how the pointers have been exchanged, and what each row was before.  */

#include "rows.h"
#include <stdlib.h>

/* The number takes so many bytes behind what the region uses of a row of ARG: whole
   objects.  */

static int64_t
number_bytes (const struct pram_arg *arg)
{
  int64_t unit = arg->row_unit;
  return ((int64_t) sizeof (int64_t) + unit - 1) / unit * unit;
}

int64_t
prt_rows_exchanged_bytes (const struct pram_arg *arg)
{
  int64_t unit = arg->row_unit;
  return (arg->end_column + unit - 1) / unit * unit + number_bytes (arg);
}

/* The copies of the rows of an argument.  */
struct copies
{
  const struct pram_arg *arg;
  struct prt_span used;		/* which rows */
  struct prt_span bytes;	/* from where the first row would be: of BUFFER */
  char *buffer, *before;
  int64_t pitch;
  int64_t column;		/* of the number, in bytes */
};

static struct copies
copies_of (const struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  int64_t width = rows->value[arg->width - 1].i64 * arg->row_unit;
  return (struct copies) { arg, prt_rows_used (rows, arg, i),
			   prt_rows_copied (rows, arg, i), rows->buffer[i],
			   rows->before[i], prt_rows_pitch (rows, arg),
			   width - number_bytes (arg) };
}

/* Where the number of row R of C is, or null: the region doesn't come so far, and
   doesn't exchange it.  */

static char *
number_of (const struct copies *c, int64_t r)
{
  int64_t at = r * c->pitch + c->column;
  return (at >= c->bytes.first && at + number_bytes (c->arg) <= c->bytes.end
	  ? c->buffer + (at - c->bytes.first) : NULL);
}

void
prt_rows_number (struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  struct copies c = copies_of (rows, arg, i);
  for (int64_t r = c.used.first; r < c.used.end; r++)
    {
      char *number = number_of (&c, r);
      if (number)
	memcpy (number, &r, sizeof r);
    }
}

/* Which row R of C was at first.  */

static int64_t
row_before (const struct copies *c, int64_t r)
{
  const char *number = number_of (c, r);
  if (number)
    memcpy (&r, number, sizeof r);
  return r;
}

/* Put back to ROW what has changed in row R of C, which was row WAS at first: not its
   number.  */

static void
put_back_row (const struct copies *c, char *row, int64_t r, int64_t was)
{
  int64_t unit = c->arg->row_unit, n = c->bytes.end - c->bytes.first;
  for (int64_t at = c->arg->first_column; at < c->column; at += unit)
    {
      int64_t to = r * c->pitch + at - c->bytes.first;
      int64_t from = was * c->pitch + at - c->bytes.first;
      if (to >= 0 && to + unit <= n
	  && memcmp (c->buffer + to, c->before + from, unit) != 0)
	memcpy (row + at, c->buffer + to, unit);
    }
}

void
prt_rows_put_back_exchanged (struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  struct copies c = copies_of (rows, arg, i);
  char **table = prt_rows_table (rows, i);
  char **row = prt_alloc (c.used.end - c.used.first, sizeof *row);
  for (int64_t r = c.used.first; r < c.used.end; r++)
    row[r - c.used.first] = table[r];
  for (int64_t r = c.used.first; r < c.used.end; r++)
    {
      int64_t was = row_before (&c, r);
      table[r] = row[was - c.used.first];
      put_back_row (&c, table[r], r, was);
    }
  free (row);
}
