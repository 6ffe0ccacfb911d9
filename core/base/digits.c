/* digits.c: print numbers, quickly.

   SPDX-License-Identifier: Apache-2.0

   Task graphs in files have 10^8 numbers, of which the C library prints a few
   millions a second.  Those that mostly occur get the same digits here.

   A double is m 2^e with a whole m < 2^53.  With k digits behind the point it
   is the whole number next to m 5^k / 2^s, s = -(e + k), which 128 bits hold
   exactly.  It is read back as the double if it is off by less than half of a
   unit of m, that is, if it is off by less than 5^k / 2 in units of 2^-s, which
   is never just that.

   Example: 0.3 = 5404319552844596 2^-54.  With k = 15, s = 39: the whole number
   is 300000000000000 and off by 1.3e-5 of the 5^15 / 2 that it may be off.
   Without trailing zeros it is 3, with one digit behind the point.  */

#include "digits.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* NUMBER / 10^BEHIND.  */
struct decimal
{
  int64_t number;
  int behind;
};

/* VALUE with K digits behind the point.  False if that isn't read back as
   VALUE, or not known to be.  */
static bool
round_p (double value, int k, struct decimal *decimal)
{
  typedef unsigned __int128 wide;
  int e;
  int64_t m = (int64_t) (frexp (value, &e) * 0x1p53);
  int s = 53 - e - k;
  uint64_t unit = 1;
  for (int i = 0; i < k; i++)
    unit *= 5;
  wide exact = (wide) unit * (wide) m, half = (wide) 1 << (s - 1);
  int64_t number = (int64_t) (exact >> s);
  wide off = exact - ((wide) number << s);
  if (off > half || (off == half && number % 2))
    {
      number++;
      off = 2 * half - off;
    }
  *decimal = (struct decimal) { number, k };
  /* Below a power of two doubles are closer.  */
  return m == INT64_C (1) << 52 ? off == 0 : 2 * off < unit;
}

/* The shortest DECIMAL that is read back as VALUE, which is from 10^-4 to
   10^15; false if that isn't found, or to be printed with an exponent.  */
static bool
shorten_p (double value, struct decimal *decimal)
{
  static const double power[] = { 1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5,
				  1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13,
				  1e14 };
  if (value < 1e6 && value == floor (value))
    {
      *decimal = (struct decimal) { (int64_t) value, 0 };
      return true;
    }
  int k = 18;			/* 15 digits in all; 17 always do */
  for (int i = 0; i < 18 && value >= power[i]; i++)
    k--;
  int last = k + 2;
  while (!round_p (value, k, decimal))
    if (k++ == last)
      return false;
  for (; decimal->behind && decimal->number % 10 == 0; decimal->behind--)
    decimal->number /= 10;
  return decimal->behind > 0;
}

static void
put (FILE *file, struct decimal decimal, int width)
{
  char text[40], *end = text + sizeof text, *start = end;
  for (int k = 0; decimal.number || k <= decimal.behind; k++)
    {
      if (k && k == decimal.behind)
	*--start = '.';
      *--start = (char) ('0' + decimal.number % 10);
      decimal.number /= 10;
    }
  while (end - start < width)
    *--start = ' ';
  while (start < end)
    putc_unlocked (*start++, file);
}

void
pram_put_whole (FILE *file, int64_t value, int width)
{
  put (file, (struct decimal) { value, 0 }, width);
}

/* Print VALUE with that many DIGITS into TEXT; is it read back as the same?  */
static bool
read_back_p (char text[40], double value, int digits)
{
  snprintf (text, 40, "%.*g", digits, value);
  return digits == 17 || strtod (text, NULL) == value;
}

void
pram_put_number (FILE *file, double value)
{
  struct decimal decimal;
  char text[40];
  if (value >= 1e-4 && value < 1e15 && shorten_p (value, &decimal))
    {
      put (file, decimal, 0);
      return;
    }
  int digits = 6;
  while (!read_back_p (text, value, digits))
    digits++;
  fputs (text, file);
}
