/* pram-sched-machine.c: the machine to schedule for.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-sched.h"
#include "tool-machine.h"

bool
sched_set_machine (const struct options *options, struct machine *machine,
		   struct pram_arena *arena)
{
  machine->logp = pram_logp_default ();
  machine->costs = options->logp ? (struct pram_costs) { .arena = arena }
				 : pram_costs_default (arena);
  machine->predictor
    = (struct pram_predictor) { &machine->logp, &machine->costs, NULL, NULL };
  if (options->logp && !tool_parse_logp (options->logp, &machine->logp))
    usage_error ("--logp wants L,o,g or L,o,g,G, numbers >= 0, not '%s'",
		 options->logp);
  return !options->machine
	 || tool_read_machine (options->machine, &machine->logp,
			       &machine->costs);
}
