/* memory.c: the workers' sparse copies of the user's arrays.

   SPDX-License-Identifier: Apache-2.0

   A worker reserves the whole range [lo, hi) of an array and touches only
   what it computes and its halo: subscripts stay those of the program, and
   memory is what is touched.  Of an array that is a variable it reserves all:
   gcc knows that reading it doesn't trap, and may read what no iteration that
   runs does.  Arrays live in slots, numbered in the order of
   a region's array arguments; a slot is kept for the next region and grows
   when needed.  What a slot holds from before does no harm: whatever a region
   reads is scattered to it first.

   Rank 0 works in the user's arrays, and in slots of its own where the program
   has none.  It keeps the slots' sizes too, without
   memory, to know when the workers' slots grow.  */

#include "prt.h"
#include <sys/mman.h>

#define PAGE 4096

struct slot { char *map; size_t size; };

static struct slot *slots, *own;
static int n_slots, n_own;

/* The first byte of ARG that is reserved.  */

static int64_t
reserved_lo (const struct pram_arg *arg)
{
  return arg->object && arg->lo > 0 ? 0 : arg->lo;
}

/* Bytes a slot needs for ARG, whatever the pointer's place in a page.  */

static size_t
needed (const struct pram_arg *arg)
{
  int64_t lo = reserved_lo (arg);
  int64_t hi = arg->hi > arg->object ? arg->hi : arg->object;
  size_t n = hi > lo ? hi - lo : 0;
  return (n + 2 * PAGE - 1) / PAGE * PAGE;
}

bool
prt_array_p (const struct pram_arg *arg)
{
  return arg->kind == PRAM_ARG_ARRAY || arg->kind == PRAM_ARG_ARRAY_INOUT;
}

/* Does entering a region need more memory than the slots have?  The same answer
   on every process.  */

bool
prt_memory_grows_p (const struct pram_arg *args, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (prt_array_p (&args[i]))
      {
	if (s >= n_slots || slots[s].size < needed (&args[i]))
	  return true;
	s++;
      }
  return false;
}

static bool
slot_reserve (struct slot *slot, size_t size, bool wanted)
{
  if (slot->size >= size)
    return true;
  if (slot->map)
    munmap (slot->map, slot->size);
  slot->map = NULL;
  slot->size = 0;
  prt.n_mapped++;
  if (wanted)
    {
      void *map = mmap (NULL, size, PROT_READ | PROT_WRITE,
			MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      if (map == MAP_FAILED)
	return false;
      slot->map = map;
    }
  slot->size = size;
  return true;
}

/* Make the slots large enough; false if there isn't the memory. */

bool
prt_memory_reserve (const struct pram_arg *args, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (prt_array_p (&args[i]))
      {
	if (s >= n_slots)
	  {
	    slots = prt_grow (slots, s + 1, sizeof *slots);
	    slots[n_slots++] = (struct slot) { NULL, 0 };
	  }
	if (!slot_reserve (&slots[s++], needed (&args[i]), prt.rank != 0))
	  return false;
      }
  return true;
}

/* On rank 0: the base pointer of ARG, number K of the arrays of a region of which
   the program has none; null if there isn't the memory.  */

void *
prt_memory_own (int k, const struct pram_arg *arg)
{
  static char nothing[1];
  if (k >= n_own)
    {
      own = prt_grow (own, k + 1, sizeof *own);
      own[n_own++] = (struct slot) { NULL, 0 };
    }
  if (arg->hi <= arg->lo)
    return nothing;
  return slot_reserve (&own[k], needed (arg), true)
	 ? (void *) ((uintptr_t) own[k].map - (uintptr_t) arg->lo) : NULL;
}

/* Give everything back; all processes do it together.  */

void
prt_memory_release (void)
{
  for (int s = 0; s < n_slots; s++)
    if (slots[s].map)
      munmap (slots[s].map, slots[s].size);
  n_slots = 0;
  prt.n_mapped++;
}

static struct slot *
slot_of (const struct pram_arg *args, int arg)
{
  int s = 0;
  for (int i = 0; i < arg; i++)
    s += prt_array_p (&args[i]);
  return &slots[s];
}

/* The page of argument ARG in which what it touches begins, or the
   one before; null on rank 0.  */

char *
prt_memory_map (const struct pram_arg *args, int arg)
{
  char *map = slot_of (args, arg)->map;
  const struct pram_arg *a = &args[arg];
  return map ? map + (a->lo - reserved_lo (a)) / PAGE * PAGE : NULL;
}

/* The base pointer on a worker of argument ARG, which on rank 0 lies at ALIGN
   modulo the page size: the copies must have the same alignment, so that the
   same code (vector prologues included) runs alike.  */

void *
prt_memory_base (const struct pram_arg *args, int arg, int64_t align)
{
  struct slot *slot = slot_of (args, arg);
  const struct pram_arg *a = &args[arg];
  uintptr_t lo = (uintptr_t) reserved_lo (a);
  uintptr_t map = (uintptr_t) slot->map;
  return (void *) (map + ((align + lo) & (PAGE - 1)) - lo);
}

/* --- What the program has ---------------------------------------------------- */

/* The memory around ADDRESS that can be read: [*LO, *HI).  */

void
prt_readable_around (uintptr_t address, uintptr_t *lo, uintptr_t *hi)
{
  FILE *maps = fopen ("/proc/self/maps", "r");
  char line[512], flag;
  unsigned long from, to;
  bool found = false;
  *lo = *hi = address;
  while (maps && fgets (line, sizeof line, maps))
    {
      if (sscanf (line, "%lx-%lx %c", &from, &to, &flag) != 3 || flag != 'r')
	continue;
      if (found && from != *hi)
	break;
      if (!found && from != *hi)
	*lo = from;
      *hi = to;
      found = address >= *lo && address < *hi;
    }
  if (maps)
    fclose (maps);
  if (!found)
    *lo = *hi = address;
}

/* What may be read around AT, bytes relative to BASE.  */

void
prt_reach_around (const void *at, const void *base, int64_t *lo, int64_t *hi)
{
  uintptr_t from, to;
  prt_readable_around ((uintptr_t) at, &from, &to);
  *lo = (int64_t) (from - (uintptr_t) base);
  *hi = (int64_t) (to - (uintptr_t) base);
}

/* Can all from FROM to TO be read?  */

bool
prt_readable_p (const char *from, const char *to)
{
  uintptr_t lo, hi;
  prt_readable_around ((uintptr_t) from, &lo, &hi);
  return lo < hi && (uintptr_t) to <= hi;
}
