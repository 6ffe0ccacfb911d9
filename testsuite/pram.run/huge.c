/* huge.c: arrays beyond 2^31 and 2^32 elements of 1 to 8 bytes, of which little
   is touched.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "show.h"

/* 22 rows are 5.9e9 elements.  */
#define ROW ((INT64_C (1) << 28) + 3)
#define N 22
#define LAST (ROW - 1)

static void *first, *second;

static void *
reserve (void)
{
  void *memory = mmap (NULL, N * ROW * 8, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    exit (2);
  return memory;
}

/* Forget what the arrays hold.  */
static void
clear (void)
{
  madvise (first, N * ROW * 8, MADV_DONTNEED);
  madvise (second, N * ROW * 8, MADV_DONTNEED);
}

static void
print (const char *name, uint64_t sum)
{
  printf ("%s %llx\n", name, (unsigned long long) sum);
  clear ();
}

/* For each type: rows that need their neighbours', in blocks of rows; pieces of
   every row, in blocks of columns; elements far apart, up and down, with other
   types of index; what is at the far end alone.  */
#define FUNCTIONS(type)							      \
static uint64_t								      \
type##_sum (const type *a, int64_t step, int64_t n)			      \
{									      \
  uint64_t sum = 0;							      \
  for (int64_t i = 0; i < n; i++)					      \
    for (int64_t j = 0; j < 4; j++)					      \
      sum = sum * 31 + a[i * step + j];					      \
  return sum;								      \
}									      \
									      \
static void								      \
type##_rows (int n, type (*a)[ROW], type (*b)[ROW])			      \
{									      \
  _Pragma ("pram size(n=22)")						      \
  for (int t = 0; t < 3; t++)						      \
    {									      \
      for (int i = 1; i < n - 1; i++)					      \
	for (int64_t j = 1; j < 3; j++)					      \
	  a[i][j] = b[i - 1][j] + b[i + 1][j + 1] + i * j + t;		      \
      for (int i = 1; i < n - 1; i++)					      \
	for (int64_t j = 1; j < 3; j++)					      \
	  b[i][j] = a[i + 1][j - 1] - a[i - 1][j];			      \
    }									      \
  print (#type " rows", type##_sum (b[0], ROW, n));			      \
}									      \
									      \
static void								      \
type##_columns (int n, type (*a)[ROW])					      \
{									      \
  _Pragma ("pram size(n=22)")						      \
  for (int t = 0; t < 3; t++)						      \
    for (int i = 1; i < n; i++)						      \
      for (int64_t j = LAST - 12; j < LAST; j++)			      \
	a[i][j] = a[i - 1][j + 1] * 3 + i + j;				      \
  print (#type " columns", type##_sum (&a[0][LAST - 9], ROW, n));	      \
}									      \
									      \
static void								      \
type##_strided (int64_t end, type *a, type *b)				      \
{									      \
  _Pragma ("pram begin size(end=5905580089)")				      \
  for (uint64_t i = 0; i < (uint64_t) end; i += 250000001)		      \
    a[i] = a[i] * 3 + (i >> 20);					      \
  for (int64_t i = end - 1; i > 0; i -= 250000001)			      \
    b[i] = b[i] + i / 1000;						      \
  _Pragma ("pram end")							      \
  uint64_t sum = type##_sum (b + (end - 1) % 250000001, 250000001, 23);	      \
  print (#type " strided", sum + type##_sum (a, 250000001, 23));	      \
}									      \
									      \
static void								      \
type##_unsigned (unsigned end, type *a)					      \
{									      \
  _Pragma ("pram size(end=4000000000)")					      \
  for (unsigned i = 1; i < end; i += 125000001)				      \
    a[i] = a[i - 1] + i / 3;						      \
  print (#type " unsigned", type##_sum (a, 125000001, 32));		      \
}									      \
									      \
static void								      \
type##_end (int64_t n, type *a, type *b)				      \
{									      \
  type most = 0;							      \
  _Pragma ("pram begin size(n=5905580089)")				      \
  for (int64_t i = n - 5000; i < n; i++)				      \
    a[i] = i * i / 7;							      \
  for (int64_t i = n - 4999; i < n - 1; i++)				      \
    b[i] = a[i - 1] ^ a[i + 1];						      \
  for (int64_t i = n - 5000; i < n; i++)				      \
    most = b[i] > most ? b[i] : most;					      \
  _Pragma ("pram end")							      \
  print (#type " end", type##_sum (b + n - 4999, 1, 4995) + most);	      \
}									      \
									      \
static void								      \
type##_all (void)							      \
{									      \
  type##_rows (N, first, second);					      \
  type##_columns (N, first);						      \
  type##_strided (N * ROW - 9, first, second);				      \
  type##_unsigned (4000000000, first);					      \
  type##_end (N * ROW - 9, first, second);				      \
}

FUNCTIONS (uint8_t)
FUNCTIONS (uint16_t)
FUNCTIONS (uint32_t)
FUNCTIONS (uint64_t)

int
main (void)
{
  first = reserve ();
  second = reserve ();
  uint8_t_all ();
  uint16_t_all ();
  uint32_t_all ();
  uint64_t_all ();
  return 0;
}
