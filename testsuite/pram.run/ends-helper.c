/* ends-helper.c: helpers that end the program where something is wrong, which is printed
   first; here it isn't.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 40 }
   { pram-args 7 }
   { pram-stats "\"tasks_per_rank\": \\[[1-9][0-9]*, [1-9][0-9]" }
   { pram-mode distributed }  */

#include "ends-helper.h"
