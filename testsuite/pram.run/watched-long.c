/* Loops that are taken not to use what they write where there isn't the memory to find
   out whether they do: they run serially.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 3000 } */
/* { pram-env PRAM_DEPOSITS=0.001 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode any } */
/* { pram-stderr "'scatter.1' runs serially: what has to be noted of elements that data choose takes more than 0.0009[0-9]* MiB .PRAM_DEPOSITS" } */
#include "watched.c"
