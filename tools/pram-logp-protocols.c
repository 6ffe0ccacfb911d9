/* pram-logp-protocols.c: straight lines through the times of messages.

   SPDX-License-Identifier: GPL-3.0-or-later

   A library sends short and long messages by different protocols; the times of
   each lie about on a line.  Where it changes shows best in the one-way times:
   a rendezvous makes a round trip before the first byte travels.  */

#include "pram-logp.h"

#include <math.h>
#include <stdio.h>

/* What one takes for message I of a class.  */
typedef double part_fn (const struct message_times *);

static double
one_way (const struct message_times *t)
{
  return t->one_way;
}

static double
o_send (const struct message_times *t)
{
  return t->o_send;
}

static double
o_recv (const struct message_times *t)
{
  return t->o_recv;
}

static double
gap (const struct message_times *t)
{
  return t->gap;
}

/* Set X and Y to the bytes and PART of N rows; what is below a nanosecond could
   not be measured.  */
static void
points (const struct message_times *rows, int n, part_fn *part, double *x,
	double *y)
{
  for (int k = 0; k < n; k++)
    {
      x[k] = rows[k].bytes;
      y[k] = fmax (1e-9, part (&rows[k]));
    }
}

static struct pram_line
line_of (const struct message_times *rows, int n, part_fn *part)
{
  double x[MAX_SIZES], y[MAX_SIZES];
  points (rows, n, part, x, y);
  return pram_fit_line (x, y, n);
}

int
find_protocols (const struct class_result *c,
		struct protocol protocol[MAX_PROTOCOLS])
{
  double x[MAX_SIZES], y[MAX_SIZES];
  int cut[MAX_PROTOCOLS + 1] = { 0 }, n = c->n - 1;
  points (c->rows, n, one_way, x, y);
  int found = 1 + pram_fit_switches (x, y, n, 0.1, cut + 1,
				     MAX_PROTOCOLS - 1);
  cut[found] = n;
  for (int k = 0; k < found; k++)
    {
      const struct message_times *rows = &c->rows[cut[k]];
      int size = cut[k + 1] - cut[k];
      protocol[k].first = rows[0].bytes;
      protocol[k].last = rows[size - 1].bytes;
      protocol[k].o_send = line_of (rows, size, o_send);
      protocol[k].o_recv = line_of (rows, size, o_recv);
      protocol[k].gap = line_of (rows, size, gap);
    }
  return found;
}

static void
print_line (const struct pram_line *line)
{
  char text[64];
  snprintf (text, sizeof text, "%.3g + %.3g n (%.0f%%)",
	    1e6 * line->intercept, 1e9 * line->slope, 100 * line->error);
  printf ("  %-24s", text);
}

void
print_protocols (const struct class_result *c, const char *name)
{
  struct protocol protocol[MAX_PROTOCOLS];
  int n = find_protocols (c, protocol);
  printf ("%s: us + ns for each of n bytes (root mean square of the errors)\n"
	  "%20s  %-24s  %-24s  %s\n", name, "bytes", "o_s", "o_r", "g");
  for (int k = 0; k < n; k++)
    {
      printf ("%8d to %8d", protocol[k].first, protocol[k].last);
      print_line (&protocol[k].o_send);
      print_line (&protocol[k].o_recv);
      print_line (&protocol[k].gap);
      putchar ('\n');
    }
}
