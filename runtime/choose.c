/* choose.c: whether a region runs distributed, on rank 0 alone, or as it is written.

   SPDX-License-Identifier: Apache-2.0

   The bits are the same; what counts is time.  Of all *ways* to run a region
   there is an estimate, in seconds a unit, which is an iteration of the loop
   that the region counts, or the entry if it counts none: what entries have
   taken, those of late more than those of long ago, or, of a way that has not
   been tried, what is predicted (pram_forecast) for the network that was
   measured (network.c).  A prediction for the one way is corrected by what
   another one has taken.  The smallest estimate wins; a figure that changes may
   change that.

   On rank 0 the compiled form sweeps several loops at once, but calls the runtime
   in each of them: where a loop does less than such a call takes, the original
   statement is quicker.

   The first entry of a way also makes what the later ones find made, so what it
   took counts only while there is no other figure, and a way is tried in
   several entries that follow each other.  What is made for a distributed entry
   takes some time, learnt from all regions; a region is distributed first when
   by then that would have saved as much.  Now and then another way is tried
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
/* What a call of the runtime takes, s, and how many times what the compiled form
   computes in the original statement is taken to.  */
static const double call = 0.3e-6, statement = 1.5;
/* The same of a form that copies: how much of what, nobody knows.  */
static const double in_place = 0.9;
/* And what walks, which do what the layer does, and again where something isn't there.  */
static const double walking = 2.2;
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
  int64_t since;		/* entries since its last trial */
};

enum { WRITTEN, ALONE, DISTRIBUTED, WAYS };

static const enum prt_mode modes[WAYS] = { PRT_SERIAL, PRT_ALONE, PRT_DISTRIBUTED };

static int
way_of (enum prt_mode mode)
{
  int way = 0;
  while (modes[way] != mode)
    way++;
  return way;
}

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
  double entry, iteration;	/* s, without messages and calls */
  double entry_calls, iteration_calls;
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
      .entry_calls = 1e-3 * BETWEEN (entry_calls, low, high, more),
      .iteration_calls = 1e-3 * BETWEEN (iteration_calls, low, high, more),
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

static double
estimate (const struct prt_history *h, int way)
{
  return h->way[way].entries ? known (&h->way[way]) : h->predicted[way];
}

/* The quicker way to run on rank 0.  */

static int
better_alone (const struct prt_history *h)
{
  return estimate (h, WRITTEN) < estimate (h, ALONE) ? WRITTEN : ALONE;
}

/* Does what H tells of take rank 0 less than any message?  */

static bool
tiny_p (const struct prt_history *h)
{
  return estimate (h, better_alone (h)) * units_of_entry (h) < tiny;
}

/* Does distributing H's entries save enough for a region that never was?  */

static bool
worth_setup_p (const struct prt_history *h)
{
  double saved = units_of_entry (h)
		 * (estimate (h, better_alone (h)) - estimate (h, DISTRIBUTED));
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

/* Predict what REGION takes on rank 0.  The result: by what predicted computing is to
   be multiplied, as entries there have shown.  */

static double
predict_alone (const struct prt_region *region)
{
  struct prt_history *h = region->history;
  const struct way *w = h->way;
  struct expected one = expect (region->desc, 1);
  double computing = a_unit (region, one.entry, one.iteration), scale = 1;
  double written = region->desc->traits & PRAM_COPIES ? in_place : statement;
  double calls = call * a_unit (region, one.entry_calls, one.iteration_calls);
  if (w[ALONE].entries > 1 && computing > 0)
    scale = least_0 (w[ALONE].mean - calls) / computing;
  else if (w[WRITTEN].entries > 1 && computing > 0)
    scale = w[WRITTEN].mean / (written * computing);
  h->predicted[ALONE] = scale * computing + calls;
  h->predicted[WRITTEN] = (prt_same_bits_p (region->desc) ? written * scale * computing
			   : __builtin_inf ());
  return scale;
}

/* Predict what REGION takes on all processes, whose computing is SCALE times what is
   predicted for that.  */

static void
predict_distributed (const struct prt_region *region, double scale)
{
  struct prt_history *h = region->history;
  const struct way *w = h->way;
  struct expected all = expect (region->desc, prt.all_procs);
  double calls = call * a_unit (region, all.entry_calls, all.iteration_calls);
  double *predicted = &h->predicted[DISTRIBUTED];
  if (region->desc->traits & PRAM_WALKS)
    scale *= walking;
  *predicted = scale * a_unit (region, all.entry, all.iteration) + calls;
  /* It doesn't pay even if messages take no time.  */
  if (prt.all_procs == 1 || tiny_p (h) || !worth_setup_p (h)
      || (unpredicted_p (region->desc) && !w[DISTRIBUTED].entries))
    {
      *predicted = __builtin_inf ();
      return;
    }
  struct prt_network n = prt_network ();
  double entry = all.entry_messages * n.message + all.entry_bytes * n.byte;
  double iteration = all.iteration_messages * n.message
		     + all.iteration_bytes * n.byte;
  *predicted += a_unit (region, entry, iteration);
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
  h->way[way].since = 0;
}

/* What trials may have cost H's region by now, s.  */

static double
budget (const struct prt_history *h)
{
  double more = h->seconds - first_seconds;
  return more > 0 ? early * first_seconds + late * more : early * h->seconds;
}

/* Is a trial of WAY, which is not the best one, due?  */

static bool
trial_due_p (const struct prt_history *h, int way)
{
  double cost = TRIAL * units_of_entry (h)
		* (estimate (h, way) - estimate (h, h->best));
  if (way == DISTRIBUTED && !h->way[way].entries)
    cost += setup;
  return (h->way[way].since >= BETWEEN_TRIALS
	  && (way != DISTRIBUTED || !tiny_p (h))
	  && h->lost + cost <= budget (h));
}

/* Of H's ways but the best one that which has not been tried for longest: a cheap trial
   must not take what one that costs more could be paid with.  */

static int
longest_untried (const struct prt_history *h)
{
  int longest = -1;
  for (int way = 0; way < WAYS; way++)
    if (way != h->best && estimate (h, way) < __builtin_inf ()
	&& (longest < 0 || h->way[way].since > h->way[longest].since))
      longest = way;
  return longest;
}

/* Is some way unknown to H that there is?  */

static bool
unknown_p (const struct prt_history *h)
{
  for (int way = 0; way < WAYS; way++)
    if (!h->way[way].entries && (way != WRITTEN || h->predicted[way] < __builtin_inf ()))
      return true;
  return false;
}

static void
decide (struct prt_region *region)
{
  struct prt_history *h = region->history;
  /* What is known of one way changes what is predicted for another.  */
  if (unknown_p (h)
      && (h->entries < TRIAL * 4 || h->entries % BETWEEN_TRIALS == 0))
    predict_distributed (region, predict_alone (region));
  for (int way = 0; way < WAYS; way++)
    if (estimate (h, way) < margin * estimate (h, h->best)
	&& (way != DISTRIBUTED || worth_setup_p (h)))
      h->best = way;
  if (!h->way[h->best].entries)
    try (h, h->best);
  int other = longest_untried (h);
  if (!h->left && other >= 0 && trial_due_p (h, other))
    try (h, other);
}

/* Does it depend on time where REGION runs?  Simulated time says nothing, and
   what is checked is what is distributed.  */

bool
prt_chosen_p (const struct prt_region *region)
{
  return (prt.mode == PRT_AUTO && region->desc->n_forecasts > 0 && !smpi_execute && !prt.check);
}

static struct prt_history *
history_new (const struct pram_region *desc)
{
  struct prt_history *h = prt_alloc (1, sizeof *h);
  bool counted = desc->iterations >= 0;
  h->assumed = counted && desc->forecasts->iteration_computing > 0
	       ? ASSUMED_ITERATIONS : 1;
  h->best = ALONE;
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
  return modes[h->left ? h->trying : h->best];
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

/* The least estimate of H's ways but WAY.  */

static double
least_but (const struct prt_history *h, int way)
{
  double least = __builtin_inf ();
  for (int other = 0; other < WAYS; other++)
    if (other != way && estimate (h, other) < least)
      least = estimate (h, other);
  return least;
}

/* An entry of REGION in MODE, of so many ITERATIONS, has taken SECONDS.  Nobody counts
   those of the original statement: that is an entry like others.  */

void
prt_learn (struct prt_region *region, enum prt_mode mode, double seconds,
	   int64_t iterations)
{
  struct prt_history *h = region->history;
  int way = way_of (mode);
  double units = (way == WRITTEN ? units_of_entry (h)
		  : iterations > 0 ? (double) iterations : 1);
  double surplus = seconds - units * estimate (h, way);
  if (way == DISTRIBUTED && !h->way[way].entries && surplus > 0)
    setup = (setup + (surplus < most_setup ? surplus : most_setup)) / 2;
  add (&h->way[way], seconds / units);
  h->entries++;
  h->units += units;
  h->seconds += seconds;
  for (int k = 0; k < WAYS; k++)
    h->way[k].since++;
  if (!h->left)
    return;
  h->left--;
  double loss = seconds - units * least_but (h, way);
  if (loss > 0)
    h->lost += loss;
  /* It may take any time otherwise, but alone it is over soon.  */
  if (way != ALONE && h->lost > allowed && h->lost > budget (h))
    h->left = 0;
}

/* What is known of REGION in MODE, seconds an entry; negative: nothing.  */

double
prt_predicted (const struct prt_region *region, enum prt_mode mode)
{
  const struct prt_history *h = region->history;
  int way = way_of (mode);
  double seconds = h ? h->predicted[way] * units_of_entry (h) : -1;
  return seconds < 1e9 ? seconds : -1;
}

double
prt_measured (const struct prt_region *region, enum prt_mode mode)
{
  const struct prt_history *h = region->history;
  int way = way_of (mode);
  return h && h->way[way].entries ? known (&h->way[way]) * units_of_entry (h)
				  : -1;
}

/* Why REGION did not run distributed, or, SERIALLY, not in the compiled form.  */

const char *
prt_why_alone (const struct prt_region *region, bool serially)
{
  const struct prt_history *h = region->history;
  if (prt.mode == PRT_ALONE)
    return "PRAM_MODE=alone";
  if (prt.all_procs == 1 && !serially)
    return "there is one rank";
  return (h && h->way[serially ? ALONE : DISTRIBUTED].entries
	  ? "it was measured to be quicker"
	  : h ? "it is predicted to be quicker"
	  : "it can't be distributed from where it is entered");
}
