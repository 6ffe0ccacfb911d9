#!/bin/sh
# trees.sh: the runtime's broadcast and reductions beside MPI's, under SimGrid.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# trees.sh TOP [P…]: TOP is the source tree.  Needs smpicc and smpirun.  MPI's
# broadcast is the binomial tree, its reduction recursive doubling.

top=$1
shift
test $# -gt 0 || set -- 64 128 256 512 1024
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail () { echo "trees.sh: $1" >&2; exit 1; }
. "$top/bench/simgrid.sh"
smpicc -O2 -w -I"$top/include" -DPRAM_LIBDIR='"/usr/local/lib"' \
  -o "$work/trees" "$top/bench/trees.c" \
  "$top"/runtime/*.c -lffi -lm || fail "smpicc failed"

# simulate L o g P
simulate ()
{
  simgrid_run "$work" $1 $2 $3 $4 \
    --cfg=smpi/bcast:binomial_tree --cfg=smpi/allreduce:rdb "$work/trees"
}

printf '%-12s %5s | %9s %9s %6s | %9s %9s %6s | %9s %9s\n' 'L o g' P \
  tree binomial ratio chosen doubling ratio trees 'radix 2'
for logp in '6 2 4' '1 .3 .3'; do
  for p; do
    simgrid_machine "$work" $logp $p
    line=$(unset PRAM_REDUCE; simulate $logp $p) || fail "P = $p"
    tree=$(export PRAM_REDUCE=tree; simulate $logp $p | cut -d' ' -f3)
    two=$(export PRAM_REDUCE=2; simulate $logp $p | cut -d' ' -f3)
    echo "$line $tree $two" | awk -v m="$logp" -v p=$p '{
      printf "%-12s %5d | %9.1f %9.1f %6.2f | %9.1f %9.1f %6.2f | %9.1f %9.1f\n",
	m, p, $1, $2, $2 / $1, $3, $4, $4 / $3, $5, $6 }'
  done
done
