/* args-negative.c: a negative size from the command line.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options -fplugin-arg-pram-size=n:-4 } */
/* { dg-error "expected NAME:VALUE" 0 } */
/* { dg-error "failed to initialize plugin" 0 } */

int x;
