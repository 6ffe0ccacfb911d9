/* args-directory.c: a directory instead of a file.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-profile=/ } */
/* { dg-error "/: Is a directory" 0 } */
/* { dg-error "expected a file that PRAM_STATS named" 0 } */
/* { dg-error "failed to initialize plugin" 0 } */

int x;
