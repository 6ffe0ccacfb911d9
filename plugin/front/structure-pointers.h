/* structure-pointers.h: pointers to structures that a region exchanges.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_STRUCTURE_POINTERS_H
#define PLUG_STRUCTURE_POINTERS_H

#include "bind.h"

/* Let the region of B, in the function FNDECL, exchange copies of the structures to which
   pointers lead that it exchanges.  */
void plug_structure_pointers_rewrite (tree fndecl, struct plug_binding *b);

#endif
