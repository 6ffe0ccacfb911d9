/* last-writer.h: elements of which nobody can tell who writes them last.

   SPDX-License-Identifier: Apache-2.0

     for (k) { while (…) { for (j) h[j] = …; } for (j) if (…) h[j + 1] = …; }

   Whether a loop inside of another one has run in its last round data decide, so
   at the end nobody can say which process has h[j].  But who reads it while the
   region runs gets it from all that may have been last, in their order.  So behind
   the outermost loop a nest reads all of h, and writes it.  It becomes a layer,
   without code, and is surely the last one to write.  */

#ifndef PRAM_LAST_WRITER_H
#define PRAM_LAST_WRITER_H

#include "prog/prog.h"

/* PROG, which has subscripts, with such a nest for ARRAY.  Null if it isn't known how
   many elements that has, they are known by other names, too, or data choose them.  */
struct pram_prog *pram_make_last_writer (const struct pram_prog *prog, int array);

#endif
