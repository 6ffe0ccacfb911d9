/* task-stretch.c: what a process does when, if a region runs through tables.

   SPDX-License-Identifier: Apache-2.0

   The tasks that a process runs without a message in between are one *stretch*,
   one bar of PRAM_TRACE.  It begins where the message or the wait before it
   ends, and ends where the next one begins: running a task costs nothing for
   it, and what the bar lasts includes the walk over the others' tasks.  Which
   tasks they were is found when it ends, from how many the process has run.

   Example: tasks 0 .. 3 on processes 0, 1, 0, 0; task 3 reads what 1 wrote.
   Process 0 sends after task 0 and receives before task 3: stretches of tasks
   [0, 1), [2, 3), [3, 4), each of one task.  */

#include "tasks.h"

/* A block has begun.  */

void
prt_stretch_begin (struct prt_tables *t)
{
  t->stretch.since = prt_now ();
  t->stretch.first = 0;
  t->stretch.before = prt.tally.tasks;
}

/* Count TASK, an own one, in S.  */

static void
stretch_add (struct prt_stretch *s, const struct prt_tables *t, int task)
{
  int32_t line = t->desc->lines[t->block->trace.group[task]];
  if (s->n++ == 0)
    {
      s->lo = t->begun + task;
      s->line = s->last_line = line;
    }
  s->hi = t->begun + task + 1;
  if (line < s->line)
    s->line = line;
  if (line > s->last_line)
    s->last_line = line;
}

/* The stretch ends, at NOW; the next one starts there if nothing is traced in
   between.  */

void
prt_stretch_end (struct prt_tables *t, double now)
{
  struct prt_stretch s = { .start = t->stretch.since, .end = now };
  int64_t n = prt.tally.tasks - t->stretch.before;
  for (; s.n < n; t->stretch.first++)
    if (t->block->trace.rank[t->stretch.first] == prt.rank)
      stretch_add (&s, t, t->stretch.first);
  if (n)
    prt_trace_stretch (&s);
  t->stretch.before = prt.tally.tasks;
  t->stretch.since = now;
}

/* A message of BYTES with TAG has gone to DST since SINCE.  */

void
prt_stretch_send (struct prt_tables *t, int tag, int dst, int64_t bytes,
		  double since)
{
  prt_stretch_end (t, since);
  prt_trace_message (true, tag, dst, bytes, since);
  t->stretch.since = prt_now ();
}

/* This process has waited since SINCE for what TAG says.  */

void
prt_stretch_wait (struct prt_tables *t, int tag, double since)
{
  prt_stretch_end (t, since);
  prt_trace (PRT_WAIT, tag, since);
  t->stretch.since = prt_now ();
}

/* Likewise for a message of BYTES, from SRC.  When values are collected, the
   wait is for that.  */

void
prt_stretch_receive (struct prt_tables *t, int tag, int src, int64_t bytes,
		     double since)
{
  bool collected = tag == PRT_TAG_TASKS && !t->block;
  prt_trace_message (false, tag, src, bytes, since);
  prt_stretch_wait (t, collected ? PRT_TAG_GATHER : tag, since);
}
