/* ends-pivot.c: a matrix that isn't singular, but could be: elimination is distributed.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 }
   { pram-stats "\"region\": \"eliminate.1\"[^}]*\"mode\": \"distributed\"" }
   { pram-mode any }  */

#include "ends-pivot.h"
