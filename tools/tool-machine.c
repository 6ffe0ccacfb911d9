/* tool-machine.c: the machine that an option names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "tool-machine.h"
#include "tool-file.h"
#include "tool-report.h"

#include <math.h>
#include <stdio.h>

bool
tool_parse_logp (const char *text, struct pram_logp *machine)
{
  struct pram_logp m = { .op = machine->op, .P = machine->P };
  int end = 0;
  if (sscanf (text, "%lf,%lf,%lf%n", &m.L, &m.o, &m.g, &end) != 3)
    return false;
  if (text[end] == ',')
    {
      int more = 0;
      if (sscanf (text + end, ",%lf%n", &m.G, &more) != 1)
	return false;
      end += more;
    }
  *machine = m;
  return (!text[end] && m.L >= 0 && m.o >= 0 && m.g >= 0 && m.G >= 0
	  && isfinite (m.L + m.o + m.g + m.G));
}

bool
tool_read_machine (const char *name, struct pram_logp *machine,
		   struct pram_costs *costs)
{
  FILE *file = tool_open (name, "r");
  if (!file)
    return false;
  bool good = pram_machine_read (file, machine, costs,
				 &(struct pram_diag) { tool_report, &name });
  return tool_close (file, name) && good;
}
