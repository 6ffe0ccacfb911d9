/* reading.cc: from a captured function to its progs.

   SPDX-License-Identifier: GPL-3.0-or-later

   The function is brought into the form that is read, read, changed in the
   light of what was read (loops are split or fused, values computed again), and
   read again.  */

#include "pram-gcc.h"
#include "region.h"
#include "diagnostics.h"
#include "read/extract.h"

/* Loops split in one region, at most.  */
enum { MAX_SPLIT = 8 };

/* Bring the current function into the form that is read.  */
static void
normalise (struct plug_region *region)
{
  plug_inline_helpers (region);
  region->traits |= plug_pass_endings ();
  plug_lower_bit_fields ();
  plug_replace_structures ();
  plug_split_complex_scalars ();
  plug_prune_debug ();
  plug_prune_phis ();
  plug_prune_copies ();
  plug_split_structures (region);
  plug_replace_rows (region);
  plug_prune_conditions ();
  plug_settle_alike (region);
  plug_assume_sizes (region);
  plug_prepare_loops ();
  plug_split_conjunctions ();
  plug_take_scratch (region);
  region->traits |= plug_take_rows ();
  plug_expand_memory_calls ();
  plug_thread_exits ();
  plug_order_swaps ();
  plug_spare_choices ();
  plug_spare_rereads ();
  plug_leave_unchanged ();
  plug_join_exits ();
  plug_part_counted_exits (region);
  plug_count_moves ();
  plug_pair_pointers (region);
  plug_pass_breaks ();
  plug_settle_exits ();
  plug_settle_counters ();
  plug_expect_starts (region);
  plug_rotate_pointers ();
  plug_unroll_periodic (region);
  plug_settle_restarts ();
  plug_compute_previous ();
  plug_make_nests ();
  plug_unroll_tables ();
  const enum pram_form *form = region->schedule->form;
  if (form[0] == PRAM_BY_TASKS || form[1] == PRAM_BY_TASKS)
    plug_unroll_levels (region);
  plug_drop_needless_tests ();
  plug_meet_exits ();
  plug_loop_quotient_stores ();
  plug_run_once (region, 0);
  plug_promote_elements (region);
  plug_carry_chosen ();
  plug_carry_running_sums ();
}

/* Read the current function for REGION.  Sizes that the user, who has named
   others, hasn't named are variables if it can't be read without.  */
static struct pram_prog *
read_version (struct plug_region *region, const struct pram_diag *diag)
{
  struct pram_prog *prog
    = region->any_size ? NULL : plug_read_anew (region, &plug_silent);
  if (prog)
    return prog;
  bool others = !region->any_size && plug_assume_others (region);
  prog = plug_read_anew (region, diag);
  region->any_size |= others && prog;
  return prog;
}

/* Read the current function for each of N versions, in PROGS; but not those
   that are null there, unless ALL.  */
static void
read_versions (struct plug_region **versions, int n, bool all,
	       struct pram_prog **progs, const struct pram_diag *diag)
{
  for (int i = 0; i < n; i++)
    {
      if (!all && !progs[i])
	continue;
      if (!all)
	pram_prog_free (progs[i]);
      progs[i] = read_version (versions[i], diag);
    }
}

/* Starts that are only likely are so for all sizes, and what has been replaced in
   the function is so.  */
static void
share_starts (const struct plug_region *from, struct plug_region *to)
{
  for (int i = 0; i < from->n_params; i++)
    if (to->params[i].kind != PRAM_ARG_IN)
      {
	to->params[i].checked = from->params[i].checked;
	to->params[i].expected = from->params[i].expected;
	to->params[i].pitch = from->params[i].pitch;
	to->params[i].height = from->params[i].height;
	to->params[i].width = from->params[i].width;
	to->params[i].places = from->params[i].places;
	to->params[i].row_unit = from->params[i].row_unit;
	to->params[i].type = from->params[i].type;
	to->params[i].array_bytes = from->params[i].array_bytes;
      }
}

/* How loops are split depends on the size: if any of N progs wants it, give
   them all up.  */
static void
refuse_splitting (struct pram_prog **progs, int n)
{
  bool wanted = false;
  for (int i = 0; i < n && !wanted; i++)
    wanted = progs[i] && plug_split_loop_p (progs[i]);
  for (int i = 0; i < n && wanted; i++)
    if (progs[i])
      {
	pram_prog_free (progs[i]);
	progs[i] = NULL;
      }
}

/* REGION had SOURCE before a loop was split or values were computed again, or has
   it after loops were fused.  */
static void
keep_unsplit (struct plug_region *region, const struct pram_source *source)
{
  for (int i = 0; i < region->n_params; i++)
    region->params[i].unsplit |= pram_source_mentions_p (source, i, NULL);
  char *text = plug_source_text (source);
  char *all = xasprintf ("%s%s", region->unsplit ? region->unsplit : "", text);
  free (text);
  free (region->unsplit);
  region->unsplit = all;
}

/* Keep the source of PROG, of REGION, if there are other sizes for which its parts
   may not be right.  */
static void
keep_marked (struct plug_region *region, const struct pram_prog *prog)
{
  bool marked = false;
  for (int k = 0; k < prog->n_loops; k++)
    marked |= prog->loops[k]->parts != 0;
  if (marked && (prog->source->n_entries || prog->source->lookups.n))
    keep_unsplit (region, prog->source);
}

/* PROG, which may be null, may be changed: it depends on no elements of arrays.
   Those are assumed; what was right for them nobody could check for others if the
   region were inspected in the end.  */
static bool
changeable_p (const struct pram_prog *prog)
{
  return prog && !prog->source->lookups.n_known;
}

/* Compute values again instead of storing them, in the code of N VERSIONS.  CUTS:
   loops may be cut for that, which then can't be fused any more.  */
static void
rematerialise (struct plug_region **versions, int n, struct pram_prog **progs,
	       bool cuts, const struct pram_diag *diag)
{
  while (changeable_p (progs[0])
	 && plug_rematerialise (versions, progs, n, cuts))
    {
      keep_marked (versions[0], progs[0]);
      plug_prepare_loops ();
      read_versions (versions, n, false, progs, diag);
    }
}

/* Make one of two loops in that code.  False if there are no such.  */
static bool
fuse (struct plug_region **versions, int n, struct pram_prog **progs,
      const struct pram_diag *diag)
{
  struct plug_fused fused;
  if (versions[0]->schedule->form[0] != PRAM_IN_BLOCKS
      || !changeable_p (progs[0]) || !plug_fuse_loops (progs, n, &fused))
    return false;
  read_versions (versions, n, false, progs, diag);
  if (progs[0] && !fused.proven)
    {
      plug_mark_fused (progs[0], &fused, true);
      keep_unsplit (versions[0], progs[0]->source);
      plug_mark_fused (progs[0], &fused, false);
    }
  return progs[0];
}

/* Make one loop of two, one in the other, in the code of N VERSIONS.  True if there were
   such.  */
static bool
coalesce (struct plug_region **versions, int n, struct pram_prog **progs,
	  const struct pram_diag *diag)
{
  bool any = false;
  for (; progs[0] && plug_coalesce_loops (progs[0]); any = true)
    read_versions (versions, n, false, progs, diag);
  return any;
}

/* Split loops of REGION that can be distributed only as several, in the code of
   PROG, which is read anew.  True if there were some.  */
static bool
split_loops (struct plug_region *region, struct pram_prog **prog,
	     const struct pram_diag *diag)
{
  int k = 0;
  for (; changeable_p (*prog) && k < MAX_SPLIT && plug_split_loop (*prog); k++)
    {
      keep_unsplit (region, (*prog)->source);
      read_versions (&region, 1, false, prog, diag);
    }
  return k > 0;
}

/* Read the current function, which is in the form for that.  */
static void
extract (struct plug_region **versions, int n, struct pram_prog **progs,
	 const struct pram_diag *diag)
{
  read_versions (versions, n, true, progs, diag);
  coalesce (versions, n, progs, diag);
  if (n > 1)
    refuse_splitting (progs, n);
  else
    split_loops (versions[0], progs, diag);
  rematerialise (versions, n, progs, false, diag);
  while (fuse (versions, n, progs, diag))
    rematerialise (versions, n, progs, false, diag);
  rematerialise (versions, n, progs, true, diag);
  for (int i = 0; i < n; i++)
    if (versions[i]->any_size && progs[i])
      plug_settle_sizes (versions[i], progs[i]->source);
}

void
plug_extract_versions (struct plug_region **versions, int n,
		       struct pram_prog **progs, const struct pram_diag *diag)
{
  normalise (versions[0]);
  for (int i = 1; i < n; i++)
    share_starts (versions[0], versions[i]);
  extract (versions, n, progs, diag);
}

struct pram_prog *
plug_extract (struct plug_region *region, const struct pram_diag *diag)
{
  struct pram_prog *prog;
  plug_extract_versions (&region, 1, &prog, diag);
  return prog;
}

/* What of plug_decide_once doesn't depend on how deep conditions are.  */
static bool
decide_everywhere (struct plug_region *region)
{
  bool through = plug_run_through ();
  bool capped = plug_cap_loops (region);
  bool kept = plug_keep_addends (region, false);
  bool flags = plug_make_flags ();
  return through || capped || kept || flags;
}

bool
plug_decide_once (struct plug_region *region)
{
  bool changed = !region->decided_depth && decide_everywhere (region), once;
  do
    once = plug_run_once (region, ++region->decided_depth);
  while (!once && plug_once_left_p (region));
  changed |= once;
  changed |= plug_loop_singles (region);
  region->undecided = plug_once_left_p (region);
  region->decided |= changed;
  return changed;
}

struct pram_prog *
plug_extract_changed (struct plug_region *region, const struct pram_diag *diag)
{
  struct pram_prog *prog;
  extract (&region, 1, &prog, diag);
  return prog;
}

/* Let no array of REGION be a lookup unless it is asked for again, and sizes be as
   usual.  */
static void
inspect_lookups (struct plug_region *region)
{
  region->inspects = true;
  for (int i = 0; i < region->n_params; i++)
    {
      struct plug_param *p = &region->params[i];
      p->lookup = PLUG_LOOKUP_UNDECIDED;
      if (p->usual)
	p->expected = p->usual;
    }
}

/* Read REGION once for that.  */
static struct pram_prog *
read_inspected (struct plug_region *region, const struct pram_diag *diag)
{
  inspect_lookups (region);
  struct pram_prog *prog = plug_read_anew (region, diag);
  region->outdated |= coalesce (&region, 1, &prog, diag);
  region->outdated |= split_loops (region, &prog, diag);
  if (prog && region->any_size)
    plug_settle_sizes (region, prog->source);
  return prog;
}

/* PROG, which may be null, has a plan in which no loop is process 0's with all loops
   inside.  */
static bool
spread_p (struct pram_prog *prog)
{
  return (prog && pram_delinearize (prog, &plug_silent)
	  && !pram_pinned_between_loops (prog)
	  && pram_plan_build (prog, &plug_silent));
}

void
plug_deposit_history (struct plug_region *region)
{
  region->deposits_history = true;
  region->outdated |= plug_loop_singles (region);
}

/* A loop were process 0's with all loops inside where PROG, read of REGION, has none
   deposited.  */
static bool
hampered_p (const struct plug_region *region, struct pram_prog *prog)
{
  return (prog && region->writes_history && !region->deposits_history
	  && pram_delinearize (prog, &plug_silent)
	  && pram_pinned_endless_p (prog));
}

/* Note the load that COOKIE is of; false if it was noted before.  */
static bool
note_load (struct plug_region *region, const void *cookie)
{
  const struct plug_access *access = (const struct plug_access *) cookie;
  tree name = access ? gimple_get_lhs (access->stmt) : NULL_TREE;
  return (name && TREE_CODE (name) == SSA_NAME
	  && bitmap_set_bit (region->likely, SSA_NAME_VERSION (name)));
}

/* Note the loads of REGION that keep loops in PROG, read of it, from being distributed
   though they most likely read nothing that these write.  How many more there are than
   before.  */
static int
note_likely (struct plug_region *region, struct pram_prog *prog)
{
  int n = 0;
  if (!region->likely)
    region->likely = BITMAP_ALLOC (NULL);
  if (!prog || !pram_delinearize (prog, &plug_silent))
    return 0;
  for (int i = 0; i < prog->n_pinned; i++)
    n += prog->pinned[i].likely && note_load (region, prog->pinned[i].cookie);
  for (int i = 0; i < prog->n_inspected; i++)
    n += (prog->inspected[i].likely
	  && note_load (region, prog->inspected[i].cookie));
  return n;
}

/* PROG, of REGION, read once more.  */
static struct pram_prog *
read_again (struct plug_region *region, struct pram_prog *prog,
	    const struct pram_diag *diag)
{
  pram_prog_free (prog);
  return read_inspected (region, diag);
}

struct pram_prog *
plug_read_inspected (struct plug_region *region, const struct pram_diag *diag)
{
  struct pram_prog *prog = read_inspected (region, diag);
  if (hampered_p (region, prog))
    {
      plug_deposit_history (region);
      prog = read_again (region, prog, &plug_silent);
      region->deposits_history = spread_p (prog);
      prog = read_again (region, prog, diag);
    }
  if (note_likely (region, prog))
    {
      int pinned = prog->n_pinned;
      prog = read_again (region, prog, &plug_silent);
      if (!spread_p (prog) || prog->n_pinned > pinned)
	bitmap_clear (region->likely);
      prog = read_again (region, prog, diag);
    }
  return prog;
}

/* Elements of one array tell which of LOOKUP, another one, are read.  */
static bool
looked_up_p (const struct pram_lookup *lookup)
{
  for (int i = 0; i < lookup->n_loads; i++)
    if (pram_expr_mentions_p (lookup->loads[i].offset, PRAM_EXPR_ELEMENT, -1))
      return true;
  return false;
}

/* Elements tell which parts of an array REGION accesses, and if these lie apart all
   loops over them could be distributed.  */
static bool
parts_apart_p (struct plug_region *region)
{
  struct plug_param *before = XNEWVEC (struct plug_param, region->n_params + 1);
  memcpy (before, region->params, region->n_params * sizeof *before);
  struct pram_prog *prog = (plug_spread_elements (region, false)
			    ? plug_read (region, false, &plug_silent) : NULL);
  bool apart = prog && plug_parts_grow_p (region, prog);
  pram_prog_free (prog);
  memcpy (region->params, before, region->n_params * sizeof *before);
  free (before);
  return apart;
}

bool
plug_inspect_rather_p (struct plug_region *region,
		       const struct pram_prog *prog)
{
  enum { LONG = 256 };
  const struct pram_lookups *all = &prog->source->lookups;
  bool found = all->n_known && plug_lookups_grow_p (region, &region->short_only);
  for (int k = 0; k < all->n_known; k++)
    found |= all->known[k].elements.n >= LONG;
  for (int k = 0; k < all->n; k++)
    found |= looked_up_p (&all->lookup[k]);
  bool grow = (plug_levels_grow_p (region, prog)
	       || (!found && all->n_known && parts_apart_p (region)));
  region->short_only |= grow;
  return found || grow || (region->short_only && all->n_known);
}
