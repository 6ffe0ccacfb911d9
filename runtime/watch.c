/* watch.c: loops that are taken not to use what they write where data choose.

   SPDX-License-Identifier: Apache-2.0

     for (i) if (mark[i]) { k = n + slot[i]; right[k] = right[i]; right[i] = k; }

   Reads are done in the loop, as if nothing had been deposited there, deposits when it
   is over, and what data choose is read as it was before the loop.  So in the order of
   the serial program no access may follow the deposit of its element, and no read that
   data choose a write.  All of them are in the log, and who gets the deposits sees
   them in that order.  If one comes too late the driver returns, and rank 0, which has
   kept what it had written until then (entry.c), runs the original statement.  */

#include "deposit.h"
#include "pram-sets.h"

/* What has been done to an element, or to a part of it that all records there are
   have as a whole.  */
struct done
{
  const char *base;
  int64_t part;			/* its number */
  /* The first deposit and the last write; lines are 0 if there is none.  */
  int deposit_line, write_line;
  int64_t deposited, written;	/* iterations */
};

struct watch
{
  struct done *done;		/* a hash table */
  uint64_t mask;
  int64_t part;			/* bytes of one */
  struct prt_conflict conflict;
};

bool
prt_conflict_p (const struct prt_region *region)
{
  return region->deposits && region->deposits->conflict.line;
}

int32_t
PRAM_conflict (void)
{
  return prt_conflict_p (prt.current);
}

void
prt_watch_enter (struct prt_region *region)
{
  if (region->deposits)
    region->deposits->conflict = (struct prt_conflict) { .line = 0 };
}

/* Whom records of arrays are for of which nothing is deposited: any one does.  */

int
prt_watcher_of (int64_t at)
{
  enum { PIECE = 4096 };
  return (int) pram_set_mod (prt_floor_div (at, PIECE), prt.procs);
}

/* --- Elements ---------------------------------------------------------------- */

/* Call SEE for the records of IN that are watched, in the order of the serial
   program.  */

static void
each_record (struct prt_deposits *d, const struct prt_mail *in, bool backwards,
	     void (*see) (struct watch *, const struct prt_deposit_site *,
			  int64_t at, int64_t iteration),
	     struct watch *w)
{
  for (int k = 0; k < prt.procs; k++)
    {
      int p = backwards ? prt.procs - 1 - k : k;
      const char *record = in->data[p], *end = record + 8 * in->n[p];
      while (record < end)
	{
	  int64_t at, iteration;
	  const struct prt_deposit_site *site
	    = prt_deposit_site_of (d, record, &at);
	  record += site->n_bytes;
	  memcpy (&iteration, record - 8, 8);
	  if (site->how & PRAM_SITE_WATCHED)
	    see (w, site, at, iteration);
	}
    }
}

static void
measure (struct watch *w, const struct prt_deposit_site *site, int64_t at,
	 int64_t iteration)
{
  (void) iteration;
  w->part = pram_set_gcd (w->part, pram_set_gcd (at, site->element));
}

static void
count (struct watch *w, const struct prt_deposit_site *site, int64_t at,
       int64_t iteration)
{
  (void) at, (void) iteration;
  w->mask += (uint64_t) (site->element / w->part);
}

/* Room for twice as many as have been counted.  */

static void
make_room (struct watch *w)
{
  uint64_t n = 16;
  while (n < 2 * w->mask)
    n *= 2;
  w->done = prt_alloc ((int64_t) n, sizeof *w->done);
  w->mask = n - 1;
}

static struct done *
done_to (struct watch *w, const char *base, int64_t part)
{
  uint64_t k = ((uint64_t) part + (uintptr_t) base) * 0x9e3779b97f4a7c15;
  for (k >>= 20;; k++)
    {
      struct done *e = &w->done[k & w->mask];
      if (!e->base)
	*e = (struct done) { .base = base, .part = part };
      if (e->base == base && e->part == part)
	return e;
    }
}

/* --- Conflicts --------------------------------------------------------------- */

/* SITE's access comes to what E tells of.  */

static void
see_part (struct watch *w, const struct prt_deposit_site *site, struct done *e,
	  int64_t at, int64_t iteration)
{
  bool chosen = site->how & PRAM_SITE_CHOSEN;
  bool writes = site->how & PRAM_SITE_WRITES;
  if (site->fn)
    {
      if (!e->deposit_line)
	{
	  e->deposit_line = site->line;
	  e->deposited = iteration;
	}
      return;
    }
  if (!w->conflict.line && (e->deposit_line || (chosen && e->write_line)))
    w->conflict = (struct prt_conflict)
      { .line = site->line, .iteration = iteration,
	.writes = writes, .site = site->number,
	.element = at / site->element,
	.earlier_line = e->deposit_line ? e->deposit_line : e->write_line,
	.earlier = e->deposit_line ? e->deposited : e->written };
  if (writes)
    {
      e->write_line = site->line;
      e->written = iteration;
    }
}

static void
see (struct watch *w, const struct prt_deposit_site *site, int64_t at,
     int64_t iteration)
{
  for (int64_t k = 0; k < site->element; k += w->part)
    see_part (w, site, done_to (w, site->base, (at + k) / w->part), at,
	      iteration);
}

/* All processes: does one of the records of IN come too late?  */

void
prt_watch (struct prt_deposits *d, const struct prt_mail *in, bool backwards)
{
  struct watch w = { .part = 0 };
  each_record (d, in, backwards, measure, &w);
  each_record (d, in, backwards, count, &w);
  make_room (&w);
  each_record (d, in, backwards, see, &w);
  free (w.done);
  if (d->turn.too_long)
    w.conflict = (struct prt_conflict)
      { .line = d->site[0].line, .too_long = true };
  d->conflict = w.conflict;
  if (prt.procs == 1)
    return;
  int mine = w.conflict.line ? prt.rank : prt.procs, first;
  MPI_Allreduce (&mine, &first, 1, MPI_INT, MPI_MIN, prt.comm);
  if (first < prt.procs)
    MPI_Bcast (&d->conflict, sizeof d->conflict, MPI_BYTE, first, prt.comm);
}

/* --- Words ------------------------------------------------------------------- */

/* ", in iteration 7", if it is known which one.  */

static const char *
in_iteration (int64_t iteration, char text[48])
{
  text[0] = 0;
  if (iteration >= 0)
    snprintf (text, 48, " in iteration %lld", (long long) iteration);
  return text;
}

void
prt_conflict_describe (const struct prt_region *region, char *text, size_t n)
{
  const struct prt_conflict *c = &region->deposits->conflict;
  const void *base = region->deposits->site[c->site].base;
  const char *name = "an array";
  if (c->too_long)
    {
      snprintf (text, n, "what has to be noted of elements that data choose takes more "
		"than %g MiB (PRAM_DEPOSITS can allow more)",
		(double) prt.deposits / (1 << 20));
      return;
    }
  for (int i = 0; i < region->desc->n_args; i++)
    if (prt_array_p (&region->desc->args[i]) && region->bases[i] == base)
      name = region->desc->args[i].name;
  char early[48], late[48];
  snprintf (text, n, "element %lld of '%s', which data choose, is written at line "
	    "%d%s and %s at line %d%s after that",
	    (long long) c->element, name, c->earlier_line,
	    in_iteration (c->earlier, early), c->writes ? "written" : "read",
	    c->line, in_iteration (c->iteration, late));
}
