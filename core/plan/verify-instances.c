/* verify-instances.c: simulated processes execute statement instances.

   SPDX-License-Identifier: Apache-2.0

   The reference machine logs every value read; a process compares what it
   reads with that log.  */

#include "verify-parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const pram_verify_mode_names[N_MODES]
  = { "early", "early in descending order", "late" };

static int64_t
value_of (const struct verifier *v, const struct pram_affine *affine)
{
  int64_t value = affine->constant;
  for (int k = 0; k < affine->n_coef; k++)
    value += affine->coef[k] * v->iter[k];
  return value;
}

static int
process_of (const struct verifier *v, int64_t unit)
{
  int process = (int) (unit * v->procs / v->plan->n_units);
  while (unit >= pram_verify_first_unit (v, process + 1))
    process++;
  return process;
}

static bool
happens_p (const struct verifier *v, const struct pram_access *access)
{
  for (int g = 0; g < access->n_guards; g++)
    if (!pram_guard_holds_p (&access->guards[g],
			     value_of (v, &access->guards[g].affine)))
      return false;
  return true;
}

/* Note that ACCESS touches its element.  */
static void
measure (struct verifier *v, const struct pram_access *access)
{
  struct object *object = &v->objects[v->stand[access->array]];
  int64_t offset = value_of (v, &access->offset);
  if (object->lo >= object->hi)
    object->lo = offset, object->hi = offset + object->elem_size;
  if (offset < object->lo)
    object->lo = offset;
  if (offset + object->elem_size > object->hi)
    object->hi = offset + object->elem_size;
}

static uint64_t *
place_of (struct verifier *v, int machine, const struct pram_access *access)
{
  int o = v->stand[access->array];
  const struct object *object = &v->objects[o];
  int64_t offset = value_of (v, &access->offset);
  return &v->machines[machine].value[o][(offset - object->lo)
					/ object->elem_size];
}

static void
log_read (struct verifier *v, uint64_t value)
{
  if (v->n_log == v->log_room)
    {
      v->log_room = v->log_room ? 2 * v->log_room : 1024;
      v->log = realloc (v->log, sizeof *v->log * (size_t) v->log_room);
      if (!v->log)
	abort ();
    }
  v->log[v->n_log++] = value;
}

/* The reference logs VALUE, a process compares it with the log.  */
static void
check_read (struct verifier *v, const struct pram_access *access,
	    uint64_t value)
{
  if (v->machine == v->procs)
    {
      log_read (v, value);
      return;
    }
  if (value != v->log[v->n_log++])
    FAIL (v, access->line,
	  "process %d of %d reads %s value of '%s' (offset %" PRId64
	  ", transfers %s, %" PRId64 " iterations)", v->machine, v->procs,
	  value == UNDEFINED ? "an undefined" : "an old",
	  v->prog->arrays[access->array].name, value_of (v, &access->offset),
	  pram_verify_mode_names[v->mode], v->iterations);
}

/* Where the layer's placement puts the instance at hand.  */
static int64_t
coordinate_of (const struct verifier *v)
{
  const struct pram_placement *p = &v->layer->placement;
  int64_t coordinate = p->constant;
  for (int k = 0; p->outer && k < v->prog->n_loops; k++)
    coordinate += p->outer[k] * v->iter[k];
  if (p->loop)
    coordinate += p->coef * v->iter[p->loop->iterator];
  return coordinate;
}

/* Is the instance at hand one of those that the walk executes?  */
static bool
mine_p (struct verifier *v, const struct pram_node *stmt)
{
  int64_t unit = pram_set_fdiv (coordinate_of (v), v->plan->granularity);
  if (unit < v->layer->unit_lo || unit >= v->layer->unit_hi || unit < 0
      || unit >= v->plan->n_units)
    {
      FAIL (v, stmt->line, "an instance is in unit %" PRId64
	    ", outside of its layer's", unit);
      return false;
    }
  v->unit = unit;
  if (v->machine == v->procs)
    return true;
  return unit >= pram_verify_first_unit (v, v->machine)
	 && unit < pram_verify_first_unit (v, v->machine + 1)
	 && (v->phase == 0 || v->boundary[unit] == (v->phase == 1));
}

/* The process that the instance at hand belongs to writes ACCESS.  Called by
   the reference, which knows the order.  */
static void
note_writer (struct verifier *v, const struct pram_access *access)
{
  int o = v->stand[access->array];
  const struct object *object = &v->objects[o];
  int64_t element = (value_of (v, &access->offset) - object->lo)
		    / object->elem_size;
  object->writer[element] = process_of (v, v->unit);
  object->origin[element] = (struct origin) { v->run, access->array };
}

/* The reference reads the element of ACCESS.  */
static void
note_read (struct verifier *v, const struct pram_access *access)
{
  const struct object *object = &v->objects[v->stand[access->array]];
  int64_t element = (value_of (v, &access->offset) - object->lo)
		    / object->elem_size;
  const struct origin from = object->origin[element];
  if (v->prog->explained && from.run
      && object->writer[element] != process_of (v, v->unit))
    pram_verify_destined (v, from, from.name, v->layer);
}

/* Units LO and HI of the layer before touched what this unit does.  */
static void
check_pipe (struct verifier *v, const struct pram_access *access, int64_t lo,
	    int64_t hi)
{
  if (lo <= hi && (hi - v->unit > v->pipe->up || v->unit - lo > v->pipe->down))
    FAIL (v, access->line, "units %" PRId64 " to %" PRId64 " of the layer "
	  "before touch what unit %" PRId64 " does: the pipe says at most %"
	  PRId64 " up and %" PRId64 " down", lo, hi, v->unit, v->pipe->up,
	  v->pipe->down);
}

/* The reference touches the element of ACCESS: invariant (7).  */
static void
note_span (struct verifier *v, const struct pram_access *access)
{
  const struct object *object = &v->objects[v->stand[access->array]];
  int64_t element = (value_of (v, &access->offset) - object->lo)
		    / object->elem_size;
  struct span *now = &object->span[element][v->run % 2];
  const struct span *last = &object->span[element][(v->run + 1) % 2];
  if (now->run != v->run)
    *now = (struct span) { v->run, { INT64_MAX, INT64_MAX }, { -1, -1 } };
  if (v->unit < now->lo[access->write])
    now->lo[access->write] = v->unit;
  if (v->unit > now->hi[access->write])
    now->hi[access->write] = v->unit;
  if (v->pipe && last->run == v->run - 1)
    for (int write = !access->write; write < 2; write++)
      check_pipe (v, access, last->lo[write], last->hi[write]);
}

/* The instance of STMT at hand does nothing: it may be in no unit.  */
static bool
idle_p (const struct verifier *v, const struct pram_node *stmt)
{
  bool idle = stmt->n_accesses > 0;
  for (int a = 0; a < stmt->n_accesses; a++)
    idle = idle && !happens_p (v, &stmt->accesses[a]);
  return idle;
}

static void
execute_stmt (struct verifier *v, const struct pram_node *stmt)
{
  if (idle_p (v, stmt))
    return;
  bool mine = mine_p (v, stmt);
  uint64_t hash = pram_verify_mix (1, (uintptr_t) stmt->weight
				      + (uint64_t) stmt->line);
  for (const struct pram_node *n = stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      hash = pram_verify_mix (hash, (uint64_t) v->iter[n->iterator]);

  for (int a = 0; a < stmt->n_accesses; a++)
    {
      const struct pram_access *access = &stmt->accesses[a];
      if (access->write || !happens_p (v, access))
	continue;
      if (!mine)
	{
	  v->n_log++;
	  continue;
	}
      if (v->machine == v->procs)
	{
	  note_span (v, access);
	  note_read (v, access);
	}
      uint64_t value = *place_of (v, v->machine, access);
      check_read (v, access, value);
      hash = pram_verify_mix (hash, value);
    }
  if (!mine)
    return;
  v->done.instances += v->machine < v->procs;
  for (int a = 0; a < stmt->n_accesses; a++)
    {
      const struct pram_access *access = &stmt->accesses[a];
      if (!access->write || !happens_p (v, access))
	continue;
      if (v->machine == v->procs)
	{
	  note_writer (v, access);
	  note_span (v, access);
	}
      if (!access->may || hash & 1)
	*place_of (v, v->machine, access) = hash;
    }
}

void
pram_verify_swap (struct verifier *v, const struct pram_node *loop)
{
  int n = v->prog->n_arrays;
  int before[n];
  if (!loop->next)
    return;
  memcpy (before, v->stand, sizeof before);
  for (int a = 0; a < n; a++)
    v->stand[a] = before[loop->next[a]];
}

bool
pram_verify_swaps_p (const struct pram_node *loop, int64_t i, int64_t trips)
{
  return !loop->data_dependent || i + 1 < trips;
}

int64_t
pram_verify_trips (const struct verifier *v, const struct pram_node *loop)
{
  if (!loop->data_dependent)
    return value_of (v, &loop->count);
  if (v->seed)
    return INT64_MAX;
  /* One that stays out would have to do so in all later iterations.  */
  if (pram_verify_stays_out_of (loop))
    return 2;
  int64_t outer = 0;
  for (const struct pram_node *n = loop->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      outer += v->iter[n->iterator] + 1;
  return outer ? 1 + (v->iterations + outer) % 3 : v->iterations;
}

static void
execute_loop (struct verifier *v, const struct pram_node *loop)
{
  int64_t trips = pram_verify_trips (v, loop);
  for (int64_t i = 0; i < trips && !v->failed; i++)
    {
      v->iter[loop->iterator] = i;
      for (int s = 0; s < loop->n_children; s++)
	{
	  pram_verify_execute (v, loop->children[s]);
	  if (pram_verify_left_p (v, loop, i, trips, s))
	    return;
	}
      if (pram_verify_swaps_p (loop, i, trips))
	pram_verify_swap (v, loop);
    }
}

void
pram_verify_execute (struct verifier *v, const struct pram_node *node)
{
  if (v->failed)
    return;
  if (node->kind == PRAM_STMT && v->measuring)
    {
      for (int a = 0; a < node->n_accesses; a++)
	if (happens_p (v, &node->accesses[a]))
	  measure (v, &node->accesses[a]);
      return;
    }
  if (node->kind == PRAM_STMT)
    {
      execute_stmt (v, node);
      return;
    }
  if (node->kind == PRAM_LOOP)
    execute_loop (v, node);
  else
    for (int c = 0; c < node->n_children; c++)
      pram_verify_execute (v, node->children[c]);
}

void
pram_verify_walk (struct verifier *v, int machine, int phase)
{
  int n = v->prog->n_arrays;
  int before[n];
  memcpy (before, v->stand, sizeof before);
  v->machine = machine;
  v->phase = phase;
  v->n_log = 0;
  pram_verify_execute (v, v->layer->node);
  memcpy (v->stand, before, sizeof before);
}
