/* leaving.h: jumps out of a region.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_LEAVING_H
#define PLUG_LEAVING_H

struct plug_binding;

/* Let the jumps out of B's region, in the function FNDECL, set a variable and
   go to the region's end, and what follows the region jump.  */
void plug_leave_later (struct plug_binding *b, tree fndecl);

/* LABEL is one at a region's end, that they go to.  */
bool plug_way_out_p (tree label);

#endif
