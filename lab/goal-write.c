/* goal-write.c: write a script as GOAL text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "goal.h"

/* The processes at the ends of a channel.  */
struct ends { int32_t sender, receiver; };

static struct ends *
find_ends (const struct pram_script *script)
{
  struct ends *ends = calloc ((size_t) script->n_channels + 1, sizeof *ends);
  if (!ends)
    abort ();
  for (int32_t p = 0; p < script->n_procs; p++)
    for (int64_t b = script->block_start[p]; b < script->block_start[p + 1];
	 b++)
      {
	const struct pram_block *block = &script->block[b];
	const struct pram_operation *op = script->op + block->first;
	for (int64_t k = 0; k < block->n_ops; k++)
	  if (op[k].kind == PRAM_SEND)
	    ends[op[k].channel].sender = p;
	  else if (op[k].kind == PRAM_RECV)
	    ends[op[k].channel].receiver = p;
      }
  return ends;
}

static void
write_op (FILE *file, const struct pram_script *script,
	  const struct pram_operation *op, const struct ends *ends,
	  double unit, int64_t label)
{
  fprintf (file, "l%" PRId64 ": ", label);
  if (op->kind == PRAM_COMPUTE)
    {
      fprintf (file, "calc %.0f\n",
	       nearbyint (script->cost[op->amount] / unit));
      return;
    }
  bool send = op->kind == PRAM_SEND;
  const struct ends *channel = &ends[op->channel];
  fprintf (file, "%s %" PRId64 "b %s %" PRId32 " tag %d\n",
	   send ? "send" : "recv", script->size[op->amount],
	   send ? "to" : "from", send ? channel->receiver : channel->sender,
	   (int) op->channel);
}

/* Operations that wait for one another in their order.  */
static void
write_chain (FILE *file, const struct pram_script *script, int32_t p,
	     const struct ends *ends, double unit)
{
  int64_t label = 0;
  for (int64_t b = script->block_start[p]; b < script->block_start[p + 1]; b++)
    {
      const struct pram_block *block = &script->block[b];
      for (int64_t t = 0; t < block->repeat; t++)
	for (int64_t k = 0; k < block->n_ops; k++, label++)
	  {
	    write_op (file, script, &script->op[block->first + k], ends, unit,
		      label);
	    if (label)
	      fprintf (file, "l%" PRId64 " requires l%" PRId64 "\n", label,
		       label - 1);
	  }
    }
}

/* The first of SCRIPT's waits for operation FIRST of a process or one behind
   it: those of a process follow one another, in the order of operations.  */
static int64_t
first_wait (const struct pram_script *script, int64_t first)
{
  int64_t low = 0, high = script->n_waits;
  while (low < high)
    {
      int64_t middle = (low + high) / 2;
      if (script->wait[middle].after < first)
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}

/* Those of a script with waits.  */
static void
write_waiting (FILE *file, const struct pram_script *script, int32_t p,
	       const struct ends *ends, double unit)
{
  for (int64_t b = script->block_start[p]; b < script->block_start[p + 1]; b++)
    {
      int64_t first = script->block[b].first;
      int64_t end = first + script->block[b].n_ops;
      for (int64_t k = first; k < end; k++)
	write_op (file, script, &script->op[k], ends, unit, k);
      for (int64_t w = first_wait (script, first);
	   w < script->n_waits && script->wait[w].after < end; w++)
	fprintf (file, "l%" PRId64 " %s l%" PRId64 "\n",
		 script->wait[w].after,
		 script->wait[w].started ? "irequires" : "requires",
		 script->wait[w].before);
    }
}

void
pram_goal_write (FILE *file, const struct pram_script *script, double unit)
{
  struct ends *ends = find_ends (script);
  fprintf (file, "num_ranks %" PRId32 "\n", script->n_procs);
  for (int32_t p = 0; p < script->n_procs; p++)
    {
      fprintf (file, "\nrank %" PRId32 " {\n", p);
      if (script->wait)
	write_waiting (file, script, p, ends, unit);
      else
	write_chain (file, script, p, ends, unit);
      fputs ("}\n", file);
    }
  free (ends);
}
