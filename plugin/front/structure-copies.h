/* structure-copies.h: structures that are assigned, member by member.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_STRUCTURE_COPIES_H
#define PLUG_STRUCTURE_COPIES_H

#include "bind.h"

/* Let the region of B, and functions that it calls, assign structures member by member
   where that is the same.  */
void plug_structure_copies_rewrite (struct plug_binding *b);

#endif
