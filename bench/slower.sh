#!/bin/sh
# slower.sh: is any program slower than gcc's, whatever its regions?
# SPDX-License-Identifier: GPL-3.0-or-later
#
# slower.sh SOURCES PRAMCC GCC [REPETITIONS]
# In the current directory compiles SOURCES/small.c for several n with
# -O3 -march=native, runs the programs in alternation and prints the least
# milliseconds that a time step took, gcc's and ours, with the ratios, and the
# worst ratio: ours as the runtime chooses, on one rank and on RANKS, and the
# original loops, in the last column.

sources=$1 pramcc=$2 gcc=$3 reps=${4:-5}
flags="-O3 -march=native -ffp-contract=off"
: "${SIZES:=300 700 1500}" "${RANKS:=2}"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
# A rank that is bound to a core loses against a program that isn't as soon as
# anything else runs there.
export OMPI_MCA_hwloc_base_binding_policy=none

fail () { echo "slower: $1" >&2; exit 1; }

# measure NAME COMMAND…: the milliseconds of a step go to the file times.NAME;
# what else the program says must be what all say.
measure ()
{
  name=$1
  shift
  line=$(timeout 300 "$@" $steps) || fail "$* failed"
  echo "${line%% *}" | awk -v n=$steps '{ print $1 / n * 1e3 }' \
    >>"times.$name"
  test "${line#* }" = "${said:=${line#* }}" || fail "$* says something else"
}

least () { sort -g "times.$1" | head -1; }

printf '%5s | %9s | %9s %6s | %9s %6s | %9s %6s\n' n gcc "pram 1" ratio \
  "pram $RANKS" ratio original ratio
for n in $SIZES; do
  steps=$((400000000 / (n * n)))
  "$pramcc" $flags -w -DN=$n "$sources/small.c" -o generated -lm \
    2>build.log || { cat build.log >&2; fail "pramcc failed"; }
  "$gcc" $flags -w -DN=$n "$sources/small.c" -o serial -lm \
    || fail "gcc failed"
  rm -f times.*
  said= k=0
  while test $k -lt "$reps"; do
    measure serial ./serial
    measure one ./generated
    measure all mpirun -np "$RANKS" ./generated
    measure original env PRAM_MODE=serial ./generated
    k=$((k + 1))
  done
  echo $n $(least serial) $(least one) $(least all) $(least original)
done | awk '
  { printf "%5d | %9.4f | %9.4f %6.2f | %9.4f %6.2f | %9.4f %6.2f\n", $1, $2,
      $3, $3 / $2, $4, $4 / $2, $5, $5 / $2
    for (k = 3; k <= 5; k++)
      worst = $k / $2 > worst ? $k / $2 : worst }
  END { if (NR) printf "worst ratio %.2f\n", worst; exit !NR }'
