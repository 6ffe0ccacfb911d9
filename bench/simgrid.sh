# simgrid.sh: run programs on simulated LogP machines; for other scripts.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Sourced.  Needs SimGrid: smpicc, smpirun.  SMPI has a latency, an overhead at
# the sender, within which the gap lies, and one at the receiver, and no limit
# of capacity.  So on a machine with g <= o its times are those of LogP without
# capacity; with g > o the sender is busy for g instead of o, and receives have
# no gap.

# simgrid_machine DIR L o g P: describe the machine (us) in DIR.
simgrid_machine ()
{
  awk -v l=$2 -v o=$3 -v g=$4 -v p=$5 'BEGIN {
    print "<?xml version=\"1.0\"?>"
    print "<!DOCTYPE platform SYSTEM " \
      "\"https://simgrid.org/simgrid.dtd\">"
    print "<platform version=\"4.1\">"
    printf "<cluster id=\"c\" prefix=\"n-\" suffix=\"\" radical=\"0-%d\" " \
      "speed=\"1Gf\" bw=\"1000000GBps\" lat=\"%.9fs\" " \
      "loopback_bw=\"10GBps\" loopback_lat=\"0.5us\"/>\n",
      p - 1, (l - (g > o ? g - o : 0)) / 2 * 1e-6
    print "</platform>" }' > "$1/platform.xml"
  awk -v p=$5 'BEGIN { for (i = 0; i < p; i++) print "n-" i }' > "$1/hosts"
}

# simgrid_run DIR L o g P SMPIRUN-OPTION... PROGRAM ARG...: run it there, for
# 600 seconds at most.
simgrid_run ()
(
  dir=$1 l=$2 o=$3 g=$4 p=$5
  shift 5
  send=$(awk -v o=$o -v g=$g 'BEGIN { print (g > o ? g : o) }')
  PRAM_LOGP="$l $o $g" timeout 600 smpirun -np $p \
    -platform "$dir/platform.xml" -hostfile "$dir/hosts" \
    --log=root.thresh:critical --cfg=smpi/host-speed:1Gf \
    --cfg=smpi/lat-factor:0:1 --cfg=smpi/bw-factor:0:1 \
    --cfg=smpi/os:0:${send}e-6:0 --cfg=smpi/ois:0:${send}e-6:0 \
    --cfg=smpi/or:0:${o}e-6:0 --cfg=smpi/wtime:0 --cfg=smpi/test:0 \
    --cfg=smpi/cpu-threshold:0 --cfg=smpi/async-small-thresh:65536 \
    --cfg=smpi/simulate-computation:no \
    --cfg=smpi/send-is-detached-thresh:65536 \
    --cfg=network/crosstraffic:0 "$@"
)
