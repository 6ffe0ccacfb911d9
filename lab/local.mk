# lab/local.mk: what no compilation needs, for the tools and the unit tests
# SPDX-License-Identifier: GPL-3.0-or-later

noinst_LIBRARIES += lab/libpramlab.a
lab_libpramlab_a_SOURCES = \
  lab/auto.c \
  lab/blockgraph.c \
  lab/blockgraph.h \
  lab/disturb-chain.c \
  lab/disturb-chain.h \
  lab/disturb-confidence.c \
  lab/disturb-draw.c \
  lab/disturb-estimate.c \
  lab/disturb-fit.c \
  lab/disturb-law.c \
  lab/disturb-law.h \
  lab/disturb-layers.c \
  lab/disturb-paths.c \
  lab/disturb-rests.c \
  lab/disturb-rests.h \
  lab/disturb-sample.c \
  lab/disturb.c \
  lab/disturb.h \
  lab/dsc.c \
  lab/duplicate.c \
  lab/duplicate.h \
  lab/etf.c \
  lab/exact.c \
  lab/expand-compare.c \
  lab/expand-compare.h \
  lab/fit.c \
  lab/fit.h \
  lab/gantt.c \
  lab/generate-planted.c \
  lab/generate.c \
  lab/generate.h \
  lab/goal-read.c \
  lab/goal-write.c \
  lab/goal.h \
  lab/heft.c \
  lab/list.c \
  lab/list.h \
  lab/loggops.c \
  lab/loggops.h \
  lab/msa.c \
  lab/scaled.h \
  lab/same-elements.c \
  lab/same-elements.h \
  lab/schedule-check.c \
  lab/schedule-check.h \
  lab/scheme-within.c \
  lab/scheme-within.h \
  lab/script-generate.c \
  lab/script.c \
  lab/script.h \
  lab/simulate.c \
  lab/simulate.h \
  lab/splitmix.h \
  lab/steps-forks.c \
  lab/steps-layers.c \
  lab/steps.c \
  lab/steps.h \
  lab/strategies.c \
  lab/strategies.h \
  lab/summation.c \
  lab/summation.h \
  lab/table-timeline.c \
  lab/table-timeline.h \
  lab/taskgraph-dot.c \
  lab/taskgraph-files.h \
  lab/taskgraph-io.h \
  lab/taskgraph-stg.c \
  lab/taskgraph-text.c \
  lab/taskgraph-words.c \
  lab/timeline.c \
  lab/timeline.h
lab_libpramlab_a_CFLAGS = -std=c11 $(AM_CFLAGS)
lab_libpramlab_a_CPPFLAGS = $(core_cppflags) -I$(top_srcdir) -D_GNU_SOURCE
