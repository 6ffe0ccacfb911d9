/* places.h: whether references are to the same place, or never are.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h.  */

#ifndef PLUG_PLACES_H
#define PLUG_PLACES_H

/* A and B, references, are to different members of the same structures.  */
bool plug_different_members_p (tree a, tree b);
/* … never are to the same place, whatever data say.  */
bool plug_different_places_p (tree a, tree b);
/* … surely are, if memory is the same.  */
bool plug_same_place_p (tree a, tree b);

/* Something says which element of its array REF is to; … and has been loaded.  */
bool plug_indexed_p (tree ref);
bool plug_loaded_index_p (tree ref);

/* What memory is for STMT, which accesses REF: behind those stores before it that are
   to other places.  */
tree plug_memory_for (gimple *stmt, tree ref);
/* P and Q, loads, load the same.  */
bool plug_loads_same_p (gimple *p, gimple *q);
/* A and B, values, are computed in the same way from the same.  */
bool plug_equal_p (tree a, tree b);

#endif
