/* sections.h: which parts of an array a loop accesses.

   SPDX-License-Identifier: Apache-2.0

     for (i) { s = 0; for (k) s += a[k] * q[column[k]]; q[n + i] = s; }

   Nobody knows before it runs whether that reads what it writes.  But where column[k]
   is 0 it doesn't, by far: programs that do so mean two arrays in one.  */

#ifndef PRAM_SECTIONS_H
#define PRAM_SECTIONS_H

#include "prog/prog.h"

/* No iteration of LOOP writes what of ARRAY another one accesses, by name: each has
   rows of its own.  */
bool pram_sections_apart_p (const struct pram_prog *,
			    const struct pram_node *loop, int array);

/* What IN reads most likely isn't what some loop writes that it is in, but `before' is
   not around: where data add nothing it is far from that, or all behind.  */
bool pram_section_likely_p (const struct pram_prog *,
			    const struct pram_inspected *in);

#endif
