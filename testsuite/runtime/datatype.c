/* datatype.c: messages as runtime/datatype.c makes them.
   SPDX-License-Identifier: GPL-3.0-or-later

   Runs of random shapes, with small counts for the largest: what MPI packs is
   what the runs say.  Of runs beyond 2^31 bytes and pieces the size and the
   extent are compared: their memory does not exist.  */

#ifndef SERIAL
#include "prt.h"
#include <limits.h>

static int failed;
static unsigned long state = 1;

static int64_t
draw (int64_t lo, int64_t hi)
{
  state = state * 6364136223846793005ul + 1442695040888963407ul;
  return lo + (int64_t) ((state >> 33) % (unsigned long) (hi - lo + 1));
}

static void
expect (bool good, const char *what, const struct prt_run *r)
{
  if (good)
    return;
  printf ("%s: %lld bytes, %lld times at %lld, %lld times at %lld\n", what,
	  (long long) r->len, (long long) r->n1, (long long) r->s1,
	  (long long) r->n2, (long long) r->s2);
  failed = 1;
}

static char area[40000], packed[40000], wanted[40000];

/* Copy what RUNS say to WANTED; the number of bytes.  */

static int
copy_runs (const struct prt_runs *runs)
{
  int n = 0;
  for (int i = 0; i < runs->n; i++)
    for (int64_t j = 0; j < runs->run[i].n2; j++)
      for (int64_t k = 0; k < runs->run[i].n1; k++, n += runs->run[i].len)
	memcpy (wanted + n, runs->run[i].addr + j * runs->run[i].s2
		+ k * runs->run[i].s1, runs->run[i].len);
  return n;
}

static void
try_small (void)
{
  struct prt_run run[3];
  struct prt_runs runs = { .n = (int) draw (1, 3), .run = run };
  for (int i = 0; i < runs.n; i++)
    {
      struct prt_run *r = &run[i];
      r->len = draw (1, 30);
      r->n1 = draw (1, 3) > 1 ? draw (1, 20) : 1;
      r->s1 = r->len + draw (0, 9);
      r->n2 = r->n1 > 1 && draw (1, 2) > 1 ? draw (1, 9) : 1;
      r->s2 = r->n1 * r->s1 + draw (0, 9);
      r->addr = area + i * 10000 + draw (0, 100);
    }
  int n = copy_runs (&runs), there = 0;
  struct prt_message m = prt_message_make (&runs);
  MPI_Pack (m.addr, m.count, m.type, packed, sizeof packed, &there,
	    MPI_COMM_SELF);
  expect (there == n && memcmp (packed, wanted, n) == 0, "packed wrong", run);
  prt_message_free (&m);
}

static void
try_large (int64_t len, int64_t n1, int64_t s1, int64_t n2, int64_t s2)
{
  struct prt_run r = { area, len, n1, s1, n2, s2 };
  struct prt_runs runs = { .n = 1, .run = &r };
  struct prt_message m = prt_message_make (&runs);
  MPI_Count size, low, extent;
  MPI_Type_size_x (m.type, &size);
  MPI_Type_get_true_extent_x (m.type, &low, &extent);
  expect (size == prt_runs_bytes (&runs), "wrong size", &r);
  expect (low == 0 && extent == (n2 - 1) * s2 + (n1 - 1) * s1 + len,
	  "wrong extent", &r);
  prt_message_free (&m);
}

int
main (int argc, char **argv)
{
  MPI_Init (&argc, &argv);
  for (int i = 0; i < (int) sizeof area; i++)
    area[i] = (char) draw (0, 255);
  for (int i = 0; i < 3000; i++)
    {
      prt_count_max = i < 500 ? INT_MAX : (int) draw (2, 12);
      try_small ();
    }
  prt_count_max = INT_MAX;
  int64_t odd = (INT64_C (1) << 31) + 5, more = INT64_C (5) << 32;
  try_large (odd, 1, 0, 1, 0);
  try_large (more, 1, 0, 1, 0);
  try_large (more + 3, 3, more + 8, 1, 0);
  try_large (8, odd, 24, 1, 0);
  try_large (1, more + 1, 3, 2, INT64_C (1) << 40);
  try_large (4, 2, 9, odd, INT64_C (1) << 20);
  try_large (4, odd, 9, 3, INT64_C (1) << 40);
  MPI_Finalize ();
  return failed;
}
#else
int
main (void)
{
  return 0;
}
#endif
