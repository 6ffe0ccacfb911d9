/* roots.h: trees that the plugin keeps across garbage collections.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_ROOTS_H
#define PLUG_ROOTS_H

/* From now on what *PLACE refers to is alive.  PLACE must stay valid for ever
   (static or from malloc).  */
void plug_root (tree *place);

/* Callback of PLUGIN_GGC_MARKING.  */
void plug_roots_mark (void *, void *);

#endif
