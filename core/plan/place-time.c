/* place-time.c: what placing layers in one way or another takes.

   SPDX-License-Identifier: Apache-2.0

   The LogP model, of one run of a layer: no process has to wait for another
   one.  Computing hides none of it, so that messages count for what they keep
   the processors from.

   Example: a 5-point stencil over 8 rows of 10^5 elements.  Cut by rows two
   processes swap 0.8 MB, and 16 have nothing to do for half of them; cut by
   columns it is 64 bytes, in 8 pieces.  Over 1000 x 1000 elements rows are 8 kB
   in one piece, columns as much in 1000.  */

#include "place-time.h"

#include <math.h>
#include <stddef.h>

static const double for_procs[] = { 2, 16, 256 };
enum { N_PROCS = sizeof for_procs / sizeof *for_procs };

/* What a piece takes more than its bytes, as pram_costs_default has it of a
   value that goes into a message; and to begin anew with one in a loop; s.  */
static const double SENT_PIECE = 14e-9, PASSED_PIECE = 5e-9;

double
pram_place_computing (const struct pram_logp *logp, double operations,
		      double n, double share)
{
  double sum = 0;
  for (size_t k = 0; k < N_PROCS; k++)
    {
      double busy = fmax (for_procs[k] * share, 1);
      sum += n > 0 ? for_procs[k] * ceil (n / busy) / n : for_procs[k];
    }
  return sum * operations * logp->op;
}

double
pram_place_passing (double pieces)
{
  double sum = 0;
  for (size_t k = 0; k < N_PROCS; k++)
    sum += for_procs[k] * (pieces - 1) * PASSED_PIECE;
  return sum;
}

/* What a message of BYTES takes whoever waits for it.  */
static double
message (const struct pram_logp *logp, double bytes)
{
  return pram_logp_message (logp, (int64_t) fmin (fmax (bytes, 1), 0x1p62));
}

double
pram_place_border (const struct pram_logp *logp, double bytes, double pieces)
{
  double sum = 0;
  for (size_t k = 0; k < N_PROCS; k++)
    sum += for_procs[k] * (2 * message (logp, bytes)
			   + 2 * (pieces - 1) * SENT_PIECE);
  return sum;
}

double
pram_place_moving (const struct pram_logp *logp, double bytes, double most)
{
  double sum = 0;
  for (size_t k = 0; k < N_PROCS; k++)
    {
      double p = for_procs[k], others = p - 1;
      sum += p * others * message (logp, fmin (bytes / p, most) / p);
    }
  return sum;
}
