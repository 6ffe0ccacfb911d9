/* same-pointers.h: regions of functions that get one array twice.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_SAME_POINTERS_H
#define PLUG_SAME_POINTERS_H

struct plug_binding;

/* Put copies of B's statements, of the function FNDECL, beside them, in which one
   parameter stands for another, and behind B what binds these.  */
void plug_same_pointers_rewrite (tree fndecl, struct plug_binding *b);

#endif
