#!/bin/sh
# run.sh: tests of the runtime with hand-written tables.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Prints PASS: name or FAIL: name for each test; fails if one fails.
# RANKS: numbers of ranks to try.  MPICC, MPIRUN: as usual.

here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
: "${RANKS:=1 2 3 4 5 8}" "${MPICC:=mpicc}" "${MPIRUN:=mpirun}" "${CC:=gcc}"
: "${CFLAGS:=-O2 -g -Wall -Wextra}"
CFLAGS="$CFLAGS -ffp-contract=off"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1
export PRAM_MODE=distributed OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

pass () { echo "PASS: $1"; }
fail () { echo "FAIL: $1"; failed=1; }
# verdict NAME: by the status of the command before.
verdict () { if [ $? -eq 0 ]; then pass "$1"; else fail "$1"; return 1; fi; }

run () { ranks=$1; shift; timeout 60 "$MPIRUN" -np "$ranks" "$@"; }

# The library, if there is none given.
if [ -z "$PRAM_LIBS" ]; then
  for f in "$top"/runtime/*.c; do
    (cd "$work" && "$MPICC" -std=gnu11 -fPIC -fvisibility=hidden $CFLAGS \
       -I"$top/include" -DPRAM_LIBDIR='"/usr/local/lib"' -c "$f") || exit 1
  done
  ar rcs "$work/libpram.a" "$work"/*.o
  "$MPICC" -shared -o "$work/libpram.so" "$work"/*.o -lffi -lm \
    -Wl,--version-script="$top/runtime/libpram.map" || exit 1
  PRAM_LIBS="$work/libpram.a -lffi -lm"
  nm -D --defined-only "$work/libpram.so" | awk '$2 != "A" && $3 !~ /^PRAM_/ \
    { exit 1 }'
  verdict "exports"
fi

# build NAME SOURCE FLAG…: NAME and NAME-serial.
build () {
  name=$1 source=$2
  shift 2
  # Unused functions in the serial program are meant.
  "$CC" -std=gnu11 $CFLAGS -w "$@" -DSERIAL -I"$top/include" -o \
    "$work/$name-serial" "$here/$source" -lm &&
  "$MPICC" -std=gnu11 $CFLAGS "$@" -I"$top/include" -o "$work/$name" \
    "$here/$source" $PRAM_LIBS -lm || { fail "$name (build)"; return 1; }
}

# same NAME ARG…: NAME prints what NAME-serial does at all numbers of ranks.
same () {
  name=$1
  shift
  timeout 60 "$work/$name-serial" "$@" > "$work/$name.want"
  for p in $RANKS; do
    run "$p" "$work/$name" "$@" > "$work/$name.out" 2> "$work/$name.err" &&
      cmp -s "$work/$name.want" "$work/$name.out"
    verdict "$name $* ($p ranks)" || cat "$work/$name.err"
  done
  timeout 60 "$work/$name" "$@" 2> "$work/$name.err" | cmp -s "$work/$name.want" -
  verdict "$name $* (no mpirun)"
}

build jacobi jacobi.c && same jacobi
build jacobi-tiny jacobi.c -DN=4 && same jacobi-tiny
build jacobi-one jacobi.c -DN=3 && same jacobi-one
build jacobi-local jacobi.c -DNEW_IS_LOCAL=1 && same jacobi-local
build jacobi-large jacobi.c -DN=700 && same jacobi-large
build floyd floyd.c && same floyd
build floyd-late floyd.c -DFLAGS=0 && same floyd-late
build sums sums.c && same sums
build floyd-pieces floyd.c -DCOUNT_MAX=3 && same floyd-pieces
build jacobi-pieces jacobi.c -DCOUNT_MAX=2 && same jacobi-pieces

# Where regions run makes no difference, but for the order of serial sums.
for mode in alone serial; do
  for name in jacobi jacobi-one jacobi-local floyd sums; do
    [ $mode-$name = serial-sums ] && continue
    PRAM_MODE=$mode PRAM_STATS=$work/stats run 3 "$work/$name" \
      > "$work/out" 2> "$work/err" &&
      cmp -s "$work/$name.want" "$work/out" && [ ! -s "$work/err" ] &&
      ! grep -qv "\"mode\": \"$mode\"" "$work/stats"
    verdict "$name $mode" || cat "$work/err" "$work/stats"
  done
done
PRAM_MODE=alone PRAM_CHECK=1 run 3 "$work/jacobi" > "$work/out" 2> "$work/err" &&
  cmp -s "$work/jacobi.want" "$work/out" && [ ! -s "$work/err" ]
verdict "check jacobi alone" || cat "$work/err"

# Messages of all shapes; sizes beyond an int of what has no memory.
build datatype datatype.c -I"$top/runtime"
timeout 60 "$work/datatype" > "$work/out" 2>&1
verdict "datatypes" || cat "$work/out"

# What pays.
"$MPICC" -std=gnu11 $CFLAGS -I"$top/include" -I"$top/runtime" -o "$work/choose" \
  "$here/choose.c" && timeout 60 "$work/choose" > "$work/out" 2>&1
verdict "choice" || cat "$work/out"

# Situations in which the region runs serially, or the program ends otherwise.
for p in 1 2 3; do
  for what in size overlap; do
    timeout 60 "$work/jacobi-serial" $what > "$work/want"
    run $p "$work/jacobi" $what > "$work/out" 2> "$work/err" &&
      cmp -s "$work/want" "$work/out" && [ "$(grep -c ^pram: "$work/err")" = 1 ]
    verdict "jacobi $what ($p ranks): $(head -1 "$work/err")"
    PRAM_QUIET=1 run $p "$work/jacobi" $what 2>&1 > /dev/null | grep -q pram:
    [ $? -ne 0 ]
    verdict "quiet $what ($p ranks)"
  done
  run $p "$work/jacobi" exit > /dev/null 2>&1
  [ $? -eq 5 ]
  verdict "exit status ($p ranks)"
  run $p "$work/jacobi" die > /dev/null 2>&1
  status=$?
  [ $status -ne 0 ] && [ $status -ne 124 ]
  verdict "death of rank 0 ($p ranks)"
done

# A worker without memory; at one rank nothing is reserved.
build sums-huge sums.c -DHUGE_ARRAY
run 1 "$work/sums-huge" | cmp -s "$work/sums.want" -
verdict "memory (1 rank)"
for p in 2 3; do
  run $p "$work/sums-huge" > "$work/out" 2> "$work/err"
  [ $? -eq 1 ] && [ "$(grep -c memory "$work/err")" = 1 ]
  verdict "memory ($p ranks): $(head -1 "$work/err")"
done

# All ways to reduce, on numbers of ranks that are powers of the radix and not.
for p in 2 3 5 7 8 9 12 16 17; do
  for how in tree 2 3 4; do
    PRAM_REDUCE=$how PRAM_LOGP="6 2 4" run $p "$work/sums" 2> "$work/err" |
      cmp -s "$work/sums.want" - && [ ! -s "$work/err" ]
    verdict "reduction: $how ($p ranks)" || cat "$work/err"
  done
done

# MPI's threads are slow: it doesn't end before they are ready.
"$CC" -std=gnu11 $CFLAGS -fPIC -shared -D_GNU_SOURCE -o "$work/slow.so" \
  "$here/slow-thread.c" || fail "slow threads (build)"
for p in 1 1 2; do
  GLIBC_TUNABLES=glibc.malloc.tcache_count=0 run $p env \
    LD_PRELOAD="$work/slow.so" "$work/jacobi-tiny" > "$work/out" \
    2> "$work/err" && cmp -s "$work/jacobi-tiny.want" "$work/out"
  verdict "slow threads ($p ranks)" || head -5 "$work/err"
done

# A worker that is killed.
KILL=1 run 3 "$work/jacobi" > /dev/null 2> "$work/err"
status=$?
[ $status -ne 0 ] && [ $status -ne 124 ]
verdict "death of a worker"

# Checks.
build jacobi-wrong jacobi.c -DBREAK
for p in 1 2 3; do
  for name in jacobi jacobi-one floyd sums; do
    PRAM_CHECK=1 run $p "$work/$name" > "$work/out" 2> "$work/err" &&
      cmp -s "$work/$name.want" "$work/out" && ! grep -q pram: "$work/err"
    verdict "check $name ($p ranks)"
  done
  PRAM_CHECK=1 run $p "$work/jacobi-wrong" > "$work/out" 2> "$work/err"
  [ $? -eq 3 ] && grep -q "check: jacobi.c:16: 'main.1'" "$work/err"
  verdict "check finds ($p ranks): $(grep check: "$work/err" | head -1)"
done

# Plans that are made when the program runs.
"$CC" -std=gnu11 $CFLAGS -w -fPIC -shared -I"$top/include" -o \
  "$work/planner.so" "$here/sizes-planner.c"
planner="-DPLANNER=\"$work/planner.so\""
build sizes sizes.c "$planner"
build sizes-chosen sizes.c "$planner" -DFORECASTS
build sizes-nowhere sizes.c "-DPLANNER=\"$work/nowhere.so\""
# planned NAME RANKS PLANS [WHAT]: NAME prints what it does serially, and makes
# so many plans.
planned () {
  timeout 60 "$work/sizes-serial" $4 > "$work/want"
  PRAM_STATS=$work/stats run $2 "$work/$1" $4 > "$work/out" 2> "$work/err" &&
    cmp -s "$work/want" "$work/out" &&
    [ "$(grep -c ^planner: "$work/err")" = $3 ]
  verdict "plans of $1 $4 ($2 ranks)" || cat "$work/err"
}
# warned N REGEXP: so many lines of the runtime, all like this.
warned () {
  [ "$(grep -c ^pram: "$work/err")" = $1 ] &&
    ! grep ^pram: "$work/err" | grep -qv "$2"
  verdict "  said: $2" || cat "$work/err"
}
for p in 1 2 3 8; do
  planned sizes $p 6
  warned 2 "'main.1' runs serially for n = 4[78], steps = 3: \(sevens\|its p\)"
  if command -v jq > /dev/null; then
    jq -se --argjson p $p '
      (map(select(.mode == "distributed" and .plans_made == 1)) as $d
       | ($d | length) == 3 and ($d | map(.entries) | sort) == [1, 2, 2]
       and ($d | map(.tasks_per_rank | add) | sort) == [9, 2 * 3 * 41, 3000])
      and (map(select(.reason == "sevens bring bad luck"))
	   | length == 1 and .[0].entries == 3 and .[0].plans_made == 0
	     and .[0].plan_seconds > 0)
    ' "$work/stats" > /dev/null
    verdict "  statistics" || cat "$work/stats"
  fi
  planned sizes $p 64 often
  planned sizes $p 132 many
  if command -v jq > /dev/null; then
    jq -se 'map(select(.plans_made)) | length == 65
	    and (map(.entries) | max) == 132 - 64
	    and (map(.entries) | add) == 132
	    and (map(.plans_made) | add) == 132' "$work/stats" > /dev/null
    verdict "  statistics of plans given up" || cat "$work/stats"
  fi
  planned sizes $p 0 steps
  warned 1 "compiled for n = 40, steps = 3, called with n = 41, steps = 4"
  planned sizes-nowhere $p 0
  warned 1 "for n = 41, steps = 3: the planner '$work/nowhere.so' can't be"
  PRAM_MODE=alone planned sizes $p 132 many
  PRAM_MODE=serial planned sizes $p 0
  warned 0 ""
  PRAM_MODE=auto planned sizes-chosen $p 1 again
  PRAM_MODE=auto planned sizes-chosen $p 132 busy
  PRAM_CHECK=1 planned sizes $p 6
done
PRAM_MODE=alone planned sizes 1 64 time

# Statistics.
for p in 1 2 4; do
  PRAM_STATS=$work/stats run $p "$work/jacobi-large" size > "$work/out" 2>&1
  if command -v jq > /dev/null; then
    jq -se --argjson p $p '
      .[0] as $d | .[1] as $s | length == 2 and $d.mode == "distributed"
      and $d.region == "main.1" and $d.file == "jacobi.c" and $d.line == 12
      and $d.ranks == $p and $d.entries == 4 - 1
      and ($d.tasks_per_rank | length == $p
	   and add == $d.iterations * 698 * 698
	   and (max - min) <= $d.iterations * 698)
      and ($d.bytes_held_per_rank | length == $p
	   and max <= 2 * 8 * 700 * (700 / $p + 4)
	   and min >= 2 * 8 * 698 * (698 / $p - 1))
      and (if $p == 1 then $d.messages == 0 and $d.bytes == 0
	   else $d.messages > 0 end)
      and $s.mode == "serial" and ($s.reason | test("called with n = 699"))
    ' "$work/stats" > /dev/null
    verdict "statistics ($p ranks)" || cat "$work/stats"
  fi
done

# What local(…) names is not collected: fewer bytes, the same result (above).
if command -v jq > /dev/null; then
  for name in jacobi jacobi-local; do
    rm -f "$work/stats"
    PRAM_STATS=$work/stats run 3 "$work/$name" > "$work/out" 2>&1
    eval "bytes_$(echo $name | tr - _)=$(jq -s '.[0].bytes' "$work/stats")"
  done
  [ "$bytes_jacobi_local" -lt "$bytes_jacobi" ]
  verdict "local arrays are not collected"
  for p in 1 3; do
    PRAM_CHECK=1 run $p "$work/jacobi-local" > "$work/out" 2> "$work/err" &&
      cmp -s "$work/jacobi-local.want" "$work/out" && [ ! -s "$work/err" ]
    verdict "check jacobi-local ($p ranks)" || cat "$work/err"
  done
fi

exit $failed
