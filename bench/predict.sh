#!/bin/sh
# predict.sh: predicted against measured times.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# predict.sh SOURCES PRAMCC BUILD [ROUNDS]
# In the current directory compiles SOURCES/{jacobi,cg}.c for several n.  Then,
# ROUNDS times, for each network: measures the machine with
# BUILD/tools/pram-logp and runs each program on 1 and 2 ranks five times, in turn
# for a profile and to be compared with.  So a machine whose speed changes is
# measured as it is when the programs run.  Each round's machine file predicts its
# runs, without a profile, and with those of other sizes and of this size from the
# same round.  The error of a case is the median of the ratios, run by run;
# medians are shown beside it, and how much longer the slowest run took than the
# fastest, which says how far all this can be trusted.  Nothing else should run
# meanwhile.
# SIZES, SOLVERS, NETWORKS (shm tcp netns): what to measure; netns is left out
# if it is not possible: it needs root.
# PROFILE_SIZES: what to profile, of each program; none: no profile.
# LIMIT: seconds after which no network is begun but in the first round.
# MEASURE=no: print the table of the last measurement again.

sources=$1 pramcc=$2 build=$3 rounds=${4:-5}
: "${SIZES:=256 512 1024 4096}" "${SOLVERS:=jacobi cg}"
: "${NETWORKS:=shm tcp netns}" "${PROFILE_SIZES=384 1536}" "${MEASURE:=yes}"
: "${MEMORY:=64}" "${LIMIT:=100000}"
flags="-O3 -march=native"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export PRAM_MODE=distributed
export OMPI_MCA_pml=ob1
. "$sources/netns.sh"

fail () { echo "predict: $1" >&2; exit 1; }

# Iterations that take a fifth of a second or so (short runs and more rounds tell
# more where neighbours on the machine come and go), not more than CG needs.
iterations ()			# PROGRAM N
{
  cells=$(($2 * $2))
  case $1 in
    cg) it=$((50000000 / cells + 12)) most=$(($2 * 3 / 2)) ;;
    *) it=$((200000000 / cells + 20)) most=$it ;;
  esac
  test $it -le $most || it=$most
  echo $it
}

# The command that starts $2 ranks over the network $1.
launcher ()
{
  case $1 in
    shm) echo "mpirun -np $2 --mca btl self,vader" ;;
    tcp) echo "mpirun -np $2 --mca btl self,tcp --mca btl_tcp_if_include lo" ;;
    netns) netns_mpirun $2 ;;
  esac
}

compile ()			# PROGRAM N OUTPUT ARGUMENT...
{
  program=$1 n=$2 output=$3
  shift 3
  "$pramcc" $flags -DN=$n "$@" "$sources/$program.c" -o $output -lm \
    2>build.log || { cat build.log >&2; fail "pramcc failed"; }
}

# Run PROGRAM-N over NETWORK on RANKS; the statistics are the next line of FILE.
run ()				# FILE PROGRAM N NETWORK RANKS
{
  rm -f stats
  PRAM_STATS=$PWD/stats timeout 120 $(launcher $4 $5) ./$2-$3 \
    $(iterations $2 $3) >/dev/null && test -s stats || fail "$2-$3 failed"
  cat stats >>$1
}

measure_round ()		# NUMBER
{
  for network in $NETWORKS; do
    test $1 = 1 || test $(date +%s) -lt $((started + LIMIT)) || return
    timeout 300 $(launcher $network 2) "$build/tools/pram-logp" -q \
      --memory=$MEMORY -o $PWD/machine.$network.$1 || fail "pram-logp failed"
    for program in $SOLVERS; do
      for n in $SIZES; do
	for ranks in 1 2; do
	  for file in profile runs profile runs profile; do
	    run $file.$program.$n.$network.$1 $program $n $network $ranks
	  done
	done
      done
    done
    for program in $SOLVERS; do
      for n in $PROFILE_SIZES; do
	for ranks in 1 1 1 2 2 2; do
	  run others.$network.$1 $program $n $network $ranks
	done
      done
    done
  done
}

measure ()
{
  rm -f machine.* runs.* profile.* others.* *.json predicted.*
  case " $NETWORKS " in
    *" netns "*)
      trap netns_down EXIT
      trap 'exit 1' HUP INT TERM
      netns_up || { echo "netns: not possible here"
		    NETWORKS=$(echo " $NETWORKS " | sed 's/ netns / /'); } ;;
  esac
  for program in $SOLVERS; do
    for n in $SIZES $PROFILE_SIZES; do
      compile $program $n $program-$n -fplugin-arg-pram-schedule=brent
    done
  done
  round=1 started=$(date +%s)
  while test $round -le "$rounds"; do
    measure_round $round
    round=$((round + 1))
  done
}

# One case from its runs: the medians of what was predicted and measured, and of
# their ratios, and how much longer the slowest run took than the fastest.
medians () { awk '
  function sort(x, n,   i, j, v) {
    for (i = 2; i <= n; i++) {
      v = x[i]
      for (j = i - 1; j > 0 && x[j] > v; j--) x[j + 1] = x[j]
      x[j + 1] = v
    }
  }
  function median(x, n) {
    sort(x, n)
    return (x[int ((n + 1) / 2)] + x[int (n / 2) + 1]) / 2
  }
  { names = $1 " " $2 " " $3 " " $4 " " $5; p[NR] = $6; t[NR] = $7; ratio[NR] = $6 / $7 }
  END {
    printf "%s %.6g %.6g %+.1f%%", names, median(p, NR), median(t, NR), \
      100 * (median(ratio, NR) - 1)
    printf " %.0f%%\n", 100 * (t[NR] / t[1] - 1)
  }'; }

# The predictions for PROGRAM-N over NETWORK in round NUMBER, and what its runs
# took, to each.RANKS.
predict_round ()		# PROGRAM N NETWORK NUMBER ARGUMENT...
{
  program=$1 n=$2 network=$3 number=$4
  shift 4
  compile $program $n /dev/null -S "$@" -fplugin-arg-pram-schedule=brent \
    -fplugin-arg-pram-machine=machine.$network.$number \
    -fplugin-arg-pram-procs=1,2 -fplugin-arg-pram-report=report.json
  for ranks in 1 2; do
    "$build/tools/pram-sched" --measured=runs.$program.$n.$network.$number \
      report.json | awk -v ranks=$ranks -v names="$network $program" \
	'$3 == ranks { $1 = names; print }' >>each.$ranks
  done
}

# Append the medians of the rounds to predicted.KIND.
predict ()			# PROGRAM N NETWORK KIND
{
  rm -f each.1 each.2
  for machine in machine.$3.*; do
    number=${machine##*.}
    case $4 in
      plain) predict_round $1 $2 $3 $number ;;
      other) predict_round $1 $2 $3 $number \
	-fplugin-arg-pram-profile=others.$3.$number ;;
      same) predict_round $1 $2 $3 $number \
	-fplugin-arg-pram-profile=profile.$1.$2.$3.$number ;;
    esac
  done
  for ranks in 1 2; do
    medians <each.$ranks >>predicted.$4
  done
}

predict_all ()
{
  rm -f predicted.*
  kinds="plain same${PROFILE_SIZES:+ other}"
  for network in $NETWORKS; do
    test -f machine.$network.1 || fail "$network has not been measured"
    for program in $SOLVERS; do
      for n in $SIZES; do
	for kind in $kinds; do
	  predict $program $n $network $kind
	done
      done
    done
  done
}

# The errors of the cases whose lines are on standard input.
errors ()
{
  awk '{ sub (/^[-+]/, "", $8); print $8 + 0 }' | sort -g | awk -v what="$1" '
    { e[NR] = $1; in10 += $1 <= 10 }
    END { printf "%-7s median %.1f%%, p90 %.1f%%, largest %.1f%%; %d of %d " \
	    "within 10%%\n", what, (e[int ((NR + 1) / 2)] + e[int (NR / 2) + 1]) \
	    / 2, e[int (0.9 * NR + 0.999)], e[NR], in10, NR }'
}

print_table ()			# KIND TITLE
{
  echo
  echo "$2"
  printf '%-7s %-7s %-7s %5s %6s %12s %12s %9s %7s\n' network program \
    size ranks runs 'predicted s' 'measured s' error spread
  awk '{ printf "%-7s %-7s %-7s %5s %6s %12s %12s %9s %7s\n",
	 $1, $2, $3, $4, $5, $6, $7, $8, $9 }' predicted.$1
  echo "errors"
  for network in $NETWORKS; do
    grep "^$network " predicted.$1 | errors $network
  done
  errors all <predicted.$1
}

test "$MEASURE" = no || measure
predict_all
print_table plain "machine file alone"
test -z "$PROFILE_SIZES" \
  || print_table other "machine file and a profile of other sizes"
print_table same "machine file and a profile of these sizes"
