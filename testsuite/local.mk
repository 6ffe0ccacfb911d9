# testsuite/local.mk: the tests (DejaGnu), and what they run
# SPDX-License-Identifier: GPL-3.0-or-later

run_tests =
dg_tests =
EXTRA_DIST += testsuite/lib/pram.exp testsuite/config/unix.exp \
  testsuite/pram.run/run.exp testsuite/pram.dg/dg.exp \
  testsuite/pram.misc/rules.exp testsuite/pram.misc/unit.exp \
  testsuite/pram.misc/pramcc.exp testsuite/count \
  $(run_tests) $(dg_tests)

# LEVEL=quick: a few minutes.  RUNTESTFLAGS='run.exp=jacobi*': only these.
LEVEL = full
tested_pramcc = $(abs_top_builddir)/pramcc

check-local: testsuite-run
testsuite-run: all $(check_PROGRAMS)
	@$(MKDIR_P) testsuite
	@{ echo 'set top_srcdir "$(abs_top_srcdir)"'; \
	   echo 'set top_builddir "$(abs_top_builddir)"'; \
	   echo 'set pramcc "$(tested_pramcc)"'; \
	   echo 'set gcc_table "$(PRAM_GCC_TABLE)"'; \
	   echo 'set mpirun "$(MPIRUN)"'; \
	   echo 'set level "$(LEVEL)"'; \
	   echo 'set unit_tests "$(unit_programs)"'; \
	   echo 'set version "$(VERSION)"'; } >testsuite/site.exp
	@if test -z '$(PRAM_RUNTEST)'; then \
	  echo 'check: no runtest; Debian: apt-get install dejagnu' >&2; \
	  exit 1; \
	fi
	cd testsuite && $(PRAM_RUNTEST) --tool pram \
	  --srcdir '$(abs_top_srcdir)/testsuite' $(RUNTESTFLAGS)
.PHONY: testsuite-run

# The installed tree.
installcheck-local:
	$(MAKE) $(AM_MAKEFLAGS) tested_pramcc='$(bindir)/pramcc' \
	  RUNTESTFLAGS=pramcc.exp testsuite-run

clean-local: testsuite-clean
testsuite-clean:
	rm -rf testsuite/tmp testsuite/pram.log testsuite/pram.sum \
	  testsuite/site.exp testsuite/site.bak
.PHONY: testsuite-clean
