/* choose.c: whether a region runs distributed or on rank 0 alone.

   SPDX-License-Identifier: Apache-2.0

   The bits are the same; what counts is time.  Of both *ways* to run a region
   there is an estimate, in seconds a unit, which is an iteration of the loop
   that the region counts, or the entry if it counts none: what entries have
   taken, those of late more than those of long ago, or, of a way that has not
   been tried, what is predicted (pram_forecast) for the network that was
   measured (network.c).  A prediction for the one way is corrected by what the
   other one has taken.  The smaller estimate wins; a figure that changes may
   change that.

   The first entry of a way also makes what the later ones find made, so what it
   took counts only while there is no other figure, and a way is tried in
   several entries that follow each other.  What is made for a distributed entry
   takes some time, learnt from all regions; a region is distributed first when
   by then that would have saved as much.  Now and then the other way is tried
   again, so that its figure is of late, too: when what this is expected to
   cost, with all that trials have cost before, is a small part of what the
   region has taken.

   Rank 0 decides before the workers hear of the entry.

   Example: alone 1 ms; 0.9 ms are predicted if it is distributed, and 0.5 ms to
   make that ready.  Five entries run alone, three distributed.  They take 0.6
   ms, so the others do so, too; rank 0 alone is tried again, for three entries
   that cost 1.2 ms more, as soon as that is 3 % of what the region has taken:
   after about 60 entries.  */

#include "prt.h"

/* The part of a region's time that trials may cost, at first, and after so many
   seconds: then less is new.  */
static const double early = 0.03, late = 0.005, first_seconds = 1;
/* What the trials of a region may cost in any case, s.  */
static const double allowed = 2e-3;
/* Changes for less are not worth it.  */
static const double margin = 0.97;
/* An entry that takes less is over before a message is, s.  */
static const double tiny = 2e-6;
/* One entry that takes longer is trial enough, s.  */
static const double lasting = 20e-3;
/* The weight of the last entry in a figure, and how many times the figure it
   may be at most: one entry that was disturbed says little.  */
static const double weight = 0.125, most = 4;

/* What it takes to make a region ready to be distributed, s: half of it as it
   was for the last one.  And what it is taken to be at most.  */
static double setup = 0.5e-3;
static const double most_setup = 5e-3;

enum
{
  TRIAL = 3,			/* entries */
  BETWEEN_TRIALS = 32,		/* entries at least */
  ASSUMED_ITERATIONS = 100	/* of a loop that has not run yet */
};

struct way
{
  int64_t entries;
  double first, mean;		/* s a unit */
};

enum { ALONE, DISTRIBUTED, WAYS };	/* alone at first */

struct prt_history
{
  struct way way[WAYS];
  double predicted[WAYS];	/* s a unit */
  double assumed;		/* units of an entry, before there was one */
  int64_t entries;
  double units;			/* of all entries */
  double seconds, lost;		/* in all, and by trials */
  int best;
  int trying, left;		/* the way that is tried, for so many entries */
  int64_t since_trial;		/* entries */
};

/* --- Predicting ---------------------------------------------------------- */

/* What is predicted for all processes: that of LOW, and a part W of what that
   of HIGH is more.  */
#define BETWEEN(member, low, high, w)					\
  least_0 ((1 - (w)) * (double) (low)->member + (w) * (double) (high)->member)

static double
least_0 (double x)
{
  return x > 0 ? x : 0;
}

struct expected
{
  double entry, iteration;	/* s, without messages */
  double entry_messages, iteration_messages;
  double entry_bytes, iteration_bytes;
};

/* Computing and bytes are shared by the processes, messages grow with their
   number.  */

static struct expected
expect (const struct pram_region *desc, int procs)
{
  const struct pram_forecast *low = desc->forecasts, *high;
  const struct pram_forecast *last = low + desc->n_forecasts - 1;
  while (low + 1 < last && low[1].procs <= procs)
    low++;
  high = low < last ? low + 1 : low;
  double p = procs, a = low->procs, b = high->procs;
  double more = a < b ? (p - a) / (b - a) : 0;
  double part = a < b ? (1 / a - 1 / p) / (1 / a - 1 / b) : 0;
  return (struct expected)
    { .entry = 1e-12 * BETWEEN (entry_computing, low, high, part),
      .iteration = 1e-12 * BETWEEN (iteration_computing, low, high, part),
      .entry_messages = 1e-3 * BETWEEN (entry_messages, low, high, more),
      .iteration_messages
	= 1e-3 * BETWEEN (iteration_messages, low, high, more),
      .entry_bytes = BETWEEN (entry_bytes, low, high, part),
      .iteration_bytes = BETWEEN (iteration_bytes, low, high, part) };
}

static double
units_of_entry (const struct prt_history *h)
{
  return h->entries ? h->units / (double) h->entries : h->assumed;
}

/* Seconds a unit, if an entry takes ENTRY and an iteration ITERATION.  */

static double
a_unit (const struct prt_region *region, double entry, double iteration)
{
  double units = units_of_entry (region->history);
  double iterations = region->desc->iterations >= 0 ? units
						     : ASSUMED_ITERATIONS;
  return (entry + iterations * iteration) / units;
}

static double
known (const struct way *w)
{
  return w->entries > 1 ? w->mean : w->first;
}

/* Does what H tells of take rank 0 less than any message?  */

static bool
tiny_p (const struct prt_history *h)
{
  const struct way *w = &h->way[ALONE];
  double a_unit = w->entries ? known (w) : h->predicted[ALONE];
  return a_unit * units_of_entry (h) < tiny;
}

static double
estimate (const struct prt_history *h, int way)
{
  return h->way[way].entries ? known (&h->way[way]) : h->predicted[way];
}

/* Does distributing H's entries save enough for a region that never was?  */

static bool
worth_setup_p (const struct prt_history *h)
{
  double saved = units_of_entry (h)
		 * (estimate (h, ALONE) - estimate (h, DISTRIBUTED));
  return (h->way[DISTRIBUTED].entries > 0
	  || saved * (double) (h->entries ? h->entries : 1) >= setup);
}

/* Some layer of DESC asks for, and deposits in, what it accesses by name as well:
   nobody predicts what that takes (elimination with pivoting took four times as
   long as on one process).  */

static bool
unpredicted_p (const struct pram_region *desc)
{
  for (int l = 0; l < desc->n_layers; l++)
    if (desc->layers[l].flags & PRAM_LAYER_LATE)
      return true;
  return false;
}

static void
predict (struct prt_region *region)
{
  struct prt_history *h = region->history;
  const struct way *w = h->way;
  struct expected one = expect (region->desc, 1);
  struct expected all = expect (region->desc, prt.all_procs);
  double alone = a_unit (region, one.entry, one.iteration), scale = 1;
  double computing = a_unit (region, all.entry, all.iteration);
  if (w[ALONE].entries > 1 && alone > 0)
    scale = w[ALONE].mean / alone;
  h->predicted[ALONE] = alone;
  h->predicted[DISTRIBUTED] = scale * computing;
  /* It doesn't pay even if messages take no time.  */
  if (tiny_p (h) || !worth_setup_p (h)
      || (unpredicted_p (region->desc) && !w[DISTRIBUTED].entries))
    {
      h->predicted[DISTRIBUTED] = __builtin_inf ();
      return;
    }
  struct prt_network n = prt_network ();
  double entry = all.entry_messages * n.message + all.entry_bytes * n.byte;
  double iteration = all.iteration_messages * n.message
		     + all.iteration_bytes * n.byte;
  double messages = a_unit (region, entry, iteration);
  h->predicted[DISTRIBUTED] += messages;
  /* No process computes more than all of it.  */
  if (w[DISTRIBUTED].entries > 1
      && h->predicted[ALONE] > prt.all_procs * w[DISTRIBUTED].mean)
    h->predicted[ALONE] = prt.all_procs * w[DISTRIBUTED].mean;
}

/* --- Deciding ------------------------------------------------------------ */

static void
try (struct prt_history *h, int way)
{
  double seconds = estimate (h, way) * units_of_entry (h);
  h->trying = way;
  h->left = seconds < lasting ? TRIAL : 1;
  h->since_trial = 0;
}

/* What trials may have cost H's region by now, s.  */

static double
budget (const struct prt_history *h)
{
  double more = h->seconds - first_seconds;
  return more > 0 ? early * first_seconds + late * more : early * h->seconds;
}

/* Is a trial of the way that is not the best one due?  */

static bool
trial_due_p (const struct prt_history *h)
{
  int other = !h->best;
  double cost = TRIAL * units_of_entry (h)
		* (estimate (h, other) - estimate (h, h->best));
  if (other == DISTRIBUTED && !h->way[other].entries)
    cost += setup;
  return (h->since_trial >= BETWEEN_TRIALS
	  && (other == ALONE || !tiny_p (h))
	  && h->lost + cost <= budget (h));
}

static void
decide (struct prt_region *region)
{
  struct prt_history *h = region->history;
  /* What is known of one way changes what is predicted for the other.  */
  if ((!h->way[ALONE].entries || !h->way[DISTRIBUTED].entries)
      && (h->entries < TRIAL * 4 || h->entries % BETWEEN_TRIALS == 0))
    predict (region);
  double alone = estimate (h, ALONE);
  double distributed = estimate (h, DISTRIBUTED);
  if (h->best == DISTRIBUTED ? alone < margin * distributed
      : distributed < margin * alone && worth_setup_p (h))
    h->best = !h->best;
  if (!h->way[h->best].entries)
    try (h, h->best);
  else if (trial_due_p (h))
    try (h, !h->best);
}

/* Does it depend on time where REGION runs?  Simulated time says nothing, and
   what is checked is what is distributed.  */

bool
prt_chosen_p (const struct prt_region *region)
{
  return (prt.mode == PRT_AUTO && prt.all_procs > 1
	  && region->desc->n_forecasts > 0 && !smpi_execute && !prt.check);
}

static struct prt_history *
history_new (const struct pram_region *desc)
{
  struct prt_history *h = prt_alloc (1, sizeof *h);
  bool counted = desc->iterations >= 0;
  h->assumed = counted && desc->forecasts->iteration_computing > 0
	       ? ASSUMED_ITERATIONS : 1;
  return h;
}

/* Where the entry of REGION that begins is to run.  */

enum prt_mode
prt_choose (struct prt_region *region)
{
  if (!region->history)
    region->history = history_new (region->desc);
  struct prt_history *h = region->history;
  if (!h->left)
    decide (region);
  int way = h->left ? h->trying : h->best;
  return way == ALONE ? PRT_ALONE : PRT_DISTRIBUTED;
}

/* --- Learning ------------------------------------------------------------ */

/* An entry took SECONDS a unit.  Of the first trial the quickest counts: the
   others were disturbed.  */

static void
add (struct way *w, double seconds)
{
  if (w->entries == 0)
    w->first = seconds;
  else if (w->entries == 1 || (w->entries < TRIAL && seconds < w->mean))
    w->mean = seconds;
  else if (w->entries >= TRIAL)
    w->mean += weight * ((seconds < most * w->mean ? seconds : most * w->mean)
			 - w->mean);
  w->entries++;
}

/* An entry of REGION in MODE, of so many ITERATIONS, has taken SECONDS.  */

void
prt_learn (struct prt_region *region, enum prt_mode mode, double seconds,
	   int64_t iterations)
{
  struct prt_history *h = region->history;
  int way = mode == PRT_ALONE ? ALONE : DISTRIBUTED;
  double units = iterations > 0 ? (double) iterations : 1;
  double surplus = seconds - units * estimate (h, way);
  if (way == DISTRIBUTED && !h->way[way].entries && surplus > 0)
    setup = (setup + (surplus < most_setup ? surplus : most_setup)) / 2;
  add (&h->way[way], seconds / units);
  h->entries++;
  h->units += units;
  h->seconds += seconds;
  h->since_trial++;
  if (!h->left)
    return;
  h->left--;
  double loss = seconds - units * estimate (h, !way);
  if (loss > 0)
    h->lost += loss;
  /* It may take any time distributed, but alone it is over soon.  */
  if (way == DISTRIBUTED && h->lost > allowed && h->lost > budget (h))
    h->left = 0;
}

/* What is known of REGION in MODE, seconds an entry; negative: nothing.  */

double
prt_predicted (const struct prt_region *region, enum prt_mode mode)
{
  const struct prt_history *h = region->history;
  int way = mode == PRT_ALONE ? ALONE : DISTRIBUTED;
  double seconds = h ? h->predicted[way] * units_of_entry (h) : -1;
  return seconds < 1e9 ? seconds : -1;
}

double
prt_measured (const struct prt_region *region, enum prt_mode mode)
{
  const struct prt_history *h = region->history;
  int way = mode == PRT_ALONE ? ALONE : DISTRIBUTED;
  return h && h->way[way].entries ? known (&h->way[way]) * units_of_entry (h)
				  : -1;
}

/* Why REGION ran alone.  */

const char *
prt_why_alone (const struct prt_region *region)
{
  const struct prt_history *h = region->history;
  if (prt.mode == PRT_ALONE)
    return "PRAM_MODE=alone";
  if (prt.all_procs == 1)
    return "there is one rank";
  return (h && h->way[DISTRIBUTED].entries ? "it was measured to be quicker"
	  : h ? "it is predicted to be quicker"
	  : "it can't be distributed from where it is entered");
}
