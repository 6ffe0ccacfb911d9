/* sums.c: floating-point sums have the same bits at every number of ranks.
   SPDX-License-Identifier: GPL-3.0-or-later

   Layers with different unit ranges and types, reduced in one step, several
   times, in changing combinations; units that don't fit the ranks.  There is
   no data but what the layers make up.  Prints bits; the caller compares the
   output of different numbers of ranks.  SERIAL walks the tree naively.  */

#include "tables.h"

#define N 101


static double
leaf_of (int layer, int64_t unit)
{
  return sin (1 + layer + 3.7 * (double) unit) * exp2 ((double) (unit % 40));
}

static void
fill (void *frame, int64_t lo, int64_t hi, void *const *leaves)
{
  int layer = *(int *) frame;
  for (int64_t u = lo; u < hi; u++)
    {
      ((double *) leaves[0])[u - lo] = leaf_of (layer, u);
      ((float *) leaves[1])[u - lo] = (float) leaf_of (layer, u);
      ((long double *) leaves[2])[u - lo] = leaf_of (layer, u) / 3;
      ((double *) leaves[3])[u - lo] = 1 + leaf_of (layer, u) / 1e15;
      ((short *) leaves[4])[u - lo] = (short) u;
    }
}

static const struct pram_reduction reductions[] =
{
  { PRAM_OP_SUM, PRAM_TYPE_F64, "a" }, { PRAM_OP_SUM, PRAM_TYPE_F32, "b" },
  { PRAM_OP_SUM, PRAM_TYPE_F80, "c" }, { PRAM_OP_PROD, PRAM_TYPE_F64, "d" },
  { PRAM_OP_MIN, PRAM_TYPE_I16, "e" }
};

static void
show (int layer, double a, float b, long double c, double d, short e)
{
  double b_ = b, c_ = (double) c;
  printf ("%d %016llx %016llx %016llx %016llx %d\n", layer, bits (a),
	  bits (b_), bits (c_), bits (d), e);
}

#ifdef SERIAL

static const int64_t range[4][2] =
{ { 0, N }, { 3, N - 7 }, { 5, 6 }, { 50, 50 } };

/* The value of node (LEVEL, K) of LAYER for reduction R; false if there is no
   leaf below.  */

static int
node (int layer, int r, int level, int64_t k, long double *v)
{
  if (level == 0)
    {
      if (k < range[layer][0] || k >= range[layer][1])
	return 0;
      double x = leaf_of (layer, k);
      *v = r == 0 ? x : r == 1 ? (float) x : r == 2 ? x / 3
	   : r == 3 ? 1 + x / 1e15 : (short) k;
      if (r == 2)
	*v = x / 3;
      return 1;
    }
  long double left, right;
  int l = node (layer, r, level - 1, 2 * k, &left);
  int q = node (layer, r, level - 1, 2 * k + 1, &right);
  if (l && q)
    *v = r == 0 ? (double) left + (double) right
	 : r == 1 ? (float) left + (float) right
	 : r == 2 ? left + right
	 : r == 3 ? (double) left * (double) right
	 : right < left ? right : left;
  else if (l)
    *v = left;
  else if (q)
    *v = right;
  return l || q;
}

static void
print_layer (int layer)
{
  long double v[5] = { -0.0L, -0.0L, -0.0L, 1, 32767 };
  for (int r = 0; r < 5; r++)
    node (layer, r, 10, 0, &v[r]);
  show (layer, v[0], v[1], v[2], v[3], (short) v[4]);
}

static void
driver (void)
{
  for (int k = 0; k < 3; k++)
    for (int layer = 0; layer < 4; layer++)
      print_layer (layer);
}

#else

struct result { double a; float b; long double c; double d; short e; };
static struct result results[12];

static void
get (int layer, struct result *r)
{
  PRAM_reduced (layer, 0, &r->a);
  PRAM_reduced (layer, 1, &r->b);
  PRAM_reduced (layer, 2, &r->c);
  PRAM_reduced (layer, 3, &r->d);
  PRAM_reduced (layer, 4, &r->e);
}

static void
driver (void *unused)
{
  int number[4] = { 0, 1, 2, 3 };
  (void) unused;
  /* All in one step; one by one; in pairs, backwards.  */
  for (int i = 0; i < 4; i++)
    PRAM_layer (i, fill, &number[i], NULL);
  for (int i = 0; i < 4; i++)
    get (i, &results[i]);
  for (int i = 0; i < 4; i++)
    {
      PRAM_layer (i, fill, &number[i], NULL);
      get (i, &results[4 + i]);
    }
  for (int i = 3; i > 0; i -= 2)
    {
      PRAM_layer (i, fill, &number[i], NULL);
      PRAM_layer (i - 1, fill, &number[i - 1], NULL);
      get (i - 1, &results[8 + i - 1]);
      get (i, &results[8 + i]);
    }
}

#ifdef HUGE_ARRAY
/* A range that no process can reserve, and that nobody touches.  */
# define N_ARGS 1
static const struct pram_arg huge[] =
{
  { PRAM_ARG_ARRAY, PRAM_TYPE_F64, "huge", 1LL << 48,
    (1LL << 48) + (1LL << 47), 1, 0, 0, 0, 0, 0 }
};
#else
# define N_ARGS 0
# define huge NULL
#endif
static struct pram_site site =
{ PRAM_ABI_VERSION, 1, "main.1", "sums.c", N_ARGS, NULL };
#define BODY(f) ((void (*) (void)) (f))
#define LAYER(k, lo, hi) { k, 1, PRAM_LAYER_UNIFORM, lo, hi, 1, 0, 0, NULL, -1, \
			5, reductions, 0, NULL, 0, NULL, -1 }
static const struct pram_layer layers[] =
{ LAYER (0, 0, N), LAYER (1, 3, N - 7), LAYER (2, 5, 6), LAYER (3, 50, 50) };
static const struct pram_region region =
{
  .site = &site, .n_args = N_ARGS, .args = huge, .driver = BODY (driver),
  .n_units = N, .n_layers = 4, .layers = layers, .n_tasks = N,
  .iterations = -1
};

NOTE (region)

#endif

int
main (void)
{
#ifdef SERIAL
  driver ();
#else
  for (int entry = 0; entry < 2; entry++)
    {
      void *p = results;
      void *values[] = { &p };
      memset (results, 0, sizeof results);
      if (!PRAM_run (&site, values))
	{
	  /* There are no arguments, hence nothing to compute serially.  */
	  if (!getenv ("PRAM_CHECK"))
	    return 1;
	  PRAM_leave (&site);
	}
    }
  for (int i = 0; i < 12; i++)
    show (i % 4, results[i].a, results[i].b, results[i].c, results[i].d,
	  results[i].e);
#endif
  return 0;
}
