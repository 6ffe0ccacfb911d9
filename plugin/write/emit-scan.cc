/* emit-scan.cc: updates of elements that data choose, each process doing its own.

   SPDX-License-Identifier: GPL-3.0-or-later

   Where a process runs all units of a layer (core/predict/scans.h) it does what is of
   its own elements, in place:

     if ((scans = log->scans) != 0)
       {
	 at = …;
	 if (at - scans[k].lo < scans[k].n_bytes) goto here;
	 if (at - scans[k].others_lo < scans[k].others_n_bytes) goto over;
	 deposit it; goto over;
       }  */

#include "pram-gcc.h"
#include "emit.h"
#include "emit-deposit.h"

/* The word N_BYTES behind the beginning of number K of SCANS.  */
static tree
member (tree scans, int k, int n_bytes)
{
  return plug_value_at (scans, k * sizeof (struct pram_scan) + n_bytes,
			long_long_integer_type_node, true);
}

/* Is AT at the word LO of number K of SCANS or behind, but no further than the word
   N_BYTES says?  */
static tree
within (struct plug_clone *c, tree at, tree scans, int k, int lo, int n_bytes)
{
  tree utype = unsigned_type_for (long_long_integer_type_node);
  tree from = plug_new_var (c, utype, "from"), n = plug_new_var (c, utype, "n");
  plug_assign (c, from, build2 (MINUS_EXPR, utype, fold_convert (utype, at),
				fold_convert (utype, member (scans, k, lo))));
  plug_assign (c, n, fold_convert (utype, member (scans, k, n_bytes)));
  return build2 (LT_EXPR, boolean_type_node, from, n);
}

void
plug_scan_deposit (struct plug_clone *c, struct plug_site *site, int k,
		   tree here, tree over)
{
  tree scans = plug_new_var (c, ptr_type_node, "scans");
  tree at = plug_new_var (c, long_long_integer_type_node, "at");
  tree scan = plug_new_label (c), others = plug_new_label (c);
  tree nobody = plug_new_label (c), log = plug_new_label (c);
  plug_assign (c, scans, plug_value_at (c->log, offsetof (struct pram_log, scans),
					ptr_type_node, true));
  plug_branch (c, build2 (NE_EXPR, boolean_type_node, scans, null_pointer_node),
	       scan, log);
  plug_put_label (c, scan);
  plug_assign (c, at, plug_log_place (c, site->access));
  plug_branch (c, within (c, at, scans, k, offsetof (struct pram_scan, lo),
			  offsetof (struct pram_scan, n_bytes)), here, others);
  plug_put_label (c, others);
  plug_branch (c, within (c, at, scans, k, offsetof (struct pram_scan, others_lo),
			  offsetof (struct pram_scan, others_n_bytes)), over, nobody);
  plug_put_label (c, nobody);
  plug_append_deposit (c, site, k);
  plug_goto (c, over);
  plug_put_label (c, log);
}
