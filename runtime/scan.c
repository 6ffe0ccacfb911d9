/* scan.c: deposits that each process finds by itself.

   SPDX-License-Identifier: Apache-2.0

     for (i) h[i * 2654435761u % m] += 0.5 * i;

   What is a function of the iteration alone needs no message: each process runs all
   units, and does those updates that are of its own elements (the guard
   transformation).  The code can tell these if they lie in one piece, and those of
   rank 0, which has all that nobody has claimed, if those of all others do.  */

#include "deposit.h"

/* Whether what rank 0 doesn't have of O, from *LO to *HI, is in one piece, of which each
   process has one.  */

static bool
pieces_p (const struct prt_owners *o, int64_t *lo, int64_t *hi)
{
  bool seen[prt.procs], right = true;
  memset (seen, 0, sizeof seen);
  *lo = *hi = 0;
  for (int i = 0; o && i < o->n && right; i++)
    {
      const struct prt_owned *owned = &o->owned[i];
      if (!owned->peer)
	continue;
      right = !seen[owned->peer] && (*lo == *hi || *hi == owned->at);
      seen[owned->peer] = true;
      *lo = *lo == *hi ? owned->at : *lo;
      *hi = owned->end;
    }
  return right;
}

/* SCAN is for what this process has of O: rank 0 all but what is from LO to HI.  */

static void
set_scan (struct pram_scan *scan, const struct prt_owners *o, int64_t lo, int64_t hi)
{
  *scan = (struct pram_scan) { .least = INT64_MAX, .most = INT64_MIN };
  if (prt.rank == 0)
    {
      scan->others_lo = lo;
      scan->others_n_bytes = (uint64_t) (hi - lo);
      return;
    }
  scan->others_lo = INT64_MIN;
  scan->others_n_bytes = UINT64_MAX;
  for (int i = 0; o && i < o->n; i++)
    if (o->owned[i].peer == prt.rank)
      {
	scan->lo = o->owned[i].at;
	scan->n_bytes = (uint64_t) (o->owned[i].end - o->owned[i].at);
      }
}

bool
prt_scan_begin (struct prt_deposits *d, const struct prt_layer *layer)
{
  if (prt.procs > layer->desc->scans || prt.checking)
    return false;
  prt_receive_begin (d);
  for (int s = 0; s < d->n_sites; s++)
    {
      int64_t lo, hi;
      const struct prt_owners *o = d->site[s].owners;
      if (!pieces_p (o, &lo, &hi))
	return false;
      set_scan (&d->scans[s], o, lo, hi);
    }
  return true;
}

/* This process has something of what may be deposited.  */

static bool
has_something_p (const struct prt_deposits *d)
{
  bool has = prt.rank == 0;
  for (int s = 0; s < d->n_sites; s++)
    has |= d->scans[s].n_bytes > 0;
  return has;
}

void
prt_scan_run (struct prt_region *region, const struct prt_call *call)
{
  struct prt_deposits *d = region->deposits;
  const struct pram_layer *desc = call->layer->desc;
  d->log.scans = d->scans;
  if (has_something_p (d))
    prt_run_units (call, desc->unit_lo, desc->unit_hi);
  d->log.scans = NULL;
  for (int s = 0; s < d->n_sites; s++)
    if (d->scans[s].least <= d->scans[s].most)
      {
	d->site[s].lo = d->scans[s].least;
	d->site[s].hi = d->scans[s].most + 1;
      }
  prt_receive_check (region);
  prt.tally.scans++;
}
