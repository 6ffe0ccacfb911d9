/* verify-parts.h: what the parts of a plan's execution share.

   SPDX-License-Identifier: Apache-2.0

   Internal to verify.c, verify-instances.c and verify-transfers.c.  */

#ifndef PRAM_VERIFY_PARTS_H
#define PRAM_VERIFY_PARTS_H

#include "verify.h"

#include "pram-sets.h"

/* When transfers arrive, and in which order processes run.  */
enum { EARLY_UP, EARLY_DOWN, LATE, N_MODES };
extern const char *const pram_verify_mode_names[N_MODES];

/* The value of an element that a process does not hold.  */
#define UNDEFINED UINT64_C (0)

/* The units that touched an element in one run of a layer: the smallest and
   the largest that read it, that wrote it.  */
struct span
{
  int64_t run;
  int64_t lo[2], hi[2];		/* by whether it writes */
};

/* Elements of an array object: those at byte offsets lo, lo + elem_size, …  */
struct object
{
  int64_t lo, hi;		/* bytes; hi is behind the last element */
  int64_t n;			/* elements */
  int elem_size;
  int32_t *writer;		/* process that wrote it last, -1: none, … */
  struct origin *origin;	/* … and where */
  struct span (*span)[2];	/* of this and the previous run of a layer */
};

/* One run of a layer: in which iterations of the loops around.  */
struct past_run
{
  const struct pram_plan_layer *layer;
  int64_t *iter;
};

/* Where an element was written last: in run number RUN, 0: nowhere; by that
   name.  */
struct origin
{
  int64_t run;
  int name;
};

struct machine
{
  uint64_t **value;		/* by object and element */
};

/* One element under way.  */
struct moved
{
  int src, dst, object;
  int64_t element;
  uint64_t value;
};

struct flight
{
  bool pending;
  int64_t n, room;
  struct moved *moved;
  uint64_t set_hash;		/* of a uniform layer's sets */
};

struct verifier
{
  const struct pram_plan *plan;
  const struct pram_prog *prog;
  const struct pram_diag *diag;
  struct pram_arena *arena;
  int procs, mode, exit_segment;
  int64_t iterations;
  uint64_t seed;		/* of verdicts; 0: none are drawn */
  struct object *objects;
  struct machine *machines;	/* procs + 1: the last is the reference */
  struct flight *flights;	/* by layer */
  int *stand;			/* object by name */
  int64_t *iter, *counts;
  struct pram_verified done;
  bool failed;

  /* The walk at hand.  */
  bool measuring;		/* only find what is touched */
  int machine;
  int64_t unit;			/* of the instance at hand */
  const struct pram_plan_layer *layer;
  int64_t run;			/* of layers, from 1 */
  int n_runs;
  struct past_run *runs;	/* of layers, if the plan is explained */
  const struct pram_pipe *pipe;	/* from the layer before; may be null */
  int phase;			/* 0 all units, 1 boundary, 2 the others */
  bool *boundary;		/* by unit */
  uint64_t *log;		/* values read by the reference */
  int64_t n_log, log_room;
};

#define FAIL(v, line, ...) \
  do \
    { \
      if (!(v)->failed) \
	pram_diag_report ((v)->diag, PRAM_ERROR, line, __VA_ARGS__); \
      (v)->failed = true; \
    } \
  while (0)

static inline uint64_t
pram_verify_mix (uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) + UINT64_C (0x9e3779b97f4a7c15);
  hash = (hash ^ (hash >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  hash = (hash ^ (hash >> 27)) * UINT64_C (0x94d049bb133111eb);
  hash ^= hash >> 31;
  return hash == UNDEFINED ? 1 : hash;
}

static inline int64_t
pram_verify_first_unit (const struct verifier *v, int process)
{
  return pram_first_unit (v->plan->n_units, process, v->procs);
}

/* --- Instances (verify-instances.c) --------------------------------------- */

/* How often LOOP, entered now, begins its segment 0.  Data-dependent loops
   inside of loops vary: nobody may count on their number.  */
int64_t pram_verify_trips (const struct verifier *,
			   const struct pram_node *loop);

/* The counted loop in whose iterations LOOP stays out once it has begun none
   (struct pram_node); or null.  (verify-verdicts.c)  */
const struct pram_node *
pram_verify_stays_out_of (const struct pram_node *loop);

/* … and is it left behind segment S of iteration I of so many TRIPS?
   (verify-verdicts.c)  */
bool pram_verify_left_p (const struct verifier *, const struct pram_node *loop,
			 int64_t i, int64_t trips, int s);

/* Is LOOP's back edge taken after iteration I of TRIPS?  A counted loop's test
   stands at its head, so its last iteration takes it too.  */
bool pram_verify_swaps_p (const struct pram_node *loop, int64_t i,
			  int64_t trips);

/* Permute the names as LOOP's back edge does.  */
void pram_verify_swap (struct verifier *, const struct pram_node *loop);

/* Execute NODE, part of a layer (or anything, if measuring).  */
void pram_verify_execute (struct verifier *, const struct pram_node *);

/* MACHINE executes its part of the layer in the given PHASE.  */
void pram_verify_walk (struct verifier *, int machine, int phase);

/* --- Verdicts (verify-verdicts.c) ----------------------------------------- */

/* The layer begins to run.  */
void pram_verify_note_run (struct verifier *);

/* READER (null: the end), which runs now, needs an element of another process: the
   verdict on which that has depended must be in the plan.  ARRAY is what the plan
   calls the array.  */
void pram_verify_destined (struct verifier *, struct origin from, int array,
			   const struct pram_plan_layer *reader);

/* --- Transfers (verify-transfers.c) --------------------------------------- */

/* Set the variables of sets, ENV, for processes SRC and DST.  */
void pram_verify_set_env (const struct verifier *, int64_t *env, int src,
			  int dst);

/* Collect in FLIGHT what TRANSFERS move from SRC to DST, with the contents as
   they are now.  NAMES maps their arrays to objects; null for identity.
   OFFERED: the source has the elements, whoever wrote them.
   Returns a hash of the sets.  */
uint64_t pram_verify_collect (struct verifier *, struct flight *flight,
			      const struct pram_plan_transfer *transfers,
			      int n, int src, int dst, const int *names,
			      bool offered);

/* Start the transfers of layer number L from SRC.  Returns a hash of their
   sets.  */
uint64_t pram_verify_start_transfers (struct verifier *, int l, int src);

/* NODE, a layer, runs now: all that it inspects must be everywhere.  */
void pram_verify_offers (struct verifier *, const struct pram_node *node);

/* FLIGHT arrives.  With late contents, they are taken now.  */
void pram_verify_deliver (struct verifier *, struct flight *flight, bool late);

#endif
