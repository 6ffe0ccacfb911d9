/* machine.c: read the machine file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "machine.h"

#include <stdlib.h>
#include <string.h>

/* Does the first word of LINE belong to the costs?  */
static bool
costs_p (const char *line)
{
  char word[16];
  return sscanf (line, "%15s", word) == 1 && pram_costs_word_p (word);
}

bool
pram_machine_read (FILE *file, struct pram_logp *logp,
		   struct pram_costs *costs, const struct pram_diag *diag)
{
  struct pram_logp_reader reader = { .logp = logp, .arena = costs->arena };
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
      wrong = costs_p (line) ? pram_costs_read_line (line, costs)
			     : pram_logp_read_line (&reader, line, number);
    }
  free (line);
  if (!wrong)
    wrong = pram_logp_read_end (&reader, &number);
  if (!wrong && empty)
    wrong = "there are no parameters; pram-machine(5) describes them";
  if (wrong)
    pram_diag_report (diag, PRAM_ERROR, number, "%s", wrong);
  if (!costs->given)
    *costs = (struct pram_costs) { .arena = costs->arena };
  return !wrong;
}
