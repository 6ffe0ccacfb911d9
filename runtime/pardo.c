/* pardo.c: what the serial run of loops in lock step needs.

   SPDX-License-Identifier: Apache-2.0

   What iterations keep from one step to the next lies in *rooms*.  A room that is
   vacated is kept for the next loop: a region in a time loop allocates once.

   With PRAM_CHECK, the elements that iterations assign to are put into a table
   before they do: a second one for the same element ends the program (concurrent
   writes are excluded, CREW).  */

#include "prt.h"
#include <pthread.h>

/* --- Rooms ---------------------------------------------------------------- */

/* Before a room; aligned like what malloc returns.  */
struct room
{
  size_t size;
  struct room *next;		/* that is free, too */
  char pad[64 - sizeof (size_t) - sizeof (struct room *)];
};

static struct room *vacant;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Take a vacant room of BYTES out; null if there is none.  */

static struct room *
take_vacant (size_t bytes)
{
  struct room **at = &vacant;
  pthread_mutex_lock (&lock);
  while (*at && (*at)->size < bytes)
    at = &(*at)->next;
  struct room *found = *at;
  if (found)
    *at = found->next;
  pthread_mutex_unlock (&lock);
  return found;
}

void *
PRAM_room (void *room, size_t bytes)
{
  struct room *r = room ? (struct room *) room - 1 : NULL;
  if (r && r->size >= bytes)
    return room;
  PRAM_vacate (room);
  r = take_vacant (bytes);
  if (!r)
    {
      r = malloc (sizeof *r + bytes);
      if (!r)
	prt_fatal ("out of memory (%zu bytes)", bytes);
      r->size = bytes;
    }
  return r + 1;
}

void
PRAM_vacate (void *room)
{
  if (!room)
    return;
  struct room *r = (struct room *) room - 1;
  pthread_mutex_lock (&lock);
  r->next = vacant;
  vacant = r;
  pthread_mutex_unlock (&lock);
}

/* --- No two write one element --------------------------------------------- */

struct write { const char *element; ptrdiff_t i, j; bool used; };

/* An open hash table of a power of two of places, under half of them used.  */
static struct
{
  struct write *place;
  size_t n, n_used;
  const char *name, *file;
  int line;
  bool told;			/* of two that do */
} writes;

int
PRAM_crew_begin (const char *name, const char *file, int line)
{
  if (!prt.check)
    return 0;
  writes.name = name;
  writes.file = file;
  writes.line = line;
  writes.told = false;
  return 1;
}

/* The place of ELEMENT, or where it belongs.  */

static struct write *
place_of (const char *element)
{
  uint64_t hash = (uintptr_t) element * UINT64_C (0x9e3779b97f4a7c15);
  size_t k = (hash >> 20) & (writes.n - 1);
  while (writes.place[k].used && writes.place[k].element != element)
    k = (k + 1) & (writes.n - 1);
  return &writes.place[k];
}

static void
grow (void)
{
  struct write *old = writes.place;
  size_t n = writes.n;
  writes.n = n ? 2 * n : 1024;
  writes.place = prt_alloc (writes.n, sizeof *writes.place);
  for (size_t k = 0; k < n; k++)
    if (old[k].used)
      *place_of (old[k].element) = old[k];
  free (old);
}

static void
iteration_text (char *text, size_t size, ptrdiff_t i, ptrdiff_t j)
{
  if (j == -1)
    snprintf (text, size, "%td", i);
  else
    snprintf (text, size, "(%td, %td)", i, j);
}

/* Iterations of W and I, J both write ELEMENT.  */

static void
conflict (const struct write *w, const char *base, ptrdiff_t bytes, ptrdiff_t i,
	  ptrdiff_t j)
{
  char a[64], b[64], where[64] = "";
  iteration_text (a, sizeof a, w->i, w->j);
  iteration_text (b, sizeof b, i, j);
  if (base)
    snprintf (where, sizeof where, "[%td]", (w->element - base) / bytes);
  fprintf (stderr, "pram: check: %s:%d: iterations %s and %s of a pardo loop "
	   "both write %s%s\n", writes.file, writes.line, a, b, writes.name,
	   where);
  prt.check_failed = writes.told = true;
}

void
PRAM_crew_write (const void *element, const void *base, ptrdiff_t bytes,
		 ptrdiff_t i, ptrdiff_t j)
{
  if (2 * writes.n_used >= writes.n)
    grow ();
  struct write *w = place_of (element);
  if (w->used && !(w->i == i && w->j == j) && !writes.told)
    conflict (w, base, bytes, i, j);
  writes.n_used += !w->used;
  *w = (struct write) { element, i, j, true };
}

void
PRAM_crew_end (void)
{
  free (writes.place);
  writes.place = NULL;
  writes.n = writes.n_used = 0;
}
