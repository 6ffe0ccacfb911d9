# core/local.mk: the compiler proper, linked into the plugin and the tools
# SPDX-License-Identifier: GPL-3.0-or-later

# What it needs itself.
core_libs = $(ISL_LIBS) $(JANSSON_LIBS)

noinst_LIBRARIES += core/libpramcore.a
core_libpramcore_a_SOURCES = \
  core/arena.c \
  core/arena.h \
  core/bcast.c \
  core/bcast.h \
  core/blockgraph.c \
  core/blockgraph.h \
  core/blocks.c \
  core/blocks.h \
  core/bounds.c \
  core/bounds.h \
  core/clustering.c \
  core/costs.c \
  core/costs.h \
  core/delinearize.c \
  core/diag.c \
  core/diag.h \
  core/disturb-fit.c \
  core/disturb-sample.c \
  core/disturb.c \
  core/disturb.h \
  core/domain.c \
  core/domain.h \
  core/encoder.h \
  core/expand-compare.c \
  core/expand.c \
  core/expand.h \
  core/figures.c \
  core/fit.c \
  core/fit.h \
  core/flow.c \
  core/flow.h \
  core/gantt.c \
  core/generate.c \
  core/generate.h \
  core/goal-read.c \
  core/goal-write.c \
  core/goal.h \
  core/graph.c \
  core/graph.h \
  core/layers.c \
  core/loggops.c \
  core/loggops.h \
  core/logp.c \
  core/logp.h \
  core/machine.c \
  core/machine.h \
  core/obliviousness.c \
  core/obliviousness.h \
  core/pipeline.c \
  core/plan-text.c \
  core/plan.c \
  core/plan.h \
  core/poly.c \
  core/poly.h \
  core/predict.c \
  core/predict.h \
  core/profile.c \
  core/profile.h \
  core/prog-text.c \
  core/prog.c \
  core/prog.h \
  core/report.c \
  core/report.h \
  core/sched/auto.c \
  core/sched/blocks.c \
  core/sched/brent.c \
  core/sched/dsc.c \
  core/sched/duplicate.c \
  core/sched/duplicate.h \
  core/sched/etf.c \
  core/sched/exact.c \
  core/sched/heap.c \
  core/sched/heft.c \
  core/sched/linear.c \
  core/sched/list.c \
  core/sched/list.h \
  core/sched/msa.c \
  core/sched/naive.c \
  core/sched/sched.h \
  core/sched/serial.c \
  core/sched/shared.c \
  core/sched/strategies.c \
  core/schedule-check.c \
  core/schedule.h \
  core/script-generate.c \
  core/script.c \
  core/script.h \
  core/set-count.c \
  core/set-count.h \
  core/sets-ast.c \
  core/sets.c \
  core/sets.h \
  core/simulate.c \
  core/simulate.h \
  core/table-figures.c \
  core/table-plan.c \
  core/table-plan.h \
  core/steps.c \
  core/steps.h \
  core/taskgraph-copies.c \
  core/taskgraph-dot.c \
  core/taskgraph-io.h \
  core/taskgraph-stg.c \
  core/taskgraph-text.c \
  core/summation.c \
  core/taskgraph.c \
  core/taskgraph.h \
  core/timeline.c \
  core/timeline.h \
  core/template.c \
  core/timing.c \
  core/verify.c \
  core/verify.h \
  core/work.c \
  core/work.h
# Part of a shared object, and none of its symbols may meet the compiler's.
core_libpramcore_a_CFLAGS = -std=c11 -fPIC -fvisibility=hidden $(AM_CFLAGS)
core_libpramcore_a_CPPFLAGS = -I$(top_srcdir)/include -I$(top_srcdir)/core \
  $(JANSSON_CFLAGS) -D_GNU_SOURCE
