/* exchanges.h: names that loops exchange, nobody knows how often.

   SPDX-License-Identifier: Apache-2.0

     for (t) { do { for (i) v[i] = … u[i - 1] …; swap (u, v); } while (…); … }

   What u stands for in round t depends on how often the inner loop ran in all
   rounds before.  So for analysis names are not exchanged there: what they hold
   is.  A nest at the loop's back edge reads u[i] and v[i] and writes both.  It
   becomes a layer, without code: each process exchanges its pointers, which does
   that for all elements that it has.  Exact flow brings them to it before, and to
   whoever reads them next behind it, by the names that they have then.  At the end
   an array is collected from where its name has come to
   (PRAM_stands).  */

#ifndef PRAM_EXCHANGES_H
#define PRAM_EXCHANGES_H

#include "prog/prog.h"

/* PROG, which has subscripts, or if it needs such nests a copy with them.  Null
   after a report.  */
struct pram_prog *pram_exchange_contents (struct pram_prog *prog,
					  const struct pram_diag *diag);

#endif
