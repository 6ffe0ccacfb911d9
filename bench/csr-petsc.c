/* csr-petsc.c: csr.c with PETSc.

   SPDX-License-Identifier: GPL-3.0-or-later

   csr-petsc ITERATIONS, compiled with -DN=n.  As in csr.c rank 0 has the data
   before and after; conjugate gradients without preconditioner.  */

#include "sparse-mpi.h"
enum { POINTS = N * N, POINTS_IN_ROW = N };
#undef N
#include <petscksp.h>

/* Solve M x = B in at most MOST iterations; returns how many there were.  */
static int
solve (const struct matrix *m, double *b, double *x, int most)
{
  Mat a;
  Vec load, result;
  KSP ksp;
  PC pc;
  PetscInt it;
  MatCreateMPIAIJWithArrays (PETSC_COMM_WORLD, m->n, m->n, POINTS, POINTS,
			     m->start, m->column, m->value, &a);
  VecCreateMPIWithArray (PETSC_COMM_WORLD, 1, m->n, POINTS, b, &load);
  VecCreateMPIWithArray (PETSC_COMM_WORLD, 1, m->n, POINTS, x, &result);
  KSPCreate (PETSC_COMM_WORLD, &ksp);
  KSPSetOperators (ksp, a, a);
  KSPSetType (ksp, KSPCG);
  KSPGetPC (ksp, &pc);
  PCSetType (pc, PCNONE);
  KSPSetNormType (ksp, KSP_NORM_UNPRECONDITIONED);
  KSPSetTolerances (ksp, 1e-300, 1e-15, 1e300, most);
  KSPSolve (ksp, load, result);
  KSPGetIterationNumber (ksp, &it);
  return (int) it;
}

int
main (int argc, char **argv)
{
  int none = 1, n = POINTS, most = argc > 1 ? atoi (argv[1]) : 100;
  char *name[] = { argv[0], NULL }, **names = name;
  PetscInitialize (&none, &names, NULL, NULL);
  MPI_Comm_rank (PETSC_COMM_WORLD, &rank);
  MPI_Comm_size (PETSC_COMM_WORLD, &size);
  struct matrix whole = { .n = n };
  int *rows = first_rows (n), own = rows[rank + 1] - rows[rank];
  double *x = grid (rank ? own : n), *b = grid (rank ? own : n);
  if (rank == 0)
    {
      whole = five_points (POINTS_IN_ROW);
      loads (n, b);
    }

  MPI_Barrier (PETSC_COMM_WORLD);
  double since = seconds ();
  struct matrix m = share_rows (&whole, rows);
  move (b, b, rows, MPI_DOUBLE, 0);
  int it = solve (&m, b, x, most);
  move (x, x, rows, MPI_DOUBLE, 1);
  since = seconds () - since;

  if (rank == 0)
    printf ("%.6f %d %.8g\n", since, it, x[n / 3]);
  PetscFinalize ();
  return 0;
}
