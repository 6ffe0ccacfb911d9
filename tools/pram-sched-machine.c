/* pram-sched-machine.c: the machine to schedule for.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-sched.h"
#include "tool-machine.h"

bool
sched_set_machine (const struct options *options, struct pram_logp *machine,
		   struct pram_arena *arena, const struct pram_diag *diag)
{
  *machine = pram_logp_default ();
  if (options->logp && !tool_parse_logp (options->logp, machine))
    usage_error ("--logp wants L,o,g or L,o,g,G, numbers >= 0, not '%s'",
		 options->logp);
  return !options->machine
	 || tool_read_machine (options->machine, machine, arena, diag);
}
