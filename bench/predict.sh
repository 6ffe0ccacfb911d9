#!/bin/sh
# predict.sh: predicted against measured times.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# predict.sh SOURCES PRAMCC BUILD [REPETITIONS]
# In the current directory, for each network: measures the machine with
# BUILD/tools/pram-logp; compiles SOURCES/{jacobi,cg}.c for several n with that
# machine file, once without and once with a profile; runs them on 1 and 2
# ranks, and prints predicted and measured seconds and the errors.  The profile
# comes from runs of other sizes over shared memory.  The spread says how far the
# measured times can be trusted.  Nothing else should run meanwhile.
# SIZES, PROGRAMS, NETWORKS (shm tcp netns): what to measure; PROFILE_SIZES: what
# to profile (none: keep the last profile).  netns needs root and ip(8).

sources=$1 pramcc=$2 build=$3 reps=${4:-5}
: "${SIZES:=256 512 1024 4096}" "${PROGRAMS:=jacobi cg}"
: "${NETWORKS=shm tcp netns}" "${PROFILE_SIZES=192 384 768 1536 3072}"
flags="-O3 -march=native"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_pml=ob1

fail () { echo "predict: $1" >&2; exit 1; }

# Iterations that take about a third of a second, not more than CG needs.
iterations ()
{
  cells=$(($2 * $2))
  if test $1 = cg; then
    it=$((60000000 / cells + 4))
    most=$(($2 * 3 / 2))
    test $it -le $most || it=$most
    echo $it
  else
    echo $((250000000 / cells + 4))
  fi
}

# Two hosts of one machine, joined by a pair of virtual interfaces.
netns_up ()
{
  ip netns add pram0 && ip netns add pram1 \
    && ip link add pram0 netns pram0 type veth peer name pram1 netns pram1 \
    || return 1
  for k in 0 1; do
    ip -n pram$k link set lo up
    ip -n pram$k link set pram$k up
    ip -n pram$k addr add 10.77.0.$((k + 1))/24 dev pram$k
  done
  cat >agent <<'END'
#!/bin/sh
case $1 in 10.77.0.1) h=pram0 ;; *) h=pram1 ;; esac
shift
exec ip netns exec $h unshare -u sh -c "hostname $h; exec sh -c \"\$0\"" "$*"
END
  chmod +x agent
}

netns_down ()
{
  ip netns del pram0
  ip netns del pram1
} 2>/dev/null

# The command that starts $2 ranks over the network $1.
launcher ()
{
  case $1 in
    shm) echo "mpirun -np $2 --mca btl self,vader" ;;
    tcp) echo "mpirun -np $2 --mca btl self,tcp --mca btl_tcp_if_include lo" ;;
    netns)
      hosts=10.77.0.1:1,10.77.0.2:1
      test $2 = 2 || hosts=10.77.0.1:1
      echo "ip netns exec pram0 mpirun -np $2 --bind-to none \
	--mca plm_rsh_agent $PWD/agent --host $hosts --mca btl self,tcp \
	--mca btl_tcp_if_include 10.77.0.0/24 \
	--mca oob_tcp_if_include 10.77.0.0/24 -x PRAM_STATS" ;;
  esac
}

compile ()			# PROGRAM N OUTPUT ARGUMENT...
{
  program=$1 n=$2 output=$3
  shift 3
  "$pramcc" $flags -DN=$n "$@" "$sources/$program.c" -o $output -lm \
    2>build.log || { cat build.log >&2; fail "pramcc failed"; }
}

# Run the rest of the line, statistics to the file $1.
run ()
{
  stats=$1
  shift
  rm -f "$stats"
  PRAM_STATS=$PWD/$stats timeout 300 "$@" >/dev/null || fail "$* failed"
}

seconds () { sed -n 's/.*"seconds": \([0-9.]*\).*/\1/p' "$1"; }

# The file among $@ with the median of the seconds.
median ()
{
  for f; do echo "$(seconds $f) $f"; done | sort -g \
    | awk '{ f[NR] = $2 } END { print f[int ((NR + 1) / 2)] }'
}

# Set `chosen' to the median run of ./program-N over network $3 on $4 ranks, and
# `spread' to the distance of the slowest from the fastest, in % of it.
measure ()			# PROGRAM N NETWORK RANKS
{
  k=0 files=
  while test $k -lt "$reps"; do
    run stats.$k $(launcher $3 $4) ./$1-$2 $(iterations $1 $2)
    files="$files stats.$k"
    k=$((k + 1))
  done
  chosen=$(median $files)
  spread=$(for f in $files; do seconds $f; done | sort -g | awk '{ t[NR] = $1 }
    END { printf "%.0f%%", 100 * (t[NR] - t[1]) / t[int ((NR + 1) / 2)] }')
}

rm -f *.json predicted.*
test -z "$PROFILE_SIZES" || rm -f profile
for program in $PROGRAMS; do
  for n in $PROFILE_SIZES; do
    compile $program $n $program-$n
    for ranks in 1 2; do
      measure $program $n shm $ranks
      cat $chosen >>profile
    done
  done
done

for network in $NETWORKS; do
  if test $network = netns; then
    trap netns_down EXIT
    netns_up || { echo "netns: not possible here"; continue; }
  fi
  $(launcher $network 2) "$build/tools/pram-logp" -o $PWD/machine.$network \
    || fail "pram-logp failed"
  for program in $PROGRAMS; do
    for n in $SIZES; do
      set -- -fplugin-arg-pram-machine=machine.$network \
	-fplugin-arg-pram-procs=1,2 -fplugin-arg-pram-schedule=brent
      compile $program $n $program-$n "$@" -fplugin-arg-pram-report=plain.json
      compile $program $n $program-$n "$@" -fplugin-arg-pram-report=with.json \
	-fplugin-arg-pram-profile=profile
      for ranks in 1 2; do
	measure $program $n $network $ranks
	for kind in plain with; do
	  "$build/tools/pram-sched" --measured=$chosen $kind.json \
	    | sed -n "2s/^[^ ]*\(.*\)/$network $program\1 $spread/p" \
	    >>predicted.$kind
	done
      done
    done
  done
done

test -f predicted.plain || exit 0
for kind in plain with; do
  echo
  test $kind = plain && echo "machine file alone" \
    || echo "machine file and a profile of other sizes over shm"
  printf '%-7s %-7s %-7s %5s %6s %12s %12s %9s %7s\n' network program \
    size ranks runs 'predicted s' 'measured s' error spread
  awk '{ printf "%-7s %-7s %-7s %5s %6s %12s %12s %9s %7s\n",
	 $1, $2, $3, $4, $5, $6, $7, $8, $9 }' predicted.$kind
  awk '{ sub (/^[-+]/, "", $8); print $8 + 0 }' predicted.$kind | sort -g \
    | awk '{ e[NR] = $1; in10 += $1 <= 10 } END { if (NR)
	printf "errors: median %.1f%%, %d of %d within 10%%, largest %.1f%%\n",
	  e[int ((NR + 1) / 2)], in10, NR, e[NR] }'
done
