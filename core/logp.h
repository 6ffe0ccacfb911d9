/* logp.h: the machine, as the LogP model sees it.

   SPDX-License-Identifier: GPL-3.0-or-later

   Text form, one parameter a line, `#' starts a comment:

     L 0.3e-6
     o 0.13e-6
     g 0.13e-6
     G 0.19e-9
     op 0.1e-9
     P 2  */

#ifndef PRAM_LOGP_H
#define PRAM_LOGP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "diag.h"

struct pram_logp
{
  double L;			/* latency of a small message, s */
  double o;			/* overhead of sending, and of receiving, s */
  double g;			/* gap between messages of one process, s */
  double G;			/* gap a byte of a long message, s */
  double op;			/* one operation of a statement, s */
  int P;			/* processes */
};

/* Two processes on one node that share memory, as measured with Open MPI.  */
struct pram_logp pram_logp_default (void);

/* Read a machine file over *LOGP: what it does not name stays.  False after
   one PRAM_ERROR that names the line.  */
bool pram_logp_read (FILE *, struct pram_logp *logp, const struct pram_diag *);

/* Set the parameter that LINE names, if it names one (it is cut into words;
   comments are gone).  Returns null, or what is wrong.  */
const char *pram_logp_read_line (char *line, struct pram_logp *);

void pram_logp_print (FILE *, const struct pram_logp *);

/* How a pair of processes is connected.  */
enum pram_pair { PRAM_SAME_NODE, PRAM_OTHER_NODE };

/* The parameters for one message of BYTES, s: for how long the sender and the
   receiver are busy; from the start of one send (receive) of a process to the
   start of its next; from the end of a send to the start of its receive.  */
double pram_logp_o_send (const struct pram_logp *, enum pram_pair,
			 int64_t bytes);
double pram_logp_o_recv (const struct pram_logp *, enum pram_pair,
			 int64_t bytes);
double pram_logp_gap (const struct pram_logp *, enum pram_pair, int64_t bytes);
double pram_logp_latency (const struct pram_logp *, enum pram_pair,
			  int64_t bytes);

/* ceil (L / g): how many messages of BYTES may be under way from a process,
   and to one; at least 1.  */
int64_t pram_logp_capacity (const struct pram_logp *, enum pram_pair,
			    int64_t bytes);

/* Seconds from the start of sending BYTES until they have been received.  */
double pram_logp_message (const struct pram_logp *, int64_t bytes);

#endif
