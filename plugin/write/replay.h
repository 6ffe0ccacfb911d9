/* replay.h: original statements of which calls have been made already.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_REPLAY_H
#define PLUG_REPLAY_H

struct plug_region;

/* The original statement of REGION may run after the region, and must not make the calls
   that this has recorded.  */
void plug_replay_original (struct plug_region *region);
/* Have the pass run, when all functions are in SSA form.  */
void plug_replay_register (const char *plugin_name);

#endif
