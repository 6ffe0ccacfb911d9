/* rows.c: arrays of which the caller has a table of pointers to rows.

   SPDX-License-Identifier: Apache-2.0

   A region takes the first row, and how far rows are apart, in the table's place
   (plugin/front/rows.cc).  Here both are read from the table, before there is a
   plan: nobody knows yet which rows the region uses.  It may have one row only,
   or begin with the second one, and what lies there otherwise may be anything.
   When the plan is known all rows that it uses must lie so; others are copied
   (rows-apart.c).  */

#include "rows.h"

/* So far are rows of objects of UNIT bytes apart if nothing says how far.  */

static int64_t
somewhere (int unit)
{
  return ((int64_t) 1 << 32) / unit * unit;
}

/* --- The table ------------------------------------------------------------ */

/* What the first elements of a table tell.  */
struct table
{
  char *row;			/* the first row, or where it would be if the
				   first element isn't one */
  int64_t pitch;		/* 0: they aren't equally far apart */
};

/* Look at the first elements AT of a table.  Rows consist of objects of UNIT
   bytes.  */

static struct table
look_at (char *const *at, int unit)
{
  enum { MOST = 4 };
  struct table t = { (char *) at, 0 };
  int64_t apart[MOST - 1] = { 0 };
  int n = prt_rows_readable (at, MOST);
  for (int k = 0; k + 1 < n; k++)
    apart[k] = at[k + 1] - at[k];
  bool second = apart[0] != apart[1] && apart[1] == apart[2];
  if (n)
    t.row = second ? at[1] - apart[1] : at[0];
  if ((second || apart[0] == apart[1])
      && apart[1] > 0 && apart[1] < somewhere (unit) && apart[1] % unit == 0)
    t.pitch = apart[1];
  return t;
}

/* --- Arguments ------------------------------------------------------------ */

/* Argument I of SITE's region if that is a table; else null.  */

static const struct pram_arg *
rows_of (const struct prt_site *site, int i)
{
  for (const struct prt_region *r = site->versions; r; r = r->next)
    if (!r->desc->reason && (r->desc->args[i].pitch || r->desc->args[i].places))
      return &r->desc->args[i];
  return NULL;
}

/* … and its rows have a pitch.  */

static bool
pitched_p (const struct prt_site *site, int i)
{
  const struct pram_arg *arg = rows_of (site, i);
  return arg && arg->pitch;
}

/* What N arguments get in the place of tables: nothing so far.  */

static struct prt_rows *
new_rows (int n)
{
  struct prt_rows *rows = prt_alloc (1, sizeof *rows);
  rows->args = prt_alloc (n, sizeof *rows->args);
  rows->value = prt_alloc (n, sizeof *rows->value);
  rows->row = prt_alloc (n, sizeof *rows->row);
  rows->buffer = prt_alloc (n, sizeof *rows->buffer);
  rows->before = prt_alloc (n, sizeof *rows->before);
  rows->end = prt_alloc (n, sizeof *rows->end);
  rows->flat = prt_alloc (n, sizeof *rows->flat);
  rows->first_flat = prt_alloc (n, sizeof *rows->first_flat);
  rows->n_flat = prt_alloc (n, sizeof *rows->n_flat);
  rows->places = prt_alloc (n, sizeof *rows->places);
  rows->n_places = prt_alloc (n, sizeof *rows->n_places);
  rows->places_room = prt_alloc (n, sizeof *rows->places_room);
  rows->crooked = prt_alloc (n, sizeof *rows->crooked);
  return rows;
}

static bool
any_p (struct prt_site *site)
{
  int n = site->site->n_args;
  for (int i = 0; !site->rows_known && site->versions && i < n; i++)
    {
      const struct pram_arg *arg = rows_of (site, i);
      if (arg && !site->rows)
	site->rows = new_rows (n);
      if (arg && arg->height)
	site->rows->planes = true;
    }
  site->rows_known = true;
  return site->rows;
}

/* Let there be tables of all rows where SITE's are tables of planes.  */

static void
enter_planes (struct prt_site *site)
{
  int n = site->site->n_args;
  if (!site->rows->planes)
    return;
  const struct pram_arg **args = prt_alloc (n, sizeof *args);
  for (int i = 0; i < n; i++)
    args[i] = rows_of (site, i);
  prt_planes_enter (site->rows, args, n);
  free (args);
}

/* The table whose pointers are STRIDE bytes apart, the first one at AT, as one of which they
   are side by side.  A few may lead nowhere.  */

static char **
gather (char *const *at, int stride, int64_t *n)
{
  enum { NOWHERE = 4 };
  struct prt_readable known = { 0, 0 };
  char **table = NULL;
  int64_t room = 0;
  *n = 0;
  for (int nowhere = 0; nowhere < NOWHERE; ++*n)
    {
      char *const *p = (char *const *) ((const char *) at + *n * stride);
      struct prt_span one = prt_rows_leading (p, 1, &known);
      if (!one.end)
	break;
      nowhere = one.first ? nowhere + 1 : 0;
      if (*n + 2 * NOWHERE > room)
	{
	  room = 2 * room + 4 * NOWHERE;
	  table = prt_grow (table, room, sizeof *table);
	}
      table[*n] = one.first ? NULL : *p;
    }
  for (int64_t k = *n; table && k < *n + NOWHERE; k++)
    table[k] = NULL;
  return table;
}

/* Let there be such tables where SITE's are others.  */

static void
enter_strided (struct prt_site *site)
{
  struct prt_rows *rows = site->rows;
  for (int i = 0; i < site->site->n_args; i++)
    {
      const struct pram_arg *arg = rows_of (site, i);
      if (!arg || !arg->stride)
	continue;
      free (rows->flat[i]);
      rows->flat[i] = gather (prt_rows_callers (rows, i), arg->stride, &rows->n_flat[i]);
    }
}

/* What the region gets for argument I, ARG, a table of rows of one pitch.  */

static void
enter_pitched (struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  int pitch = arg->pitch;
  struct table t = look_at (prt_rows_table (rows, i) + rows->first_flat[i], arg->row_unit);
  rows->row[i] = t.row;
  rows->end[i] = INT64_MAX;
  rows->args[i] = &rows->value[i];
  if (rows->args[pitch - 1] == rows->caller[pitch - 1])
    rows->value[pitch - 1].i64 = somewhere (arg->row_unit);
  rows->args[pitch - 1] = &rows->value[pitch - 1];
  if (t.pitch && rows->value[pitch - 1].i64 == somewhere (arg->row_unit))
    rows->value[pitch - 1].i64 = t.pitch;
  /* How much is in a row that is exchanged the plan will say (rows-apart.c).  */
  if (arg->width)
    {
      rows->value[arg->width - 1].i64 = 1;
      rows->args[arg->width - 1] = &rows->value[arg->width - 1];
    }
}

/* What the region of SITE, which has tables of rows, gets for ARGS.  */

static void
enter (struct prt_site *site, void *const *args)
{
  struct prt_rows *rows = site->rows;
  int n = site->site->n_args;
  rows->caller = args;
  rows->apart = false;
  for (int i = 0; i < n; i++)
    rows->args[i] = args[i];
  enter_planes (site);
  enter_strided (site);
  for (int i = 0; i < n; i++)
    {
      const struct pram_arg *arg = rows_of (site, i);
      if (arg && arg->places)
	prt_rows_place (rows, arg, i);
      else if (arg)
	enter_pitched (rows, arg, i);
    }
  for (int i = 0; i < n; i++)
    if (pitched_p (site, i))
      {
	rows->row[i] -= rows->first_flat[i] * prt_rows_pitch (rows, rows_of (site, i));
	rows->value[i].ptr = rows->row[i];
      }
}

/* What the region of SITE gets for ARGS.  */

void *const *
prt_rows_enter (struct prt_site *site, void *const *args)
{
  if (!any_p (site))
    return args;
  site->rows->guessed = site->rows->planes;
  enter (site, args);
  return site->rows->args;
}

/* SITE's region uses planes that there seemed to be none of: let there be all.  False
   if there are.  */

bool
prt_rows_all_planes (struct prt_site *site)
{
  if (!site->rows->guessed)
    return false;
  site->rows->guessed = false;
  enter (site, site->rows->caller);
  return true;
}

/* No plan can be made for how far rows of SITE seem to be apart, by the first of
   them: they may lie anywhere.  False if that is what it couldn't be made for.  */

bool
prt_rows_doubt (struct prt_site *site)
{
  struct prt_rows *rows = site->rows;
  bool seemed = false;
  for (int i = 0; rows && !rows->apart && i < site->site->n_args; i++)
    {
      const struct pram_arg *arg = rows_of (site, i);
      if (!pitched_p (site, i))
	continue;
      int64_t *pitch = &rows->value[arg->pitch - 1].i64;
      seemed |= *pitch != somewhere (arg->row_unit);
      *pitch = somewhere (arg->row_unit);
    }
  return seemed;
}

/* The table whose first row is argument I now, or null.  */

static char **
table_now (const struct prt_site *site, int i)
{
  const struct prt_rows *rows = site->rows;
  for (int k = 0; k < site->site->n_args; k++)
    if (pitched_p (site, k) && rows->row[k] == rows->value[i].ptr)
      return prt_rows_callers (rows, k);
  return NULL;
}

/* The region of SITE has exchanged pointers to rows: let the caller's tables be
   exchanged.  */

void
prt_rows_leave (struct prt_site *site)
{
  struct prt_rows *rows = site->rows;
  int n = site->site->n_args;
  char ***table = rows ? prt_alloc (n, sizeof *table) : NULL;
  for (int i = 0; rows && i < n; i++)
    if (pitched_p (site, i))
      table[i] = table_now (site, i);
  for (int i = 0; rows && i < n; i++)
    if (table[i] && table[i] != prt_rows_callers (rows, i))
      memcpy (rows->caller[i], &table[i], sizeof table[i]);
  free (table);
}

/* The statement of SITE has run serially: what its region would have got for what
   the pointers are now.  */

void
prt_rows_again (struct prt_site *site)
{
  if (site->rows)
    prt_rows_enter (site, site->rows->caller);
}

/* --- All rows -------------------------------------------------------------- */

struct prt_span
prt_rows_used (const struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  struct prt_span used = { arg->first_row, arg->end_row };
  bool any = used.first < used.end;
  if (!arg->chosen)
    return used;
  struct prt_readable known = { 0, 0 };
  struct prt_span all = prt_rows_leading (prt_rows_table (rows, i), INT64_MAX,
					  &known);
  all.end = all.end < rows->end[i] ? all.end : rows->end[i];
  used.first = any && used.first < all.first ? used.first : all.first;
  used.end = any && used.end > all.end ? used.end : all.end;
  return used;
}

struct prt_span
prt_rows_copied (const struct prt_rows *rows, const struct pram_arg *arg, int i)
{
  struct prt_span bytes = { arg->lo, arg->hi };
  struct prt_span used = prt_rows_used (rows, arg, i);
  if (!arg->chosen || used.first >= used.end)
    return bytes;
  int64_t pitch = prt_rows_pitch (rows, arg);
  int64_t first = used.first * pitch + arg->first_column;
  int64_t end = (used.end - 1) * pitch + arg->end_column;
  bool any = bytes.first < bytes.end;
  bytes.first = any && bytes.first < first ? bytes.first : first;
  bytes.end = any && bytes.end > end ? bytes.end : end;
  return bytes;
}

/* There are pointers to all rows of SITE's tables of planes that REGION uses.  */

bool
prt_rows_hold_p (const struct prt_site *site, const struct prt_region *region)
{
  const struct prt_rows *rows = site->rows;
  for (int i = 0; i < region->desc->n_args; i++)
    {
      const struct pram_arg *arg = &region->desc->args[i];
      if (!rows->flat[i])
	continue;
      struct prt_span used = prt_rows_used (rows, arg, i);
      if (used.end > rows->n_flat[i])
	return false;
      for (int64_t r = used.first; r < used.end; r++)
	{
	  int64_t lo, hi;
	  prt_rows_columns (arg, r, &lo, &hi);
	  if (!rows->flat[i][r] && lo < hi)
	    return false;
	}
    }
  return true;
}

bool
prt_rows_leave_out (struct prt_rows *rows, const struct prt_region *region, int i, int64_t row)
{
  enum { LAST = 8 };
  const struct pram_arg *arg = &region->desc->args[i];
  struct prt_readable known = { 0, 0 };
  if (!arg->pitch || !arg->chosen || row < arg->end_row
      || row <= prt_rows_used (rows, arg, i).first
      || row + LAST < prt_rows_leading (prt_rows_table (rows, i), INT64_MAX, &known).end)
    return false;
  rows->end[i] = row;
  return true;
}

bool
prt_rows_left_out_p (const struct prt_site *site)
{
  for (int i = 0; site->rows && i < site->site->n_args; i++)
    if (pitched_p (site, i) && site->rows->end[i] < INT64_MAX)
      return true;
  return false;
}

/* ROW of argument I, ARG, lies where the first one and the pitch say.  (Planes may have no
   pointer to what nobody uses.)  */

static bool
regular_row_p (const struct prt_rows *rows, const struct pram_arg *arg, int i, int64_t row)
{
  const char *at = prt_rows_table (rows, i)[row];
  return at == rows->row[i] + row * prt_rows_pitch (rows, arg) || (!at && arg->height);
}

/* Some row of it that is used doesn't: the first one is *ROW.  */

static bool
irregular_p (const struct prt_rows *rows, const struct pram_arg *arg, int i, int64_t *row)
{
  struct prt_span used = prt_rows_used (rows, arg, i);
  for (*row = used.first; *row < used.end; ++*row)
    if (!regular_row_p (rows, arg, i, *row))
      return true;
  return false;
}

bool
prt_rows_leave_ends (struct prt_site *site, const struct prt_region *region)
{
  struct prt_rows *rows = site->rows;
  bool any = false;
  for (int i = 0; i < region->desc->n_args; i++)
    {
      const struct pram_arg *arg = &region->desc->args[i];
      int64_t row;
      if (!prt_rows_any_p (arg) || !irregular_p (rows, arg, i, &row))
	continue;
      if (arg->written || !prt_rows_leave_out (rows, region, i, row))
	return false;
      any = true;
    }
  return any;
}

/* All rows that REGION of SITE uses are where it looks for them.  */

bool
prt_rows_fit_p (const struct prt_site *site, const struct prt_region *region)
{
  const struct prt_rows *rows = site->rows;
  if (rows && !prt_rows_hold_p (site, region))
    return false;
  for (int i = 0; rows && i < region->desc->n_args; i++)
    {
      const struct pram_arg *a = &region->desc->args[i];
      int64_t row;
      if (prt_rows_any_p (a) && irregular_p (rows, a, i, &row))
	return false;
    }
  return true;
}

/* DESC exchanges rows.  */

bool
prt_rows_exchanged_p (const struct pram_region *desc)
{
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].pitch && desc->args[i].width)
      return true;
  return false;
}

/* Data choose rows in DESC.  */

bool
prt_rows_chosen_p (const struct pram_region *desc)
{
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].pitch && desc->args[i].chosen)
      return true;
  return false;
}

/* What REGION of SITE uses of the rows of arguments A and B, all of which fit, lies
   side by side, as where a row of one was allocated after each row of the other.
   What is equally far apart is looked at once.  */

bool
prt_rows_beside_p (const struct prt_site *site, const struct prt_region *region,
		   int a, int b)
{
  const struct prt_rows *rows = site->rows;
  const struct pram_arg *x = &region->desc->args[a], *y = &region->desc->args[b];
  if (!rows || !x->pitch || !y->pitch)
    return false;
  int64_t pitch = rows->value[x->pitch - 1].i64;
  if (pitch <= 0 || rows->value[y->pitch - 1].i64 != pitch)
    return false;
  int64_t from_x_to_y = ((rows->row[b] + y->first_column)
			 - (rows->row[a] + x->first_column)) % pitch;
  if (from_x_to_y < 0)
    from_x_to_y += pitch;
  return (x->end_column - x->first_column <= from_x_to_y
	  && from_x_to_y + y->end_column - y->first_column <= pitch);
}
