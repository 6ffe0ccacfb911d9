/* emit-deposit.cc: writes of which data choose the element.

   SPDX-License-Identifier: GPL-3.0-or-later

     h[key[i]] += w[i]

   In a layer's code an update (read/deposit.h) is left to who has the element:

     if (!log) h[key[i]] += w[i];
     else { next = log->next; if (next + 16 > log->end) next = PRAM_log_grow (…);
	    next->where = …; next->w = w[i]; log->next = next + 16; }

   and he calls

     static void
     F.deposit.K (void *element, const void *values)
     {
       *element += values->w;
     }

   Updates in any order are combined first: before the else there is

     else if (element = partial of h[key[i]]) *element += w[i];

   and before that what a process that scans does (emit-scan.cc).

   What is found (read/found.h), as in if (level[w] < 0) { level[w] = e; more = 1; },
   is part of the update: the layer's code leaves it out, and the function combines
   it with what this process has found, in the third parameter:

     if (*element < 0) { *element = values->e; *found[0] = 1; }

   What an update leads is for another function (emit-lead.cc).  */

#include "pram-gcc.h"
#include "emit.h"
#include "emit-deposit.h"
#include "read/extract.h"
#include "read/found.h"

/* --- Sites ------------------------------------------------------------------ */

/* What STMT, of SITE's update, uses of others.  */
static void
add_arguments (struct plug_site *site, gimple *stmt)
{
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, stmt, i, SSA_OP_USE)
    if (!plug_update_computes_p (&site->update, use))
      plug_add_argument (site, use);
}

/* Append those statements that compute VALUE and are SITE's own.  */
static void
add_own (struct plug_site *site, tree value)
{
  if (!plug_update_computes_p (&site->update, value)
      || site->stmts.contains (SSA_NAME_DEF_STMT (value)))
    return;
  gimple *def = SSA_NAME_DEF_STMT (value);
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    add_own (site, use);
  site->stmts.safe_push (def);
}

/* Append what computes VALUE of FOUND, which SITE finds, to its steps.  */
static void
add_steps (struct plug_site *site, tree value, const struct plug_found *found)
{
  gimple *def = (TREE_CODE (value) == SSA_NAME && value != found->before
		 && !SSA_NAME_IS_DEFAULT_DEF (value)
		 ? SSA_NAME_DEF_STMT (value) : NULL);
  if (!def || gimple_bb (def) != found->in)
    {
      if (value != found->before)
	plug_add_argument (site, value);
      return;
    }
  ssa_op_iter i;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
    add_steps (site, use, found);
  if (!site->steps.contains (def))
    site->steps.safe_push (def);
}

/* Append what computes VALUE, of which SITE's filter is, from what is loaded.  */
static void
add_filter (struct plug_site *site, tree value)
{
  struct plug_update *u = &site->update;
  gimple *def = (TREE_CODE (value) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (value)
		 ? SSA_NAME_DEF_STMT (value) : NULL);
  if (!def || !(u->later.contains (def) || u->stmts.contains (def)))
    {
      plug_add_argument (site, value);
      return;
    }
  if (site->stmts.contains (def) || site->filters.contains (def))
    return;
  ssa_op_iter i;
  tree use;
  if (def == u->load)
    site->stmts.safe_insert (0, def);
  else
    {
      FOR_EACH_SSA_TREE_OPERAND (use, def, i, SSA_OP_USE)
	add_filter (site, use);
      site->filters.safe_push (def);
    }
}

static struct plug_site *
new_site (const struct pram_deposit *deposit)
{
  struct plug_site *site = new plug_site ();
  site->deposit = deposit;
  site->access = (const struct plug_access *) deposit->cookie;
  site->n_bytes = PLUG_LOG_WORD;
  site->partials = site->leader = -1;
  plug_update_of_store (site->access->stmt, &site->update);
  struct plug_update *u = &site->update;
  tree value = gimple_assign_rhs1 (u->store);
  if (u->test)
    {
      add_own (site, gimple_cond_lhs (u->test));
      add_own (site, gimple_cond_rhs (u->test));
    }
  add_own (site, value);
  for (gimple *stmt : site->stmts)
    if (stmt != u->load)
      add_arguments (site, stmt);
  if (u->test)
    add_arguments (site, u->test);
  if (!plug_update_computes_p (&site->update, value))
    plug_add_argument (site, value);
  for (const struct plug_found &found : u->found)
    add_steps (site, found.after, &found);
  for (unsigned i = 0; u->filter && !u->found.is_empty () && i < 2; i++)
    add_filter (site, gimple_op (u->filter, i));
  if (deposit->watched)
    site->n_bytes += PLUG_LOG_WORD;
  site->n_sent = site->n_bytes;
  return site;
}

/* The result of L that FOUND is part of, or -1.  */
static int
result_of (const struct plug_layer *l, const struct plug_found *found)
{
  for (unsigned k = 0; k < l->results.length (); k++)
    {
      const struct plug_result *r = &l->results[k];
      if (r->phi && plug_found_in_p (found, r->phi) && !plug_last_p (r)
	  && !plug_stateful_p (r))
	return k;
    }
  return -1;
}

/* Find out which results of E's layers SITE's scalars are.  */
static void
find_results (struct plug_emission *e, struct plug_site *site)
{
  for (const struct plug_found &found : site->update.found)
    {
      int k = -1;
      for (int i = 0; i < e->n_layers; i++)
	if (e->layers[i].loop
	    && flow_bb_inside_loop_p (e->layers[i].loop,
				      gimple_bb (site->update.store)))
	  k = result_of (&e->layers[i], &found);
      if (k < 0)
	plug_refuse (e, site->deposit->line, "data choose which element of '%s' is "
		     "written, and what is set beside that depends on the order",
		     e->prog->arrays[site->deposit->array].name);
      site->results.safe_push (k);
    }
}

/* What SITE does and others of E do to the same elements is combined alike.  */
static bool
combined_alike_p (struct plug_emission *e, struct plug_site *site)
{
  const struct plug_combination &a = site->combination;
  for (struct plug_site *other : e->sites)
    if (pram_prog_same_class_p (e->prog, other->deposit->array,
				site->deposit->array))
      {
	const struct plug_combination &b = other->combination;
	if (!plug_update_combines_p (&other->update, &other->combination)
	    || a.op != b.op || a.type != b.type || a.how != b.how)
	  return false;
      }
  return true;
}

/* Which of E's sites combine their updates, and in which partials: one for each
   name of an array.  */
static void
number_partials (struct plug_emission *e)
{
  int n = 0;
  for (unsigned k = 0; k < e->sites.length (); k++)
    {
      struct plug_site *site = e->sites[k];
      if (site->deposit->late
	  || !plug_update_combines_p (&site->update, &site->combination)
	  || !combined_alike_p (e, site))
	continue;
      for (unsigned j = 0; j < k; j++)
	if (e->sites[j]->deposit->array == site->deposit->array)
	  site->partials = e->sites[j]->partials;
      if (site->partials < 0 && n < PRAM_PARTIALS)
	site->partials = n++;
    }
}

/* Scalars or other stores wait for how SITE's test comes out.  */
static bool
decides_p (const struct plug_site *site)
{
  return !site->update.found.is_empty () || !site->led.is_empty ();
}

/* It is known: in a level loop an access is one for each iteration.  */
static bool
site_known_p (const struct plug_emission *e, const struct pram_deposit *deposit)
{
  for (const struct plug_site *site : e->sites)
    if (site->deposit->cookie == deposit->cookie)
      return true;
  return false;
}

void
plug_deposits_prepare (struct plug_emission *e)
{
  const struct pram_prog *prog = e->prog;
  for (int i = 0; i < prog->n_deposits && !e->failed; i++)
    if (site_known_p (e, &prog->deposits[i]))
      ;
    else if (gimple_assign_single_p (((const struct plug_access *)
				      prog->deposits[i].cookie)->stmt))
      e->sites.safe_push (new_site (&prog->deposits[i]));
    else
      plug_refuse (e, prog->deposits[i].line, "data choose which element of "
		   "'%s' a call writes",
		   prog->arrays[prog->deposits[i].array].name);
  plug_watches_prepare (e);
  if (e->sites.length () + e->watches.length () > PRAM_DEPOSIT_SITES)
    plug_refuse (e, prog->deposits[0].line, "data choose in too many places "
		 "which element is written");
  for (struct plug_site *site : e->sites)
    find_results (e, site);
  plug_leads_prepare (e);
  for (struct plug_site *site : e->sites)
    site->scanned = (site->leader < 0 && !decides_p (site)
		     && !site->deposit->watched
		     && !pram_deposit_late_p (prog, site->deposit));
  if (!e->failed)
    number_partials (e);
}

void
plug_deposits_free (struct plug_emission *e)
{
  for (struct plug_site *site : e->sites)
    delete site;
  e->sites.release ();
  e->watches.release ();
}

bool
plug_deposits_in_p (const struct plug_emission *e, class loop *loop)
{
  for (int i = 0; i < e->prog->n_deposits; i++)
    {
      const struct plug_access *access
	= (const struct plug_access *) e->prog->deposits[i].cookie;
      if (flow_bb_inside_loop_p (loop, gimple_bb (access->stmt)))
	return true;
    }
  return plug_watched_in_p (e, loop);
}

/* --- What is done with an element -------------------------------------------- */

/* SITE finds scalars where the element isn't stored, or its filter says no.  */
static bool
otherwise_p (const struct plug_site *site)
{
  for (const struct plug_found &found : site->update.found)
    if (found.otherwise)
      return true;
  return false;
}

/* Combine what SITE finds, OTHERWISE or not, with what FOUND, the parameter, leads to.  */
static void
add_found (struct plug_clone *c, struct plug_site *site, tree found, bool otherwise)
{
  auto_vec<tree> at;
  for (unsigned i = 0; i < site->update.found.length (); i++)
    {
      const struct plug_found *f = &site->update.found[i];
      tree slot = plug_new_var (c, ptr_type_node, "slot");
      at.safe_push (plug_value_at (slot, 0, TREE_TYPE (f->before), true));
      if (f->otherwise != otherwise)
	continue;
      plug_assign (c, slot, plug_value_at (found, site->results[i]
					     * (POINTER_SIZE / BITS_PER_UNIT),
				      ptr_type_node, true));
      plug_assign (c, plug_clone_name (c, f->before), at[i]);
    }
  for (gimple *stmt : site->steps)
    if ((gimple_bb (stmt) != site->update.block) == otherwise)
      plug_clone_stmt (c, stmt);
  for (unsigned i = 0; i < at.length (); i++)
    if (site->update.found[i].otherwise == otherwise)
      plug_assign (c, unshare_expr (at[i]),
		   plug_clone_expr (c, site->update.found[i].after));
}

/* DONE becomes VALUE.  */
static void
set_done (struct plug_clone *c, tree done, int value)
{
  plug_assign (c, done, build_int_cst (TREE_TYPE (done), value));
}

/* Find, for FOUND, what SITE does where control doesn't go to OVER, or null, and behind that
   what it does there; DONE as below.  */
static void
find (struct plug_clone *c, struct plug_site *site, tree found, tree done, tree over)
{
  add_found (c, site, found, false);
  set_done (c, done, PRAM_DEPOSIT_STORES | PRAM_DEPOSIT_FINDS);
  if (!over)
    return;
  tree end = plug_new_label (c);
  plug_goto (c, end);
  plug_put_label (c, over);
  if (otherwise_p (site))
    add_found (c, site, found, true);
  plug_put_label (c, end);
}

/* Do SITE's update: in C's loop, or, with ELEMENT, to this.  STORED is what is
   stored if that is none of the update's own, in ELEMENT's case; FOUND: null, or
   where what is found goes; DONE: null, or what is 0, and becomes PRAM_DEPOSIT_… .  */
static void
do_update (struct plug_clone *c, struct plug_site *site, tree element,
	   tree stored, tree found, tree done)
{
  struct plug_update *u = &site->update;
  for (gimple *stmt : site->stmts)
    if (stmt == u->load && element)
      plug_assign (c, plug_clone_name (c, gimple_get_lhs (stmt)),
		   unshare_expr (element));
    else
      plug_clone_stmt (c, stmt);
  tree over = plug_jump_unless (c, u->test, u->when);
  if (!element)
    plug_clone_stmt (c, u->store);
  else
    plug_assign (c, unshare_expr (element),
		 stored ? stored
		 : plug_clone_expr (c, gimple_assign_rhs1 (u->store)));
  if (done)
    set_done (c, done, PRAM_DEPOSIT_STORES);
  if (found)
    {
      for (gimple *stmt : site->filters)
	plug_clone_stmt (c, stmt);
      find (c, site, found, done, over ? over : plug_jump_unless (c, u->filter, u->when));
    }
  else if (over)
    plug_put_label (c, over);
}

/* The function of SITE, number K.  */
static void
emit_function (struct plug_emission *e, struct plug_site *site, int k)
{
  char *symbol = plug_symbol (e, "deposit", k);
  tree type = build_function_type_list (integer_type_node, ptr_type_node,
					ptr_type_node, ptr_type_node, NULL_TREE);
  site->fn = plug_new_function (symbol, type, e->region->fndecl);
  free (symbol);
  static const char *const names[] = { "element", "values", "found" };
  plug_name_parameters (site->fn, names);
  struct plug_clone c;
  plug_clone_start (&c, e, site->fn);
  tree element = DECL_ARGUMENTS (site->fn), values = DECL_CHAIN (element);
  tree found = site->steps.is_empty () && site->results.is_empty ()
	       ? NULL_TREE : DECL_CHAIN (values);
  tree stored = NULL_TREE;
  for (struct plug_argument &a : site->args)
    {
      if (a.offset >= site->n_sent)
	break;
      tree value = plug_value_at (values, a.offset - PLUG_LOG_WORD, TREE_TYPE (a.value),
			     false);
      if (TREE_CODE (a.value) == SSA_NAME)
	plug_assign (&c, plug_clone_name (&c, a.value), value);
      else
	stored = value;
    }
  tree done = plug_new_var (&c, integer_type_node, "done");
  plug_assign (&c, done, integer_zero_node);
  do_update (&c, site, plug_value_at (element, 0, TREE_TYPE (site->access->ref),
				 true), stored, found, done);
  plug_add (&c, build1 (RETURN_EXPR, void_type_node,
			build2 (MODIFY_EXPR, integer_type_node,
				DECL_RESULT (site->fn), done)));
  plug_clone_finish (&c);
}

void
plug_deposits_emit (struct plug_emission *e)
{
  for (unsigned k = 0; k < e->sites.length () && !e->failed; k++)
    {
      emit_function (e, e->sites[k], k);
      plug_lead_emit (e, e->sites[k], k);
    }
}

void
plug_deposits_add (struct plug_emission *e)
{
  for (struct plug_site *site : e->sites)
    {
      plug_add_function (site->fn, false);
      if (site->lead)
	plug_add_function (site->lead, false);
    }
}

/* Say how updates of SITE, number K, are combined.  */
static void
name_partials (struct plug_clone *c, const struct plug_site *site, int k)
{
  tree i32 = integer_type_node;
  tree fn = plug_runtime_function ("PRAM_deposit_partials", void_type_node, i32,
				   i32, i32, i32, i32, NULL_TREE);
  plug_add (c, build_call_expr (fn, 5, build_int_cst (i32, site->partials),
				build_int_cst (i32, k),
				build_int_cst (i32, site->combination.op),
				build_int_cst (i32, site->combination.type),
				build_int_cst (i32, site->combination.how)));
}

void
plug_deposits_name (struct plug_clone *c)
{
  struct plug_emission *e = c->e;
  for (unsigned k = 0; k < e->sites.length (); k++)
    {
      struct plug_site *site = e->sites[k];
      const struct pram_deposit *d = site->deposit;
      plug_name_site (c, k, d->line, d->array, site->n_sent,
		      fold_convert (integer_type_node,
				    TYPE_SIZE_UNIT (TREE_TYPE
						    (site->access->ref))),
		      (pram_deposit_late_p (e->prog, d) ? PRAM_SITE_LATE : 0)
		      | (d->watched ? PRAM_SITE_WATCHED : 0)
		      | (site->first ? PRAM_SITE_FIRST : 0),
		      fold_convert (ptr_type_node,
				    build_fold_addr_expr (site->fn)));
      if (site->partials >= 0)
	name_partials (c, site, k);
      if (site->lead)
	plug_lead_name (c, site, k);
    }
  plug_watches_name (c);
}

/* --- Layers ------------------------------------------------------------------ */

/* The number of the site of which STMT is a part, or which leads it, or -1.  */
static int
site_of (const struct plug_emission *e, gimple *stmt)
{
  for (unsigned k = 0; k < e->sites.length (); k++)
    {
      struct plug_update *u = &e->sites[k]->update;
      if (stmt == u->store || stmt == plug_update_branch (u) || u->stmts.contains (stmt)
	  || u->later.contains (stmt))
	return k;
    }
  for (unsigned k = 0; k < e->sites.length (); k++)
    if (e->sites[k]->update.led.contains (stmt))
      return k;
  return -1;
}

/* A member of TYPE, N_BYTES behind the beginning of partials K of the log.  */
static tree
partials_member (struct plug_clone *c, int k, int n_bytes, tree type)
{
  return plug_value_at (c->log, offsetof (struct pram_log, partials)
			   + k * sizeof (struct pram_partials) + n_bytes,
		   type, true);
}

/* Into POINTER: where in the log SITE's element is, or null.  */
static void
find_partial (struct plug_clone *c, struct plug_site *site, tree pointer)
{
  int k = site->partials;
  tree type = long_long_integer_type_node, utype = unsigned_type_for (type);
  tree at = plug_new_var (c, type, "at"), from = plug_new_var (c, utype, "from");
  tree in = plug_new_label (c), grow = plug_new_label (c);
  tree end = plug_new_label (c);
  plug_assign (c, at, plug_log_place (c, site->access));
  plug_assign (c, from, fold_convert
	       (utype, build2 (MINUS_EXPR, type, at, partials_member
			       (c, k, offsetof (struct pram_partials, lo),
				type))));
  tree n_bytes = partials_member (c, k, offsetof (struct pram_partials, n_bytes),
				  utype);
  plug_branch (c, build2 (LT_EXPR, boolean_type_node, from, n_bytes), in, grow);
  plug_put_label (c, in);
  plug_assign (c, pointer, fold_build_pointer_plus
	       (partials_member (c, k, offsetof (struct pram_partials, at),
				 ptr_type_node), from));
  plug_goto (c, end);
  plug_put_label (c, grow);
  tree fn = plug_runtime_function ("PRAM_partials_grow", ptr_type_node,
				   ptr_type_node, integer_type_node, type,
				   NULL_TREE);
  plug_assign (c, pointer,
	       build_call_expr (fn, 3, c->log,
				build_int_cst (integer_type_node, k), at));
  plug_put_label (c, end);
}

/* VALUE, of SITE's update of ELEMENT, modulo the size of TYPE, which is unsigned:
   parts of a sum may overflow where the sum doesn't.  */
static tree
modular (struct plug_clone *c, struct plug_site *site, tree value, tree element,
	 tree type)
{
  if (!plug_update_computes_p (&site->update, value))
    return fold_convert (type, plug_clone_expr (c, value));
  gimple *def = SSA_NAME_DEF_STMT (value);
  if (def == site->update.load)
    return fold_convert (type, unshare_expr (element));
  tree a = modular (c, site, gimple_assign_rhs1 (def), element, type);
  if (CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (def)))
    return a;
  return build2 (gimple_assign_rhs_code (def), type, a,
		 modular (c, site, gimple_assign_rhs2 (def), element, type));
}

/* Do SITE's update to its partial, ELEMENT.  */
static void
combine (struct plug_clone *c, struct plug_site *site, tree element)
{
  enum pram_op op = site->combination.op;
  tree type = TREE_TYPE (site->access->ref);
  if (op == PRAM_OP_MIN || op == PRAM_OP_MAX)
    do_update (c, site, element, NULL_TREE, NULL_TREE, NULL_TREE);
  else
    plug_assign (c, unshare_expr (element), fold_convert
		 (type, modular (c, site,
				 gimple_assign_rhs1 (site->update.store), element,
				 unsigned_type_for (type))));
}

/* Leave SITE's update, number K, to who has the element.  */
static void
leave (struct plug_clone *c, struct plug_site *site, int k)
{
  if (site->partials < 0)
    {
      plug_append_deposit (c, site, k);
      return;
    }
  tree some = plug_new_label (c), none = plug_new_label (c);
  tree end = plug_new_label (c);
  tree pointer = plug_new_var (c, ptr_type_node, "partial");
  find_partial (c, site, pointer);
  plug_branch (c, build2 (NE_EXPR, boolean_type_node, pointer, null_pointer_node),
	       some, none);
  plug_put_label (c, none);
  plug_append_deposit (c, site, k);
  plug_goto (c, end);
  plug_put_label (c, some);
  combine (c, site, plug_value_at (pointer, 0, TREE_TYPE (site->access->ref), true));
  plug_put_label (c, end);
}

/* Jump to YES if C writes itself, else to NO.  */
static void
if_direct (struct plug_clone *c, tree yes, tree no)
{
  plug_branch (c, build2 (EQ_EXPR, boolean_type_node, c->log, null_pointer_node),
	       yes, no);
}

/* What is computed in the block that SITE's branch decides about for the update, and what
   that leads, whether or not it stores.  */
static void
compute_arguments (struct plug_clone *c, struct plug_site *site)
{
  for (gimple_stmt_iterator i = gsi_start_bb (site->update.block);
       !gsi_end_p (i); gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      if (!gimple_vdef (stmt) && is_gimple_assign (stmt)
	  && !site->update.stmts.contains (stmt) && !site->steps.contains (stmt)
	  && !site->update.later.contains (stmt))
	plug_clone_stmt (c, stmt);
    }
}

/* Those parts of SITE's update, and of what it leads, that are in BB, as they are in the
   program.  */
static void
clone_parts (struct plug_clone *c, struct plug_site *site, basic_block bb)
{
  struct plug_update *u = &site->update;
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i))
    if (gsi_stmt (i) == u->store || u->stmts.contains (gsi_stmt (i))
	|| u->later.contains (gsi_stmt (i)) || u->led.contains (gsi_stmt (i)))
      plug_clone_stmt (c, gsi_stmt (i));
}

/* The end of the block of SITE's branch, as it is in the program.  */
static void
test_here (struct plug_clone *c, struct plug_site *site)
{
  gcond *test = plug_update_branch (&site->update);
  edge t, f;
  extract_true_false_edges_from_block (gimple_bb (test), &t, &f);
  tree yes = plug_new_label (c), no = plug_new_label (c);
  clone_parts (c, site, gimple_bb (test));
  tree cond = build2 (gimple_cond_code (test), boolean_type_node,
		      plug_clone_expr (c, gimple_cond_lhs (test)),
		      plug_clone_expr (c, gimple_cond_rhs (test)));
  plug_branch (c, cond, yes, no);
  plug_put_label (c, yes);
  plug_clone_edge (c, t);
  plug_put_label (c, no);
  plug_clone_edge (c, f);
}

/* Go on where SITE, a record of which there is, finds nothing.  */
static void
find_nothing (struct plug_clone *c, struct plug_site *site)
{
  if (otherwise_p (site))
    for (const struct plug_found &found : site->update.found)
      if (!found.otherwise)
	plug_assign (c, plug_clone_name (c, found.after),
		     plug_clone_expr (c, found.before));
  plug_clone_edge (c, site->update.rest);
}

bool
plug_deposit_jump (struct plug_clone *c, basic_block bb)
{
  gcond *test = safe_dyn_cast <gcond *> (last_stmt (bb));
  int k = test ? site_of (c->e, test) : -1;
  if (k < 0 || !decides_p (c->e->sites[k]))
    return false;
  struct plug_site *site = c->e->sites[k];
  tree direct = plug_new_label (c), log = plug_new_label (c);
  if_direct (c, direct, log);
  plug_put_label (c, direct);
  test_here (c, site);
  plug_put_label (c, log);
  compute_arguments (c, site);
  leave (c, site, k);
  find_nothing (c, site);
  return true;
}

/* The store of SITE, number K, and what it leads, all of it in one block: do
   them here, or leave them to others.  */
static void
do_or_leave (struct plug_clone *c, struct plug_site *site, int k)
{
  tree direct = plug_new_label (c), log = plug_new_label (c);
  tree end = plug_new_label (c);
  if_direct (c, direct, log);
  plug_put_label (c, direct);
  clone_parts (c, site, gimple_bb (site->update.store));
  plug_goto (c, end);
  plug_put_label (c, log);
  leave (c, site, k);
  plug_put_label (c, end);
}

/* STMT is the last one of those.  */
static bool
last_part_p (const struct plug_site *site, gimple *stmt)
{
  gimple *last = NULL;
  for (gimple_stmt_iterator i = gsi_start_bb (gimple_bb (site->update.store));
       !gsi_end_p (i); gsi_next (&i))
    if (gsi_stmt (i) == site->update.store || site->update.led.contains (gsi_stmt (i)))
      last = gsi_stmt (i);
  return stmt == last;
}

/* STMT is part of a site that leads others without a test, or led by such a one, which
   goes to *K.  */
static bool
leads_always_p (const struct plug_emission *e, gimple *stmt, int *k)
{
  *k = site_of (e, stmt);
  if (*k >= 0 && e->sites[*k]->leader >= 0)
    *k = e->sites[*k]->leader;
  return (*k >= 0 && !plug_update_branch (&e->sites[*k]->update)
	  && !e->sites[*k]->led.is_empty ());
}

bool
plug_deposit_stmt (struct plug_clone *c, gimple *stmt)
{
  int k;
  if (leads_always_p (c->e, stmt, &k))
    {
      if (last_part_p (c->e->sites[k], stmt))
	do_or_leave (c, c->e->sites[k], k);
      return true;
    }
  k = site_of (c->e, stmt);
  if (k < 0)
    {
      plug_watch_stmt (c, stmt);
      return false;
    }
  struct plug_site *site = c->e->sites[k];
  if (stmt == plug_update_branch (&site->update))
    return false;		/* its block's jump */
  if (site->leader >= 0)
    return false;		/* where nothing is left to others */
  if (decides_p (site))
    return gimple_bb (stmt) != site->update.block;
  if (stmt != site->update.store)
    return true;
  tree direct = plug_new_label (c), log = plug_new_label (c);
  tree end = plug_new_label (c);
  if_direct (c, direct, log);
  plug_put_label (c, direct);
  do_update (c, site, NULL_TREE, NULL_TREE, NULL_TREE, NULL_TREE);
  plug_goto (c, end);
  plug_put_label (c, log);
  if (site->scanned)
    plug_scan_deposit (c, site, k, direct, end);
  leave (c, site, k);
  plug_put_label (c, end);
  return true;
}

tree
plug_deposit_test (struct plug_clone *c, basic_block, gcond *cond)
{
  int k = site_of (c->e, cond);
  if (k < 0)
    return NULL_TREE;
  return c->e->sites[k]->update.when ? boolean_true_node : boolean_false_node;
}
