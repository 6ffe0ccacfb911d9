/* pram-sim-fit.c: estimate disturbances from measured times, and predict.

   SPDX-License-Identifier: GPL-3.0-or-later

   A program a line, `#' starts a comment:

     fit NAME COMPUTE NETWORK SECONDS...
     predict NAME COMPUTE NETWORK [SECONDS...]

   the predicted seconds of processors and of the network, and the measured
   ones of several runs.  Lines with `fit' give the estimate, the others are
   compared with what it predicts.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pram-sim.h"

struct program
{
  bool fit;
  const char *name;
  struct pram_measured run;
};

/* The next word of a line as seconds.  Returns false if there is none or it
   is no number.  */
static bool
next_seconds (char **save, double *value)
{
  char *word = strtok_r (NULL, " \t\r\n", save), *end;
  if (!word)
    return false;
  *value = strtod (word, &end);
  return end != word && !*end && *value >= 0 && *value < 1e15;
}

/* Fill in PROGRAM from a line whose first word is KIND.  */
static bool
read_program (struct program *program, const char *kind, char **save,
	      struct pram_arena *arena)
{
  char *name = strtok_r (NULL, " \t\r\n", save);
  program->fit = !strcmp (kind, "fit");
  if ((!program->fit && strcmp (kind, "predict")) || !name
      || !next_seconds (save, &program->run.compute)
      || !next_seconds (save, &program->run.network))
    return false;
  program->name = pram_arena_strdup (arena, name);
  while (**save && strspn (*save, " \t\r\n") < strlen (*save))
    {
      double value;
      if (!next_seconds (save, &value) || !(value > 0))
	return false;
      *PRAM_ARENA_PUSH (arena, program->run.seconds, program->run.n) = value;
    }
  return !program->fit || program->run.n > 0;
}

/* Disturbances only lengthen a run: does PROGRAM, which is to give the
   estimate, take less than half of what is predicted without them?  */
static bool
too_fast_p (const struct program *program)
{
  const struct pram_measured *run = &program->run;
  double sum = 0;
  for (int k = 0; k < run->n; k++)
    sum += run->seconds[k];
  return program->fit && 2 * sum < run->n * (run->compute + run->network);
}

/* Append the lines of FILE to *PROGRAMS.  Returns false after a report.  */
static bool
read_programs (FILE *file, struct program **programs, int *n,
	       struct pram_arena *arena, const struct pram_diag *diag)
{
  char *line = NULL;
  size_t size = 0;
  bool good = true;
  for (int number = 1; good && getline (&line, &size, file) >= 0; number++)
    {
      char *save = NULL;
      line[strcspn (line, "#")] = '\0';
      const char *kind = strtok_r (line, " \t\r\n", &save);
      if (!kind)
	continue;
      struct program program = { 0 };
      good = read_program (&program, kind, &save, arena);
      if (!good)
	pram_diag_report (diag, PRAM_ERROR, number, "fit or predict, a name, "
			  "two predicted times and measured ones are expected");
      else if (too_fast_p (&program))
	{
	  good = false;
	  pram_diag_report (diag, PRAM_ERROR, number, "the runs took less than "
			    "half of what is predicted without disturbances: "
			    "are all times in seconds?");
	}
      else
	*PRAM_ARENA_PUSH (arena, *programs, *n) = program;
    }
  free (line);
  return good;
}

static int
compare_seconds (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static void
print_program (struct program *program, const struct pram_disturbance *d,
	       double step)
{
  struct pram_measured *run = &program->run;
  double mean, deviation, sum = 0;
  pram_disturb_predict (run, d, step, &mean, &deviation);
  double high = pram_disturb_predict_quantile (run, d, step, 0.99);
  printf ("%-8s %-16s %10.4g %10.4g %10.4g", program->fit ? "fit" : "predict",
	  program->name, run->compute + run->network, mean, high);
  if (run->n)
    {
      for (int k = 0; k < run->n; k++)
	sum += run->seconds[k];
      qsort (run->seconds, (size_t) run->n, sizeof *run->seconds,
	     compare_seconds);
      int last = (99 * run->n + 99) / 100 - 1;
      double measured = run->seconds[last];
      printf (" %10.4g %10.4g %+7.1f %+7.1f", sum / run->n, measured,
	      100 * (mean * run->n / sum - 1), 100 * (high / measured - 1));
    }
  putchar ('\n');
}

bool
sim_fit (FILE *file, struct pram_arena *arena, const struct pram_diag *diag)
{
  int n = 0, n_fit = 0;
  struct program *programs = NULL;
  if (!read_programs (file, &programs, &n, arena, diag))
    return false;
  struct pram_measured *measured = PRAM_ARENA_NEW (arena, struct pram_measured,
						   n + 1);
  struct pram_disturbance d;
  double step;
  for (int k = 0; k < n; k++)
    if (programs[k].fit)
      measured[n_fit++] = programs[k].run;
  if (!pram_disturb_fit (measured, n_fit, &d, &step, diag))
    return false;
  printf ("q %.4g for processors, %.4g for the network; a step is %.3g s\n",
	  d.q[PRAM_PROCESSOR], d.q[PRAM_NETWORK], step);
  printf ("%-8s %-16s %10s %10s %10s %10s %10s %7s %7s\n", "", "", "q = 1",
	  "mean", "99 %", "measured", "99 %", "mean/%", "99 %/%");
  for (int k = 0; k < n; k++)
    print_program (&programs[k], &d, step);
  return true;
}
