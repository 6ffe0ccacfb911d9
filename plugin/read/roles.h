/* roles.h: what values are used for, and how large such values usually are.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h and region.h.  */

#ifndef PLUG_ROLES_H
#define PLUG_ROLES_H

#define BOUND 1000
/* Bounds differ by so much: equal ones are a special case.  */
#define BETWEEN 12
#define ROW 2000
/* What loops go beyond a bound, and leave at the ends.  */
#define MARGIN 4

/* What loops go on by, as tiles do, is less.  */
#define TILE 16
/* Partners of a butterfly (`i ^ h') are so far apart: 2 * ONE_BIT divides BOUND.  */
#define ONE_BIT 4
/* So deep are margins of ghost cells, or a stencil's reach.  */
#define REACH 2

/* What a value is used for, the most telling last.  A DISTANCE is multiplied by the size of
   an element alone.  Loops start so far below a constant as their DEPTH says (-d).  */
enum role { NOTHING, CASE, START, DISTANCE, STRIDE, LIMIT, STEP, BIT, DEPTH };

/* What NAME is used for: a bit for each role.  */
int plug_roles_of (tree name);

/* Append to VALUES the constants that NAME is compared with, and those next to them from
   which comparisons tell them.  */
void plug_cases_of (tree name, vec<HOST_WIDE_INT> *values);

/* The fewest elements that an array in REGION is declared to have in a
   dimension, less a margin; HOST_WIDE_INT_MAX if none is.  … or BOUND, if that is less.  */
HOST_WIDE_INT plug_declared_extent (const struct plug_region *region);
HOST_WIDE_INT plug_declared_bound (const struct plug_region *region);

#endif
