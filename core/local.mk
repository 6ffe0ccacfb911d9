# core/local.mk: the compiler proper, linked into the plugin and the tools
# SPDX-License-Identifier: GPL-3.0-or-later

# What it needs itself.
core_libs = $(ISL_LIBS) $(JANSSON_LIBS)

# A header of another folder is included as "folder/header.h".
core_cppflags = -I$(top_srcdir)/include -I$(top_srcdir)/core

noinst_LIBRARIES += core/libpramcore.a
core_libpramcore_a_SOURCES = \
  core/base/alloc.h \
  core/base/arena.c \
  core/base/arena.h \
  core/base/diag.c \
  core/base/diag.h \
  core/base/digits.c \
  core/base/digits.h \
  core/base/saturate.h \
  core/base/tournament.h \
  core/prog/expr.c \
  core/prog/expr.h \
  core/prog/prog-print.c \
  core/prog/prog-read.c \
  core/prog/prog-text.h \
  core/prog/prog.c \
  core/prog/prog.h \
  core/poly/delinearize-parts.h \
  core/poly/delinearize-shape.c \
  core/poly/delinearize-split.c \
  core/poly/delinearize.c \
  core/poly/domain.c \
  core/poly/domain.h \
  core/poly/flow-blocks.c \
  core/poly/flow-ends.c \
  core/poly/flow-nest.c \
  core/poly/flow-nests.h \
  core/poly/flow-reads.c \
  core/poly/flow.c \
  core/poly/flow.h \
  core/poly/graph.c \
  core/poly/graph.h \
  core/poly/lower.c \
  core/poly/lower.h \
  core/poly/poly-access.c \
  core/poly/poly-instances.c \
  core/poly/poly-loops.c \
  core/poly/poly-order.c \
  core/poly/poly-params.c \
  core/poly/poly-parts.h \
  core/poly/poly.c \
  core/poly/poly.h \
  core/poly/scope-parts.h \
  core/poly/scope-value.c \
  core/poly/scope.c \
  core/poly/scope.h \
  core/poly/sizes.c \
  core/poly/sizes.h \
  core/machine/bcast.c \
  core/machine/bcast.h \
  core/machine/costs-text.c \
  core/machine/costs.c \
  core/machine/costs.h \
  core/machine/logp.c \
  core/machine/logp.h \
  core/machine/machine.c \
  core/machine/machine.h \
  core/plan/blocks.c \
  core/plan/blocks.h \
  core/plan/clustering.c \
  core/plan/encoder.h \
  core/plan/expand.c \
  core/plan/expand.h \
  core/plan/figures.c \
  core/plan/fission.c \
  core/plan/fission.h \
  core/plan/lanes.c \
  core/plan/lanes.h \
  core/plan/layers.c \
  core/plan/partials.c \
  core/plan/partials.h \
  core/plan/pipeline.c \
  core/plan/pivot.c \
  core/plan/plan-extents.c \
  core/plan/plan-text.c \
  core/plan/plan.c \
  core/plan/plan.h \
  core/plan/schedule.h \
  core/plan/set-count.c \
  core/plan/set-count.h \
  core/plan/sets-ast.c \
  core/plan/sets.c \
  core/plan/sets.h \
  core/plan/strategies.c \
  core/plan/strategy-blocks.c \
  core/plan/strategy-brent.c \
  core/plan/strategy-heap.c \
  core/plan/strategy-linear.c \
  core/plan/strategy-naive.c \
  core/plan/strategy-serial.c \
  core/plan/strategy-shared.c \
  core/plan/strategy.h \
  core/plan/table-plan.c \
  core/plan/table-plan.h \
  core/plan/taskgraph-build.c \
  core/plan/taskgraph-copies.c \
  core/plan/taskgraph.c \
  core/plan/taskgraph.h \
  core/plan/template.c \
  core/plan/traffic.c \
  core/plan/traffic.h \
  core/plan/verify-instances.c \
  core/plan/verify-parts.h \
  core/plan/verify-transfers.c \
  core/plan/verify.c \
  core/plan/verify.h \
  core/predict/bounds.c \
  core/predict/bounds.h \
  core/predict/landings.h \
  core/predict/obliviousness.c \
  core/predict/obliviousness.h \
  core/predict/outbox.c \
  core/predict/outbox.h \
  core/predict/predict.c \
  core/predict/predict.h \
  core/predict/profile.c \
  core/predict/profile.h \
  core/predict/promise.c \
  core/predict/promise.h \
  core/predict/report.c \
  core/predict/report.h \
  core/predict/scheme.c \
  core/predict/scheme.h \
  core/predict/table-figures.c \
  core/predict/table-play.c \
  core/predict/table-serial.c \
  core/predict/table-steps.c \
  core/predict/table-steps.h \
  core/predict/table-walk.c \
  core/predict/table-walk.h \
  core/predict/timing-ahead.c \
  core/predict/timing-ahead.h \
  core/predict/timing-variety.c \
  core/predict/timing-variety.h \
  core/predict/timing.c \
  core/predict/work-bytes.c \
  core/predict/work-loops.c \
  core/predict/work-parts.h \
  core/predict/work.c \
  core/predict/work.h
# Part of a shared object, and none of its symbols may meet the compiler's.
core_libpramcore_a_CFLAGS = -std=c11 -fPIC -fvisibility=hidden $(AM_CFLAGS)
core_libpramcore_a_CPPFLAGS = $(core_cppflags) $(JANSSON_CFLAGS) -D_GNU_SOURCE
