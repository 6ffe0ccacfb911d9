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
export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

pass () { echo "PASS: $1"; }
fail () { echo "FAIL: $1"; failed=1; }
# verdict NAME: by the status of the command before.
verdict () { if [ $? -eq 0 ]; then pass "$1"; else fail "$1"; fi; }

run () { ranks=$1; shift; timeout 60 "$MPIRUN" -np "$ranks" "$@"; }

# The library, if there is none given.
if [ -z "$PRAM_LIBS" ]; then
  for f in "$top"/runtime/*.c; do
    (cd "$work" && "$MPICC" -std=gnu11 -fPIC -fvisibility=hidden $CFLAGS \
       -I"$top/include" -c "$f") || exit 1
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
  "$work/$name-serial" "$@" > "$work/$name.want"
  for p in $RANKS; do
    run "$p" "$work/$name" "$@" > "$work/$name.out" 2> "$work/$name.err" &&
      cmp -s "$work/$name.want" "$work/$name.out"
    verdict "$name $* ($p ranks)" || cat "$work/$name.err"
  done
  "$work/$name" "$@" 2> "$work/$name.err" | cmp -s "$work/$name.want" -
  verdict "$name $* (no mpirun)"
}

build jacobi jacobi.c && same jacobi
build jacobi-tiny jacobi.c -DN=4 && same jacobi-tiny
build jacobi-one jacobi.c -DN=3 && same jacobi-one
build jacobi-large jacobi.c -DN=700 && same jacobi-large
build floyd floyd.c && same floyd
build floyd-late floyd.c -DFLAGS=0 && same floyd-late
build sums sums.c && same sums
exit $failed
