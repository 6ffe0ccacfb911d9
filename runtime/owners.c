/* owners.c: which process has which elements that a layer offers, or claims.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"

/* Elements that PEER has are being found.  */
struct finding
{
  struct prt_owners *owners;
  int64_t element;
  int peer;
};

static void
add (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct finding *f = data;
  struct prt_owners *o = f->owners;
  for (int64_t i = 0; i < count; i++)
    {
      int64_t at = first + i * stride;
      struct prt_owned *last = o->n ? &o->owned[o->n - 1] : NULL;
      if (last && last->peer == f->peer && last->end == at)
	{
	  last->end += f->element;
	  continue;
	}
      if (o->n == o->room)
	{
	  o->room = 2 * o->room + 16;
	  o->owned = prt_grow (o->owned, o->room, sizeof *o->owned);
	}
      o->owned[o->n++] = (struct prt_owned) { at, at + f->element, f->peer };
    }
}

static int
compare (const void *a, const void *b)
{
  const struct prt_owned *x = a, *y = b;
  return (x->at > y->at) - (x->at < y->at);
}

/* Put those together that one process has in a row.  */

static void
merge (struct prt_owners *o)
{
  int n = 0;
  if (o->n)
    qsort (o->owned, o->n, sizeof *o->owned, compare);
  for (int i = 0; i < o->n; i++)
    if (n && o->owned[n - 1].peer == o->owned[i].peer
	&& o->owned[n - 1].end == o->owned[i].at)
      o->owned[n - 1].end = o->owned[i].end;
    else
      o->owned[n++] = o->owned[i];
  o->n = n;
}

/* Who has what of what LAYER, an offer or a claim, is about: the same whenever it
   runs.  */

const struct prt_owners *
prt_owners_of (const struct prt_region *region, struct prt_layer *layer)
{
  const struct pram_layer *desc = layer->desc;
  struct prt_owners *o = &layer->owners;
  if (o->known)
    return o;
  struct finding f = { o, region->desc->args[desc->offered].element, 0 };
  for (; f.peer < prt.procs && desc->n_transfers; f.peer++)
    {
      struct prt_env env;
      prt_env_set (&env, region, f.peer, prt.rank);
      prt_units_visit (region->desc->code + desc->transfers[0].set, &env, add,
		       &f);
    }
  merge (o);
  if (o->n)
    o->density = (((uint64_t) o->n << 32)
		  / (uint64_t) (o->owned[o->n - 1].end - o->owned[0].at));
  o->known = true;
  return o;
}

/* The one that has the byte AT in O if all had as much.  */

static const struct prt_owned *
guess (const struct prt_owners *o, int64_t at)
{
  uint64_t k = o->n ? ((uint64_t) (at - o->owned[0].at) * o->density) >> 32 : 0;
  const struct prt_owned *owned = &o->owned[k];
  return k < (uint64_t) o->n && at >= owned->at && at < owned->end ? owned : NULL;
}

/* Who of O, which may be null, has the byte AT; -1: nobody.  *END: the first byte
   behind it of which another answer is true.  */

int
prt_owner_until (const struct prt_owners *o, int64_t at, int64_t *end)
{
  int lo = 0, hi = o ? o->n : 0, n = hi;
  const struct prt_owned *guessed = o ? guess (o, at) : NULL;
  if (guessed)
    {
      *end = guessed->end;
      return guessed->peer;
    }
  while (lo < hi)
    {
      int mid = (lo + hi) / 2;
      if (at < o->owned[mid].at)
	hi = mid;
      else if (at >= o->owned[mid].end)
	lo = mid + 1;
      else
	{
	  *end = o->owned[mid].end;
	  return o->owned[mid].peer;
	}
    }
  *end = lo < n ? o->owned[lo].at : INT64_MAX;
  return -1;
}

int
prt_owner_at (const struct prt_owners *o, int64_t at)
{
  int64_t end;
  return prt_owner_until (o, at, &end);
}
