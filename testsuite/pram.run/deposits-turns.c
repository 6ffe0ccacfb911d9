/* Writes of which data choose the element where there is memory for few of them only:
   processes have them done in turn.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 33 1 2 7 1000 } */
/* { pram-env PRAM_DEPOSITS=0.001 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
/* { pram-stats "\"charge.1[^\n]*\"full_logs\": [1-9][0-9][0-9]" "\"backwards.1[^\n]*\"full_logs\": [1-9][0-9][0-9]" } */
#include "deposits.c"
