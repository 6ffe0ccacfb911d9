/* bind.cc: finding the statements that pragmas apply to.

   SPDX-License-Identifier: GPL-3.0-or-later

   A marker stands in a statement list before the statement that follows the
   pragma.  The loop that follows it appears there in one of three forms:
   (a) FOR_STMT, WHILE_STMT or DO_STMT;
   (b) `for (int i…': a BIND_EXPR at the location of its one FOR_STMT;
   (c) `for (i = 0;…': the initialisation, then the FOR_STMT.  */

#include "pram-gcc.h"
#include "pragma.h"
#include "bind.h"

/* What the walk over a function knows.  */
struct bind_walk
{
  hash_set<tree> visited;
  struct plug_binding *region;	/* around what is looked at, or null */
  int omp_depth;
};

/* What has been bound so far.  */
static struct plug_binding *bindings;

static tree visit (tree *tp, int *walk_subtrees, void *data);

/* Skip what neither compiles to anything nor belongs to a statement.  */
static void
skip_debug (tree_stmt_iterator *i)
{
  while (!tsi_end_p (*i) && TREE_CODE (tsi_stmt (*i)) == DEBUG_BEGIN_STMT)
    tsi_next (i);
}

static bool
loop_stmt_p (tree t)
{
  return (TREE_CODE (t) == FOR_STMT || TREE_CODE (t) == WHILE_STMT
	  || TREE_CODE (t) == DO_STMT);
}

/* The FOR_STMT in T, a BIND_EXPR, if T has form (b).  */
static tree
loop_of_bind (tree t)
{
  tree body = BIND_EXPR_BODY (t);
  if (body && TREE_CODE (body) != STATEMENT_LIST)
    return NULL_TREE;
  for (tree_stmt_iterator i = tsi_start (body); !tsi_end_p (i); tsi_next (&i))
    if (TREE_CODE (tsi_stmt (i)) == FOR_STMT)
      return (EXPR_LOCATION (tsi_stmt (i)) == EXPR_LOCATION (t)
	      ? tsi_stmt (i) : NULL_TREE);
  return NULL_TREE;
}

/* A stands before B in the source or in a macro's expansion, or one can't
   tell.  */
static bool
before_p (location_t a, location_t b)
{
  return linemap_compare_locations (line_table, a, b) >= 0;
}

/* Skip `pardo' before the loop of a region.  */
static void
skip_pardo (tree_stmt_iterator *i)
{
  for (; !tsi_end_p (*i); tsi_next (i))
    {
      struct plug_pragma *p = plug_pragma_of_marker (tsi_stmt (*i));
      if (TREE_CODE (tsi_stmt (*i)) != DEBUG_BEGIN_STMT
	  && (!p || p->kind != PLUG_PARDO))
	return;
    }
}

/* The location of the loop that the statement at I begins, or
   UNKNOWN_LOCATION; *LAST is then its last statement.  */
static location_t
loop_at (tree_stmt_iterator i, tree_stmt_iterator *last)
{
  skip_pardo (&i);
  if (tsi_end_p (i))
    return UNKNOWN_LOCATION;
  tree t = tsi_stmt (i);
  *last = i;
  if (loop_stmt_p (t))
    return EXPR_LOCATION (t);
  if (TREE_CODE (t) == BIND_EXPR && loop_of_bind (t))
    return EXPR_LOCATION (t);
  tsi_next (&i);
  skip_debug (&i);
  if (!tsi_end_p (i) && TREE_CODE (tsi_stmt (i)) == FOR_STMT
      && before_p (EXPR_LOCATION (tsi_stmt (i)), EXPR_LOCATION (t)))
    {
      *last = i;
      return EXPR_LOCATION (tsi_stmt (i));
    }
  return UNKNOWN_LOCATION;
}

/* Move the statements from I to LAST out of their list into one of their own,
   which stays in their place.  */
static tree
take_out (tree_stmt_iterator i, tree_stmt_iterator last)
{
  tree body = alloc_stmt_list ();
  TREE_TYPE (body) = void_type_node;
  tree end = tsi_stmt (last);
  for (bool more = true; more;)
    {
      tree t = tsi_stmt (i);
      more = t != end;
      append_to_statement_list_force (t, &body);
      if (more)
	tsi_delink (&i);
    }
  TREE_SIDE_EFFECTS (body) = 1;
  *tsi_stmt_ptr (i) = body;
  return body;
}

/* Put a list around the statement at I, which may be a list: those that are
   appended to another one lose themselves in it.  */
static tree
enclose (tree_stmt_iterator i)
{
  tree body = alloc_stmt_list (), inner = tsi_stmt (i);
  TREE_TYPE (body) = void_type_node;
  TREE_SIDE_EFFECTS (body) = 1;
  append_to_statement_list_force (build_empty_stmt (UNKNOWN_LOCATION), &body);
  *tsi_stmt_ptr (tsi_start (body)) = inner;
  return *tsi_stmt_ptr (i) = body;
}

/* PRAGMA has BODY, which stands at PLACE.  */
static struct plug_binding *
add_binding (struct bind_walk *w, struct plug_pragma *pragma, location_t loc,
	     tree body, tree *place)
{
  struct plug_binding *b = XCNEW (struct plug_binding);
  b->pragma = pragma;
  b->loc = loc;
  b->omp = w->omp_depth > 0;
  b->body = body;
  b->place = place;
  /* The walk meets outer blocks first: keep the order of the source.  */
  struct plug_binding **at = &bindings;
  while (*at && (*at)->pragma->id < pragma->id)
    at = &(*at)->next;
  b->next = *at;
  return *at = b;
}

/* PRAGMA applies to the statements from I to LAST.  */
static void
bind_statements (struct bind_walk *w, struct plug_pragma *pragma,
		 location_t loc, tree_stmt_iterator i,
		 tree_stmt_iterator last)
{
  pragma->bound = true;
  if (w->region)
    {
      error_at (pragma->loc, "%<#pragma pram%> inside a region: a region is "
		"one unit, remove the inner pragma");
      return;
    }
  /* The node that remains is LAST's: take_out leaves the list in it.  */
  tree body = take_out (i, last);
  add_binding (w, pragma, loc, body, tsi_stmt_ptr (last));
}

/* The FOR_STMT that the statement at I is or contains, or null.  */
static tree
for_loop_at (tree_stmt_iterator i)
{
  tree t = tsi_stmt (i);
  if (TREE_CODE (t) == BIND_EXPR)
    return loop_of_bind (t);
  return TREE_CODE (t) == FOR_STMT ? t : NULL_TREE;
}

/* PRAGMA, inside a region, has clauses.  */
static bool
clauses_p (const struct plug_pragma *p)
{
  return (p->versions || p->reductions || p->locals || p->outside || p->schedule
	  || p->name);
}

/* PRAGMA, a `pardo', applies to the statements from I to LAST.  It is a region if
   it isn't in one.  */
static void
bind_pardo (struct bind_walk *w, struct plug_pragma *pragma, location_t loc,
	    tree_stmt_iterator i, tree_stmt_iterator last)
{
  struct plug_pardo *p = XCNEW (struct plug_pardo), **end;
  struct plug_binding *region = w->region;
  pragma->bound = true;
  if (region && clauses_p (pragma))
    error_at (pragma->loc, "%<#pragma pram pardo%> takes no clauses inside a "
	      "region: clauses are for the whole of it");
  p->pragma = pragma;
  p->loc = loc;
  p->loop = for_loop_at (last);
  p->body = take_out (i, last);
  if (!region)
    region = add_binding (w, pragma, loc, enclose (last),
			  tsi_stmt_ptr (last));
  for (end = &region->pardos; *end; end = &(*end)->next)
    ;
  *end = p;
}

static void
bind_loop (struct bind_walk *w, struct plug_pragma *pragma,
	   tree_stmt_iterator i)
{
  tree_stmt_iterator last;
  skip_debug (&i);
  location_t loc = loop_at (i, &last);
  bool pardo = pragma->kind == PLUG_PARDO;
  if (loc != UNKNOWN_LOCATION && (!pardo || for_loop_at (last)))
    {
      (pardo ? bind_pardo : bind_statements) (w, pragma, loc, i, last);
      return;
    }
  pragma->bound = true;
  if (PLUG_PRAGMA_IS_BODY && tsi_end_p (i))
    error_at (pragma->loc, "%<#pragma pram%> must stand before a loop in the "
	      "same block; as the body of %<if%>, %<else%> or a loop it "
	      "needs braces around itself and the loop: add braces");
  else
    plug_pragma_misplaced (pragma);
}

/* Find the `end' of PRAGMA, a `begin', in the list after I.  */
static void
bind_begin (struct bind_walk *w, struct plug_pragma *pragma,
	   tree_stmt_iterator i)
{
  tree_stmt_iterator first, last;
  bool any = false;
  skip_debug (&i);
  first = last = i;
  for (; !tsi_end_p (i); tsi_next (&i))
    {
      struct plug_pragma *p = plug_pragma_of_marker (tsi_stmt (i));
      if (p && p->kind == PLUG_END)
	{
	  p->bound = pragma->bound = true;
	  tsi_delink (&i);
	  if (any)
	    bind_statements (w, pragma, EXPR_LOCATION (tsi_stmt (first)),
			     first, last);
	  return;
	}
      if (p && p->kind == PLUG_BEGIN)
	break;
      last = i;
      any = true;
    }
  pragma->bound = true;
  error_at (pragma->loc, "%<#pragma pram begin%> without %<#pragma pram "
	    "end%> in the same block");
}

/* Bind the markers of the list T and remove them.  */
static void
bind_list (struct bind_walk *w, tree t)
{
  tree_stmt_iterator i = tsi_start (t);
  while (!tsi_end_p (i))
    {
      struct plug_pragma *p = plug_pragma_of_marker (tsi_stmt (i));
      if (!p)
	{
	  tsi_next (&i);
	  continue;
	}
      /* Delinking moves I to the next statement.  */
      tsi_delink (&i);
      if (p->bound)
	continue;
      if (p->kind == PLUG_LOOP || p->kind == PLUG_PARDO)
	{
	  /* Further pragmas before the same loop.  */
	  bind_loop (w, p, i);
	  i = tsi_start (t);
	}
      else if (p->kind == PLUG_BEGIN)
	{
	  bind_begin (w, p, i);
	  i = tsi_start (t);
	}
      else
	{
	  p->bound = true;
	  error_at (p->loc, "%<#pragma pram end%> without %<#pragma pram "
		    "begin%> in the same block");
	}
    }
}

/* The region whose list of statements T is, or null.  */
static struct plug_binding *
region_of (tree t)
{
  struct plug_binding *b = bindings;
  while (b && b->body != t)
    b = b->next;
  return b;
}

/* Walk the operands of T.  */
static void
walk_inside (struct bind_walk *w, tree t)
{
  if (TREE_CODE (t) == STATEMENT_LIST)
    for (tree_stmt_iterator i = tsi_start (t); !tsi_end_p (i); tsi_next (&i))
      walk_tree (tsi_stmt_ptr (i), visit, w, &w->visited);
  else
    for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
      walk_tree (&TREE_OPERAND (t, i), visit, w, &w->visited);
}

static bool
omp_construct_p (tree t)
{
  return TREE_CODE (t) >= OMP_PARALLEL && TREE_CODE (t) <= OMP_CRITICAL;
}

static tree
visit (tree *tp, int *walk_subtrees, void *data)
{
  struct bind_walk *w = (struct bind_walk *) data;
  if (TYPE_P (*tp))
    *walk_subtrees = 0;
  else if (struct plug_pragma *p = plug_pragma_of_marker (*tp))
    {
      if (!p->bound)
	error_at (p->loc, "%<#pragma pram%> as the body of %<if%>, %<else%> "
		  "or a loop: add braces around it and the loop");
      p->bound = true;
      *tp = build_empty_stmt (p->loc);
      *walk_subtrees = 0;
    }
  else if (TREE_CODE (*tp) == STATEMENT_LIST)
    {
      struct plug_binding *region = region_of (*tp), *outer = w->region;
      if (region)
	w->region = region;
      bind_list (w, *tp);
      if (region)
	{
	  walk_inside (w, *tp);
	  *walk_subtrees = 0;
	}
      w->region = outer;
    }
  else if (omp_construct_p (*tp))
    {
      w->omp_depth++;
      walk_inside (w, *tp);
      w->omp_depth--;
      *walk_subtrees = 0;
    }
  return NULL_TREE;
}

struct plug_binding *
plug_bind (tree *body)
{
  struct bind_walk w;
  bindings = NULL;
  w.region = NULL;
  w.omp_depth = 0;
  walk_tree (body, visit, &w, &w.visited);
  return bindings;
}

void
plug_bindings_free (struct plug_binding *b)
{
  while (b)
    {
      struct plug_binding *next = b->next;
      while (struct plug_pardo *p = b->pardos)
	{
	  b->pardos = p->next;
	  free (p);
	}
      free (b->same);
      free (b);
      b = next;
    }
}
