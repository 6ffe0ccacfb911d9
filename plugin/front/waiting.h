/* waiting.h: functions with regions wait until the whole file is parsed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_WAITING_H
#define PLUG_WAITING_H

/* Let functions wait: to be called once, before the file is parsed.  */
void plug_waiting_start (void);

/* Callback of PLUGIN_PRE_GENERICIZE: if the function has pragmas, it waits.  */
void plug_wait (void *fndecl, void *);

#endif
