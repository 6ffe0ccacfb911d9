/* script.c: what processes do.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "script.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

/* One end of a channel.  */
struct end
{
  int32_t process;		/* -1: none yet */
  int64_t n;			/* messages */
};

struct ends
{
  struct end send, recv;
  int32_t size;			/* of the first one that was seen */
};

/* Enter the use of OP, REPEAT times in PROCESS.  Returns null, or what is
   wrong.  */
static const char *
use_channel (struct ends *ends, const struct pram_script *script,
	     const struct pram_operation *op, int32_t process, int64_t repeat)
{
  if ((int32_t) op->channel >= script->n_channels)
    return "uses no channel";
  if (op->amount < 0 || op->amount >= script->n_sizes)
    return "moves no size";
  struct ends *channel = &ends[op->channel];
  struct end *end = op->kind == PRAM_SEND ? &channel->send : &channel->recv;
  if (end->process >= 0 && end->process != process)
    return "shares an end of its channel";
  if (channel->send.process < 0 && channel->recv.process < 0)
    channel->size = op->amount;
  else if (channel->size != op->amount)
    return "differs in size from others on its channel";
  end->process = process;
  end->n += repeat;
  return NULL;
}

static const char *
check_op (struct ends *ends, const struct pram_script *script, int64_t index,
	  int32_t process, int64_t repeat)
{
  const struct pram_operation *op = &script->op[index];
  if (op->kind == PRAM_SEND || op->kind == PRAM_RECV)
    return use_channel (ends, script, op, process, repeat);
  if (op->kind != PRAM_COMPUTE)
    return "is no operation";
  if (op->amount < 0 || op->amount >= script->n_costs
      || !(script->cost[op->amount] >= 0) || isinf (script->cost[op->amount]))
    return "has no cost";
  return NULL;
}

static bool
check_process (struct ends *ends, const struct pram_script *script, int32_t p,
	       const struct pram_diag *diag)
{
  for (int64_t b = script->block_start[p]; b < script->block_start[p + 1]; b++)
    {
      const struct pram_block *block = &script->block[b];
      const char *wrong = NULL;
      if (block->first < 0 || block->n_ops <= 0 || block->repeat <= 0
	  || block->first + block->n_ops > script->n_ops
	  || (script->wait && block->repeat > 1))
	wrong = "is outside the script";
      int64_t k = block->first;
      for (; !wrong && k < block->first + block->n_ops; k++)
	wrong = check_op (ends, script, k, p, block->repeat);
      if (wrong)
	{
	  pram_diag_report (diag, PRAM_ERROR, 0, "process %" PRId32
			    ", operation %" PRId64 " %s", p,
			    k - block->first, wrong);
	  return false;
	}
    }
  return true;
}

/* The messages of channel ENDS aren't all sent and received.  */
static void
report_channel (const struct ends *ends, const struct pram_diag *diag)
{
  if (ends->recv.process < 0)
    pram_diag_report (diag, PRAM_ERROR, 0, "process %" PRId32
		      " sends a message that nobody receives",
		      ends->send.process);
  else if (ends->send.process < 0)
    pram_diag_report (diag, PRAM_ERROR, 0, "process %" PRId32
		      " receives a message that nobody sends",
		      ends->recv.process);
  else
    pram_diag_report (diag, PRAM_ERROR, 0, "process %" PRId32 " sends %" PRId64
		      " messages of which process %" PRId32
		      " receives %" PRId64, ends->send.process, ends->send.n,
		      ends->recv.process, ends->recv.n);
}

bool
pram_script_check (const struct pram_script *script,
		   const struct pram_diag *diag)
{
  struct ends *ends = malloc (sizeof *ends * ((size_t) script->n_channels + 1));
  if (!ends)
    abort ();
  for (int32_t c = 0; c < script->n_channels; c++)
    ends[c] = (struct ends) { { -1, 0 }, { -1, 0 }, 0 };
  bool good = true;
  for (int32_t p = 0; good && p < script->n_procs; p++)
    good = check_process (ends, script, p, diag);
  for (int32_t c = 0; good && c < script->n_channels; c++)
    if (ends[c].send.n != ends[c].recv.n
	|| (ends[c].send.n && ends[c].send.process == ends[c].recv.process))
      {
	report_channel (&ends[c], diag);
	good = false;
      }
  free (ends);
  return good;
}

int64_t
pram_script_length (const struct pram_script *script, int32_t process)
{
  int64_t n = 0;
  for (int64_t b = script->block_start[process];
       b < script->block_start[process + 1]; b++)
    n += script->block[b].n_ops * script->block[b].repeat;
  return n;
}

int64_t
pram_script_count (const struct pram_script *script)
{
  int64_t n = 0;
  for (int32_t p = 0; p < script->n_procs; p++)
    n += pram_script_length (script, p);
  return n;
}

double
pram_script_work (const struct pram_script *script, int32_t process)
{
  double work = 0;
  for (int64_t b = script->block_start[process];
       b < script->block_start[process + 1]; b++)
    {
      const struct pram_block *block = &script->block[b];
      double once = 0;
      for (int64_t k = block->first; k < block->first + block->n_ops; k++)
	if (script->op[k].kind == PRAM_COMPUTE)
	  once += script->cost[script->op[k].amount];
      work += once * (double) block->repeat;
    }
  return work;
}

static int
compare_bytes (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a, y = *(const int64_t *) b;
  return (x > y) - (x < y);
}

/* The different sizes of SCHEDULE's messages, ascending.  */
static void
collect_sizes (struct pram_script *script, const struct pram_schedule *schedule,
	       struct pram_arena *arena)
{
  size_t n = (size_t) schedule->n_messages;
  int64_t *size = malloc (sizeof *size * (n + 1));
  if (!size)
    abort ();
  for (size_t m = 0; m < n; m++)
    size[m] = schedule->message_bytes[m];
  qsort (size, n, sizeof *size, compare_bytes);
  for (size_t m = 0; m < n; m++)
    if (!m || size[m] != size[m - 1])
      size[script->n_sizes++] = size[m];
  script->size = PRAM_ARENA_NEW (arena, int64_t, script->n_sizes);
  for (int32_t k = 0; k < script->n_sizes; k++)
    script->size[k] = size[k];
  free (size);
}

static int32_t
find_size (const struct pram_script *script, int64_t bytes)
{
  const int64_t *found
    = bsearch (&bytes, script->size, (size_t) script->n_sizes, sizeof bytes,
	       compare_bytes);
  return (int32_t) (found - script->size);
}

struct pram_script *
pram_script_from_schedule (const struct pram_schedule *schedule,
			struct pram_arena *arena)
{
  int32_t n_procs = schedule->n_procs;
  struct pram_script *script = PRAM_ARENA_NEW (arena, struct pram_script, 1);
  script->n_procs = n_procs;
  script->n_ops = schedule->event_start[n_procs];
  script->op = PRAM_ARENA_NEW (arena, struct pram_operation, script->n_ops);
  script->block_start = PRAM_ARENA_NEW (arena, int64_t, n_procs + 1);
  script->block = PRAM_ARENA_NEW (arena, struct pram_block, n_procs);
  script->n_channels = (int32_t) schedule->n_messages;
  script->n_costs = schedule->graph->n_tasks;
  script->cost = schedule->graph->task_cost;
  collect_sizes (script, schedule, arena);
  for (int32_t p = 0; p < n_procs; p++)
    {
      int64_t first = schedule->event_start[p];
      int64_t n = schedule->event_start[p + 1] - first;
      script->block_start[p + 1] = script->block_start[p] + (n > 0);
      if (n)
	script->block[script->block_start[p]]
	  = (struct pram_block) { first, n, 1 };
    }
  for (int64_t e = 0; e < script->n_ops; e++)
    {
      const struct pram_event *event = &schedule->event[e];
      struct pram_operation *op = &script->op[e];
      op->kind = event->kind;
      if (event->kind == PRAM_COMPUTE)
	op->amount = event->task;
      else
	{
	  op->channel = (unsigned) event->message & (PRAM_CHANNELS_MAX - 1);
	  op->amount
	    = find_size (script, schedule->message_bytes[event->message]);
	}
    }
  return script;
}
