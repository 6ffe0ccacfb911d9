# plugin/local.mk: the plugin, once for each GCC, and its loader
# SPDX-License-Identifier: GPL-3.0-or-later

plugin_sources = \
  plugin/abi-types.cc \
  plugin/args.cc \
  plugin/bind.cc \
  plugin/capture.cc \
  plugin/copies.cc \
  plugin/copy.cc \
  plugin/diagnostics.cc \
  plugin/disjoint.cc \
  plugin/emit-ahead.cc \
  plugin/emit-clone.cc \
  plugin/emit-count.cc \
  plugin/emit-driver.cc \
  plugin/emit-extreme.cc \
  plugin/emit-frame.cc \
  plugin/emit-layer.cc \
  plugin/emit-loop.cc \
  plugin/emit-note.cc \
  plugin/emit-tables.cc \
  plugin/emit-tasks.cc \
  plugin/emit.cc \
  plugin/exits.cc \
  plugin/extract-access.cc \
  plugin/extract-affine.cc \
  plugin/extract-call.cc \
  plugin/extract-chain.cc \
  plugin/extract-cond.cc \
  plugin/extract-influence.cc \
  plugin/extract-logic.cc \
  plugin/extract-loop.cc \
  plugin/extract-names.cc \
  plugin/extract-private.cc \
  plugin/extract-same.cc \
  plugin/extract-scalar.cc \
  plugin/extract-split.cc \
  plugin/extract-witness.cc \
  plugin/extract.cc \
  plugin/fission.cc \
  plugin/globals.cc \
  plugin/inline.cc \
  plugin/limits.cc \
  plugin/liveness.cc \
  plugin/members.cc \
  plugin/meetings.cc \
  plugin/notes.cc \
  plugin/pass.cc \
  plugin/plugin.cc \
  plugin/pragma.cc \
  plugin/prune.cc \
  plugin/records.cc \
  plugin/recompute.cc \
  plugin/report.cc \
  plugin/roots.cc \
  plugin/scan.cc \
  plugin/settled.cc \
  plugin/site.cc \
  plugin/starts.cc \
  plugin/task-combine.cc \
  plugin/task-groups.cc \
  plugin/task-prog.cc \
  plugin/turns.cc \
  plugin/unroll.cc \
  plugin/vector-width.cc
plugin_headers = \
  plugin/abi-types.h \
  plugin/args.h \
  plugin/bind.h \
  plugin/capture.h \
  plugin/copy.h \
  plugin/diagnostics.h \
  plugin/disjoint.h \
  plugin/emit.h \
  plugin/extract-chain.h \
  plugin/extract.h \
  plugin/notes.h \
  plugin/pass.h \
  plugin/plug-report.h \
  plugin/pragma.h \
  plugin/pram-gcc.h \
  plugin/region.h \
  plugin/roots.h \
  plugin/scan.h \
  plugin/site.h \
  plugin/tasks.h \
  plugin/vector-width.h
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
