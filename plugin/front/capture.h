/* capture.h: isolating regions into functions of their own.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_CAPTURE_H
#define PLUG_CAPTURE_H

/* Makes the tables of the REGION, which runs serially for REASON, at LINE.  */
typedef void plug_serial_fn (struct plug_region *region, const char *reason,
			     int line);

/* To be called once, before regions are captured.  */
void plug_capture_start (plug_serial_fn *emit);

/* Bind the pragmas (plug_pragmas) to the statements of the function FNDECL and
   capture its regions.  Afterwards there are none.  */
void plug_capture_function (tree fndecl);

/* Callback of PLUGIN_FINISH_UNIT: say which of the sizes on the command line
   were for no region.  */
void plug_capture_finish (void *, void *);

/* FNDECL was made by the plugin.  */
bool plug_artificial_p (tree fndecl);

#endif
