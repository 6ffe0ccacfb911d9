/* tool-machine.h: the machine that an option names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TOOL_MACHINE_H
#define TOOL_MACHINE_H

#include "machine/machine.h"

/* TEXT is L,o,g or L,o,g,G, numbers >= 0 in any unit: MACHINE gets them, its op
   and P stay.  False if TEXT is something else.  */
bool tool_parse_logp (const char *text, struct pram_logp *machine);

/* Read the machine file NAME, in seconds.  What is longer than a number goes to
   the arena of COSTS.  False after a message that names the file.  */
bool tool_read_machine (const char *name, struct pram_logp *machine,
			struct pram_costs *costs);

#endif
