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
smpicc -O2 -w -I"$top/include" -o "$work/trees" "$top/bench/trees.c" \
  "$top"/runtime/*.c -lffi -lm || fail "smpicc failed"

# machine L o g P: a platform on which messages cost exactly that (µs).
machine ()
{
  awk -v l=$1 -v o=$2 -v g=$3 -v p=$4 'BEGIN {
    print "<?xml version=\"1.0\"?>"
    print "<!DOCTYPE platform SYSTEM " \
      "\"https://simgrid.org/simgrid.dtd\">"
    print "<platform version=\"4.1\">"
    printf "<cluster id=\"c\" prefix=\"n-\" suffix=\"\" radical=\"0-%d\" " \
      "speed=\"1Gf\" bw=\"100GBps\" lat=\"%.9fs\" loopback_bw=\"10GBps\" " \
      "loopback_lat=\"0.5us\"/>\n", p - 1, (l - (g - o)) / 2 * 1e-6
    print "</platform>" }' > "$work/platform.xml"
  awk -v p=$4 'BEGIN { for (i = 0; i < p; i++) print "n-" i }' > "$work/hosts"
}

# simulate L o g P REDUCE
simulate ()
{
  PRAM_LOGP="$1 $2 $3" PRAM_REDUCE=$5 timeout 300 smpirun -np $4 \
    -platform "$work/platform.xml" -hostfile "$work/hosts" \
    --log=root.thresh:critical --cfg=smpi/host-speed:1Gf \
    --cfg=smpi/lat-factor:0:1 --cfg=smpi/bw-factor:0:1 \
    --cfg=smpi/os:0:${3}e-6:0 --cfg=smpi/ois:0:${3}e-6:0 \
    --cfg=smpi/or:0:${2}e-6:0 --cfg=smpi/wtime:0 \
    --cfg=smpi/async-small-thresh:65536 --cfg=smpi/simulate-computation:no \
    --cfg=smpi/send-is-detached-thresh:65536 \
    --cfg=smpi/bcast:binomial_tree --cfg=smpi/allreduce:rdb "$work/trees"
}

printf '%-12s %5s | %9s %9s %6s | %9s %9s %6s | %9s %9s\n' 'L o g' P \
  tree binomial ratio chosen doubling ratio trees 'radix 2'
for logp in '6 2 4' '1 .3 .3'; do
  for p; do
    machine $logp $p
    line=$(simulate $logp $p auto) || fail "P = $p"
    tree=$(simulate $logp $p tree | cut -d' ' -f3)
    two=$(simulate $logp $p 2 | cut -d' ' -f3)
    echo "$line $tree $two" | awk -v m="$logp" -v p=$p '{
      printf "%-12s %5d | %9.1f %9.1f %6.2f | %9.1f %9.1f %6.2f | %9.1f %9.1f\n",
	m, p, $1, $2, $2 / $1, $3, $4, $4 / $3, $5, $6 }'
  done
done
