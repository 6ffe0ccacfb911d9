/* prog-print.c: print programs in their text form.

   SPDX-License-Identifier: Apache-2.0  */

#include "prog-text.h"
#include "base/digits.h"

#include <inttypes.h>
#include <string.h>

struct printer
{
  FILE *file;
  const struct pram_prog *prog;
  struct pram_arena *arena;	/* for the names below */
  const char **array;		/* printed names: distinct */
  const char **iterator;	/* distinct along each path of the tree */
};

static void
indent (const struct printer *p, int depth)
{
  fprintf (p->file, "%*s", 2 * depth, "");
}

/* Is NAME among the N first printed names of arrays?  */
static bool
array_name_taken_p (const struct printer *p, int n, const char *name)
{
  for (int a = 0; a < n; a++)
    if (!strcmp (p->array[a], name))
      return true;
  return false;
}

static void
name_arrays (struct printer *p)
{
  for (int a = 0; a < p->prog->n_arrays; a++)
    {
      const char *own = p->prog->arrays[a].name, *name = own;
      for (int n = 1; array_name_taken_p (p, a, name); n++)
	name = pram_arena_printf (p->arena, "%s.%d", own, n);
      p->array[a] = name;
    }
}

static bool
iterator_name_taken_p (const struct printer *p, const struct pram_node *loop,
		       const char *name)
{
  for (loop = loop->parent; loop; loop = loop->parent)
    if (loop->kind == PRAM_LOOP && !strcmp (p->iterator[loop->iterator], name))
      return true;
  return false;
}

static void
name_iterators (struct printer *p, const struct pram_node *node)
{
  if (node->kind == PRAM_LOOP)
    {
      const char *own = node->iterator_name, *name;
      if (!own || !*own)
	own = "i";
      name = own;
      for (int n = 1; iterator_name_taken_p (p, node, name); n++)
	name = pram_arena_printf (p->arena, "%s.%d", own, n);
      p->iterator[node->iterator] = name;
    }
  for (int c = 0; c < node->n_children; c++)
    name_iterators (p, node->children[c]);
}

/* Print the part of AFFINE that belongs to the loops around NODE, outermost
   first; the first sign only if SIGN.  Returns whether anything was
   printed.  */
static bool
print_terms (const struct printer *p, const struct pram_node *node,
	     const struct pram_affine *affine, const char *blank, bool sign)
{
  if (!node)
    return false;
  bool some = print_terms (p, node->parent, affine, blank, sign);
  if (node->kind != PRAM_LOOP)
    return some;

  int64_t coef = pram_affine_coef (affine, node->iterator);
  if (!coef)
    return some;
  uint64_t magnitude = coef < 0 ? -(uint64_t) coef : (uint64_t) coef;
  if (some)
    fprintf (p->file, "%s%c%s", blank, coef < 0 ? '-' : '+', blank);
  else if (coef < 0 && sign)
    putc ('-', p->file);
  if (magnitude != 1)
    fprintf (p->file, "%" PRIu64 "*", magnitude);
  pram_print_name (p->file, p->iterator[node->iterator]);
  return true;
}

/* The coefficient that print_terms prints first; 0 if there is none.  */
static int64_t
first_coef (const struct pram_node *node, const struct pram_affine *affine)
{
  if (!node)
    return 0;
  int64_t coef = first_coef (node->parent, affine);
  if (!coef && node->kind == PRAM_LOOP)
    coef = pram_affine_coef (affine, node->iterator);
  return coef;
}

/* AFFINE may mention the iterators of the loops around the children of NODE.
   BLANK stands around operators.  `8 - i' is nicer than `-i + 8'.  */
static void
print_affine (const struct printer *p, const struct pram_node *node,
	      const struct pram_affine *affine, const char *blank)
{
  int64_t constant = affine->constant;
  uint64_t magnitude = constant < 0 ? -(uint64_t) constant
				    : (uint64_t) constant;
  int64_t first = first_coef (node, affine);
  if (!first)
    fprintf (p->file, "%" PRId64, constant);
  else if (first < 0 && constant > 0)
    {
      fprintf (p->file, "%" PRId64 "%s-%s", constant, blank, blank);
      print_terms (p, node, affine, blank, false);
    }
  else
    {
      print_terms (p, node, affine, blank, true);
      if (constant)
	fprintf (p->file, "%s%c%s%" PRIu64, blank, constant < 0 ? '-' : '+',
		 blank, magnitude);
    }
}

static int64_t
div_of (const struct pram_access *access, int d)
{
  return access->div && access->div[d] ? access->div[d] : 1;
}

static int64_t
mod_of (const struct pram_access *access, int d)
{
  return access->mod ? access->mod[d] : 0;
}

/* Subscript D of ACCESS.  */
static void
print_index (const struct printer *p, const struct pram_node *stmt,
	     const struct pram_access *access, int d)
{
  int64_t div = div_of (access, d), mod = mod_of (access, d);
  const char *open = div != 1 ? "floor((" : mod ? "(" : "";
  const char *close = div == 1 && mod ? ")" : "";
  fprintf (p->file, "[%s", open);
  print_affine (p, stmt->parent, &access->subscript[d], "");
  fputs (close, p->file);
  if (div != 1)
    fprintf (p->file, ")/%" PRId64 ")", div);
  if (mod)
    fprintf (p->file, " mod %" PRId64, mod);
  putc (']', p->file);
}

static void
print_guards (const struct printer *p, const struct pram_node *stmt,
	      const struct pram_access *access)
{
  for (int g = 0; g < access->n_guards; g++)
    {
      const struct pram_guard *guard = &access->guards[g];
      fputs (g ? " and (" : " if (", p->file);
      print_affine (p, stmt->parent, &guard->affine, " ");
      if (guard->mod)
	fprintf (p->file, " mod %" PRId64 " times %" PRId64 " plus %" PRId64,
		 guard->mod, guard->times, guard->plus);
      fprintf (p->file, " %s 0)", guard->equality ? "==" : ">=");
    }
}

bool
pram_prog_offset_implied_p (const struct pram_array *array,
			    const struct pram_access *access)
{
  for (int d = 0; d < array->n_dims; d++)
    if (div_of (access, d) != 1 || mod_of (access, d))
      return false;
  return array->n_dims > 0;
}

static void
print_access (const struct printer *p, const struct pram_node *stmt,
	      const struct pram_access *access)
{
  const struct pram_array *array = &p->prog->arrays[access->array];
  fprintf (p->file, "%s%s ", access->may ? "may " : "",
	   access->write ? "write" : "read");
  pram_print_name (p->file, p->array[access->array]);
  for (int d = 0; d < array->n_dims; d++)
    print_index (p, stmt, access, d);
  if (!pram_prog_offset_implied_p (array, access))
    {
      fputs (array->n_dims ? " @(" : "@(", p->file);
      print_affine (p, stmt->parent, &access->offset, " ");
      putc (')', p->file);
    }
  if (access->indirect)
    fputs (" indirect", p->file);
  if (access->computed)
    fputs (" computed", p->file);
  if (access->asked)
    fprintf (p->file, " asked %d", access->asked);
  if (access->finds)
    fputs (" finds", p->file);
  if (access->leads)
    fputs (" leads", p->file);
  if (access->apart)
    fprintf (p->file, " apart %d", access->apart);
  if (access->perhaps)
    fputs (" perhaps", p->file);
  if (access->steady)
    fprintf (p->file, " steady %d", access->steady);
  if (access->line != stmt->line)
    fprintf (p->file, " line %d", access->line);
  if (access->step)
    fprintf (p->file, " reduce %s %s", pram_prog_ops[access->step->op],
	     pram_prog_types[access->step->type]);
  print_guards (p, stmt, access);
}

static void
print_when (const struct printer *p, const struct pram_node *node)
{
  if (!node->conditional)
    return;
  fputs (" conditional", p->file);
  if (node->decided_by)
    {
      fputs (" on ", p->file);
      pram_print_name (p->file, node->decided_by);
    }
}

static void
print_stmt (const struct printer *p, const struct pram_node *stmt, int depth)
{
  indent (p, depth);
  fputs ("stmt", p->file);
  if (stmt->line)
    fprintf (p->file, " line %d", stmt->line);
  print_when (p, stmt);
  if (stmt->scalar)
    fputs (" scalar", p->file);
  fputs (" weight ", p->file);
  pram_put_number (p->file, stmt->weight);
  if (stmt->value_of && stmt->n_accesses)
    {
      fputs (" value ", p->file);
      pram_print_name (p->file, stmt->value_of);
    }
  putc ('\n', p->file);
  for (int a = 0; a < stmt->n_accesses; a++)
    {
      indent (p, depth + 1);
      print_access (p, stmt, &stmt->accesses[a]);
      putc ('\n', p->file);
    }
}

static void
print_loop_options (const struct printer *p, const struct pram_node *loop)
{
  if (loop->line)
    fprintf (p->file, " line %d", loop->line);
  if (loop->stays_out)
    fputs (" stays", p->file);
  print_when (p, loop);
  if (loop->split)
    fputs (" split", p->file);
  if (loop->once)
    fputs (" once", p->file);
  pram_print_swap (p->file, p->array, p->prog->n_arrays, loop->next);
  for (int c = 0; c < loop->n_carried; c++)
    pram_print_reduce (p->file, loop->line, &loop->carried[c]);
  if (loop->order_reason)
    {
      fputs (" order ", p->file);
      pram_print_string (p->file, loop->order_reason);
      if (loop->order_line)
	fprintf (p->file, " line %d", loop->order_line);
      if (loop->relayed)
	fputs (loop->waves ? " relayed waves" : " relayed", p->file);
    }
}

static void print_children (const struct printer *, const struct pram_node *,
			    int depth);

static void
print_loop (const struct printer *p, const struct pram_node *loop, int depth)
{
  indent (p, depth);
  fputs (loop->data_dependent ? "while " : "for ", p->file);
  pram_print_name (p->file, p->iterator[loop->iterator]);
  if (!loop->data_dependent)
    {
      fputs (" < ", p->file);
      print_affine (p, loop->parent, &loop->count, " ");
    }
  print_loop_options (p, loop);
  fputs (" {\n", p->file);
  for (int s = 0; s < loop->n_children; s++)
    {
      if (loop->data_dependent)
	{
	  indent (p, depth);
	  fputs ("segment", p->file);
	  pram_print_deciders (p->file, loop->children[s]->n_deciders,
			       loop->children[s]->deciders);
	  putc ('\n', p->file);
	}
      print_children (p, loop->children[s], depth + 1);
      if (loop->children[s]->test)
	{
	  indent (p, depth + 1);
	  fprintf (p->file, "test %s\n",
		   p->array[loop->children[s]->test - 1]);
	}
    }
  indent (p, depth);
  fputs ("}\n", p->file);
}

static void
print_children (const struct printer *p, const struct pram_node *seq,
		int depth)
{
  for (int c = 0; c < seq->n_children; c++)
    {
      const struct pram_node *node = seq->children[c];
      if (node->kind == PRAM_LOOP)
	print_loop (p, node, depth);
      else if (node->kind == PRAM_STMT)
	print_stmt (p, node, depth);
      else
	{
	  indent (p, depth);
	  fputs ("seq {\n", p->file);
	  print_children (p, node, depth + 1);
	  indent (p, depth);
	  fputs ("}\n", p->file);
	}
    }
}

static void
print_array (const struct printer *p, int a)
{
  const struct pram_array *array = &p->prog->arrays[a];
  fputs ("array ", p->file);
  pram_print_name (p->file, p->array[a]);
  for (int d = 0; d < array->n_dims; d++)
    fprintf (p->file, "[%" PRId64 "]", array->extent[d]);
  pram_print_element (p->file, array);
  if (array->origin)
    fprintf (p->file, " origin %" PRId64, array->origin);
  pram_print_object (p->file, array, a);
  putc ('\n', p->file);
}

void
pram_prog_print (FILE *file, const struct pram_prog *prog)
{
  struct pram_arena *arena = pram_arena_new ();
  struct printer p = { file, prog, arena,
		       PRAM_ARENA_NEW (arena, const char *, prog->n_arrays),
		       PRAM_ARENA_NEW (arena, const char *, prog->n_loops) };
  name_arrays (&p);
  name_iterators (&p, prog->root);

  fputs ("region ", file);
  pram_print_head (file, prog->name, prog->file, prog->line);
  if (prog->vectors > 0)
    fprintf (file, " vectors %d", prog->vectors);
  putc ('\n', file);
  for (int a = 0; a < prog->n_arrays; a++)
    print_array (&p, a);
  print_children (&p, prog->root, 0);
  pram_arena_free (arena);
}
