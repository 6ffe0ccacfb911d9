/* ends-helper-full.c: the program ends where what data choose says so.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 5 }
   { pram-status 4 }
   { pram-stderr "cell [0-9] is full" }
   { pram-stats "ends the program" }
   { pram-mode any }  */

#include "ends-helper.h"
