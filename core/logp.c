/* logp.c: the parameters of the machine.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "logp.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct pram_logp
pram_logp_default (void)
{
  return (struct pram_logp) { .L = 0.01e-6, .o = 0.13e-6, .g = 0.11e-6,
			      .G = 0.19e-9, .op = 0.1e-9, .P = 2 };
}

/* The place of the parameter NAME, null for P and unknown ones.  */
static double *
parameter (struct pram_logp *logp, const char *name)
{
  struct { const char *name; double *place; } known[] =
    {
      { "L", &logp->L }, { "o", &logp->o }, { "g", &logp->g },
      { "G", &logp->G }, { "op", &logp->op }
    };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++)
    if (!strcmp (known[k].name, name))
      return known[k].place;
  return NULL;
}

const char *
pram_logp_read_line (char *line, struct pram_logp *logp)
{
  char *save, *end;
  const char *name = strtok_r (line, " \t\r\n", &save);
  const char *text = strtok_r (NULL, " \t\r\n", &save);
  if (!name)
    return NULL;
  if (!text || strtok_r (NULL, " \t\r\n", &save))
    return "a parameter and its value are expected";

  double value = strtod (text, &end);
  double *place = parameter (logp, name);
  if (*end || !isfinite (value) || value < 0)
    return "the value is no number of seconds";
  if (place)
    *place = value;
  else if (strcmp (name, "P"))
    return "unknown parameter; there are L, o, g, G, op and P";
  else if (value < 1 || value > 1 << 24 || value != (int) value)
    return "P is a number of processes";
  else
    logp->P = (int) value;
  return NULL;
}

bool
pram_logp_read (FILE *file, struct pram_logp *logp,
		const struct pram_diag *diag)
{
  char *line = NULL;
  size_t size = 0;
  const char *wrong = NULL;
  for (int number = 1; !wrong && getline (&line, &size, file) >= 0; number++)
    {
      line[strcspn (line, "#")] = '\0';
      wrong = pram_logp_read_line (line, logp);
      if (wrong)
	pram_diag_report (diag, PRAM_ERROR, number, "%s", wrong);
    }
  free (line);
  return !wrong;
}

void
pram_logp_print (FILE *file, const struct pram_logp *logp)
{
  fprintf (file, "L %g\no %g\ng %g\nG %g\nop %g\nP %d\n", logp->L, logp->o,
	   logp->g, logp->G, logp->op, logp->P);
}

/* What a message's length adds: the bytes after the first, each G.  */
static double
length (const struct pram_logp *logp, int64_t bytes)
{
  return bytes > 1 ? (double) (bytes - 1) * logp->G : 0;
}

double
pram_logp_o_send (const struct pram_logp *logp, enum pram_pair pair,
		  int64_t bytes)
{
  (void) pair, (void) bytes;
  return logp->o;
}

double
pram_logp_o_recv (const struct pram_logp *logp, enum pram_pair pair,
		  int64_t bytes)
{
  (void) pair, (void) bytes;
  return logp->o;
}

double
pram_logp_gap (const struct pram_logp *logp, enum pram_pair pair,
	       int64_t bytes)
{
  (void) pair;
  return fmax (logp->g, logp->o) + length (logp, bytes);
}

double
pram_logp_latency (const struct pram_logp *logp, enum pram_pair pair,
		   int64_t bytes)
{
  (void) pair;
  return logp->L + length (logp, bytes);
}

int64_t
pram_logp_capacity (const struct pram_logp *logp, enum pram_pair pair,
		    int64_t bytes)
{
  double gap = pram_logp_gap (logp, pair, bytes);
  double latency = pram_logp_latency (logp, pair, bytes);
  return gap > 0 && latency > gap ? (int64_t) ceil (latency / gap) : 1;
}

double
pram_logp_message (const struct pram_logp *logp, int64_t bytes)
{
  return logp->L + 2 * logp->o + length (logp, bytes);
}
