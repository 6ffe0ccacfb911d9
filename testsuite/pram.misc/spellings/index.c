/* index.c: types of variables, and comparisons.

   SPDX-License-Identifier: GPL-3.0-or-later

   { spelling-xfail "an end that is wrapping around: deposited" reads plan
     index_downwrap }  */

#include "spell.h"

#include <stdint.h>

#define INDEX(name, type, other, compare)				\
  static void								\
  index_##name (other n)						\
  {									\
    PRAM (n=40)								\
    for (type i = 1; i compare n; i++)					\
      for (type j = 0; j compare n; j++)				\
	a[i][j] = b[i - 1][j + 1] + v[2 * i];				\
  }

INDEX (int, int, int, <)
INDEX (long, long, long, <)
INDEX (unsigned, unsigned, unsigned, <)
INDEX (size, size_t, size_t, <)
INDEX (short, short, short, <)
INDEX (ushort, unsigned short, unsigned short, <)
INDEX (char, signed char, signed char, <)
INDEX (difference, ptrdiff_t, ptrdiff_t, <)
INDEX (int64, int64_t, int64_t, <)
INDEX (uint8, uint8_t, uint8_t, <)
INDEX (unequal, int, int, !=)
INDEX (usunequal, unsigned, unsigned, !=)
INDEX (sizeunequal, size_t, size_t, !=)
INDEX (mixed, int, long, <)
INDEX (mixedsize, size_t, int, <)
INDEX (mixedunsigned, int, unsigned, <)
INDEX (mixedlong, long, unsigned, <)
INDEX (mixedshort, int, short, <)
INDEX (intsize, int, size_t, <)
INDEX (unsignedsize, unsigned, size_t, <)

/* i >= first, and others the wrong way round.  */
static void
index_greater (int n)
{
  PRAM (n=40)
  for (int i = 1; n > i; i++)
    for (int j = 0; !(j >= n); j++)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_last (int n)
{
  PRAM (n=40)
  for (int i = 1; i <= n - 1; i++)
    for (int j = 0; j <= n - 1; j++)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_lastunsigned (unsigned n)
{
  PRAM (n=40)
  for (unsigned i = 1; i <= n - 1; i++)
    for (unsigned j = 0; j <= n - 1; j++)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_down (int n)
{
  PRAM (n=40)
  for (int i = n - 1; i >= 1; i--)
    for (int j = n - 1; j > -1; j--)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_downsize (size_t n)
{
  PRAM (n=40)
  for (size_t i = n - 1; i >= 1; i--)
    for (size_t j = n; j-- > 0;)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_downwrap (size_t n)
{
  PRAM (n=40)
  for (size_t i = n - 1; i > 0; i--)
    for (size_t j = n - 1; j < n; j--)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_downunequal (unsigned n)
{
  PRAM (n=40)
  for (unsigned i = n - 1; i != 0; i--)
    for (unsigned j = n; j--;)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_cast (long n)
{
  PRAM (n=40)
  for (int i = 1; i < (int) n; i++)
    for (unsigned j = 0; j < (unsigned) n; j++)
      a[(size_t) i][(short) j] = b[i - 1][j + 1] + v[2 * i];
}

static void
index_const (int m)
{
  const int n = m;
  PRAM (n=40)
  for (int i = 1; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

static int global_n;

static void
global_int (int n)
{
  global_n = n;
  PRAM (global_n=40)
  for (int i = 1; i < global_n; i++)
    for (int j = 0; j < global_n; j++)
      a[i][j] = b[i - 1][j + 1] + v[2 * i];
}

int
main (void)
{
  RUN (index_int); RUN (index_long); RUN (index_unsigned); RUN (index_size);
  RUN (index_short); RUN (index_ushort); RUN (index_char);
  RUN (index_difference); RUN (index_int64); RUN (index_uint8);
  RUN (index_unequal); RUN (index_usunequal); RUN (index_sizeunequal);
  RUN (index_mixed); RUN (index_mixedsize); RUN (index_mixedunsigned);
  RUN (index_mixedlong); RUN (index_mixedshort); RUN (index_intsize);
  RUN (index_unsignedsize);
  RUN (index_greater); RUN (index_last); RUN (index_lastunsigned);
  RUN (index_down); RUN (index_downsize); RUN (index_downwrap);
  RUN (index_downunequal); RUN (index_cast); RUN (index_const);
  RUN (global_int);
  return 0;
}
