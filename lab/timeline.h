/* timeline.h: who is busy when; something to draw.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_TIMELINE_H
#define PRAM_TIMELINE_H

#include "predict/timing.h"

enum pram_bar_kind
{
  PRAM_BAR_COMPUTE, PRAM_BAR_SEND, PRAM_BAR_RECV, PRAM_BAR_WAIT, PRAM_N_BARS
};

/* A row is busy from START to END, s.  */
struct pram_bar
{
  enum pram_bar_kind kind;
  int32_t row;
  double start, end;
  const char *label;
  bool critical;		/* on the critical path */
  int arrow;			/* SEND, RECV: that of its message, or -1 */
};

/* A message.  */
struct pram_arrow
{
  int32_t from, to;		/* rows */
  double start, end;		/* s: the send ends, the receive starts */
  bool critical;
  double arrival;		/* s: the receive could start then */
  int send;			/* its bar */
};

struct pram_timeline
{
  const char *title;
  int32_t n_rows;		/* processes */
  int n_bars, n_arrows;
  struct pram_bar *bars;
  struct pram_arrow *arrows;
  double end;			/* s: the makespan */
  double bound;			/* s: proven, 0 if there is none */
  bool unitless;		/* times are in some unit instead of s */
};

/* That of SCHEDULE, with its critical path.  */
struct pram_timeline *pram_timeline_of (const struct pram_schedule *,
					const char *title,
					struct pram_arena *);

/* Mark the critical path: back from the bar that ends last, always to what the
   one at hand could not start before.  Bars stand row by row, in their
   order.  */
void pram_timeline_mark_critical (struct pram_timeline *);

/* Draw N timelines as one SVG picture, one below the other, with the same
   scale (lab/gantt.c).  */
void pram_timeline_draw (FILE *, const struct pram_timeline *const *lines,
			 int n);

#endif
