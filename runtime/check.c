/* check.c: PRAM_CHECK, every region also runs serially on the same data.

   SPDX-License-Identifier: Apache-2.0

   Rank 0 keeps what the region may change, runs it distributed, keeps that
   result, puts the data back and has the program run the original statement.
   When that is done, PRAM_leave compares.  The first
   difference is reported with the rank that computed the element and the line
   of its last writer.  The serial result stays.

   An array without gather transfers is not live after the region and is not
   compared.  Of one that is only written it is what lies up to the last element
   that was written: a history may be shorter than its loop's limit.  Floating values are compared bit for bit.  In regions with a
   floating sum or product, whose order is free, rounding differs and iterations
   amplify it: there an element may differ by a millionth of the array's
   largest one, a scalar by a millionth of itself.  */

#define _GNU_SOURCE 1
#include "prt.h"
#include <errno.h>
#include <math.h>
#include <sys/uio.h>
#include <unistd.h>

/* N bytes at ADDR, of what data choose in the array at BASE, that line LINE is
   about to write.  */
struct kept
{
  const char *base;
  char *addr;
  int n, line;
  char *before, *after;
};

struct prt_check
{
  const struct prt_region *region;
  void *const *args;
  union prt_value *before;	/* by argument: scalars, pointers */
  union prt_value *after;
  char **data_before;		/* by argument: bytes [lo, hi) of arrays */
  char **data_after;
  char **start;			/* of these bytes */
  int64_t *n_bytes;		/* … that are there */
  int64_t n_kept, kept_room;
  struct kept *kept;
};

static bool
inout_p (const struct pram_arg *arg)
{
  return arg->kind == PRAM_ARG_INOUT || arg->kind == PRAM_ARG_ARRAY_INOUT;
}

static size_t
value_size (const struct pram_arg *arg)
{
  return prt_type_size (prt_array_p (arg) ? PRAM_TYPE_PTR : arg->type);
}

static char *
copy_bytes (const char *from, int64_t n)
{
  char *to = prt_alloc (n, 1);
  memcpy (to, from, n);
  return to;
}

/* Copy the bytes from FROM on, but N at most, as far as they are there: a history
   may end long before the loop's limit.  Sets *SIZE to how many these are.  */

static char *
copy_there (const char *from, int64_t n, int64_t *size)
{
  enum { PIECE = 1 << 20 };
  char *to = NULL;
  for (*size = 0; *size < n;)
    {
      size_t piece = (size_t) (n - *size < PIECE ? n - *size : PIECE);
      to = prt_grow (to, *size + (int64_t) piece, 1);
      struct iovec here = { to + *size, piece };
      struct iovec there = { (char *) from + *size, piece };
      ssize_t done = process_vm_readv (getpid (), &here, 1, &there, 1, 0);
      if (done < 0 && errno != EFAULT)
	{
	  memcpy (to + *size, from + *size, piece);
	  done = (ssize_t) piece;
	}
      *size += done > 0 ? done : 0;
      if (done < (ssize_t) piece)
	break;
    }
  return to;
}

/* Is one of the N TRANSFERS of argument ARG?  */

static bool
among_p (const struct pram_transfer *transfers, int n, int arg)
{
  for (int i = 0; i < n; i++)
    if (transfers[i].array == arg)
      return true;
  return false;
}

/* ARG is only written, and nobody knows how large it is.  */

static bool
history_p (const struct pram_region *region, int arg)
{
  return (region->args[arg].object == 0
	  && among_p (region->gather, region->n_gather, arg)
	  && !among_p (region->scatter, region->n_scatter, arg));
}

/* Keep what DISTRIBUTED, called with ARGS, may change.  */

struct prt_check *
prt_check_begin (const struct prt_region *distributed, void *const *args)
{
  const struct pram_region *region = distributed->desc;
  int n = region->n_args;
  struct prt_check *c = prt_alloc (1, sizeof *c);
  c->region = distributed;
  c->args = args;
  c->before = prt_alloc (n, sizeof *c->before);
  c->after = prt_alloc (n, sizeof *c->after);
  c->data_before = prt_alloc (n, sizeof *c->data_before);
  c->data_after = prt_alloc (n, sizeof *c->data_after);
  c->start = prt_alloc (n, sizeof *c->start);
  c->n_bytes = prt_alloc (n, sizeof *c->n_bytes);
  for (int i = 0; i < n; i++)
    {
      const struct pram_arg *arg = &region->args[i];
      memcpy (&c->before[i], args[i], value_size (arg));
      if (prt_array_p (arg) && arg->written && arg->lo < arg->hi)
	{
	  c->start[i] = (char *) c->before[i].ptr + arg->lo;
	  c->data_before[i] = copy_there (c->start[i], arg->hi - arg->lo,
					  &c->n_bytes[i]);
	}
    }
  prt.checking = c;
  return c;
}

/* The byte at ADDR has been kept when the region was entered.  */

static bool
kept_p (const struct prt_check *c, const char *addr)
{
  for (int i = 0; i < c->region->desc->n_args; i++)
    if (c->data_before[i] && addr >= c->start[i]
	&& addr < c->start[i] + c->n_bytes[i])
      return true;
  return false;
}

/* Keep the N bytes at ADDR, an element that data choose of the array at BASE,
   which line LINE is about to write.  */

void
prt_check_keep (const char *base, char *addr, int n, int line)
{
  struct prt_check *c = prt.checking;
  if (!c || kept_p (c, addr))
    return;
  if (c->n_kept == c->kept_room)
    {
      c->kept_room = 2 * c->kept_room + 64;
      c->kept = prt_grow (c->kept, c->kept_room, sizeof *c->kept);
    }
  c->kept[c->n_kept++]
    = (struct kept) { base, addr, n, line, copy_bytes (addr, n), NULL };
}

int32_t
PRAM_checks (void)
{
  return prt.checking != NULL;
}

void
PRAM_pinned (void *base, void *at, int32_t n_bytes, int32_t line)
{
  prt_check_keep (base, at, n_bytes, line);
}

static bool
free_order_p (const struct pram_region *region)
{
  for (int i = 0; i < region->n_layers; i++)
    for (int k = 0; k < region->layers[i].n_reductions; k++)
      {
	const struct pram_reduction *r = &region->layers[i].reductions[k];
	if (prt_type_float_p (r->type)
	    && (r->op == PRAM_OP_SUM || r->op == PRAM_OP_PROD))
	  return true;
      }
  return false;
}

static long double
float_value (int type, const void *p)
{
  union prt_value v;
  memcpy (&v, p, prt_type_size (type));
  return type == PRAM_TYPE_F32 ? v.f32 : type == PRAM_TYPE_F64 ? v.f64
	 : v.f80;
}

#define SLACK 1e-6L

/* The magnitude of the value at P, 0 if it is no number.  */

static long double
magnitude (int type, const void *p)
{
  long double x = prt_type_float_p (type) ? fabsl (float_value (type, p)) : 0;
  return isfinite (x) ? x : 0;
}

/* Are the values at A and B the same, up to BOUND if they are floating?  */

static bool
same_p (int type, long double bound, const void *a, const void *b)
{
  /* A long double has 10 bytes that count.  */
  size_t n = type == PRAM_TYPE_F80 && sizeof (long double) == 16
	     ? 10 : (size_t) prt_type_size (type);
  if (memcmp (a, b, n) == 0)
    return true;
  if (bound == 0 || !prt_type_float_p (type))
    return false;
  long double x = float_value (type, a), y = float_value (type, b);
  if (isnan (x) || isnan (y))
    return isnan (x) && isnan (y);
  return fabsl (x - y) <= bound;
}

static void
value_text (char *text, size_t size, int type, const void *p)
{
  if (prt_type_float_p (type))
    snprintf (text, size, "%.17Lg", float_value (type, p));
  else if (type == PRAM_TYPE_U64 || type == PRAM_TYPE_PTR)
    snprintf (text, size, "%llu", (unsigned long long) prt_integer (type, p));
  else
    snprintf (text, size, "%lld", (long long) prt_integer (type, p));
}

static void
report (const struct pram_site *site, int line, const char *what, int type,
	const void *distributed, const void *serial, const char *where)
{
  char x[64], y[64];
  value_text (x, sizeof x, type, distributed);
  value_text (y, sizeof y, type, serial);
  fprintf (stderr, "pram: check: %s:%d: '%s': %s is %s distributed, %s "
	   "serial%s\n", site->file, line, site->name, what, x, y, where);
  prt.check_failed = true;
}

static bool
in_runs_p (const struct prt_runs *runs, uintptr_t at)
{
  for (int i = 0; i < runs->n; i++)
    for (int64_t j = 0; j < runs->run[i].n2; j++)
      for (int64_t k = 0; k < runs->run[i].n1; k++)
	{
	  uintptr_t lo = (uintptr_t) runs->run[i].addr + j * runs->run[i].s2
			 + k * runs->run[i].s1;
	  if (at >= lo && at < lo + runs->run[i].len)
	    return true;
	}
  return false;
}

/* The gather transfer that brings the byte at OFFSET of argument ARG, and the
   rank it comes from; null if there is none.  */

static const struct pram_transfer *
origin (const struct prt_region *region, int arg, int64_t offset, int *rank)
{
  const struct pram_region *desc = region->desc;
  for (*rank = 0; *rank < prt.procs; ++*rank)
    for (int i = 0; i < desc->n_gather; i++)
      if (desc->gather[i].array == arg)
	{
	  struct prt_env env;
	  struct prt_runs runs = { .n = 0 };
	  prt_env_set (&env, region, *rank, 0);
	  prt_runs_add (&runs, &desc->gather[i], desc->code, &env, NULL);
	  bool here = in_runs_p (&runs, (uintptr_t) offset);
	  free (runs.run);
	  if (here)
	    return &desc->gather[i];
	}
  return NULL;
}

/* What lies behind the last element of argument ARG that the region has brought to
   rank 0 is not the array's, perhaps.  */

static void
cut_history (struct prt_check *c, int arg)
{
  const struct pram_region *desc = c->region->desc;
  struct prt_runs runs = { .n = 0 };
  int64_t end = 0;
  for (int rank = 0; rank < prt.procs; rank++)
    for (int i = 0; i < desc->n_gather; i++)
      if (desc->gather[i].array == arg)
	{
	  struct prt_env env;
	  prt_env_set (&env, c->region, rank, 0);
	  prt_runs_add (&runs, &desc->gather[i], desc->code, &env, NULL);
	}
  for (int i = 0; i < runs.n; i++)
    {
      const struct prt_run *r = &runs.run[i];
      int64_t last = (int64_t) (uintptr_t) r->addr + (r->n1 - 1) * r->s1
		     + (r->n2 - 1) * r->s2 + r->len - desc->args[arg].lo;
      end = last > end ? last : end;
    }
  free (runs.run);
  if (end < c->n_bytes[arg])
    c->n_bytes[arg] = end;
}

/* Compare argument ARG, an array; true if it is the same.  */

static bool
compare_array (struct prt_check *c, const struct prt_region *region, int arg,
	       bool tolerant)
{
  const struct pram_arg *a = &region->desc->args[arg];
  int64_t n = c->n_bytes[arg];
  int size = prt_type_size (a->type);
  long double largest = 0;
  if (memcmp (c->data_after[arg], c->start[arg], n) == 0)
    return true;
  for (int64_t i = 0; tolerant && i + size <= n; i += size)
    largest = fmaxl (largest, magnitude (a->type, c->start[arg] + i));
  for (int64_t i = 0; i + size <= n; i += size)
    if (!same_p (a->type, SLACK * largest, c->data_after[arg] + i,
		 c->start[arg] + i))
      {
	char what[128], where[64] = " (no rank sends it)";
	int rank;
	const struct pram_transfer *t
	  = origin (region, arg, a->lo + i, &rank);
	if (t)
	  snprintf (where, sizeof where, " (rank %d)", rank);
	snprintf (what, sizeof what, "%s[%lld]", a->name,
		  (long long) ((a->lo + i) / size));
	report (region->desc->site, t ? t->line : region->desc->site->line,
		what, a->type, c->data_after[arg] + i, c->start[arg] + i,
		where);
	return false;
      }
  return true;
}

static bool
compare_scalar (struct prt_check *c, const struct prt_region *region, int arg,
		const void *serial, bool tolerant)
{
  const struct pram_arg *a = &region->desc->args[arg];
  int type = prt_array_p (a) ? PRAM_TYPE_PTR : a->type;
  long double bound = tolerant ? SLACK * magnitude (type, serial) : 0;
  if (same_p (type, bound, &c->after[arg], serial))
    return true;
  report (region->desc->site, region->desc->site->line, a->name, type,
	  &c->after[arg], serial, "");
  return false;
}

/* The region has run distributed: keep the result and put back what was
   before.  */

void
prt_check_restore (struct prt_check *c)
{
  const struct pram_region *region = c->region->desc;
  void *const *args = c->args;
  for (int i = 0; i < region->n_args; i++)
    {
      const struct pram_arg *arg = &region->args[i];
      if (inout_p (arg))
	{
	  memcpy (&c->after[i], args[i], value_size (arg));
	  memcpy (args[i], &c->before[i], value_size (arg));
	}
      if (c->data_before[i])
	{
	  if (history_p (region, i))
	    cut_history (c, i);
	  c->data_after[i] = copy_bytes (c->start[i], c->n_bytes[i]);
	  memcpy (c->start[i], c->data_before[i], c->n_bytes[i]);
	}
    }
  prt.checking = NULL;
  for (int64_t k = 0; k < c->n_kept; k++)
    c->kept[k].after = copy_bytes (c->kept[k].addr, c->kept[k].n);
  for (int64_t k = c->n_kept; k-- > 0;)
    memcpy (c->kept[k].addr, c->kept[k].before, c->kept[k].n);
}

/* K was written the same serially; else report it.  */

static bool
compare_kept (struct prt_check *c, const struct kept *k)
{
  const struct prt_region *region = c->region;
  if (memcmp (k->addr, k->after, k->n) == 0)
    return true;
  for (int i = 0; i < region->desc->n_args; i++)
    {
      const struct pram_arg *a = &region->desc->args[i];
      char what[128];
      if (!prt_array_p (a) || c->before[i].ptr != k->base)
	continue;
      snprintf (what, sizeof what, "%s[%lld]", a->name,
		(long long) ((k->addr - k->base) / k->n));
      report (region->desc->site, k->line, what, a->type, k->after, k->addr,
	      " (rank 0)");
      return false;
    }
  return true;
}

static void
compare (struct prt_check *c)
{
  const struct prt_region *region = c->region;
  const struct pram_region *desc = region->desc;
  bool tolerant = free_order_p (desc);
  for (int i = 0; i < desc->n_args; i++)
    if (c->data_before[i] && among_p (desc->gather, desc->n_gather, i)
	&& !region->unneeded[i]
	&& !compare_array (c, region, i, tolerant))
      return;
  for (int i = 0; i < desc->n_args; i++)
    if (inout_p (&desc->args[i]) && !desc->args[i].dead
	&& !compare_scalar (c, region, i, c->args[i], tolerant))
      return;
  for (int64_t k = 0; k < c->n_kept; k++)
    if (!compare_kept (c, &c->kept[k]))
      return;
}

/* The original statement has run, too: compare.  */

void
prt_check_end (struct prt_check *c)
{
  if (c->region->procs == 1)
    prt_team_alone ();
  compare (c);
  prt_team_all ();
  prt_check_free (c);
}

void
prt_check_free (struct prt_check *c)
{
  if (!c)
    return;
  for (int i = 0; i < c->region->desc->n_args; i++)
    {
      free (c->data_before[i]);
      free (c->data_after[i]);
    }
  for (int64_t k = 0; k < c->n_kept; k++)
    {
      free (c->kept[k].before);
      free (c->kept[k].after);
    }
  free (c->kept);
  prt.checking = NULL;
  free (c->before);
  free (c->after);
  free (c->data_before);
  free (c->data_after);
  free (c->start);
  free (c->n_bytes);
  free (c);
}
