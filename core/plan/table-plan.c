/* table-plan.c: which process runs which task of a small region.

   SPDX-License-Identifier: Apache-2.0

   Any strategy's clustering can run in program order: the order is topological
   and the same on all processes, so nobody waits in a circle, and every array
   is where the serial program has it at that moment, so that no array needs a
   second version.  What the strategies decide is the process of each task.

   Invariant (1): the tasks of the blocks, one after the other, are those of
   the expansion, which runs a data-dependent loop's body once.  */

#include "table-plan.h"

#include "pram-tasks.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/guard.h"
#include "blocks.h"
#include "pram-sets.h"

/* --- What can't go through tables --------------------------------------- */

static bool
refuse (const struct pram_diag *diag, int line, const char *reason)
{
  pram_diag_report (diag, PRAM_REFUSAL, line, "%s", reason);
  return false;
}

/* AFFINE depends on the iterator of a data-dependent loop.  */
static bool
uses_while_p (const struct pram_prog *prog, const struct pram_affine *affine)
{
  for (int k = 0; k < affine->n_coef; k++)
    if (affine->coef[k] && prog->loops[k]->data_dependent)
      return true;
  return false;
}

static bool
suitable_p (const struct pram_prog *prog, const struct pram_node *node,
	    const struct pram_diag *diag)
{
  if (node->kind == PRAM_LOOP && node->split)
    return refuse (diag, node->line, "quotients and remainders do not go "
		   "through tables");
  if (node->kind == PRAM_LOOP && node->data_dependent)
    for (const struct pram_node *n = node->parent; n; n = n->parent)
      if (n->kind == PRAM_LOOP)
	return refuse (diag, node->line, "a data-dependent loop inside of "
		       "another loop does not go through tables");
  if (node->kind == PRAM_LOOP && uses_while_p (prog, &node->count))
    return refuse (diag, node->line, "a count that depends on the number of "
		   "an iteration does not go through tables");
  for (int a = 0; a < node->n_accesses; a++)
    {
      const struct pram_access *access = &node->accesses[a];
      bool uses = uses_while_p (prog, &access->offset);
      if (access->indirect)
	return refuse (diag, access->line, "data choose which elements are "
		       "read");
      for (int g = 0; g < access->n_guards; g++)
	uses |= uses_while_p (prog, &access->guards[g].affine);
      if (uses)
	return refuse (diag, access->line, "an index that depends on the "
		       "number of an iteration of a data-dependent loop does "
		       "not go through tables");
    }
  for (int c = 0; c < node->n_children; c++)
    if (!suitable_p (prog, node->children[c], diag))
      return false;
  return true;
}

/* --- Traces ------------------------------------------------------------- */

struct encoder
{
  struct pram_table_plan *plan;
  struct pram_arena *arena;
  int n_reductions;		/* a step of each */
  const struct pram_carried **reductions;
};

static void
put (struct encoder *e, int64_t word)
{
  *PRAM_ARENA_PUSH (e->arena, e->plan->code, e->plan->n_code) = word;
}

static void
put_affine (struct encoder *e, const struct pram_affine *affine)
{
  for (int k = 0; k < affine->n_coef; k++)
    if (affine->coef[k])
      {
	put (e, PRAM_SET_ADD);
	put (e, PRAM_SET_MUL);
	put (e, PRAM_SET_CONST);
	put (e, affine->coef[k]);
	put (e, PRAM_SET_VAR);
	put (e, PRAM_ENV_COUNTS + k);
      }
  put (e, PRAM_SET_CONST);
  put (e, affine->constant);
}

static void
put_const (struct encoder *e, int64_t value)
{
  put (e, PRAM_SET_CONST);
  put (e, value);
}

/* Reserve a word for the size of what follows.  */
static int
open_size (struct encoder *e)
{
  put (e, 0);
  return e->plan->n_code;
}

static void
close_size (struct encoder *e, int start)
{
  e->plan->code[start - 1] = e->plan->n_code - start;
}

/* What a sequence is made of is counted afterwards.  */
static int
open_seq (struct encoder *e)
{
  put (e, PRAM_SET_SEQ);
  put (e, 0);
  return e->plan->n_code - 1;
}

static void
put_mark (struct encoder *e, int64_t value, int64_t what)
{
  put (e, PRAM_SET_RUN);
  put_const (e, value);
  put_const (e, 1);
  put_const (e, what);
}

/* The number of STEP's reduction.  */
static int
reduction_of (struct encoder *e, const struct pram_carried *step)
{
  int r = 0;
  while (r < e->n_reductions && !pram_same_reduction_p (e->reductions[r], step))
    r++;
  if (r == e->n_reductions)
    *PRAM_ARENA_PUSH (e->arena, e->reductions, e->n_reductions) = step;
  return r;
}

/* What GUARD compares with 0.  */
static void
put_guard (struct encoder *e, const struct pram_guard *guard)
{
  if (!guard->mod)
    {
      put_affine (e, &guard->affine);
      return;
    }
  put (e, PRAM_SET_ADD);
  put_const (e, guard->plus);
  put (e, PRAM_SET_MUL);
  put_const (e, guard->times);
  put (e, PRAM_SET_MOD);
  put_affine (e, &guard->affine);
  put_const (e, guard->mod);
}

static void
put_access (struct encoder *e, const struct pram_access *access)
{
  int size[access->n_guards + 1];
  for (int g = 0; g < access->n_guards; g++)
    {
      put (e, PRAM_SET_IF);
      put (e, access->guards[g].equality ? PRAM_SET_EQ : PRAM_SET_LE);
      put_const (e, 0);
      put_guard (e, &access->guards[g]);
      size[g] = open_size (e);
    }
  int number = e->plan->n_accesses;
  struct pram_trace_access *traced
    = PRAM_ARENA_PUSH (e->arena, e->plan->accesses, e->plan->n_accesses);
  *traced = (struct pram_trace_access) { .name = access->array,
					 .write = access->write, .op = -1 };
  if (access->step)
    {
      traced->op = access->step->op;
      traced->type = access->step->type;
      traced->how = access->step->how;
      traced->reduction = reduction_of (e, access->step);
    }
  put (e, PRAM_SET_RUN);
  put_affine (e, &access->offset);
  put_const (e, 1);
  put_const (e, number);
  for (int g = access->n_guards - 1; g >= 0; g--)
    close_size (e, size[g]);
}

/* Reads happen before writes; who combines does not read.  Returns the number
   of parts.  */
static int
put_stmt (struct encoder *e, const struct pram_node *stmt, bool starts)
{
  int n = starts;
  if (starts)
    {
      put_mark (e, e->plan->n_groups, PRAM_TRACE_TASK);
      *PRAM_ARENA_PUSH (e->arena, e->plan->groups, e->plan->n_groups) = stmt;
    }
  for (int write = 0; write < 2; write++)
    for (int a = 0; a < stmt->n_accesses; a++)
      if (stmt->accesses[a].write == write
	  && (write || !stmt->accesses[a].step))
	{
	  put_access (e, &stmt->accesses[a]);
	  n++;
	}
  return n;
}

static void put_children (struct encoder *, const struct pram_node *seq,
			  int first, int last, const int *next);

static void
put_loop (struct encoder *e, const struct pram_node *loop)
{
  put (e, PRAM_SET_FOR);
  put (e, PRAM_ENV_COUNTS + loop->iterator);
  put_const (e, 0);
  struct pram_affine last = loop->count;
  last.constant--;
  put_affine (e, &last);
  put (e, 1);
  int size = open_size (e);
  const struct pram_node *body = loop->children[0];
  put_children (e, body, 0, body->n_children, loop->next);
  close_size (e, size);
}

/* Children FIRST .. LAST - 1 of SEQ, then the permutation NEXT, if any.  */
static void
put_children (struct encoder *e, const struct pram_node *seq, int first,
	      int last, const int *next)
{
  int start = open_seq (e), n = 0;
  for (int c = first; c < last; c++)
    {
      const struct pram_node *child = seq->children[c];
      bool stmt = child->kind == PRAM_STMT;
      if (stmt)
	n += put_stmt (e, child, c == first
				 || seq->children[c - 1]->kind != PRAM_STMT);
      else
	put_loop (e, child);
      n += !stmt;
    }
  if (next)
    {
      put_mark (e, e->plan->n_permutations, PRAM_TRACE_PERMUTE);
      *PRAM_ARENA_PUSH (e->arena, e->plan->permutations,
			e->plan->n_permutations) = next;
      n++;
    }
  e->plan->code[start] = n;
}

/* --- Blocks ------------------------------------------------------------- */

static void
put_block (struct encoder *e, const struct pram_node *seq, int first,
	   int last)
{
  if (first == last)
    return;
  *PRAM_ARENA_PUSH (e->arena, e->plan->blocks, e->plan->n_blocks)
    = (struct pram_table_block) { seq, first, last, e->plan->n_code, 0, 0 };
  put_children (e, seq, first, last, NULL);
}

static void
put_blocks (struct encoder *e, const struct pram_node *seq)
{
  int first = 0;
  for (int c = 0; c < seq->n_children; c++)
    {
      const struct pram_node *child = seq->children[c];
      if (child->kind != PRAM_LOOP || !child->data_dependent)
	continue;
      put_block (e, seq, first, c);
      first = c + 1;
      for (int s = 0; s < child->n_children; s++)
	put_blocks (e, child->children[s]);
    }
  put_block (e, seq, first, seq->n_children);
}

/* --- Reading traces ----------------------------------------------------- */

struct reading
{
  const struct pram_table_plan *plan;
  int task;			/* the next one */
  bool wrong;
};

static void
visit (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct reading *r = data;
  const struct pram_expansion *x = r->plan->expansion;
  (void) count;
  if (stride != PRAM_TRACE_TASK)
    return;
  r->wrong |= r->task >= x->n_tasks || first >= r->plan->n_groups
	      || x->tasks[r->task].stmt != r->plan->groups[first];
  r->task++;
}

/* Read BLOCK's trace, whose first task is R's next one.  */
static void
read_trace (struct reading *r, const struct pram_table_block *block)
{
  int64_t env[PRAM_SET_MAX_VARS] = { 0 };
  pram_set_enumerate (r->plan->code + block->trace, env, visit, r);
}

/* Fill in the blocks' tasks.  */
static void
count_tasks (struct pram_table_plan *plan)
{
  struct reading r = { .plan = plan };
  for (int b = 0; b < plan->n_blocks; b++)
    {
      plan->blocks[b].first_task = r.task;
      read_trace (&r, &plan->blocks[b]);
      plan->blocks[b].n_tasks = r.task - plan->blocks[b].first_task;
    }
}

/* --- Iterations ---------------------------------------------------------- */

/* The block that SEQ begins with; -1: none.  */
static int
find_block (const struct pram_table_plan *plan, const struct pram_node *seq)
{
  for (int b = 0; b < plan->n_blocks; b++)
    if (plan->blocks[b].seq == seq)
      return b;
  return -1;
}

int
pram_table_plan_segment (const struct pram_table_plan *plan,
			 const struct pram_node *loop)
{
  int most = 0, n_most = -1;
  for (int s = 0; s < loop->n_children; s++)
    {
      int b = find_block (plan, loop->children[s]);
      int n = b >= 0 ? plan->blocks[b].n_tasks : 0;
      if (n > n_most)
	most = s, n_most = n;
    }
  return most;
}

/* The outermost loop around NODE, or null.  */
static const struct pram_node *
outermost (const struct pram_node *node)
{
  const struct pram_node *loop = NULL;
  for (; node; node = node->parent)
    if (node->kind == PRAM_LOOP)
      loop = node;
  return loop;
}

/* The first loop of those that stand in no other whose iterations need what
   earlier ones have computed, and have loops of their own: one in the driver of
   a plan in blocks, too.  Or null.  */
static const struct pram_node *
find_counted (const struct pram_expansion *x)
{
  const struct pram_node *found = NULL;
  for (int f = 0; f < x->n_flows; f++)
    {
      const struct pram_flow *flow = &x->flows[f];
      if (flow->writer == PRAM_TASK_INPUT || flow->reader == x->n_tasks)
	continue;
      const struct pram_task *from = &x->tasks[flow->writer];
      const struct pram_task *to = &x->tasks[flow->reader];
      const struct pram_node *loop = outermost (from->stmt);
      if (loop && loop == outermost (to->stmt) && loop != found
	  && from->iterators[0] != to->iterators[0]
	  && pram_node_contains_loop_p (loop->children[0])
	  && (!found || loop->iterator < found->iterator))
	found = loop;
    }
  return found;
}

/* The block of the root that LOOP stands in.  */
static int
block_around (const struct pram_table_plan *plan, const struct pram_node *loop)
{
  const struct pram_node *root = plan->prog->root;
  for (int b = 0; b < plan->n_blocks; b++)
    for (int c = plan->blocks[b].first;
	 plan->blocks[b].seq == root && c < plan->blocks[b].last; c++)
      if (root->children[c] == loop)
	return b;
  return 0;
}

/* Which iterations there are to count: those of the first data-dependent loop,
   or of the first counted one whose iterations form a chain, or the region is
   one.  */
static void
find_iterations (struct pram_table_plan *plan)
{
  const struct pram_node *root = plan->prog->root, *loop;
  plan->counted = 1;
  for (int c = 0; c < root->n_children && !plan->loop; c++)
    if (root->children[c]->data_dependent)
      plan->loop = root->children[c];
  if (plan->loop)
    {
      int segment = pram_table_plan_segment (plan, plan->loop);
      plan->counted_block = find_block (plan, plan->loop->children[segment]);
    }
  else if ((loop = find_counted (plan->expansion)))
    {
      plan->counted_block = block_around (plan, loop);
      plan->counted = loop->count.constant;
    }
}

bool
pram_table_plan_check (const struct pram_table_plan *plan,
		       const struct pram_diag *diag)
{
  struct reading r = { .plan = plan };
  for (int b = 0; b < plan->n_blocks; b++)
    read_trace (&r, &plan->blocks[b]);
  if (r.wrong || r.task != plan->expansion->n_tasks)
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "the traces do not have the tasks "
			"of the graph: %d instead of %d", r.task,
			plan->expansion->n_tasks);
      return false;
    }
  return (pram_expansion_check (plan->expansion, diag)
	  && pram_taskgraph_check (plan->graph, diag)
	  && pram_clustering_check (plan->clustering, diag));
}

/* --- The plan ----------------------------------------------------------- */

/* Names that stand for each other must be touched alike: an object may be any
   of them.  */
static bool
unite_touched (struct pram_expansion *x, const struct pram_diag *diag)
{
  const struct pram_prog *prog = x->prog;
  for (int a = 0; a < prog->n_arrays; a++)
    for (int b = 0; b < prog->n_arrays; b++)
      {
	int64_t size = prog->arrays[a].elem_size;
	bool empty = x->touched_lo[a] >= x->touched_hi[a];
	if (a == b || !pram_prog_same_class_p (prog, a, b)
	    || x->touched_lo[b] >= x->touched_hi[b])
	  continue;
	if (size != prog->arrays[b].elem_size
	    || (!empty && (x->touched_lo[a] - x->touched_lo[b]) % size))
	  return refuse (diag, prog->line, "arrays of different kinds are "
			 "exchanged");
	if (empty || x->touched_lo[b] < x->touched_lo[a])
	  x->touched_lo[a] = x->touched_lo[b];
	if (empty || x->touched_hi[b] > x->touched_hi[a])
	  x->touched_hi[a] = x->touched_hi[b];
	x->written[a] |= x->written[b];
      }
  return true;
}

static bool
cluster (struct pram_table_plan *plan, const struct pram_logp *machine,
	 struct pram_arena *arena, const struct pram_diag *diag)
{
  pram_taskgraph_add_preds (plan->graph, arena);
  plan->n_procs = plan->strategy->unbounded ? 0 : PRAM_TABLE_PROCS;
  plan->clustering = plan->strategy->cluster (plan->graph, PRAM_TABLE_PROCS,
					      machine, arena, diag);
  if (plan->clustering && plan->clustering->graph != plan->graph)
    return refuse (diag, plan->prog->line, pram_arena_printf
		   (arena, "strategy '%s' computes some tasks more than once",
		    plan->strategy->name));
  return plan->clustering;
}

/* Those of the statements that follow STMT, too.  */
int
pram_table_plan_accesses (const struct pram_node *stmt)
{
  const struct pram_node *parent = stmt->parent;
  int n = 0, i = 0;
  while (parent->children[i] != stmt)
    i++;
  for (; i < parent->n_children && parent->children[i]->kind == PRAM_STMT; i++)
    n += parent->children[i]->n_accesses;
  return n;
}

/* The tasks, which cost their operations so far, cost seconds.  */
static void
charge_tasks (struct pram_table_plan *plan, const struct pram_logp *logp,
	      const struct pram_costs *costs)
{
  struct pram_taskgraph *graph = plan->graph;
  int32_t n_layers;
  plan->work = pram_taskgraph_work (graph);
  plan->depth = pram_taskgraph_depth (graph, NULL, &n_layers);
  for (int v = 0; v < graph->n_tasks; v++)
    graph->task_cost[v]
      = costs->task + graph->task_cost[v] * logp->op
	+ pram_table_plan_accesses (plan->expansion->tasks[v].stmt)
	  * costs->access;
}

/* Sending a value early should cost no more than half of what is computed
   meanwhile.  */
static void
space_messages (struct pram_table_plan *plan, const struct pram_logp *machine)
{
  enum pram_pair pair = pram_logp_farthest (machine, machine->P);
  double message = pram_logp_o_send (machine, pair, sizeof (double))
		   + pram_logp_o_recv (machine, pair, sizeof (double));
  double all = pram_taskgraph_work (plan->graph);
  double tasks = ceil (2 * message * plan->graph->n_tasks / all);
  plan->spacing = !(tasks >= 1) ? 1	/* nothing costs anything, too */
		  : tasks < PRAM_TASK_BUDGET ? (int32_t) tasks
		  : PRAM_TASK_BUDGET;
}

static struct pram_table_plan *
build (struct pram_prog *prog, const struct pram_strategy *strategy,
       const struct pram_logp *logp, const struct pram_costs *costs,
       const struct pram_diag *diag)
{
  struct pram_expand_options options
    = { .fuse = true, .combine = true, .iterations = 3,
	.budget = PRAM_TASK_BUDGET };
  struct pram_table_plan *plan = PRAM_ARENA_NEW (prog->arena,
						 struct pram_table_plan, 1);
  struct encoder e = { .plan = plan, .arena = prog->arena };
  plan->prog = prog;
  plan->strategy = strategy;
  if (prog->n_loops > PRAM_SET_MAX_VARS - PRAM_ENV_COUNTS)
    {
      refuse (diag, prog->line, "too many loops for tables");
      return NULL;
    }
  if (!suitable_p (prog, prog->root, diag)
      || !pram_prog_rows_known_p (prog, diag)
      || !(plan->expansion = pram_expand (prog, &options, prog->arena, diag))
      || !unite_touched (plan->expansion, diag)
      || !(plan->graph = pram_expansion_graph (plan->expansion, 1, NULL,
					       prog->arena, diag)))
    return NULL;
  if (plan->expansion->n_tasks == 0)
    {
      refuse (diag, prog->line,
	      "it has no tasks: it does nothing with elements of arrays");
      return NULL;
    }
  charge_tasks (plan, logp, costs);
  space_messages (plan, logp);
  if (!cluster (plan, logp, prog->arena, diag))
    return NULL;
  put_blocks (&e, prog->root);
  count_tasks (plan);
  find_iterations (plan);
  plan->collected = PRAM_ARENA_NEW (prog->arena, bool, prog->n_arrays + 1);
  for (int a = 0; a < prog->n_arrays; a++)
    plan->collected[a] = plan->expansion->written[a] && !prog->arrays[a].local;
  return plan;
}

/* Building a plan while memory lasts.  */
struct planning
{
  struct pram_prog *prog;
  const struct pram_strategy *strategy;
  const struct pram_logp *logp;
  const struct pram_costs *costs;
  const struct pram_diag *diag;
  struct pram_table_plan *plan;
};

static void
make_plan (void *data)
{
  struct planning *p = data;
  p->plan = build (p->prog, p->strategy, p->logp, p->costs, p->diag);
}

struct pram_table_plan *
pram_table_plan_build (struct pram_prog *prog,
		       const struct pram_strategy *strategy,
		       const struct pram_logp *logp,
		       const struct pram_costs *costs,
		       const struct pram_diag *diag)
{
  struct planning p = { prog, strategy, logp, costs, diag, NULL };
  return pram_guard (make_plan, &p, prog->line, diag) ? p.plan : NULL;
}

int
pram_table_plan_runs (const struct pram_table_plan *plan, int first, int n,
		      struct pram_task_run *runs)
{
  const int32_t *process = plan->clustering->process + first;
  int n_runs = 0;
  for (int i = 0; i < n; i++)
    {
      struct pram_task_run *r = n_runs ? &runs[n_runs - 1] : NULL;
      if (r && r->count == 1)
	r->stride = process[i] - r->first;
      if (r && process[i] == r->first + r->count * r->stride)
	r->count++;
      else
	runs[n_runs++] = (struct pram_task_run) { process[i], 1, 0 };
    }
  return n_runs;
}

void
pram_table_plan_print (FILE *file, const struct pram_table_plan *plan)
{
  const struct pram_expansion *x = plan->expansion;
  struct pram_task_run *runs = malloc (sizeof *runs
				       * (size_t) (x->n_tasks + 1));
  if (!runs)
    pram_exhausted ();
  fprintf (file, "tables %s strategy %s tasks %d processes %" PRId32
	   " edges %" PRId64 " spacing %" PRId32 "\n", plan->prog->name,
	   plan->strategy->name, x->n_tasks, plan->clustering->n_procs,
	   plan->graph->n_edges, plan->spacing);
  for (int b = 0; b < plan->n_blocks; b++)
    {
      const struct pram_table_block *block = &plan->blocks[b];
      int n = pram_table_plan_runs (plan, block->first_task, block->n_tasks,
				    runs);
      fprintf (file, "block %d tasks %d\n", b, block->n_tasks);
      for (int r = 0; r < n; r++)
	fprintf (file, "  run first %" PRId32 " count %" PRId32 " stride %"
		 PRId32 "\n", runs[r].first, runs[r].count, runs[r].stride);
    }
  free (runs);
}

enum pram_class
pram_table_plan_class (const struct pram_table_plan *plan)
{
  for (int l = 0; l < plan->prog->n_loops; l++)
    if (plan->prog->loops[l]->data_dependent)
      return PRAM_ITERATIVELY_OBLIVIOUS;
  return PRAM_OBLIVIOUS;
}

int32_t
pram_table_plan_rank (const struct pram_table_plan *plan, int task, int procs)
{
  return pram_task_rank (plan->clustering->process[task], plan->n_procs, procs);
}
