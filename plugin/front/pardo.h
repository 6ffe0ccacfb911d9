/* pardo.h: loops whose iterations run in lock step, as ordinary loops.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_PARDO_H
#define PLUG_PARDO_H

#include "bind.h"

/* Rewrite the loops of B, in the function FNDECL, that `pardo' stands before.
   Misuse is reported as an error.  */
void plug_pardo_rewrite (tree fndecl, struct plug_binding *b);

/* Declare around B, which has been captured, what the loops needed.  */
void plug_pardo_declare (struct plug_binding *b);

/* The statement T is for the serial run alone: the captured region is without
   it.  */
bool plug_pardo_serial_p (tree t);

/* The variable VAR points to what a loop keeps from one of its steps to the next:
   no memory in the user's program, but for the serial run.  */
bool plug_pardo_temporary_p (tree var);

#endif
