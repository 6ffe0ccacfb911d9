/* tables.h: define a function once for each strategy.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef TABLES_H
#define TABLES_H

#include "show.h"

#define PRAGMA(text) _Pragma (#text)
#define EACH_STRATEGY(kernel) kernel (naive) kernel (linear) kernel (brent)

#endif
