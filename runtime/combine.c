/* combine.c: the operators of reductions, for each type.

   SPDX-License-Identifier: Apache-2.0

   Integers are combined as unsigned numbers, so that sums wrap.  Minimum and
   maximum keep the left value on ties, and when the right one is no number, as
   vector instructions do, unless PRAM_COMBINE_… says otherwise.  The
   bits of PRAM_OP_VALUE are or'ed, whatever the type: leaves that are not the
   value have none.  */

#include "prt.h"
#include <float.h>
#include <limits.h>
#include <math.h>

/* Pairs are combined by vector code.  */
#pragma GCC optimize ("O3")

int
prt_type_size (int type)
{
  static const int size[] =
  {
    [PRAM_TYPE_I8] = 1, [PRAM_TYPE_U8] = 1, [PRAM_TYPE_I16] = 2,
    [PRAM_TYPE_U16] = 2, [PRAM_TYPE_I32] = 4, [PRAM_TYPE_U32] = 4,
    [PRAM_TYPE_I64] = 8, [PRAM_TYPE_U64] = 8, [PRAM_TYPE_F32] = 4,
    [PRAM_TYPE_F64] = 8, [PRAM_TYPE_F80] = sizeof (long double),
    [PRAM_TYPE_PTR] = sizeof (void *)
  };
  return size[type];
}

bool
prt_type_float_p (int type)
{
  return type == PRAM_TYPE_F32 || type == PRAM_TYPE_F64
	 || type == PRAM_TYPE_F80;
}

#define SUM(l, r) ((l) + (r))
#define PROD(l, r) ((l) * (r))
#define MIN(l, r) ((r) < (l) ? (r) : (l))
#define MAX(l, r) ((r) > (l) ? (r) : (l))
#define MIN_LATER(l, r) ((r) <= (l) ? (r) : (l))
#define MAX_LATER(l, r) ((r) >= (l) ? (r) : (l))
/* Comparing what is no number raises nothing: it is none of the program's.  */
#define MIN_NUMBER(l, r) (isless (r, l) || isnan (l) ? (r) : (l))
#define MAX_NUMBER(l, r) (isgreater (r, l) || isnan (l) ? (r) : (l))
#define AND(l, r) ((l) & (r))
#define IOR(l, r) ((l) | (r))
#define XOR(l, r) ((l) ^ (r))
#define LAND(l, r) ((l) && (r))
#define LOR(l, r) ((l) || (r))

/* NAME_pairs: DST[i] = SRC[2 i] op SRC[2 i + 1].  NAME_one: LEFT op RIGHT
   into LEFT.  */
#define COMBINE(name, T, op)						\
  static void								\
  name##_pairs (const void *src, void *dst, int64_t n)			\
  {									\
    const T *restrict s = src;						\
    T *restrict d = dst;						\
    for (int64_t i = 0; i < n; i++)					\
      d[i] = (T) op (s[2 * i], s[2 * i + 1]);				\
  }									\
  static void								\
  name##_one (void *left, const void *right)				\
  {									\
    T *l = left;							\
    const T *r = right;							\
    *l = (T) op (*l, *r);						\
  }

#define COMBINE_ANY(suffix, T, U)					\
  COMBINE (sum_##suffix, U, SUM)					\
  COMBINE (prod_##suffix, U, PROD)					\
  COMBINE (min_##suffix, T, MIN)					\
  COMBINE (max_##suffix, T, MAX)					\
  COMBINE (land_##suffix, T, LAND)					\
  COMBINE (lor_##suffix, T, LOR)

#define COMBINE_INTEGER(suffix, T, U)					\
  COMBINE_ANY (suffix, T, U)						\
  COMBINE (and_##suffix, U, AND)					\
  COMBINE (ior_##suffix, U, IOR)					\
  COMBINE (xor_##suffix, U, XOR)

/* Narrow products are computed in unsigned: a product of two uint16_t would
   overflow int.  */
#undef PROD
#define PROD(l, r) (1U * (l) * (r))
COMBINE_INTEGER (i8, int8_t, uint8_t)
COMBINE_INTEGER (u8, uint8_t, uint8_t)
COMBINE_INTEGER (i16, int16_t, uint16_t)
COMBINE_INTEGER (u16, uint16_t, uint16_t)
#undef PROD
#define PROD(l, r) ((l) * (r))
COMBINE_INTEGER (i32, int32_t, uint32_t)
COMBINE_INTEGER (u32, uint32_t, uint32_t)
COMBINE_INTEGER (i64, int64_t, uint64_t)
COMBINE_INTEGER (u64, uint64_t, uint64_t)
COMBINE_ANY (f32, float, float)
COMBINE_ANY (f64, double, double)
COMBINE_ANY (f80, long double, long double)
COMBINE (ior_f32, uint32_t, IOR)
COMBINE (ior_f64, uint64_t, IOR)
__extension__ typedef unsigned __int128 uint128;
_Static_assert (sizeof (uint128) == sizeof (long double),
		"the bits of a long double");
COMBINE (ior_f80, uint128, IOR)

/* A unit has taken FIRST, if anything, and one of later iterations SECOND:
   SECOND takes the place of the other.  SECOND_WINS: it is better; EQUAL: they
   are equal; NAN: the first is no number.  */
static bool
replaces_p (const struct pram_anew *first, const struct pram_anew *second,
	    bool second_wins, bool equal, bool nan)
{
  bool late = first->state & PRAM_COMBINE_LATER;
  return (second->state & PRAM_ANEW_TAKEN
	  && (!(first->state & PRAM_ANEW_TAKEN) || nan || second_wins
	      || (equal && late) || second->state & PRAM_ANEW_BEGUN));
}

/* Bytes of a value with its followers.  */
static size_t
whole_size (int how)
{
  return (sizeof (struct pram_anew)
	  + (size_t) (how / PRAM_COMBINE_FOLLOWER) * PRAM_FOLLOWER_BYTES);
}

/* What may have been taken.  */
#define ANEW(name, T, better, isnan)					\
  static void								\
  name##_one (void *left, const void *right)				\
  {									\
    struct pram_anew *l = left;						\
    const struct pram_anew *r = right;					\
    bool backwards = l->state & PRAM_COMBINE_BACKWARDS;			\
    const struct pram_anew *first = backwards ? r : l;			\
    const struct pram_anew *second = backwards ? l : r;			\
    int state = l->state | r->state;					\
    T x, y;								\
    memcpy (&x, first->value, SIGNIFICANT (T));				\
    memcpy (&y, second->value, SIGNIFICANT (T));			\
    if (replaces_p (first, second, better (y, x), x == y, isnan (x))	\
	!= backwards)							\
      memcpy (left, right, whole_size (r->state));			\
    l->state = state;							\
  }									\
  static void								\
  name##_pairs (const void *src, void *dst, int64_t n)			\
  {									\
    const char *s = src;						\
    size_t size = n ? whole_size (((const struct pram_anew *) s)->state) : 0; \
    char *d = dst;							\
    for (int64_t i = 0; i < n; i++, s += 2 * size, d += size)		\
      {									\
	memcpy (d, s, size);						\
	name##_one (d, s + size);					\
      }									\
  }

#define ALWAYS(y, x) true
#define NEVER(x) false
#define LESS(y, x) ((y) < (x))
#define GREATER(y, x) ((y) > (x))

#define COMBINE_REAL(suffix, T)						\
  COMBINE (min_later_##suffix, T, MIN_LATER)				\
  COMBINE (max_later_##suffix, T, MAX_LATER)				\
  COMBINE (min_number_##suffix, T, MIN_NUMBER)				\
  COMBINE (max_number_##suffix, T, MAX_NUMBER)				\
  ANEW (min_anew_##suffix, T, isless, isnan)				\
  ANEW (max_anew_##suffix, T, isgreater, isnan)				\
  ANEW (set_anew_##suffix, T, ALWAYS, NEVER)

#define COMBINE_WHOLE(suffix, T)					\
  ANEW (min_anew_##suffix, T, LESS, NEVER)				\
  ANEW (max_anew_##suffix, T, GREATER, NEVER)				\
  ANEW (set_anew_##suffix, T, ALWAYS, NEVER)

/* Bytes of a T that mean something.  */
#define SIGNIFICANT(T) (sizeof (T) > 10 ? 10 : sizeof (T))

COMBINE_REAL (f32, float)
COMBINE_REAL (f64, double)
COMBINE_REAL (f80, long double)
COMBINE_WHOLE (i8, int8_t)
COMBINE_WHOLE (u8, uint8_t)
COMBINE_WHOLE (i16, int16_t)
COMBINE_WHOLE (u16, uint16_t)
COMBINE_WHOLE (i32, int32_t)
COMBINE_WHOLE (u32, uint32_t)
COMBINE_WHOLE (i64, int64_t)
COMBINE_WHOLE (u64, uint64_t)

struct functions { prt_pairs_fn pairs; prt_combine_fn one; };

#define ENTRY(name) { name##_pairs, name##_one }
#define ROW_ANY(s)							\
  [PRAM_OP_SUM] = ENTRY (sum_##s), [PRAM_OP_PROD] = ENTRY (prod_##s),	\
  [PRAM_OP_MIN] = ENTRY (min_##s), [PRAM_OP_MAX] = ENTRY (max_##s),	\
  [PRAM_OP_LAND] = ENTRY (land_##s), [PRAM_OP_LOR] = ENTRY (lor_##s),	\
  [PRAM_OP_VALUE] = ENTRY (ior_##s)
#define ROW_INTEGER(s)							\
  ROW_ANY (s), [PRAM_OP_AND] = ENTRY (and_##s),				\
  [PRAM_OP_IOR] = ENTRY (ior_##s), [PRAM_OP_XOR] = ENTRY (xor_##s)

static const struct functions table[][PRAM_OP_SET + 1] =
{
  [PRAM_TYPE_I8] = { ROW_INTEGER (i8) },
  [PRAM_TYPE_U8] = { ROW_INTEGER (u8) },
  [PRAM_TYPE_I16] = { ROW_INTEGER (i16) },
  [PRAM_TYPE_U16] = { ROW_INTEGER (u16) },
  [PRAM_TYPE_I32] = { ROW_INTEGER (i32) },
  [PRAM_TYPE_U32] = { ROW_INTEGER (u32) },
  [PRAM_TYPE_I64] = { ROW_INTEGER (i64) },
  [PRAM_TYPE_U64] = { ROW_INTEGER (u64) },
  [PRAM_TYPE_F32] = { ROW_ANY (f32) },
  [PRAM_TYPE_F64] = { ROW_ANY (f64) },
  [PRAM_TYPE_F80] = { ROW_ANY (f80) },
  [PRAM_TYPE_PTR] = { ROW_INTEGER (u64) }
};

/* What may have been taken.  */
#define WHOLE_ROW(s)							\
  { [PRAM_OP_MIN] = ENTRY (min_anew_##s), [PRAM_OP_MAX] = ENTRY (max_anew_##s), \
    [PRAM_OP_SET] = ENTRY (set_anew_##s) }

static const struct functions whole[][PRAM_OP_SET + 1] =
{
  [PRAM_TYPE_I8] = WHOLE_ROW (i8), [PRAM_TYPE_U8] = WHOLE_ROW (u8),
  [PRAM_TYPE_I16] = WHOLE_ROW (i16), [PRAM_TYPE_U16] = WHOLE_ROW (u16),
  [PRAM_TYPE_I32] = WHOLE_ROW (i32), [PRAM_TYPE_U32] = WHOLE_ROW (u32),
  [PRAM_TYPE_I64] = WHOLE_ROW (i64), [PRAM_TYPE_U64] = WHOLE_ROW (u64),
  [PRAM_TYPE_F32] = WHOLE_ROW (f32), [PRAM_TYPE_F64] = WHOLE_ROW (f64),
  [PRAM_TYPE_F80] = WHOLE_ROW (f80)
};

/* Floating minima and maxima that are not those of the table.  */
enum { LATER, NUMBER, FORMS };
#define FORM_ROW(s)							\
  { { ENTRY (min_later_##s), ENTRY (max_later_##s) },			\
    { ENTRY (min_number_##s), ENTRY (max_number_##s) } }

static const struct functions forms[][FORMS][2] =
{
  FORM_ROW (f32), FORM_ROW (f64), FORM_ROW (f80)
};

/* Values are struct pram_anew.  */
static bool
stateful_p (int how)
{
  return how & (PRAM_COMBINE_ANEW | PRAM_COMBINE_STATE);
}

static struct functions
functions_of (int op, int type, int how)
{
  int form = how & PRAM_COMBINE_NUMBERS ? NUMBER
	     : how & PRAM_COMBINE_LATER ? LATER : FORMS;
  if (stateful_p (how))
    return whole[type][op];
  return (form < FORMS && prt_type_float_p (type)
	  ? forms[type - PRAM_TYPE_F32][form][op == PRAM_OP_MAX]
	  : table[type][op]);
}

prt_pairs_fn
prt_pairs_of (int op, int type, int how)
{
  prt_pairs_fn fn = functions_of (op, type, how).pairs;
  if (!fn)
    prt_fatal ("no reduction operator %d for type %d", op, type);
  return fn;
}

prt_combine_fn
prt_combine_of (int op, int type, int how)
{
  return functions_of (op, type, how).one;
}

int
prt_leaf_size (int type, int how)
{
  return stateful_p (how) ? (int) whole_size (how) : prt_type_size (type);
}

/* The smallest value of an integer type, sign-extended.  */

static int64_t
integer_min (int type)
{
  switch (type)
    {
    case PRAM_TYPE_I8: return INT8_MIN;
    case PRAM_TYPE_I16: return INT16_MIN;
    case PRAM_TYPE_I32: return INT32_MIN;
    case PRAM_TYPE_I64: return INT64_MIN;
    default: return 0;
    }
}

/* The identity of an integer operator, to be cut to the type's size.  */

static int64_t
integer_identity (int op, int type)
{
  switch (op)
    {
    case PRAM_OP_PROD: case PRAM_OP_LAND: return 1;
    case PRAM_OP_AND: return -1;
    case PRAM_OP_MAX: return integer_min (type);
    case PRAM_OP_MIN: return ~integer_min (type);
    default: return 0;
    }
}

static long double
float_identity (int op, int how)
{
  if (how & PRAM_COMBINE_NUMBERS)
    return NAN;
  switch (op)
    {
    case PRAM_OP_PROD: case PRAM_OP_LAND: return 1;
    case PRAM_OP_MAX: return -INFINITY;
    case PRAM_OP_MIN: return INFINITY;
    case PRAM_OP_SUM: return -0.0L;	/* x + -0.0 is x for every x */
    default: return 0;
    }
}

/* Store the identity of OP in *V.  */

void
prt_identity (int op, int type, int how, union prt_value *v)
{
  memset (v, 0, sizeof *v);
  if (stateful_p (how))
    {
      v->anew.state = how;
      return;
    }
  if (type == PRAM_TYPE_F32)
    v->f32 = float_identity (op, how);
  else if (type == PRAM_TYPE_F64)
    v->f64 = float_identity (op, how);
  else if (type == PRAM_TYPE_F80)
    v->f80 = float_identity (op, how);
  else
    v->i64 = integer_identity (op, type);
}
