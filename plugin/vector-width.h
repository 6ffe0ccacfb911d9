/* vector-width.h: the longest vectors for the loops of layers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_VECTOR_WIDTH_H
#define PLUG_VECTOR_WIDTH_H

/* Bytes of the longest vectors that the loops of layers may have.  */
unsigned plug_vector_width (void);

/* FN is a layer's function.  */
void plug_vector_width_mark (tree fn);
bool plug_vector_width_p (tree fn);

/* Let the loops of the current function, which is one, have the longest
   vectors that there are.  */
void plug_vector_width_set (void);

#endif
