# doc/local.mk: man pages and the manual
# SPDX-License-Identifier: GPL-3.0-or-later

dist_man_MANS += doc/pramcc.1 doc/pram-sched.1 doc/pram-logp.1 doc/pram-sim.1 \
  doc/pram-machine.5
EXTRA_DIST += doc/pram.texi

# Built only where makeinfo is; the sources come along in any case.
if HAVE_MAKEINFO
nodist_doc_DATA = doc/pram.txt
CLEANFILES += doc/pram.txt
doc/pram.txt: doc/pram.texi
	@$(MKDIR_P) doc
	$(AM_V_GEN)makeinfo --plaintext -o $@ $(srcdir)/doc/pram.texi
endif
