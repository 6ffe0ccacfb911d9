/* disjoint.h: tell GCC that the arrays of a layer are different ones.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_DISJOINT_H
#define PLUG_DISJOINT_H

struct plug_clone;

/* REF is what the copy C writes (or reads) where STMT does: no reference to
   another array touches it.  */
void plug_disjoint_mark (struct plug_clone *c, gimple *stmt, tree ref,
			 bool write);
/* FUN, a layer's function, has such references.  */
void plug_disjoint_reserve (function *fun);
/* The same is true between iterations of all of its loops.  Requires: they are
   known.  */
void plug_disjoint_own (function *fun);

#endif
