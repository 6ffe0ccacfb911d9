/* replay.h: original statements of which calls have been made already.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_REPLAY_H
#define PLUG_REPLAY_H

/* Have the pass run, when all functions are in SSA form.  */
void plug_replay_register (const char *plugin_name);

#endif
