/* entry.c: entering a region, on rank 0 and on the workers.

   SPDX-License-Identifier: Apache-2.0

   Rank 0 chooses the version, sends its number and the arguments' values over
   the broadcast tree, and then does the same as the workers: scatter, driver,
   gather.

   A control message: what to do, the region's number, flags with how to
   compute, and three words for each argument: a scalar's bytes, or where rank 0
   has an array and how far it reaches.  */

#include "prt.h"

enum { FLAG_GROWS = 1, FLAG_STATS = 2, FLAG_TRACE = 4, FLAG_KEPT = 8 };
enum { WORD_WHAT, WORD_REGION, WORD_FLAGS, WORD_ARGS, N_WORDS = 4 };
/* Of WORD_FLAGS: the registers of struct prt_floating, 16 bits each.  */
enum { SHIFT_SSE = 16, SHIFT_X87 = 32 };

int
prt_message_words (const struct pram_region *region)
{
  return WORD_ARGS + N_WORDS * region->n_args;
}

/* Do all processes have the memory for REGION?  */

static bool
memory_agreed_p (const struct prt_region *region)
{
  int ok = prt_memory_reserve (prt_region_args (region),
			       region->desc->n_args), all = 1;
  MPI_Allreduce (&ok, &all, 1, MPI_INT, MPI_MIN, prt.comm);
  if (!all)
    prt_memory_release ();
  return all;
}

/* Run REGION's driver, and what comes before and after it.  It begins anew as
   often as it finds that units should be shared out in another way.  */

static void
run_driver (struct prt_region *region, void *const *args, void *const *bases,
	    struct prt_floating *floating)
{
  const struct pram_region *desc = region->desc;
  int64_t *starts;
  for (;;)
    {
      memset (region->counts, 0, desc->n_counts * sizeof *region->counts);
      memcpy (region->stands, bases, desc->n_args * sizeof *bases);
      prt_reduce_init (region);
      prt_ahead_enter (region);
      if (desc->tables)
	prt_tables_enter (region, bases);
      prt_scatter (region, bases);
      prt_inspection_begin (region, args, bases);
      prt_asking_begin (region);
      prt_floating_begin (floating);
      prt_call_driver (region, args);
      prt_floating_end (floating);
      prt_exchange_finish (region);
      prt_asking_end (region);
      prt_inspection_end (region);
      if (!prt_inspection_anew_p (region, &starts))
	break;
      prt_region_share (region, starts);
    }
}

/* REGION's driver has given up.  */

static bool
vain_p (const struct prt_region *region)
{
  int a, b;
  return (region->unsteady || region->outside || region->ended || prt_conflict_p (region)
	  || prt_inspection_vain_p (region, &a, &b));
}

/* The part of an entry that all processes have in common.  BASES: the base
   pointers by argument, null for scalars.  The region computes as FLOATING
   says, and what it raises is added there.  */

static void
run_region (struct prt_region *region, void *const *args, void *const *bases,
	    struct prt_floating *floating)
{
  prt_region_init (region);
  region->unsteady = region->outside = region->ended = 0;
  prt_ending_enter ();
  prt_watch_enter (region);
  prt.n_entered++;
  prt.n_distributed += prt.procs > 1;
  memset (&prt.tally, 0, sizeof prt.tally);
  prt.current = region;
  if (prt.stats)
    prt_stats_begin ();
  if (prt.trace)
    prt_trace_begin (region);
  double since = prt.stats || prt.trace ? prt_now () : 0;
  prt_imbalance_begin (since);
  run_driver (region, args, bases, floating);
  prt_find_vain (region);
  prt_floating_send (floating);
  if (!vain_p (region))
    prt_gather (region, args, region->stands);
  prt_floating_receive (floating);
  if (prt.trace)
    prt_trace (PRT_ENTRY, 0, since);
  if (prt.stats)
    prt_stats_entry (region, prt_now () - since);
  if (prt.trace)
    prt_trace_end (region);
  prt.current = NULL;
}

/* --- Workers ------------------------------------------------------------- */

/* Put what DESC knows of arrays into this process's own, at BASES.  */

static void
fill_known (const struct pram_region *desc, void *const *bases)
{
  for (int i = 0; i < desc->n_known; i++)
    {
      const struct pram_known *k = &desc->known[i];
      memcpy ((char *) bases[k->arg] + k->lo, desc->known_words + k->word,
	      k->n_bytes);
    }
}

/* Run the region that MESSAGE from rank 0 tells of.  */

void
prt_enter_worker (const int64_t *message)
{
  int index = (int) message[WORD_REGION];
  struct prt_region *region = index < 0 ? prt.made[-1 - index]
			      : prt.regions[index];
  const struct pram_region *desc = region->desc;
  prt_prefault_end ();
  prt_thread_begin ();		/* for ever */
  prt.stats = message[WORD_FLAGS] & FLAG_STATS;
  prt.trace = message[WORD_FLAGS] & FLAG_TRACE;
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].inspected)
      prt_inspection_reach (region, i, message[WORD_ARGS + N_WORDS * i + 1],
			    message[WORD_ARGS + N_WORDS * i + 2],
			    message[WORD_ARGS + N_WORDS * i + 3]);
  prt_inspection_again (region, message[WORD_FLAGS] & FLAG_KEPT);
  if ((message[WORD_FLAGS] & FLAG_GROWS) && !memory_agreed_p (region))
    return;
  union prt_value *value = prt_alloc (desc->n_args, sizeof *value);
  void **args = prt_alloc (desc->n_args, sizeof *args);
  void **bases = prt_alloc (desc->n_args, sizeof *bases);
  for (int i = 0; i < desc->n_args; i++)
    {
      const int64_t *word = message + WORD_ARGS + N_WORDS * i;
      args[i] = &value[i];
      if (prt_array_p (&desc->args[i]))
	{
	  prt_asking_home (region, i, (uintptr_t) word[0]);
	  value[i].ptr = bases[i] = prt_memory_base (prt_region_args (region), i,
						     word[0] & 4095);
	}
      else
	memcpy (&value[i], word, sizeof value[i]);
    }
  fill_known (desc, bases);
  int64_t flags = message[WORD_FLAGS];
  struct prt_floating floating = { flags >> SHIFT_SSE & 0xffff,
				   (uint16_t) (flags >> SHIFT_X87) };
  run_region (region, args, bases, &floating);
  free (value);
  free (args);
  free (bases);
}

/* --- Rank 0 -------------------------------------------------------------- */

static void
send_entry (struct prt_region *region, void *const *args,
	    void *const *bases, bool grows,
	    const struct prt_floating *floating)
{
  const struct pram_region *desc = region->desc;
  int64_t *message = prt_alloc (prt.control_words, sizeof *message);
  message[WORD_WHAT] = PRT_ENTER;
  message[WORD_REGION] = region->index;
  message[WORD_FLAGS] = (grows ? FLAG_GROWS : 0)
			| (prt.stats ? FLAG_STATS : 0)
			| (prt.trace ? FLAG_TRACE : 0)
			| (prt_inspection_kept_p (region, args, bases)
			   ? FLAG_KEPT : 0)
			| (int64_t) floating->sse << SHIFT_SSE
			| (int64_t) floating->x87 << SHIFT_X87;
  for (int i = 0; i < desc->n_args; i++)
    {
      int64_t *word = message + WORD_ARGS + N_WORDS * i;
      if (prt_array_p (&desc->args[i]))
	{
	  word[0] = (int64_t) (uintptr_t) bases[i];
	  word[1] = prt_region_args (region)[i].lo;
	  word[2] = prt_region_args (region)[i].hi;
	  word[3] = prt_region_pitch (region, i);
	}
      else
	memcpy (word, args[i], prt_type_size (desc->args[i].type));
    }
  prt_broadcast_control (message);
  free (message);
}

/* Two arrays of REGION of SITE that overlap and must not: their numbers in *A and
   *B.  */

static bool
overlap_p (const struct prt_site *site, const struct prt_region *region, int *a,
	   int *b)
{
  const struct pram_region *desc = region->desc;
  for (*a = 0; *a < desc->n_args; ++*a)
    for (*b = *a + 1; *b < desc->n_args; ++*b)
      {
	const struct pram_arg *x = &desc->args[*a], *y = &desc->args[*b];
	uintptr_t p = (uintptr_t) region->bases[*a];
	uintptr_t q = (uintptr_t) region->bases[*b];
	if (prt_array_p (x) && prt_array_p (y) && (x->written || y->written)
	    && x->lo < x->hi && y->lo < y->hi
	    && p + x->lo < q + y->hi && q + y->lo < p + x->hi
	    && !prt_rows_beside_p (site, region, *a, *b))
	  return true;
      }
  return false;
}

/* Is there memory of all that DESC may read?  If not, of argument *A.  */

static bool
there_p (const struct pram_region *desc, void *const *bases, int *a)
{
  for (*a = 0; *a < desc->n_args; ++*a)
    {
      const struct pram_arg *arg = &desc->args[*a];
      const char *base = bases[*a];
      if (arg->perhaps && arg->lo < arg->hi
	  && !prt_readable_p (base + arg->lo, base + arg->hi))
	return false;
    }
  return true;
}

/* SITE runs serially: note why in FIGURES and, if WARN, on stderr.  */

static int
run_serially (struct prt_site *site, struct prt_figures *figures, bool warn,
	      const char *reason)
{
  if (warn && !site->warned)
    {
      site->warned = true;
      prt_warn (site->site, "runs serially: %s", reason);
    }
  if (!figures->reason)
    figures->reason = strdup (reason);
  figures->entries++;
  figures->iterations++;
  site->running = figures;
  site->since = prt.stats || site->chosen ? prt_now () : 0;
  return 0;
}

/* The same for REGION, where that is quicker than to run what was compiled: what it
   takes is learnt at its end.  */

static int
run_as_written (struct prt_site *site, struct prt_region *region)
{
  site->chosen = region;
  return run_serially (site, &region->serial, false, prt_why_alone (region, true));
}

/* Reasons are worded once: that takes longer than entering a region.  */

static int
refuse_overlap (struct prt_site *site, struct prt_region *region, int a,
		int b)
{
  char text[512] = "";
  if (region->serial.reason)
    return run_serially (site, &region->serial, false, text);
  if (a == b)
    snprintf (text, sizeof text, "rows of '%s' overlap, or have different "
	      "lengths: allocate them in one piece", region->desc->args[a].name);
  else
    snprintf (text, sizeof text, "'%s' and '%s' overlap",
	      region->desc->args[a].name, region->desc->args[b].name);
  return run_serially (site, &region->serial, true, text);
}

/* REGION of SITE runs serially: BEFORE, the name of argument A and BEHIND say why.  */

static int
refuse_for (struct prt_site *site, struct prt_region *region, int a, const char *before,
	    const char *behind)
{
  char text[512] = "";
  bool known = region->serial.reason != NULL;
  if (!known)
    snprintf (text, sizeof text, "%s'%s'%s", before, region->desc->args[a].name, behind);
  return run_serially (site, &region->serial, !known, text);
}

/* Data choose a row of argument A that isn't where it is looked for.  */

static int
refuse_chosen (struct prt_site *site, struct prt_region *region, int a)
{
  return (region->desc->args[a].places
	  ? refuse_for (site, region, a, "rows of ", " lie in several pieces of memory: allocate "
			"them in one piece")
	  : refuse_for (site, region, a, "data choose rows of ", ", and not all are equally far "
			"apart: allocate them in one piece"));
}

/* What has been found in LINE stands BEFORE and BEHIND its number.  */

static int
refuse_line (struct prt_site *site, struct prt_region *region, const char *before,
	     int line, const char *behind)
{
  char reason[160] = "";
  bool known = region->serial.reason != NULL;
  if (!known)
    snprintf (reason, sizeof reason, "%s %d %s", before, line, behind);
  return run_serially (site, &region->serial, !known, reason);
}

/* The original statement is going to, as the program says.  */

static int
end_program (struct prt_site *site, struct prt_region *region)
{
  char reason[80];
  snprintf (reason, sizeof reason, "what is called in line %d ends the program",
	    region->ended);
  return run_serially (site, &region->serial, false, reason);
}

static int
refuse_conflict (struct prt_site *site, struct prt_region *region)
{
  char text[512] = "";
  bool known = region->serial.reason != NULL;
  if (!known)
    prt_conflict_describe (region, text, sizeof text);
  return run_serially (site, &region->serial, !known, text);
}

/* Its driver has given up.  */

static int
refuse_vain (struct prt_site *site, struct prt_region *region)
{
  int a, b;
  if (region->unsteady)
    return refuse_line (site, region, "what data choose and the loop at line",
			region->unsteady, "writes decides what it does");
  if (region->outside)
    return refuse_line (site, region, "data choose an element in line", region->outside,
			"that is not in the row that the iteration has for itself");
  if (region->ended)
    return end_program (site, region);
  if (prt_conflict_p (region))
    return refuse_conflict (site, region);
  prt_inspection_vain_p (region, &a, &b);
  return a == b ? refuse_chosen (site, region, a) : refuse_overlap (site, region, a, b);
}

static int
refuse_values (struct prt_site *site, void *const *args)
{
  char text[1024] = "";
  if (site->unmatched.reason)
    return run_serially (site, &site->unmatched, false, text);
  if (!site->versions)
    return run_serially (site, &site->unmatched, true,
			 "its file was not compiled to the end");
  prt_site_describe (site, args, text, sizeof text);
  return run_serially (site, &site->unmatched, true, text);
}

/* Run REGION also serially, to compare the results?  What it calls must not be
   called twice.  */

static bool
checked_p (struct prt_site *site, const struct prt_region *region)
{
  const char *effect = region->desc->effect;
  if (prt.check && effect && !site->warned)
    {
      site->warned = true;
      prt_warn (site->site, "is not checked, as it calls '%s'", effect);
    }
  return prt.check && !effect;
}

/* The driver of DESC may give up.  */

static bool
risky_p (const struct pram_region *desc)
{
  for (int l = 0; l < desc->n_layers; l++)
    if (desc->layers[l].flags & PRAM_LAYER_RISKY)
      return true;
  return false;
}

/* Run REGION, set up for the processes that run it; 0 if the original statement
   must be run, to compare the results.  */

static int
run_compiled (struct prt_site *site, struct prt_region *region,
	      void *const *args, void *const *bases,
	      struct prt_floating *floating)
{
  bool risky = (region->desc->traits & (PRAM_COPIES_OUTSIDE | PRAM_ENDS)
		|| (prt.procs > 1 && (prt_asking_risks_p (region, bases)
				      || prt_rows_left_out_p (site)
				      || risky_p (region->desc))));
  bool checked = checked_p (site, region);
  struct prt_check *check = (checked || risky ? prt_check_begin (region, args)
			     : NULL);
  prt_record_begin ();
  run_region (region, args, bases, floating);
  bool vain = vain_p (region);
  if (vain && check)
    prt_check_restore (check);
  if (vain || !checked)
    prt_check_free (check);
  if (!vain && !checked)
    return 1;
  prt_replay_begin ();
  if (vain)
    return refuse_vain (site, region);
  prt_check_restore (check);
  site->check = check;
  return 0;
}

/* Run REGION on all processes; 0 if the original statement must be run.  */

static int
distribute (struct prt_site *site, struct prt_region *region,
	    void *const *args, struct prt_floating *floating)
{
  const struct pram_region *desc = region->desc;
  void **bases = region->bases;
  if (prt.procs > 1)
    {
      prt_inspection_measure (site, region, bases);
      for (int i = 0; i < desc->n_args; i++)
	prt_asking_home (region, i, (uintptr_t) bases[i]);
      bool grows = prt_memory_grows_p (prt_region_args (region), desc->n_args);
      if (region->template && !region->sent)
	prt_made_send (region);
      send_entry (region, args, bases, grows, floating);
      if (grows && !memory_agreed_p (region))
	return run_serially (site, &region->serial, true,
			     "there is not enough memory");
    }
  return run_compiled (site, region, args, bases, floating);
}

/* The same on this process alone.  */

static int
run_alone (struct prt_site *site, struct prt_region *region,
	   void *const *args, struct prt_floating *floating)
{
  prt_team_alone ();
  int done = run_compiled (site, prt_region_alone (region), args,
			   region->bases, floating);
  prt_team_all ();
  return done;
}

typedef int run_fn (struct prt_site *, struct prt_region *, void *const *args,
		    struct prt_floating *);

/* RUN REGION; copy rows that it uses before if they lie apart, and put back
   afterwards what it wrote.  */

static int
run_with_rows (struct prt_site *site, struct prt_region *region,
	       void *const *args, struct prt_floating *floating, run_fn *run)
{
  if (!prt_rows_apart_p (site))
    return run (site, region, args, floating);
  bool room = prt_rows_copy (site, region);
  int done = (room ? run (site, region, args, floating)
	      : run_serially (site, &region->serial, true,
			      "there is not enough memory"));
  if (done)
    prt_rows_put_back (site, run == run_alone ? prt_region_alone (region)
			     : region);
  prt_rows_free (site);
  return done;
}

/* A region of a library that was loaded since the start.  It must stay, as the
   statistics name it.  */

static void
find_late (void)
{
  prt_find_regions ();
  prt_keep_libraries ();
}

/* Why REGION can't be distributed from here, or null.  */

static const char *
undistributable (const struct prt_region *region)
{
  if (prt.procs == 1)
    return NULL;
  if ((region->template ? region->template : region)->index >= prt.n_frozen)
    return "it was loaded after the program's start";
  return prt_thread_mpi_p () ? NULL
	 : "the MPI library serves no thread but main's";
}

static const char rows_apart[]
  = "its rows are not equally far apart; in one piece they need no copy";
static const char rows_exchanged[]
  = "it exchanges rows, and one process need not copy them";
static const char rows_chosen[]
  = "data choose rows, and one process need not look where they are";

/* Why REGION of SITE runs serially rather than on one process, or null.  COPIED:
   also rather than on copies of rows that needn't be exchanged.  Sums keep their bits.  */

static const char *
better_serially (const struct prt_site *site, const struct prt_region *region,
		 bool copied)
{
  return (!prt_same_bits_p (region->desc) ? NULL
	  : prt_rows_exchanged_p (region->desc) ? rows_exchanged
	  : copied && prt_rows_apart_p (site) ? rows_apart
	  : prt_rows_chosen_p (region->desc) ? rows_chosen : NULL);
}

/* Run REGION where it is quicker, and see how quick that is.  */

static int
run_chosen (struct prt_site *site, struct prt_region *region,
	    void *const *args, struct prt_floating *floating)
{
  int count = region->desc->iterations;
  enum prt_mode mode = prt_choose (region);
  bool alone = mode == PRT_ALONE && prt.procs > 1;
  double since = prt_now ();
  const char *serially = better_serially (site, region, true);
  if (mode != PRT_DISTRIBUTED && serially)
    return run_serially (site, &region->serial, false, serially);
  if (mode == PRT_SERIAL)
    return run_as_written (site, region);
  int done = run_with_rows (site, region, args, floating,
			    alone ? run_alone : distribute);
  const struct prt_region *ran = alone ? region->alone : region;
  if (done)
    prt_learn (region, mode, prt_now () - since,
	       count >= 0 ? ran->counts[count] : 1);
  return done;
}

/* Run REGION distributed or alone.  */

static int
run_somewhere (struct prt_site *site, struct prt_region *region,
	       void *const *args, struct prt_floating *floating)
{
  const char *reason = NULL;
  if (prt.mode != PRT_ALONE)
    reason = undistributable (region);
  const char *serially = better_serially (site, region, reason != NULL);
  if (serially && (reason || prt.procs == 1 || prt.mode == PRT_ALONE))
    return run_serially (site, &region->serial, false, serially);
  if (prt.mode == PRT_ALONE || (reason && prt_chosen_p (region)))
    return run_with_rows (site, region, args, floating, run_alone);
  if (reason)
    return run_serially (site, &region->serial, true, reason);
  if (prt_chosen_p (region))
    return run_chosen (site, region, args, floating);
  return run_with_rows (site, region, args, floating, distribute);
}

/* The base pointers of REGION's arrays.  */

static void
find_bases (struct prt_region *region, void *const *args)
{
  const struct pram_region *desc = region->desc;
  if (!region->bases)
    region->bases = prt_alloc (desc->n_args, sizeof *region->bases);
  for (int i = 0; i < desc->n_args; i++)
    {
      const struct pram_arg *arg = &desc->args[i];
      if (prt_array_p (arg))
	memcpy (&region->bases[i], args[i], sizeof region->bases[i]);
    }
}

/* One that is null and not needed afterwards is the runtime's own (`pardo'): the
   caller gets it, too.  False if there isn't the memory.  */

static bool
own_bases (struct prt_region *region, void *const *args)
{
  const struct pram_region *desc = region->desc;
  int n_own = 0;
  for (int i = 0; i < desc->n_args; i++)
    {
      const struct pram_arg *arg = &desc->args[i];
      if (!prt_array_p (arg) || region->bases[i] || arg->kind != PRAM_ARG_ARRAY
	  || !arg->local)
	continue;
      region->bases[i] = prt_memory_own (n_own++, arg);
      if (!region->bases[i])
	return false;
      memcpy (args[i], &region->bases[i], sizeof region->bases[i]);
    }
  return true;
}

static int run_planned (struct prt_site *, void *const *args,
			struct prt_floating *);
static int run_version (struct prt_site *, struct prt_region *, void *const *args,
			struct prt_floating *);

/* REGION of SITE need not have the last rows that tables seem to have.  Several processes
   find out if it uses them after all; one process runs it serially (better_serially), which
   it does only if that yields the same.  */

static bool
leave_ends (struct prt_site *site, const struct prt_region *region)
{
  return prt_same_bits_p (region->desc) && prt_rows_leave_ends (site, region);
}

/* The rows that REGION of SITE uses are not where it looks for them: let it have a
   copy.  */

static int
run_apart (struct prt_site *site, struct prt_region *region, void *const *args,
	   struct prt_floating *floating)
{
  int a, b;
  bool hold = prt_rows_hold_p (site, region);
  if (!hold && prt_rows_all_planes (site))
    return run_planned (site, args, floating);
  for (int i = 0; i < region->desc->n_args; i++)
    if (region->desc->args[i].chosen == PRAM_CHOSEN_ANY
	|| (region->desc->args[i].chosen == PRAM_CHOSEN_COLUMNS
	    && !prt_rows_bounded_p (site, region, i)))
      return (leave_ends (site, region) ? run_version (site, region, args, floating)
	      : refuse_chosen (site, region, i));
    else if (region->desc->args[i].width && region->desc->args[i].first_column < 0)
      return run_serially (site, &region->serial, true, "it exchanges rows of which it "
			   "uses what is before where their pointers point to");
  if (prt.check)
    return run_serially (site, &region->serial, true, rows_apart);
  if (!hold)
    return run_serially (site, &region->serial, true, "it uses planes to which there "
			 "is no pointer");
  if (!prt_rows_spread (site, region, &a, &b))
    return refuse_overlap (site, region, a, b);
  return run_planned (site, args, floating);
}

/* Run REGION, which is that of SITE for ARGS.  FLOATING: how the thread
   computes.  */

static int
run_version (struct prt_site *site, struct prt_region *region,
	     void *const *args, struct prt_floating *floating)
{
  int a, b;
  if (region->desc->reason)
    return run_serially (site, &region->serial, false,
			 region->desc->reason);
  if (prt.mode == PRT_SERIAL)
    return run_serially (site, &region->serial, false, "PRAM_MODE=serial");
  if (prt_floating_handled_p (floating))
    return run_serially (site, &region->serial, true,
			 "traps are enabled, and the program handles SIGFPE");
  find_bases (region, args);
  if (!prt_rows_places_hold (site, region, &a))
    return refuse_for (site, region, a, "rows of ", " are not whole elements apart: allocate "
		       "them in one piece");
  if (!prt_rows_apart_p (site)
      && (prt_rows_exchanged_p (region->desc) || !prt_rows_fit_p (site, region)))
    return run_apart (site, region, args, floating);
  if (!own_bases (region, args))
    return run_serially (site, &region->serial, true,
			 "there is not enough memory");
  /* Copies don't overlap, and of what they are made has been looked at.  */
  if (prt_rows_apart_p (site))
    return run_somewhere (site, region, args, floating);
  if (overlap_p (site, region, &a, &b))
    return refuse_overlap (site, region, a, b);
  if (!there_p (region->desc, region->bases, &a))
    return refuse_for (site, region, a, "", " ends before the last element that a loop could "
		       "read that is left sooner");
  return run_somewhere (site, region, args, floating);
}

/* SITE was not compiled for ARGS: run it if it can be planned for them.  */

static int
run_made (struct prt_site *site, void *const *args,
	  struct prt_floating *floating)
{
  struct prt_region *template = prt_made_template (site, args);
  struct prt_figures *refusal;
  if (!template)
    return refuse_values (site, args);
  /* What runs serially in any case needs no plan.  */
  if (prt.mode == PRT_SERIAL)
    return run_serially (site, &template->serial, false, "PRAM_MODE=serial");
  const char *reason = undistributable (template);
  if (reason && prt.mode != PRT_ALONE && !prt_chosen_p (template))
    return run_serially (site, &template->serial, true, reason);
  struct prt_region *region = prt_made_version (site, args, &refusal);
  if (!region && prt_rows_doubt (site))
    return run_planned (site, args, floating);
  if (region)
    return run_version (site, region, args, floating);
  prt_made_say (site, args, refusal);
  return run_serially (site, refusal, false, "there is no plan");
}

/* Run what SITE is for ARGS, as the region gets them.  */

static int
run_planned (struct prt_site *site, void *const *args,
	     struct prt_floating *floating)
{
  struct prt_region *region = prt_site_version (site, args);
  return region ? run_version (site, region, args, floating)
	 : run_made (site, args, floating);
}

/* PRAM_run, in this thread's turn.  */

static int
run (struct pram_site *pram_site, void *const *args,
     struct prt_floating *floating)
{
  if (!pram_site->runtime)
    find_late ();
  struct prt_site *site = prt_site_of (pram_site);
  if (!prt.started || prt.stopped)
    return run_serially (site, &site->unmatched, !prt.stopped,
			 "the runtime has not been started");
  if (prt.serial_reason)
    return run_serially (site, &site->unmatched, true, prt.serial_reason);
  int done = run_planned (site, prt_rows_enter (site, args), floating);
  if (done)
    prt_rows_leave (site);
  return done;
}

static int
run_forked (struct prt_site *site)
{
  return run_serially (site, &site->unmatched, true,
		       "this process was forked");
}

static const char *const linked __attribute__ ((used)) = &PRAM_chosen;

int
PRAM_run (struct pram_site *pram_site, void *const *args)
{
  if (prt_forked_p ())
    return run_forked (prt_site_of (pram_site));
  if (!prt_thread_begin ())
    {
      prt.n_inside++;
      return 0;
    }
  struct prt_floating floating = prt_floating_own ();
  prt_leaks_ignore ();
  int done = run (pram_site, args, &floating);
  prt_leaks_watch ();
  if (!prt_site_of (pram_site)->check)
    prt_thread_end ();
  prt_floating_back (&floating);
  return done;
}

/* The original statement of SITE has taken SECONDS.  */

static void
leave_serial (struct prt_site *site, double seconds)
{
  if (prt.stats)
    site->running->seconds += seconds;
  if (site->chosen)
    prt_learn (site->chosen, PRT_SERIAL, seconds, 1);
  site->chosen = NULL;
}

void
PRAM_leave (struct pram_site *pram_site)
{
  if (prt_forked_p ())
    return;
  if (!prt_thread_begin () && prt.n_inside > 0)
    {
      prt.n_inside--;
      return;
    }
  PRT_FLOATING_OWN;
  struct prt_site *site = prt_site_of (pram_site);
  prt_replay_end ();
  if (site->check)
    {
      prt_rows_again (site);
      prt_check_end (site->check);
    }
  site->check = NULL;
  if (site->running && (prt.stats || site->chosen))
    leave_serial (site, prt_now () - site->since);
  site->running = NULL;
  prt_thread_end ();
}
