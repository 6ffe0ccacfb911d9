/* floyd.c: all shortest paths: in step k row k is needed by every process.
   SPDX-License-Identifier: GPL-3.0-or-later

   Unit u is row u.  The layer's transfers depend on the step: after step k
   the owner of row k + 1 sends it to all (counts[0] is k + 1).  The result is
   also summed up by columns: a column of unit 0's row is read as a value.  */

#include "tables.h"

#ifndef N
#define N 37
#endif
#define ROW (4 * N)

#define WHOLE(...) RUN (MUL (__VA_ARGS__, C (ROW)), C (N), C (4))
#define DST_SOME LT (DST_LO, DST_HI)
#define PIVOT_OWNED AND (DST_SOME, AND (LE (SRC_LO, COUNT (0)), \
					AND (LT (COUNT (0), SRC_HI), \
					     LT (COUNT (0), C (N)))))
#define PIVOT IF ((PIVOT_OWNED), WHOLE (COUNT (0)))
#define EDGE IF ((PIVOT_OWNED), RUN (COUNT (0), C (1), C (1)))
#define FIRST \
  SEQ (2, IF ((DST_SOME), \
	      FOR (8, (DST_LO), (SUB (DST_HI, C (1))), 1, WHOLE (V (8)))), \
       IF ((AND (DST_SOME, LT (C (0), DST_LO))), WHOLE (C (0))))
#define WRITTEN \
  FOR (8, (SRC_LO), (SUB (SRC_HI, C (1))), 1, WHOLE (V (8)))

enum
{
  AT_PIVOT = 0,
  AT_EDGE = AT_PIVOT + WORDS (PIVOT),
  AT_FIRST = AT_EDGE + WORDS (EDGE),
  AT_WRITTEN = AT_FIRST + WORDS (FIRST)
};
static const int64_t code[] = { PIVOT, EDGE, FIRST, WRITTEN };

struct frame { int (*d)[N]; int k; };

static void
relax (void *data, int64_t lo, int64_t hi, void *const *leaves)
{
  struct frame *f = data;
  int k = f->k;
  (void) leaves;
  for (int64_t i = lo; i < hi; i++)
    for (int j = 0; j < N; j++)
      if (f->d[i][k] + f->d[k][j] < f->d[i][j])
	f->d[i][j] = f->d[i][k] + f->d[k][j];
}

/* The corner element, and integer sums and products over rows.  */

static void
corner (void *data, int64_t lo, int64_t hi, void *const *leaves)
{
  struct frame *f = data;
  (void) lo;
  (void) hi;
  *(int *) leaves[0] = f->d[N - 1][3];
}

static void
sums (void *data, int64_t lo, int64_t hi, void *const *leaves)
{
  struct frame *f = data;
  int *sum = leaves[0];
  unsigned char *prod = leaves[1];
  for (int64_t i = lo; i < hi; i++)
    {
      *sum = 0;
      *prod = 1;
      for (int j = 0; j < N; j++)
	{
	  *sum += f->d[i][j];
	  *prod *= 2 * f->d[i][j] + 1;
	}
      sum++;
      prod++;
    }
}

static void
driver (int (*d)[N], int *value, int *sum, unsigned char *prod)
{
  int64_t *counts = PRAM_counts ();
  void *bases[] = { d };
  for (int k = 0; k < N; k++)
    {
      counts[0]++;
      struct frame frame = { d, k };
      PRAM_layer (0, relax, &frame, bases);
    }
  struct frame frame = { d, 0 };
  PRAM_layer (1, corner, &frame, bases);
  PRAM_layer (2, sums, &frame, bases);
  PRAM_reduced (1, 0, value);
  PRAM_reduced (2, 0, sum);
  PRAM_reduced (2, 1, prod);
}

static void
serial (int (*d)[N], int *value, int *sum, unsigned char *prod)
{
  for (int k = 0; k < N; k++)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
	if (d[i][k] + d[k][j] < d[i][j])
	  d[i][j] = d[i][k] + d[k][j];
  *value = d[N - 1][3];
  *sum = 0;
  *prod = 1;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      {
	*sum += d[i][j];
	*prod *= 2 * d[i][j] + 1;
      }
}

static struct pram_site site =
{ PRAM_ABI_VERSION, 20, "main.1", "floyd.c", 4, NULL };
static const struct pram_arg args[] =
{
  { PRAM_ARG_ARRAY, PRAM_TYPE_I32, "d", 0, ROW * N, 1, 0, 0, 0, 0, 0 },
  { PRAM_ARG_INOUT, PRAM_TYPE_I32, "value", 0, 0, 0, 0, 0, 0, 0, 0 },
  { PRAM_ARG_INOUT, PRAM_TYPE_I32, "sum", 0, 0, 0, 0, 0, 0, 0, 0 },
  { PRAM_ARG_INOUT, PRAM_TYPE_U8, "prod", 0, 0, 0, 0, 0, 0, 0, 0 }
};
#ifndef FLAGS
#define FLAGS PRAM_LAYER_EARLY_RECV
#endif
static const struct pram_transfer pivot[] = { { 0, AT_PIVOT, 4, 22 } };
static const struct pram_reduction value_red[] =
{ { PRAM_OP_VALUE, PRAM_TYPE_I32, "value" } };
static const struct pram_reduction sums_red[] =
{
  { PRAM_OP_SUM, PRAM_TYPE_I32, "sum" },
  { PRAM_OP_PROD, PRAM_TYPE_U8, "prod" }
};
static const int32_t waits[] = { 0 };
static const struct pram_layer layers[] =
{
  { 0, 22, FLAGS, 0, N, N, 1, 1, pivot, AT_EDGE, 0, NULL, 1, waits, 0,
    NULL, -1 },
  { 1, 25, PRAM_LAYER_UNIFORM, N - 1, N, 1, 1, 0, NULL, -1, 1, value_red, 1,
    waits, 0, NULL, -1 },
  { 2, 26, PRAM_LAYER_UNIFORM, 0, N, N, 1, 0, NULL, -1, 2, sums_red, 1, waits,
    0, NULL, -1 }
};
static const struct pram_transfer scatter[] = { { 0, AT_FIRST, 4, 20 } };
static const struct pram_transfer gather[] = { { 0, AT_WRITTEN, 4, 22 } };
static const struct pram_region region =
{
  .site = &site, .n_args = N_OF (args), .args = args,
  .driver = (void (*) (void)) driver, .n_units = N, .n_counts = 1,
  .n_layers = 3, .layers = layers, .n_scatter = 1, .scatter = scatter,
  .n_gather = 1, .gather = gather, .code = code,
  .n_tasks = (int64_t) N * N * N
};

#ifndef SERIAL
NOTE (region)
#endif

int
main (void)
{
  static int d[N][N];
  int value = -1, sum = -1;
  unsigned char prod = 0;
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      d[i][j] = i == j ? 0 : 1 + (i * 7919 + j * 104729) % 1009;
  int (*p)[N] = d;
  void *values[] = { &p, &value, &sum, &prod };
  (void) values;
#ifdef SERIAL
  serial (d, &value, &sum, &prod);
#else
  if (!PRAM_run (&site, values))
    {
      serial (d, &value, &sum, &prod);
      PRAM_leave (&site);
    }
#endif
  printf ("%016llx %d %d %d\n", hash (d, sizeof d), value, sum, prod);
  return 0;
}
