/* verify.c: execute a plan on simulated processes.

   SPDX-License-Identifier: Apache-2.0

   A value is a hash of the statement instance that wrote it and of the values
   that it read, so any wrong value shows in all that follows from it.  The
   reference machine executes the program in order; each process has a memory
   of its own, at first undefined but on process 0.  The driver is walked once,
   and each layer is executed by the reference first, which logs every value
   read, then by each process for its own units, comparing with the log.

   Every execution is done three times: with transfers that arrive as early as
   the plan allows, the processes running in ascending and in descending order
   (contents are those after the sender's boundary has run), and with transfers
   that arrive as late as it allows (contents as they are then).  A plan that is
   right has the same result each time.

   Invariants checked
   (1) Every instance has one process.
   (2) A process reads no undefined and no old value.
   (3) An element is sent only by the process that wrote it last, or by
       process 0 if none did.
   (4) The sets of a uniform layer are the same in every iteration.
   (5) At the end process 0 holds every element's value.
   (6) What the plan says about bytes touched and arrays written is true.
   (7) Units of consecutive layers that touch the same element, one of them
       writing, are no further apart than the pipe between the layers says.
   (8) A layer that may leave its interior to the next one is not followed by
       itself: its frame would be filled anew.
   (9) What a layer sends that may run ahead comes from units within its reach
       of the ends of blocks: the others run later.
   (10) What a layer inspects every process has been offered, as it is; what it
        asks for it gets, as it is then, from those that have offered it.
   (11) If the plan explains verdicts: what another process gets depends on that
        verdict on which the plan says that it does (verify-verdicts.c).

   A layer that the driver may pass over is called in vain in one execution, and
   passed over in the others.  */

#include "verify-parts.h"
#include "blocks.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* More elements in all memories than this are refused.  */
#define MAX_ELEMENTS (INT64_C (1) << 27)

/* --- Driver ------------------------------------------------------------- */

/* Invariant (4).  */
static void
check_uniform (struct verifier *v, int l, uint64_t hash)
{
  struct flight *flight = &v->flights[l];
  if (v->layer->uniform && flight->set_hash && flight->set_hash != hash)
    FAIL (v, v->layer->node->line,
	  "the sets of the uniform layer %d change", l);
  flight->set_hash = hash;
}

static void
visit_boundary (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct verifier *v = data;
  for (int64_t i = 0; i < count; i++)
    if (first + i * stride >= 0 && first + i * stride < v->plan->n_units)
      v->boundary[first + i * stride] = true;
}

/* Mark the boundary units.  */
static void
find_boundary (struct verifier *v)
{
  int64_t env[PRAM_SET_MAX_VARS];
  memset (v->boundary, pram_layer_in_order_p (v->layer),
	  (size_t) v->plan->n_units);
  for (int src = 0; src < v->procs && v->layer->boundary >= 0; src++)
    for (int dst = 0; dst < v->procs; dst++)
      if (src != dst)
	{
	  pram_verify_set_env (v, env, src, dst);
	  pram_set_enumerate (v->plan->code + v->layer->boundary, env,
			      visit_boundary, v);
	}
}

/* Invariant (9), of the boundary at hand.  */
static void
check_reach (struct verifier *v, int l)
{
  const struct pram_plan_layer *layer = v->layer;
  for (int p = 0; p < v->procs && layer->ahead_up >= 0; p++)
    {
      int64_t lo = pram_verify_first_unit (v, p) + layer->reach;
      int64_t hi = pram_verify_first_unit (v, p + 1) - layer->reach;
      for (int64_t u = lo; u < hi; u++)
	if (v->boundary[u])
	  FAIL (v, layer->node->line, "layer %d sends what unit %" PRId64
		" computes, more than %" PRId64 " from the end of its block",
		l, u, layer->reach);
    }
}

/* The K-th process to run.  */
static int
process_in_order (const struct verifier *v, int k)
{
  return v->mode == EARLY_DOWN ? v->procs - 1 - k : k;
}

static void
run_layer (struct verifier *v, int l)
{
  const struct pram_plan_layer *layer = &v->plan->layers[l];
  uint64_t hash = 1;
  if (v->mode != EARLY_UP && pram_layer_passed_over_p (layer->node, v->iter))
    return;
  if (v->layer == layer && layer->n_pipes)
    FAIL (v, layer->node->line, "layer %d, which may wait for the next one, is "
	  "followed by itself", l);
  for (int w = 0; w < layer->n_waits; w++)
    pram_verify_deliver (v, &v->flights[layer->waits[w]], v->mode == LATE);
  pram_verify_deliver (v, &v->flights[l], v->mode == LATE);
  pram_verify_offers (v, layer->node);

  v->pipe = NULL;
  for (int i = 0; v->layer && i < v->layer->n_pipes; i++)
    if (v->layer->pipes[i].layer == l)
      v->pipe = &v->layer->pipes[i];
  struct pram_pipe ahead = { l, false, layer->ahead_up, layer->ahead_down };
  if (v->layer == layer && layer->ahead_up >= 0)
    v->pipe = &ahead;
  v->layer = layer;
  v->run++;
  if (v->prog->explained)
    pram_verify_note_run (v);
  pram_verify_walk (v, v->procs, 0);
  find_boundary (v);
  check_reach (v, l);
  for (int k = 0; k < v->procs; k++)
    {
      int p = process_in_order (v, k);
      pram_verify_walk (v, p, 1);
      hash = pram_verify_mix (hash, pram_verify_start_transfers (v, l, p));
      if (v->mode != LATE && layer->early_recv)
	pram_verify_deliver (v, &v->flights[l], false);
    }
  check_uniform (v, l, hash);
  for (int k = 0; k < v->procs; k++)
    pram_verify_walk (v, process_in_order (v, k), 2);
  if (v->mode != LATE)
    pram_verify_deliver (v, &v->flights[l], false);
}

static int
layer_of (const struct verifier *v, const struct pram_node *node)
{
  for (int l = 0; l < v->plan->n_layers; l++)
    if (v->plan->layers[l].node == node)
      return l;
  return -1;
}

/* NODE has run whole.  Of a loop whose end depends on data no process but one knows
   how often: as the generated code does, let it be once.  */
static void
count_once (struct verifier *v, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP && node->data_dependent)
    for (int s = 0; s < node->n_children; s++)
      v->counts[node->first_count + s] = s ? 1 : 2;
}

static void drive (struct verifier *, const struct pram_node *);

static void
drive_loop (struct verifier *v, const struct pram_node *loop)
{
  int64_t trips = pram_verify_trips (v, loop);
  for (int s = 0; s < loop->n_children; s++)
    v->counts[loop->first_count + s] = 0;
  for (int64_t i = 0; i < trips && !v->failed; i++)
    {
      v->iter[loop->iterator] = i;
      for (int s = 0; s < loop->n_children; s++)
	{
	  v->counts[loop->first_count + s]++;
	  drive (v, loop->children[s]);
	  if (pram_verify_left_p (v, loop, i, trips, s))
	    return;
	}
      if (pram_verify_swaps_p (loop, i, trips))
	pram_verify_swap (v, loop);
    }
}

static void
drive (struct verifier *v, const struct pram_node *node)
{
  int l = layer_of (v, node);
  if (v->failed)
    return;
  if (l >= 0)
    {
      run_layer (v, l);
      count_once (v, node);
    }
  else if (node->kind == PRAM_LOOP)
    drive_loop (v, node);
  else if (node->kind == PRAM_STMT && node->n_accesses)
    FAIL (v, node->line, "a statement is in no layer");
  else
    for (int c = 0; c < node->n_children; c++)
      drive (v, node->children[c]);
}

/* --- Begin and end ------------------------------------------------------ */

/* Find the elements that are touched.  */
static void
measure_objects (struct verifier *v)
{
  v->objects = PRAM_ARENA_NEW (v->arena, struct object, v->prog->n_arrays);
  for (int o = 0; o < v->prog->n_arrays; o++)
    {
      v->objects[o].elem_size = v->prog->arrays[o].elem_size;
      v->stand[o] = o;
    }
  v->measuring = true;
  pram_verify_execute (v, v->prog->root);
  v->measuring = false;
}

/* Invariant (6).  Memories hold what the plan says: with few iterations not
   all of it is touched.  */
static void
check_touched (struct verifier *v)
{
  int64_t total = 0;
  for (int o = 0; o < v->prog->n_arrays && !v->failed; o++)
    {
      struct object *object = &v->objects[o];
      int64_t lo = v->plan->touched_lo[o], hi = v->plan->touched_hi[o];
      if (object->lo < object->hi && (object->lo < lo || object->hi > hi))
	FAIL (v, v->prog->line, "'%s' is touched at bytes %" PRId64 " to %"
	      PRId64 ", the plan says %" PRId64 " to %" PRId64,
	      v->prog->arrays[o].name, object->lo, object->hi, lo, hi);
      object->lo = lo;
      object->hi = hi;
      object->n = hi > lo ? (hi - lo) / object->elem_size : 0;
      total += object->n * (v->procs + 2);
    }
  if (total > MAX_ELEMENTS)
    FAIL (v, v->prog->line, "too large to verify: %" PRId64 " elements",
	  total);
}

static void
make_memories (struct verifier *v)
{
  v->machines = PRAM_ARENA_NEW (v->arena, struct machine, v->procs + 1);
  for (int m = 0; m <= v->procs; m++)
    v->machines[m].value
      = PRAM_ARENA_NEW (v->arena, uint64_t *, v->prog->n_arrays);
  for (int o = 0; o < v->prog->n_arrays; o++)
    {
      struct object *object = &v->objects[o];
      object->writer = PRAM_ARENA_NEW (v->arena, int32_t, object->n);
      object->origin = PRAM_ARENA_NEW (v->arena, struct origin, object->n);
      object->span = pram_arena_alloc (v->arena, sizeof *object->span
						   * (size_t) object->n);
      memset (object->writer, -1,
	      sizeof *object->writer * (size_t) object->n);
      for (int m = 0; m <= v->procs; m++)
	{
	  uint64_t *value = PRAM_ARENA_NEW (v->arena, uint64_t, object->n);
	  v->machines[m].value[o] = value;
	  for (int64_t e = 0; e < object->n; e++)
	    value[e] = m > 0 && m < v->procs ? UNDEFINED
		       : pram_verify_mix ((uint64_t) o + 99, (uint64_t) e);
	}
    }
}

/* Scatter (to all others) or gather (from all others) at once.  */
static void
move_all (struct verifier *v, const struct pram_plan_transfer *transfers,
	  int n, bool gather)
{
  struct flight flight = { .pending = true };
  for (int p = 1; p < v->procs; p++)
    pram_verify_collect (v, &flight, transfers, n, gather ? p : 0,
			 gather ? 0 : p, NULL, false);
  if (!v->failed)
    pram_verify_deliver (v, &flight, false);
  free (flight.moved);
}

static void
compare_results (struct verifier *v)
{
  for (int o = 0; o < v->prog->n_arrays; o++)
    for (int64_t e = 0; e < v->objects[o].n && !v->failed; e++)
      {
	const struct object *object = &v->objects[o];
	if (object->writer[e] >= 0 && !v->plan->written[o])
	  FAIL (v, v->prog->line, "'%s' is written, the plan says it is not",
		v->prog->arrays[o].name);
	if (object->writer[e] > 0 && v->prog->explained)
	  pram_verify_destined (v, object->origin[e], o, NULL);
	if (v->machines[0].value[o][e]
	    != v->machines[v->procs].value[o][e])
	  FAIL (v, v->prog->line, "process 0 of %d does not have the last value"
		" of '%s' at offset %" PRId64 ", written by %d (transfers %s,"
		" %" PRId64 " iterations)", v->procs,
		v->prog->arrays[o].name,
		object->lo + e * object->elem_size, object->writer[e],
		pram_verify_mode_names[v->mode], v->iterations);
      }
}

static void
verify_once (struct verifier *v)
{
  const struct pram_plan *plan = v->plan;
  for (int o = 0; o < v->prog->n_arrays; o++)
    v->stand[o] = o;
  make_memories (v);
  v->layer = NULL;
  v->run = 0;
  v->flights = PRAM_ARENA_NEW (v->arena, struct flight, plan->n_layers);
  move_all (v, plan->scatter, plan->n_scatter, false);
  drive (v, v->prog->root);
  for (int l = 0; l < plan->n_layers && !v->failed; l++)
    pram_verify_deliver (v, &v->flights[l], v->mode == LATE);
  if (!v->failed)
    move_all (v, plan->gather, plan->n_gather, true);
  compare_results (v);
  for (int l = 0; l < plan->n_layers; l++)
    free (v->flights[l].moved);
}

/* The largest number of exits that a data-dependent loop has.  */
static int
exits_of (const struct pram_prog *prog)
{
  int most = 1;
  for (int k = 0; k < prog->n_loops; k++)
    if (prog->loops[k]->data_dependent
	&& prog->loops[k]->n_children - 1 > most)
      most = prog->loops[k]->n_children - 1;
  return most;
}

/* Execute what V says once, into RESULT.  */
static bool
execute (struct verifier v, struct pram_verified *result)
{
  v.arena = pram_arena_new ();
  v.prog = v.plan->prog;
  v.done = (struct pram_verified) { .met = result->met };
  v.stand = PRAM_ARENA_NEW (v.arena, int, v.prog->n_arrays);
  v.iter = PRAM_ARENA_NEW (v.arena, int64_t, v.prog->n_loops);
  v.counts = PRAM_ARENA_NEW (v.arena, int64_t, v.prog->n_counts);
  v.boundary = PRAM_ARENA_NEW (v.arena, bool, v.plan->n_units);
  measure_objects (&v);
  check_touched (&v);
  if (!v.failed)
    verify_once (&v);
  *result = v.done;
  free (v.log);
  pram_arena_free (v.arena);
  return !v.failed;
}

bool
pram_plan_verify (const struct pram_plan *plan, int procs, int64_t iterations,
		  struct pram_verified *result, const struct pram_diag *diag)
{
  struct pram_verified done = { .met = NULL };
  bool good = true;
  for (int exit = 0; exit < exits_of (plan->prog) && good; exit++)
    for (int mode = 0; mode < N_MODES && good; mode++)
      good = execute ((struct verifier)
		      { .plan = plan, .diag = diag, .procs = procs,
			.mode = mode, .exit_segment = exit,
			.iterations = iterations }, &done);
  if (result)
    *result = done;
  return good;
}

bool
pram_plan_verify_judged (const struct pram_plan *plan, int procs,
			 uint64_t seed, struct pram_verified *result,
			 const struct pram_diag *diag)
{
  struct pram_verified done = { .met = result ? result->met : NULL };
  bool good = true;
  for (int mode = 0; mode < N_MODES && good; mode++)
    good = execute ((struct verifier)
		    { .plan = plan, .diag = diag, .procs = procs,
		      .mode = mode, .seed = seed ? seed : 1 }, &done);
  if (result)
    *result = done;
  return good;
}
