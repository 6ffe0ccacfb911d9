/* made.c: plans that are made when the program runs, for values of arguments
   that a region was not compiled for.

   SPDX-License-Identifier: Apache-2.0

   A site's version with a source is a *template*: the code of the region and
   of its layers is right for other values, too, as long as those in the code
   are the same (PRAM_IN_CODE), and a plan for them has all the rest.  Rank 0
   has it made by the planner (planner.c) and keeps it as another version of
   the site, with a history and figures of its own.  The others hear of it when
   it is distributed first.  They find it by a *number*, which it has until it
   is given up, and the next plan with that number takes its place: they give
   up what rank 0 has given up, if later.

   A site keeps a number of plans, and of values that were refused, those that
   were entered last.

   Example: compiled for n = 100 and called with n = 1, 2, …, 65.  The plan for
   65 takes the place and the number of that for 1.  */

#include "prt.h"
#include "pack.h"
#include <time.h>

enum
{
  MOST_PLANS = 64,		/* of a site */
  MOST_REFUSED = 64,		/* values, of a site */
  MOST_REASONS = 16		/* of a site that are told apart */
};

/* Bytes of a plan that travel at a time: MPI counts with an int.  */
static const size_t piece = 1 << 30;

enum { WORD_WHAT, WORD_NUMBER, WORD_TEMPLATE, WORD_BYTES };

/* What no plan of TEMPLATE can be made for.  */
struct prt_refused
{
  struct prt_refused *next;	/* entered before */
  const struct prt_region *template;
  struct prt_figures *why;
  struct pram_region *desc;	/* what its arguments and arrays say */
  double most;			/* s that the plan had been given, or 0: that isn't
				   why … */
  double since;			/* … and what WHY had taken before, s */
};

/* --- Templates ------------------------------------------------------------ */

/* The first one of TEMPLATE and the versions behind it that can be planned for
   ARGS; null if there is none.  */

static struct prt_region *
template_from (struct prt_region *template, void *const *args)
{
  while (template && !(template->desc->source
		       && prt_site_match_p (template->desc, args,
					    PRAM_IN_CODE)))
    template = template->next;
  return template;
}

struct prt_region *
prt_made_template (struct prt_site *site, void *const *args)
{
  return template_from (site->versions, args);
}

/* --- What is known -------------------------------------------------------- */

/* The plan of SITE for ARGS, if it has been made.  */

static struct prt_region *
find_made (struct prt_site *site, void *const *args)
{
  for (struct prt_region **r = &site->made; *r; r = &(*r)->next)
    if (prt_site_match_p ((*r)->desc, args, PRAM_IN_PLAN))
      {
	struct prt_region *found = *r;
	*r = found->next;
	found->next = site->made;
	return site->made = found;
      }
  return NULL;
}

static struct prt_refused *
find_refused (struct prt_site *site, const struct prt_region *template,
	      void *const *args)
{
  for (struct prt_refused **r = &site->refused; *r; r = &(*r)->next)
    if ((*r)->template == template
	&& prt_site_match_p ((*r)->desc, args, PRAM_IN_PLAN))
      {
	struct prt_refused *found = *r;
	*r = found->next;
	found->next = site->refused;
	site->refused = found;
	return found;
      }
  return NULL;
}

/* --- Refusing ------------------------------------------------------------- */

/* The figures of what runs serially at SITE for REASON, of which nobody is
   told if QUIET.  */

static struct prt_figures *
refusal_of (struct prt_site *site, const char *reason, bool quiet)
{
  struct prt_refusal **why = &site->refusals;
  int n = 0;
  for (; *why; why = &(*why)->next, n++)
    if (strcmp ((*why)->figures.reason, reason) == 0)
      return &(*why)->figures;
  if (n == MOST_REASONS)
    return &site->unmatched;
  *why = prt_alloc (1, sizeof **why);
  (*why)->figures.reason = strdup (reason);
  (*why)->said = quiet;
  return &(*why)->figures;
}

/* Say once that SITE runs serially as FIGURES have it, with the values in
   ARGS.  */

void
prt_made_say (struct prt_site *site, void *const *args,
	      const struct prt_figures *figures)
{
  struct prt_refusal *why = site->refusals;
  char *values;
  size_t size;
  while (why && &why->figures != figures)
    why = why->next;
  if (!why || why->said)
    return;
  why->said = true;
  FILE *f = open_memstream (&values, &size);
  prt_site_values (prt_made_template (site, args)->desc, args, f);
  fclose (f);
  prt_warn (site->site, "runs serially%s%s: %s", *values ? " for " : "", values,
	    figures->reason);
  free (values);
}

/* TEMPLATE, for VALUES of its arguments, of arrays whatever they hold: a copy in
   one piece of memory.  */

static struct pram_region *
expecting (const struct pram_region *template, const int64_t *values)
{
  size_t size, n = template->n_args * sizeof (struct pram_arg);
  struct pram_region region = *template;
  struct pram_arg *args = prt_alloc (1, n);
  memcpy (args, template->args, n);
  for (int i = 0; i < template->n_args; i++)
    args[i].expected = values[i];
  region.args = args;
  region.n_known = 0;
  char *bytes = prt_pack (&region, &size);
  free (args);
  return prt_unpack (bytes, template);
}

/* TEMPLATE can't be planned for VALUES, as WHY says: remember that, and forget
   what has not been asked for longest.  PLAN: what the planner knows, or
   null.  MOST: s that were too few, or 0.  */

static void
remember (struct prt_site *site, const struct prt_region *template,
	  const int64_t *values, const struct pram_region *plan,
	  struct prt_figures *why, double most)
{
  size_t size;
  int kept = 0;
  struct prt_refused *new = prt_alloc (1, sizeof *new);
  new->next = site->refused;
  new->template = template;
  new->why = why;
  new->most = most;
  new->since = why->seconds;
  new->desc = plan ? prt_unpack (prt_pack (plan, &size), template->desc)
		   : expecting (template->desc, values);
  site->refused = new;
  for (struct prt_refused **r = &site->refused; *r; r = &(*r)->next)
    if (++kept > MOST_REFUSED)
      {
	free ((*r)->desc);
	free (*r);
	*r = NULL;
	break;
      }
}

/* --- Making --------------------------------------------------------------- */

/* Enter REGION under NUMBER.  */

static void
enter_made (struct prt_region *region, int number)
{
  if (number >= prt.n_made)
    {
      prt.made = prt_grow (prt.made, number + 1, sizeof *prt.made);
      while (prt.n_made <= number)
	prt.made[prt.n_made++] = NULL;
    }
  prt.made[number] = region;
  region->index = -1 - number;
}

static struct prt_region *
region_new (const struct prt_region *template, char *bytes)
{
  struct prt_region *region = prt_alloc (1, sizeof *region);
  region->template = template;
  region->desc = prt_unpack (bytes, template->desc);
  return region;
}

/* Give up the plan of SITE that has not been entered longest, if there are
   many. Another thread may be running one serially, by figures of its own.  */

static void
make_room (struct prt_site *site)
{
  struct prt_region **last = NULL;
  int n = 0;
  for (struct prt_region **r = &site->made; *r; r = &(*r)->next, n++)
    if (site->running != &(*r)->serial)
      last = r;
  if (n < MOST_PLANS)
    return;
  struct prt_region *region = *last;
  *last = region->next;
  prt.made[-1 - region->index] = NULL;
  if (!site->given_up)
    {
      site->given_up = prt_alloc (1, sizeof *site->given_up);
      site->given_up->desc = region->template->desc;
    }
  prt_stats_add (site->given_up, region);
  prt_region_free (region);
}

/* Keep PLAN, of TEMPLATE, as a version of SITE.  */

static struct prt_region *
keep (struct prt_site *site, const struct prt_region *template,
      const struct pram_region *plan)
{
  size_t size;
  int number = 0;
  make_room (site);
  struct prt_region *region = region_new (template, prt_pack (plan, &size));
  while (number < prt.n_made && prt.made[number])
    number++;
  enter_made (region, number);
  region->next = site->made;
  return site->made = region;
}

/* Is PLAN, made of TEMPLATE, right for ARGS?  Else why not to REASON.  */

static bool
right_p (const struct pram_region *plan, const struct prt_region *template,
	 void *const *args, char *reason, size_t size)
{
  if (plan->reason)		/* it is in REASON */
    return false;
  if (!prt_pack_fits_p (plan, template->desc))
    snprintf (reason, size, "its plan has another shape");
  else if (!prt_site_match_p (plan, args, PRAM_IN_PLAN))
    snprintf (reason, size, "its plan is for other values");
  else
    return true;
  return false;
}

/* What making plans has taken so far, s of the processor: a machine that is busy
   with other things makes a plan last longer, but not cost more.  */
static double planned;

static double
processor_seconds (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

/* Where the runtime chooses, plans take such a share of the program's time, and what is
   little beside starting MPI, s.  */
static const double share = 0.05, beside_mpi = 0.1;

/* May another plan be made?  A program may call with other values each time.  */

static bool
pays_p (void)
{
  if (prt.mode != PRT_AUTO)
    return true;
  return (planned <= share * processor_seconds ()
	  + (prt.all_procs > 1 ? beside_mpi : 0));
}

/* What a plan may take, s, if it took too long BEFORE, if that isn't null: a share of
   what the region has taken since.  */

static double
allowed (const struct prt_refused *before)
{
  return before ? share * (before->why->seconds - before->since) : beside_mpi;
}

/* There may well be a plan now for what has been REFUSED.  */

static bool
again_p (const struct prt_refused *refused)
{
  return refused->most > 0 && allowed (refused) >= 2 * refused->most;
}

/* Forget what SITE has refused last.  */

static void
forget (struct prt_site *site)
{
  struct prt_refused *last = site->refused;
  site->refused = last->next;
  free (last->desc);
  free (last);
}

/* Make the plan of SITE's TEMPLATE for VALUES, those of ARGS, which may take MOST s if
   it has to pay; null if there is none, and *REFUSAL then has the figures.  */

static struct prt_region *
make (struct prt_site *site, const struct prt_region *template,
      void *const *args, const int64_t *values, double most,
      struct prt_figures **refusal)
{
  char reason[1024] = "";
  struct prt_region *region = NULL;
  double *limit
    = prt.mode == PRT_AUTO && prt_same_bits_p (template->desc) ? &most : NULL;
  double since = prt_now (), used = processor_seconds ();
  struct pram_region *plan
    = prt_planner_make (template->desc, values, limit, reason, sizeof reason);
  if (plan && right_p (plan, template, args, reason, sizeof reason))
    region = keep (site, template, plan);
  if (!region)
    {
      *refusal = refusal_of (site, reason, false);
      remember (site, template, values, plan, *refusal,
		limit ? *limit : 0);
    }
  if (plan)
    prt_planner_free (plan);
  planned += processor_seconds () - used;
  since = prt_now () - since;
  *(region ? &region->plan_seconds : &(*refusal)->plan_seconds) += since;
  return region;
}

/* The address in the pointer at VALUE, as a number.  */

static int64_t
address (const void *value)
{
  void *pointer;
  memcpy (&pointer, value, sizeof pointer);
  return (intptr_t) pointer;
}

/* The plan of SITE's TEMPLATE for ARGS, or null and *REFUSAL.  */

static struct prt_region *
version_of (struct prt_site *site, const struct prt_region *template,
	    void *const *args, struct prt_figures **refusal)
{
  const struct pram_region *desc = template->desc;
  int64_t *values = prt_alloc (desc->n_args, sizeof *values);
  struct prt_region *region = NULL;
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].checked)
      values[i] = prt_array_p (&desc->args[i]) ? address (args[i])
		  : prt_integer (desc->args[i].type, args[i]);
  struct prt_refused *before = find_refused (site, template, args);
  bool pays = pays_p () || !desc->n_forecasts || !prt_same_bits_p (desc);
  double most = allowed (before);
  if (before && !(again_p (before) && pays))
    *refusal = before->why;
  else if (!pays)
    *refusal = refusal_of (site, "plans would take too much of the time", true);
  else
    {
      if (before)
	forget (site);
      region = make (site, template, args, values, most, refusal);
    }
  free (values);
  return region;
}

/* The version of SITE for ARGS, which it was not compiled for but has a
   template for; null if it can't be planned: *REFUSAL are then the figures of
   its serial run.  */

struct prt_region *
prt_made_version (struct prt_site *site, void *const *args,
		  struct prt_figures **refusal)
{
  struct prt_region *region = find_made (site, args);
  for (struct prt_region *t = prt_made_template (site, args); t && !region;
       t = template_from (t->next, args))
    region = version_of (site, t, args, refusal);
  return region;
}

/* --- Workers -------------------------------------------------------------- */

/* The SIZE BYTES are those of rank 0.  */

static void
broadcast (char *bytes, size_t size)
{
  for (size_t at = 0; at < size; at += piece)
    MPI_Bcast (bytes + at, (int) (size - at < piece ? size - at : piece),
	       MPI_BYTE, 0, prt.comm);
}

/* Tell the workers of REGION.  */

void
prt_made_send (struct prt_region *region)
{
  size_t size;
  char *bytes = prt_pack (region->desc, &size);
  int64_t *message = prt_alloc (prt.control_words, sizeof *message);
  message[WORD_WHAT] = PRT_MADE;
  message[WORD_NUMBER] = -1 - region->index;
  message[WORD_TEMPLATE] = region->template->index;
  message[WORD_BYTES] = (int64_t) size;
  prt_broadcast_control (message);
  broadcast (bytes, size);
  free (message);
  free (bytes);
  region->sent = true;
}

/* MESSAGE tells of a plan.  */

void
prt_made_receive (const int64_t *message)
{
  int number = (int) message[WORD_NUMBER];
  size_t size = message[WORD_BYTES];
  char *bytes = prt_alloc (1, size);
  broadcast (bytes, size);
  if (number < prt.n_made && prt.made[number])
    prt_region_free (prt.made[number]);
  enter_made (region_new (prt.regions[message[WORD_TEMPLATE]], bytes), number);
}
