/* trees.c: the runtime's broadcast tree and reductions beside MPI's, on a
   simulated LogP machine.

   SPDX-License-Identifier: GPL-3.0-or-later

   Linked with the runtime itself; see trees.sh.  Prints microseconds of
   simulated time: a broadcast of 8 bytes over the tree of pram-trees.h, over
   MPI_Bcast; a layer's reduction with verdict by PRAM_reduced, by
   MPI_Allreduce.  Each starts when all processes are ready; what counts is
   when the last one is done.  PRAM_LOGP and PRAM_REDUCE as usual.  */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include "pram-abi.h"
#include "pram-trees.h"

enum { TIMES = 5, UNITS = 4096 };

static int rank, procs;

/* This process's place in the greedy tree.  */
static int parent, n_children, *children;

static void
place (void)
{
  struct pram_trees_message x = { 0, 0, 0, 0 };
  const char *text = getenv ("PRAM_LOGP");
  int *p = malloc (procs * sizeof *p), *heap = malloc (procs * sizeof *heap);
  double *informed = malloc (procs * sizeof *informed);
  double *arrival = malloc (procs * sizeof *arrival);
  if (!text || sscanf (text, "%lf %lf %lf", &x.L, &x.o_s, &x.g) != 3)
    exit (1);
  x.o_r = x.o_s;
  pram_trees_broadcast (procs, &x, p, informed, heap, arrival);
  children = malloc (procs * sizeof *children);
  parent = p[rank];
  for (int v = 1; v < procs; v++)
    if (p[v] == rank)
      children[n_children++] = v;
  free (p);
  free (heap);
  free (informed);
  free (arrival);
}

static void
tree_broadcast (void)
{
  double x = 1;
  if (parent >= 0)
    MPI_Recv (&x, 1, MPI_DOUBLE, parent, 0, MPI_COMM_WORLD,
	      MPI_STATUS_IGNORE);
  for (int i = 0; i < n_children; i++)
    MPI_Send (&x, 1, MPI_DOUBLE, children[i], 0, MPI_COMM_WORLD);
}

static void
mpi_broadcast (void)
{
  double x = 1;
  MPI_Bcast (&x, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

static void
fill (void *frame, int64_t lo, int64_t hi, void *const *leaves)
{
  (void) frame;
  for (int64_t u = lo; u < hi; u++)
    ((double *) leaves[0])[u - lo] = 1;
}

static void
tree_reduce (void)
{
  double x;
  PRAM_layer (0, fill, NULL, NULL);
  PRAM_reduced (0, 0, &x);
  if (x != UNITS)
    exit (1);
}

static void
mpi_reduce (void)
{
  double x = 1, sum;
  MPI_Allreduce (&x, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* When the last process has done WHAT, in microseconds; on rank 0.  */
static double
last (void (*what) (void))
{
  double least = 1e30;
  for (int i = 0; i < TIMES; i++)
    {
      double time, latest;
      MPI_Barrier (MPI_COMM_WORLD);
      /* A barrier lets go of processes at different times: let the clock
	 decide.  */
      double start = MPI_Wtime ();
      MPI_Allreduce (MPI_IN_PLACE, &start, 1, MPI_DOUBLE, MPI_MAX,
		     MPI_COMM_WORLD);
      start += 1;
      smpi_execute (start - MPI_Wtime ());
      what ();
      time = MPI_Wtime () - start;
      MPI_Reduce (&time, &latest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
      if (latest < least)
	least = latest;
    }
  return 1e6 * least;
}

static double results[4];

static void
driver (void)
{
  static void (*const what[]) (void)
    = { tree_broadcast, mpi_broadcast, tree_reduce, mpi_reduce };
  MPI_Comm_rank (MPI_COMM_WORLD, &rank);
  MPI_Comm_size (MPI_COMM_WORLD, &procs);
  place ();
  tree_reduce ();		/* makes the plan */
  for (int i = 0; i < 4; i++)
    results[i] = last (what[i]);
}

static struct pram_site site =
{ PRAM_ABI_VERSION, 1, "main.1", "trees.c", 0, NULL };
static const struct pram_reduction sum[] =
{ { PRAM_OP_SUM, PRAM_TYPE_F64, "s" } };
static const struct pram_layer layers[] =
{
  { .line = 1, .flags = PRAM_LAYER_UNIFORM, .unit_hi = UNITS,
    .tasks_per_unit = 1, .boundary = -1, .n_reductions = 1, .reductions = sum,
    .reach = -1, .ahead_up = -1, .ahead_down = -1 }
};
static const struct pram_region __attribute__ ((used)) region =
{
  .site = &site, .driver = driver, .n_units = UNITS, .n_layers = 1,
  .layers = layers, .n_tasks = 1, .iterations = -1
};

__asm__ (PRAM_NOTE ("region"));

int
main (int argc, char **argv)
{
  void *none[1];
  PRAM_start (&argc, &argv);
  PRAM_run (&site, none);
  printf ("%.1f %.1f %.1f %.1f\n", results[0], results[1], results[2],
	  results[3]);
  PRAM_stop ();
  return 0;
}
