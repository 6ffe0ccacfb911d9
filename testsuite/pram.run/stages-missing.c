/* Levels of rows in a loop that does not run: where they begin need not be there.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 1 7 300 } */
/* { pram-mode any } */
/* { pram-stderr "isn't known" } */
#define _GNU_SOURCE
#include <sys/mman.h>
#define MISSING
#include "stages-until.c"
