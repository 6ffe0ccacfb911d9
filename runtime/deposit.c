/* deposit.c: writes of which data choose the element.

   SPDX-License-Identifier: Apache-2.0

     for (i) h[key[i]] += w[i];

   A layer's code doesn't do such a write but *deposits* it: it notes where it is
   and what it is computed with.  When a process's units are done all processes
   send what they have deposited to those that have claimed the elements, or, if
   nobody has, to rank 0; and these do the writes in the order of the serial
   program, as units are distributed in the order of iterations.

   A deposit is a word, the byte offset from the array's base pointer times
   PRAM_DEPOSIT_SITES, plus its site, and the bytes of that site.  */

#include "prt.h"

struct claim
{
  void *base;
  const struct prt_owners *owners;
};

struct site
{
  int array, line, n_bytes, element;
  pram_deposit_fn fn;
  /* In this layer's run: the array, who owns its elements (null: rank 0), and
     between which offsets there are deposits of what nobody has claimed.  */
  char *base;
  const struct prt_owners *owners;
  int64_t lo, hi;
};

struct prt_deposits
{
  struct pram_log log;
  char *first;			/* of the log */
  int n_sites, n_claims;
  struct site site[PRAM_DEPOSIT_SITES];
  struct claim *claims;		/* room for one a layer */
};

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
  free (d->claims);
  free (d->first);
  free (d);
}

void
PRAM_deposit_site (int32_t number, int32_t line, int32_t array, int32_t n_bytes,
		   int32_t element, pram_deposit_fn fn)
{
  struct prt_deposits *d = deposits_of (prt.current);
  d->site[number] = (struct site) { .array = array, .line = line,
				    .n_bytes = n_bytes, .element = element,
				    .fn = fn };
  d->n_sites = number + 1;
  d->n_claims = 0;
}

/* --- Claims ---------------------------------------------------------------- */

/* LAYER claims elements of one of BASES, until its next run.  */

void
prt_deposits_claim (struct prt_region *region, struct prt_layer *layer,
		    void *const *bases)
{
  struct prt_deposits *d = deposits_of (region);
  if (prt.procs == 1 || !layer->desc->n_transfers)
    return;
  void *base = bases[layer->desc->transfers[0].array];
  int k = 0;
  while (k < d->n_claims && d->claims[k].base != base)
    k++;
  d->claims[k] = (struct claim) { base, prt_owners_of (region, layer) };
  if (k == d->n_claims)
    d->n_claims++;
}

/* --- The log ---------------------------------------------------------------- */

char *
PRAM_log_grow (struct pram_log *log, int32_t n_bytes)
{
  struct prt_deposits *d = prt.current->deposits;
  size_t used = log->next - d->first;
  size_t room = 2 * (used + n_bytes) + 65536;
  d->first = prt_grow (d->first, room, 1);
  log->next = d->first + used;
  log->end = d->first + room;
  return log->next;
}

/* What a layer's code gets behind its leaves: where to deposit; null: it writes
   itself.  */

static void *
log_for (struct prt_region *region)
{
  struct prt_deposits *d = deposits_of (region);
  d->log.next = d->first;
  return prt.procs > 1 || prt.checking ? &d->log : NULL;
}

/* The site of DEPOSIT, which is for *AT.  */

static struct site *
site_of (struct prt_deposits *d, const char *deposit, int64_t *at)
{
  int64_t word;
  memcpy (&word, deposit, sizeof word);
  *at = prt_floor_div (word, PRAM_DEPOSIT_SITES);
  return &d->site[word - *at * PRAM_DEPOSIT_SITES];
}

/* --- Exchange --------------------------------------------------------------- */

/* Deposits for, or from, each process; in 64-bit words.  */
struct mail
{
  int64_t *n;
  char **data;
};

static struct mail
new_mail (void)
{
  return (struct mail) { prt_alloc (prt.procs, sizeof (int64_t)),
			 prt_alloc (prt.procs, sizeof (char *)) };
}

static void
free_mail (struct mail *mail)
{
  for (int p = 0; p < prt.procs; p++)
    free (mail->data[p]);
  free (mail->data);
  free (mail->n);
}

/* Whom the deposit of SITE at AT is for.  */

static int
receiver_of (const struct site *site, int64_t at)
{
  int owner = prt_owner_at (site->owners, at);
  return owner >= 0 ? owner : 0;
}

/* Sort what is in the log by who gets it.  */

static struct mail
sort_log (struct prt_deposits *d)
{
  struct mail mail = new_mail ();
  int64_t at;
  struct site *site;
  for (const char *p = d->first; p < d->log.next; p += site->n_bytes)
    {
      site = site_of (d, p, &at);
      mail.n[receiver_of (site, at)] += site->n_bytes / 8;
    }
  char **next = prt_alloc (prt.procs, sizeof *next);
  for (int q = 0; q < prt.procs; q++)
    next[q] = mail.data[q] = prt_alloc (mail.n[q], 8);
  for (const char *p = d->first; p < d->log.next; p += site->n_bytes)
    {
      site = site_of (d, p, &at);
      int q = receiver_of (site, at);
      memcpy (next[q], p, site->n_bytes);
      next[q] += site->n_bytes;
    }
  free (next);
  return mail;
}

/* Send OUT; what arrives.  In turns, in each of which all processes are in pairs
   or idle.  */

static struct mail
deliver (struct mail *out)
{
  struct mail in = new_mail ();
  in.n[prt.rank] = out->n[prt.rank];
  in.data[prt.rank] = out->data[prt.rank];
  out->data[prt.rank] = NULL;
  for (int turn = 1; turn < prt.procs; turn++)
    {
      int to = (prt.rank + turn) % prt.procs;
      int from = (prt.rank - turn + prt.procs) % prt.procs;
      MPI_Sendrecv (&out->n[to], 1, MPI_INT64_T, to, PRT_TAG_INSPECT,
		    &in.n[from], 1, MPI_INT64_T, from, PRT_TAG_INSPECT,
		    prt.comm, MPI_STATUS_IGNORE);
      in.data[from] = prt_alloc (in.n[from], 8);
      MPI_Request requests[2] = { MPI_REQUEST_NULL, MPI_REQUEST_NULL };
      if (in.n[from])
	MPI_Irecv (in.data[from], (int) in.n[from], MPI_INT64_T, from,
		   PRT_TAG_INSPECT, prt.comm, &requests[0]);
      if (out->n[to])
	MPI_Isend (out->data[to], (int) out->n[to], MPI_INT64_T, to,
		   PRT_TAG_INSPECT, prt.comm, &requests[1]);
      MPI_Waitall (2, requests, MPI_STATUSES_IGNORE);
      prt.tally.messages += 1 + (out->n[to] > 0);
      prt.tally.bytes += 8 * (1 + out->n[to]);
    }
  return in;
}

/* --- Writing ---------------------------------------------------------------- */

/* Rank 0: note which of the N words of deposits at P nobody has claimed.  */

static void
note_unclaimed (struct prt_deposits *d, const char *p, int64_t n)
{
  for (const char *end = p + 8 * n; p < end;)
    {
      int64_t at;
      struct site *site = site_of (d, p, &at);
      if (prt_owner_at (site->owners, at) < 0)
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
check_overlap (const struct prt_region *region, const struct site *site)
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

/* Do what N words of deposits at P say.  */

static void
write_deposits (struct prt_deposits *d, const char *p, int64_t n)
{
  for (const char *end = p + 8 * n; p < end;)
    {
      int64_t at;
      const struct site *site = site_of (d, p, &at);
      if (prt.checking && prt_owner_at (site->owners, at) < 0)
	prt_check_keep (site->base, site->base + at, site->element,
			site->line);
      site->fn (site->base + at, p + 8);
      p += site->n_bytes;
    }
}

/* All processes have to do this for a layer's deposits, which are in the log.
   BACKWARDS: processes have its iterations in descending order.  */

static void
settle (struct prt_region *region, void *const *bases, bool backwards)
{
  struct prt_deposits *d = region->deposits;
  for (int s = 0; s < d->n_sites; s++)
    {
      struct site *site = &d->site[s];
      site->base = bases[site->array];
      site->owners = NULL;
      site->lo = INT64_MAX;
      site->hi = INT64_MIN;
      for (int k = 0; k < d->n_claims; k++)
	if (d->claims[k].base == site->base)
	  site->owners = d->claims[k].owners;
    }
  struct mail out = sort_log (d), in = deliver (&out);
  for (int p = 0; prt.rank == 0 && p < prt.procs; p++)
    note_unclaimed (d, in.data[p], in.n[p]);
  for (int s = 0; prt.rank == 0 && prt.procs > 1 && s < d->n_sites; s++)
    check_overlap (region, &d->site[s]);
  for (int k = 0; k < prt.procs; k++)
    {
      int p = backwards ? prt.procs - 1 - k : k;
      write_deposits (d, in.data[p], in.n[p]);
    }
  free_mail (&out);
  free_mail (&in);
}

/* Run CALL, of a layer that deposits in arrays among BASES.  */

void
prt_deposits_run (struct prt_region *region, const struct prt_call *call,
		  void *const *bases)
{
  struct prt_layer *layer = call->layer;
  layer->at[layer->n_reductions] = log_for (region);
  prt_run_units (call, call->lo, call->hi);
  if (!layer->at[layer->n_reductions])
    return;
  prt_comm_begin ();
  settle (region, bases, layer->desc->flags & PRAM_LAYER_BACKWARDS);
  prt_comm_end ();
}
