/* prog-copy.h: programs that are changed while others keep what they have.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_PROG_COPY_H
#define PRAM_PROG_COPY_H

#include "prog.h"

/* A copy of PROG in its arena, with nodes of its own.  */
struct pram_prog *pram_prog_copy (const struct pram_prog *prog);

/* Give PROG, which has them from the program of which it will be a copy, lists of
   its own of what names nodes: offers, what is inspected, deposited, pinned.  */
void pram_prog_copy_lists (struct pram_prog *prog);

/* Let COPY be in PROG's lists where NODE was.  */
void pram_prog_rename_node (struct pram_prog *prog,
			    const struct pram_node *node,
			    struct pram_node *copy);

#endif
