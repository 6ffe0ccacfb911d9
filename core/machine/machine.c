/* machine.c: read and print the machine file.

   SPDX-License-Identifier: Apache-2.0  */

#include "machine.h"

#include <stdlib.h>
#include <string.h>

/* Parameters that are there once; other lines make tables.  */
static const char *const single[]
  = { "L", "o", "g", "G", "op", "P", "node", "access", "scalar", "row", "layer",
      "task" };

enum { N_SINGLE = sizeof single / sizeof *single };

struct reader
{
  struct pram_logp_reader logp;
  struct pram_costs *costs;
  int line_of[N_SINGLE];	/* 0: not there yet */
};

/* Line NUMBER is about parameter NAME.  Returns null, or what is wrong.  */
static const char *
note (struct reader *r, const char *name, int number)
{
  for (int k = 0; k < N_SINGLE; k++)
    if (!strcmp (single[k], name))
      {
	if (r->line_of[k])
	  return pram_arena_printf (r->costs->arena,
				    "'%s' is there already, in line %d: leave "
				    "one of them out", name, r->line_of[k]);
	r->line_of[k] = number;
      }
  return NULL;
}

/* LINE is cut into words.  Returns null, or what is wrong.  */
static const char *
read_line (struct reader *r, char *line, int number)
{
  char name[16] = "";
  sscanf (line, "%15s", name);
  const char *wrong = note (r, name, number);
  return wrong ? wrong
	 : pram_costs_word_p (name) ? pram_costs_read_line (line, r->costs)
	 : pram_logp_read_line (&r->logp, line, number);
}

bool
pram_machine_read (FILE *file, struct pram_logp *logp,
		   struct pram_costs *costs, const struct pram_diag *diag)
{
  struct reader reader = { .logp = { .logp = logp, .arena = costs->arena },
			   .costs = costs };
  char *line = NULL;
  size_t size = 0;
  const char *wrong = NULL;
  bool empty = true;
  int number = 0;
  while (!wrong && getline (&line, &size, file) >= 0)
    {
      number++;
      line[strcspn (line, "#")] = '\0';
      empty &= !line[strspn (line, " \t\r\n")];
      wrong = read_line (&reader, line, number);
    }
  free (line);
  if (!wrong)
    wrong = pram_logp_read_end (&reader.logp, &number);
  if (!wrong && empty)
    wrong = "there are no parameters; pram-machine(5) describes them";
  if (wrong)
    pram_diag_report (diag, PRAM_ERROR, number, "%s", wrong);
  if (!costs->given)
    *costs = (struct pram_costs) { .arena = costs->arena };
  return !wrong;
}

void
pram_machine_print (FILE *file, const struct pram_logp *logp,
		    const struct pram_costs *costs)
{
  if (costs->given)
    pram_costs_print (file, costs);
  pram_logp_print (file, logp);
}
