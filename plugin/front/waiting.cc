/* waiting.cc: functions with regions wait until the whole file is parsed.

   SPDX-License-Identifier: GPL-3.0-or-later

   GCC hands over each function when it has been parsed.  What a region's helpers
   use must be known when the region is captured, and programs often have main at
   their top and helpers below it.  So the body of a function with pragmas is put
   aside, an empty one goes on in its place, and when the parser is at the end of
   the file the bodies come back, are captured and made GENERIC, as they would
   have been.  The front end has given its warnings by then; the middle end has
   begun with nothing.

   A function with nested ones is not put aside: these have been handed over
   with references into its body.  */

#include "pram-gcc.h"
#include "region.h"
#include "pragma.h"
#include "capture.h"
#include "waiting.h"
#include "roots.h"

/* A function that waits, with its own body.  */
struct waiting
{
  struct waiting *next;
  tree fndecl, body;
  struct plug_pragma *pragmas;
};

static struct waiting *first;
static struct waiting **last = &first;

static bool
nested_functions_p (tree fndecl)
{
  cgraph_node *node = cgraph_node::get (fndecl);
  return node && first_nested_function (node);
}

void
plug_wait (void *function, void *)
{
  tree fndecl = (tree) function;
  if (TREE_CODE (fndecl) != FUNCTION_DECL || !plug_pragmas)
    return;
  if (nested_functions_p (fndecl))
    {
      plug_capture_function (fndecl);
      return;
    }
  struct waiting *w = XCNEW (struct waiting);
  w->fndecl = fndecl;
  w->body = DECL_SAVED_TREE (fndecl);
  w->pragmas = plug_pragmas;
  plug_root (&w->fndecl);
  plug_root (&w->body);
  plug_pragmas = NULL;
  DECL_SAVED_TREE (fndecl) = alloc_stmt_list ();
  *last = w;
  last = &w->next;
}

/* Capture W's regions and do what the front end does next.  */
static void
go_on (struct waiting *w)
{
  push_cfun (DECL_STRUCT_FUNCTION (w->fndecl));
  current_function_decl = w->fndecl;
  plug_pragmas = w->pragmas;
  plug_capture_function (w->fndecl);
  pop_cfun ();
  current_function_decl = NULL_TREE;
  c_genericize (w->fndecl);
}

static void (*parse_file) (void);

static void
parse_and_go_on (void)
{
  parse_file ();
  for (struct waiting *w = first; w; w = w->next)
    DECL_SAVED_TREE (w->fndecl) = w->body;
  for (struct waiting *w = first; w; w = w->next)
    go_on (w);
}

void
plug_waiting_start (void)
{
  parse_file = lang_hooks.parse_file;
  lang_hooks.parse_file = parse_and_go_on;
}
