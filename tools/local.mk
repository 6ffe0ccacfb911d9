# tools/local.mk: the commands
# SPDX-License-Identifier: GPL-3.0-or-later

bin_PROGRAMS += tools/pram-sched
tools_pram_sched_SOURCES = \
  tools/pram-sched.c \
  tools/pram-sched.h \
  tools/pram-sched-blocks.c \
  tools/pram-sched-bounds.c \
  tools/pram-sched-expand.c \
  tools/pram-sched-expand.h \
  tools/pram-sched-graph.c \
  tools/pram-sched-machine.c \
  tools/pram-sched-measured.c \
  tools/pram-sched-measured.h \
  tools/pram-sched-scheme.c \
  tools/pram-sched-source.c \
  tools/pram-sched-tables.c \
  tools/pram-sched-tables.h \
  tools/tool-file.c \
  tools/tool-file.h \
  tools/tool-json.h \
  tools/tool-machine.c \
  tools/tool-machine.h \
  tools/tool-report.c \
  tools/tool-report.h \
  tools/trace.c \
  tools/trace.h
tools_pram_sched_CPPFLAGS = $(core_cppflags) -I$(top_srcdir) \
  -D_GNU_SOURCE -DPRAM_VERSION='"$(VERSION)"' $(JANSSON_CFLAGS)
tools_pram_sched_LDADD = lab/libpramlab.a core/libpramcore.a $(core_libs) -lm

bin_PROGRAMS += tools/pram-logp
tools_pram_logp_SOURCES = \
  tools/pram-logp.c \
  tools/pram-logp.h \
  tools/pram-logp-compute.c \
  tools/pram-logp-faults.c \
  tools/pram-logp-kernels.c \
  tools/pram-logp-kernels.h \
  tools/pram-logp-layers.c \
  tools/pram-logp-messages.c \
  tools/pram-logp-protocols.c \
  tools/pram-logp-rows.h \
  tools/pram-logp-scalar.c \
  tools/pram-logp-steps.c \
  tools/pram-logp-tasks.c
tools_pram_logp_CPPFLAGS = $(tools_pram_sched_CPPFLAGS) $(MPI_CFLAGS)
tools_pram_logp_CFLAGS = $(AM_CFLAGS) -fopenmp-simd
tools_pram_logp_LDADD = lab/libpramlab.a core/libpramcore.a $(MPI_LIBS) -lm

bin_PROGRAMS += tools/pram-sim
tools_pram_sim_SOURCES = tools/pram-sim.c tools/pram-sim-disturb.c \
  tools/pram-sim-fit.c tools/pram-sim-graph.c tools/pram-sim-run.c \
  tools/pram-sim.h \
  tools/tool-file.c tools/tool-file.h \
  tools/tool-machine.c tools/tool-machine.h \
  tools/tool-report.c tools/tool-report.h
tools_pram_sim_CPPFLAGS = $(tools_pram_sched_CPPFLAGS)
tools_pram_sim_LDADD = lab/libpramlab.a core/libpramcore.a $(core_libs) -lm

EXTRA_DIST += tools/pramcc.in
nodist_bin_SCRIPTS = tools/pramcc
CLEANFILES += tools/pramcc pramcc

tools/pramcc: tools/pramcc.in Makefile
	@$(MKDIR_P) tools
	$(AM_V_GEN)$(substitute) $(installed) $(srcdir)/tools/pramcc.in >$@-t \
	  && chmod +x $@-t && mv $@-t $@

# The same for the build tree.
all-local: pramcc
pramcc: tools/pramcc.in Makefile
	$(AM_V_GEN)$(substitute) $(in_build_tree) $(srcdir)/tools/pramcc.in \
	  >$@-t && chmod +x $@-t && mv $@-t $@
