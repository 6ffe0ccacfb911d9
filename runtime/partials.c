/* partials.c: updates in any order, combined before they travel.

   SPDX-License-Identifier: Apache-2.0

     for (i) h[key[i]]++;

   A layer's code updates this process's partials of the elements (pram_log), which
   are there for the elements between the first and the last that it has met.  When
   its units are done those that are no identities go to who has the elements, and
   he combines them with these, once each.

   Invariant: outside of a layer's run all partials are identities.  */

#include "deposit.h"

/* A run of partials in a message: N_BYTES of the partials K from the byte AT of the
   array on.  They follow, up to a multiple of 8.  */
struct run
{
  int32_t k, unused;
  int64_t at, n_bytes;
};

/* As many elements in a row may travel in vain as take a head.  */
enum { IN_VAIN = sizeof (struct run) };

/* Partials take no more memory than this, or than a log would of an update a
   unit.  */
enum { MOST = 1 << 20, DEPOSIT = 16 };

void
PRAM_deposit_partials (int32_t k, int32_t site, int32_t op, int32_t type,
		       int32_t how)
{
  struct prt_deposits *d = prt.current->deposits;
  d->combined[k] = (struct prt_combined) { .site = site,
					   .one = prt_combine_of (op, type,
								  how) };
  prt_identity (op, type, how, &d->combined[k].identity);
  d->n_partials = k + 1;
}

void
prt_partials_free (struct prt_deposits *d)
{
  for (int k = 0; k < d->n_partials; k++)
    free (d->log.partials[k].at);
}

void
prt_partials_begin (struct prt_deposits *d, int64_t n_units)
{
  d->most = n_units * DEPOSIT > MOST ? n_units * DEPOSIT : MOST;
}

/* --- Growing ----------------------------------------------------------------- */

static int
element_of (const struct prt_deposits *d, int k)
{
  return d->site[d->combined[k].site].element;
}

static bool
identity_p (const struct prt_deposits *d, int k, const char *partial)
{
  const char *identity = d->combined[k].identity.bytes;
  switch (element_of (d, k))
    {
    case 4: return !memcmp (partial, identity, 4);
    case 8: return !memcmp (partial, identity, 8);
    default: return !memcmp (partial, identity, element_of (d, k));
    }
}

static void
fill (const struct prt_deposits *d, int k, char *at, int64_t n_bytes)
{
  int element = element_of (d, k);
  for (char *end = at + n_bytes; at < end; at += element)
    memcpy (at, d->combined[k].identity.bytes, element);
}

/* What P, with ELEMENTs, should cover so that it has the one at AT: twice as much,
   if MOST allows that.  */

static struct pram_partials
wider (const struct pram_partials *p, int64_t at, int element, uint64_t most)
{
  int64_t lo = p->lo, hi = lo + p->n_bytes;
  int64_t more = p->n_bytes ? (int64_t) p->n_bytes : (4096 / element) * element;
  if (!p->n_bytes)
    lo = at, hi = at + more;
  else if (at < lo)
    {
      lo = at < lo - more ? at : lo - more;
      if ((uint64_t) (hi - lo) > most)
	lo = at;
    }
  else
    {
      hi = at + element > hi + more ? at + element : hi + more;
      if ((uint64_t) (hi - lo) > most)
	hi = at + element;
    }
  return (struct pram_partials) { NULL, lo, hi - lo };
}

void *
PRAM_partials_grow (struct pram_log *log, int32_t k, int64_t at)
{
  struct prt_deposits *d = prt.current->deposits;
  struct pram_partials *p = &log->partials[k];
  int element = element_of (d, k);
  struct pram_partials more = wider (p, at, element, d->most);
  if (more.n_bytes > d->most || (at - more.lo) % element
      || (p->lo - more.lo) % element)
    return NULL;
  more.at = prt_alloc (more.n_bytes, 1);
  fill (d, k, more.at, more.n_bytes);
  if (p->n_bytes)
    memcpy (more.at + (p->lo - more.lo), p->at, p->n_bytes);
  free (p->at);
  *p = more;
  return p->at + (at - p->lo);
}

/* --- Packing ----------------------------------------------------------------- */

/* Tell process Q of the N_BYTES of partials K at AT.  */

static void
pack_run (struct prt_mail *out, int q, int k, const struct pram_partials *p,
	  int64_t at, int64_t n_bytes)
{
  struct run run = { k, 0, at, n_bytes };
  int64_t more = sizeof run + (n_bytes + 7) / 8 * 8;
  char *to = prt_mail_add (out, q, more / 8);
  memcpy (to, &run, sizeof run);
  memset (to + more - 8, 0, 8);
  memcpy (to + sizeof run, p->at + (at - p->lo), n_bytes);
}

/* The runs among partials K from AT to END - 1, all of which process Q gets.  */

static void
pack_stretch (struct prt_mail *out, struct prt_deposits *d, int q, int k,
	      int64_t at, int64_t end)
{
  const struct pram_partials *p = &d->log.partials[k];
  int element = element_of (d, k);
  int64_t first = at, last = at;	/* of the run */
  for (; at < end; at += element)
    if (!identity_p (d, k, p->at + (at - p->lo)))
      {
	if (first < last && at - last > IN_VAIN)
	  {
	    pack_run (out, q, k, p, first, last - first);
	    last = first;
	  }
	if (first == last)
	  first = at;
	last = at + element;
      }
  if (first < last)
    pack_run (out, q, k, p, first, last - first);
}

/* All partials K.  An element that two processes have parts of is nobody's.  */

static void
pack (struct prt_mail *out, struct prt_deposits *d, int k)
{
  struct pram_partials *p = &d->log.partials[k];
  const struct prt_owners *owners = d->site[d->combined[k].site].owners;
  int element = element_of (d, k);
  int64_t hi = p->lo + p->n_bytes, end;
  for (int64_t at = p->lo; at < hi; at = end)
    {
      int owner = prt_owner_until (owners, at, &end);
      end = end > hi ? hi : at + (end - at + element - 1) / element * element;
      pack_stretch (out, d, owner < 0 ? 0 : owner, k, at, end);
    }
  fill (d, k, p->at, p->n_bytes);
}

struct prt_mail
prt_partials_deliver (struct prt_deposits *d)
{
  struct prt_mail out = prt_mail_new ();
  bool some = false;
  for (int k = 0; k < d->n_partials; k++)
    if (d->site[d->combined[k].site].pending)
      {
	pack (&out, d, k);
	some = true;
      }
  struct prt_mail in = some ? prt_mail_deliver (&out) : prt_mail_new ();
  prt_mail_free (&out);
  return in;
}

/* --- Combining --------------------------------------------------------------- */

/* What is done with a RUN of partials for SITE's array.  */
typedef void visit_fn (struct prt_deposits *, struct prt_deposit_site *site,
		       const struct run *run, const char *partials);

/* Rank 0: note the elements of RUN if nobody has claimed them.  */

static void
note_unclaimed (struct prt_deposits *, struct prt_deposit_site *site,
		const struct run *run, const char *)
{
  if (prt_owner_at (site->owners, run->at) >= 0)
    return;
  int64_t end = run->at + run->n_bytes;
  site->lo = run->at < site->lo ? run->at : site->lo;
  site->hi = end > site->hi ? end : site->hi;
}

/* An identity changes nothing.  */

static void
combine (struct prt_deposits *d, struct prt_deposit_site *site, const struct run *run,
	 const char *partials)
{
  bool keep = prt.checking && prt_owner_at (site->owners, run->at) < 0;
  prt_combine_fn one = d->combined[run->k].one;
  char *to = site->base + run->at;
  for (int64_t i = 0; i < run->n_bytes; i += site->element)
    {
      if (keep)
	prt_check_keep (site->base, to + i, site->element, site->line);
      one (to + i, partials + i);
    }
}

/* All that has come.  */

static void
visit (struct prt_deposits *d, const struct prt_mail *in, visit_fn *fn)
{
  for (int q = 0; q < prt.procs; q++)
    for (const char *p = in->data[q], *end = p + 8 * in->n[q]; p < end;)
      {
	struct run run;
	memcpy (&run, p, sizeof run);
	p += sizeof run;
	fn (d, &d->site[d->combined[run.k].site], &run, p);
	p += (run.n_bytes + 7) / 8 * 8;
      }
}

void
prt_partials_note_unclaimed (struct prt_deposits *d, const struct prt_mail *in)
{
  if (prt.rank == 0)
    visit (d, in, note_unclaimed);
}

void
prt_partials_combine (struct prt_deposits *d, const struct prt_mail *in)
{
  visit (d, in, combine);
}
