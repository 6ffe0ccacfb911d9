/* pass.h: the GIMPLE pass `pram'.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_PASS_H
#define PLUG_PASS_H

/* Register the pass after `ssa'.  PLUGIN_NAME: the plugin's base name.  */
void plug_pass_register (const char *plugin_name);

#endif
