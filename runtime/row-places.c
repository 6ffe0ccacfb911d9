/* row-places.c: tables of pointers to rows as lists of indices.

   SPDX-License-Identifier: Apache-2.0

   A region that only reads rows of which nobody knows how long they are takes the first row
   and its *places*, by how many objects each row is behind that
   (plugin/normalise/placed-rows.cc).  They are made from as many pointers as the table seems
   to have; of those that lead nowhere, as rows that are empty may, there may be more, which
   are known of when there is a plan.  */

#include "rows.h"

/* Let there be places for N rows of argument I.  */

static void
make_room (struct prt_rows *rows, int i, int64_t n)
{
  if (n <= rows->places_room[i])
    return;
  rows->places_room[i] = n + n / 2;
  rows->places[i] = prt_grow (rows->places[i], rows->places_room[i], sizeof **rows->places);
}

/* Enter where rows FIRST to END - 1 of argument I are, which are objects of UNIT bytes.  LEAD:
   these lead to memory.  */

static void
place (struct prt_rows *rows, int i, int unit, int64_t first, int64_t end, bool lead)
{
  char **table = prt_rows_table (rows, i);
  make_room (rows, i, end);
  for (int64_t r = first; r < end; r++)
    {
      intptr_t behind = (intptr_t) table[r] - (intptr_t) rows->row[i];
      rows->places[i][r] = behind / unit;
      rows->crooked[i] |= lead && behind % unit != 0;
    }
  rows->n_places[i] = end;
}

/* What the region gets for argument I, ARG, a table of rows that lie anywhere.  */

void
prt_rows_place (struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  struct prt_readable known = { 0, 0 };
  char **table = prt_rows_table (rows, i);
  struct prt_span all = { 0, rows->n_flat[i] };
  if (!rows->flat[i])
    all = prt_rows_leading (table, INT64_MAX, &known);
  rows->row[i] = all.first < all.end ? table[all.first] : (char *) table;
  rows->crooked[i] = false;
  place (rows, i, arg->row_unit, 0, all.first, false);
  place (rows, i, arg->row_unit, all.first, all.end, true);
  rows->value[i].ptr = rows->row[i];
  rows->args[i] = &rows->value[i];
  rows->value[arg->places - 1].ptr = rows->places[i];
  rows->args[arg->places - 1] = &rows->value[arg->places - 1];
}

/* Let all rows that REGION of SITE reads have places.  False if those of argument *ARG
   can't.  */

bool
prt_rows_places_hold (struct prt_site *site, struct prt_region *region, int *arg)
{
  struct prt_rows *rows = site->rows;
  for (*arg = 0; rows && *arg < region->desc->n_args; ++*arg)
    {
      const struct pram_arg *table = &region->desc->args[*arg];
      if (!table->places)
	continue;
      const struct pram_arg *places = &region->desc->args[table->places - 1];
      int64_t end = places->hi / (int64_t) sizeof **rows->places, n = rows->n_places[*arg];
      if (rows->crooked[*arg] || places->lo < 0)
	return false;
      if (end <= n)
	continue;
      if (rows->flat[*arg]
	  || prt_rows_readable (prt_rows_table (rows, *arg) + n, (int) (end - n)) < end - n)
	return false;
      place (rows, *arg, table->row_unit, n, end, false);
      rows->value[table->places - 1].ptr = rows->places[*arg];
      region->bases[table->places - 1] = rows->places[*arg];
    }
  return true;
}
