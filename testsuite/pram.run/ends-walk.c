/* ends-walk.c: a list has no end.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 -1 1200 1000 }
   { pram-status 62 }
   { pram-stderr "no end from 1000" }
   { pram-mode any }  */

#include "ends-pivot.h"
