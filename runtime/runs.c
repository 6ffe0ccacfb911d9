/* runs.c: from set programs to runs of bytes.

   SPDX-License-Identifier: Apache-2.0

   A set program enumerates elements; what MPI wants are few, large, regular
   pieces.  Neighbouring elements become blocks, blocks of one length at one
   distance become strided runs, such runs that fill each other's gaps become
   one, and equal runs at one distance (the faces of a 3-D block) become runs of
   two strides.  Nothing is merged across
   transfers: sender and receiver have their arrays at different places, and
   must find the same pieces.  */

#include "prt.h"
#include "pram-sets.h"

_Static_assert (sizeof (struct prt_env) / sizeof (int64_t)
		== PRAM_SET_MAX_VARS, "prt_env must hold an environment");

/* The units of process RANK if all have as many of N_UNITS, … */

struct prt_block
prt_even_block (int64_t n_units, int rank)
{
  return (struct prt_block) { pram_first_unit (n_units, rank, prt.procs),
			      pram_first_unit (n_units, rank + 1, prt.procs) };
}

/* … and those that it has in REGION.  */

struct prt_block
prt_block_of (const struct prt_region *region, int rank)
{
  const int64_t *starts = region->starts;
  return (starts ? (struct prt_block) { starts[rank], starts[rank + 1] }
	  : prt_even_block (region->desc->n_units, rank));
}

/* Try to make R, a run without second stride, part of LAST.  */

static bool
absorb_p (struct prt_run *last, const struct prt_run *r)
{
  if (last->len != r->len)
    return false;
  if (last->n2 == 1 && r->n1 == 1 && last->n1 == 1)
    {
      last->s1 = r->addr - last->addr;
      last->n1 = 2;
      return true;
    }
  if (last->n2 == 1 && r->n1 == 1 && r->addr == last->addr
      + last->n1 * last->s1)
    {
      last->n1++;
      return true;
    }
  if (last->n1 != r->n1 || last->s1 != r->s1 || r->n1 == 1)
    return false;
  if (last->n2 == 1)
    last->s2 = r->addr - last->addr;
  else if (r->addr != last->addr + last->n2 * last->s2)
    return false;
  last->n2++;
  return true;
}

/* Do the elements of R and LAST, one by one, lie side by side?  If so, those of
   R become a part of LAST's: of each point of a grid one value and another.  */

static bool
interleave_p (struct prt_run *last, const struct prt_run *r)
{
  if (last->n1 != r->n1 || last->s1 != r->s1 || last->n2 != 1 || r->n1 == 1
      || last->len + r->len > last->s1)
    return false;
  if (r->addr == last->addr + last->len)
    last->len += r->len;
  else if (r->addr + r->len == last->addr)
    {
      last->addr = r->addr;
      last->len += r->len;
    }
  else
    return false;
  return true;
}

static void
append (struct prt_runs *runs, struct prt_run r)
{
  if (runs->n && interleave_p (&runs->run[runs->n - 1], &r))
    r = runs->run[--runs->n];
  if (runs->n && absorb_p (&runs->run[runs->n - 1], &r))
    return;
  if (runs->n == runs->room)
    {
      runs->room = runs->room ? 2 * runs->room : 16;
      runs->run = prt_grow (runs->run, runs->room, sizeof *runs->run);
    }
  runs->run[runs->n++] = r;
}

static void
flush_tail (struct prt_runs *runs)
{
  if (runs->tail_len)
    append (runs, (struct prt_run) { runs->tail, runs->tail_len, 1, 0, 1, 0 });
  runs->tail_len = 0;
}

/* COUNT elements from offset FIRST, STRIDE bytes apart.  */

static void
visit_elements (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct prt_runs *runs = data;
  char *addr = (char *) ((uintptr_t) runs->base + (uintptr_t) first);
  if (count > 1 && stride == -runs->elem_size)
    {
      addr += (count - 1) * stride;
      stride = runs->elem_size;
    }
  if (count == 1 || stride == runs->elem_size)
    {
      if (!runs->tail_len || runs->tail + runs->tail_len != addr)
	{
	  flush_tail (runs);
	  runs->tail = addr;
	}
      runs->tail_len += count * runs->elem_size;
      return;
    }
  flush_tail (runs);
  append (runs, (struct prt_run) { addr, runs->elem_size, count, stride,
				   1, 0 });
}

/* Make R's strides positive, and one block of blocks that touch.  Open MPI
   takes bytes at a distance of -1 for bytes at a distance of 1.  */

static void
normalise (struct prt_run *r)
{
  if (r->n1 > 1 && r->s1 < 0)
    {
      r->addr += (r->n1 - 1) * r->s1;
      r->s1 = -r->s1;
    }
  if (r->n2 > 1 && r->s2 < 0)
    {
      r->addr += (r->n2 - 1) * r->s2;
      r->s2 = -r->s2;
    }
  if (r->n1 > 1 && r->s1 == r->len)
    {
      r->len *= r->n1;
      r->n1 = r->n2;
      r->s1 = r->s2;
      r->n2 = 1;
    }
}

/* Add the elements of transfer T, whose array starts at BASE.  */

void
prt_runs_add (struct prt_runs *runs, const struct pram_transfer *t,
	      const int64_t *code, struct prt_env *env, void *base)
{
  struct prt_runs mine = { .elem_size = t->elem_size, .base = base };
  pram_set_enumerate (code + t->set, env->v, visit_elements, &mine);
  flush_tail (&mine);
  for (int i = 0; i < mine.n; i++)
    normalise (&mine.run[i]);
  if (runs->n + mine.n > runs->room)
    {
      runs->room = runs->n + mine.n;
      runs->run = prt_grow (runs->run, runs->room, sizeof *runs->run);
    }
  if (mine.n)
    memcpy (runs->run + runs->n, mine.run, mine.n * sizeof *mine.run);
  runs->n += mine.n;
  free (mine.run);
}

int64_t
prt_runs_bytes (const struct prt_runs *runs)
{
  int64_t bytes = 0;
  for (int i = 0; i < runs->n; i++)
    bytes += runs->run[i].len * runs->run[i].n1 * runs->run[i].n2;
  return bytes;
}

/* The environment for what SRC sends to DST in REGION now.  */

void
prt_env_set (struct prt_env *env, const struct prt_region *region, int src,
	     int dst)
{
  struct prt_block s = prt_block_of (region, src);
  struct prt_block d = prt_block_of (region, dst);
  env->v[PRAM_ENV_SRC_LO] = s.lo;
  env->v[PRAM_ENV_SRC_HI] = s.hi;
  env->v[PRAM_ENV_DST_LO] = d.lo;
  env->v[PRAM_ENV_DST_HI] = d.hi;
  for (int i = 0; i < region->desc->n_counts; i++)
    env->v[PRAM_ENV_COUNTS + i] = region->counts[i];
}

/* Enumerate the set of units at CODE.  */

void
prt_units_visit (const int64_t *code, struct prt_env *env,
		 void (*visit) (void *, int64_t, int64_t, int64_t),
		 void *data)
{
  pram_set_enumerate (code, env->v, visit, data);
}
