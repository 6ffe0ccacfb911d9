/* args-key.c: an unknown plugin argument.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-colour=red } */
/* { dg-error "colour" 0 } */
/* { dg-error "failed to initialize plugin" 0 } */

int x;
