/* stats.c: PRAM_STATS, what regions did.

   SPDX-License-Identifier: Apache-2.0

   Each process counts in prt.tally while it runs a region; at the end of the
   entry rank 0 collects the tallies.  The bytes that a process holds are
   those of all sets that concern it, each byte counted once; the time for that
   is not the region's.  What of the time is imbalance: imbalance.c.  */

#include "prt.h"
#include <errno.h>
#include <sys/resource.h>

/* Bytes [lo, hi).  */
struct interval { uintptr_t lo, hi; };

/* A set of bytes; sorted and disjoint after `tidy'.  */
struct prt_holding
{
  size_t n, room, tidied;
  struct interval *interval;
};

static int
compare_intervals (const void *a, const void *b)
{
  const struct interval *x = a, *y = b;
  return (x->lo > y->lo) - (x->lo < y->lo);
}

static void
tidy (struct prt_holding *h)
{
  size_t n = 0;
  if (h->n > 1)
    qsort (h->interval, h->n, sizeof *h->interval, compare_intervals);
  for (size_t i = 0; i < h->n; i++)
    {
      struct interval x = h->interval[i];
      if (n && x.lo <= h->interval[n - 1].hi)
	{
	  if (x.hi > h->interval[n - 1].hi)
	    h->interval[n - 1].hi = x.hi;
	}
      else
	h->interval[n++] = x;
    }
  h->n = h->tidied = n;
}

static void
hold (struct prt_holding *h, char *addr, int64_t len)
{
  uintptr_t lo = (uintptr_t) addr;
  if (h->n == h->room && h->n > 2 * h->tidied + 1024)
    tidy (h);
  if (h->n == h->room)
    {
      h->room = 2 * h->room + 64;
      h->interval = prt_grow (h->interval, h->room, sizeof *h->interval);
    }
  h->interval[h->n++] = (struct interval) { lo, lo + len };
}

/* This process holds what SRC sends to DST in the N TRANSFERS of REGION.  */

void
prt_hold (struct prt_region *region, const struct pram_transfer *transfers,
	  int n, int src, int dst, void *const *bases)
{
  PRT_FLOATING_OWN;
  struct prt_env env;
  struct prt_runs runs = { .n = 0 };
  double since = prt_now ();
  if (!region->holding)
    region->holding = prt_alloc (1, sizeof *region->holding);
  prt_env_set (&env, region, src, dst);
  for (int i = 0; i < n; i++)
    prt_runs_add (&runs, &transfers[i], region->desc->code, &env,
		  bases[transfers[i].array]);
  for (int i = 0; i < runs.n; i++)
    for (int64_t j = 0; j < runs.run[i].n2; j++)
      for (int64_t k = 0; k < runs.run[i].n1; k++)
	hold (region->holding,
	      runs.run[i].addr + j * runs.run[i].s2 + k * runs.run[i].s1,
	      runs.run[i].len);
  free (runs.run);
  prt.tally.aside += prt_now () - since;
}

/* This process holds PIECES of the array at BASE.  */

void
prt_hold_pieces (struct prt_region *region, const struct prt_pieces *pieces,
		 char *base)
{
  double since = prt_now ();
  if (!region->holding)
    region->holding = prt_alloc (1, sizeof *region->holding);
  for (int i = 0; i < pieces->n; i++)
    hold (region->holding, base + pieces->piece[i].at, pieces->piece[i].len);
  prt.tally.aside += prt_now () - since;
}

/* Bytes held in the entry that ends; forgets them: another entry may have
   other arrays.  */

static int64_t
held_bytes (struct prt_region *region)
{
  struct prt_holding *h = region->holding;
  int64_t bytes = 0;
  if (!h)
    return 0;
  tidy (h);
  for (size_t i = 0; i < h->n; i++)
    bytes += h->interval[i].hi - h->interval[i].lo;
  h->n = h->tidied = 0;
  return bytes;
}

void
prt_holding_free (struct prt_holding *h)
{
  if (h)
    free (h->interval);
  free (h);
}

/* Make the parts of F that are by rank, for so many RANKS.  */

static void
figures_by_rank (struct prt_figures *f, int ranks)
{
  f->tasks = prt_alloc (ranks, sizeof *f->tasks);
  f->held = prt_alloc (ranks, sizeof *f->held);
  f->faults = prt_alloc (ranks, sizeof *f->faults);
  f->comm = prt_alloc (ranks, sizeof *f->comm);
}

/* Add the tallies of all processes, ALL, to the figures of REGION.  */

static void
add_tallies (struct prt_region *region, const struct prt_tally *all,
	     double seconds)
{
  struct prt_figures *f = &region->compiled;
  double comm = 0;
  if (!f->tasks)
    figures_by_rank (f, prt.procs);
  f->ranks = prt.procs;
  f->entries++;
  int count = region->desc->iterations;
  f->iterations += count >= 0 ? region->counts[count] : 1;
  f->seconds += seconds;
  f->inspections += all[0].inspections;
  f->kept += all[0].kept;
  f->shared += all[0].shared;
  f->scans += all[0].scans;
  for (int r = 0; r < prt.procs; r++)
    {
      f->messages += all[r].messages;
      f->bytes += all[r].bytes;
      f->turns += all[r].turns;
      f->tasks[r] += all[r].tasks;
      f->faults[r] += all[r].faults;
      f->comm[r] += all[r].comm_seconds;
      if (all[r].held > f->held[r])
	f->held[r] = all[r].held;
      if (all[r].comm_seconds > comm)
	comm = all[r].comm_seconds;
    }
  f->comm_seconds += comm;
}

/* Pages that the system has filled in for this process, as it touched them.  */

static int64_t
count_faults (void)
{
  struct rusage usage;
  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/* An entry begins.  */

void
prt_stats_begin (void)
{
  prt.tally.faults = -count_faults ();
}

/* An entry of REGION that took SECONDS, statistics included, has ended: all
   processes call this.  */

void
prt_stats_entry (struct prt_region *region, double seconds)
{
  prt.tally.faults += count_faults ();
  struct prt_tally *all = prt_alloc (prt.procs, sizeof *all);
  double imbalance;
  prt.tally.held += held_bytes (region);
  if (prt_imbalance (&imbalance))
    {
      region->compiled.imbalance += imbalance;
      region->compiled.reduced = true;
    }
  if (prt.procs > 1)
    MPI_Gather (&prt.tally, sizeof prt.tally, MPI_BYTE, all,
		sizeof prt.tally, MPI_BYTE, 0, prt.comm);
  else
    all[0] = prt.tally;
  if (prt.rank == 0)
    add_tallies (region, all, seconds - prt.tally.aside);
  free (all);
}

/* Add what FROM has by rank to TO.  */

static void
add_ranks (struct prt_figures *to, const struct prt_figures *from)
{
  if (!from->tasks)
    return;
  if (!to->tasks)
    figures_by_rank (to, from->ranks);
  to->ranks = from->ranks;
  for (int r = 0; r < from->ranks; r++)
    {
      to->tasks[r] += from->tasks[r];
      to->faults[r] += from->faults[r];
      to->comm[r] += from->comm[r];
      if (from->held[r] > to->held[r])
	to->held[r] = from->held[r];
    }
}

/* Add the figures FROM of a region, which ran serially for REASON if they have
   none, to TO.  */

static void
figures_add (struct prt_figures *to, const struct prt_figures *from,
	     const char *reason)
{
  if (from->reason)
    reason = from->reason;
  if (from->entries && reason && !to->reason)
    to->reason = strdup (reason);
  to->entries += from->entries;
  to->iterations += from->iterations;
  to->seconds += from->seconds;
  to->comm_seconds += from->comm_seconds;
  to->imbalance += from->imbalance;
  to->reduced |= from->reduced;
  to->messages += from->messages;
  to->bytes += from->bytes;
  to->inspections += from->inspections;
  to->kept += from->kept;
  to->shared += from->shared;
  to->turns += from->turns;
  to->scans += from->scans;
  to->plans += from->plans;
  to->plan_seconds += from->plan_seconds;
  add_ranks (to, from);
}

/* Enter what making the plan of R took into figures that will be written.  */

static void
count_plan (struct prt_region *r)
{
  struct prt_figures *f = &r->serial;
  if (r->compiled.entries)
    f = &r->compiled;
  else if (r->alone && r->alone->compiled.entries)
    f = &r->alone->compiled;
  f->plans += r->plan_seconds > 0;
  f->plan_seconds += r->plan_seconds;
  r->plan_seconds = 0;
}

/* Add what FROM, which is given up, did to TO.  */

void
prt_stats_add (struct prt_region *to, struct prt_region *from)
{
  const char *why = prt_why_alone (from, false);
  count_plan (from);
  figures_add (&to->compiled, &from->compiled,
	       prt.all_procs == 1 ? why : NULL);
  figures_add (&to->serial, &from->serial, NULL);
  if (from->alone)
    figures_add (&prt_region_alone (to)->compiled, &from->alone->compiled,
		 why);
}

void
prt_figures_free (struct prt_figures *f)
{
  free ((char *) f->reason);
  free (f->tasks);
  free (f->held);
  free (f->faults);
  free (f->comm);
}

/* --- The file ------------------------------------------------------------ */

static void
write_string (FILE *f, const char *key, const char *s)
{
  fprintf (f, "\"%s\": ", key);
  if (!s)
    {
      fputs ("null", f);
      return;
    }
  putc ('"', f);
  for (; *s; s++)
    if (*s == '"' || *s == '\\')
      fprintf (f, "\\%c", *s);
    else if ((unsigned char) *s < 0x20)
      fprintf (f, "\\u%04x", *s);
    else
      putc (*s, f);
  putc ('"', f);
}

static void
write_array (FILE *f, const char *key, const int64_t *v, int n)
{
  fprintf (f, "\"%s\": [", key);
  for (int i = 0; i < n; i++)
    fprintf (f, "%s%lld", i ? ", " : "", (long long) (v ? v[i] : 0));
  putc (']', f);
}

/* Independent of the locale.  */

static void
write_seconds (FILE *f, double seconds)
{
  long long ns = (long long) (seconds * 1e9 + 0.5);
  fprintf (f, "%lld.%09lld", ns / 1000000000, ns % 1000000000);
}

static void
write_seconds_array (FILE *f, const char *key, const double *v, int n)
{
  fprintf (f, "\"%s\": [", key);
  for (int i = 0; i < n; i++)
    {
      fputs (i ? ", " : "", f);
      write_seconds (f, v ? v[i] : 0);
    }
  putc (']', f);
}

/* What a mode is called.  */
static const char *const mode_names[]
  = { [PRT_DISTRIBUTED] = "distributed", [PRT_ALONE] = "alone",
      [PRT_SERIAL] = "serial" };

/* What an entry took, as is predicted or was measured: see choose.c.  */

static void
write_known (FILE *f, const char *key, double seconds)
{
  fprintf (f, ", \"%s\": ", key);
  if (seconds < 0)
    fputs ("null", f);
  else
    write_seconds (f, seconds);
}

/* By what it was decided where R runs.  */

static void
write_choice (FILE *f, const struct prt_region *r)
{
  write_known (f, "predicted_serial", prt_predicted (r, PRT_SERIAL));
  write_known (f, "measured_serial", prt_measured (r, PRT_SERIAL));
  write_known (f, "predicted_alone", prt_predicted (r, PRT_ALONE));
  write_known (f, "measured_alone", prt_measured (r, PRT_ALONE));
  write_known (f, "predicted_distributed",
	       prt_predicted (r, PRT_DISTRIBUTED));
  write_known (f, "measured_distributed", prt_measured (r, PRT_DISTRIBUTED));
}

static void
write_head (FILE *f, const struct pram_site *site, enum prt_mode mode,
	    const char *strategy)
{
  write_string (f, "region", site->name);
  fputs (", ", f);
  write_string (f, "file", site->file);
  fprintf (f, ", \"line\": %d, \"mode\": \"%s\", ", (int) site->line,
	   mode_names[mode]);
  write_string (f, "schedule", strategy);
}

/* The region at SITE, R if it was compiled for these values, in MODE.  */

static void
write_figures (FILE *f, const struct pram_site *site,
	       const struct prt_region *r, enum prt_mode mode,
	       const struct prt_figures *x, const char *strategy)
{
  if (!x->entries)
    return;
  int ranks = mode == PRT_SERIAL ? prt.all_procs : x->ranks;
  fputc ('{', f);
  write_head (f, site, mode, strategy);
  fputs (", ", f);
  write_string (f, "reason", mode == PRT_ALONE && !x->reason
			     ? prt_why_alone (r, false) : x->reason);
  fprintf (f, ", \"ranks\": %d, \"entries\": %lld, \"iterations\": %lld, ",
	   ranks, (long long) x->entries, (long long) x->iterations);
  fputs ("\"seconds\": ", f);
  write_seconds (f, x->seconds);
  fputs (", \"comm_seconds\": ", f);
  write_seconds (f, x->comm_seconds);
  fputs (", ", f);
  write_seconds_array (f, "comm_seconds_per_rank", x->comm, ranks);
  fputs (", \"imbalance_seconds\": ", f);
  if (x->reduced)
    write_seconds (f, x->imbalance);
  else
    fputs ("null", f);
  fprintf (f, ", \"messages\": %lld, \"bytes\": %lld, ",
	   (long long) x->messages, (long long) x->bytes);
  write_array (f, "tasks_per_rank", x->tasks, ranks);
  fputs (", ", f);
  write_array (f, "bytes_held_per_rank", x->held, ranks);
  fputs (", ", f);
  write_array (f, "faults_per_rank", x->faults, ranks);
  if (x->plan_seconds > 0)
    {
      fprintf (f, ", \"plans_made\": %lld, \"plan_seconds\": ",
	       (long long) x->plans);
      write_seconds (f, x->plan_seconds);
    }
  if (x->inspections + x->kept)
    fprintf (f, ", \"inspections\": %lld, \"inspections_kept\": %lld, "
	     "\"shared_by_work\": %lld", (long long) x->inspections,
	     (long long) x->kept, (long long) x->shared);
  if (x->turns)
    fprintf (f, ", \"full_logs\": %lld", (long long) x->turns);
  if (x->scans)
    fprintf (f, ", \"scans\": %lld", (long long) x->scans);
  if (r && r->history)
    write_choice (f, r);
  fputs ("}\n", f);
}

static void
write_region (FILE *f, struct prt_region *r)
{
  const char *strategy = r->desc->tables ? r->desc->tables->strategy : "brent";
  /* One process runs all regions alone, unless told that this is all.  */
  bool alone = prt.all_procs == 1 && prt.mode != PRT_DISTRIBUTED;
  const struct pram_site *site = r->desc->site;
  count_plan (r);
  write_figures (f, site, r, alone ? PRT_ALONE : PRT_DISTRIBUTED,
		 &r->compiled, strategy);
  if (r->alone)
    write_figures (f, site, r, PRT_ALONE, &r->alone->compiled, strategy);
  write_figures (f, site, r, PRT_SERIAL, &r->serial, "serial");
}

/* What was planned when the program ran at SITE, and what could not be.  */

static void
write_made (FILE *f, const struct prt_site *site)
{
  for (struct prt_region *r = site->made; r; r = r->next)
    write_region (f, r);
  if (site->given_up)
    write_region (f, site->given_up);
  for (struct prt_refusal *why = site->refusals; why; why = why->next)
    write_figures (f, site->site, NULL, PRT_SERIAL, &why->figures, "serial");
}

/* Regions in the order of their registration.  */

static void
write_all (FILE *f)
{
  for (int i = 0; i < prt.n_regions; i++)
    write_region (f, prt.regions[i]);
  for (struct prt_site *s = prt.sites; s; s = s->next)
    {
      write_made (f, s);
      write_figures (f, s->site, NULL, PRT_SERIAL, &s->unmatched, "serial");
    }
}

/* Write the file that PRAM_STATS names.  */

void
prt_stats_write (void)
{
  FILE *f = fopen (prt.stats_file, "w");
  int error = f ? 0 : errno;
  if (f)
    {
      write_all (f);
      /* It is the last write that fails on a full disk.  */
      error = prt_flush (f);
      if (fclose (f) != 0 && !error)
	error = errno;
    }
  if (error)
    prt_warn_file (prt.stats_file, error);
}
