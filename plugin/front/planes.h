/* planes.h: planes of an array that take turns, as pointers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_PLANES_H
#define PLUG_PLANES_H

#include "bind.h"

/* Let the region of B, in the function FNDECL, have pointers to the planes of
   arrays of which variables of changing values choose one.  */
void plug_planes_rewrite (tree fndecl, struct plug_binding *b);

#endif
