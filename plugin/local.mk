# plugin/local.mk: the plugin, once for each GCC, and its loader
# SPDX-License-Identifier: GPL-3.0-or-later

plugin_sources = \
  plugin/abi-types.cc \
  plugin/any-size.cc \
  plugin/args.cc \
  plugin/blocks.cc \
  plugin/budget.cc \
  plugin/diagnostics.cc \
  plugin/ir.cc \
  plugin/notes.cc \
  plugin/pass.cc \
  plugin/plugin.cc \
  plugin/reading.cc \
  plugin/report.cc \
  plugin/roots.cc \
  plugin/vector-width.cc \
  plugin/versions.cc \
  plugin/front/afterwards.cc \
  plugin/front/bind.cc \
  plugin/front/capture.cc \
  plugin/front/complex.cc \
  plugin/front/dispatch.cc \
  plugin/front/elements.cc \
  plugin/front/ends.cc \
  plugin/front/free-variables.cc \
  plugin/front/leaving.cc \
  plugin/front/lengths.cc \
  plugin/front/liveness.cc \
  plugin/front/members.cc \
  plugin/front/pardo.cc \
  plugin/front/pardo-conflict.cc \
  plugin/front/pardo-order.cc \
  plugin/front/pardo-range.cc \
  plugin/front/pardo-steps.cc \
  plugin/front/part-pointers.cc \
  plugin/front/planes.cc \
  plugin/front/pragma.cc \
  plugin/front/remap.cc \
  plugin/front/rows.cc \
  plugin/front/same-pointers.cc \
  plugin/front/settled.cc \
  plugin/front/structure-copies.cc \
  plugin/front/structure-tables.cc \
  plugin/front/waiting.cc \
  plugin/normalise/addends.cc \
  plugin/normalise/alike.cc \
  plugin/normalise/assume.cc \
  plugin/normalise/bit-fields.cc \
  plugin/normalise/border.cc \
  plugin/normalise/breaks.cc \
  plugin/normalise/capped.cc \
  plugin/normalise/carried-elements.cc \
  plugin/normalise/chosen.cc \
  plugin/normalise/coalesce.cc \
  plugin/normalise/complex.cc \
  plugin/normalise/conjunctions.cc \
  plugin/normalise/counted-exits.cc \
  plugin/normalise/endings.cc \
  plugin/normalise/entered.cc \
  plugin/normalise/exit-parts.cc \
  plugin/normalise/exits.cc \
  plugin/normalise/finals.cc \
  plugin/normalise/fission.cc \
  plugin/normalise/fixed-values.cc \
  plugin/normalise/flags.cc \
  plugin/normalise/fusion.cc \
  plugin/normalise/globals.cc \
  plugin/normalise/in-order.cc \
  plugin/normalise/inline.cc \
  plugin/normalise/limited.cc \
  plugin/normalise/linear-rows.cc \
  plugin/normalise/memory-calls.cc \
  plugin/normalise/needless-tests.cc \
  plugin/normalise/needs.cc \
  plugin/normalise/nests.cc \
  plugin/normalise/periodic.cc \
  plugin/normalise/once.cc \
  plugin/normalise/own-rows.cc \
  plugin/normalise/parity.cc \
  plugin/normalise/placed-rows.cc \
  plugin/normalise/pointer-counters.cc \
  plugin/normalise/pointers.cc \
  plugin/normalise/quotient-stores.cc \
  plugin/normalise/prefix-sums.cc \
  plugin/normalise/previous.cc \
  plugin/normalise/promote.cc \
  plugin/normalise/prune.cc \
  plugin/normalise/recursion.cc \
  plugin/normalise/rematerialise.cc \
  plugin/normalise/repeated-choices.cc \
  plugin/normalise/reread.cc \
  plugin/normalise/restarts.cc \
  plugin/normalise/row-exchanges.cc \
  plugin/normalise/rows.cc \
  plugin/normalise/run-through.cc \
  plugin/normalise/running-sums.cc \
  plugin/normalise/scalar-expansion.cc \
  plugin/normalise/scalar-replacement.cc \
  plugin/normalise/scratch.cc \
  plugin/normalise/side-exits.cc \
  plugin/normalise/singles.cc \
  plugin/normalise/starts.cc \
  plugin/normalise/structure-tables.cc \
  plugin/normalise/swaps.cc \
  plugin/normalise/threads.cc \
  plugin/normalise/unchanged.cc \
  plugin/normalise/unroll.cc \
  plugin/normalise/workspaces.cc \
  plugin/read/cells.cc \
  plugin/read/choosing.cc \
  plugin/read/deposit.cc \
  plugin/read/found.cc \
  plugin/read/places.cc \
  plugin/read/steady.cc \
  plugin/read/extract-access.cc \
  plugin/read/extract-again.cc \
  plugin/read/extract-apart.cc \
  plugin/read/extract-base.cc \
  plugin/read/extract-busy.cc \
  plugin/read/extract-call.cc \
  plugin/read/extract-chain.cc \
  plugin/read/extract-cond.cc \
  plugin/read/extract-effects.cc \
  plugin/read/extract-hoist.cc \
  plugin/read/extract-follow.cc \
  plugin/read/extract-influence.cc \
  plugin/read/extract-logic.cc \
  plugin/read/extract-levels.cc \
  plugin/read/extract-limit.cc \
  plugin/read/extract-lookup.cc \
  plugin/read/extract-loop.cc \
  plugin/read/extract-names.cc \
  plugin/read/extract-origin.cc \
  plugin/read/extract-private.cc \
  plugin/read/extract-roles.cc \
  plugin/read/extract-same.cc \
  plugin/read/extract-scalar.cc \
  plugin/read/extract-value.cc \
  plugin/read/extract-verdict.cc \
  plugin/read/extract-witness.cc \
  plugin/read/given.cc \
  plugin/read/extract.cc \
  plugin/write/disjoint.cc \
  plugin/write/emit-ahead.cc \
  plugin/write/emit-ask.cc \
  plugin/write/emit-clone.cc \
  plugin/write/emit-count.cc \
  plugin/write/emit-deposit.cc \
  plugin/write/emit-steady.cc \
  plugin/write/emit-driver.cc \
  plugin/write/emit-extreme.cc \
  plugin/write/emit-effects.cc \
  plugin/write/emit-frame.cc \
  plugin/write/emit-layer.cc \
  plugin/write/emit-inspect.cc \
  plugin/write/emit-slice.cc \
  plugin/write/emit-kinds.cc \
  plugin/write/emit-lead.cc \
  plugin/write/emit-log.cc \
  plugin/write/emit-loop.cc \
  plugin/write/emit-note.cc \
  plugin/write/emit-pinned.cc \
  plugin/write/emit-scan.cc \
  plugin/write/emit-tables.cc \
  plugin/write/emit-tasks.cc \
  plugin/write/emit-walk.cc \
  plugin/write/emit-watch.cc \
  plugin/write/emit-ways.cc \
  plugin/write/emit.cc \
  plugin/write/nodes.cc \
  plugin/write/replay.cc \
  plugin/write/task-combine.cc \
  plugin/write/task-groups.cc \
  plugin/write/task-prog.cc \
  plugin/write/trips.cc
plugin_headers = \
  plugin/abi-types.h \
  plugin/any-size.h \
  plugin/args.h \
  plugin/blocks.h \
  plugin/budget.h \
  plugin/diagnostics.h \
  plugin/ir.h \
  plugin/notes.h \
  plugin/pass.h \
  plugin/plug-report.h \
  plugin/pram-gcc.h \
  plugin/region.h \
  plugin/roots.h \
  plugin/vector-width.h \
  plugin/versions.h \
  plugin/front/bind.h \
  plugin/front/capture.h \
  plugin/front/dispatch.h \
  plugin/front/ends.h \
  plugin/front/free-variables.h \
  plugin/front/leaving.h \
  plugin/front/pardo.h \
  plugin/front/pardo-conflict.h \
  plugin/front/pardo-order.h \
  plugin/front/pardo-range.h \
  plugin/front/pardo-steps.h \
  plugin/front/part-pointers.h \
  plugin/front/planes.h \
  plugin/front/pragma.h \
  plugin/front/remap.h \
  plugin/front/same-pointers.h \
  plugin/front/structure-copies.h \
  plugin/front/waiting.h \
  plugin/normalise/needs.h \
  plugin/normalise/scratch.h \
  plugin/read/cells.h \
  plugin/read/extract-chain.h \
  plugin/read/extract.h \
  plugin/read/given.h \
  plugin/read/roles.h \
  plugin/write/disjoint.h \
  plugin/write/emit.h \
  plugin/write/replay.h \
  plugin/write/emit-deposit.h \
  plugin/write/tasks.h
plugin_loader = plugin/loader.c

EXTRA_DIST += plugin/build.mk $(plugin_sources) $(plugin_headers) \
  $(plugin_loader)

# Another compiler for every GCC, which automake has no words for: hence a
# makefile of its own.
build_plugin = $(MAKE) $(AM_MAKEFLAGS) --no-print-directory \
  -f $(srcdir)/plugin/build.mk srcdir='$(srcdir)' \
  SOURCES='$(plugin_sources)' CORE=core/libpramcore.a LIBS='$(core_libs)' \
  FLAGS='$(CXXFLAGS_PLUGIN) $(WARN_CXXFLAGS)' VERSION='$(VERSION)' V='$(V)'
CXXFLAGS_PLUGIN = -g -O2

all-local: plugin-all
plugin-all: core/libpramcore.a plugin/pram.so
	+@for entry in $(PRAM_GCC_TABLE); do \
	  major=$${entry%%=*}; compilers=$${entry#*=}; \
	  $(build_plugin) OUT=plugin/gcc-$$major GCC=$${compilers%%=*} \
	    GXX=$${compilers#*=} || exit 1; \
	done
.PHONY: plugin-all

# Finds the plugin for the GCC that loads it, in gcc-MAJOR beside itself.
plugin/pram.so: $(plugin_loader)
	@$(MKDIR_P) plugin
	$(AM_V_CC)$(CC) $(CPPFLAGS) -I$(top_srcdir)/include $(WARN_CFLAGS) \
	  $(CFLAGS) -fPIC -shared -fvisibility=hidden $(LDFLAGS) \
	  $(srcdir)/$(plugin_loader) -o $@ -ldl

# plugin/pram.so is where `gcc -B$(pkglibdir)/ -fplugin=pram' looks.
install-exec-local:
	$(MKDIR_P) '$(DESTDIR)$(pkglibdir)/plugin'
	$(INSTALL_PROGRAM) plugin/pram.so '$(DESTDIR)$(pkglibdir)/pram.so'
	rm -f '$(DESTDIR)$(pkglibdir)/plugin/pram.so'
	$(LN_S) ../pram.so '$(DESTDIR)$(pkglibdir)/plugin/pram.so'
	for major in $(PRAM_GCC_MAJORS); do \
	  $(MKDIR_P) "$(DESTDIR)$(pkglibdir)/gcc-$$major"; \
	  $(INSTALL_PROGRAM) plugin/gcc-$$major/pram.so \
	    "$(DESTDIR)$(pkglibdir)/gcc-$$major/pram.so" || exit 1; \
	done
if GCC_SYMLINKS
	for entry in $(PRAM_GCC_TABLE); do \
	  gcc=$${entry#*=}; gcc=$${gcc%%=*}; \
	  dir=`$$gcc -print-file-name=plugin`; \
	  $(MKDIR_P) "$(DESTDIR)$$dir" && rm -f "$(DESTDIR)$$dir/pram.so" \
	    && $(LN_S) '$(pkglibdir)/pram.so' "$(DESTDIR)$$dir/pram.so" \
	    || exit 1; \
	done
endif

uninstall-local:
	rm -f '$(DESTDIR)$(pkglibdir)/plugin/pram.so' \
	  '$(DESTDIR)$(pkglibdir)/pram.so'
	for major in $(PRAM_GCC_MAJORS); do \
	  rm -f "$(DESTDIR)$(pkglibdir)/gcc-$$major/pram.so"; \
	done
	-cd '$(DESTDIR)$(pkglibdir)' && rmdir plugin gcc-* && cd .. \
	  && rmdir '$(DESTDIR)$(pkglibdir)'
if GCC_SYMLINKS
	for entry in $(PRAM_GCC_TABLE); do \
	  gcc=$${entry#*=}; gcc=$${gcc%%=*}; \
	  rm -f "$(DESTDIR)`$$gcc -print-file-name=plugin`/pram.so"; \
	done
endif

clean-local: plugin-clean
plugin-clean:
	rm -rf plugin/pram.so plugin/gcc-*
.PHONY: plugin-clean
