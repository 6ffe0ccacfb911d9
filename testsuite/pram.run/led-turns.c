/* Writes that wait for what others find where there is memory for few of them only: each
   part of them is answered before the next one is made.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 2 5 60 1000 } */
/* { pram-env PRAM_DEPOSITS=0.001 } */
/* { pram-ranks 1 2 3 5 } */
/* { pram-mode distributed } */
/* { pram-stats "\"shortest.1[^\n]*\"full_logs\": [1-9][0-9][0-9]" "\"tree.1[^\n]*\"full_logs\": [1-9]" } */
#include "led.c"
