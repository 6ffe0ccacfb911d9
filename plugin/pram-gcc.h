/* pram-gcc.h: the only file that includes GCC's headers and knows versions.

   SPDX-License-Identifier: GPL-3.0-or-later

   Every file of the plugin includes it first.  What differs between GCC 11
   and 12 gets one name here.  */

#ifndef PLUG_PRAM_GCC_H
#define PLUG_PRAM_GCC_H

/* Standard headers stand before GCC's, which poison parts of them.  */
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cerrno>
#include <cinttypes>

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "target.h"
#include "tree.h"
#include "rtl.h"
#include "output.h"
#include "tree-pass.h"
#include "gimple.h"
#include "options.h"
#include "opts.h"
#include "context.h"
#include "cpplib.h"
#include "c-family/c-common.h"
#include "c-family/c-pragma.h"
#include "c-tree.h"
#include "stringpool.h"
#include "attribs.h"
#include "cgraph.h"
#include "diagnostic-core.h"
#include "diagnostic.h"
#include "intl.h"
#include "toplev.h"
#include "varasm.h"
#include "stor-layout.h"
#include "fold-const.h"
#include "tree-iterator.h"
#include "tree-pretty-print.h"
#include "gimple-pretty-print.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "gimple-fold.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "tree-inline.h"
#include "tree-nested.h"
#include "ssa.h"
#include "ssa-iterators.h"
#include "tree-phinodes.h"
#include "tree-cfg.h"
#include "tree-cfgcleanup.h"
#include "tree-dfa.h"
#include "tree-into-ssa.h"
#include "tree-ssa.h"
#include "tree-ssa-dce.h"
#include "tree-ssa-operands.h"
#include "tree-ssanames.h"
#include "cfg.h"
#include "cfganal.h"
#include "cfghooks.h"
#include "cfgloop.h"
#include "cfgloopmanip.h"
#include "dominance.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-manip.h"
#include "tree-ssa-loop-niter.h"
#include "tree-scalar-evolution.h"
#include "tree-chrec.h"
#include "tree-data-ref.h"
#include "tree-affine.h"
#include "tree-eh.h"
#include "alias.h"
#include "builtins.h"
#include "calls.h"
#include "internal-fn.h"
#include "real.h"
#include "ggc.h"
#include "langhooks.h"
#include "print-tree.h"
#include "debug.h"

/* A warning must not be given for T (a declaration or an expression).  */
static inline void
plug_no_warning (tree t)
{
#if GCCPLUGIN_VERSION_MAJOR >= 12
  suppress_warning (t);
#else
  TREE_NO_WARNING (t) = 1;
#endif
}

static inline void
plug_no_warning (gimple *stmt)
{
#if GCCPLUGIN_VERSION_MAJOR >= 12
  suppress_warning (stmt);
#else
  gimple_set_no_warning (stmt, true);
#endif
}

#if GCCPLUGIN_VERSION_MAJOR >= 12
#define plug_duplicate_body gimple_duplicate_loop_body_to_header_edge
#else
#define plug_duplicate_body gimple_duplicate_loop_to_header_edge
#endif

/* GCC 11 takes a pragma in the place of a statement for that statement.  */
#if GCCPLUGIN_VERSION_MAJOR >= 12
#define PLUG_PRAGMA_IS_BODY false
#else
#define PLUG_PRAGMA_IS_BODY true
#endif

/* ipa-inline.h wants much else that we have no use for.  */
void clone_inlined_nodes (struct cgraph_edge *, bool, bool, int *);

/* Contracts with core, which is C.  */
extern "C" {
#include "pram-abi.h"
#include "base/diag.h"
#include "base/arena.h"
#include "prog/levels.h"
#include "prog/prog.h"
#include "poly/instantiate.h"
#include "poly/delinearize.h"
#include "poly/graph.h"
#include "plan/coalescing.h"
#include "plan/fission.h"
#include "plan/fusion.h"
#include "plan/plan.h"
#include "plan/expand.h"
#include "plan/table-plan.h"
#include "plan/plan-region.h"
#include "plan/shape.h"
#include "machine/logp.h"
#include "machine/machine.h"
#include "predict/obliviousness.h"
#include "plan/lanes.h"
#include "predict/promise.h"
#include "predict/forecast.h"
#include "predict/scans.h"
#include "predict/predict.h"
#include "predict/table-figures.h"
#include "plan/traffic.h"
#include "plan/verdict-tree.h"
#include "predict/scheme.h"
#include "poly/offers.h"
#include "poly/pinned.h"
#include "poly/residue.h"
#include "predict/report.h"
#include "poly/domain.h"
}

#endif
