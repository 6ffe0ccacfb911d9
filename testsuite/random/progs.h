/* progs.h: random programs in text form.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PROGS_H
#define PROGS_H

#include "choices.h"

/* Print one made of the choices.  */
void random_prog_print (FILE *, struct choices *);

#endif
