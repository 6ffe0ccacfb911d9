/* args-value.c: a bad value of a plugin argument.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-schedule=fast } */
/* { dg-error "fast" 0 } */
/* { dg-error "failed to initialize plugin" 0 } */

int x;
