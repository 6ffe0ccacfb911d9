/* steps.h: the graph of the steps of a schedule.

   SPDX-License-Identifier: GPL-3.0-or-later

   G_s of Disturbance, sections 3 and 4, its chains folded.  The vertices of
   G_s are the time steps of the processors, from 0 to TIME (s), idle ones
   included, and those of the messages, from the end of the send for L(k).
   proc (i, t) needs proc (i, t - 1), and where a
   receive starts the last step of its message; the first step of a message
   needs the last one of its send.

   Strong executability adds: the first step of a message needs the last step
   of the message that was sent C messages earlier by the same processor, and
   of the one that left C messages earlier for the same destination, with
   C = ceil (L / g).  (The paper counts receives; messages are counted here in
   the order in which they leave, which is that of their receives unless these
   overtake one another.  Then the paper's order could wait for itself.)

   A *link* is a chain of LENGTH steps of which only the first needs steps of
   other chains, and only the last is needed by others.

   Example, one message, L = 6, o = 2, TIME = 10: the sender has links of 2 and
   8 steps, the message one of 6, the receiver of 8 (idle) and 2.

   Invariants
   (1) Links are numbered topologically: pred[e] < v.
   (2) The predecessors of a link are different.  */

#ifndef PRAM_STEPS_H
#define PRAM_STEPS_H

#include "simulate.h"

enum pram_place { PRAM_PROCESSOR, PRAM_NETWORK, PRAM_N_PLACES };

struct pram_steps
{
  int32_t n_procs;
  double step;			/* s */
  int64_t time;			/* TIME (s): steps of the schedule */
  int32_t n_links;
  int64_t *length;		/* by link: steps, >= 0 */
  unsigned char *place;		/* by link: enum pram_place */
  bool *last;			/* by link: no other one needs it */
  int64_t *pred_start;		/* n_links + 1 */
  int32_t *pred;
};

/* The greatest number of seconds of which all times of the schedule are
   multiples, up to a millionth of it; 0 if it is less than the billionth part
   of the makespan.  */
double pram_steps_quantum (const struct pram_script *,
			   const struct pram_logp *,
			   const struct pram_simulation *);

/* The graph for the starting times in the simulation, rounded to multiples of
   STEP seconds.  With STRONG the schedule should have been simulated with the
   capacity.  Null after one PRAM_ERROR: there are too many links or steps.  */
struct pram_steps *pram_steps_build (const struct pram_script *,
				     const struct pram_logp *,
				     const struct pram_simulation *,
				     double step, bool strong,
				     struct pram_arena *,
				     const struct pram_diag *);

/* The longest path, in steps: TIME.  */
int64_t pram_steps_depth (const struct pram_steps *);

/* N_LAYERS > 0 graphs, of about as many of the depths each: the first has the
   steps that end the longest paths of 1 ... TIME / N_LAYERS steps, and so on
   (steps-layers.c).  Every step is in one of them; executing one layer after
   the other keeps to the order of the whole graph, and takes no less time.  */
struct pram_steps *pram_steps_layers (const struct pram_steps *,
				      int32_t n_layers, struct pram_arena *);

/* --- Forks (steps-forks.c) ------------------------------------------------ */

/* Links may be of so many kinds.  */
enum { PRAM_N_KINDS = 12 };

/* A link that two others need, or that is one of them, and the steps by kind
   of a path from there to each of both.  The paths have no link in
   common; the steps of LINK itself are in neither.  If they need no link in
   common, LINK is -1, and the paths are from the beginning.  */
struct pram_fork
{
  int32_t link;
  int64_t length[2][PRAM_N_KINDS];
};

/* KIND: by link; it may change between searches.  */
struct pram_fork_search;
struct pram_fork_search *pram_fork_search_new (const struct pram_steps *,
					       const unsigned char *kind);
void pram_fork_search_free (struct pram_fork_search *);

/* The last fork of links A and B.  False if there is none nearby.  */
bool pram_fork_find (struct pram_fork_search *, int32_t a, int32_t b,
		     struct pram_fork *);

#endif
