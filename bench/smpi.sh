#!/bin/sh
# smpi.sh: predicted times of the generated Jacobi beside those under SimGrid.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# smpi.sh TOP BUILD [P…]: TOP is the source tree.  Needs smpicc and smpirun.
# Prints microseconds an iteration, from runs of 5 and of 10.  A task takes
# half a nanosecond on both sides: few enough for communication to matter.  On
# machines with g > o and on such with little capacity L / g both differ
# (simgrid.sh).  SIZE is n, MACHINES a list of L,o,g.

top=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
shift 2
test $# -gt 0 || set -- 4 8 16 32 64 128 256 512 1024
size=${SIZE:-1024}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail () { echo "smpi.sh: $1" >&2; exit 1; }
. "$top/bench/simgrid.sh"

compile () { "$build/pramcc" -O2 -w -fPIC -DN=$size -Dmain=jacobi_main "$@" \
	       -c "$top/bench/jacobi.c" -o "$work/jacobi.o" 2>&1; }
compile -fplugin-arg-pram-dump=prog | sed -n '/^region/,/^}/p' \
  > "$work/jacobi.prog"
compile > "$work/log" || { cat "$work/log" >&2; fail "pramcc failed"; }
smpicc -O2 -w -I"$top/include" -DPRAM_LIBDIR='"/usr/local/lib"' \
  -o "$work/jacobi" "$work/jacobi.o" \
  "$top/bench/smpi-main.c" "$top"/runtime/*.c -lffi -lm || fail "smpicc failed"

# Seconds of an operation, and of a task: a point is two tasks, of 9 operations.
operation=0.1e-9
task=0.45e-9

# difference SECONDS-OF-5 SECONDS-OF-10: microseconds an iteration
difference () { awk -v a="$1" -v b="$2" 'BEGIN {
		  if (b > a) printf "%.3f", (b - a) / 5 * 1e6 }'; }

# predicted L o g P
predicted ()
{
  { printf 'L %se-6\no %se-6\ng %se-6\nG 0\n' $1 $2 $3
    printf 'op %s\nP %s\n' $operation $4; } > "$work/machine"
  "$build/tools/pram-sched" --machine="$work/machine" --print=times \
    --iterations=5,10 --procs=$4 "$work/jacobi.prog" > "$work/times" || return 1
  difference $(sed 's/.*makespan \([^ ]*\) s.*/\1/' "$work/times")
}

# seconds L o g P ITERATIONS: of simulated time
seconds ()
{
  PRAM_STATS="$work/stats" PRAM_SIMULATE=$task \
    simgrid_run "$work" $1 $2 $3 $4 "$work/jacobi" $5 > "$work/out" || return 1
  sed -n 's/.*"seconds": \([^,]*\),.*/\1/p' "$work/stats"
}

printf '%-12s %5s %12s %12s %12s\n' L,o,g P predicted SMPI 'difference %'
for logp in ${MACHINES:-6,2,1 20,5,1}; do
  machine=$(echo $logp | tr , ' ')
  for p; do
    simgrid_machine "$work" $machine $p
    model=$(predicted $machine $p)
    smpi=$(difference $(seconds $machine $p 5) $(seconds $machine $p 10))
    test -n "$model" && test -n "$smpi" || fail "P = $p"
    awk -v m=$logp -v p=$p -v a=$model -v b=$smpi 'BEGIN {
      printf "%-12s %5d %12.3f %12.3f %+12.2f\n", m, p, a, b,
	100 * (b / a - 1) }'
  done
done
