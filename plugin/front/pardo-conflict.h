/* pardo-conflict.h: what iterations in lock step may change of each other's.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_PARDO_CONFLICT_H
#define PLUG_PARDO_CONFLICT_H

#include "pardo-steps.h"

/* T is a reference to memory, of which a part may be somebody else's.  */
bool plug_reference_p (tree t);

/* Another iteration that assigns to one of WRITTEN, the left sides of assignments,
   may change the value of T, or, if OWN, any iteration.  */
bool plug_pardo_unstable_p (struct plug_steps *, tree t,
			    const vec<tree> &written, bool own);

/* A and B are the same expression.  */
bool plug_same_words_p (tree a, tree b);

/* The references A and B are to different objects, whatever pointers hold.  */
bool plug_pardo_apart_p (tree a, tree b);

/* The call T does nothing but compute a number from numbers.  */
bool plug_pardo_computes_p (tree t);

/* What T changes beside being a value; null if nothing.  */
tree plug_effect_of (tree t);

/* T mentions the variable VAR.  */
bool plug_mentions_p (tree t, tree var);

#endif
