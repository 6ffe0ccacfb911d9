/* pragma.cc: parsing of `#pragma pram'.

   SPDX-License-Identifier: GPL-3.0-or-later

   The parser of the C front end calls the handler where the pragma stands.
   The handler reads the clauses and leaves a marker, a call that is never
   compiled, in the current statement list.  bind.cc finds the markers when
   the function is complete.  */

#include "pram-gcc.h"
#include "args.h"
#include "pragma.h"
#include "roots.h"

struct plug_pragma *plug_pragmas;
static struct plug_pragma *last_pragma;
static int n_pragmas;
static tree marker_function;

/* The token that is looked at.  */
static struct
{
  enum cpp_ttype type;
  tree value;
  location_t loc;
} token;

static void
advance (void)
{
  token.value = NULL_TREE;
  token.type = pragma_lex (&token.value, &token.loc);
}

/* The token is the word NAME.  */
static bool
word_p (const char *name)
{
  return (token.type == CPP_NAME
	  && strcmp (IDENTIFIER_POINTER (token.value), name) == 0);
}

/* Skip a token of type TYPE, called WHAT in the error if it isn't there.  */
static bool
expect (enum cpp_ttype type, const char *what)
{
  if (token.type != type)
    {
      error_at (token.loc, "%<#pragma pram%>: expected %s", what);
      return false;
    }
  advance ();
  return true;
}

/* --- Constant expressions ------------------------------------------------ */

static bool parse_constant (HOST_WIDE_INT *value, int least);

/* The constant that the name NAME stands for.  */
static bool
named_constant (tree name, HOST_WIDE_INT *value)
{
  tree decl = lookup_name (name);
  tree init = decl && (TREE_CODE (decl) == CONST_DECL
		       || (VAR_P (decl) && TREE_READONLY (decl)))
	      ? DECL_INITIAL (decl) : NULL_TREE;
  if (!init || TREE_CODE (init) != INTEGER_CST || !tree_fits_shwi_p (init))
    return false;
  *value = tree_to_shwi (init);
  return true;
}

/* number | name | ( constant ) | - primary | + primary */
static bool
parse_primary (HOST_WIDE_INT *value)
{
  switch (token.type)
    {
    case CPP_NUMBER:
      if (TREE_CODE (token.value) != INTEGER_CST
	  || !tree_fits_shwi_p (token.value))
	break;
      *value = tree_to_shwi (token.value);
      advance ();
      return true;
    case CPP_NAME:
      if (!named_constant (token.value, value))
	break;
      advance ();
      return true;
    case CPP_OPEN_PAREN:
      advance ();
      return (parse_constant (value, 0)
	      && expect (CPP_CLOSE_PAREN, "a closing parenthesis"));
    case CPP_MINUS:
      advance ();
      if (!parse_primary (value))
	return false;
      *value = -(unsigned HOST_WIDE_INT) *value;
      return true;
    case CPP_PLUS:
      advance ();
      return parse_primary (value);
    default:
      break;
    }
  error_at (token.loc, "%<#pragma pram%>: expected an integer constant");
  return false;
}

/* As C has them: those of a higher level bind more tightly.  */
static const struct { enum cpp_ttype token; int level; } operators[] =
{
  { CPP_LSHIFT, 0 }, { CPP_PLUS, 1 }, { CPP_MINUS, 1 }, { CPP_MULT, 2 },
  { CPP_DIV, 2 }, { CPP_MOD, 2 }
};

/* *A OP B into *A; numbers wrap.  False after an error at LOC.  */
static bool
combine (enum cpp_ttype op, location_t loc, HOST_WIDE_INT *a, HOST_WIDE_INT b)
{
  unsigned HOST_WIDE_INT u = *a;
  if (op == CPP_LSHIFT && (b < 0 || b >= HOST_BITS_PER_WIDE_INT))
    return error_at (loc, "%<#pragma pram%>: bad shift count"), false;
  if ((op == CPP_DIV || op == CPP_MOD) && b == 0)
    return error_at (loc, "%<#pragma pram%>: division by zero"), false;
  switch (op)
    {
    case CPP_LSHIFT: *a = u << b; break;
    case CPP_PLUS: *a = u + b; break;
    case CPP_MINUS: *a = u - b; break;
    case CPP_MULT: *a = u * b; break;
    case CPP_DIV: *a = b == -1 ? (HOST_WIDE_INT) -u : *a / b; break;
    default: *a = b == -1 ? 0 : *a % b;
    }
  return true;
}

/* primary { operator constant }, operators of at least the level LEAST.  */
static bool
parse_constant (HOST_WIDE_INT *value, int least)
{
  if (!parse_primary (value))
    return false;
  for (unsigned k = 0; k < ARRAY_SIZE (operators);)
    {
      location_t loc = token.loc;
      HOST_WIDE_INT b;
      if (token.type != operators[k].token || operators[k].level < least)
	{
	  k++;
	  continue;
	}
      advance ();
      if (!parse_constant (&b, operators[k].level + 1)
	  || !combine (operators[k].token, loc, value, b))
	return false;
      k = 0;
    }
  return true;
}

/* --- Clauses ------------------------------------------------------------- */

/* The member of the structure TYPE that the token names, or null.  */
static tree
find_member (tree type)
{
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL && DECL_NAME (f) == token.value)
      return f;
  return NULL_TREE;
}

/* A member's name, behind -> or `.', or an element's number in brackets: NAME,
   which is about an object of *TYPE, becomes what that part of it is
   called.  */
static bool
parse_part (tree *name, tree *type)
{
  const char *own = IDENTIFIER_POINTER (*name);
  bool element = token.type == CPP_OPEN_SQUARE;
  bool arrow = token.type == CPP_DEREF;
  char *text = NULL;
  advance ();
  if (arrow && POINTER_TYPE_P (*type))
    *type = TREE_TYPE (*type);
  else if (arrow)
    *type = error_mark_node;
  if (element && TREE_CODE (*type) == ARRAY_TYPE)
    {
      HOST_WIDE_INT number;
      if (!parse_constant (&number, 0))
	return false;
      text = xasprintf ("%s[%" PRId64 "]", own, (int64_t) number);
      *type = TREE_TYPE (*type);
      if (token.type != CPP_CLOSE_SQUARE)
	return expect (CPP_CLOSE_SQUARE, "a closing bracket");
    }
  else if (!element && token.type == CPP_NAME
	   && RECORD_OR_UNION_TYPE_P (*type))
    if (tree field = find_member (*type))
      {
	text = xasprintf ("%s%s%s", own, arrow ? "->" : ".",
			  IDENTIFIER_POINTER (DECL_NAME (field)));
	*type = TREE_TYPE (field);
      }
  if (!text)
    {
      error_at (token.loc, "%<#pragma pram%>: %qE has no such part", *name);
      return false;
    }
  *name = get_identifier (text);
  free (text);
  advance ();
  return true;
}

/* The variable or member that the token begins to name, into C; the tokens are
   skipped.  What stands for a member in the region (members.cc) has the name
   that is put together here.  */
static bool
parse_name (struct plug_clause *c)
{
  c->loc = token.loc;
  c->name = token.value;
  c->decl = lookup_name (token.value);
  advance ();
  if (!c->decl || c->decl == error_mark_node)
    return true;
  if (!VAR_P (c->decl) && TREE_CODE (c->decl) != PARM_DECL)
    {
      error_at (c->loc, "%<#pragma pram%>: %qE is no variable", c->name);
      return false;
    }
  TREE_USED (c->decl) = 1;
  DECL_READ_P (c->decl) = 1;
  c->type = TREE_TYPE (c->decl);
  while (token.type == CPP_DEREF || token.type == CPP_DOT
	 || token.type == CPP_OPEN_SQUARE)
    {
      if (!parse_part (&c->name, &c->type))
	return false;
      c->decl = NULL_TREE;
    }
  return true;
}

/* Append a clause for the variable that the token names to *LIST, and skip
   the token.  Null after an error if it is no name, or if a clause for it is
   there already; CLAUSE is what they are called.  */
static struct plug_clause *
parse_variable (struct plug_clause **list, const char *clause)
{
  if (token.type != CPP_NAME)
    {
      error_at (token.loc, "%<#pragma pram%>: expected the name of a "
		"variable");
      return NULL;
    }
  struct plug_clause *c = XCNEW (struct plug_clause);
  plug_root (&c->name);
  plug_root (&c->decl);
  plug_root (&c->type);
  bool good = parse_name (c);
  for (; *list; list = &(*list)->next)
    if ((*list)->name == c->name && good)
      {
	error_at (c->loc, "%<#pragma pram%>: %qE twice in %qs", c->name,
		  clause);
	good = false;
      }
  *list = c;
  return good ? c : NULL;
}

/* A and B name the same sizes.  */
static bool
same_sizes_p (const struct plug_clause *a, const struct plug_clause *b)
{
  int n_a = 0, n_b = 0;
  for (const struct plug_clause *c = b; c; c = c->next)
    n_b++;
  for (; a; a = a->next, n_a++)
    {
      const struct plug_clause *c = b;
      while (c && (c->name != a->name || c->value != a->value))
	c = c->next;
      if (!c)
	return false;
    }
  return n_a == n_b;
}

/* The last of P's versions is there already.  */
static bool
version_repeated_p (const struct plug_pragma *p, location_t loc)
{
  const struct plug_version *last = p->versions;
  while (last->next)
    last = last->next;
  for (const struct plug_version *v = p->versions; v != last; v = v->next)
    if (same_sizes_p (v->sizes, last->sizes))
      {
	error_at (loc, "%<#pragma pram%>: the same %<size%> twice");
	return true;
      }
  return false;
}

/* size ( name = constant , … ) */
static bool
parse_size (struct plug_pragma *p)
{
  location_t start = token.loc;
  struct plug_version **v = &p->versions;
  while (*v)
    v = &(*v)->next;
  *v = XCNEW (struct plug_version);
  do
    {
      advance ();
      struct plug_clause *c = parse_variable (&(*v)->sizes, "size");
      if (!c)
	return false;
      if (!c->type)
	{
	  error_at (c->loc, "%<#pragma pram%>: size of %qE, which is not "
		    "declared here", c->name);
	  return false;
	}
      if (!INTEGRAL_TYPE_P (c->type))
	{
	  error_at (c->loc, "%<#pragma pram%>: size of %qE, which is no "
		    "integer", c->name);
	  return false;
	}
      if (!expect (CPP_EQ, "an equals sign and the value after the name"))
	return false;
      location_t loc = token.loc;
      if (!parse_constant (&c->value, 0))
	return false;
      if (!int_fits_type_p (build_int_cst (long_long_integer_type_node,
					   c->value), c->type))
	{
	  error_at (loc, "%<#pragma pram%>: the value is out of range of %qE",
		    c->name);
	  return false;
	}
      if (c->value < 0)
	{
	  error_at (loc, "%<#pragma pram%>: the size of %qE is negative",
		    c->name);
	  return false;
	}
    }
  while (token.type == CPP_COMMA);
  return (expect (CPP_CLOSE_PAREN, "a comma or a closing parenthesis")
	  && !version_repeated_p (p, start));
}

/* The operator that the token is, skipped.  */
static bool
parse_op (enum pram_op *op)
{
  switch (token.type)
    {
    case CPP_PLUS: *op = PRAM_OP_SUM; break;
    case CPP_MULT: *op = PRAM_OP_PROD; break;
    case CPP_AND: *op = PRAM_OP_AND; break;
    case CPP_OR: *op = PRAM_OP_IOR; break;
    case CPP_XOR: *op = PRAM_OP_XOR; break;
    case CPP_AND_AND: *op = PRAM_OP_LAND; break;
    case CPP_OR_OR: *op = PRAM_OP_LOR; break;
    default:
      if (word_p ("min"))
	*op = PRAM_OP_MIN;
      else if (word_p ("max"))
	*op = PRAM_OP_MAX;
      else
	{
	  error_at (token.loc, "%<#pragma pram%>: expected one of %<+%>, "
		    "%<*%>, %<min%>, %<max%>, %<&%>, %<|%>, %<^%>, %<&&%> "
		    "and %<||%> in %<reduction%>");
	  return false;
	}
    }
  advance ();
  return true;
}

/* ( already seen: name , … ) */
static bool
parse_names (struct plug_clause **list, enum pram_op op, const char *clause)
{
  struct plug_clause *c = parse_variable (list, clause);
  while (c)
    {
      c->op = op;
      if (token.type != CPP_COMMA)
	return expect (CPP_CLOSE_PAREN, "a comma or a closing parenthesis");
      advance ();
      c = parse_variable (list, clause);
    }
  return false;
}

/* The type of the elements of TYPE, an array or a pointer; else TYPE.  */
static tree
element_of (tree type)
{
  if (POINTER_TYPE_P (type))
    type = TREE_TYPE (type);
  return strip_array_types (type);
}

static bool
number_p (tree type)
{
  return INTEGRAL_TYPE_P (type) || FLOAT_TYPE_P (type);
}

/* reduction ( op : name , … ) */
static bool
parse_reduction (struct plug_pragma *p)
{
  enum pram_op op;
  advance ();
  if (!parse_op (&op) || !expect (CPP_COLON, "a colon after the operator")
      || !parse_names (&p->reductions, op, "reduction"))
    return false;
  for (struct plug_clause *c = p->reductions; c; c = c->next)
    if (c->type && !number_p (element_of (c->type)))
      {
	error_at (c->loc, "%<#pragma pram%>: reduction of %qE, which is no "
		  "number and no array of numbers", c->name);
	return false;
      }
  return true;
}

/* local ( name , … ) */
static bool
parse_local (struct plug_pragma *p)
{
  advance ();
  if (!parse_names (&p->locals, PRAM_OP_VALUE, "local"))
    return false;
  for (struct plug_clause *c = p->locals; c; c = c->next)
    if (!c->type)
      {
	error_at (c->loc, "%<#pragma pram%>: local %qE, which is not "
		  "declared here", c->name);
	return false;
      }
  return true;
}

/* outside ( function , … ) */
static bool
parse_outside (struct plug_pragma *p)
{
  do
    {
      advance ();
      tree decl = token.type == CPP_NAME ? lookup_name (token.value) : NULL_TREE;
      if (!decl || TREE_CODE (decl) != FUNCTION_DECL)
	{
	  error_at (token.loc, "%<#pragma pram%>: expected the name of a function "
		    "in %<outside%>");
	  return false;
	}
      struct plug_clause *c = XCNEW (struct plug_clause);
      c->next = p->outside;
      c->loc = token.loc;
      c->name = token.value;
      c->decl = decl;
      plug_root (&c->name);
      plug_root (&c->decl);
      p->outside = c;
      advance ();
    }
  while (token.type == CPP_COMMA);
  return expect (CPP_CLOSE_PAREN, "a comma or a closing parenthesis");
}

/* The clause NAME, which is there once at most, is there ALREADY.  */
static bool
repeated_p (const void *already, const char *name)
{
  if (already)
    error_at (token.loc, "%<#pragma pram%>: a second %qs", name);
  return already != NULL;
}

/* schedule ( name ) */
static bool
parse_schedule (struct plug_pragma *p)
{
  if (repeated_p (p->schedule, "schedule"))
    return false;
  advance ();
  if (token.type == CPP_NAME)
    p->schedule = pram_schedule_choice_find (IDENTIFIER_POINTER (token.value));
  if (!p->schedule)
    {
      error_at (token.loc, "%<#pragma pram%>: expected %<auto%>, %<naive%>, "
		"%<linear%>, %<brent%> or %<serial%> in %<schedule%>");
      return false;
    }
  advance ();
  return expect (CPP_CLOSE_PAREN, "a closing parenthesis");
}

/* name ( id ) */
static bool
parse_name (struct plug_pragma *p)
{
  if (repeated_p (p->name, "name"))
    return false;
  advance ();
  if (token.type != CPP_NAME)
    {
      error_at (token.loc, "%<#pragma pram%>: expected an identifier in "
		"%<name%>");
      return false;
    }
  p->name = xstrdup (IDENTIFIER_POINTER (token.value));
  for (const struct plug_pragma *q = plug_pragmas; q; q = q->next)
    if (q->name && strcmp (q->name, p->name) == 0)
      {
	warning_at (token.loc, 0, "%<#pragma pram%>: another region is called "
		    "%qE, too", token.value);
	break;
      }
  advance ();
  return expect (CPP_CLOSE_PAREN, "a closing parenthesis");
}

static const struct
{
  const char *name;
  bool (*parse) (struct plug_pragma *);	/* the token is the parenthesis */
} clauses[] = {
  { "size", parse_size }, { "reduction", parse_reduction },
  { "local", parse_local }, { "schedule", parse_schedule },
  { "name", parse_name }, { "outside", parse_outside }
};

/* Parse the clause at the token.  */
static bool
parse_clause (struct plug_pragma *p)
{
  if (token.type != CPP_NAME)
    {
      error_at (token.loc, "%<#pragma pram%>: expected a clause");
      return false;
    }
  for (unsigned i = 0; i < ARRAY_SIZE (clauses); i++)
    if (word_p (clauses[i].name))
      {
	advance ();
	if (token.type == CPP_OPEN_PAREN)
	  return clauses[i].parse (p);
	error_at (token.loc, "%<#pragma pram%>: expected %<(%> after %qs",
		  clauses[i].name);
	return false;
      }
  error_at (token.loc, "%<#pragma pram%>: unknown clause %qE; there are "
	    "%<size%>, %<reduction%>, %<local%>, %<outside%>, %<schedule%> and "
	    "%<name%>",
	    token.value);
  return false;
}

/* Parse what follows `pram'.  */
static bool
parse_pragma (struct plug_pragma *p)
{
  advance ();
  if (word_p ("begin") || word_p ("end"))
    {
      p->kind = word_p ("begin") ? PLUG_BEGIN : PLUG_END;
      advance ();
    }
  else if (word_p ("pardo"))
    {
      p->kind = PLUG_PARDO;
      advance ();
    }
  else if (word_p ("data"))
    {
      error_at (token.loc, "%<#pragma pram %E%> is not supported yet",
		token.value);
      return false;
    }
  if (p->kind == PLUG_END && token.type != CPP_EOF)
    {
      error_at (token.loc, "%<#pragma pram end%> takes no clauses");
      return false;
    }
  while (token.type != CPP_EOF)
    {
      if (token.type == CPP_COMMA)
	advance ();
      if (!parse_clause (p))
	return false;
    }
  return true;
}

/* --- Markers ------------------------------------------------------------- */

static tree
build_marker (struct plug_pragma *p)
{
  if (!marker_function)
    {
      tree type = build_function_type_list (void_type_node, integer_type_node,
					    NULL_TREE);
      marker_function = build_fn_decl ("pram pragma", type);
      plug_root (&marker_function);
    }
  tree call = build_call_expr_loc (p->loc, marker_function, 1,
				   build_int_cst (integer_type_node, p->id));
  TREE_SIDE_EFFECTS (call) = 1;
  return call;
}

struct plug_pragma *
plug_pragma_of_marker (tree t)
{
  if (!t || TREE_CODE (t) != CALL_EXPR || !marker_function
      || get_callee_fndecl (t) != marker_function)
    return NULL;
  int id = tree_to_shwi (CALL_EXPR_ARG (t, 0));
  for (struct plug_pragma *p = plug_pragmas; p; p = p->next)
    if (p->id == id)
      return p;
  return NULL;
}

static void
append_pragma (struct plug_pragma *p)
{
  p->id = n_pragmas++;
  if (plug_pragmas)
    last_pragma->next = p;
  else
    plug_pragmas = p;
  last_pragma = p;
}

void
plug_pragma_misplaced (struct plug_pragma *p)
{
  p->bound = true;
  if (p->kind == PLUG_PARDO)
    error_at (p->loc, "%<#pragma pram pardo%> must stand before a %<for%> loop");
  else
    error_at (p->loc, "%<#pragma pram%> must stand before a %<for%>, "
	      "%<while%> or %<do%> loop; use %<begin%> and %<end%> around "
	      "other statements");
}

/* P stands before a block.  One without declarations is dissolved, and
   its first loop would pass for all of it.  */
static bool
before_block_p (cpp_reader *reader, const struct plug_pragma *p)
{
  return ((p->kind == PLUG_LOOP || p->kind == PLUG_PARDO)
	  && !from_macro_expansion_at (p->loc)
	  && cpp_peek_token (reader, 0)->type == CPP_OPEN_BRACE);
}

static void
handle_pragma (cpp_reader *reader)
{
  struct plug_pragma *p = XCNEW (struct plug_pragma);
  p->loc = input_location;
  if (!current_function_decl)
    {
      error_at (p->loc, "%<#pragma pram%> outside of a function");
      return;
    }
  p->bound = !parse_pragma (p);
  if (!p->bound && before_block_p (reader, p))
    plug_pragma_misplaced (p);
  append_pragma (p);
  add_stmt (build_marker (p));
}

void
plug_pragma_register (void *, void *)
{
  /* With -fdirectives-only a pragma that is expanded would be lost.  */
  if (flag_preprocess_only && cpp_get_options (parse_in)->directives_only)
    return;
  c_register_pragma_with_expansion (0, "pram", handle_pragma);
}

/* What regions are read from is C's trees.  */
static void
warn_cxx (cpp_reader *)
{
  warning_at (input_location, 0, "%<#pragma pram%> is ignored in C++: only C "
	      "is distributed; put the loop into a C file of its own");
}

void
plug_pragma_register_cxx (void *, void *)
{
  c_register_pragma (0, "pram", warn_cxx);
}
