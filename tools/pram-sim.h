/* pram-sim.h: what the files of pram-sim share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PRAM_SIM_H
#define PRAM_SIM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/diag.h"
#include "lab/disturb.h"
#include "machine/logp.h"
#include "lab/loggops.h"
#include "lab/script.h"
#include "lab/simulate.h"

enum sim_model { SIM_LOGP, SIM_LOGGOPS };

struct sim_options
{
  enum sim_model model;
  struct pram_logp machine;
  double unit;			/* seconds of one unit of GOAL's calc */
  struct pram_loggops loggops;
  bool capacity;
  const char *generate;		/* or null: read FILE */
  const char *graph;		/* a task graph to generate, or null */
  const char *strategy;		/* for task graphs */
  const char *fit;		/* a file of measured times, or null */
  const char *goal;		/* where to write GOAL text, or null */
  const char *file;
  /* With disturbances: Q is > 0.  */
  struct pram_disturbance disturbance;
  double step;			/* s; 0: the common divisor */
  int32_t samples;
  uint64_t seed;
};

/* The script of a schedule of the task graph in FILE, or generated.  */
struct pram_script *sim_schedule (const struct sim_options *, FILE *file,
				  struct pram_arena *,
				  const struct pram_diag *);

/* Estimate disturbances from the measured times in FILE, and print them.  */
bool sim_fit (FILE *file, struct pram_arena *, const struct pram_diag *);

/* Simulate SCRIPT and print what comes out.  */
bool sim_run (const struct sim_options *, const struct pram_script *,
	      struct pram_arena *, const struct pram_diag *);

/* Print how long the simulated SCRIPT takes with disturbances.  */
bool sim_disturb (const struct sim_options *, const struct pram_script *,
		  const struct pram_simulation *, struct pram_arena *,
		  const struct pram_diag *);

#endif
