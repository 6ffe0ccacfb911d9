/* log.c: what a layer has noted for others to do.

   SPDX-License-Identifier: Apache-2.0

   A record is a word, the byte offset from the array's base pointer times
   PRAM_DEPOSIT_SITES, plus its site, the bytes of that site, which are sent, and those
   that are kept.  */

#include "deposit.h"

void
prt_log_widen (struct pram_log *log, int64_t n_bytes, uint64_t most)
{
  uint64_t used = log->next - log->first;
  uint64_t room = 2 * (used + n_bytes) + 65536;
  if (room > most && used + n_bytes <= most)
    room = most;
  log->first = prt_grow (log->first, (int64_t) room, 1);
  log->next = log->first + used;
  log->end = log->first + room;
}

bool
prt_log_choose (struct prt_deposits *d, const void *base)
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

int
prt_deposit_receiver (const struct prt_deposit_site *site, int64_t at)
{
  if (!site->deposited)
    return prt_watcher_of (at);
  int owner = prt_owner_at (site->owners, at);
  return owner >= 0 ? owner : 0;
}

struct prt_mail
prt_log_sort (struct prt_deposits *d)
{
  enum { SMALL = 16 };		/* most updates need one value */
  struct prt_mail mail = prt_mail_new ();
  int64_t at;
  struct prt_deposit_site *site;
  for (const char *p = d->log.first; p < d->log.next;
       p += site->n_bytes + site->n_kept)
    {
      site = prt_deposit_site_of (d, p, &at);
      if (!site->pending)
	continue;
      char *to = prt_mail_add (&mail, prt_deposit_receiver (site, at),
			       site->n_bytes / 8);
      if (site->n_bytes == SMALL)
	memcpy (to, p, SMALL);
      else
	memcpy (to, p, site->n_bytes);
    }
  return mail;
}
