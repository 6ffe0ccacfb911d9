/* deposit.c: writes of which data choose the element.

   SPDX-License-Identifier: Apache-2.0

     for (i) h[key[i]] += w[i];

   A layer's code doesn't do such a write but *deposits* it: it notes where it is
   and what it is computed with.  When a process's units are done all processes
   send what they have deposited to those that have claimed the elements, or, if
   nobody has, to rank 0; and these do the writes in the order of the serial
   program, as units are distributed in the order of iterations.  Or all processes run
   all units (scan.c).  */

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
PRAM_deposit_leads (int32_t number, int32_t n_kept, int32_t told, int32_t counted,
		    pram_lead_fn lead)
{
  struct prt_deposits *d = prt.current->deposits;
  d->site[number].n_kept = n_kept;
  d->site[number].n_told = told ? d->site[number].element : 0;
  d->site[number].counted = counted;
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
   null: it writes itself, which it can't if it doesn't count.  */

static void *
log_for (struct prt_region *region, int64_t n_units)
{
  struct prt_deposits *d = deposits_of (region);
  d->log.next = d->log.first;
  prt_partials_begin (d, n_units);
  return prt.procs > 1 || prt.checking || prt_counted_p (d) ? &d->log : NULL;
}

/* --- Settling --------------------------------------------------------------- */

/* Do the deposits IN, and combine PARTIALS, which have come; ANSWERS: what leaders
   have found.  */

static void
write_all (struct prt_region *region, struct prt_mail *in,
	   struct prt_mail *partials, struct prt_mail *answers)
{
  struct prt_deposits *d = region->deposits;
  for (int k = 0; k < prt.procs; k++)
    {
      int p = d->backwards ? prt.procs - 1 - k : k;
      prt_receive (d, in->data[p], in->n[p], answers->data[p]);
    }
  prt_partials_note_unclaimed (d, partials);
  prt_partials_combine (d, partials);
  prt_receive_check (region);
}

/* What leaders have found, ANSWERS, goes to who has made them.  */

static void
follow (struct prt_deposits *d, struct prt_mail *answers)
{
  struct prt_mail in = prt_mail_deliver (answers);
  prt_answers_follow (d, &in);
  prt_mail_free (&in);
}

/* All processes have to do this for what is pending.  */

static void
settle_pending (struct prt_region *region)
{
  struct prt_deposits *d = region->deposits;
  bool watched = false;
  for (int s = 0; s < d->n_sites; s++)
    watched |= d->site[s].pending && d->site[s].how & PRAM_SITE_WATCHED;
  prt_receive_begin (d);
  struct prt_mail out = prt_log_sort (d), in = prt_mail_deliver (&out);
  struct prt_mail partials = prt_partials_deliver (d);
  if (watched)
    prt_watch (d, &in, d->backwards);
  struct prt_mail answers = prt_answers_new (d, &in);
  if (!prt_conflict_p (region))
    {
      write_all (region, &in, &partials, &answers);
      if (prt_leads_p (d))
	follow (d, &answers);
    }
  for (int s = 0; s < d->n_sites; s++)
    d->site[s].undone &= !d->site[s].pending;
  prt_mail_free (&out);
  prt_mail_free (&in);
  prt_mail_free (&partials);
  prt_mail_free (&answers);
}

/* Settle what is pending, as all processes do.  */

static void
settle (struct prt_region *region)
{
  prt_comm_begin ();
  prt_leads_first (region, settle_pending);
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
  if (!layer->at[layer->n_reductions])
    {
      prt_run_units (call, call->lo, call->hi);
      return;
    }
  if (prt_scan_begin (d, layer))
    {
      prt_scan_run (region, call);
      return;
    }
  d->backwards = flags & PRAM_LAYER_BACKWARDS;
  d->found = flags & PRAM_LAYER_FINDS ? prt_found_new (layer) : NULL;
  prt_turns_begin (d, layer);
  prt_run_units (call, call->lo, call->hi);
  prt_turns_end (region);
  if (prt_log_choose (d, NULL))
    settle (region);
  if (d->found)
    prt_found_tell (region, layer, d->found);
  d->found = NULL;
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
  if (base && prt_log_choose (region->deposits, base))
    settle (region);
}
