/* tables.h: words of set programs, for tests with hand-written tables.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TABLES_H
#define TABLES_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pram-abi.h"
/* The evaluator's functions are not used here.  */
#pragma GCC diagnostic ignored "-Wunused-function"
#include "pram-sets.h"

/* Let the runtime find REGION.  */
#define NOTE(region) \
  __asm__ (PRAM_NOTE (#region)); \
  static const void *const __attribute__ ((used)) region##_used = &region;

#define WORDS(...) ((int64_t) (sizeof ((int64_t[]) { __VA_ARGS__ }) / 8))
#define C(k) PRAM_SET_CONST, (k)
#define V(i) PRAM_SET_VAR, (i)
/* Variadic, since an argument that is itself a macro's result has commas.  A
   condition and the bounds of a FOR stand in parentheses.  */
#define ADD(...) PRAM_SET_ADD, __VA_ARGS__
#define SUB(...) PRAM_SET_SUB, __VA_ARGS__
#define MUL(...) PRAM_SET_MUL, __VA_ARGS__
#define MIN(...) PRAM_SET_MIN, __VA_ARGS__
#define MAX(...) PRAM_SET_MAX, __VA_ARGS__
#define LE(...) PRAM_SET_LE, __VA_ARGS__
#define LT(...) PRAM_SET_LT, __VA_ARGS__
#define AND(...) PRAM_SET_AND, __VA_ARGS__
#define SEQ(...) PRAM_SET_SEQ, __VA_ARGS__
#define RUN(...) PRAM_SET_RUN, __VA_ARGS__
#define BARE(...) __VA_ARGS__
#define IF(condition, ...) \
  PRAM_SET_IF, BARE condition, WORDS (__VA_ARGS__), __VA_ARGS__
#define FOR(var, lower, upper, step, ...) \
  PRAM_SET_FOR, var, BARE lower, BARE upper, step, WORDS (__VA_ARGS__), \
  __VA_ARGS__

/* Messages of so many pieces or bytes are made of types of types.  */
#if defined COUNT_MAX && !defined SERIAL
extern int prt_count_max;
static void __attribute__ ((constructor))
set_count_max (void)
{
  prt_count_max = COUNT_MAX;
}
#endif

#define SRC_LO V (PRAM_ENV_SRC_LO)
#define SRC_HI V (PRAM_ENV_SRC_HI)
#define DST_LO V (PRAM_ENV_DST_LO)
#define DST_HI V (PRAM_ENV_DST_HI)
#define COUNT(c) V (PRAM_ENV_COUNTS + (c))

#define N_OF(a) ((int32_t) (sizeof (a) / sizeof *(a)))

/* The bits of a number, to compare outputs.  */
static inline unsigned long long
bits (double x)
{
  unsigned long long b;
  memcpy (&b, &x, sizeof b);
  return b;
}

static inline unsigned long long
hash (const void *data, size_t n)
{
  const unsigned char *p = data;
  unsigned long long h = 1469598103934665603ULL;
  for (size_t i = 0; i < n; i++)
    h = (h ^ p[i]) * 1099511628211ULL;
  return h;
}

#endif
