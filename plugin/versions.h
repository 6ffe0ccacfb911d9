/* versions.h: one code for several sizes that the user names.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_VERSIONS_H
#define PLUG_VERSIONS_H

struct plug_region;

/* Emit the code of as many versions of REGION, whose function is the current
   one, as can have the same, and say how they run.  The others are compiled
   alone later.  */
void plug_versions_compile (struct plug_region *region);

#endif
