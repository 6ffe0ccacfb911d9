/* schedule-check.c: schedules that lab/schedule-check.c must reject.

   SPDX-License-Identifier: GPL-3.0-or-later

   Tasks 0, 1, 2 on processes of their own send 2 bytes each to task 3, task 0
   also to task 4; L = 6, o = 2, g = 4, so two messages may be in transit to
   process 3:

     process 0: compute 0 at 0 .. 1, send to 3 at 1 .. 3, to 4 at 5 .. 7
     process 1: compute 1 at 0 .. 1, send to 3 at 1 .. 3
     process 2: compute 2 at 0 .. 1, send to 3 at 7 .. 9
     process 3: receive at 9, 13, 17 .. 19, compute 3 at 19 .. 20
     process 4: receive at 13 .. 15, compute 4 at 15 .. 16  */

#include "support.h"

#include "lab/schedule-check.h"

static struct pram_arena *arena;
static struct pram_schedule *schedule;
static struct heard heard;

static const struct pram_logp machine = { .L = 6, .o = 2, .g = 4, .P = 5 };

static void
set_up (void)
{
  static const int ends[][2] = { { 0, 3 }, { 1, 3 }, { 2, 3 }, { 0, 4 } };
  struct pram_diag diag = diag_to (&heard);
  arena = pram_arena_new ();
  struct pram_taskgraph_builder *builder = pram_taskgraph_begin (arena, "g");
  for (int v = 0; v < 5; v++)
    pram_taskgraph_task (builder, 1, NULL);
  for (int e = 0; e < 4; e++)
    pram_taskgraph_edge (builder, ends[e][0], ends[e][1], 2);
  struct pram_clustering *clustering
    = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  clustering->graph = pram_taskgraph_end (builder, &diag);
  clustering->strategy = "hand";
  clustering->n_procs = 5;
  clustering->process = PRAM_ARENA_NEW (arena, int32_t, 5);
  for (int v = 0; v < 5; v++)
    clustering->process[v] = v;
  pram_clustering_sort (clustering, arena, NULL);
  schedule = pram_schedule_build (clustering, &machine, arena);
}

static void
tear_down (void)
{
  pram_arena_free (arena);
}

TestSuite (check, .init = set_up, .fini = tear_down);

/* Event K of process P.  */
static struct pram_event *
event (int p, int k)
{
  return &schedule->event[schedule->event_start[p] + k];
}

static void
swap (struct pram_event *a, struct pram_event *b)
{
  struct pram_event event = *a;
  *a = *b;
  *b = event;
}

/* Take event K of process P out.  */
static void
take_out (int p, int k)
{
  int64_t n = schedule->event_start[schedule->n_procs];
  struct pram_event *place = event (p, k);
  memmove (place, place + 1,
	   sizeof *place * (size_t) (&schedule->event[n] - place - 1));
  for (int q = p + 1; q <= schedule->n_procs; q++)
    schedule->event_start[q]--;
}

static void
expect_rejected (const char *message)
{
  struct pram_diag diag = diag_to (&heard);
  cr_expect_not (pram_schedule_check (schedule, &diag));
  cr_expect_eq (heard.n, 1);
  cr_expect (strstr (heard.message, message), "'%s', not '%s'", heard.message,
	     message);
}

Test (check, accepts)
{
  struct pram_diag diag = diag_to (&heard);
  cr_expect (pram_schedule_check (schedule, &diag), "%s", heard.message);
  cr_expect_eq (event (2, 1)->start, 7);
  cr_expect_eq (schedule->makespan, 20);
}

Test (check, prints)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  pram_schedule_print (file, schedule);
  fclose (file);
  cr_expect (strstr (text, "5 processes, 4 messages, makespan 20\n"));
  cr_expect (strstr (text, "process 2:\n  0 compute 2\n"
		     "  7 send 2 to 3, 2 bytes\n"), "%s", text);
  free (text);
}

Test (check, overhead)
{
  event (0, 1)->duration = 1;
  expect_rejected ("process 0 at 1: (i) sending message 0 takes 1 instead");
}

Test (check, overhead_of_receive)
{
  event (3, 2)->duration = 3;
  expect_rejected ("process 3 at 17: (i) receiving message");
}

Test (check, gap_between_sends)
{
  event (0, 2)->start = 4;
  expect_rejected ("process 0 at 4: (ii) the send before began at 1, the gap"
		   " is 4");
}

Test (check, gap_between_receives)
{
  event (3, 1)->start = 12;
  expect_rejected ("process 3 at 12: (ii) the receive before began at 9");
}

Test (check, latency)
{
  event (4, 0)->start = 12;
  expect_rejected ("process 4 at 12: (iii) message 1 arrives only at 13");
}

Test (check, never_received)
{
  take_out (4, 0);
  expect_rejected ("process 0 at 7: (iii) message 1 is never received");
}

Test (check, never_sent)
{
  take_out (0, 2);
  expect_rejected ("process 4 at 13: (iii) message 1 was never sent");
}

Test (check, lost_message)
{
  take_out (4, 0);
  take_out (0, 2);
  expect_rejected ("(iii) message 1 is never sent");
}

Test (check, sent_twice)
{
  event (1, 1)->message = 0;
  expect_rejected ("process 1 at 1: message 0 is sent twice");
}

Test (check, other_sender)
{
  event (4, 0)->peer = 1;
  expect_rejected ("(iii) message 1 is not the one that process 0 sent");
}

Test (check, cost)
{
  event (4, 1)->duration = 0;
  expect_rejected ("process 4 at 15: (iv) computing task 4 takes 0 instead of"
		   " 1");
}

Test (check, every_task)
{
  take_out (4, 1);
  expect_rejected ("(v) task 4 is never computed");
}

Test (check, computed_twice_is_fine)
{
  struct pram_diag diag = diag_to (&heard);
  struct pram_event *old = schedule->event;
  int64_t n = schedule->event_start[5];
  schedule->event = PRAM_ARENA_NEW (arena, struct pram_event, n + 1);
  memcpy (schedule->event, old, sizeof *old * (size_t) n);
  schedule->event[n] = old[n - 1];
  schedule->event[n].start = 16;
  schedule->event_start[5]++;
  cr_expect (pram_schedule_check (schedule, &diag), "%s", heard.message);
}

Test (check, one_thing_at_a_time)
{
  event (0, 1)->start = 0.5;
  expect_rejected ("process 0 at 0.5: the operation before ends only at 1");
}

Test (check, capacity)
{
  event (2, 1)->start = 6;
  expect_rejected ("process 2 at 8: the capacity: 2 messages are in transit to"
		   " process 3 when message 3 sets out");
}

/* A gap of the first message's size keeps the capacity from a process too, as
   long as all have one size.  With tables a short message can follow a long
   one.  */
Test (check, capacity_from)
{
  struct pram_logp_row rows[] = { { 2, { 2, 2, 4, 6 } },
				  { 3, { 2, 2, 4, 3 } } };
  struct pram_logp other = machine;
  other.table[PRAM_SAME_NODE] = (struct pram_logp_table) { 2, rows };
  schedule->machine = &other;
  schedule->message_bytes[event (0, 2)->message] = 3;
  expect_rejected ("process 0 at 7: the capacity: 1 messages are in transit"
		   " from process 0 when message 1 sets out");
}

Test (check, operand_missing)
{
  swap (event (4, 0), event (4, 1));
  event (4, 0)->start = 0;
  expect_rejected ("process 4 at 0: precedence: task 4 needs task 0");
}

Test (check, sent_before_known)
{
  swap (event (1, 0), event (1, 1));
  event (1, 0)->start = 1;
  event (1, 1)->start = 3;
  expect_rejected ("process 1 at 1: precedence: task 1 is sent, which is not");
}

Test (check, message_too_small)
{
  schedule->message_bytes[event (4, 0)->message] = 1;
  expect_rejected ("precedence: task 4 needs 2 bytes of task 0, 1 came");
}

Test (check, makespan)
{
  schedule->makespan = 19;
  expect_rejected ("the last task ends at 20, the makespan says 19");
}

Test (check, no_such_things)
{
  event (0, 0)->task = 5;
  expect_rejected ("process 0 at 0: there is no task 5");
  event (0, 0)->task = 0;
  event (0, 1)->peer = 0;
  expect_rejected ("there is no other process 0");
  event (0, 1)->peer = 3;
  event (0, 1)->message = 4;
  expect_rejected ("there is no message 4");
  event (0, 1)->message = 0;
  event (0, 0)->start = -1;
  expect_rejected ("an event has no time");
}
