/* replay.c: calls that have been made by a region that is given up.

   SPDX-License-Identifier: Apache-2.0

   Process 0 records what it calls (effects.c) where that may happen.  The original
   statement, which runs then, or for a comparison, would make the same calls once more, in
   the same order: each asks whether it has been made, and what it has yielded
   (plugin/write/replay.cc).  Calls that regions don't need, as of malloc, aren't
   recorded: so the places of both are compared.  */

#include "prt.h"

/* COUNT calls at PLACE, one after the other, with values of SIZE bytes.  */
struct run
{
  int64_t count;
  int32_t place, size;
};

/* The calls of this thread's region: N bytes, of runs and their values.  LAST is where the
   last run is; what has been replayed is up to AT, and LEFT calls more of that run.  */
static _Thread_local struct
{
  char *bytes;
  int64_t n, room, last, at;
  struct run left;
  bool replayed;
} calls;

void
prt_record_begin (void)
{
  calls.n = 0;
  calls.replayed = false;
}

void
prt_replay_begin (void)
{
  calls.at = calls.left.count = 0;
  calls.replayed = true;
}

void
prt_replay_end (void)
{
  calls.replayed = false;
}

static void
append (const void *what, int64_t size)
{
  if (calls.n + size > calls.room)
    {
      calls.room = 2 * (calls.n + size);
      calls.bytes = prt_grow (calls.bytes, calls.room, 1);
    }
  memcpy (calls.bytes + calls.n, what, size);
  calls.n += size;
}

void
PRAM_recorded (int32_t place, const void *value, int32_t size)
{
  struct run run = { 0, place, size };
  if (calls.n)
    memcpy (&run, calls.bytes + calls.last, sizeof run);
  if (!calls.n || run.place != place || run.size != size)
    {
      run = (struct run) { 0, place, size };
      calls.last = calls.n;
      append (&run, sizeof run);
    }
  run.count++;
  memcpy (calls.bytes + calls.last, &run, sizeof run);
  if (size)
    append (value, size);
}

/* The region's copy of the call may have been found not to need its value.  */

int32_t
PRAM_replayed (int32_t place, void *value, int32_t size)
{
  struct run *left = &calls.left;
  if (!calls.replayed || (!left->count && calls.at == calls.n))
    return 0;
  if (!left->count)
    {
      memcpy (left, calls.bytes + calls.at, sizeof *left);
      calls.at += (int64_t) sizeof *left;
    }
  if (left->place != place)
    return 0;
  left->count--;
  if (size && left->size == size)
    memcpy (value, calls.bytes + calls.at, size);
  calls.at += left->size;
  return 1;
}
