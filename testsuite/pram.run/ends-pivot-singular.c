/* ends-pivot-singular.c: process 0 ends the program, as the original statement does.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 20 }
   { pram-status 120 }
   { pram-stderr "singular in column 20: 0" }
   { pram-mode any }  */

#include "ends-pivot.h"
