/* source-print.c: print sources in their text form.

   SPDX-License-Identifier: Apache-2.0

   An expression that is used more than once and not small is named before.
   Names of entry values, data, loops and expressions are distinct.  */

#include "prog-text.h"
#include "source.h"
#include "base/digits.h"

#include <inttypes.h>
#include <string.h>

/* Weight up to which an expression is rather repeated than named; levels of
   operators in one text.  */
enum { SMALL = 4, HIGH = 60 };

/* An expression, by its number.  */
struct use
{
  int n;			/* how often */
  int height;			/* of the text, down to names */
  const char *name;
};

struct printer
{
  FILE *file;
  const struct pram_source *source;
  struct pram_arena *arena;	/* for what is below */
  int n_names;			/* all but those of expressions */
  const char **names;
  const char **array, **entry, **lookup, **loop, **variable;
  int n_uses;
  struct use *use;
  int n_all;			/* operands first */
  const struct pram_expr **all;
  int n_data;
  const struct pram_expr **data;
  int line;			/* of the last reference in the segment */
};

/* --- Expressions --------------------------------------------------------- */

/* From the operator that binds least; as C has them.  */
enum level
{
  LEVEL_SELECT, LEVEL_EITHER, LEVEL_BOTH, LEVEL_XOR, LEVEL_AND, LEVEL_EQUAL,
  LEVEL_LESS, LEVEL_SHIFT, LEVEL_SUM, LEVEL_PRODUCT, LEVEL_UNARY
};

static void print_expr (const struct printer *, const struct pram_expr *,
			enum level least);

static const char *
name_of (const struct printer *p, const struct pram_expr *e)
{
  return p->use[e->number].name;
}

/* The comparison of which E, a NOT, is written as the contrary, or null.  */
static const struct pram_expr *
contrary (const struct printer *p, const struct pram_expr *e)
{
  const struct pram_expr *of = e->operand[0];
  return (!name_of (p, of)
	  && (of->op == PRAM_EXPR_NEGATIVE || of->op == PRAM_EXPR_ZERO)
	  ? of : NULL);
}

static enum level
level_of (const struct printer *p, const struct pram_expr *e)
{
  switch (e->op)
    {
    case PRAM_EXPR_SUM:
      return e->n > 1 || e->value ? LEVEL_SUM
	     : e->coef[0] == -1 ? LEVEL_UNARY : LEVEL_PRODUCT;
    case PRAM_EXPR_PRODUCT: case PRAM_EXPR_DIV: case PRAM_EXPR_MOD:
      return LEVEL_PRODUCT;
    case PRAM_EXPR_AND: return LEVEL_AND;
    case PRAM_EXPR_XOR: return LEVEL_XOR;
    case PRAM_EXPR_SHL: case PRAM_EXPR_SHR: return LEVEL_SHIFT;
    case PRAM_EXPR_NEGATIVE: return LEVEL_LESS;
    case PRAM_EXPR_ZERO: return LEVEL_EQUAL;
    case PRAM_EXPR_NOT:
      return contrary (p, e) ? level_of (p, e->operand[0]) : LEVEL_UNARY;
    case PRAM_EXPR_BOTH: return LEVEL_BOTH;
    case PRAM_EXPR_EITHER: return LEVEL_EITHER;
    case PRAM_EXPR_SELECT: return LEVEL_SELECT;
    default: return LEVEL_UNARY;
    }
}

/* FACTOR * TERM, a part of a sum, the FIRST one or not.  -2^63 has no positive
   counterpart.  */
static void
print_term (const struct printer *p, int64_t factor,
	    const struct pram_expr *term, bool first)
{
  bool minus = factor < 0 && factor != INT64_MIN;
  int64_t magnitude = minus ? -factor : factor;
  fputs (first ? minus ? "-" : "" : minus ? " - " : " + ", p->file);
  if (!term || magnitude != 1)
    fprintf (p->file, "%" PRId64 "%s", magnitude, term ? "*" : "");
  if (term)
    print_expr (p, term, magnitude != 1 || (first && minus) ? LEVEL_UNARY
						: LEVEL_PRODUCT);
}

/* The terms of the sum E times SIGN that are then positive, or, if AFTER, the
   others behind them.  Returns whether there are any.  */
static bool
print_terms (const struct printer *p, const struct pram_expr *e, int sign,
	     bool some, bool after)
{
  for (int k = 0; k <= e->n; k++)
    {
      int64_t factor = k < e->n ? e->coef[k] : e->value;
      bool left = factor > 0 || factor == INT64_MIN;
      if (factor == 0 || (left == (sign > 0)) == after)
	continue;
      print_term (p, left ? factor : factor * sign,
		  k < e->n ? e->operand[k] : NULL, !some);
      some = true;
    }
  return some;
}

/* The positive terms of E times SIGN.  */
static void
print_side (const struct printer *p, const struct pram_expr *e, int sign)
{
  if (!print_terms (p, e, sign, false, false))
    putc ('0', p->file);
}

/* n - i is nicer than -i + n.  */
static void
print_sum (const struct printer *p, const struct pram_expr *e)
{
  print_terms (p, e, 1, print_terms (p, e, 1, false, false), true);
}

/* E, a comparison with zero: what is subtracted stands on the right.  */
static void
print_comparison (const struct printer *p, const struct pram_expr *e,
		  const char *sign)
{
  const struct pram_expr *of = e->operand[0];
  if (of->op == PRAM_EXPR_SUM && !name_of (p, of))
    {
      print_side (p, of, 1);
      fputs (sign, p->file);
      print_side (p, of, -1);
      return;
    }
  print_expr (p, of, LEVEL_SHIFT);
  fprintf (p->file, "%s0", sign);
}

static void
print_call (const struct printer *p, const struct pram_expr *e,
	    const char *function)
{
  fprintf (p->file, "%s(", function);
  for (int k = 0; k < e->n; k++)
    {
      fputs (k ? ", " : "", p->file);
      print_expr (p, e->operand[k], LEVEL_SELECT);
    }
  putc (')', p->file);
}

/* A SIGN B.  What people don't know the levels of has parentheses.  */
static void
print_pair (const struct printer *p, const struct pram_expr *e,
	    const char *sign)
{
  enum level level = level_of (p, e);
  bool known = level != LEVEL_XOR && level != LEVEL_AND && level != LEVEL_SHIFT;
  print_expr (p, e->operand[0], known ? level : LEVEL_UNARY);
  fputs (sign, p->file);
  print_expr (p, e->operand[1], known ? level + 1 : LEVEL_UNARY);
}

static void
print_entry (const struct printer *p, const struct pram_expr *e)
{
  const struct pram_source *s = p->source;
  for (int k = 0; k < s->n_entries; k++)
    if (s->entries[k].number == e->value && e->name
	&& !strcmp (s->entries[k].name, e->name))
      {
	pram_print_name (p->file, p->entry[k]);
	return;
      }
  fprintf (p->file, "entry(%" PRId64, e->value);
  if (e->name)
    {
      fputs (", ", p->file);
      pram_print_name (p->file, e->name);
    }
  putc (')', p->file);
}

static void
print_element (const struct printer *p, const struct pram_expr *e)
{
  const struct pram_lookups *all = &p->source->lookups;
  const struct pram_lookup *lookup = pram_lookup_find (all, e->value);
  pram_print_name (p->file, p->lookup[lookup - all->lookup]);
  fputs ("@(", p->file);
  print_expr (p, e->operand[0], LEVEL_SELECT);
  putc (')', p->file);
}

static void
print_not (const struct printer *p, const struct pram_expr *e)
{
  const struct pram_expr *of = contrary (p, e);
  if (of)
    print_comparison (p, of, of->op == PRAM_EXPR_ZERO ? " != " : " >= ");
  else
    {
      putc ('!', p->file);
      print_expr (p, e->operand[0], LEVEL_UNARY);
    }
}

static void
print_select (const struct printer *p, const struct pram_expr *e)
{
  print_expr (p, e->operand[0], LEVEL_EITHER);
  fputs (" ? ", p->file);
  print_expr (p, e->operand[1], LEVEL_SELECT);
  fputs (" : ", p->file);
  print_expr (p, e->operand[2], LEVEL_SELECT);
}

/* E, without parentheses, though it has a name.  */
static void
print_operation (const struct printer *p, const struct pram_expr *e)
{
  char type[16];
  switch (e->op)
    {
    case PRAM_EXPR_CONSTANT: fprintf (p->file, "%" PRId64, e->value); break;
    case PRAM_EXPR_ITERATOR:
      pram_print_name (p->file, p->loop[e->value]);
      break;
    case PRAM_EXPR_TRIPS:
      fputs ("trips(", p->file);
      pram_print_name (p->file, p->loop[e->value]);
      putc (')', p->file);
      break;
    case PRAM_EXPR_VARIABLE:
      pram_print_name (p->file, p->variable[e->value]);
      break;
    case PRAM_EXPR_ENTRY: print_entry (p, e); break;
    case PRAM_EXPR_ELEMENT: print_element (p, e); break;
    case PRAM_EXPR_SUM: print_sum (p, e); break;
    case PRAM_EXPR_PRODUCT: print_pair (p, e, "*"); break;
    case PRAM_EXPR_DIV: print_pair (p, e, "/"); break;
    case PRAM_EXPR_MOD: print_pair (p, e, "%"); break;
    case PRAM_EXPR_MIN: print_call (p, e, "min"); break;
    case PRAM_EXPR_MAX: print_call (p, e, "max"); break;
    case PRAM_EXPR_AND: print_pair (p, e, " & "); break;
    case PRAM_EXPR_XOR: print_pair (p, e, " ^ "); break;
    case PRAM_EXPR_SHL: print_pair (p, e, " << "); break;
    case PRAM_EXPR_SHR: print_pair (p, e, " >> "); break;
    case PRAM_EXPR_WRAP:
      snprintf (type, sizeof type, "%c%d", e->is_signed ? 'i' : 'u', e->bits);
      print_call (p, e, type);
      break;
    case PRAM_EXPR_NEGATIVE: print_comparison (p, e, " < "); break;
    case PRAM_EXPR_ZERO: print_comparison (p, e, " == "); break;
    case PRAM_EXPR_NOT: print_not (p, e); break;
    case PRAM_EXPR_BOTH: print_pair (p, e, " && "); break;
    case PRAM_EXPR_EITHER: print_pair (p, e, " || "); break;
    case PRAM_EXPR_SELECT: print_select (p, e); break;
    case PRAM_EXPR_DATA: break;	/* has a name */
    }
}

static void
print_expr (const struct printer *p, const struct pram_expr *e,
	    enum level least)
{
  bool open = level_of (p, e) < least;
  if (name_of (p, e))
    {
      pram_print_name (p->file, name_of (p, e));
      return;
    }
  fputs (open ? "(" : "", p->file);
  print_operation (p, e);
  fputs (open ? ")" : "", p->file);
}

/* --- Names --------------------------------------------------------------- */

/* A name that none of the N NAMES is: BASE, or BASE.NUMBER.  */
static const char *
distinct (const struct printer *p, const char *base, const char **names, int n)
{
  const char *name = base;
  for (int k = 0, number = 1; k < n; k++)
    if (!strcmp (names[k], name))
      {
	name = pram_arena_printf (p->arena, "%s.%d", base, number++);
	k = -1;
      }
  return name;
}

/* One for an entry value, a loop or data.  */
static const char *
new_name (struct printer *p, const char *base)
{
  const char *name = distinct (p, base, p->names, p->n_names);
  *PRAM_ARENA_PUSH (p->arena, p->names, p->n_names) = name;
  return name;
}

/* The loops' names, from their items in ITEMS.  */
static void
find_loop_names (const struct pram_items *items, const char **name)
{
  for (int i = 0; i < items->n; i++)
    if (items->item[i]->kind == PRAM_ITEM_LOOP)
      {
	const struct pram_item *item = items->item[i];
	name[item->loop] = item->name;
	for (int k = 0; k < item->n_segments; k++)
	  find_loop_names (&item->segment[k], name);
      }
}

/* Name arrays, entry values and loops.  */
static void
give_names (struct printer *p)
{
  const struct pram_source *s = p->source;
  p->array = PRAM_ARENA_NEW (p->arena, const char *, s->n_arrays);
  p->entry = PRAM_ARENA_NEW (p->arena, const char *, s->n_entries);
  p->lookup = PRAM_ARENA_NEW (p->arena, const char *, s->lookups.n);
  p->loop = PRAM_ARENA_NEW (p->arena, const char *, s->n_loops);
  for (int a = 0; a < s->n_arrays; a++)
    p->array[a] = distinct (p, s->arrays[a].name, p->array, a);
  for (int k = 0; k < s->n_entries; k++)
    p->entry[k] = new_name (p, s->entries[k].name);
  for (int k = 0; k < s->lookups.n; k++)
    p->lookup[k] = new_name (p, s->lookups.lookup[k].name);
  find_loop_names (&s->body, p->loop);
  for (int l = 0; l < s->n_loops; l++)
    p->loop[l] = new_name (p, p->loop[l] && *p->loop[l] ? p->loop[l] : "i");
  p->variable = PRAM_ARENA_NEW (p->arena, const char *, s->n_variables);
  for (int v = 0; v < s->n_variables; v++)
    p->variable[v] = new_name (p, s->variables[v].name
			       ? s->variables[v].name : "v");
}

/* --- Looking for what is used -------------------------------------------- */

typedef void visit_expr (struct printer *, const struct pram_expr *);

static void
visit_items (struct printer *p, const struct pram_items *items,
	     visit_expr *visit)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      if (item->kind == PRAM_ITEM_REFERENCE)
	{
	  visit (p, item->offset);
	  visit (p, item->at.when);
	}
      for (int k = 0; k < item->n_segments; k++)
	visit_items (p, &item->segment[k], visit);
    }
}

/* All expressions, in the order in which they are printed.  */
static void
visit_all (struct printer *p, visit_expr *visit)
{
  const struct pram_source *s = p->source;
  for (int l = 0; l < s->n_loops; l++)
    {
      visit (p, s->loops[l].at.when);
      for (int k = 0; k < s->loops[l].n_leave; k++)
	visit (p, s->loops[l].leave[k]);
    }
  for (int v = 0; v < s->n_variables; v++)
    {
      visit (p, s->variables[v].start);
      visit (p, s->variables[v].next);
    }
  for (int k = 0; k < s->lookups.n; k++)
    for (int i = 0; i < s->lookups.lookup[k].n_loads; i++)
      {
	visit (p, s->lookups.lookup[k].loads[i].offset);
	visit (p, s->lookups.lookup[k].loads[i].at.when);
      }
  visit_items (p, &s->body, visit);
}

static void
find_last (struct printer *p, const struct pram_expr *e)
{
  if (e && e->number >= p->n_uses)
    p->n_uses = e->number + 1;
}

static void
count_use (struct printer *p, const struct pram_expr *e)
{
  if (!e || p->use[e->number].n++)
    return;
  for (int k = 0; k < e->n; k++)
    count_use (p, e->operand[k]);
  *PRAM_ARENA_PUSH (p->arena, p->all, p->n_all) = e;
  if (e->op != PRAM_EXPR_DATA)
    return;
  /* In the order in which they were made.  */
  int k = p->n_data;
  PRAM_ARENA_PUSH (p->arena, p->data, p->n_data);
  for (; k > 0 && p->data[k - 1]->value > e->value; k--)
    p->data[k] = p->data[k - 1];
  p->data[k] = e;
}

/* Decide which expressions have names.  */
static void
name_exprs (struct printer *p)
{
  int n = 0;
  for (int i = 0; i < p->n_all; i++)
    {
      const struct pram_expr *e = p->all[i];
      struct use *use = &p->use[e->number];
      for (int k = 0; k < e->n; k++)
	{
	  const struct use *of = &p->use[e->operand[k]->number];
	  if (!of->name && of->height >= use->height)
	    use->height = of->height + 1;
	}
      if (e->n && (use->height > HIGH || (use->n > 1 && e->weight > SMALL)))
	use->name = distinct (p, pram_arena_printf (p->arena, "x%d", ++n),
			      p->names, p->n_names);
    }
}

static void
look_at_exprs (struct printer *p)
{
  visit_all (p, find_last);
  p->use = PRAM_ARENA_NEW (p->arena, struct use, p->n_uses);
  visit_all (p, count_use);
  for (int k = 0; k < p->n_data; k++)
    {
      const char *name = p->data[k]->name;
      p->use[p->data[k]->number].name
	= new_name (p, name ? name
		    : pram_arena_printf (p->arena, "d%d", k + 1));
    }
  name_exprs (p);
}

/* --- Declarations -------------------------------------------------------- */

/* `name', if OWN is another name than PRINTED.  */
static void
print_own_name (const struct printer *p, const char *printed, const char *own)
{
  if (!strcmp (printed, own))
    return;
  fputs (" name ", p->file);
  pram_print_name (p->file, own);
}

static void
print_entries (const struct printer *p)
{
  for (int k = 0; k < p->source->n_entries; k++)
    {
      const struct pram_entry *e = &p->source->entries[k];
      fputs ("entry ", p->file);
      pram_print_name (p->file, p->entry[k]);
      print_own_name (p, p->entry[k], e->name);
      if (e->number != k)
	fprintf (p->file, " number %d", e->number);
      fprintf (p->file, " = %" PRId64, e->value);
      if (e->like)
	fprintf (p->file, " like %d", e->like - 1);
      putc ('\n', p->file);
    }
}

static void
print_lookups (const struct printer *p)
{
  for (int k = 0; k < p->source->lookups.n; k++)
    {
      const struct pram_lookup *l = &p->source->lookups.lookup[k];
      fputs ("lookup ", p->file);
      pram_print_name (p->file, p->lookup[k]);
      print_own_name (p, p->lookup[k], l->name);
      fprintf (p->file, " number %d type %s", l->number,
	       pram_prog_types[l->type]);
      if (l->object)
	fprintf (p->file, " object %" PRId64, l->object);
      if (l->ahead)
	fputs (" ahead", p->file);
      fputs (" = (", p->file);
      for (int i = 0; i < l->n_values; i++)
	fprintf (p->file, "%s%" PRId64, i ? " " : "", l->values[i]);
      fprintf (p->file, ") rest %" PRId64, l->rest);
      if (l->step)
	fprintf (p->file, " step %" PRId64, l->step);
      putc ('\n', p->file);
    }
}

static void
print_arrays (const struct printer *p)
{
  for (int a = 0; a < p->source->n_arrays; a++)
    {
      const struct pram_array *array = &p->source->arrays[a];
      fputs ("array ", p->file);
      pram_print_name (p->file, p->array[a]);
      print_own_name (p, p->array[a], array->name);
      pram_print_element (p->file, array);
      pram_print_object (p->file, array, a);
      putc ('\n', p->file);
    }
}

static void
print_data (const struct printer *p)
{
  for (int k = 0; k < p->n_data; k++)
    {
      fputs ("data ", p->file);
      pram_print_name (p->file, name_of (p, p->data[k]));
      if (p->data[k]->name)
	{
	  fputs (" name ", p->file);
	  pram_print_name (p->file, p->data[k]->name);
	}
      putc ('\n', p->file);
    }
}

static void
print_loops (const struct printer *p)
{
  const struct pram_source *s = p->source;
  for (int l = 0; l < s->n_loops; l++)
    {
      const struct pram_source_loop *loop = &s->loops[l];
      fputs ("loop ", p->file);
      pram_print_name (p->file, p->loop[l]);
      if (loop->outer >= 0)
	{
	  fputs (" in ", p->file);
	  pram_print_name (p->file, p->loop[loop->outer]);
	}
      fprintf (p->file, "%s%s%s%s%s", loop->counted ? " counted" : "",
	       loop->level ? " level" : "", loop->late ? " late" : "",
	       loop->runs ? " runs" : "", loop->fixed ? " fixed" : "");
      if (loop->line)
	fprintf (p->file, " line %d", loop->line);
      putc ('\n', p->file);
    }
}

static void
print_variables (const struct printer *p)
{
  for (int v = 0; v < p->source->n_variables; v++)
    {
      const struct pram_variable *variable = &p->source->variables[v];
      fputs ("variable ", p->file);
      pram_print_name (p->file, p->variable[v]);
      fputs (" in ", p->file);
      pram_print_name (p->file, p->loop[variable->loop]);
      if (variable->name)
	print_own_name (p, p->variable[v], variable->name);
      putc ('\n', p->file);
    }
}

/* The order, unless it is that of their numbers.  */
static void
print_order (const struct printer *p)
{
  const struct pram_source *s = p->source;
  bool plain = s->n_order == s->n_loops;
  for (int k = 0; k < s->n_order; k++)
    plain = plain && s->order[k] == k;
  if (plain)
    return;
  fputs ("order (", p->file);
  for (int k = 0; k < s->n_order; k++)
    {
      fputs (k ? " " : "", p->file);
      pram_print_name (p->file, p->loop[s->order[k]]);
    }
  fputs (")\n", p->file);
}

static void
print_lets (const struct printer *p)
{
  for (int i = 0; i < p->n_all; i++)
    if (p->all[i]->n && name_of (p, p->all[i]))
      {
	fputs ("let ", p->file);
	pram_print_name (p->file, name_of (p, p->all[i]));
	fputs (" = ", p->file);
	print_operation (p, p->all[i]);
	putc ('\n', p->file);
      }
}

/* AT, where PASSED exits are usual.  */
static void
print_position (const struct printer *p, const struct pram_position *at,
		int passed)
{
  if (at->passed != passed)
    fprintf (p->file, " behind %d", at->passed);
  if (!at->when)
    return;
  fputs (" if (", p->file);
  print_expr (p, at->when, LEVEL_SELECT);
  putc (')', p->file);
}

static void
print_leaves (const struct printer *p)
{
  const struct pram_source *s = p->source;
  for (int l = 0; l < s->n_loops; l++)
    {
      const struct pram_source_loop *loop = &s->loops[l];
      int passed = loop->outer < 0 ? 0 : s->loops[loop->outer].n_leave;
      if (!loop->n_leave && !loop->at.when && loop->at.passed == passed)
	continue;
      fputs ("leave ", p->file);
      pram_print_name (p->file, p->loop[l]);
      print_position (p, &loop->at, passed);
      for (int k = 0; k < loop->n_leave; k++)
	{
	  fputs (" (", p->file);
	  print_expr (p, loop->leave[k], LEVEL_SELECT);
	  putc (')', p->file);
	}
      putc ('\n', p->file);
    }
}

/* What variables that are known start from, and how they go on.  */
static void
print_steps (const struct printer *p)
{
  for (int v = 0; v < p->source->n_variables; v++)
    {
      const struct pram_variable *variable = &p->source->variables[v];
      if (!variable->start || !variable->next)
	continue;
      fputs ("step ", p->file);
      pram_print_name (p->file, p->variable[v]);
      fputs (" (", p->file);
      print_expr (p, variable->start, LEVEL_SELECT);
      fputs (") (", p->file);
      print_expr (p, variable->next, LEVEL_SELECT);
      fputs (")\n", p->file);
    }
}

static void
print_loads (const struct printer *p)
{
  const struct pram_source *s = p->source;
  for (int k = 0; k < s->lookups.n; k++)
    for (int i = 0; i < s->lookups.lookup[k].n_loads; i++)
      {
	const struct pram_load *load = &s->lookups.lookup[k].loads[i];
	fputs ("load ", p->file);
	pram_print_name (p->file, p->lookup[k]);
	fputs ("@(", p->file);
	print_expr (p, load->offset, LEVEL_SELECT);
	putc (')', p->file);
	if (load->loop >= 0)
	  {
	    fputs (" in ", p->file);
	    pram_print_name (p->file, p->loop[load->loop]);
	  }
	print_position (p, &load->at,
			load->loop < 0 ? 0 : s->loops[load->loop].n_leave);
	putc ('\n', p->file);
      }
}

/* --- Items --------------------------------------------------------------- */

static void print_items (struct printer *, const struct pram_items *,
			 int passed, int depth);

/* LINE, unless it is *USUAL, which it then is.  */
static void
print_line (const struct printer *p, int line, int *usual)
{
  if (line != *usual)
    fprintf (p->file, " line %d", line);
  *usual = line;
}

static void
print_reference (struct printer *p, const struct pram_item *item, int passed)
{
  fputs (item->write ? "write " : "read ", p->file);
  pram_print_name (p->file, p->array[item->array]);
  fputs ("@(", p->file);
  print_expr (p, item->offset, LEVEL_SELECT);
  putc (')', p->file);
  if (item->indirect)
    fputs (" indirect", p->file);
  if (item->computed)
    fputs (" computed", p->file);
  if (item->asked)
    fprintf (p->file, " asked %d", item->asked);
  if (item->finds)
    fputs (" finds", p->file);
  if (item->leads)
    fputs (" leads", p->file);
  if (item->apart)
    fprintf (p->file, " apart %d", item->apart);
  if (item->perhaps)
    fputs (" perhaps", p->file);
  if (item->steady)
    fprintf (p->file, " steady %d", item->steady);
  if (pram_item_elements (p->source, item) > 1)
    fprintf (p->file, " bytes %d", item->bytes);
  print_position (p, &item->at, passed);
  print_line (p, item->line, &p->line);
  if (item->value_of)
    {
      fputs (" value ", p->file);
      pram_print_name (p->file, item->value_of);
    }
  if (item->parts)
    fprintf (p->file, " parts %d", item->parts);
  putc ('\n', p->file);
}

static void
print_loop_options (const struct printer *p, const struct pram_item *item)
{
  const char *own = item->name ? item->name : "";
  int line = p->source->loops[item->loop].line;
  print_own_name (p, p->loop[item->loop], own);
  print_line (p, item->line, &line);
  if (item->last_too)
    fputs (" last", p->file);
  if (item->once)
    fputs (" once", p->file);
  if (item->stays_out)
    fputs (" stays", p->file);
  if (item->parts)
    fprintf (p->file, " parts %d", item->parts);
  pram_print_swap (p->file, p->array, p->source->n_arrays, item->next);
  for (int c = 0; c < item->n_carried; c++)
    {
      const struct pram_carried *carried = &item->carried[c];
      pram_print_reduce (p->file, item->line, carried);
      if (carried->how)
	fprintf (p->file, " how %d", carried->how);
      if (carried->exact)
	fputs (" exact", p->file);
    }
  if (item->order_reason)
    {
      fputs (" order ", p->file);
      pram_print_string (p->file, item->order_reason);
      if (item->order_line)
	fprintf (p->file, " line %d", item->order_line);
      if (item->relayed)
	fputs (item->waves ? " relayed waves" : " relayed", p->file);
    }
}

static void
print_loop (struct printer *p, const struct pram_item *item, int depth)
{
  const struct pram_source_loop *loop = &p->source->loops[item->loop];
  int before = p->line;
  fputs (loop->counted ? "for " : "while ", p->file);
  pram_print_name (p->file, p->loop[item->loop]);
  print_loop_options (p, item);
  fputs (" {\n", p->file);
  for (int k = 0; k < item->n_segments; k++)
    {
      const struct pram_items *segment = &item->segment[k];
      p->line = item->line;
      if (!loop->counted || segment->line != item->line)
	{
	  fprintf (p->file, "%*ssegment", 2 * depth, "");
	  print_line (p, segment->line, &p->line);
	  pram_print_deciders (p->file, segment->n_deciders, segment->deciders);
	  putc ('\n', p->file);
	}
      print_items (p, segment, pram_source_passed (p->source, item->loop, k),
		   depth + 1);
    }
  p->line = before;
  fprintf (p->file, "%*s}\n", 2 * depth, "");
}

/* ITEMS, where PASSED exits are usual.  */
static void
print_items (struct printer *p, const struct pram_items *items, int passed,
	     int depth)
{
  for (int i = 0; i < items->n; i++)
    {
      const struct pram_item *item = items->item[i];
      fprintf (p->file, "%*s", 2 * depth, "");
      if (item->kind == PRAM_ITEM_LOOP)
	print_loop (p, item, depth);
      else if (item->kind == PRAM_ITEM_REFERENCE)
	print_reference (p, item, passed);
      else
	{
	  fputs ("work ", p->file);
	  pram_put_number (p->file, item->weight);
	  fputs (item->scalar ? " scalar" : "", p->file);
	  if (item->line)
	    fprintf (p->file, " line %d", item->line);
	  putc ('\n', p->file);
	}
    }
}

void
pram_source_print (FILE *file, const struct pram_source *source)
{
  struct pram_arena *arena = pram_arena_new ();
  struct printer p = { .file = file, .source = source, .arena = arena };
  give_names (&p);
  look_at_exprs (&p);
  fputs ("source ", file);
  pram_print_head (file, source->name, source->file, source->line);
  if (source->vectors > 0)
    fprintf (file, " vectors %d", source->vectors);
  if (source->body.line != source->line)
    fprintf (file, " body line %d", source->body.line);
  putc ('\n', file);
  print_entries (&p);
  print_lookups (&p);
  print_arrays (&p);
  print_data (&p);
  print_loops (&p);
  print_order (&p);
  print_variables (&p);
  print_lets (&p);
  print_leaves (&p);
  print_steps (&p);
  print_loads (&p);
  p.line = source->body.line;
  print_items (&p, &source->body, 0, 0);
  pram_arena_free (arena);
}
