/* state.c: what a process knows.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"

struct prt_state prt = { .procs = 1, .all_procs = 1, .comm = MPI_COMM_NULL };
