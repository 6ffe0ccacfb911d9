/* ends-list.c: a list is full.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 -1 600 }
   { pram-status 13 }
   { pram-mode any }  */

#include "ends-pivot.h"
