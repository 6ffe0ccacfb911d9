/* ends.h: pointers that loops run up to.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_ENDS_H
#define PLUG_ENDS_H

/* Let the region of S take distances instead of pointers that it only
   compares.  */
void plug_find_ends (struct plug_free_variables *);

/* The pointer whose place O has taken, DISTANCE from the pointer FROM.  */
tree plug_end_pointer (const struct plug_outer *o, tree from, tree distance);

#endif
