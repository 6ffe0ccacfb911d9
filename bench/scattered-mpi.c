/* scattered-mpi.c: csr-mpi.c for a matrix whose rows and columns are in no order.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define SCATTERED
#include "csr-mpi.c"
