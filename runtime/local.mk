# runtime/local.mk: libpram, what compiled programs call
# SPDX-License-Identifier: GPL-3.0-or-later

runtime_sources = \
  runtime/ahead.c \
  runtime/ask.c \
  runtime/at-end.c \
  runtime/bits.c \
  runtime/call.c \
  runtime/check.c \
  runtime/choose.c \
  runtime/clock.c \
  runtime/combine.c \
  runtime/datatype.c \
  runtime/deposit.c \
  runtime/deposit.h \
  runtime/effects.c \
  runtime/ending.c \
  runtime/entry.c \
  runtime/error.c \
  runtime/exchange.c \
  runtime/floating.c \
  runtime/found.c \
  runtime/imbalance.c \
  runtime/inspect.c \
  runtime/kept.c \
  runtime/layer.c \
  runtime/lead.c \
  runtime/loaded.c \
  runtime/log.c \
  runtime/made.c \
  runtime/mail.c \
  runtime/marks.c \
  runtime/memory.c \
  runtime/mpithreads.c \
  runtime/network.c \
  runtime/objects.c \
  runtime/objects.h \
  runtime/owners.c \
  runtime/pack.c \
  runtime/packet.c \
  runtime/pack.h \
  runtime/pardo.c \
  runtime/partials.c \
  runtime/planes.c \
  runtime/planner.c \
  runtime/prefault.c \
  runtime/prt.h \
  runtime/receive.c \
  runtime/reduce.c \
  runtime/region.c \
  runtime/relay.c \
  runtime/replay.c \
  runtime/requests.c \
  runtime/rounds.c \
  runtime/row-places.c \
  runtime/rows-apart.c \
  runtime/rows-exchanged.c \
  runtime/rows-leading.c \
  runtime/rows.c \
  runtime/rows.h \
  runtime/runs.c \
  runtime/scan.c \
  runtime/share.c \
  runtime/site.c \
  runtime/start.c \
  runtime/state.c \
  runtime/steady.c \
  runtime/stats.c \
  runtime/sweep.c \
  runtime/task-combine.c \
  runtime/task-inspect.c \
  runtime/task-stream.c \
  runtime/task-stretch.c \
  runtime/task-trace.c \
  runtime/tasks.c \
  runtime/tasks.h \
  runtime/team.c \
  runtime/threads.c \
  runtime/trace.c \
  runtime/tree.c \
  runtime/turn.c \
  runtime/walk.c \
  runtime/watch.c \
  runtime/workspace.c

lib_LTLIBRARIES += runtime/libpram.la
runtime_libpram_la_SOURCES = $(runtime_sources)
runtime_libpram_la_CPPFLAGS = -I$(top_srcdir)/include \
  -I$(top_srcdir)/runtime -D_GNU_SOURCE -DPRAM_LIBDIR='"$(libdir)"' \
  $(MPI_CFLAGS) $(FFI_CFLAGS)
runtime_libpram_la_CFLAGS = -std=gnu11 -fvisibility=hidden $(AM_CFLAGS)
runtime_libpram_la_LIBADD = $(MPI_LIBS) $(FFI_LIBS)
runtime_libpram_la_LDFLAGS = -version-info 0:0:0 -no-undefined \
  -Wl,--version-script=$(srcdir)/runtime/libpram.map
EXTRA_runtime_libpram_la_DEPENDENCIES = runtime/libpram.map
EXTRA_DIST += runtime/libpram.map
