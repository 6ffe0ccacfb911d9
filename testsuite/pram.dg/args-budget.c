/* args-budget.c: a budget that is none.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-budget=0 } */
/* { dg-error "expected seconds" 0 } */
/* { dg-error "failed to initialize plugin" 0 } */

int x;
