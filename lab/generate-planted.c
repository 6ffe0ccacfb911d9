/* generate-planted.c: task graphs whose optimal makespan is known.

   SPDX-License-Identifier: GPL-3.0-or-later

   A schedule without idle time is made first, then edges that it obeys: no
   schedule on as many processes ends earlier.  */

#include "generate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "splitmix.h"

/* A schedule that a graph is made around: tasks of PROC run from START to END,
   messages not included.  */
struct slot
{
  int32_t proc;
  double start, end;
  bool sends, receives;		/* there is no room for a message, or it has
				   been taken */
};

static int
by_number (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
  return x < y ? -1 : x > y;
}

static int
by_start (const void *a, const void *b)
{
  const struct slot *x = a, *y = b;
  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  return x->proc < y->proc ? -1 : x->proc > y->proc;
}

/* Cut [0, LENGTH] into N parts of whole length >= 1: CUT[0] ... CUT[N].  Cuts
   of [0, LENGTH - N] are chosen freely, then spread by one each.  */
static void
cut_randomly (uint64_t *random, int64_t length, int32_t n, int64_t *cut)
{
  for (int32_t k = 1; k < n; k++)
    cut[k] = pram_splitmix_in (random, 0, length - n);
  cut[0] = 0;
  cut[n] = length - n;
  qsort (cut + 1, (size_t) n - 1, sizeof *cut, by_number);
  for (int32_t k = 0; k <= n; k++)
    cut[k] += k;
}

/* The slots of PROC, N of them from SLOT; MARGIN is left empty at both ends of
   each.  */
static void
fill_slots (struct slot *slot, int32_t proc, int32_t n, int64_t length,
	    double margin, uint64_t *random)
{
  int64_t *cut = malloc (((size_t) n + 1) * sizeof *cut);
  if (!cut)
    abort ();
  cut_randomly (random, length, n, cut);
  for (int32_t k = 0; k < n; k++)
    {
      double room = (double) (cut[k + 1] - cut[k]);
      double empty = margin < room / 2 ? margin : room / 2;
      slot[k] = (struct slot) { proc, (double) cut[k] + empty,
				(double) cut[k + 1] - empty,
				empty < margin, empty < margin };
    }
  free (cut);
}

/* May the task of slot V read the value of U?  With overheads only where each
   has room for its end of the message.  */
static bool
may_read_p (struct slot *u, struct slot *v, const struct pram_logp *machine,
	    double margin)
{
  if (u->proc == v->proc)
    return u->end <= v->start;
  if (u->end + pram_logp_message (machine, 8) > v->start)
    return false;
  if (margin == 0)
    return true;
  if (u->proc == 0 || v->proc == 0 || u->sends || v->receives)
    return false;
  u->sends = v->receives = true;
  return true;
}

/* Edges between slots, sorted by their starts, which fit the schedule.  */
static void
plant_edges (struct pram_taskgraph_builder *builder, struct slot *slot,
	     int32_t n, const struct pram_logp *machine, double margin,
	     uint64_t *random)
{
  int32_t last_of_0 = -1;
  for (int32_t v = 0; v < n; v++)
    {
      int32_t reach = v < 64 ? v : 64;
      for (int k = 0; k < 6 && reach; k++)
	{
	  int32_t u = v - (int32_t) pram_splitmix_in (random, 1, reach);
	  if (may_read_p (&slot[u], &slot[v], machine, margin))
	    pram_taskgraph_edge (builder, u, v, 8);
	}
      if (slot[v].proc || margin == 0)
	continue;
      if (last_of_0 >= 0)
	pram_taskgraph_edge (builder, last_of_0, v, 8);
      last_of_0 = v;
    }
}

struct pram_clustering *
pram_generate_planted (struct pram_arena *arena, int32_t procs, int32_t n,
		       int64_t length, const struct pram_logp *machine,
		       uint64_t seed)
{
  /* A task's two margins hold a send and a receive, and keep these a gap from
     those of the next task.  */
  double overhead = fmax (fmax (pram_logp_o_send (machine, PRAM_SAME_NODE, 8),
				pram_logp_o_recv (machine, PRAM_SAME_NODE, 8)),
			  machine->g);
  struct slot *slot = malloc ((size_t) n * sizeof *slot);
  if (!slot)
    abort ();
  for (int32_t p = 0, first = 0; p < procs; p++)
    {
      int32_t end = (int32_t) ((int64_t) n * (p + 1) / procs);
      fill_slots (slot + first, p, end - first, length, p ? overhead : 0,
		  &seed);
      first = end;
    }
  qsort (slot, (size_t) n, sizeof *slot, by_start);

  char *name = pram_arena_printf (arena, "planted-%" PRId32 "-%" PRId64, procs,
				  length);
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, name);
  int32_t *process = PRAM_ARENA_NEW (arena, int32_t, n);
  for (int32_t v = 0; v < n; v++)
    {
      pram_taskgraph_task (builder, slot[v].end - slot[v].start, NULL);
      process[v] = slot[v].proc;
    }
  plant_edges (builder, slot, n, machine, overhead, &seed);
  free (slot);

  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  *clustering = (struct pram_clustering)
    { .graph = pram_taskgraph_end (builder, NULL), .strategy = "planted",
      .n_procs = procs, .process = process };
  pram_clustering_sort (clustering, arena, NULL);
  return clustering;
}
