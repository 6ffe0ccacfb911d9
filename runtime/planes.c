/* planes.c: tables of tables of pointers to rows.

   SPDX-License-Identifier: Apache-2.0

     double ***u;  u[i] = malloc (m * sizeof **u);  u[i][j] = malloc (k * sizeof ***u);

   A region counts rows through all of them (plugin/normalise/rows.cc): u[i][j] is number
   i times the height plus j.  So here is a table of all rows.  The height is a number
   that makes rows equally far apart if they are in each plane, and planes are; else
   there are as many as any plane seems to have.  */

#include "rows.h"

/* So many planes, and rows (rows.c), are looked at to see how far they are apart.  */
enum { LOOKED_AT = 4 };

/* How many pointers there are in a table of planes, and in each of those that it leads
   to, as it seems; ROWS: at most.  */
struct planes
{
  char ***plane;
  struct prt_span planes, rows, *there;
};

/* There may be tables right behind each other: of what is read as one table so much is
   none of the next one's, if it is counted from 0, as far as is known (THERE).  One more
   is read, as it may be counted from 1.  */

static int64_t
own_rows (const struct planes *p, int64_t k)
{
  bool beside = k + 1 < p->planes.end && p->plane[k + 1] > p->plane[k];
  return beside ? p->plane[k + 1] - p->plane[k] + p->there[k].first : INT64_MAX;
}

static int64_t
end_of_plane (const struct planes *p, int64_t k)
{
  int64_t own = own_rows (p, k);
  return p->there[k].end < own ? p->there[k].end : own;
}

static struct planes
look_at (char ***plane, struct prt_readable *known)
{
  struct planes p = { .plane = plane };
  p.planes = prt_rows_leading ((char **) plane, INT64_MAX, known);
  p.there = prt_alloc (p.planes.end, sizeof *p.there);
  for (int64_t k = p.planes.first; k < p.planes.end; k++)
    {
      int64_t own = own_rows (&p, k);
      p.there[k] = prt_rows_leading (plane[k], own < INT64_MAX ? own + 1 : own, known);
      int64_t end = end_of_plane (&p, k);
      p.rows.end = p.rows.end > end ? p.rows.end : end;
      if (k == p.planes.first)
	p.rows.first = p.there[k].first;
    }
  return p;
}

/* By how many rows planes of P are apart if all rows seem to be equally far apart, by
   those of the first planes; else 0.  */

static int64_t
regular_height (const struct planes *p)
{
  int64_t k = p->planes.first, j = p->rows.first, end = p->planes.end;
  if (end < k + 2 || p->there[k].end < j + 2 || p->there[k + 1].end <= j)
    return 0;
  char *first = p->plane[k][j];
  int64_t row = p->plane[k][j + 1] - first, apart = p->plane[k + 1][j] - first;
  bool regular = row > 0 && apart > 0 && apart % row == 0;
  for (int64_t l = k + 1; regular && l < end && l < k + LOOKED_AT; l++)
    regular = (p->there[l].end > j
	       && p->plane[l][j] - first == (l - k) * apart);
  return regular && end_of_plane (p, k) - j <= apart / row ? apart / row : 0;
}

/* … where what is counted from 1 has anything as the first pointer, perhaps: let P begin
   where rows are equally far apart, if they are.  */

static int64_t
height_of (struct planes *p)
{
  const struct planes seen = *p;
  for (int first = 0; first < 4; first++)
    {
      int64_t height;
      p->planes.first = seen.planes.first | (first & 1);
      p->rows.first = seen.rows.first | (first >> 1);
      if ((height = regular_height (p)))
	return height;
    }
  *p = seen;
  return p->rows.end;
}

/* The table of all *N rows of P, HEIGHT in each plane; null where there is no
   pointer.  */

static char **
flatten (const struct planes *p, int64_t height, int64_t *n)
{
  int64_t begin = p->rows.first, end = begin + height;
  *n = p->planes.end * height + begin;
  char **flat = prt_alloc (*n + LOOKED_AT, sizeof *flat);
  for (int64_t k = p->planes.first; k < p->planes.end; k++)
    for (int64_t j = begin; j < p->there[k].end && j < end; j++)
      flat[k * height + j] = p->plane[k][j];
  return flat;
}

static void
forget (struct prt_rows *rows, int n_args)
{
  for (int i = 0; i < n_args; i++)
    {
      free (rows->flat[i]);
      rows->flat[i] = NULL;
      rows->first_flat[i] = 0;
    }
}

/* Tables that are exchanged have one height, that of the highest.  */

void
prt_planes_enter (struct prt_rows *rows, const struct pram_arg *const *args, int n_args)
{
  forget (rows, n_args);
  struct prt_readable known = { 0, 0 };
  struct planes *p = prt_alloc (n_args, sizeof *p);
  int64_t *height = prt_alloc (n_args, sizeof *height);
  for (int i = 0; i < n_args; i++)
    if (args[i] && args[i]->height)
      {
	int64_t *of_class = &height[args[i]->height - 1];
	p[i] = look_at ((char ***) prt_rows_callers (rows, i), &known);
	int64_t own = rows->guessed ? height_of (&p[i]) : p[i].rows.end;
	*of_class = *of_class > own ? *of_class : own;
      }
  for (int i = 0; i < n_args; i++)
    if (args[i] && args[i]->height)
      {
	int h = args[i]->height - 1;
	rows->flat[i] = flatten (&p[i], height[h], &rows->n_flat[i]);
	rows->first_flat[i] = p[i].planes.first * height[h] + p[i].rows.first;
	rows->value[h].i64 = height[h];
	rows->args[h] = &rows->value[h];
	free (p[i].there);
      }
  free (p);
  free (height);
}
