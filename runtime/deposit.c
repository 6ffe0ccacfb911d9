/* deposit.c: writes of which data choose the element.

   SPDX-License-Identifier: Apache-2.0

     for (i) h[key[i]] += w[i];

   A layer's code doesn't do such a write but *deposits* it: it notes where it is
   and what it is computed with.  When a process's units are done all processes
   send what they have deposited to those that have claimed the elements, or, if
   nobody has, to rank 0; and these do the writes in the order of the serial
   program, as units are distributed in the order of iterations.  */

#include "deposit.h"

static struct prt_deposits *
deposits_of (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  if (!d)
    {
      int n = region->desc->n_layers;
      d = region->deposits = prt_alloc (1, sizeof *d);
      d->claims = prt_alloc (n, sizeof *d->claims);
    }
  return d;
}

bool
prt_deposits_p (const struct pram_region *desc)
{
  for (int l = 0; l < desc->n_layers; l++)
    if (desc->layers[l].flags & PRAM_LAYER_DEPOSITS)
      return true;
  return false;
}

void
prt_deposits_free (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  if (!d)
    return;
  prt_partials_free (d);
  free (d->claims);
  free (d->log.first);
  free (d);
}

void
PRAM_deposit_site (int32_t number, int32_t line, int32_t array, int32_t n_bytes,
		   int32_t element, int32_t how, pram_deposit_fn fn)
{
  struct prt_deposits *d = deposits_of (prt.current);
  d->site[number] = (struct prt_deposit_site) { .number = number, .array = array,
					.line = line, .n_bytes = n_bytes,
					.element = element, .how = how,
					.fn = fn };
  d->n_sites = number + 1;
  d->n_claims = 0;
}

void
PRAM_deposit_leads (int32_t number, int32_t n_kept, int32_t told,
		    pram_lead_fn lead)
{
  struct prt_deposits *d = prt.current->deposits;
  d->site[number].n_kept = n_kept;
  d->site[number].n_told = told ? d->site[number].element : 0;
  d->site[number].lead = lead;
}

/* --- Claims ---------------------------------------------------------------- */

/* LAYER claims elements of one of BASES, until its next run.  */

static void
claim (struct prt_region *region, struct prt_layer *layer, void *const *bases)
{
  struct prt_deposits *d = deposits_of (region);
  if (prt.procs == 1 || !layer->desc->n_transfers)
    return;
  void *base = bases[layer->desc->transfers[0].array];
  int k = 0;
  while (k < d->n_claims && d->claims[k].base != base)
    k++;
  d->claims[k] = (struct prt_claim) { base, prt_owners_of (region, layer) };
  if (k == d->n_claims)
    d->n_claims++;
}

/* In LAYER's run, which begins, sites are for what is among BASES.  */

static void
find_arrays (struct prt_deposits *d, const struct prt_layer *layer,
	     void *const *bases)
{
  int32_t flags = layer->desc->flags;
  for (int s = 0; s < d->n_sites; s++)
    {
      d->site[s].base = bases[d->site[s].array];
      d->site[s].undone = flags & (d->site[s].how & PRAM_SITE_LATE
				   ? PRAM_LAYER_LATE : PRAM_LAYER_SETTLES);
    }
  for (int s = 0; s < d->n_sites; s++)
    {
      d->site[s].deposited = false;
      for (int k = 0; k < d->n_sites; k++)
	d->site[s].deposited |= d->site[k].fn
				&& d->site[k].base == d->site[s].base;
    }
}

/* What a layer's code gets behind its leaves that runs N_UNITS: where to deposit;
   null: it writes itself.  */

static void *
log_for (struct prt_region *region, int64_t n_units)
{
  struct prt_deposits *d = deposits_of (region);
  d->log.next = d->log.first;
  prt_partials_begin (d, n_units);
  return prt.procs > 1 || prt.checking ? &d->log : NULL;
}

/* --- Writing ---------------------------------------------------------------- */

/* Rank 0: note which of the N words of deposits at P nobody has claimed.  */

static void
note_unclaimed (struct prt_deposits *d, const char *p, int64_t n)
{
  for (const char *end = p + 8 * n; p < end;)
    {
      int64_t at;
      struct prt_deposit_site *site = prt_deposit_site_of (d, p, &at);
      if (site->fn && prt_owner_at (site->owners, at) < 0)
	{
	  site->lo = at < site->lo ? at : site->lo;
	  site->hi = at >= site->hi ? at + 1 : site->hi;
	}
      p += site->n_bytes;
    }
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

/* Do what N words of deposits at P say; what they find goes to FOUND, answers to leaders
   to ANSWER.  */

static void
write_deposits (struct prt_deposits *d, const char *p, int64_t n,
		void *const *found, char *answer)
{
  for (const char *end = p + 8 * n; p < end;)
    {
      int64_t at;
      const struct prt_deposit_site *site = prt_deposit_site_of (d, p, &at);
      p += site->n_bytes;
      if (!site->fn)
	continue;
      if (prt.checking && prt_owner_at (site->owners, at) < 0)
	prt_check_keep (site->base, site->base + at, site->element,
			site->line);
      if (site->lead)
	memcpy (answer + 1, site->base + at, site->n_told);
      int32_t wrote = site->fn (site->base + at, p - site->n_bytes + 8, found);
      if (site->lead)
	{
	  *answer = (char) wrote;
	  answer += 1 + site->n_told;
	}
    }
}

/* Do the deposits IN, and combine PARTIALS, which have come; ANSWERS: what leaders
   have found.  */

static void
write_all (struct prt_region *region, struct prt_mail *in,
	   struct prt_mail *partials, void *const *found, struct prt_mail *answers)
{
  struct prt_deposits *d = region->deposits;
  for (int p = 0; prt.rank == 0 && p < prt.procs; p++)
    note_unclaimed (d, in->data[p], in->n[p]);
  prt_partials_note_unclaimed (d, partials);
  for (int s = 0; prt.rank == 0 && prt.procs > 1 && s < d->n_sites; s++)
    if (d->site[s].pending)
      check_overlap (region, &d->site[s]);
  for (int k = 0; k < prt.procs; k++)
    {
      int p = d->backwards ? prt.procs - 1 - k : k;
      write_deposits (d, in->data[p], in->n[p], found, answers->data[p]);
    }
  prt_partials_combine (d, partials);
}

/* Those are pending that are for the array at BASE, and late, or, if BASE is null,
   that are not late.  False: there are none such.  */

static bool
choose_pending (struct prt_deposits *d, const void *base)
{
  bool any = false;
  for (int s = 0; s < d->n_sites; s++)
    {
      struct prt_deposit_site *site = &d->site[s];
      bool late = site->how & PRAM_SITE_LATE;
      site->pending = site->undone && (base ? late && site->base == base : !late);
      any |= site->pending;
    }
  return any;
}

/* All processes have to do this for what is pending.  FOUND: as above.  */

static void
settle_pending (struct prt_region *region, void *const *found)
{
  struct prt_deposits *d = region->deposits;
  bool watched = false;
  for (int s = 0; s < d->n_sites; s++)
    {
      struct prt_deposit_site *site = &d->site[s];
      site->owners = NULL;
      site->lo = INT64_MAX;
      site->hi = INT64_MIN;
      watched |= site->pending && site->how & PRAM_SITE_WATCHED;
      for (int k = 0; k < d->n_claims; k++)
	if (d->claims[k].base == site->base)
	  site->owners = d->claims[k].owners;
    }
  struct prt_mail out = prt_log_sort (d), in = prt_mail_deliver (&out);
  struct prt_mail partials = prt_partials_deliver (d);
  if (watched)
    prt_watch (d, &in, d->backwards);
  struct prt_mail answers = prt_answers_new (d, &in);
  if (!prt_conflict_p (region))
    {
      write_all (region, &in, &partials, found, &answers);
      if (prt_leads_p (d))
	prt_answers_follow (d, &answers);
    }
  for (int s = 0; s < d->n_sites; s++)
    d->site[s].undone &= !d->site[s].pending;
  prt_mail_free (&out);
  prt_mail_free (&in);
  prt_mail_free (&partials);
  prt_mail_free (&answers);
}

/* The same, where some of it may lead the rest.  */

static void
settle (struct prt_region *region, void *const *found)
{
  struct prt_deposits *d = region->deposits;
  bool waits[PRAM_DEPOSIT_SITES];
  bool leads = prt_leads_p (d);
  for (int s = 0; s < d->n_sites; s++)
    {
      waits[s] = d->site[s].pending && leads && !(d->site[s].how & PRAM_SITE_FIRST);
      d->site[s].pending &= !waits[s];
    }
  settle_pending (region, found);
  for (int s = 0; s < d->n_sites; s++)
    d->site[s].pending = waits[s];
  if (leads && !prt_conflict_p (region))
    settle_pending (region, found);
}

/* Settle what is pending, as all processes do.  LAYER, which it is of, finds
   something, or is null.  */

static void
settle_all (struct prt_region *region, struct prt_layer *layer)
{
  prt_comm_begin ();
  void **found = layer ? prt_found_new (layer) : NULL;
  settle (region, found);
  if (found)
    prt_found_tell (region, layer, found);
  prt_comm_end ();
}

/* Run CALL, of a layer that deposits in arrays among BASES.  */

void
prt_deposits_run (struct prt_region *region, const struct prt_call *call,
		  void *const *bases)
{
  struct prt_layer *layer = call->layer;
  struct prt_deposits *d = deposits_of (region);
  int32_t flags = layer->desc->flags;
  layer->at[layer->n_reductions] = log_for (region, call->hi - call->lo);
  find_arrays (d, layer, bases);
  prt_run_units (call, call->lo, call->hi);
  if (!layer->at[layer->n_reductions])
    return;
  d->backwards = flags & PRAM_LAYER_BACKWARDS;
  if (choose_pending (d, NULL))
    settle_all (region, flags & PRAM_LAYER_FINDS ? layer : NULL);
}

/* LAYER claims elements of one of BASES, of which others may have been deposited
   late.  */

void
prt_deposits_claim (struct prt_region *region, struct prt_layer *layer,
		    void *const *bases)
{
  claim (region, layer, bases);
  const void *base = NULL;
  for (int k = 0; k < layer->desc->n_bases && !base; k++)
    base = bases[k];
  if (base && choose_pending (region->deposits, base))
    settle_all (region, NULL);
}
