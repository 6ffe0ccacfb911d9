# bench/local.mk: measure generated code against code written by hand
# SPDX-License-Identifier: GPL-3.0-or-later

EXTRA_DIST += bench/run.sh bench/slower.sh bench/predict.sh bench/netns.sh \
  bench/bench.h bench/small.c \
  bench/jacobi.c bench/jacobi-mpi.c bench/cg.c bench/cg-mpi.c \
  bench/sparse.h bench/sparse-mpi.h bench/csr.c bench/csr-mpi.c \
  bench/csr-petsc.c bench/scattered.c bench/scattered-mpi.c \
  bench/scattered-petsc.c \
  bench/trees.sh bench/trees.c bench/simgrid.sh bench/smpi.sh \
  bench/smpi-main.c

# make bench REPETITIONS=9
REPETITIONS = 5
bench: all
	@$(MKDIR_P) bench
	cd bench && $(SHELL) '$(abs_top_srcdir)/bench/run.sh' \
	  '$(abs_top_srcdir)/bench' '$(abs_top_builddir)/pramcc' '$(MPICC)' \
	  '$(PRAM_DEFAULT_GCC)' $(REPETITIONS)
	cd bench && $(SHELL) '$(abs_top_srcdir)/bench/slower.sh' \
	  '$(abs_top_srcdir)/bench' '$(abs_top_builddir)/pramcc' \
	  '$(PRAM_DEFAULT_GCC)' $(REPETITIONS)
.PHONY: bench

# Predicted against measured times.
predict: all
	@$(MKDIR_P) bench/predicted
	cd bench/predicted && $(SHELL) '$(abs_top_srcdir)/bench/predict.sh' \
	  '$(abs_top_srcdir)/bench' '$(abs_top_builddir)/pramcc' \
	  '$(abs_top_builddir)' $(REPETITIONS)
.PHONY: predict

# Broadcast and reductions on simulated LogP machines, with SimGrid.
bench-trees:
	$(SHELL) '$(srcdir)/bench/trees.sh' '$(srcdir)'
.PHONY: bench-trees

# Predicted times of the generated Jacobi beside those under SimGrid.
bench-smpi: all
	$(SHELL) '$(srcdir)/bench/smpi.sh bench/smpi-main.c' '$(srcdir)' .
.PHONY: bench-smpi

clean-local: bench-clean
bench-clean:
	rm -f bench/generated bench/any bench/hand bench/serial bench/petsc bench/times.* \
	  bench/checks.* bench/build.log
	rm -rf bench/predicted
.PHONY: bench-clean
