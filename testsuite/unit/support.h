/* support.h: what the unit tests of core share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef UNIT_SUPPORT_H
#define UNIT_SUPPORT_H

#include <criterion/criterion.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/plan.h"
#include "poly/delinearize.h"
#include "prog/prog.h"

/* Each of 12 elements needs its neighbours; 3 operations an element.  */
#define HEAT_OF_12 \
  "region f.1 file f.c line 1\n" \
  "array a[14] bytes 8 type f64\n" \
  "array b[14] bytes 8 type f64\n" \
  "while t swap a = b b = a {\n" \
  "segment\n" \
  "  for i < 12 reduce max f64 d {\n" \
  "    stmt weight 3 read a[i] read a[i+2] write b[i+1]\n" \
  "  }\n" \
  "segment\n" \
  "}"

/* The last report, for tests of messages.  */
struct heard
{
  int n, line;
  enum pram_severity severity;
  char message[512];
};

static inline void
hear (void *data, enum pram_severity severity, int line, const char *message)
{
  struct heard *heard = data;
  heard->n++;
  heard->line = line;
  heard->severity = severity;
  snprintf (heard->message, sizeof heard->message, "%s", message);
}

static inline struct pram_diag
diag_to (struct heard *heard)
{
  memset (heard, 0, sizeof *heard);
  return (struct pram_diag) { hear, heard };
}

static inline struct pram_prog *
prog_from (const char *text, const struct pram_diag *diag)
{
  FILE *file = fmemopen ((void *) text, strlen (text), "r");
  struct pram_prog *prog = pram_prog_read (file, diag);
  fclose (file);
  return prog;
}

/* The plan of the program TEXT; the caller frees its prog.  */
static inline struct pram_plan *
plan_from (const char *text)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog && pram_delinearize (prog, &diag), "%s\n%s", heard.message,
	     text);
  struct pram_plan *plan = pram_plan_build (prog, &diag);
  cr_assert (plan, "%s\n%s", heard.message, text);
  return plan;
}

/* The text form; the caller frees it.  */
static inline char *
text_of (const struct pram_prog *prog)
{
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  pram_prog_print (file, prog);
  fclose (file);
  return text;
}

/* The seeds FIRST and LAST in the environment, if PRAM_SOAK=FIRST,LAST is
   there: then instead of those of a test.  */
static inline bool
soak_p (uint64_t *first, uint64_t *last)
{
  const char *soak = getenv ("PRAM_SOAK");
  if (soak)
    sscanf (soak, "%" SCNu64 ",%" SCNu64, first, last);
  return soak;
}

/* Random numbers that are the same everywhere.  */
struct rng { uint64_t state; };

static inline uint64_t
rng_next (struct rng *rng)
{
  uint64_t z = rng->state += UINT64_C (0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * UINT64_C (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * UINT64_C (0x94d049bb133111eb);
  return z ^ (z >> 31);
}

/* A number in [lo, hi].  */
static inline int64_t
rng_in (struct rng *rng, int64_t lo, int64_t hi)
{
  return lo + (int64_t) (rng_next (rng) % (uint64_t) (hi - lo + 1));
}

/* The value of AFFINE for the iteration vector ITER.  */
static inline int64_t
value_of (const struct pram_affine *affine, const int64_t *iter)
{
  int64_t value = affine->constant;
  for (int k = 0; k < affine->n_coef; k++)
    value += affine->coef[k] * iter[k];
  return value;
}

static inline bool
happens_p (const struct pram_access *access, const int64_t *iter)
{
  for (int g = 0; g < access->n_guards; g++)
    {
      int64_t value = value_of (&access->guards[g].affine, iter);
      if (access->guards[g].equality ? value != 0 : value < 0)
	return false;
    }
  return true;
}

typedef void visit_access (void *data, const struct pram_node *stmt,
			   const struct pram_access *, const int64_t *iter);

/* Visit each instance of each access below NODE; data-dependent loops run
   twice.  ITER has room for all iterators.  */
static inline void
for_each_access (const struct pram_node *node, int64_t *iter,
		 visit_access *visit, void *data)
{
  if (node->kind == PRAM_LOOP)
    {
      int64_t n = node->data_dependent ? 2 : value_of (&node->count, iter);
      for (int64_t i = 0; i < n; i++)
	{
	  iter[node->iterator] = i;
	  for (int s = 0; s < node->n_children; s++)
	    for_each_access (node->children[s], iter, visit, data);
	}
      return;
    }
  for (int c = 0; c < node->n_children; c++)
    for_each_access (node->children[c], iter, visit, data);
  for (int a = 0; a < node->n_accesses; a++)
    if (happens_p (&node->accesses[a], iter))
      visit (data, node, &node->accesses[a], iter);
}

#endif
