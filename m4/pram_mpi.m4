# pram_mpi.m4: how to compile and link with MPI
# SPDX-License-Identifier: GPL-3.0-or-later

# PRAM_PROG_MPI
# Substitutes MPICC, MPI_CFLAGS and MPI_LIBS: what mpicc adds to a command.
# Asking the wrapper lets libtool and pramcc use the C compiler itself.
AC_DEFUN([PRAM_PROG_MPI], [
  AC_ARG_VAR([MPICC], [MPI compiler wrapper])
  AC_PATH_PROGS([MPICC], [mpicc], [])
  if test -z "$MPICC"; then
    AC_MSG_ERROR([no mpicc; Debian: apt-get install libopenmpi-dev])
  fi
  AC_MSG_CHECKING([what $MPICC adds])
  if MPI_CFLAGS=`$MPICC --showme:compile 2>/dev/null`; then
    # Open MPI
    MPI_LIBS=`$MPICC --showme:link 2>/dev/null`
  elif pram_show=`$MPICC -show -c x.c 2>/dev/null`; then
    # MPICH and its kin print the whole command.
    MPI_CFLAGS=`echo "$pram_show" | tr ' ' '\n' | grep '^-[[ID]]' | tr '\n' ' '`
    MPI_LIBS=`$MPICC -show 2>/dev/null | tr ' ' '\n' \
	      | grep '^-\([[Ll]]\|Wl,\)' | tr '\n' ' '`
  else
    AC_MSG_RESULT([unknown])
    AC_MSG_ERROR([$MPICC understands neither --showme:compile nor -show])
  fi
  AC_MSG_RESULT([$MPI_CFLAGS $MPI_LIBS])
  AC_SUBST([MPI_CFLAGS])
  AC_SUBST([MPI_LIBS])

  pram_save_CFLAGS=$CFLAGS
  pram_save_LIBS=$LIBS
  CFLAGS="$CFLAGS $MPI_CFLAGS"
  LIBS="$MPI_LIBS $LIBS"
  AC_MSG_CHECKING([whether an MPI program links])
  AC_LINK_IFELSE([AC_LANG_PROGRAM([[#include <mpi.h>]],
				  [[MPI_Init (0, 0);]])],
    [AC_MSG_RESULT([yes])],
    [AC_MSG_RESULT([no])
     AC_MSG_ERROR([$MPICC does not work])])
  CFLAGS=$pram_save_CFLAGS
  LIBS=$pram_save_LIBS
])
