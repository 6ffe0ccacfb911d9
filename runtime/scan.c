/* scan.c: deposits that each process finds by itself.

   SPDX-License-Identifier: Apache-2.0

     for (i) h[i * 2654435761u % m] += 0.5 * i;

   What is a function of the iteration alone needs no message: each process runs all
   units, and does those updates that are of its own elements (the guard
   transformation).  The code can tell these if they lie in one piece.  Rank 0, which has
   all that nobody has claimed, too, can if those of all others do; it deposits them, so
   that they are seen to as usual (receive.c), whenever its log is full.  */

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

/* SCAN is for what this process has of O; others than rank 0 have what is from LO to
   HI.  */

static void
set_scan (struct pram_scan *scan, const struct prt_owners *o, int64_t lo, int64_t hi)
{
  *scan = (struct pram_scan) { .others_lo = INT64_MIN, .others_n_bytes = UINT64_MAX };
  for (int i = 0; o && i < o->n; i++)
    if (o->owned[i].peer == prt.rank && !scan->n_bytes)
      {
	scan->lo = o->owned[i].at;
	scan->n_bytes = (uint64_t) (o->owned[i].end - o->owned[i].at);
      }
  if (prt.rank == 0)
    {
      scan->others_lo = lo;
      scan->others_n_bytes = (uint64_t) (hi - lo);
    }
}

bool
prt_scan_begin (struct prt_deposits *d, const struct prt_layer *layer)
{
  if (prt.procs > layer->desc->scans)
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
  prt_receive_own (region);
  d->log.scans = NULL;
  prt.tally.scans++;
}
