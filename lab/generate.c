/* generate.c: task graphs of the classes that the literature uses.

   SPDX-License-Identifier: GPL-3.0-or-later

   Each kind is a function that adds tasks and edges to a builder, and a line
   in the table at the end, with the defaults of its parameters.  Cost and
   structure of the factorisations: Buttari, Langou, Kurzak, Dongarra (A class
   of parallel tiled linear algebra algorithms, 2009), a tile's multiplication
   counting 2; of the random layers: Suter's daggen.  */

#include "generate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "splitmix.h"

enum { MOST_PARAMS = 12 };

struct param
{
  const char *name;
  double value;
  bool given;			/* VALUE is not the default */
};

/* What a kind works on.  */
struct job
{
  struct pram_arena *arena;
  struct pram_taskgraph_builder *builder;
  int n_params;
  struct param param[MOST_PARAMS];
  double cost;
  int32_t bytes;
  uint64_t random;
  const char *wrong;		/* null, or what is */
};

/* --- Parameters ----------------------------------------------------------- */

static struct param *
find_param (struct job *job, const char *name)
{
  for (int k = 0; k < job->n_params; k++)
    if (!strcmp (job->param[k].name, name))
      return &job->param[k];
  return NULL;
}

static double
param (struct job *job, const char *name)
{
  return find_param (job, name)->value;
}

/* The whole number NAME, in [LO, HI].  */
static int64_t
count (struct job *job, const char *name, int64_t lo, int64_t hi)
{
  double value = param (job, name);
  if (value >= (double) lo && value <= (double) hi && value == floor (value))
    return (int64_t) value;
  if (!job->wrong)
    job->wrong = pram_arena_printf (job->arena, "%s is a whole number from %"
				    PRId64 " to %" PRId64, name, lo, hi);
  return lo;
}

/* Bytes that this process can have.  */
static double
memory (void)
{
  double pages = (double) sysconf (_SC_PHYS_PAGES);
  double bytes = pages > 0 ? pages * (double) sysconf (_SC_PAGESIZE) : INFINITY;
  struct rlimit limit;
  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = fmin (bytes, (double) limit.rlim_cur);
  return bytes;
}

/* Is nothing wrong, is there a number for each of N tasks, and memory for them
   and about N_EDGES edges, as much as Brent clustering takes?  */
static bool
room_p (struct job *job, double n, double n_edges)
{
  double bytes = 60 * n + 8 * n_edges, most = memory ();
  if (job->wrong)
    return false;
  if (n > INT32_MAX)
    job->wrong = "there would be more than 2^31 - 1 tasks";
  else if (bytes > most)
    job->wrong = pram_arena_printf
      (job->arena, "%.3g tasks and %.3g edges take about %.3g GB of memory, and"
       " there are %.3g", n, n_edges, bytes * 1e-9, most * 1e-9);
  return !job->wrong;
}

/* Set parameters from TEXT, NAME=VALUE,…; new ones if DEFINE.  */
static void
set_params (struct job *job, const char *text, bool define)
{
  char *save, *copy = pram_arena_strdup (job->arena, text);
  for (char *word = strtok_r (copy, ",", &save); word && !job->wrong;
       word = strtok_r (NULL, ",", &save))
    {
      char *equals = strchr (word, '='), *end = NULL;
      double value = equals ? strtod (equals + 1, &end) : 0;
      if (!equals || end == equals + 1 || *end || !isfinite (value)
	  || value < 0)
	{
	  job->wrong = pram_arena_printf (job->arena, "'%s' is not NAME=NUMBER",
					  word);
	  return;
	}
      *equals = '\0';
      struct param *place = define ? &job->param[job->n_params++]
				   : find_param (job, word);
      if (!place)
	job->wrong = pram_arena_printf (job->arena, "no parameter '%s'", word);
      else if (place->given)
	job->wrong = pram_arena_printf (job->arena, "'%s' is there twice", word);
      else
	*place = (struct param) { word, value, !define };
    }
}

/* --- Shorthands ----------------------------------------------------------- */

static int32_t
task (struct job *job, double cost)
{
  return pram_taskgraph_task (job->builder, cost * job->cost, NULL);
}

static void
tasks (struct job *job, int64_t n)
{
  while (n-- > 0)
    task (job, 1);
}

/* VALUES of them move.  */
static void
edge (struct job *job, int64_t from, int64_t to, double values)
{
  double bytes = values * job->bytes;
  pram_taskgraph_edge (job->builder, (int32_t) from, (int32_t) to,
		       bytes < INT32_MAX ? (int32_t) bytes : INT32_MAX);
}

/* Tasks below N have all their edges.  */
static void
settle (struct job *job, int64_t n)
{
  pram_taskgraph_close (job->builder, (int32_t) n);
}

/* --- Regular graphs ------------------------------------------------------- */

static void
make_chain (struct job *job)
{
  int64_t n = count (job, "n", 1, INT32_MAX);
  if (!room_p (job, (double) n, (double) n))
    return;
  tasks (job, n);
  for (int64_t v = 1; v < n; v++)
    {
      edge (job, v - 1, v, 1);
      settle (job, v);
    }
}

static void
make_forkjoin (struct job *job)
{
  int64_t width = count (job, "width", 1, INT32_MAX);
  int64_t n = count (job, "n", 1, INT32_MAX);
  if (!room_p (job, (double) n * ((double) width + 1) + 1,
	       2 * (double) n * (double) width))
    return;
  tasks (job, n * (width + 1) + 1);
  for (int64_t k = 0; k < n; k++)
    {
      int64_t fork = k * (width + 1);
      for (int64_t v = fork + 1; v <= fork + width; v++)
	{
	  edge (job, fork, v, 1);
	  edge (job, v, fork + width + 1, 1);
	}
      settle (job, fork + width + 1);
    }
}

/* Tasks of a complete tree, 0 if there is not room for them.  */
static int64_t
tree_size (struct job *job, int64_t arity)
{
  int64_t depth = count (job, "depth", 0, INT32_MAX);
  double n = 1, leaves = 1;
  for (int64_t k = 0; k < depth && n <= INT32_MAX; k++)
    n += leaves *= (double) arity;
  return room_p (job, n, n) ? (int64_t) n : 0;
}

/* The children of v are arity v + 1, …  */
static void
make_outtree (struct job *job)
{
  int64_t arity = count (job, "arity", 1, INT32_MAX);
  int64_t n = tree_size (job, arity);
  tasks (job, n);
  for (int64_t v = 1; v < n; v++)
    {
      edge (job, (v - 1) / arity, v, 1);
      settle (job, (v - 1) / arity);
    }
}

static void
make_intree (struct job *job)
{
  int64_t arity = count (job, "arity", 1, INT32_MAX);
  int64_t n = tree_size (job, arity);
  tasks (job, n);
  for (int64_t v = n - 1; v > 0; v--)
    {
      edge (job, n - 1 - v, n - 1 - (v - 1) / arity, 1);
      settle (job, n - v);
    }
}

static void
make_diamond (struct job *job)
{
  int64_t n = count (job, "n", 1, INT32_MAX);
  if (!room_p (job, (double) n * (double) n, 2 * (double) n * (double) n))
    return;
  tasks (job, n * n);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      {
	if (j + 1 < n)
	  edge (job, i * n + j, i * n + j + 1, 1);
	if (i + 1 < n)
	  edge (job, i * n + j, (i + 1) * n + j, 1);
	settle (job, i * n + j + 1);
      }
}

static void
make_fft (struct job *job)
{
  int64_t n = count (job, "n", 1, INT32_MAX);
  int layers = 0;
  while (INT64_C (1) << layers < n)
    layers++;
  if (INT64_C (1) << layers != n && !job->wrong)
    job->wrong = "n is a power of two";
  if (!room_p (job, (double) n * (layers + 1), 2 * (double) n * layers))
    return;
  tasks (job, n * (layers + 1));
  for (int l = 0; l < layers; l++)
    for (int64_t v = 0; v < n; v++)
      {
	int64_t bit = INT64_C (1) << l;
	edge (job, l * n + v, (l + 1) * n + (v & ~bit), 1);
	edge (job, l * n + v, (l + 1) * n + (v | bit), 1);
	settle (job, l * n + v + 1);
      }
}

/* Blocks of a stencil along one dimension.  */
struct extent
{
  int64_t n, block, n_blocks;
};

/* Points in block K.  */
static double
points (const struct extent *extent, int64_t k)
{
  int64_t end = (k + 1) * extent->block;
  return (double) ((end < extent->n ? end : extent->n) - k * extent->block);
}

/* The stencil's blocks in one step.  */
struct grid
{
  int d;
  struct extent extent;
  int64_t n_blocks;
};

/* The next step's block NUMBER after NEXT and its neighbours read the block at
   AT, with VOLUME points: neighbours by ascending numbers.  */
static void
stencil_edges (struct job *job, const struct grid *grid, const int64_t *at,
	       int64_t number, double volume)
{
  int64_t next = number + grid->n_blocks, width = grid->extent.n_blocks;
  int64_t stride = grid->n_blocks;
  for (int k = 0; k < grid->d; k++)
    {
      stride /= width;
      if (at[k] > 0)
	edge (job, number, next - stride, volume / points (&grid->extent,
							   at[k]));
    }
  edge (job, number, next, volume);
  for (int k = grid->d - 1; k >= 0; k--, stride *= width)
    if (at[k] + 1 < width)
      edge (job, number, next + stride, volume / points (&grid->extent,
							 at[k]));
}

/* Go from the block at AT to the next one, the last dimension first.  */
static void
next_block (const struct grid *grid, int64_t *at)
{
  for (int k = grid->d - 1; k >= 0 && ++at[k] == grid->extent.n_blocks; k--)
    at[k] = 0;
}

static void
make_stencil (struct job *job)
{
  struct grid grid
    = { .d = (int) count (job, "d", 1, 3),
	.extent = { .n = count (job, "n", 1, INT32_MAX),
		    .block = count (job, "block", 1, INT32_MAX) } };
  int64_t steps = count (job, "steps", 1, INT32_MAX);
  struct extent *extent = &grid.extent;
  extent->n_blocks = (extent->n + extent->block - 1) / extent->block;
  double n = pow ((double) extent->n_blocks, grid.d);
  if (!room_p (job, n * (double) steps,
	       n * (double) (steps - 1) * (1 + 2 * grid.d)))
    return;
  grid.n_blocks = (int64_t) n;
  int64_t at[3] = { 0, 0, 0 }, n_tasks = grid.n_blocks * steps;
  for (int64_t v = 0; v < n_tasks; v++, next_block (&grid, at))
    {
      double volume = 1;
      for (int k = 0; k < grid.d; k++)
	volume *= points (extent, at[k]);
      task (job, volume);
      if (v < n_tasks - grid.n_blocks)
	stencil_edges (job, &grid, at, v, volume);
      settle (job, v + 1);
    }
}

/* --- Factorisations ------------------------------------------------------- */

/* The task that wrote each item last, or -1.  */
static int32_t *
new_writers (struct job *job, int64_t n)
{
  int32_t *writer = PRAM_ARENA_NEW (job->arena, int32_t, n);
  for (int64_t k = 0; k < n; k++)
    writer[k] = -1;
  return writer;
}

/* Task V reads VALUES of what WRITER wrote.  */
static void
reads (struct job *job, int32_t v, int32_t writer, double values)
{
  if (writer >= 0)
    edge (job, writer, v, values);
}

/* Step k divides column k, of n - k elements, and subtracts it from each
   column behind.  */
static void
make_gauss (struct job *job)
{
  int64_t n = count (job, "n", 2, 60000);
  if (!room_p (job, (double) n * (double) n / 2, (double) n * (double) n))
    return;
  int32_t *column = new_writers (job, n);
  for (int64_t k = 0; k + 1 < n; k++)
    {
      double length = (double) (n - k);
      int32_t pivot = task (job, length);
      reads (job, pivot, column[k], length);
      for (int64_t j = k + 1; j < n; j++)
	{
	  int32_t update = task (job, 2 * length);
	  edge (job, pivot, update, length);
	  reads (job, update, column[j], length);
	  column[j] = update;
	}
    }
}

/* A task that reads tiles A and B, where these are not -1, and writes C.  */
static void
tile_task (struct job *job, int32_t *tile, double cost, int64_t a, int64_t b,
	   int64_t c)
{
  int32_t v = task (job, cost);
  if (a >= 0)
    reads (job, v, tile[a], 1);
  if (b >= 0 && b != a)
    reads (job, v, tile[b], 1);
  reads (job, v, tile[c], 1);
  tile[c] = v;
}

static void
make_lu (struct job *job)
{
  int64_t n = count (job, "n", 1, 1800);
  double n_tasks = (double) n * (double) n * (double) n / 3;
  if (!room_p (job, n_tasks, 3 * n_tasks))
    return;
  int32_t *tile = new_writers (job, n * n);
  for (int64_t k = 0; k < n; k++)
    {
      tile_task (job, tile, 2 / 3.0, -1, -1, k * n + k);
      for (int64_t i = k + 1; i < n; i++)
	{
	  tile_task (job, tile, 1, k * n + k, -1, k * n + i);
	  tile_task (job, tile, 1, k * n + k, -1, i * n + k);
	}
      for (int64_t i = k + 1; i < n; i++)
	for (int64_t j = k + 1; j < n; j++)
	  tile_task (job, tile, 2, i * n + k, k * n + j, i * n + j);
    }
}

static void
make_cholesky (struct job *job)
{
  int64_t n = count (job, "n", 1, 2300);
  double n_tasks = (double) n * (double) n * (double) n / 6;
  if (!room_p (job, n_tasks, 3 * n_tasks))
    return;
  int32_t *tile = new_writers (job, n * n);
  for (int64_t k = 0; k < n; k++)
    {
      tile_task (job, tile, 1 / 3.0, -1, -1, k * n + k);
      for (int64_t i = k + 1; i < n; i++)
	tile_task (job, tile, 1, k * n + k, -1, i * n + k);
      for (int64_t i = k + 1; i < n; i++)
	for (int64_t j = k + 1; j <= i; j++)
	  tile_task (job, tile, i == j ? 1 : 2, i * n + k, j * n + k,
		     i * n + j);
    }
}

/* --- Random layers -------------------------------------------------------- */

/* Its parameters, and where layers start.  */
struct layered
{
  int64_t jump;
  double density, ccr;
  int64_t *start;
};

/* What an edge carries: random with CCR, else one value.  */
static int32_t
random_bytes (const struct job *job, double ccr, uint64_t *random)
{
  if (!(ccr > 0))
    {
      pram_splitmix_skip (random);
      return job->bytes;
    }
  double bytes = ccr * job->cost * (0.5 + pram_splitmix_unit (random));
  return bytes < 1 ? 1 : bytes < INT32_MAX ? (int32_t) bytes : INT32_MAX;
}

/* V, of layer L, reads some of layers before it.  One of its predecessors is in
   the layer just before.  The random state is in a variable of its own, as
   storing it each time takes longer than the rest.  */
static void
random_preds (struct job *job, const struct layered *layered, int64_t v,
	      int64_t l)
{
  const int64_t *start = layered->start;
  int64_t width = start[l] - start[l - 1];
  int64_t jump = layered->jump < l ? layered->jump : l;
  double most = layered->density * (double) width;
  uint64_t random = job->random;
  int64_t n = 1 + (int64_t) (pram_splitmix_unit (&random) * most);
  for (int64_t k = 0; k < n && k < width; k++)
    {
      int64_t back = k ? pram_splitmix_in (&random, 1, jump) : 1;
      int64_t u = pram_splitmix_in (&random, start[l - back],
			     start[l - back + 1] - 1);
      pram_taskgraph_edge (job->builder, (int32_t) u, (int32_t) v,
			   random_bytes (job, layered->ccr, &random));
    }
  job->random = random;
}

static void
make_layered (struct job *job)
{
  int64_t n = count (job, "n", 1, INT32_MAX);
  struct layered layered = { count (job, "jump", 1, INT32_MAX),
			     param (job, "density"), param (job, "ccr"), NULL };
  double regular = param (job, "regular");
  double width = param (job, "fat") * sqrt ((double) n);
  if (!job->wrong && (regular > 1 || layered.density > 1))
    job->wrong = "density and regular are from 0 to 1";
  double n_preds = 1 + layered.density * fmin (width, (double) n) / 2;
  if (!room_p (job, (double) n, (double) n * n_preds))
    return;
  int64_t *start = PRAM_ARENA_NEW (job->arena, int64_t, n + 1);
  layered.start = start;
  for (int64_t v = 0, l = 0; v < n; l++)
    {
      double vary = (1 - regular) * (2 * pram_splitmix_unit (&job->random) - 1);
      double size = fmax (1, floor (width * (1 + vary) + 0.5));
      int64_t end = size > (double) (n - v) ? n : v + (int64_t) size;
      start[l] = v;
      start[l + 1] = end;
      for (; v < end; v++)
	{
	  task (job, 0.5 + pram_splitmix_unit (&job->random));
	  if (l > 0)
	    random_preds (job, &layered, v, l);
	}
      if (l + 1 > layered.jump)
	settle (job, start[l + 1 - layered.jump]);
    }
}

/* --- From text ------------------------------------------------------------ */

struct kind
{
  const char *name, *defaults;
  void (*make) (struct job *);	/* null: planted, which makes it all */
};

#define COMMON ",cost=1,bytes=8"

static const struct kind kinds[] =
  {
    { "chain", "n=16" COMMON, make_chain },
    { "forkjoin", "width=8,n=2" COMMON, make_forkjoin },
    { "intree", "arity=2,depth=4" COMMON, make_intree },
    { "outtree", "arity=2,depth=4" COMMON, make_outtree },
    { "diamond", "n=8" COMMON, make_diamond },
    { "fft", "n=16" COMMON, make_fft },
    { "stencil", "d=2,n=8,steps=4,block=1" COMMON, make_stencil },
    { "gauss", "n=8" COMMON, make_gauss },
    { "lu", "n=5" COMMON, make_lu },
    { "cholesky", "n=6" COMMON, make_cholesky },
    { "layered", "n=100,fat=0.8,density=0.5,regular=0.5,jump=2,ccr=0,seed=1"
      COMMON, make_layered },
    { "planted", "procs=4,n=100,length=1000,L=0,o=0,g=0,seed=1", NULL }
  };
enum { N_KINDS = sizeof kinds / sizeof *kinds };

void
pram_generate_print_kinds (FILE *file)
{
  for (int k = 0; k < N_KINDS; k++)
    fprintf (file, "%s:%s\n", kinds[k].name, kinds[k].defaults);
}

static struct pram_taskgraph *
make_planted (struct job *job)
{
  int32_t n = (int32_t) count (job, "n", 1, INT32_MAX);
  int32_t procs = (int32_t) count (job, "procs", 1, n);
  int64_t length = count (job, "length", n / procs + 1, INT32_MAX);
  struct pram_logp machine = { .L = param (job, "L"), .o = param (job, "o"),
			       .g = param (job, "g"), .P = procs };
  if (!room_p (job, n, 3.0 * n))
    return NULL;
  return (struct pram_taskgraph *)
    pram_generate_planted (job->arena, procs, n, length, &machine,
			   job->random)->graph;
}

static const char *
kind_names (struct pram_arena *arena)
{
  const char *names = kinds[0].name;
  for (int k = 1; k < N_KINDS; k++)
    names = pram_arena_printf (arena, "%s, %s", names, kinds[k].name);
  return names;
}

/* The kind that SPEC begins with; sets *PARAMS to what follows.  */
static const struct kind *
find_kind (const char *spec, const char **params)
{
  size_t length = strcspn (spec, ":");
  *params = spec[length] ? spec + length + 1 : "";
  for (int k = 0; k < N_KINDS; k++)
    if (strlen (kinds[k].name) == length
	&& !strncmp (kinds[k].name, spec, length))
      return &kinds[k];
  return NULL;
}

struct pram_taskgraph *
pram_generate (const char *spec, struct pram_arena *arena,
	       const struct pram_diag *diag)
{
  const char *params;
  const struct kind *kind = find_kind (spec, &params);
  if (!kind)
    {
      pram_diag_report (diag, PRAM_ERROR, 0, "no kind of graph is called '%.*s'"
			"; there are %s", (int) strcspn (spec, ":"), spec,
			kind_names (arena));
      return NULL;
    }
  struct job job = { .arena = arena };
  struct pram_taskgraph *graph = NULL;
  set_params (&job, kind->defaults, true);
  set_params (&job, params, false);
  if (find_param (&job, "seed"))
    job.random = (uint64_t) count (&job, "seed", 0, INT64_C (1) << 53);
  if (!kind->make)
    graph = make_planted (&job);
  else
    {
      job.cost = param (&job, "cost");
      job.bytes = (int32_t) count (&job, "bytes", 1, INT32_MAX);
      job.builder = pram_taskgraph_begin (arena, kind->name);
      if (!job.wrong)
	kind->make (&job);
      graph = pram_taskgraph_end (job.builder, job.wrong ? NULL : diag);
    }
  if (job.wrong)
    pram_diag_report (diag, PRAM_ERROR, 0, "%s; a %s graph has %s", job.wrong,
		      kind->name, kind->defaults);
  return job.wrong ? NULL : graph;
}
