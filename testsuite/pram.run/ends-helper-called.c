/* ends-helper-called.c: in some iterations a helper ends the program.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 40 -3 }
   { pram-status 3 }
   { pram-stderr "no root: " }
   { pram-stats "line 21 ends the program" }
   { pram-mode any }  */

#include "ends-helper.h"
