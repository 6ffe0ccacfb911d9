/* args-procs.c: more processes than figures are computed for.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-procs=2,16385 } */
/* { dg-error "from 1 to 16384" 0 } */
/* { dg-error "failed to initialize plugin" 0 } */

int x;
