/* levels-linear.c: index arithmetic that is linear once some loop is unrolled.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define CLAUSES schedule(linear)
#include "levels.h"
