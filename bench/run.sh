#!/bin/sh
# run.sh: generated code against MPI written by hand, and against gcc.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh SOURCES PRAMCC MPICC GCC [REPETITIONS]
# In the current directory compiles SOURCES/{jacobi,cg,csr,scattered}{,-mpi}.c
# for several n with -O3 -march=native, runs the programs in alternation and
# prints medians of the microseconds that they say an iteration of their solvers
# took, distribution and collection included, and ratios; "any" is the same
# program compiled for any size (-DANY), the making of its plan included.  For
# matrices by rows (csr, scattered) it also says how many iterations the rest of
# an entry takes as long as: distributing the matrix, finding out who reads
# what, collecting the result; and the ratio to the same with PETSc
# (-petsc.c), if pkg-config finds that.  Nothing else should run meanwhile.
# SIZES and SPARSE_SIZES (of those), SOLVERS, RANKS: what to measure.

sources=$1 pramcc=$2 mpicc=$3 gcc=$4 reps=${5:-5}
flags="-O3 -march=native ${EXTRA_CFLAGS-}"
: "${SIZES:=512 1024 4096}" "${SOLVERS:=jacobi cg csr scattered}" "${RANKS:=2}"
: "${SPARSE_SIZES:=500 2000}"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export PRAM_MODE=distributed OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader

fail () { echo "bench: $1" >&2; exit 1; }

# Iterations that take about a second on two cores.  On one, where gcc may need
# ten times as long, a tenth of them.
iterations ()
{
  case $1-$2 in
    jacobi-4096) echo 150 ;;
    cg-4096) echo 40 ;;
    jacobi-*) echo $((3000000000 / ($2 * $2))) ;;
    # Not more than it takes to converge.
    cg-*) echo 1500 ;;
    *-2000) echo 40 ;;
    csr-* | scattered-*) echo $((250000000 / ($2 * $2))) ;;
  esac
}

# measure NAME ITERATIONS COMMAND: run COMMAND ITERATIONS $variant.  The
# microseconds of an iteration go to the file times.NAME; what else the program
# says must be what the others said that made as many iterations.
measure ()
{
  name=$1 steps=$2
  shift 2
  line=$(timeout 300 "$@" $steps $variant) || fail "$* failed"
  echo "${line%% *}" | awk -v n="$steps" '{ print $1 / n * 1e6 }' \
    >>"times.$name"
  echo "${line#* }" >>"checks.$steps"
}

median ()
{
  sort -g "times.$1" | awk '{ t[NR] = $1 } END {
    print NR % 2 ? t[(NR + 1) / 2] : (t[NR / 2] + t[NR / 2 + 1]) / 2 }'
}

# All numbers of the file $2 equal up to 1e-5?
agree ()
{
  awk 'NR == 1 { for (k = 1; k <= NF; k++) want[k] = $k; next }
    { for (k = 1; k <= NF; k++) {
	d = $k - want[k]; s = want[k] < 0 ? -want[k] : want[k]
	if ((d < 0 ? -d : d) > 1e-5 * s) bad = 1 } }
    END { exit bad }' "$2" || { cat "$2" >&2; fail "$1: results differ"; }
}

build ()
{
  "$pramcc" $flags -DN=$2 "$sources/$1.c" -o generated -lm 2>build.log \
    && "$pramcc" $flags -DANY -DN=$2 "$sources/$1.c" -o any -lm 2>build.log \
    || { cat build.log >&2; fail "pramcc failed"; }
  "$gcc" $flags -Wno-unknown-pragmas -DN=$2 "$sources/$1.c" -o serial -lm \
    && "$mpicc" $flags -fopenmp-simd -DN=$2 "$sources/$1-mpi.c" -o hand -lm \
    || fail "a compiler failed"
}

sparse_p () { test "$1" = csr || test "$1" = scattered; }

# With PETSc, if it is there.
build_petsc ()
{
  pkg-config --exists petsc 2>build.log || return 0
  "$mpicc" $flags -DN=$2 "$sources/$1-petsc.c" -o petsc -w \
    $(pkg-config --cflags --libs petsc) -lm 2>build.log \
    || { cat build.log >&2; fail "$1 with PETSc can't be compiled"; }
}

# The iterations that the rest of an entry takes as long as, from the medians of
# $1 iterations and of 1 iteration, for the program $2.
entry ()
{
  awk -v n=$1 -v all=$(median $2) -v one=$(median $2.1) 'BEGIN {
    each = (n * all - one) / (n - 1)
    printf "%.1f", one / each - 1 }'
}

# What is measured only for matrices by rows: a line below.
measure_sparse ()
{
  measure generated.1 1 $launch ./generated
  measure hand.1 1 $launch ./hand
  test ! -x petsc || measure petsc $it $launch ./petsc
}

tell_sparse ()
{
  echo "        rest of an entry in iterations: $(entry $it generated)," \
    "by hand $(entry $it hand); $(
    test -x petsc && awk -v a=$(median generated) -v b=$(median petsc) 'BEGIN {
      printf "of PETSc %.2f (%.1f)", a / b, b }' || echo "PETSc isn't there")"
}

launch="mpirun -np $RANKS"
printf '%-9s %5s %6s | %9s %9s %9s | %6s | %9s %9s | %6s %6s\n' program n \
  iter "pram $RANKS" "hand $RANKS" ratio any "pram 1" "gcc 1" ratio speedup
for program in $SOLVERS; do
  sizes=$SIZES
  ! sparse_p $program || sizes=$SPARSE_SIZES
  for n in $sizes; do
    build $program $n
    rm -f petsc
    ! sparse_p $program || build_petsc $program $n
    it=$(iterations $program $n)
    few=$(((it + 9) / 10))
    rm -f times.* checks.*
    k=0
    while test $k -lt "$reps"; do
      variant=
      measure generated $it $launch ./generated
      measure any $it $launch ./any
      measure hand $it $launch ./hand
      measure alone $few ./generated
      measure serial $few ./serial
      ! sparse_p $program || measure_sparse
      variant=ahead
      test $program != jacobi || measure ahead $it $launch ./hand
      k=$((k + 1))
    done
    agree $program checks.$it
    agree $program checks.$few
    test ! -f checks.1 || agree $program checks.1
    hand=$(median hand)
    # The better one of the hand-written variants counts.
    test ! -f times.ahead \
      || hand=$(printf '%s\n' $hand $(median ahead) | sort -g | head -1)
    echo "$program $n $it $(median generated) $hand $(median any) \
      $(median alone) $(median serial)" | awk '{
	printf "%-9s %5d %6d | %9.1f %9.1f %9.2f | %6.2f | %9.1f %9.1f | %6.2f " \
	       "%6.2f\n", $1, $2, $3, $4, $5, $4 / $5, $6 / $4, $7, $8, $7 / $8,
	       $8 / $4 }'
    ! sparse_p $program || tell_sparse
  done
done
