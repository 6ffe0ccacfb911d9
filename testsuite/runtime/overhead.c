/* overhead.c: what PRAM_layer and PRAM_reduced cost, beside MPI's allreduce.
   SPDX-License-Identifier: GPL-3.0-or-later

   Not a test: prints nanoseconds a call, for a layer of UNITS empty units
   with a halo of one element and with one sum.  */

#include "tables.h"
#include <mpi.h>
#include <time.h>

#ifndef UNITS
#define UNITS 1000
#endif
#define TIMES 100000

#define HALO \
  SEQ (2, IF ((AND (LT (SRC_LO, DST_LO), LE (DST_LO, SRC_HI))), \
	      RUN (MUL (C (8), SUB (DST_LO, C (1))), C (1), C (8))), \
       IF ((AND (LE (SRC_LO, DST_HI), LT (DST_HI, SRC_HI))), \
	   RUN (MUL (C (8), DST_HI), C (1), C (8))))
#define EDGE \
  SEQ (2, IF ((AND (LT (SRC_LO, DST_LO), LE (DST_LO, SRC_HI))), \
	      RUN (SUB (DST_LO, C (1)), C (1), C (1))), \
       IF ((AND (LE (SRC_LO, DST_HI), LT (DST_HI, SRC_HI))), \
	   RUN (DST_HI, C (1), C (1))))
static const int64_t code[] = { HALO, EDGE };

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

static void
nothing (void *frame, int64_t lo, int64_t hi, void *const *leaves)
{
  (void) frame;
  (void) lo;
  (void) hi;
  (void) leaves;
}

static double ns[5];

static void
driver (double *a)
{
  void *bases[] = { a };
  double value = 0, sum = 0;
  double t[6];
  int here;
  for (int phase = 0; phase < 2; phase++)
    {
      int times = phase ? TIMES : 10;
      t[0] = now ();
      for (int i = 0; i < times; i++)
	PRAM_layer (0, nothing, NULL, bases);
      t[1] = now ();
      for (int i = 0; i < times; i++)
	{
	  PRAM_layer (1, nothing, NULL, bases);
	  PRAM_reduced (1, 0, &value);
	}
      t[2] = now ();
      for (int i = 0; i < times; i++)
	{
	  PRAM_layer (0, nothing, NULL, bases);
	  PRAM_layer (1, nothing, NULL, bases);
	  PRAM_reduced (1, 0, &value);
	}
      t[3] = now ();
      MPI_Initialized (&here);
      if (here)
	for (int i = 0; i < times; i++)
	  MPI_Allreduce (&value, &sum, 1, MPI_DOUBLE, MPI_SUM,
			 MPI_COMM_WORLD);
      t[4] = now ();
    }
  for (int i = 0; i < 4; i++)
    ns[i] = (t[i + 1] - t[i]) / TIMES;
}

static struct pram_site site =
{ PRAM_ABI_VERSION, 1, "main.1", "overhead.c", 1, NULL };
static const struct pram_arg args[] =
{ { PRAM_ARG_ARRAY, PRAM_TYPE_F64, "a", 0, 8 * UNITS, 1, 0, 0, 0, 0, 0 } };
static const struct pram_transfer halo[] = { { 0, 0, 8, 1 } };
static const struct pram_reduction sum[] =
{ { PRAM_OP_SUM, PRAM_TYPE_F64, "s" } };
static const int32_t waits[] = { 0 };
static const struct pram_layer layers[] =
{
  { 0, 1, PRAM_LAYER_EARLY_RECV | PRAM_LAYER_UNIFORM, 0, UNITS, 1, 1, 1, halo,
    WORDS (HALO), 0, NULL, 1, waits, 0, NULL, -1 },
  { 1, 1, PRAM_LAYER_UNIFORM, 0, UNITS, 1, 1, 0, NULL, -1, 1, sum, 0, NULL,
    0, NULL, -1 }
};
static const struct pram_region region =
{
  .site = &site, .n_args = 1, .args = args,
  .driver = (void (*) (void)) driver, .n_units = UNITS, .n_layers = 2,
  .layers = layers, .code = code, .n_tasks = 1, .iterations = -1
};

NOTE (region)

int
main (void)
{
  static double a[UNITS];
  double *p = a;
  void *values[] = { &p };
  PRAM_run (&site, values);
  printf ("layer with halo %.0f, layer and sum %.0f, both %.0f, "
	  "MPI_Allreduce %.0f ns\n", ns[0], ns[1], ns[2], ns[3]);
  return 0;
}
