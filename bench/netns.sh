# netns.sh: two hosts on this machine, from network namespaces; to be sourced
# SPDX-License-Identifier: GPL-3.0-or-later
#
# netns_up: make them, joined by a pair of virtual interfaces; and the file
# `agent' in the current directory, with which mpirun starts processes there.
# Each has a processor of its own, if there are two.  Needs root, ip(8) and
# taskset(1); false if it is not possible.
# netns_down: remove them.
# netns_mpirun RANKS: the command that starts one or two ranks, one on each.

netns_cpu ()			# HOST'S NUMBER
{
  echo $(($1 % $(nproc)))
}

netns_up ()
{
  netns_down
  ip netns add pram0 && ip netns add pram1 \
    && ip link add pram0 netns pram0 type veth peer name pram1 netns pram1 \
    || return 1
  for k in 0 1; do
    ip -n pram$k link set lo up && ip -n pram$k link set pram$k up \
      && ip -n pram$k addr add 10.77.0.$((k + 1))/24 dev pram$k || return 1
  done
  cat >agent <<END
#!/bin/sh
case \$1 in
  10.77.0.1) h=pram0 cpu=$(netns_cpu 0) ;;
  *) h=pram1 cpu=$(netns_cpu 1) ;;
esac
shift
exec ip netns exec \$h taskset -c \$cpu unshare -u \\
  sh -c "hostname \$h; exec sh -c \"\\\$0\"" "\$*"
END
  chmod +x agent
}

netns_down ()
{
  ip netns del pram0
  ip netns del pram1
} 2>/dev/null

netns_mpirun ()
{
  hosts=10.77.0.1:1,10.77.0.2:1
  test "$1" = 2 || hosts=10.77.0.1:1
  echo "ip netns exec pram0 taskset -c $(netns_cpu 0) mpirun -np $1 \
    --bind-to none --mca plm_rsh_agent $PWD/agent --host $hosts \
    --mca btl self,tcp --mca btl_tcp_if_include 10.77.0.0/24 \
    --mca oob_tcp_if_include 10.77.0.0/24 -x PRAM_STATS"
}
