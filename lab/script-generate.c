/* script-generate.c: scripts of the kinds that simulators are measured with.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each kind says how many operations and channels its processes have at most,
   and then writes them process by process; all iterations are one repeated
   block.  Trees are the greedy ones for the machine (bcast.h), vertex v being
   process v; a reduction is the broadcast backwards, and combining is free.  */

#include "script.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/bcast.h"

const char pram_script_generators[] =
"  jacobi2d    halo exchange with up to four neighbours in a grid as square\n"
"              as possible, then computation; verdict=1: then a reduction\n"
"              to process 0 and a broadcast from it\n"
"  ring        send to the right, receive from the left, compute\n"
"  butterfly   compute, then log2 procs stages: exchange with process\n"
"              p ^ 2^stage, compute\n"
"  alltoall    for k = 1 ... procs - 1 send to p + k, receive from p - k\n"
"  broadcast   from process 0 along the optimal tree\n"
"  reduction   to process 0 along the same tree\n"
"Parameters: procs (default 4), iterations (1), bytes of a message (8),\n"
"compute: time of each computation (0), verdict (0).\n";

struct writer
{
  struct pram_arena *arena;
  const struct pram_logp *machine;
  int32_t procs;
  int64_t iterations, bytes;
  double compute;
  bool verdict;
  unsigned given;		/* parameters that were read, a bit each */
  struct pram_script *script;
};

static void
emit (struct writer *w, enum pram_event_kind kind, int64_t channel)
{
  struct pram_operation *op = &w->script->op[w->script->n_ops++];
  op->kind = kind;
  op->channel = (unsigned) channel & (PRAM_CHANNELS_MAX - 1);
  op->amount = 0;
}

/* Room for N_OPS operations.  */
static void
reserve (struct writer *w, int64_t n_ops)
{
  w->script->op = PRAM_ARENA_NEW (w->arena, struct pram_operation, n_ops);
}

/* What has been written since the last call is the block of process P.  */
static void
close_process (struct writer *w, int32_t p)
{
  struct pram_script *script = w->script;
  int64_t b = script->block_start[p];
  const struct pram_block *last = script->block + b - 1;
  int64_t first = b ? last->first + last->n_ops : 0;
  script->block_start[p + 1] = b + (script->n_ops > first);
  if (script->n_ops > first)
    script->block[b] = (struct pram_block) { first, script->n_ops - first,
					  w->iterations };
}

/* --- Trees ---------------------------------------------------------------- */

/* The children of vertex v are child[start[v]] ... in the order in which they
   are informed.  The channel of the edge to vertex v is BASE + v - 1.  */
struct tree
{
  int *start, *child, *parent;
  int64_t base;
};

static struct tree
make_tree (struct writer *w, int64_t base)
{
  int n = w->procs;
  struct pram_bcast bcast
    = pram_bcast_build (w->arena, n, w->bytes, w->machine);
  struct tree tree = { PRAM_ARENA_NEW (w->arena, int, n + 2),
		       PRAM_ARENA_NEW (w->arena, int, n), bcast.parent, base };
  for (int v = 1; v < n; v++)
    tree.start[bcast.parent[v] + 2]++;
  for (int v = 0; v < n; v++)
    tree.start[v + 2] += tree.start[v + 1];
  for (int v = 1; v < n; v++)
    tree.child[tree.start[bcast.parent[v] + 1]++] = v;
  return tree;
}

/* PROCESS's part in a broadcast.  */
static void
write_broadcast (struct writer *w, const struct tree *tree, int32_t process)
{
  if (process)
    emit (w, PRAM_RECV, tree->base + process - 1);
  for (int k = tree->start[process]; k < tree->start[process + 1]; k++)
    emit (w, PRAM_SEND, tree->base + tree->child[k] - 1);
}

static void
write_reduction (struct writer *w, const struct tree *tree, int32_t process)
{
  for (int k = tree->start[process + 1]; k-- > tree->start[process];)
    emit (w, PRAM_RECV, tree->base + tree->child[k] - 1);
  if (process)
    emit (w, PRAM_SEND, tree->base + process - 1);
}

static bool
broadcast (struct writer *w, const struct pram_diag *diag)
{
  (void) diag;
  struct tree tree = make_tree (w, 0);
  reserve (w, 2 * w->procs);
  w->script->n_channels = w->procs - 1;
  for (int32_t p = 0; p < w->procs; close_process (w, p++))
    write_broadcast (w, &tree, p);
  return true;
}

static bool
reduction (struct writer *w, const struct pram_diag *diag)
{
  (void) diag;
  struct tree tree = make_tree (w, 0);
  reserve (w, 2 * w->procs);
  w->script->n_channels = w->procs - 1;
  for (int32_t p = 0; p < w->procs; close_process (w, p++))
    write_reduction (w, &tree, p);
  return true;
}

/* --- The other kinds ------------------------------------------------------ */

/* Neighbours of process P in a grid of ROWS x COLUMNS: above, left, right,
   below; -1 where there is none.  */
static void
neighbours (int32_t rows, int32_t columns, int32_t p, int32_t *next)
{
  next[0] = p >= columns ? p - columns : -1;
  next[1] = p % columns ? p - 1 : -1;
  next[2] = (p + 1) % columns ? p + 1 : -1;
  next[3] = p / columns + 1 < rows ? p + columns : -1;
}

/* The channels of a receiver follow one another: CHANNEL[4 * p + d] comes
   from its neighbour D.  */
static int32_t *
number_halos (struct writer *w, int32_t rows, int32_t columns)
{
  int32_t *channel = PRAM_ARENA_NEW (w->arena, int32_t, 4 * w->procs);
  for (int32_t p = 0, next[4]; p < w->procs; p++)
    {
      neighbours (rows, columns, p, next);
      for (int d = 0; d < 4; d++)
	if (next[d] >= 0)
	  channel[4 * p + d] = w->script->n_channels++;
    }
  return channel;
}

static bool
jacobi2d (struct writer *w, const struct pram_diag *diag)
{
  (void) diag;
  int32_t rows = (int32_t) sqrt (w->procs);
  while (w->procs % rows)
    rows--;
  int32_t columns = w->procs / rows;
  int32_t *channel = number_halos (w, rows, columns);
  struct tree up = { .base = 0 }, down = up;
  if (w->verdict)
    {
      up = down = make_tree (w, w->script->n_channels);
      down.base += w->procs - 1;
      w->script->n_channels += 2 * (w->procs - 1);
    }
  reserve (w, (9 + (w->verdict ? 4 : 0)) * (int64_t) w->procs);
  for (int32_t p = 0, next[4]; p < w->procs; close_process (w, p++))
    {
      neighbours (rows, columns, p, next);
      for (int d = 0; d < 4; d++)
	if (next[d] >= 0)
	  emit (w, PRAM_SEND, channel[4 * next[d] + 3 - d]);
      for (int d = 0; d < 4; d++)
	if (next[d] >= 0)
	  emit (w, PRAM_RECV, channel[4 * p + d]);
      emit (w, PRAM_COMPUTE, 0);
      if (w->verdict)
	{
	  write_reduction (w, &up, p);
	  write_broadcast (w, &down, p);
	}
    }
  return true;
}

static bool
ring (struct writer *w, const struct pram_diag *diag)
{
  (void) diag;
  reserve (w, 3 * (int64_t) w->procs);
  w->script->n_channels = w->procs > 1 ? w->procs : 0;
  for (int32_t p = 0; p < w->procs; close_process (w, p++))
    {
      if (w->procs > 1)
	{
	  emit (w, PRAM_SEND, (p + 1) % w->procs);
	  emit (w, PRAM_RECV, p);
	}
      emit (w, PRAM_COMPUTE, 0);
    }
  return true;
}

static bool
butterfly (struct writer *w, const struct pram_diag *diag)
{
  int stages = 0;
  while ((int64_t) 1 << stages < w->procs)
    stages++;
  if ((int64_t) 1 << stages != w->procs)
    {
      pram_diag_report (diag, PRAM_ERROR, 0,
			"a butterfly needs a power of two processes");
      return false;
    }
  reserve (w, (3 * stages + 1) * (int64_t) w->procs);
  w->script->n_channels = w->procs * stages;
  for (int32_t p = 0; p < w->procs; close_process (w, p++))
    {
      emit (w, PRAM_COMPUTE, 0);
      for (int s = 0; s < stages; s++)
	{
	  emit (w, PRAM_SEND, (int64_t) (p ^ 1 << s) * stages + s);
	  emit (w, PRAM_RECV, (int64_t) p * stages + s);
	  emit (w, PRAM_COMPUTE, 0);
	}
    }
  return true;
}

static bool
alltoall (struct writer *w, const struct pram_diag *diag)
{
  int64_t n = w->procs;
  if (n * (n - 1) >= PRAM_CHANNELS_MAX)
    {
      pram_diag_report (diag, PRAM_ERROR, 0,
			"an all-to-all takes 32768 processes at most");
      return false;
    }
  reserve (w, 2 * n * (n - 1));
  w->script->n_channels = (int32_t) (n * (n - 1));
  for (int32_t p = 0; p < n; close_process (w, p++))
    for (int64_t k = 1; k < n; k++)
      {
	emit (w, PRAM_SEND, (p + k) % n * (n - 1) + k - 1);
	emit (w, PRAM_RECV, p * (n - 1) + k - 1);
      }
  return true;
}

/* --- The description ------------------------------------------------------ */

static const struct
{
  const char *name;
  bool (*write) (struct writer *, const struct pram_diag *);
} kinds[] =
  {
    { "jacobi2d", jacobi2d }, { "ring", ring }, { "butterfly", butterfly },
    { "alltoall", alltoall }, { "broadcast", broadcast },
    { "reduction", reduction }
  };
enum { N_KINDS = sizeof kinds / sizeof *kinds };

enum { PROCS, ITERATIONS, BYTES, VERDICT, COMPUTE, N_PARAMETERS };

static const struct parameter
{
  const char *name;
  double least, most;
  bool whole;
}
parameters[N_PARAMETERS] =
  {
    [PROCS] = { "procs", 1, 1 << 26, true },
    [ITERATIONS] = { "iterations", 1, 1e18, true },
    [BYTES] = { "bytes", 0, INT32_MAX, true },
    [VERDICT] = { "verdict", 0, 1, true },
    [COMPUTE] = { "compute", 0, 1e18, false }
  };

static void
set_parameter (struct writer *w, int which, double value)
{
  switch (which)
    {
    case PROCS: w->procs = (int32_t) value; break;
    case ITERATIONS: w->iterations = (int64_t) value; break;
    case BYTES: w->bytes = (int64_t) value; break;
    case VERDICT: w->verdict = value == 1; break;
    default: w->compute = value;
    }
}

/* Read WORD, NAME=VALUE, which is overwritten.  */
static bool
read_parameter (struct writer *w, char *word, const struct pram_diag *diag)
{
  char *equals = strchr (word, '='), *end;
  int which = 0;
  if (equals)
    *equals = '\0';
  while (which < N_PARAMETERS && strcmp (parameters[which].name, word))
    which++;
  if (which == N_PARAMETERS)
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "no parameter '%s' of a script; "
			"there are procs, iterations, bytes, verdict, compute",
			word);
      return false;
    }
  if (w->given & 1u << which)
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "'%s' is there twice", word);
      return false;
    }
  w->given |= 1u << which;
  const struct parameter *p = &parameters[which];
  const char *text = equals ? equals + 1 : "";
  double value = strtod (text, &end);
  if (end == text || *end || !(value >= p->least && value <= p->most)
      || (p->whole && value != floor (value)))
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "%s is a %snumber from %g to %g, "
			"not '%s'", word, p->whole ? "whole " : "", p->least,
			p->most, text);
      return false;
    }
  set_parameter (w, which, value);
  return true;
}

/* Read KEY=VALUE,KEY=VALUE... in TEXT, which is overwritten.  */
static bool
read_parameters (struct writer *w, char *text, const struct pram_diag *diag)
{
  char *save;
  for (char *word = strtok_r (text, ",", &save); word;
       word = strtok_r (NULL, ",", &save))
    if (!read_parameter (w, word, diag))
      return false;
  return true;
}

static struct pram_script *
write_kind (struct writer *w, int kind, const struct pram_diag *diag)
{
  struct pram_script *script = PRAM_ARENA_NEW (w->arena, struct pram_script, 1);
  double *cost = PRAM_ARENA_NEW (w->arena, double, 1);
  *cost = w->compute;
  script->n_procs = w->procs;
  script->block_start = PRAM_ARENA_NEW (w->arena, int64_t, w->procs + 1);
  script->block = PRAM_ARENA_NEW (w->arena, struct pram_block, w->procs);
  script->n_costs = script->n_sizes = 1;
  script->cost = cost;
  script->size = PRAM_ARENA_NEW (w->arena, int64_t, 1);
  *script->size = w->bytes;
  w->script = script;
  return kinds[kind].write (w, diag) ? script : NULL;
}

struct pram_script *
pram_script_generate (const char *text, const struct pram_logp *machine,
		   struct pram_arena *arena, const struct pram_diag *diag)
{
  struct writer w = { .arena = arena, .machine = machine, .procs = 4,
		      .iterations = 1, .bytes = 8 };
  char *name = pram_arena_strdup (arena, text);
  char *colon = strchr (name, ':');
  if (colon)
    *colon = '\0';
  if (colon && !read_parameters (&w, colon + 1, diag))
    return NULL;
  for (int k = 0; k < N_KINDS; k++)
    if (!strcmp (kinds[k].name, name))
      return write_kind (&w, k, diag);
  pram_diag_report (diag, PRAM_ERROR, 0, "no kind of script '%s'", name);
  return NULL;
}
