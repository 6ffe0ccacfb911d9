/* pram-logp-kernels.c: the loops of which pram-logp measures what they cost.

   SPDX-License-Identifier: GPL-3.0-or-later

   They are compiled for vectors of each length: 16 bytes, which GCC uses if
   nothing else is asked for, and 32 and 64 as with -march=native; the plugin
   lets layers have the longest that there are (plugin/write/vector-width.cc).
   Without fast-math GCC would not combine sums by vectors; layers that the
   programmer lets reduce are compiled likewise.  */

#include "pram-logp-kernels.h"

#include <math.h>
#include <stddef.h>

/* Operations as plugin/read/extract.cc counts them (one a statement more than
   its arithmetic), and what core/predict/work.c finds of accesses and of
   bytes.  */
const struct kernel_kind kernel_kinds[N_KERNELS] =
  {
    [DOT] = { 2, 0, 1, { 3, 2, 16, 0 } },
    [TRIAD] = { 3, 0, 0, { 3, 3, 16, 8 } },
    [RESIDUAL] = { 2, 0, 1, { 6, 3, 8, 8 } },
    [DIRECTIONS] = { 3, 0, 0, { 6, 5, 8, 16 } },
    [AVERAGE] = { 2, 2, 1, { 9, 6, 8, 8 } },
    [ENERGY] = { 1, 2, 1, { 8, 5, 8, 0 } },
    [DESCENT] = { 2, 2, 1, { 11, 7, 8, 8 } },
    [SERIES] = { 2, 0, 0, { 23, 2, 8, 8 } }
  };

#pragma GCC push_options
#pragma GCC optimize ("O3", "fast-math")

#define ROW(name) name##_16
#include "pram-logp-rows.h"
#undef ROW

#ifdef __x86_64__
# pragma GCC push_options
# pragma GCC target ("avx2,fma,prefer-vector-width=256")
# define ROW(name) name##_32
# include "pram-logp-rows.h"
# undef ROW
# pragma GCC pop_options

# pragma GCC push_options
# pragma GCC target ("avx512f,avx512bw,avx512dq,avx512vl,fma", \
		      "prefer-vector-width=512")
# define ROW(name) name##_64
# include "pram-logp-rows.h"
# undef ROW
# pragma GCC pop_options
#endif

#pragma GCC pop_options

int
processor_vector (void)
{
#ifdef __x86_64__
  if (__builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512dq")
      && __builtin_cpu_supports ("avx512vl"))
    return 64;
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    return 32;
#endif
  return 16;
}

row_fn *const *
kernel_rows (int bytes)
{
  if (bytes > processor_vector ())
    return NULL;
#ifdef __x86_64__
  if (bytes == 64)
    return rows_64;
  if (bytes == 32)
    return rows_32;
#endif
  return rows_16;
}
