/* pram-sched-machine.c: the machine to schedule for.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <math.h>
#include <stdio.h>

#include "machine.h"
#include "pram-sched.h"

static bool
read_machine (const char *name, struct pram_logp *machine,
	      struct pram_arena *arena, const struct pram_diag *diag)
{
  struct pram_costs costs = pram_costs_default (arena);
  FILE *file = fopen (name, "r");
  if (!file)
    {
      perror (name);
      return false;
    }
  bool good = pram_machine_read (file, machine, &costs, diag);
  fclose (file);
  return good;
}

static void
parse_logp (const char *text, struct pram_logp *machine)
{
  int end = 0;
  *machine = (struct pram_logp) { .op = machine->op, .P = machine->P };
  if (sscanf (text, "%lf,%lf,%lf%n", &machine->L, &machine->o, &machine->g,
	      &end) != 3)
    end = 0;
  if (text[end] == ',')
    {
      int more = 0;
      if (sscanf (text + end, ",%lf%n", &machine->G, &more) != 1)
	more = 0;
      end += more;
    }
  if (!end || text[end] || !(machine->L >= 0) || !(machine->o >= 0)
      || !(machine->g >= 0) || !(machine->G >= 0)
      || !isfinite (machine->L + machine->o + machine->g + machine->G))
    usage_error ("--logp wants L,o,g or L,o,g,G, numbers >= 0, not '%s'", text);
}

bool
sched_set_machine (const struct options *options, struct pram_logp *machine,
		   struct pram_arena *arena, const struct pram_diag *diag)
{
  *machine = pram_logp_default ();
  if (options->logp)
    parse_logp (options->logp, machine);
  return !options->machine
	 || read_machine (options->machine, machine, arena, diag);
}
