/* args-nofile.c: a machine file that isn't there.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-machine=nowhere.logp } */
/* { dg-error "nowhere.logp: No such file" 0 } */
/* { dg-error "expected a machine file" 0 } */
/* { dg-error "failed to initialize plugin" 0 } */

int x;
