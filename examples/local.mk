# examples/local.mk: real programs, also run by the test suite
# SPDX-License-Identifier: GPL-3.0-or-later

nobase_dist_doc_DATA = \
  examples/jacobi/README examples/jacobi/Makefile examples/jacobi/jacobi.c \
  examples/jacobi/plate.c \
  examples/cg/README examples/cg/Makefile examples/cg/cg.c \
  examples/cg/charges.c
