/* inspect.c: find what processes read where data choose, and bring it.

   SPDX-License-Identifier: Apache-2.0

   Before anything else the driver calls inspectors (PRAM_inspect), which mark the
   elements that this process reads.  Of an array that the region doesn't write
   they then come from rank 0.  Others are offered again and again by layers
   without code (PRAM_LAYER_OFFER): who asks whom for which elements is agreed
   here, once, and then only values travel.  What nobody offers is never written,
   and comes from rank 0 as well.  (Inspector and executor: Saltz, Mirchandaney,
   Crowley, Run-time parallelization and scheduling of loops, 1991.)

   Arrays that are exchanged share their marks: which one of them a name stands
   for changes, the elements that are read by it don't.

   How far an array reaches only its owner knows; what can be read of it at all is
   the variable, or the stretch of memory around the pointer.  Workers reserve as
   much.  What is read is compared with what is written, of all arrays, when it is
   known: if two of them overlap the region has been entered in vain.

   What was found is used again as long as what it depends on stays the same
   (kept.c); inspectors then aren't called.

   Invariant: all processes call PRAM_inspected in the same order.  */

#include "prt.h"

struct prt_inspection
{
  struct pram_arg *args;	/* with what may be read of them */
  int64_t *pitch;		/* 0, or so far rows are apart of which data choose
				   columns, and between which there is something else */
  struct prt_marks *marks;	/* by argument */
  void **leaves;		/* for inspectors */
  int64_t n_found;		/* reads that they have noted */
  struct prt_weights *weights;	/* of the first round, while it is under way */
  bool shared;			/* in this entry units were shared out anew, … */
  bool anew;			/* … just now: the driver begins anew */
  int64_t *starts;		/* null, or as in the region: from then on */
  bool vain;
  int overlap[2];		/* arguments that do */
  struct prt_wanted *wanted;	/* by layer */
  struct prt_kept *kept;	/* lists of former entries, … */
  bool again;			/* … used in this one */
  void *const *values;		/* rank 0: by argument */
};

bool
prt_inspects_p (const struct pram_region *desc)
{
  bool inspects = false;
  for (int i = 0; i < desc->n_args; i++)
    inspects |= desc->args[i].inspected != 0;
  return inspects;
}

const struct pram_arg *
prt_region_args (const struct prt_region *region)
{
  return region->inspection ? region->inspection->args : region->desc->args;
}

int64_t
prt_region_pitch (const struct prt_region *region, int arg)
{
  return region->inspection ? region->inspection->pitch[arg] : 0;
}

const struct prt_wanted *
prt_wanted_of (const struct prt_region *region, int layer)
{
  return &region->inspection->wanted[layer];
}

/* --- How far arrays reach ------------------------------------------------- */

static struct prt_inspection *
inspection_of (struct prt_region *region)
{
  const struct pram_region *desc = region->desc;
  if (region->inspection || !prt_inspects_p (desc))
    return region->inspection;
  struct prt_inspection *in = region->inspection
    = prt_alloc (1, sizeof *in);
  in->args = prt_alloc (desc->n_args, sizeof *in->args);
  memcpy (in->args, desc->args, desc->n_args * sizeof *in->args);
  in->pitch = prt_alloc (desc->n_args, sizeof *in->pitch);
  in->marks = prt_alloc (desc->n_args, sizeof *in->marks);
  in->leaves = prt_alloc (PRAM_MARKS * desc->n_args + 1, sizeof *in->leaves);
  in->leaves[PRAM_MARKS * desc->n_args] = &in->n_found;
  in->wanted = prt_alloc (desc->n_layers, sizeof *in->wanted);
  in->kept = prt_kept_new (desc->n_args);
  for (int l = 0; l < desc->n_layers; l++)
    {
      in->wanted[l].send = prt_alloc (prt.all_procs, sizeof *in->wanted->send);
      in->wanted[l].recv = prt_alloc (prt.all_procs, sizeof *in->wanted->recv);
    }
  return in;
}

/* What may be read of ARG, which is at BASE, bytes relative to that.  */

static void
reach (const struct pram_arg *arg, const void *base, int64_t *lo, int64_t *hi)
{
  *lo = 0;
  *hi = arg->object;
  if (!arg->object)
    prt_reach_around (base, base, lo, hi);
}

void
prt_inspection_reach (struct prt_region *region, int arg, int64_t lo,
		      int64_t hi, int64_t pitch)
{
  struct prt_inspection *in = inspection_of (region);
  if (!in)
    return;
  in->args[arg].lo = lo;
  in->args[arg].hi = hi;
  in->args[arg].object = 0;
  in->pitch[arg] = pitch;
}

/* On rank 0: find out how far the arrays at BASES, of REGION of SITE, reach.  Those
   that share marks reach as far as any.  */

void
prt_inspection_measure (const struct prt_site *site, struct prt_region *region,
			void *const *bases)
{
  const struct pram_region *desc = region->desc;
  struct prt_inspection *in = inspection_of (region);
  for (int c = 0; in && c < desc->n_args; c++)
    {
      int64_t lo = 0, hi = 0, pitch = 0;
      for (int i = 0; i < desc->n_args; i++)
	if (desc->args[i].inspected == c + 1)
	  {
	    int64_t from, to;
	    if (desc->args[i].pitch)
	      {
		prt_rows_reach (site, &desc->args[i], i, &from, &to);
		pitch = prt_rows_narrow_pitch (site, region, i);
	      }
	    else
	      reach (&desc->args[i], bases[i], &from, &to);
	    from = from < desc->args[i].lo ? from : desc->args[i].lo;
	    to = to > desc->args[i].hi ? to : desc->args[i].hi;
	    lo = from < lo ? from : lo;
	    hi = to > hi ? to : hi;
	  }
      for (int i = 0; i < desc->n_args; i++)
	if (desc->args[i].inspected == c + 1)
	  prt_inspection_reach (region, i, lo, hi, pitch);
    }
}

/* --- Arrays that are exchanged ------------------------------------------------ */

/* The region writes ARG, or an array with which it shares marks.  */

static bool
changed_p (const struct pram_region *desc, int arg)
{
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].inspected == desc->args[arg].inspected
	&& desc->args[i].written)
      return true;
  return false;
}

/* No argument behind ARG shares its marks.  */

static bool
last_p (const struct pram_region *desc, int arg)
{
  for (int i = arg + 1; i < desc->n_args; i++)
    if (desc->args[i].inspected == desc->args[arg].inspected)
      return false;
  return true;
}

/* --- From rank 0 ------------------------------------------------------------ */

/* Send the pieces WANTED, of N arrays, to PEER, or receive them from there.  A
   message of the numbers, and one of the pieces if there are any.  */

static void
send_pieces (const struct prt_pieces *wanted, int n, int peer)
{
  for (int i = 0; i < n; i++)
    {
      int64_t head[2] = { wanted[i].n, wanted[i].bytes };
      MPI_Send (head, 2, MPI_INT64_T, peer, PRT_TAG_INSPECT, prt.comm);
      if (wanted[i].n)
	MPI_Send (wanted[i].piece, 2 * wanted[i].n, MPI_INT64_T, peer,
		  PRT_TAG_INSPECT, prt.comm);
    }
}

static void
receive_pieces (struct prt_pieces *wanted, int n, int peer)
{
  for (int i = 0; i < n; i++)
    {
      int64_t head[2];
      MPI_Recv (head, 2, MPI_INT64_T, peer, PRT_TAG_INSPECT, prt.comm,
		MPI_STATUS_IGNORE);
      wanted[i] = (struct prt_pieces)
	{ (int) head[0], (int) head[0], head[1],
	  prt_alloc (head[0], sizeof *wanted->piece) };
      if (wanted[i].n)
	MPI_Recv (wanted[i].piece, 2 * wanted[i].n, MPI_INT64_T, peer,
		  PRT_TAG_INSPECT, prt.comm, MPI_STATUS_IGNORE);
    }
}

/* Rank 0: serve all others, and keep in KEPT what they want.  */

static void
serve (const struct pram_region *desc, struct prt_kept *kept,
       void *const *bases)
{
  struct prt_pieces *wanted = prt_alloc (desc->n_args, sizeof *wanted);
  for (int peer = 1; peer < prt.procs; peer++)
    {
      receive_pieces (wanted, desc->n_args, peer);
      for (int i = 0; i < desc->n_args; i++)
	{
	  prt_pieces_move (&wanted[i], bases[i], peer, true);
	  prt_kept_add (kept, peer, i, &wanted[i]);
	  prt_pieces_clear (&wanted[i]);
	}
    }
  free (wanted);
}

/* Others: get what is WANTED, by argument.  */

static void
fetch (struct prt_region *region, const struct prt_pieces *wanted,
       void *const *bases)
{
  const struct pram_region *desc = region->desc;
  send_pieces (wanted, desc->n_args, 0);
  for (int i = 0; i < desc->n_args; i++)
    {
      prt_pieces_move (&wanted[i], bases[i], 0, false);
      if (prt.stats)
	prt_hold_pieces (region, &wanted[i], bases[i]);
    }
}

/* Bring what is read and nobody offers; CHANGED: of arrays that the region
   writes, else of the others, whose marks are then forgotten.  */

static void
bring (struct prt_region *region, bool changed)
{
  const struct pram_region *desc = region->desc;
  struct prt_inspection *in = region->inspection;
  struct prt_pieces *wanted = prt_alloc (desc->n_args, sizeof *wanted);
  for (int i = 0; i < desc->n_args; i++)
    {
      int c = desc->args[i].inspected - 1;
      if (c < 0 || changed_p (desc, i) != changed)
	continue;
      prt_marks_collect (&in->marks[c], desc->args[i].element,
		      !changed && last_p (desc, i), &wanted[i]);
    }
  if (prt.rank == 0)
    serve (desc, in->kept, region->inspected_bases);
  else
    fetch (region, wanted, region->inspected_bases);
  for (int i = 0; i < desc->n_args; i++)
    {
      prt_kept_add (in->kept, prt.rank, i, &wanted[i]);
      prt_pieces_clear (&wanted[i]);
    }
  free (wanted);
}

/* --- Offers ----------------------------------------------------------------- */

struct choosing
{
  struct prt_marks *marks;
  int64_t element;
  struct prt_pieces *pieces;	/* null: this process has them itself */
};

/* Somebody has the elements FIRST, FIRST + STRIDE, …: choose what is read.  */

static void
choose (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct choosing *c = data;
  struct prt_marks *m = c->marks;
  for (int64_t i = 0; i < count; i++)
    {
      int64_t at = first + i * stride;
      int64_t k = prt_floor_div (at, c->element) - m->first;
      int64_t page = k >> PRAM_PAGE_BITS;
      if (!m->page[page])
	{
	  /* The next one of another page.  */
	  int64_t left = stride > 0 ? ((page + 1) << PRAM_PAGE_BITS) - k
				    : k - (page << PRAM_PAGE_BITS) + 1;
	  int64_t step = (stride > 0 ? stride : -stride) / c->element;
	  i += step ? (left + step - 1) / step - 1 : 0;
	  continue;
	}
      if (!m->mark[k])
	continue;
      m->mark[k] = PRT_OFFERED;
      m->lo = at < m->lo ? at : m->lo;
      m->hi = at + c->element > m->hi ? at + c->element : m->hi;
      if (c->pieces)
	prt_pieces_add (c->pieces, at, c->element);
    }
}

/* Find what this process wants of what LAYER offers, from each.  */

static void
find_wanted (struct prt_region *region, int layer)
{
  const struct pram_region *desc = region->desc;
  const struct pram_layer *offer = &desc->layers[layer];
  struct prt_inspection *in = region->inspection;
  struct prt_pieces *recv = in->wanted[layer].recv;
  int c = desc->args[offer->offered].inspected - 1;
  for (int peer = 0; peer < prt.procs; peer++)
    {
      struct choosing choosing = { &in->marks[c], desc->args[c].element,
				   peer == prt.rank ? NULL : &recv[peer] };
      struct prt_env env;
      prt_pieces_clear (&recv[peer]);
      prt_env_set (&env, region, peer, prt.rank);
      if (offer->n_transfers)
	prt_units_visit (desc->code + offer->transfers[0].set, &env, choose,
			 &choosing);
    }
}

/* Tell the others what is wanted of LAYER's offer, and hear what they want.  In
   turns, in each of which all processes are in pairs or idle.  */

static void
agree (struct prt_region *region, int layer)
{
  struct prt_wanted *w = &region->inspection->wanted[layer];
  for (int turn = 1; turn < prt.procs; turn++)
    {
      int to = (prt.rank + turn) % prt.procs;
      int from = (prt.rank - turn + prt.procs) % prt.procs;
      int64_t mine[2] = { w->recv[to].n, w->recv[to].bytes }, theirs[2];
      MPI_Sendrecv (mine, 2, MPI_INT64_T, to, PRT_TAG_INSPECT, theirs, 2,
		    MPI_INT64_T, from, PRT_TAG_INSPECT, prt.comm,
		    MPI_STATUS_IGNORE);
      struct prt_pieces *send = &w->send[from];
      prt_pieces_clear (send);
      *send = (struct prt_pieces)
	{ (int) theirs[0], (int) theirs[0], theirs[1],
	  prt_alloc (theirs[0], sizeof *send->piece) };
      MPI_Sendrecv (w->recv[to].piece, 2 * w->recv[to].n, MPI_INT64_T, to,
		    PRT_TAG_INSPECT, send->piece, 2 * send->n, MPI_INT64_T,
		    from, PRT_TAG_INSPECT, prt.comm, MPI_STATUS_IGNORE);
    }
}

static void
settle_offers (struct prt_region *region)
{
  for (int l = 0; l < region->desc->n_layers; l++)
    if (region->desc->layers[l].flags & PRAM_LAYER_OFFER)
      {
	prt_rounds_free (&region->layer[l].rounds);
	region->layer[l].rounds = (struct prt_rounds) { .n = 0 };
	find_wanted (region, l);
	agree (region, l);
      }
}

/* --- Overlaps ------------------------------------------------------------- */

/* Rows of an array that some process reads, as BEYOND says by argument, aren't where
   they are looked for: that is both of INSPECTION's OVERLAP.  */

static bool
elsewhere_p (struct prt_region *region, const int64_t *beyond)
{
  for (int i = 0; i < region->desc->n_args; i++)
    if (beyond[i])
      {
	region->inspection->overlap[0] = region->inspection->overlap[1] = i;
	return true;
      }
  return false;
}

/* Something of argument I that data choose lies from LO to HI - 1, as far as is known: of
   what the region writes anything may.  */

static bool
read_p (const struct prt_region *region, int i, uintptr_t lo, uintptr_t hi)
{
  uintptr_t base = (uintptr_t) region->inspected_bases[i];
  return (changed_p (region->desc, i)
	  || prt_kept_given_p (region->inspection->kept, i, (intptr_t) (lo - base),
			       (intptr_t) (hi - base)));
}

/* Of an array whose rows may lie anywhere (row-places.c) some process wants what can't be
   reached.  What is wanted next may depend on it.  */

static bool
lost_p (struct prt_region *region)
{
  const struct pram_region *desc = region->desc;
  int n = desc->n_args, placed = 0;
  int *beyond = prt_alloc (n, sizeof *beyond);
  for (int i = 0; i < n; i++)
    if (desc->args[i].places)
      {
	int c = desc->args[i].inspected - 1;
	beyond[i] = c >= 0 && prt_marks_beyond_p (&region->inspection->marks[c]);
	placed++;
      }
  if (placed)
    MPI_Allreduce (MPI_IN_PLACE, beyond, n, MPI_INT, MPI_MAX, prt.comm);
  bool lost = false;
  for (int i = 0; i < n && !lost; i++)
    if ((lost = beyond[i]))
      region->inspection->overlap[0] = region->inspection->overlap[1] = i;
  free (beyond);
  return lost;
}

/* Two arrays overlap, as is known now: those of INSPECTION's OVERLAP.  LO, HI:
   what is read of each where data choose, among which others may lie.  */

static bool
overlap_p (struct prt_region *region, const int64_t *lo, const int64_t *hi)
{
  const struct pram_region *desc = region->desc;
  for (int i = 0; i < desc->n_args; i++)
    for (int k = 0; k < desc->n_args; k++)
      {
	const struct pram_arg *a = &desc->args[i], *b = &desc->args[k];
	int c = a->inspected - 1, d = b->inspected - 1;
	if (c < 0 || i == k || !prt_array_p (b) || !(a->written || b->written)
	    || lo[c] >= hi[c]
	    || (region->inspection->pitch[i]
		&& prt_rows_beside_p (desc->site->runtime, region, i, k)))
	  continue;
	int64_t from = b->lo, to = b->hi;
	if (d >= 0 && lo[d] < hi[d])
	  {
	    from = from < to && from < lo[d] ? from : lo[d];
	    to = from < to && to > hi[d] ? to : hi[d];
	  }
	uintptr_t p = (uintptr_t) region->inspected_bases[i];
	uintptr_t q = (uintptr_t) region->inspected_bases[k];
	if (from < to && p + lo[c] < q + to && q + from < p + hi[c]
	    && read_p (region, i, q + from, q + to)
	    && ((b->lo < b->hi && p + lo[c] < q + b->hi && q + b->lo < p + hi[c])
		|| read_p (region, k, p + lo[c], p + hi[c])))
	  {
	    region->inspection->overlap[0] = i;
	    region->inspection->overlap[1] = k;
	    return true;
	  }
      }
  return false;
}

/* Rank 0 compares what all processes read.  Is the entry in vain?  */

static bool
vain_p (struct prt_region *region)
{
  int n = region->desc->n_args;
  int64_t *mine = prt_alloc (3 * n, sizeof *mine);
  int64_t *all = prt_alloc (3 * n, sizeof *all);
  for (int i = 0; i < n; i++)
    {
      const struct prt_marks *m = &region->inspection->marks[i];
      bool some = region->desc->args[i].inspected == i + 1 && m->lo < m->hi;
      mine[i] = some ? m->lo : INT64_MAX;
      mine[n + i] = some ? -m->hi : INT64_MAX;
      mine[2 * n + i] = -prt_marks_beyond_p (m);
    }
  MPI_Reduce (mine, all, 3 * n, MPI_INT64_T, MPI_MIN, 0, prt.comm);
  for (int i = 0; i < n; i++)
    all[n + i] = all[i] == INT64_MAX ? INT64_MIN : -all[n + i];
  int vain = prt.rank == 0 && (elsewhere_p (region, all + 2 * n)
			       || overlap_p (region, all, all + n));
  MPI_Bcast (&vain, 1, MPI_INT, 0, prt.comm);
  free (mine);
  free (all);
  return vain;
}

/* --- Entries -------------------------------------------------------------- */

/* On rank 0, before an entry of REGION: are the lists of a former one used
   again?  */

bool
prt_inspection_kept_p (struct prt_region *region, void *const *args,
		       void *const *bases)
{
  struct prt_inspection *in = inspection_of (region);
  bool kept = in && prt_kept_p (in->kept, region->desc, in->args, args, bases);
  prt_inspection_again (region, kept);
  return kept;
}

/* The next entry of REGION uses such lists AGAIN, or not.  */

void
prt_inspection_again (struct prt_region *region, bool again)
{
  struct prt_inspection *in = inspection_of (region);
  if (in)
    in->again = again;
}

/* REGION's driver is about to be called.  ARGS, BASES: by argument.  */

void
prt_inspection_begin (struct prt_region *region, void *const *args,
		      void *const *bases)
{
  struct prt_inspection *in = inspection_of (region);
  if (!in)
    return;
  in->vain = in->anew = false;
  in->values = args;
  region->inspected_bases = bases;
  if (in->again)
    return;
  if (prt.procs > 1 && !in->shared)
    in->weights = prt_weights_new ();
  prt_kept_forget (in->kept);
  for (int i = 0; prt.procs > 1 && i < region->desc->n_args; i++)
    if (region->desc->args[i].inspected == i + 1)
      prt_marks_make (&in->marks[i], &in->args[i], in->pitch[i],
		      in->leaves + PRAM_MARKS * i);
}

/* It has returned.  */

void
prt_inspection_end (struct prt_region *region)
{
  struct prt_inspection *in = region->inspection;
  if (!in)
    return;
  for (int i = 0; i < region->desc->n_args; i++)
    prt_marks_free (&in->marks[i]);
  free (in->weights);
  in->weights = NULL;
}

/* The driver of REGION has returned, for it to begin anew.  If so it has to be
   shared out as *STARTS says, which the caller owns.  */

bool
prt_inspection_anew_p (struct prt_region *region, int64_t **starts)
{
  struct prt_inspection *in = region->inspection;
  if (!in)
    return false;
  *starts = in->starts;
  in->starts = NULL;
  in->shared = in->anew;
  return in->anew;
}

/* Arguments A and B of REGION overlap: it has been entered in vain.  */

void
prt_inspection_give_up (struct prt_region *region, int a, int b)
{
  region->inspection->vain = true;
  region->inspection->overlap[0] = a;
  region->inspection->overlap[1] = b;
}

bool
prt_inspection_vain_p (const struct prt_region *region, int *a, int *b)
{
  const struct prt_inspection *in = region->inspection;
  if (!in || !in->vain)
    return false;
  *a = in->overlap[0];
  *b = in->overlap[1];
  return true;
}

void
prt_inspection_free (struct prt_region *region)
{
  struct prt_inspection *in = region->inspection;
  if (!in)
    return;
  for (int l = 0; l < region->desc->n_layers; l++)
    {
      for (int p = 0; p < prt.all_procs; p++)
	{
	  prt_pieces_clear (&in->wanted[l].send[p]);
	  prt_pieces_clear (&in->wanted[l].recv[p]);
	}
      free (in->wanted[l].send);
      free (in->wanted[l].recv);
    }
  prt_kept_free (in->kept);
  free (in->wanted);
  free (in->leaves);
  free (in->marks);
  free (in->args);
  free (in->pitch);
  free (in);
}

void
PRAM_inspect (int32_t number, pram_layer_fn fn, void *frame)
{
  struct prt_region *region = prt.current;
  const struct prt_layer *layer = &region->layer[number];
  struct prt_inspection *in = region->inspection;
  if (prt.procs == 1 || in->again)
    return;
  if (in->weights)
    prt_weights_run (in->weights, region, layer, fn, frame, in->leaves,
		     &in->n_found);
  else if (layer->own.lo < layer->own.hi)
    fn (frame, layer->own.lo, layer->own.hi, in->leaves);
}

/* The first round of REGION's inspectors is over: are units to be shared out
   anew?  */

static bool
share (struct prt_region *region)
{
  struct prt_inspection *in = region->inspection;
  if (in->weights)
    in->starts = prt_weights_share (in->weights, region);
  free (in->weights);
  in->weights = NULL;
  in->anew = in->starts != NULL;
  return in->anew;
}

/* The last round of REGION's inspectors is over.  */

static void
settle (struct prt_region *region)
{
  struct prt_inspection *in = region->inspection;
  settle_offers (region);
  bring (region, true);
  in->vain = vain_p (region);
  prt_inspection_end (region);
  prt_kept_made (in->kept, region->desc, in->args, in->values,
		 region->inspected_bases, in->vain);
}

int32_t
PRAM_inspected (int32_t last)
{
  struct prt_region *region = prt.current;
  struct prt_inspection *in = region->inspection;
  if (prt.procs == 1 || (in->again && !last))
    return 0;
  double since = prt.trace ? prt_now () : 0;
  prt_comm_begin ();
  if (share (region))
    ;
  else if (in->again)
    prt_kept_bring (in->kept, region, in->args, region->inspected_bases);
  else if (!(in->vain = lost_p (region)))
    bring (region, false);
  if (last && !in->again && !in->anew && !in->vain)
    settle (region);
  prt_comm_end ();
  prt.tally.inspections += last && !in->again && !in->anew;
  prt.tally.kept += last && in->again;
  prt.tally.shared += in->anew;
  if (prt.trace)
    prt_trace (PRT_INSPECT, 0, since);
  return in->vain || in->anew;
}
