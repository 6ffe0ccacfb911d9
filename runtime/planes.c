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

static struct planes
look_at (char ***plane, struct prt_readable *known)
{
  struct planes p = { .plane = plane };
  p.planes = prt_rows_leading ((char **) plane, INT64_MAX, known);
  p.there = prt_alloc (p.planes.end, sizeof *p.there);
  for (int64_t k = p.planes.first; k < p.planes.end; k++)
    {
      bool beside = k + 1 < p.planes.end && plane[k + 1] > plane[k];
      p.there[k] = prt_rows_leading (plane[k], beside ? plane[k + 1] - plane[k]
						      : INT64_MAX, known);
      if (k == p.planes.first)
	p.rows.first = p.there[k].first;
      if (p.there[k].end > p.rows.end)
	p.rows.end = p.there[k].end;
    }
  return p;
}

/* Let *ROW be how far the first rows of P are apart, bytes.  By how many rows planes are
   apart if all rows seem to be equally far apart, by those of the first planes; else
   0.  */

static int64_t
regular_height (const struct planes *p, int64_t *row)
{
  int64_t k = p->planes.first, j = p->rows.first, end = p->planes.end;
  *row = 0;
  if (end < k + 2 || p->there[k].end < j + 2 || p->there[k + 1].end <= j)
    return 0;
  char *first = p->plane[k][j];
  *row = p->plane[k][j + 1] - first;
  int64_t apart = p->plane[k + 1][j] - first;
  bool regular = *row > 0 && apart > 0 && apart % *row == 0;
  for (int64_t l = k + 1; regular && l < end && l < k + LOOKED_AT; l++)
    regular = (p->there[l].end > j
	       && p->plane[l][j] - first == (l - k) * apart);
  return regular ? apart / *row : 0;
}

static int64_t
height_of (const struct planes *p)
{
  int64_t row, regular = regular_height (p, &row);
  return regular ? regular : p->rows.end;
}

/* The table of all *N rows of P, HEIGHT in each plane.  Where there are no pointers it
   goes on as if rows were equally far apart: nobody uses these.  */

static char **
flatten (const struct planes *p, int64_t height, int64_t *n)
{
  int64_t row;
  regular_height (p, &row);
  *n = p->planes.end * height;
  char **flat = prt_alloc (*n + LOOKED_AT, sizeof *flat);
  for (int64_t k = p->planes.first; k < p->planes.end; k++)
    for (int64_t j = p->there[k].first; j < p->there[k].end && j < height; j++)
      flat[k * height + j] = p->plane[k][j];
  int64_t first = p->planes.first * height + p->rows.first;
  for (int64_t r = first + 1; r < *n; r++)
    if (!flat[r])
      flat[r] = flat[r - 1] + row;
  for (int64_t r = first; r > 0 && first < *n; r--)
    flat[r - 1] = flat[r] - row;
  return flat;
}

static void
forget (struct prt_rows *rows, int n_args)
{
  for (int i = 0; i < n_args; i++)
    {
      free (rows->flat[i]);
      rows->flat[i] = NULL;
    }
}

/* Tables that are exchanged have one height.  */

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
	int64_t own = height_of (&p[i]);
	*of_class = *of_class && *of_class < own ? *of_class : own;
      }
  for (int i = 0; i < n_args; i++)
    if (args[i] && args[i]->height)
      {
	int h = args[i]->height - 1;
	rows->flat[i] = flatten (&p[i], height[h], &rows->n_flat[i]);
	rows->value[h].i64 = height[h];
	rows->args[h] = &rows->value[h];
	free (p[i].there);
      }
  free (p);
  free (height);
}
