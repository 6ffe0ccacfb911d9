/* verify.c: execute a plan on simulated processes.

   SPDX-License-Identifier: GPL-3.0-or-later

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
       writing, are no further apart than the pipe between the layers says.  */

#include "verify.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pram-sets.h"

enum { EARLY_UP, EARLY_DOWN, LATE, N_MODES };
static const char *const mode_names[]
  = { "early", "early in descending order", "late" };

/* The value of an element that a process does not hold.  */
#define UNDEFINED UINT64_C (0)

/* More elements in all memories than this are refused.  */
#define MAX_ELEMENTS (INT64_C (1) << 27)

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
  int32_t *writer;		/* process that wrote it last, -1: none */
  struct span (*span)[2];	/* of this and the previous run of a layer */
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

static uint64_t
mix (uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) + UINT64_C (0x9e3779b97f4a7c15);
  hash = (hash ^ (hash >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  hash = (hash ^ (hash >> 27)) * UINT64_C (0x94d049bb133111eb);
  hash ^= hash >> 31;
  return hash == UNDEFINED ? 1 : hash;
}

static int64_t
value_of (const struct verifier *v, const struct pram_affine *affine)
{
  int64_t value = affine->constant;
  for (int k = 0; k < affine->n_coef; k++)
    value += affine->coef[k] * v->iter[k];
  return value;
}

static int64_t
first_unit (const struct verifier *v, int process)
{
  return v->plan->n_units * process / v->procs;
}

/* The process that owns UNIT.  */
static int
process_of (const struct verifier *v, int64_t unit)
{
  int process = (int) (unit * v->procs / v->plan->n_units);
  while (unit >= first_unit (v, process + 1))
    process++;
  return process;
}

/* --- Statements --------------------------------------------------------- */

static bool
happens_p (const struct verifier *v, const struct pram_access *access)
{
  for (int g = 0; g < access->n_guards; g++)
    {
      int64_t value = value_of (v, &access->guards[g].affine);
      if (access->guards[g].equality ? value != 0 : value < 0)
	return false;
    }
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
	  mode_names[v->mode], v->iterations);
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
  return unit >= first_unit (v, v->machine)
	 && unit < first_unit (v, v->machine + 1)
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

static void
execute_stmt (struct verifier *v, const struct pram_node *stmt)
{
  bool mine = mine_p (v, stmt);
  uint64_t hash = mix (1, (uintptr_t) stmt->weight + (uint64_t) stmt->line);
  for (const struct pram_node *n = stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      hash = mix (hash, (uint64_t) v->iter[n->iterator]);

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
	note_span (v, access);
      uint64_t value = *place_of (v, v->machine, access);
      check_read (v, access, value);
      hash = mix (hash, value);
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

/* --- Walks -------------------------------------------------------------- */

static void
swap_names (struct verifier *v, const struct pram_node *loop)
{
  int n = v->prog->n_arrays;
  int before[n];
  if (!loop->next)
    return;
  memcpy (before, v->stand, sizeof before);
  for (int a = 0; a < n; a++)
    v->stand[a] = before[loop->next[a]];
}

/* Is LOOP's back edge taken after iteration I of TRIPS?  A counted loop's test
   stands at its head, so its last iteration takes it too.  */
static bool
swaps_after_p (const struct pram_node *loop, int64_t i, int64_t trips)
{
  return !loop->data_dependent || i + 1 < trips;
}

/* How often LOOP, entered now, begins its segment 0.  Data-dependent loops
   inside of loops vary: nobody may count on their number.  */
static int64_t
trips_of (const struct verifier *v, const struct pram_node *loop)
{
  if (!loop->data_dependent)
    return value_of (v, &loop->count);
  int64_t outer = 0;
  for (const struct pram_node *n = loop->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      outer += v->iter[n->iterator] + 1;
  return outer ? 1 + (v->iterations + outer) % 3 : v->iterations;
}

/* Execute NODE, part of a layer (or anything, if measuring).  */
static void
execute (struct verifier *v, const struct pram_node *node)
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
  int64_t trips = node->kind == PRAM_LOOP ? trips_of (v, node) : 1;
  for (int64_t i = 0; i < trips; i++)
    {
      if (node->kind == PRAM_LOOP)
	v->iter[node->iterator] = i;
      for (int c = 0; c < node->n_children; c++)
	execute (v, node->children[c]);
      if (node->kind == PRAM_LOOP && swaps_after_p (node, i, trips))
	swap_names (v, node);
    }
}

/* MACHINE executes its part of the layer in the given PHASE.  */
static void
walk_layer (struct verifier *v, int machine, int phase)
{
  int n = v->prog->n_arrays;
  int before[n];
  memcpy (before, v->stand, sizeof before);
  v->machine = machine;
  v->phase = phase;
  v->n_log = 0;
  execute (v, v->layer->node);
  memcpy (v->stand, before, sizeof before);
}

/* --- Transfers ---------------------------------------------------------- */

/* An enumeration of the elements of one transfer between one pair.  */
struct enumeration
{
  struct verifier *v;
  struct flight *flight;
  int src, dst, object, line;
  uint64_t hash;
};

static void
add_element (struct enumeration *e, int64_t offset)
{
  struct verifier *v = e->v;
  const struct object *object = &v->objects[e->object];
  struct flight *f = e->flight;
  const char *name = v->prog->arrays[e->object].name;
  if (offset < object->lo || offset >= object->hi
      || (offset - object->lo) % object->elem_size)
    {
      FAIL (v, e->line, "a transfer has no element of '%s' at offset %" PRId64,
	    name, offset);
      return;
    }
  int64_t element = (offset - object->lo) / object->elem_size;
  int writer = object->writer[element] < 0 ? 0 : object->writer[element];
  if (writer != e->src)
    FAIL (v, e->line, "process %d of %d sends the element of '%s' at offset %"
	  PRId64 " to %d, which %d wrote last", e->src, v->procs, name, offset,
	  e->dst, writer);
  if (f->n == f->room)
    {
      f->room = f->room ? 2 * f->room : 256;
      f->moved = realloc (f->moved, sizeof *f->moved * (size_t) f->room);
      if (!f->moved)
	abort ();
    }
  f->moved[f->n++] = (struct moved)
    { e->src, e->dst, e->object, element,
      v->machines[e->src].value[e->object][element] };
}

static void
visit_run (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct enumeration *e = data;
  e->hash = mix (mix (mix (e->hash, (uint64_t) first), (uint64_t) count),
		 (uint64_t) stride);
  for (int64_t i = 0; i < count && !e->v->failed; i++)
    add_element (e, first + i * stride);
}

static void
set_env (const struct verifier *v, int64_t *env, int src, int dst)
{
  memset (env, 0, sizeof *env * PRAM_SET_MAX_VARS);
  env[PRAM_ENV_SRC_LO] = first_unit (v, src);
  env[PRAM_ENV_SRC_HI] = first_unit (v, src + 1);
  env[PRAM_ENV_DST_LO] = first_unit (v, dst);
  env[PRAM_ENV_DST_HI] = first_unit (v, dst + 1);
  for (int c = 0; c < v->prog->n_counts; c++)
    env[PRAM_ENV_COUNTS + c] = v->counts[c];
}

/* Collect in FLIGHT what TRANSFERS move from SRC to DST, with the contents as
   they are now.  NAMES maps their arrays to objects; null for identity.
   Returns a hash of the sets.  */
static uint64_t
collect (struct verifier *v, struct flight *flight,
	 const struct pram_plan_transfer *transfers, int n, int src, int dst,
	 const int *names)
{
  int64_t env[PRAM_SET_MAX_VARS];
  int64_t before = flight->n;
  uint64_t hash = 1;
  for (int t = 0; t < n && !v->failed; t++)
    {
      int array = transfers[t].array;
      struct enumeration e = { v, flight, src, dst,
			       names ? names[array] : array,
			       transfers[t].line, hash };
      set_env (v, env, src, dst);
      pram_set_enumerate (v->plan->code + transfers[t].set, env, visit_run,
			  &e);
      hash = e.hash;
    }
  v->done.messages += flight->n > before;
  for (int64_t i = before; i < flight->n; i++)
    v->done.bytes += v->objects[flight->moved[i].object].elem_size;
  return hash;
}

/* FLIGHT arrives.  With late contents, they are taken now.  */
static void
deliver (struct verifier *v, struct flight *flight, bool late)
{
  if (!flight->pending)
    return;
  for (int64_t i = 0; i < flight->n && late; i++)
    {
      struct moved *m = &flight->moved[i];
      m->value = v->machines[m->src].value[m->object][m->element];
    }
  for (int64_t i = 0; i < flight->n; i++)
    {
      const struct moved *m = &flight->moved[i];
      v->machines[m->dst].value[m->object][m->element] = m->value;
    }
  flight->pending = false;
  flight->n = 0;
}

/* Start the transfers of layer number L from SRC.  Returns a hash of their
   sets.  */
static uint64_t
start_transfers (struct verifier *v, int l, int src)
{
  struct flight *flight = &v->flights[l];
  uint64_t hash = (uint64_t) src;
  flight->pending = true;
  for (int dst = 0; dst < v->procs; dst++)
    if (src != dst)
      hash = mix (hash, collect (v, flight, v->layer->transfers,
				 v->layer->n_transfers, src, dst, v->stand));
  return hash;
}

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

/* --- Driver ------------------------------------------------------------- */

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
  memset (v->boundary, 0, (size_t) v->plan->n_units);
  for (int src = 0; src < v->procs && v->layer->boundary >= 0; src++)
    for (int dst = 0; dst < v->procs; dst++)
      if (src != dst)
	{
	  set_env (v, env, src, dst);
	  pram_set_enumerate (v->plan->code + v->layer->boundary, env,
			      visit_boundary, v);
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
  for (int w = 0; w < layer->n_waits; w++)
    deliver (v, &v->flights[layer->waits[w]], v->mode == LATE);
  deliver (v, &v->flights[l], v->mode == LATE);

  v->pipe = NULL;
  for (int i = 0; v->layer && i < v->layer->n_pipes; i++)
    if (v->layer->pipes[i].layer == l)
      v->pipe = &v->layer->pipes[i];
  struct pram_pipe ahead = { l, layer->ahead_up, layer->ahead_down };
  if (v->layer == layer && layer->ahead_up >= 0)
    v->pipe = &ahead;
  v->layer = layer;
  v->run++;
  walk_layer (v, v->procs, 0);
  find_boundary (v);
  for (int k = 0; k < v->procs; k++)
    {
      int p = process_in_order (v, k);
      walk_layer (v, p, 1);
      hash = mix (hash, start_transfers (v, l, p));
      if (v->mode != LATE && layer->early_recv)
	deliver (v, &v->flights[l], false);
    }
  check_uniform (v, l, hash);
  for (int k = 0; k < v->procs; k++)
    walk_layer (v, process_in_order (v, k), 2);
  if (v->mode != LATE)
    deliver (v, &v->flights[l], false);
}

static int
layer_of (const struct verifier *v, const struct pram_node *node)
{
  for (int l = 0; l < v->plan->n_layers; l++)
    if (v->plan->layers[l].node == node)
      return l;
  return -1;
}

static void drive (struct verifier *, const struct pram_node *);

static void
drive_loop (struct verifier *v, const struct pram_node *loop)
{
  int64_t trips = trips_of (v, loop);
  for (int s = 0; s < loop->n_children; s++)
    v->counts[loop->first_count + s] = 0;
  for (int64_t i = 0; i < trips && !v->failed; i++)
    {
      v->iter[loop->iterator] = i;
      for (int s = 0; s < loop->n_children; s++)
	{
	  v->counts[loop->first_count + s]++;
	  drive (v, loop->children[s]);
	  if (loop->data_dependent && i + 1 == trips && s == v->exit_segment)
	    break;
	}
      if (swaps_after_p (loop, i, trips))
	swap_names (v, loop);
    }
}

static void
drive (struct verifier *v, const struct pram_node *node)
{
  int l = layer_of (v, node);
  if (v->failed)
    return;
  if (l >= 0)
    run_layer (v, l);
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
  execute (v, v->prog->root);
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
      object->span = pram_arena_alloc (v->arena, sizeof *object->span
						   * (size_t) object->n);
      memset (object->writer, -1,
	      sizeof *object->writer * (size_t) object->n);
      for (int m = 0; m <= v->procs; m++)
	{
	  uint64_t *value = PRAM_ARENA_NEW (v->arena, uint64_t, object->n);
	  v->machines[m].value[o] = value;
	  for (int64_t e = 0; e < object->n; e++)
	    value[e] = m == 0 || m == v->procs
		       ? mix ((uint64_t) o + 99, (uint64_t) e) : UNDEFINED;
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
    collect (v, &flight, transfers, n, gather ? p : 0, gather ? 0 : p, NULL);
  if (!v->failed)
    deliver (v, &flight, false);
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
	if (v->machines[0].value[o][e]
	    != v->machines[v->procs].value[o][e])
	  FAIL (v, v->prog->line, "process 0 of %d does not have the last value"
		" of '%s' at offset %" PRId64 ", written by %d (transfers %s,"
		" %" PRId64 " iterations)", v->procs,
		v->prog->arrays[o].name,
		object->lo + e * object->elem_size, object->writer[e],
		mode_names[v->mode], v->iterations);
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
    deliver (v, &v->flights[l], v->mode == LATE);
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

bool
pram_plan_verify (const struct pram_plan *plan, int procs, int64_t iterations,
		  struct pram_verified *result, const struct pram_diag *diag)
{
  struct pram_verified done = { 0, 0, 0 };
  bool failed = false;
  for (int exit = 0; exit < exits_of (plan->prog) && !failed; exit++)
    for (int mode = 0; mode < N_MODES && !failed; mode++)
      {
	struct pram_arena *arena = pram_arena_new ();
	struct verifier v
	  = { .plan = plan, .prog = plan->prog, .diag = diag,
	      .arena = arena, .procs = procs, .mode = mode,
	      .exit_segment = exit, .iterations = iterations };
	v.stand = PRAM_ARENA_NEW (arena, int, v.prog->n_arrays);
	v.iter = PRAM_ARENA_NEW (arena, int64_t, v.prog->n_loops);
	v.counts = PRAM_ARENA_NEW (arena, int64_t, v.prog->n_counts);
	v.boundary = PRAM_ARENA_NEW (arena, bool, plan->n_units);
	measure_objects (&v);
	check_touched (&v);
	if (!v.failed)
	  verify_once (&v);
	failed = v.failed;
	done = v.done;
	free (v.log);
	pram_arena_free (arena);
      }
  if (result)
    *result = done;
  return !failed;
}
