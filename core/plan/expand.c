/* expand.c: run a prog on index values and record who reads what whom wrote.

   SPDX-License-Identifier: Apache-2.0

   Non-oblivious, section 3.3: a task reads what its last writer before it
   wrote.  The program is walked twice: first to find what is touched and how
   many tasks there are, then with a table of last writers.

   Invariant (1): epoch e began with the e-th verdict; a flow whose writer ran
   in an earlier epoch than its reader waits for the verdict that began the
   reader's.

   The steps of a reduction whose order is free do not read what others have
   written.  What they have combined becomes one value where it is read first:
   that task is then its writer.  */

#include "expand.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"

/* More elements are refused.  */
#define MAX_ELEMENTS (INT64_C (1) << 26)

/* More flows to indirect reads are, too.  */
#define MAX_FLOWS (1 << 21)

/* The last writer of an element.  */
struct writer { int32_t task, epoch, turn; };

/* A task that has combined a value into an element; before it NEXT has.  */
struct step
{
  struct writer by;
  const struct pram_carried *how;
  int32_t next;			/* + 1; 0: none */
};

struct object
{
  int64_t lo, hi;		/* bytes touched; none if lo >= hi */
  int64_t size;			/* of an element */
  bool written;
  bool anywhere;		/* it is read indirectly */
  struct writer *last;		/* by element */
  int32_t *steps;		/* by element: since, the last one + 1 */
  int n_incomplete;		/* with HUBS: */
  int64_t *incomplete;		/* elements that had steps since it was last
				   read indirectly */
};

struct expander
{
  const struct pram_prog *prog;
  const struct pram_expand_options *options;
  const struct pram_diag *diag;
  struct pram_arena *arena;
  struct pram_expansion *out;
  struct object *objects;
  int *stand;			/* array object by name */
  int64_t *iter;		/* by number */
  bool measuring, failed;
  int next_task;
  int32_t epoch;
  enum pram_verdict verdict;	/* that began the epoch */
  int32_t turn;			/* iterations of data-dependent loops begun */
  int32_t first_turn;		/* of the one it is in; else one to come */
  int n_steps;
  struct step *steps;
};

static void
refuse (struct expander *x, int line, const char *reason)
{
  if (!x->failed)
    pram_diag_report (x->diag, PRAM_REFUSAL, line, "%s", reason);
  x->failed = true;
}

static int64_t
value_of (const struct expander *x, const struct pram_affine *affine)
{
  int64_t value = affine->constant;
  for (int k = 0; k < affine->n_coef; k++)
    value += affine->coef[k] * x->iter[k];
  return value;
}

static bool
happens_p (const struct expander *x, const struct pram_access *access)
{
  for (int g = 0; g < access->n_guards; g++)
    if (!pram_guard_holds_p (&access->guards[g],
			     value_of (x, &access->guards[g].affine)))
      return false;
  return true;
}

/* --- Accesses ----------------------------------------------------------- */

static void
measure (struct expander *x, const struct pram_access *access)
{
  int o = x->stand[access->array];
  struct object *object = &x->objects[o];
  int64_t offset = access->indirect ? 0 : value_of (x, &access->offset);
  int64_t end = access->indirect ? x->prog->arrays[o].n_bytes
				 : offset + object->size;
  if (access->indirect && end <= 0)
    refuse (x, access->line, "an array is read indirectly, but has no size");
  if (object->lo >= object->hi)
    object->lo = offset, object->hi = end;
  if ((offset - object->lo) % object->size)
    refuse (x, access->line, "elements overlap in part");
  if (offset < object->lo)
    object->lo = offset;
  if (end > object->hi)
    object->hi = end;
  object->written |= access->write;
  object->anywhere |= access->indirect;
}

/* --- Touches ------------------------------------------------------------ */

static void
add_touch (struct expander *x, struct pram_touch touch)
{
  *PRAM_ARENA_PUSH (x->arena, x->out->touches, x->out->n_touches) = touch;
}

/* TASK makes WRITER, if ALSO beside others, the holder of element E of array
   object O.  */
static void
hand_over (struct expander *x, int32_t task, int o, int64_t e, int32_t writer,
	   bool also)
{
  if (x->options->hubs && x->objects[o].anywhere)
    add_touch (x, (struct pram_touch) { task, o, (int32_t) e, writer, also });
}

/* What BY wrote is of an earlier iteration of the data-dependent loop that is
   running.  */
static bool
carried_p (const struct expander *x, struct writer by)
{
  return by.turn >= x->first_turn && by.turn < x->turn;
}

/* Begin a lane, of the phase of the one before if AGAIN.  */
static void
begin_lane (struct expander *x, bool again)
{
  struct pram_expansion *out = x->out;
  if (x->measuring)
    return;
  int phase = out->n_lanes ? out->lanes[out->n_lanes - 1].phase + !again : 0;
  struct pram_lane lane = { out->n_touches, phase, x->turn };
  *PRAM_ARENA_PUSH (x->arena, out->lanes, out->n_lanes) = lane;
  for (int o = 0; x->options->hubs && o < x->prog->n_arrays; o++)
    {
      const struct object *object = &x->objects[o];
      int64_t n = object->anywhere ? (object->hi - object->lo) / object->size
				   : 0;
      for (int64_t e = 0; e < n; e++)
	{
	  struct writer by = object->last[e];
	  hand_over (x, -1, o, e, carried_p (x, by) ? PRAM_TASK_INPUT : by.task,
		     false);
	  for (int32_t s = object->steps[e]; s; s = x->steps[s - 1].next)
	    {
	      by = x->steps[s - 1].by;
	      hand_over (x, -1, o, e,
			 carried_p (x, by) ? PRAM_TASK_INPUT : by.task, true);
	    }
	}
    }
}

/* --- Flows -------------------------------------------------------------- */

/* ACCESS is a step of a reduction whose order is free.  */
static bool
step_p (const struct expander *x, const struct pram_access *access)
{
  return x->options->combine && access->step;
}

/* Append FLOW, from the task BY.  */
static void
add_flow (struct expander *x, struct pram_flow flow, struct writer by)
{
  flow.writer = by.task;
  flow.verdict = by.epoch == x->epoch ? PRAM_NO_VERDICT : x->verdict;
  flow.carried = carried_p (x, by);
  *PRAM_ARENA_PUSH (x->arena, x->out->flows, x->out->n_flows) = flow;
}

/* Likewise from the tasks that have combined values into element E of
   OBJECT.  */
static void
add_combined (struct expander *x, struct pram_flow flow,
	      const struct object *object, int64_t e)
{
  flow.combined = true;
  for (int32_t s = object->steps[e]; s; s = x->steps[s - 1].next)
    add_flow (x, flow, x->steps[s - 1].by);
}

/* FLOW's reader makes what was combined into element E of OBJECT its value.  */
static void
complete (struct expander *x, struct pram_flow flow,
	  const struct object *object, int64_t e)
{
  object->last[e] = (struct writer) { flow.reader, x->epoch, x->turn };
  object->steps[e] = 0;
  hand_over (x, flow.reader, flow.array, e, flow.reader, false);
}

/* FLOW's reader gets the value of element E of OBJECT.  */
static void
read_element (struct expander *x, struct pram_flow flow,
	      const struct object *object, int64_t e)
{
  struct writer *last = &object->last[e];
  if (last->task != flow.reader || last->epoch != x->epoch)
    add_flow (x, flow, *last);
  if (!object->steps[e])
    return;
  add_combined (x, flow, object, e);
  complete (x, flow, object, e);
}

/* FLOW's reader combines a value into element E of OBJECT as HOW says.  Values
   of another reduction are completed before.  */
static void
combine (struct expander *x, struct pram_flow flow,
	 struct object *object, int64_t e, const struct pram_carried *how)
{
  int32_t *steps = &object->steps[e];
  if (*steps && !pram_same_reduction_p (x->steps[*steps - 1].how, how))
    read_element (x, flow, object, e);
  struct step step = { { flow.reader, x->epoch, x->turn }, how, *steps };
  if (!*steps && x->options->hubs && object->anywhere)
    *PRAM_ARENA_PUSH (x->arena, object->incomplete, object->n_incomplete) = e;
  *PRAM_ARENA_PUSH (x->arena, x->steps, x->n_steps) = step;
  *steps = x->n_steps;
  hand_over (x, flow.reader, flow.array, e, flow.reader, true);
}

/* FLOW's reader gets the value of some element of OBJECT.  */
static void
read_any (struct expander *x, struct pram_flow flow, struct object *object)
{
  add_touch (x, (struct pram_touch) { flow.reader, flow.array, -1, -1, false });
  for (int k = 0; k < object->n_incomplete; k++)
    if (object->steps[object->incomplete[k]])
      complete (x, flow, object, object->incomplete[k]);
  object->n_incomplete = 0;
  if (x->options->hubs)
    return;
  int64_t n = x->prog->arrays[flow.array].n_bytes / object->size;
  for (int64_t k = 0; k < n; k++)
    {
      flow.offset = k * object->size;
      read_element (x, flow, object, (flow.offset - object->lo)
				     / object->size);
    }
  if (x->out->n_flows > MAX_FLOWS)
    refuse (x, flow.stmt->line, "too many elements may be read");
}

static void
record (struct expander *x, const struct pram_node *stmt, int a, int32_t task)
{
  const struct pram_access *access = &stmt->accesses[a];
  int o = x->stand[access->array];
  struct object *object = &x->objects[o];
  int64_t offset = value_of (x, &access->offset);
  int64_t e = (offset - object->lo) / object->size;
  struct pram_flow flow = { .reader = task, .array = o, .access = a,
			    .offset = offset, .stmt = stmt, .turn = x->turn };
  if (step_p (x, access))
    {
      if (access->write)
	combine (x, flow, object, e, access->step);
    }
  else if (access->indirect)
    read_any (x, flow, object);
  else if (!access->write)
    read_element (x, flow, object, e);
  else
    {
      object->last[e] = (struct writer) { task, x->epoch, x->turn };
      object->steps[e] = 0;
      hand_over (x, task, o, e, task, false);
    }
}

/* --- Tasks -------------------------------------------------------------- */

/* The number of STMT's task; a new one if it STARTS.  */
static int32_t
task_of (struct expander *x, const struct pram_node *stmt, bool starts)
{
  struct pram_expansion *out = x->out;
  if (starts)
    x->next_task++;
  int32_t task = x->next_task - 1;
  if (x->measuring || task < out->n_tasks)
    return task;
  struct pram_task *t = PRAM_ARENA_PUSH (x->arena, out->tasks, out->n_tasks);
  int depth = pram_node_depth (stmt);
  *t = (struct pram_task) { stmt, PRAM_ARENA_NEW (x->arena, int64_t,
						  depth + 1), 0 };
  for (const struct pram_node *n = stmt->parent; n; n = n->parent)
    if (n->kind == PRAM_LOOP)
      t->iterators[--depth] = x->iter[n->iterator];
  for (int c = 0, on = false; c < stmt->parent->n_children; c++)
    {
      const struct pram_node *n = stmt->parent->children[c];
      on = n == stmt || (on && x->options->fuse && n->kind == PRAM_STMT);
      t->work += on ? n->weight : 0;
    }
  return task;
}

static void
execute_stmt (struct expander *x, const struct pram_node *stmt, bool starts)
{
  int32_t task = task_of (x, stmt, starts);
  if (!x->failed && pram_deadline_refuse (x->prog->deadline, x->diag))
    x->failed = true;
  if (x->measuring && x->next_task > x->options->budget)
    refuse (x, x->prog->line, pram_arena_printf
	    (x->arena, "it has more tasks than the budget of %d",
	     (int) x->options->budget));
  for (int write = 0; write < 2; write++)
    for (int a = 0; a < stmt->n_accesses && !x->failed; a++)
      if (stmt->accesses[a].write == write
	  && happens_p (x, &stmt->accesses[a]))
	{
	  if (x->measuring)
	    measure (x, &stmt->accesses[a]);
	  else
	    record (x, stmt, a, task);
	}
}

/* --- Loops -------------------------------------------------------------- */

static void execute (struct expander *, const struct pram_node *);

static void
execute_children (struct expander *x, const struct pram_node *node)
{
  bool follows = false;
  for (int c = 0; c < node->n_children && !x->failed; c++)
    {
      const struct pram_node *child = node->children[c];
      bool stmt = child->kind == PRAM_STMT;
      if (stmt)
	execute_stmt (x, child, !(follows && x->options->fuse));
      else
	execute (x, child);
      follows = stmt;
    }
}

static void
swap_names (struct expander *x, const struct pram_node *loop)
{
  int n = x->prog->n_arrays;
  int before[n + 1];
  if (!loop->next)
    return;
  memcpy (before, x->stand, sizeof *before * (size_t) n);
  for (int a = 0; a < n; a++)
    x->stand[a] = before[loop->next[a]];
}

static void
execute_counted (struct expander *x, const struct pram_node *loop)
{
  int64_t trips = value_of (x, &loop->count);
  for (int64_t i = 0; i < trips && !x->failed; i++)
    {
      x->iter[loop->iterator] = i;
      for (int s = 0; s < loop->n_children; s++)
	execute (x, loop->children[s]);
      swap_names (x, loop);
    }
}

static bool
inside_loop_p (const struct pram_node *node)
{
  for (node = node->parent; node; node = node->parent)
    if (node->kind == PRAM_LOOP)
      return true;
  return false;
}

/* A test of a data-dependent loop: nobody knew its verdict before.  */
static void
judge (struct expander *x, enum pram_verdict verdict)
{
  x->epoch++;
  x->verdict = verdict;
}

/* One inside of another loop has one iteration, a part of that one's, with all
   of its segments: so does isl's data flow (poly/poly.h).  */
static void
execute_while (struct expander *x, const struct pram_node *loop)
{
  bool inside = inside_loop_p (loop);
  int64_t trips = inside ? 1 : x->options->iterations;
  int first = x->next_task, last = first;
  int leave = x->options->exit_segment;
  if (leave > loop->n_children - 2 || inside)
    leave = loop->n_children - (inside ? 1 : 2);
  for (int64_t i = 0; i < trips && !x->failed; i++)
    {
      x->iter[loop->iterator] = i;
      x->turn += !inside;
      if (!inside)
	begin_lane (x, i > 0);
      if (!x->options->unroll)
	x->next_task = first;
      for (int s = 0; s < loop->n_children; s++)
	{
	  execute (x, loop->children[s]);
	  bool leaves = i == trips - 1 && s == leave;
	  if (s < loop->n_children - 1)
	    judge (x, leaves ? PRAM_TRUE : PRAM_FALSE);
	  if (leaves)
	    break;
	}
      last = x->next_task > last ? x->next_task : last;
      if (i < trips - 1)
	swap_names (x, loop);
    }
  x->next_task = last;
  if (inside)
    return;
  x->first_turn = x->turn + 1;
  begin_lane (x, false);
}

static void
execute (struct expander *x, const struct pram_node *node)
{
  if (node->kind != PRAM_LOOP)
    execute_children (x, node);
  else if (node->data_dependent)
    execute_while (x, node);
  else
    execute_counted (x, node);
}

/* --- The whole ---------------------------------------------------------- */

static void
walk (struct expander *x, bool measuring)
{
  for (int a = 0; a < x->prog->n_arrays; a++)
    x->stand[a] = a;
  x->measuring = measuring;
  x->next_task = 0;
  x->epoch = 0;
  x->verdict = PRAM_NO_VERDICT;
  x->turn = 0;
  x->first_turn = 1;
  begin_lane (x, false);
  execute (x, x->prog->root);
}

/* Make the tables of last writers.  */
static void
make_tables (struct expander *x)
{
  int64_t total = 0;
  for (int a = 0; a < x->prog->n_arrays; a++)
    {
      struct object *o = &x->objects[a];
      int64_t n = o->hi > o->lo ? (o->hi - o->lo) / o->size : 0;
      x->out->touched_lo[a] = o->lo;
      x->out->touched_hi[a] = o->hi;
      x->out->written[a] = o->written;
      x->out->anywhere[a] = o->anywhere;
      if ((total += n) > MAX_ELEMENTS)
	{
	  refuse (x, x->prog->line, "it spans too many elements");
	  return;
	}
      o->last = malloc (sizeof *o->last * (size_t) (n + 1));
      o->steps = calloc ((size_t) n + 1, sizeof *o->steps);
      if (!o->last || !o->steps)
	pram_exhausted ();
      for (int64_t e = 0; e < n; e++)
	o->last[e] = (struct writer) { PRAM_TASK_INPUT, 0, -1 };
    }
}

/* What was written reaches the end.  */
static void
record_end (struct expander *x)
{
  for (int a = 0; a < x->prog->n_arrays; a++)
    {
      struct object *o = &x->objects[a];
      for (int64_t at = o->lo; at < o->hi; at += o->size)
	{
	  int64_t e = (at - o->lo) / o->size;
	  struct pram_flow flow = { .reader = x->out->n_tasks, .array = a,
				    .access = -1, .offset = at };
	  if (o->last[e].task != PRAM_TASK_INPUT || o->steps[e])
	    add_flow (x, flow, o->last[e]);
	  add_combined (x, flow, o, e);
	}
    }
}

struct pram_expansion *
pram_expand (const struct pram_prog *prog,
	     const struct pram_expand_options *options,
	     struct pram_arena *arena, const struct pram_diag *diag)
{
  int n = prog->n_arrays + 1;
  struct expander x = { .prog = prog, .options = options, .diag = diag,
			.arena = arena };
  x.out = PRAM_ARENA_NEW (arena, struct pram_expansion, 1);
  x.out->prog = prog;
  x.out->unrolled = options->unroll;
  x.out->touched_lo = PRAM_ARENA_NEW (arena, int64_t, n);
  x.out->touched_hi = PRAM_ARENA_NEW (arena, int64_t, n);
  x.out->written = PRAM_ARENA_NEW (arena, bool, n);
  x.out->anywhere = PRAM_ARENA_NEW (arena, bool, n);
  x.objects = PRAM_ARENA_NEW (arena, struct object, n);
  x.stand = PRAM_ARENA_NEW (arena, int, n);
  x.iter = PRAM_ARENA_NEW (arena, int64_t, prog->n_loops + 1);
  for (int a = 0; a < prog->n_arrays; a++)
    x.objects[a].size = prog->arrays[a].elem_size;
  walk (&x, true);
  if (!x.failed)
    make_tables (&x);
  if (!x.failed)
    {
      walk (&x, false);
      record_end (&x);
    }
  for (int a = 0; a < prog->n_arrays; a++)
    {
      free (x.objects[a].last);
      free (x.objects[a].steps);
    }
  return x.failed ? NULL : x.out;
}

/* --- Checking and printing ---------------------------------------------- */

bool
pram_expansion_check (const struct pram_expansion *x,
		      const struct pram_diag *diag)
{
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      if (flow->writer < PRAM_TASK_INPUT || flow->writer >= x->n_tasks
	  || flow->reader < 0 || flow->reader > x->n_tasks
	  || (x->unrolled && flow->writer >= flow->reader))
	{
	  pram_diag_report (diag, PRAM_ERROR, 0, "the flow from task %d to %d "
			    "is out of order", (int) flow->writer,
			    (int) flow->reader);
	  return false;
	}
    }
  return true;
}

/* "[3,4]" */
static void
print_iterators (FILE *file, const struct pram_task *task)
{
  int depth = pram_node_depth (task->stmt);
  fputc ('[', file);
  for (int d = 0; d < depth; d++)
    fprintf (file, "%s%" PRId64, d ? "," : "", task->iterators[d]);
  fputc (']', file);
}

static void
print_task (FILE *file, const struct pram_task *task, int number)
{
  fprintf (file, "task %d line %d ", number, task->stmt->line);
  print_iterators (file, task);
  fprintf (file, " work %g\n", task->work);
}

static void
print_flow (FILE *file, const struct pram_expansion *x,
	    const struct pram_flow *flow)
{
  static const char *const verdicts[] = { "", " if false", " if true" };
  fputs ("flow ", file);
  if (flow->writer == PRAM_TASK_INPUT)
    fputs ("input", file);
  else
    fprintf (file, "%d", (int) flow->writer);
  fputs (" -> ", file);
  if (flow->reader == x->n_tasks)
    fputs ("end", file);
  else
    fprintf (file, "%d", (int) flow->reader);
  fprintf (file, " %s@%" PRId64 "%s\n", x->prog->arrays[flow->array].name,
	   flow->offset, verdicts[flow->verdict]);
}

void
pram_expansion_print (FILE *file, const struct pram_expansion *x)
{
  fprintf (file, "taskgraph %s tasks %d flows %d\n", x->prog->name,
	   x->n_tasks, x->n_flows);
  for (int t = 0; t < x->n_tasks; t++)
    print_task (file, &x->tasks[t], t);
  for (int f = 0; f < x->n_flows; f++)
    print_flow (file, x, &x->flows[f]);
}

/* --- The graph ---------------------------------------------------------- */

const char *
pram_task_label (const struct pram_task *task, struct pram_arena *arena)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  if (!file)
    pram_exhausted ();
  fprintf (file, "%d", task->stmt->line);
  print_iterators (file, task);
  fclose (file);
  char *copy = pram_arena_strdup (arena, text);
  free (text);
  return copy;
}

struct pram_taskgraph *
pram_expansion_graph (const struct pram_expansion *x, double op,
		      const bool *left_out, struct pram_arena *arena,
		      const struct pram_diag *diag)
{
  struct pram_taskgraph_builder *b
    = pram_taskgraph_begin (arena, x->prog->name);
  for (int t = 0; t < x->n_tasks; t++)
    pram_taskgraph_task (b, x->tasks[t].work * op,
			 pram_task_label (&x->tasks[t], arena));
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      if (flow->writer != PRAM_TASK_INPUT && flow->reader < x->n_tasks
	  && !flow->carried && flow->writer < flow->reader
	  && !(left_out && left_out[f]))
	pram_taskgraph_edge (b, flow->writer, flow->reader,
			     flow->combined ? PRAM_PARTIAL_BYTES
			     : x->prog->arrays[flow->array].elem_size);
    }
  return pram_taskgraph_end (b, diag);
}
