/* periodic.c: neighbours around the end.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "spell.h"

static void
read_rest (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[(i + 7) % n] + 1;
}

static void
read_choice (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[i + 7 >= n ? i + 7 - n : i + 7] + 1;
}

static void
read_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int k = i + 7;
      if (k >= n)
	k -= n;
      w[i] = v[k] + 1;
    }
}

static void
read_values (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = (i < n - 7 ? v[i + 7] : v[i + 7 - n]) + 1;
}

static void
read_factor (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[i + 7 - (i + 7 >= n) * n] + 1;
}

static void
read_unsigned (unsigned n)
{
  PRAM (n=40)
  for (unsigned i = 0; i < n; i++)
    w[i] = v[(i + 7) % n] + 1;
}

static void
read_loops (int n)
{
  BEGIN (n=40)
  for (int i = 0; i < n - 7; i++)
    w[i] = v[i + 7] + 1;
  for (int i = n - 7; i < n; i++)
    w[i] = v[i - n + 7] + 1;
  END
}

static void
read_running (int n)
{
  PRAM (n=40)
  for (int i = 0, k = 7; i < n; i++)
    {
      w[i] = v[k] + 1;
      if (++k == n)
	k = 0;
    }
}

static void
read_begun (int n)
{
  BEGIN (n=40)
  int k = 7;
  for (int i = 0; i < n; i++)
    {
      w[i] = v[k] + 1;
      k = k == n - 1 ? 0 : k + 1;
    }
  END
}

static void
read_remainder (int n)
{
  PRAM (n=40)
  for (int i = 0, k = 7; i < n; i++, k = (k + 1) % n)
    w[i] = v[k] + 1;
}

static void
read_quotient (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[i + 7 - (i + 7) / n * n] + 1;
}

/* The other way.  */
static void
left_rest (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[(i - 1 + n) % n] + 1;
}

static void
left_choice (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[i == 0 ? n - 1 : i - 1] + 1;
}

static void
left_truth (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i] = v[(i ? i : n) - 1] + 1;
}

static void
left_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int k = i - 1;
      if (k < 0)
	k += n;
      w[i] = v[k] + 1;
    }
}

static void
left_carried (int n)
{
  PRAM (n=40)
  for (int i = 0, k = n - 1; i < n; k = i++)
    w[i] = v[k] + 1;
}

static void
left_kept (int n)
{
  BEGIN (n=40)
  int left = n - 1;
  for (int i = 0; i < n; i++)
    {
      w[i] = v[left] + 1;
      left = i;
    }
  END
}

static void
left_size (size_t n)
{
  PRAM (n=40)
  for (size_t i = 0; i < n; i++)
    w[i] = v[(i + n - 1) % n] + 1;
}

/* Writing there.  */
static void
write_rest (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[(i + 7) % n] = v[i] + 1;
}

static void
write_choice (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    w[i + 7 >= n ? i + 7 - n : i + 7] = v[i] + 1;
}

static void
write_if (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    {
      int k = i + 7;
      if (k >= n)
	k -= n;
      w[k] = v[i] + 1;
    }
}

static void
write_stores (int n)
{
  PRAM (n=40)
  for (int i = 0; i < n; i++)
    if (i + 7 < n)
      w[i + 7] = v[i] + 1;
    else
      w[i + 7 - n] = v[i] + 1;
}

static void
write_loops (int n)
{
  BEGIN (n=40)
  for (int i = 0; i < n - 7; i++)
    w[i + 7] = v[i] + 1;
  for (int i = n - 7; i < n; i++)
    w[i - n + 7] = v[i] + 1;
  END
}

static void
write_unsigned (size_t n)
{
  PRAM (n=40)
  for (size_t i = 0; i < n; i++)
    w[(i + 7) % n] = v[i] + 1;
}

/* Steps in time with both neighbours.  */
static void
ring_rest (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 6; t++)
    {
      for (int i = 0; i < n; i++)
	w[i] = v[(i + n - 1) % n] + v[(i + 1) % n];
      for (int i = 0; i < n; i++)
	v[i] = 0.5 * w[i];
    }
}

static void
ring_choice (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 6; t++)
    {
      for (int i = 0; i < n; i++)
	w[i] = v[i > 0 ? i - 1 : n - 1] + v[i < n - 1 ? i + 1 : 0];
      for (int i = 0; i < n; i++)
	v[i] = 0.5 * w[i];
    }
}

static void
ring_if (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 6; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  int left = i - 1, right = i + 1;
	  if (left < 0)
	    left = n - 1;
	  if (right == n)
	    right = 0;
	  w[i] = v[left] + v[right];
	}
      for (int i = 0; i < n; i++)
	v[i] = 0.5 * w[i];
    }
}

static void
apart_ring (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 6; t++)
    {
      w[0] = v[n - 1] + v[1];
      for (int i = 1; i < n - 1; i++)
	w[i] = v[i - 1] + v[i + 1];
      w[n - 1] = v[n - 2] + v[0];
      for (int i = 0; i < n; i++)
	v[i] = 0.5 * w[i];
    }
}

static void
ring_values (int n)
{
  PRAM (n=40)
  for (int t = 0; t < 6; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  double left = i == 0 ? v[n - 1] : v[i - 1];
	  double right = i == n - 1 ? v[0] : v[i + 1];
	  w[i] = left + right;
	}
      for (int i = 0; i < n; i++)
	v[i] = 0.5 * w[i];
    }
}

int
main (void)
{
  RUN (read_rest); RUN (read_choice); RUN (read_if); RUN (read_values);
  RUN (read_factor); RUN (read_unsigned); RUN (read_loops);
  RUN (read_running); RUN (read_begun); RUN (read_remainder);
  RUN (read_quotient);
  RUN (left_rest); RUN (left_choice); RUN (left_truth); RUN (left_if);
  RUN (left_carried); RUN (left_kept); RUN (left_size);
  RUN (write_rest); RUN (write_choice); RUN (write_if); RUN (write_stores);
  RUN (write_loops); RUN (write_unsigned);
  RUN (ring_rest); RUN (ring_choice); RUN (ring_if); RUN (apart_ring);
  RUN (ring_values);
  return 0;
}
