/* programs.h: random C programs, the parts of the generator.

   SPDX-License-Identifier: GPL-3.0-or-later

   A region is a function of its own, called on freshly filled arrays; a line of
   output tells its results, so that a difference names the region.

   Programs have no undefined behaviour.  Subscripts are in bounds, for the
   generator knows the range of each iterator.  Integers in arrays are remainders
   by 97 (converted); what is computed of them, with small factors, doesn't
   overflow.  No floating-point number becomes an integer.  */

#ifndef PROGRAMS_H
#define PROGRAMS_H

#include "choices.h"

#include <string.h>

/* What a region may be made of, beside loop nests over arrays.  */
enum kind
{
  NESTS, TIME, CONDITIONS, SWAP2, SWAP3, COPYBACK, CONVERGENCE, EXTREMES,
  COUNTS, LIVE, LIMITS, SEVERAL, HELPERS, STRUCTURES, MEMCPY, STEPS, ITERATORS,
  GUARDS, SCRATCH, TABLES, REMAINDERS, ROUNDS, INDIRECT, POINTERS, MEMORY,
  SEARCHES, N_KINDS
};

enum type
{
  DOUBLE, FLOAT, INT, LONG, UNSIGNED, SHORT, UCHAR, SCHAR, USHORT, ULONG,
  N_TYPES,
  NODE = N_TYPES		/* a structure */
};
extern const char *const type_names[N_TYPES + 1];

/* Elements in each dimension of an array; the names of three that have one type
   and so may be exchanged, and of others.  */
enum { EXTENT = 14, N_ALIKE = 3, N_ARRAYS = 5 };

/* Behind these, arrays that no loop changes, whose elements are subscripts:
   within EXTENT; within it or -1, WIDTH in a row; the lengths of such rows; where
   rows begin, columns within EXTENT or -1, and factors of sparse matrices;
   structures with such a subscript.  */
enum
{
  INDEX = N_ARRAYS, OTHER_INDEX, WIDE, LENGTHS, STARTS, COLUMNS, FACTORS,
  NODES, N_ALL, WIDTH = 3
};

enum style
{
  ROWS,				/* T (*a)[EXTENT] */
  FLAT,				/* T *a, a[i * EXTENT + j] */
  VARIABLE,			/* T (*a)[e], e an argument */
  GLOBAL,			/* static T a[EXTENT][EXTENT] */
  POINTED,			/* g->a, a pointer to rows */
  INSIDE,			/* g->a, an array in the structure */
  TABLED,			/* T **a, a table of pointers to rows */
  N_STYLES
};

struct array
{
  const char *name;		/* as it is written in the region */
  enum type type;
  int rank;
  enum style style;
  int n;			/* elements, if it is one of subscripts */
};

struct iterator
{
  const char *name;
  int lo, hi;			/* the values it may have; none if HI < LO */
  bool is_unsigned;
};

struct scalar
{
  const char *name;
  enum type type;
};

/* What the compiler is told of sizes.  */
enum sizes
{
  NAMED,			/* a clause has them */
  PASSED,			/* they are constants where the region is called */
  NEAR,				/* others are, a little larger */
  UNKNOWN			/* nothing */
};

struct region
{
  FILE *out;
  struct choices *c;
  enum sizes sizes;
  bool kind[N_KINDS];
  int number;
  int n, m;
  bool literal;			/* sizes are written as numbers */
  bool used_n, used_m, used_e;	/* since these were last cleared */
  int indent;
  struct array arrays[N_ALL];
  const struct array *written;	/* by the statement in the making */
  int n_iterators;
  struct iterator iterators[16];
  int n_time;			/* the first ones: of loops around nests */
  int depth;			/* of convergence loops */
  int n_extras;			/* other variables that only loops change */
  struct iterator extras[16];
  int n_scalars;		/* printed at the end */
  struct scalar scalars[32];
  char declarations[4096], helpers[8192];
  int n_names;
};

/* One of N; is the kind to be used at this place?  */
static inline int
pick (struct region *r, int n)
{
  return choose (r->c, n);
}

static inline bool
use (struct region *r, enum kind k)
{
  return r->kind[k] && pick (r, 3) != 0;
}

static inline bool
real_p (enum type t)
{
  return t == DOUBLE || t == FLOAT;
}

static inline bool
unsigned_p (enum type t)
{
  return t == UNSIGNED || t == ULONG || t == UCHAR || t == USHORT;
}

/* Texts are never freed: a generator runs for milliseconds.  */
const char *text (const char *format, ...)
  __attribute__ ((format (printf, 1, 2)));

/* A line of the region, indented.  */
void put (struct region *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void put_open (struct region *);
void put_close (struct region *);

/* A name that nothing else has, beginning with STEM.  */
const char *fresh (struct region *, const char *stem);

/* A scalar of the function that is printed at its end; its name.  */
const char *add_scalar (struct region *, enum type, const char *value);

/* --- programs-elements.c: what statements are made of ----------------------- */

/* How the sizes are written.  */
const char *size_n (struct region *);
const char *size_m (struct region *);

/* A subscript made of I, within EXTENT; of some iterator.  */
const char *subscript (struct region *, const struct iterator *i);
const char *some_subscript (struct region *);

/* Some iterator or other variable like that; null if there is none.  */
const struct iterator *some_iterator (struct region *);
/* An element of A somewhere near the iterators.  */
const char *element (struct region *, const struct array *a);
/* That one which is the iterators' own; SHIFT by one in some dimension.  */
const char *own_element (struct region *, const struct array *a, bool shift);
/* A with the subscripts SUBSCRIPTS.  */
const char *subscripted (struct region *, const struct array *a,
			 const char *const *subscripts);
/* An expression for an element of type T.  */
const char *value (struct region *, enum type t);
/* An array, of floating-point numbers or of integers if KIND is 1 or 0.  */
const struct array *some_array (struct region *, int kind);
/* A condition on iterators.  */
const char *condition (struct region *);
/* One on the loops around nests.  */
const char *condition_on_time (struct region *);

/* --- programs-indirect.c: what data choose ---------------------------------- */

/* The arrays of subscripts; their contents.  */
void make_indices (struct region *);
void put_fill_index (struct region *, int index, const char *name, int seed);
/* An element of A that data choose.  */
const char *chosen_element (struct region *, const struct array *a);
/* The value of one, or of something else.  */
const char *chosen_value (struct region *, const struct array *a);
/* A condition on an array of subscripts.  */
const char *condition_on_index (struct region *);
/* A statement that sums elements that data choose.  */
void put_row (struct region *, const struct array *a);
void put_search (struct region *, const struct array *a);
/* One that changes a structure.  */
void put_node (struct region *);
/* A loop that changes subscripts.  */
void put_change (struct region *);
/* Loops that write elements that data choose.  */
void put_deposits (struct region *);
/* Loops that make lists of what fulfils a condition, and use them.  */
void put_list (struct region *);

/* --- programs-loops.c: nests ---------------------------------------------- */

void put_nest (struct region *);

/* --- programs-regions.c: what stands around nests --------------------------- */

/* The function of a region, and that which calls it.  */
void put_region (struct region *);

#endif
