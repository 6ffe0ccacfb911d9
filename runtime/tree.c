/* tree.c: this process's place in the broadcast tree, and how to reduce.

   SPDX-License-Identifier: Apache-2.0

   Iterative, section 4.  The tree and the choice are those of pram-trees.h;
   ranks are its numbers, so that the ranks below a process are a range.  */

#include "prt.h"
#include "pram-trees.h"
#include <limits.h>
#include <math.h>

/* What a message costs on the machine that a region was compiled for; null if
   none was given.  */

static const struct pram_message *
compiled_for (void)
{
  for (int r = 0; r < prt.n_regions; r++)
    {
      const struct pram_region *desc = prt.regions[r]->desc;
      if (desc->messages)
	return &desc->messages[desc->node > 0 && prt.procs > desc->node];
    }
  return NULL;
}

/* What a message costs: PRAM_LOGP="L o g", in microseconds, or what the
   compiler was told, or about what it is with shared memory.  In one unit.  */

static struct pram_trees_message
parameters (void)
{
  double l, o, g;
  const struct pram_message *known = compiled_for ();
  const char *text = getenv ("PRAM_LOGP");
  int end = -1;
  if (text && sscanf (text, "%lf %lf %lf %n", &l, &o, &g, &end) == 3
      && end >= 0 && !text[end] && l >= 0 && o >= 0 && g >= 0
      && isfinite (l + o + g))
    return (struct pram_trees_message) { o, o, l, g };
  if (text && *text)
    prt_warn_setting ("PRAM_LOGP", "three numbers, \"L o g\"");
  if (known)
    return (struct pram_trees_message)
      { (double) known->o_send, (double) known->o_recv,
	(double) known->latency, (double) known->gap };
  /* The default of core/machine/logp.c, for 16 bytes.  */
  return (struct pram_trees_message) { 0.13, 0.13, 0.01285, 0.11285 };
}

/* Take this process's place in the tree whose vertices, in the order in which
   they are informed, have PARENT, NUMBER and SIZE.  */

static void
take_place (const int *parent, const int *number, const int *size)
{
  prt.parent = -1;
  prt.informed = prt_alloc (prt.procs, sizeof *prt.informed);
  prt.parents = prt_alloc (prt.procs, sizeof *prt.parents);
  prt.children = prt_alloc (prt.procs, sizeof *prt.children);
  for (int v = 0; v < prt.procs; v++)
    {
      prt.informed[v] = number[v];
      prt.parents[number[v]] = v > 0 ? number[parent[v]] : -1;
      if (number[v] == prt.rank)
	prt.subtree = size[v];
      if (v > 0 && number[v] == prt.rank)
	prt.parent = number[parent[v]];
      if (v > 0 && number[parent[v]] == prt.rank)
	prt.children[prt.n_children++] = number[v];
    }
}

/* What the user says in PRAM_REDUCE: "tree" is 0, a number the radix of a
   dissemination; or CHOICE.  */

static int
radix_given (int choice)
{
  const char *text = getenv ("PRAM_REDUCE");
  char *end;
  long radix = text ? strtol (text, &end, 10) : 0;
  if (text && strcmp (text, "tree") == 0)
    return 0;
  if (radix >= 2 && radix <= INT_MAX && !*end)
    return (int) radix;
  if (text && *text)
    prt_warn_setting ("PRAM_REDUCE", "'tree' or a number from 2 on");
  return choice;
}

/* Store the tree in PARENT, NUMBER and SIZE; return the radix of the
   dissemination to reduce by, or 0.  */

static int
plan (const struct pram_trees_message *message, int *parent, int *number,
      int *size)
{
  int n = prt.procs;
  double *informed = prt_alloc (n, sizeof *informed);
  double *arrival = prt_alloc (n, sizeof *arrival);
  int radix = pram_trees_choose (n, message, parent, informed, number,
				 arrival).radix;
  pram_trees_number (n, parent, number, size);
  free (informed);
  free (arrival);
  return radix;
}

/* All processes must see the same parameters and decide alike: rank 0's
   environment counts.  */

void
prt_tree_init (void)
{
  struct pram_trees_message message = parameters ();
  int *parent = prt_alloc (prt.procs, sizeof *parent);
  int *number = prt_alloc (prt.procs, sizeof *number);
  int *size = prt_alloc (prt.procs, sizeof *size);
  if (prt.mpi)
    MPI_Bcast (&message, sizeof message, MPI_BYTE, 0, prt.comm);
  prt.radix = radix_given (plan (&message, parent, number, size));
  take_place (parent, number, size);
  if (prt.mpi)
    MPI_Bcast (&prt.radix, 1, MPI_INT, 0, prt.comm);
  free (parent);
  free (number);
  free (size);
}

/* Send MESSAGE on to this process's children in the broadcast tree.  */

void
prt_broadcast_control (const int64_t *message)
{
  for (int i = 0; i < prt.n_children; i++)
    MPI_Send (message, prt.control_words, MPI_INT64_T, prt.children[i],
	      PRT_TAG_CONTROL, prt.comm);
}
