/* lead.c: deposits that wait for what others find.

   SPDX-License-Identifier: Apache-2.0

     if (level[w] < 0) { level[w] = d + 1; parent[w] = v; }

   Whether level[w] is stored is known where it is, when that deposit is done.  Who has
   it may not have parent[w]: so he answers, with a byte a record and perhaps what the
   element was (at = next[k]++; sorted[at] = i;), and who has made the deposit goes through his log once more.  Where the answer is yes he makes the
   deposits that are led; the others he strikes out.  What hasn't been pending stays
   between them, so that the log is in the order of the serial program, and the order of
   the deposits of an element doesn't depend on who has what.  Few of the stores travel,
   as most of the tests of a search fail.

     if (level[w] < 0) { level[w] = d + 1; next[n++] = w; }
     if (--before[w] == 0) next[n++] = w;

   What is led may want to know how often something has been found before: each process
   counts its own, and hears of those that come before it.  */

#include "deposit.h"

bool
prt_leads_p (const struct prt_deposits *d)
{
  for (int s = 0; s < d->n_sites; s++)
    if (d->site[s].pending && d->site[s].lead)
      return true;
  return false;
}

bool
prt_counted_p (const struct prt_deposits *d)
{
  for (int s = 0; s < d->n_sites; s++)
    if (d->site[s].counted)
      return true;
  return false;
}

void
prt_leads_first (struct prt_region *region, void (*settle) (struct prt_region *))
{
  struct prt_deposits *d = region->deposits;
  bool waits[PRAM_DEPOSIT_SITES];
  bool leads = prt_leads_p (d);
  for (int s = 0; s < d->n_sites; s++)
    {
      waits[s] = d->site[s].pending && leads && !(d->site[s].how & PRAM_SITE_FIRST);
      d->site[s].pending &= !waits[s];
    }
  settle (region);
  for (int s = 0; s < d->n_sites; s++)
    d->site[s].pending = waits[s];
  if (leads && !prt_conflict_p (region))
    settle (region);
}

int64_t
prt_answers_words (struct prt_deposits *d, const char *p, int64_t n)
{
  int64_t n_bytes = 0, at;
  for (const char *end = p + 8 * n; p < end;)
    {
      const struct prt_deposit_site *site = prt_deposit_site_of (d, p, &at);
      n_bytes += site->lead ? 1 + site->n_told : 0;
      p += site->n_bytes;
    }
  return (n_bytes + 7) / 8;
}

struct prt_mail
prt_answers_new (struct prt_deposits *d, const struct prt_mail *in)
{
  struct prt_mail answers = prt_mail_new ();
  for (int p = 0; p < prt.procs && prt_leads_p (d); p++)
    {
      answers.n[p] = prt_answers_words (d, in->data[p], in->n[p]);
      answers.data[p] = prt_alloc (answers.n[p], 8);
    }
  return answers;
}

/* The record at P stays in LOG: N_BYTES.  */

static void
keep (struct pram_log *log, const char *p, int n_bytes)
{
  if (log->next + n_bytes > log->end)
    prt_log_widen (log, n_bytes, UINT64_MAX);
  memcpy (log->next, p, n_bytes);
  log->next += n_bytes;
}

/* The next answer for SITE at *NEXT, which is moved on: PRAM_DEPOSIT_… .  OLD: what is
   told.  */

static int
answer (const struct prt_deposit_site *site, const char **next, union prt_value *old)
{
  int done = **next;
  memcpy (old, *next + 1, site->n_told);
  *next += 1 + site->n_told;
  return done;
}

/* SITE counts that DONE has been.  */

static bool
counts (const struct prt_deposit_site *site, int done)
{
  return site->counted && done & PRAM_DEPOSIT_FINDS;
}

/* How often what is counted in D's log has happened, as the answers IN say.  */

static int64_t
count (struct prt_deposits *d, const struct prt_mail *in)
{
  const char **next = prt_alloc (prt.procs, sizeof *next);
  memcpy (next, in->data, prt.procs * sizeof *next);
  union prt_value old;
  int64_t n = 0, at;
  int n_bytes;
  for (const char *p = d->log.first; p < d->log.next; p += n_bytes)
    {
      const struct prt_deposit_site *site = prt_deposit_site_of (d, p, &at);
      n_bytes = site->n_bytes + site->n_kept;
      if (site->pending && site->lead)
	n += counts (site, answer (site, &next[prt_deposit_receiver (site, at)], &old));
    }
  free (next);
  return n;
}

/* … in all that comes before what is in this process's log.  */

static int64_t
count_before (struct prt_deposits *d, const struct prt_mail *in)
{
  int64_t mine = count (d, in), before = 0;
  int64_t *all = prt_alloc (prt.procs, sizeof *all);
  if (prt.procs > 1)
    MPI_Allgather (&mine, 1, MPI_INT64_T, all, 1, MPI_INT64_T, prt.comm);
  for (int p = 0; p < prt.procs; p++)
    before += (d->backwards ? p > prt.rank : p < prt.rank) ? all[p] : 0;
  free (all);
  return before;
}

void
prt_answers_follow (struct prt_deposits *d, const struct prt_mail *in)
{
  const char **next = prt_alloc (prt.procs, sizeof *next);
  for (int p = 0; p < prt.procs; p++)
    next[p] = in->data[p];
  struct pram_log log = { .next = NULL };
  int64_t n = prt_counted_p (d) ? count_before (d, in) : 0;
  union prt_value old;
  int n_bytes;
  for (const char *p = d->log.first; p < d->log.next; p += n_bytes)
    {
      int64_t at;
      const struct prt_deposit_site *site = prt_deposit_site_of (d, p, &at);
      n_bytes = site->n_bytes + site->n_kept;
      if (!site->pending)
	keep (&log, p, n_bytes);
      else if (site->lead)
	{
	  int done = answer (site, &next[prt_deposit_receiver (site, at)], &old);
	  if (done)
	    site->lead (&log, p + 8, &old, n);
	  n += counts (site, done);
	}
    }
  free (d->log.first);
  d->log.first = log.first;
  d->log.next = log.next;
  d->log.end = log.end;
  free (next);
}
