/* smpi-main.c: start and end of a program on SimGrid's MPI, for smpi.sh.

   SPDX-License-Identifier: GPL-3.0-or-later

   There all processes are threads of one, so main must start each of them.  */

#include "pram-abi.h"

int jacobi_main (int, char **);

int
main (int argc, char **argv)
{
  PRAM_start (&argc, &argv);
  int status = jacobi_main (argc, argv);
  PRAM_stop ();
  return status;
}
