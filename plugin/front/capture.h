/* capture.h: isolating regions into functions of their own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_CAPTURE_H
#define PLUG_CAPTURE_H

/* Makes the tables of the REGION, which runs serially for REASON, at LINE.  */
typedef void plug_serial_fn (struct plug_region *region, const char *reason,
			     int line);

/* Callback of PLUGIN_PRE_GENERICIZE: bind the pragmas of the function and
   capture its regions.  EMIT is a plug_serial_fn.  */
void plug_capture_function (void *fndecl, void *emit);

/* Callback of PLUGIN_FINISH_UNIT: say which of the sizes on the command line
   were for no region.  */
void plug_capture_finish (void *, void *);

/* FNDECL was made by the plugin.  */
bool plug_artificial_p (tree fndecl);

#endif
