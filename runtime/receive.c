/* receive.c: what has been deposited is done by who has the elements.

   SPDX-License-Identifier: Apache-2.0  */

#include "deposit.h"

void
prt_receive_begin (struct prt_deposits *d)
{
  for (int s = 0; s < d->n_sites; s++)
    {
      struct prt_deposit_site *site = &d->site[s];
      site->owners = NULL;
      site->lo = INT64_MAX;
      site->hi = INT64_MIN;
      for (int k = 0; k < d->n_claims; k++)
	if (d->claims[k].base == site->base)
	  site->owners = d->claims[k].owners;
    }
}

/* What nobody has claimed of SITE's array, of REGION, must not be a row that is
   elsewhere.  */

static void
check_rows (const struct prt_region *region, const struct prt_deposit_site *site)
{
  const struct pram_region *desc = region->desc;
  int64_t lo, hi;
  int i = 0;
  while (i + 1 < desc->n_args && region->bases[i] != site->base)
    i++;
  if (!desc->args[i].pitch || site->lo >= site->hi)
    return;
  prt_rows_reach (desc->site->runtime, &desc->args[i], i, &lo, &hi);
  if (site->lo < lo || site->hi > hi)
    prt_fatal ("%s:%d: data choose rows of '%s' to write, and not all are equally "
	       "far apart: the region '%s' can't be distributed; allocate them "
	       "in one piece, or leave out its pragma",
	       desc->site->file, (int) desc->site->line, desc->args[i].name,
	       desc->site->name);
}

/* What nobody has claimed of SITE's array must not be another array's: those
   were compared with what is accessed by name alone.  */

static void
check_overlap (const struct prt_region *region,
	       const struct prt_deposit_site *site)
{
  const struct pram_region *desc = region->desc;
  for (int i = 0; i < desc->n_args; i++)
    {
      const struct pram_arg *arg = &desc->args[i];
      if (!prt_array_p (arg) || region->bases[i] == site->base
	  || site->lo >= site->hi)
	continue;
      const char *lo = (const char *) region->bases[i] + arg->lo;
      const char *hi = (const char *) region->bases[i] + arg->hi;
      if (lo < hi && site->base + site->lo < hi && lo < site->base + site->hi)
	prt_fatal ("%s:%d: elements that data choose are written between the "
		   "addresses %p and %p, where the array '%s' is, too: the "
		   "region '%s' can't be distributed; leave out its pragma",
		   desc->site->file, (int) desc->site->line,
		   (void *) (site->base + site->lo),
		   (void *) (site->base + site->hi), arg->name,
		   desc->site->name);
    }
}

void
prt_receive_check (const struct prt_region *region)
{
  const struct prt_deposits *d = region->deposits;
  for (int s = 0; prt.rank == 0 && prt.procs > 1 && s < d->n_sites; s++)
    {
      check_rows (region, &d->site[s]);
      check_overlap (region, &d->site[s]);
    }
}

/* Nobody has claimed SITE's element at AT, which is written on rank 0.  */

static void
note_unclaimed (struct prt_deposit_site *site, int64_t at)
{
  site->lo = at < site->lo ? at : site->lo;
  site->hi = at >= site->hi ? at + 1 : site->hi;
  if (prt.checking)
    prt_check_keep (site->base, site->base + at, site->element, site->line);
}

void
prt_receive (struct prt_deposits *d, const char *p, int64_t n, char *answer)
{
  for (const char *end = p + 8 * n; p < end;)
    {
      int64_t at;
      struct prt_deposit_site *site = prt_deposit_site_of (d, p, &at);
      const char *values = p + 8;
      p += site->n_bytes;
      if (!site->fn)
	continue;
      if (prt.rank == 0 && prt_owner_at (site->owners, at) < 0)
	note_unclaimed (site, at);
      if (site->lead)
	memcpy (answer + 1, site->base + at, site->n_told);
      int32_t done = site->fn (site->base + at, values, d->found);
      if (site->lead)
	{
	  *answer = (char) done;
	  answer += 1 + site->n_told;
	}
    }
}

void
prt_receive_own (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  prt_receive (d, d->log.first, (d->log.next - d->log.first) / 8, NULL);
  prt_receive_check (region);
  d->log.next = d->log.first;
}
