/* emit-deposit.h: writes of which data choose the element, between the files that
   emit them.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after emit.h.  */

#ifndef PLUG_EMIT_DEPOSIT_H
#define PLUG_EMIT_DEPOSIT_H

#include "read/deposit.h"

/* A value that an update needs, OFFSET bytes from the beginning of its record: a name,
   or something in memory.  */
struct plug_argument
{
  tree value;
  HOST_WIDE_INT offset;
};

struct plug_site
{
  const struct pram_deposit *deposit;
  const struct plug_access *access;
  struct plug_update update;
  auto_vec<gimple *> stmts;	/* its own, in order */
  auto_vec<struct plug_argument> args;
  HOST_WIDE_INT n_bytes;	/* of its records, … */
  HOST_WIDE_INT n_sent;		/* … which who has the element gets so many of */
  tree fn;
  struct plug_combination combination;
  int partials;			/* number of its log's, or -1 */
  auto_vec<gimple *> filters;	/* computes what the filter is of, where that decides what is
				   found */
  /* What computes what is found, in order; of each such scalar, which of the layer's
     results it is.  */
  auto_vec<gimple *> steps;
  auto_vec<int> results;
  auto_vec<int> led;		/* of each store that it leads its site, or -1 */
  int leader;			/* the one that leads it, or -1 */
  bool first;			/* PRAM_SITE_FIRST */
  bool scanned;			/* it may be (include/pram-abi.h) */
  tree lead;			/* the function that appends what it leads, or null */
};

/* emit-log.cc */
/* Let SITE's records have VALUE, unless that is constant.  */
void plug_add_argument (struct plug_site *site, tree value);

/* Append a deposit of SITE, number K, to the log C->log.  */
void plug_append_deposit (struct plug_clone *c, struct plug_site *site, int k);

/* emit-scan.cc */
/* Where the log C->log has scans, jump to HERE if this process is to do the update of
   SITE, number K, and to OVER if another one is, or it has been deposited.  */
void plug_scan_deposit (struct plug_clone *c, struct plug_site *site, int k,
			tree here, tree over);

/* emit-lead.cc */
/* All sites of E are there: find out which ones lead others.  */
void plug_leads_prepare (struct plug_emission *e);
/* If SITE, number K, does, make its function; tell the runtime.  */
void plug_lead_emit (struct plug_emission *e, struct plug_site *site, int k);
void plug_lead_name (struct plug_clone *c, const struct plug_site *site, int k);

#endif
