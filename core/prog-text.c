/* prog-text.c: the text form of programs, printed and read back.

   SPDX-License-Identifier: GPL-3.0-or-later

   The form is free: line ends are blanks, `#' starts a comment that ends with
   its line.  What the printer writes, the reader reads, and the printer then
   writes the same again.

     prog    := `region' word `file' word `line' int array* node*
     array   := `array' name extent* `bytes' int `type' type
		[`origin' int] [`object' int] [`arg' int] [`local']
     extent  := `[' int `]'
     type    := i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 f80 ptr
     node    := loop | stmt | `seq' `{' node* `}'
     loop    := `for' name `<' affine option* `{' node* `}'
	      | `while' name option* `{' segment+ `}'
     segment := `segment' node*
     option  := `line' int
	      | `conditional' | `split'
	      | `swap' (name `=' name)+
	      | `reduce' op type name [`line' int]
	      | `order' string [`line' int]
     op      := sum prod min max and ior xor land lor value first last
     stmt    := `stmt' [`line' int] [`conditional'] [`weight' number]
		[`value' name] access*
     access  := [`may'] (`read' | `write') name place [`line' int]
		[`reduce' op type] [`if' guard (`and' guard)*]
     place   := (`[' index `]')* [`@' `(' affine `)']
     index   := affine [] | floor | (floor | `(' affine `)') `mod' int
     floor   := `floor' `(' `(' affine `)' `/' int `)'
     guard   := `(' affine (`>=' | `==') `0' `)'
     affine  := [`-'] term ((`+' | `-') term)*
     term    := int | name | int `*' name | name `*' int
     name    := letters, digits, `_', `$', `.', not beginning with a digit;
		or a string
     word    := anything up to the next blank, or a string
     string  := `"' … `"', with \" and \\ inside

   An array's extents and an access's subscripts stand there after
   delinearization.  Before, an access has its byte offset, behind `@'; after,
   the offset is written only where it does not follow from the subscripts.
   `origin' is 0 unless given, `object' (the size of the object in bytes, if
   known) too; `arg' is the array's place in the list; nobody needs what a
   `local' one holds afterwards.  `swap a = b' says that a stands for what b stood
   for before.  Iterators are named by the innermost
   enclosing loop of that name.  An access's line is its statement's unless
   given.  */

#include "prog.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const type_names[] =
{
  [PRAM_TYPE_I8] = "i8", [PRAM_TYPE_U8] = "u8",
  [PRAM_TYPE_I16] = "i16", [PRAM_TYPE_U16] = "u16",
  [PRAM_TYPE_I32] = "i32", [PRAM_TYPE_U32] = "u32",
  [PRAM_TYPE_I64] = "i64", [PRAM_TYPE_U64] = "u64",
  [PRAM_TYPE_F32] = "f32", [PRAM_TYPE_F64] = "f64",
  [PRAM_TYPE_F80] = "f80", [PRAM_TYPE_PTR] = "ptr"
};
enum { N_TYPES = sizeof type_names / sizeof *type_names };

static const char *const op_names[] =
{
  [PRAM_OP_SUM] = "sum", [PRAM_OP_PROD] = "prod",
  [PRAM_OP_MIN] = "min", [PRAM_OP_MAX] = "max",
  [PRAM_OP_AND] = "and", [PRAM_OP_IOR] = "ior", [PRAM_OP_XOR] = "xor",
  [PRAM_OP_LAND] = "land", [PRAM_OP_LOR] = "lor", [PRAM_OP_VALUE] = "value",
  [PRAM_OP_FIRST] = "first", [PRAM_OP_LAST] = "last"
};
enum { N_OPS = sizeof op_names / sizeof *op_names };

static bool
name_start_p (int c)
{
  return isalpha (c) || c == '_' || c == '$' || c == '.';
}

static bool
name_char_p (int c)
{
  return name_start_p (c) || isdigit (c);
}

/* --- Printing ----------------------------------------------------------- */

struct printer
{
  FILE *file;
  const struct pram_prog *prog;
  struct pram_arena *arena;	/* for the names below */
  const char **array;		/* printed names: distinct */
  const char **iterator;	/* distinct along each path of the tree */
};

static void
print_string (FILE *file, const char *string)
{
  putc ('"', file);
  for (; *string; string++)
    {
      if (*string == '"' || *string == '\\')
	putc ('\\', file);
      putc (*string == '\n' ? ' ' : *string, file);
    }
  putc ('"', file);
}

static void
print_name (FILE *file, const char *name)
{
  bool plain = name_start_p ((unsigned char) *name);
  for (const char *c = name; *c; c++)
    plain = plain && name_char_p ((unsigned char) *c);
  if (plain)
    fputs (name, file);
  else
    print_string (file, name);
}

static void
print_word (FILE *file, const char *word)
{
  bool plain = *word && *word != '"' && *word != '#';
  for (const char *c = word; *c; c++)
    plain = plain && !isspace ((unsigned char) *c);
  if (plain)
    fputs (word, file);
  else
    print_string (file, word);
}

/* The shortest form that reads back as VALUE.  */
static void
print_number (FILE *file, double value)
{
  char text[40];
  for (int precision = 6; precision <= 17; precision++)
    {
      snprintf (text, sizeof text, "%.*g", precision, value);
      if (strtod (text, NULL) == value)
	break;
    }
  fputs (text, file);
}

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
  print_name (p->file, p->iterator[node->iterator]);
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
      fprintf (p->file, " %s 0)", guard->equality ? "==" : ">=");
    }
}

/* Does the offset of ACCESS follow from its subscripts?  The reader asks the
   same question.  */
static bool
offset_implied_p (const struct pram_array *array,
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
  print_name (p->file, p->array[access->array]);
  for (int d = 0; d < array->n_dims; d++)
    print_index (p, stmt, access, d);
  if (!offset_implied_p (array, access))
    {
      fputs (array->n_dims ? " @(" : "@(", p->file);
      print_affine (p, stmt->parent, &access->offset, " ");
      putc (')', p->file);
    }
  if (access->line != stmt->line)
    fprintf (p->file, " line %d", access->line);
  if (access->step)
    fprintf (p->file, " reduce %s %s", op_names[access->step->op],
	     type_names[access->step->type]);
  print_guards (p, stmt, access);
}

static void
print_stmt (const struct printer *p, const struct pram_node *stmt, int depth)
{
  indent (p, depth);
  fputs ("stmt", p->file);
  if (stmt->line)
    fprintf (p->file, " line %d", stmt->line);
  if (stmt->conditional)
    fputs (" conditional", p->file);
  fputs (" weight ", p->file);
  print_number (p->file, stmt->weight);
  if (stmt->value_of)
    {
      fputs (" value ", p->file);
      print_name (p->file, stmt->value_of);
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
print_swap (const struct printer *p, const struct pram_node *loop)
{
  bool some = false;
  for (int a = 0; loop->next && a < p->prog->n_arrays; a++)
    if (loop->next[a] != a)
      {
	fputs (some ? " " : " swap ", p->file);
	print_name (p->file, p->array[a]);
	fputs (" = ", p->file);
	print_name (p->file, p->array[loop->next[a]]);
	some = true;
      }
}

static void
print_loop_options (const struct printer *p, const struct pram_node *loop)
{
  if (loop->line)
    fprintf (p->file, " line %d", loop->line);
  if (loop->conditional)
    fputs (" conditional", p->file);
  if (loop->split)
    fputs (" split", p->file);
  print_swap (p, loop);
  for (int c = 0; c < loop->n_carried; c++)
    {
      const struct pram_carried *carried = &loop->carried[c];
      fprintf (p->file, " reduce %s %s ", op_names[carried->op],
	       type_names[carried->type]);
      print_name (p->file, carried->name);
      if (carried->line != loop->line)
	fprintf (p->file, " line %d", carried->line);
    }
  if (loop->order_reason)
    {
      fputs (" order ", p->file);
      print_string (p->file, loop->order_reason);
      if (loop->order_line)
	fprintf (p->file, " line %d", loop->order_line);
    }
}

static void print_children (const struct printer *, const struct pram_node *,
			    int depth);

static void
print_loop (const struct printer *p, const struct pram_node *loop, int depth)
{
  indent (p, depth);
  fputs (loop->data_dependent ? "while " : "for ", p->file);
  print_name (p->file, p->iterator[loop->iterator]);
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
	  fputs ("segment\n", p->file);
	}
      print_children (p, loop->children[s], depth + 1);
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
  print_name (p->file, p->array[a]);
  for (int d = 0; d < array->n_dims; d++)
    fprintf (p->file, "[%" PRId64 "]", array->extent[d]);
  fprintf (p->file, " bytes %d type %s", array->elem_size,
	   type_names[array->type]);
  if (array->origin)
    fprintf (p->file, " origin %" PRId64, array->origin);
  if (array->n_bytes)
    fprintf (p->file, " object %" PRId64, array->n_bytes);
  if (array->arg != a)
    fprintf (p->file, " arg %d", array->arg);
  if (array->local)
    fputs (" local", p->file);
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
  print_word (file, prog->name);
  fputs (" file ", file);
  print_word (file, prog->file);
  fprintf (file, " line %d\n", prog->line);
  for (int a = 0; a < prog->n_arrays; a++)
    print_array (&p, a);
  print_children (&p, prog->root, 0);
  pram_arena_free (arena);
}

/* --- Reading ------------------------------------------------------------ */

enum token_kind
{
  TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_STRING, TOKEN_PUNCTUATION
};

struct token
{
  enum token_kind kind;
  int line;
  const char *text;		/* names and strings: the name itself */
};

/* After the first error the current token is TOKEN_END for good, so every
   loop ends and nothing further is reported.  */
struct reader
{
  const char *next;		/* text behind the current token */
  int line;			/* of NEXT */
  struct token token;		/* the current token */
  struct pram_arena *scratch;
  struct pram_prog *prog;
  const struct pram_diag *diag;
  bool failed;
};

#define FAIL(r, ...) \
  do \
    { \
      if (!(r)->failed) \
	pram_diag_report ((r)->diag, PRAM_ERROR, (r)->token.line, \
			  __VA_ARGS__); \
      (r)->failed = true; \
      (r)->token.kind = TOKEN_END; \
    } \
  while (0)

static const char *
copy_text (struct reader *r, const char *begin, const char *end)
{
  return pram_arena_printf (r->scratch, "%.*s", (int) (end - begin), begin);
}

static void
skip_blanks (struct reader *r)
{
  for (;; r->next++)
    {
      if (*r->next == '#')
	r->next += strcspn (r->next, "\n");
      if (!isspace ((unsigned char) *r->next))
	break;
      r->line += *r->next == '\n';
    }
  r->token.line = r->line;
}

/* The string that begins at r->next.  */
static void
lex_string (struct reader *r)
{
  char *text = pram_arena_alloc (r->scratch, strcspn (r->next + 1, "\n") + 1);
  char *out = text;
  const char *c = r->next + 1;
  for (; *c && *c != '\n' && *c != '"'; c++)
    {
      if (*c == '\\' && (c[1] == '"' || c[1] == '\\'))
	c++;
      *out++ = *c;
    }
  if (*c != '"')
    {
      FAIL (r, "unterminated string");
      return;
    }
  r->token.kind = TOKEN_STRING;
  r->token.text = text;
  r->next = c + 1;
}

/* Make the next token the current one.  */
static void
advance (struct reader *r)
{
  if (r->failed)
    return;
  skip_blanks (r);
  const char *begin = r->next, *c = begin;
  if (!*c)
    {
      r->token.kind = TOKEN_END;
      r->token.text = "end of text";
      return;
    }
  if (*c == '"')
    {
      lex_string (r);
      return;
    }
  if (name_start_p ((unsigned char) *c) && !(*c == '.' && isdigit (c[1])))
    {
      r->token.kind = TOKEN_NAME;
      while (name_char_p ((unsigned char) *c))
	c++;
    }
  else if (isdigit ((unsigned char) *c))
    {
      /* With fraction and exponent: a weight.  */
      char *end;
      strtod (c, &end);
      r->token.kind = TOKEN_NUMBER;
      c = end;
    }
  else
    {
      r->token.kind = TOKEN_PUNCTUATION;
      c += (*c == '>' || *c == '=') && c[1] == '=' ? 2 : 1;
    }
  r->token.text = copy_text (r, begin, c);
  r->next = c;
}

/* Is the current token TEXT (and no string or quoted name)?  */
static bool
at_p (const struct reader *r, const char *text)
{
  return (r->token.kind == TOKEN_NAME || r->token.kind == TOKEN_PUNCTUATION)
	 && !strcmp (r->token.text, text);
}

static bool
accept (struct reader *r, const char *text)
{
  if (!at_p (r, text))
    return false;
  advance (r);
  return true;
}

static void
expect (struct reader *r, const char *text)
{
  if (!accept (r, text))
    FAIL (r, "expected '%s' before '%s'", text, r->token.text);
}

/* The character behind the current token and blanks.  */
static char
peek (const struct reader *r)
{
  struct reader ahead = *r;
  skip_blanks (&ahead);
  return *ahead.next;
}

static const char *
read_name (struct reader *r, const char *what)
{
  if (r->token.kind != TOKEN_NAME && r->token.kind != TOKEN_STRING)
    {
      FAIL (r, "expected %s before '%s'", what, r->token.text);
      return "";
    }
  const char *name = r->token.text;
  advance (r);
  return name;
}

/* A word stands where the current token begins.  Called *instead of* an
   advance: the current token is the keyword before the word.  */
static const char *
read_word (struct reader *r, const char *keyword)
{
  if (!at_p (r, keyword))
    {
      FAIL (r, "expected '%s' before '%s'", keyword, r->token.text);
      return "";
    }
  skip_blanks (r);
  const char *begin = r->next, *word;
  if (*begin == '"')
    {
      lex_string (r);
      word = r->failed ? "" : r->token.text;
    }
  else
    {
      while (*r->next && !isspace ((unsigned char) *r->next))
	r->next++;
      word = copy_text (r, begin, r->next);
    }
  advance (r);
  return word;
}

/* An unsigned integer; of MAGNITUDE at most the largest int64_t.  */
static int64_t
read_magnitude (struct reader *r)
{
  if (r->token.kind == TOKEN_NUMBER)
    {
      char *end;
      errno = 0;
      long long value = strtoll (r->token.text, &end, 10);
      if (!*end && !errno)
	{
	  advance (r);
	  return value;
	}
    }
  FAIL (r, "expected an integer before '%s'", r->token.text);
  return 0;
}

static int64_t
read_integer (struct reader *r)
{
  bool negative = accept (r, "-");
  int64_t value = read_magnitude (r);
  return negative ? -value : value;
}

static int
read_int (struct reader *r)
{
  int64_t value = read_integer (r);
  if (value != (int) value)
    FAIL (r, "%" PRId64 " is too large here", value);
  return (int) value;
}

static double
read_number (struct reader *r)
{
  bool negative = accept (r, "-");
  if (r->token.kind != TOKEN_NUMBER)
    {
      FAIL (r, "expected a number before '%s'", r->token.text);
      return 0;
    }
  double value = strtod (r->token.text, NULL);
  advance (r);
  return negative ? -value : value;
}

/* Which of the N NAMES is the current token?  */
static int
read_choice (struct reader *r, const char *const *names, int n,
	     const char *what)
{
  for (int k = 0; k < n; k++)
    if (accept (r, names[k]))
      return k;
  FAIL (r, "expected %s before '%s'", what, r->token.text);
  return 0;
}

static int
read_array_name (struct reader *r)
{
  struct token token = r->token;
  const char *name = read_name (r, "the name of an array");
  for (int a = 0; !r->failed && a < r->prog->n_arrays; a++)
    if (!strcmp (r->prog->arrays[a].name, name))
      return a;
  if (!r->failed)
    {
      r->token = token;
      FAIL (r, "no array '%s'", name);
    }
  return 0;
}

/* The number of the iterator NAME of a loop around the children of NODE.  */
static int
find_iterator (struct reader *r, const struct pram_node *node,
	       const char *name)
{
  for (; node; node = node->parent)
    if (node->kind == PRAM_LOOP && !strcmp (node->iterator_name, name))
      return node->iterator;
  FAIL (r, "no enclosing loop has the iterator '%s'", name);
  return -1;
}

/* Add SIGN times the term at hand to AFFINE.  */
static void
read_term (struct reader *r, const struct pram_node *node,
	   struct pram_affine *affine, int64_t sign)
{
  int64_t coef = sign;
  if (r->token.kind == TOKEN_NUMBER)
    {
      coef *= read_magnitude (r);
      if (!accept (r, "*"))
	{
	  affine->constant += coef;
	  return;
	}
    }
  if (r->failed)
    return;
  if (r->token.kind != TOKEN_NAME && r->token.kind != TOKEN_STRING)
    {
      FAIL (r, "expected a term before '%s'", r->token.text);
      return;
    }
  int k = find_iterator (r, node, r->token.text);
  advance (r);
  if (accept (r, "*"))
    coef *= read_magnitude (r);
  if (!r->failed)
    affine->coef[k] += coef;
}

static struct pram_affine
read_affine (struct reader *r, const struct pram_node *node)
{
  struct pram_affine affine
    = pram_affine_new (r->prog->arena, r->prog->n_loops);
  int64_t sign = accept (r, "-") ? -1 : 1;
  do
    {
      read_term (r, node, &affine, sign);
      sign = at_p (r, "-") ? -1 : 1;
    }
  while (accept (r, "+") || accept (r, "-"));
  return affine;
}

/* Subscript D of ACCESS, between its brackets.  */
static void
read_index (struct reader *r, const struct pram_node *node,
	    struct pram_access *access, int d)
{
  bool parenthesis = true;
  if (at_p (r, "floor") && peek (r) == '(')
    {
      advance (r);
      expect (r, "(");
      expect (r, "(");
      access->subscript[d] = read_affine (r, node);
      expect (r, ")");
      expect (r, "/");
      access->div[d] = read_magnitude (r);
      expect (r, ")");
      if (!r->failed && access->div[d] == 0)
	FAIL (r, "division by zero in a subscript");
    }
  else
    {
      parenthesis = accept (r, "(");
      access->subscript[d] = read_affine (r, node);
      if (parenthesis)
	expect (r, ")");
    }
  if (parenthesis && accept (r, "mod"))
    access->mod[d] = read_magnitude (r);
}

/* The offset of ACCESS from its subscripts.  */
static void
imply_offset (struct reader *r, struct pram_access *access)
{
  const struct pram_array *array = &r->prog->arrays[access->array];
  access->offset = pram_affine_new (r->prog->arena, r->prog->n_loops);
  access->offset.constant = array->origin;
  for (int d = 0; d < array->n_dims; d++)
    {
      const struct pram_affine *index = &access->subscript[d];
      access->offset.constant += array->stride[d] * index->constant;
      for (int k = 0; k < index->n_coef; k++)
	access->offset.coef[k] += array->stride[d] * index->coef[k];
    }
}

static void
read_place (struct reader *r, const struct pram_node *node,
	    struct pram_access *access)
{
  const struct pram_array *array = &r->prog->arrays[access->array];
  struct pram_arena *arena = r->prog->arena;
  if (array->n_dims)
    {
      access->subscript
	= PRAM_ARENA_NEW (arena, struct pram_affine, array->n_dims);
      access->div = PRAM_ARENA_NEW (arena, int64_t, array->n_dims);
      access->mod = PRAM_ARENA_NEW (arena, int64_t, array->n_dims);
    }
  for (int d = 0; d < array->n_dims; d++)
    {
      if (!at_p (r, "["))
	FAIL (r, "'%s' needs %d subscripts", array->name, array->n_dims);
      expect (r, "[");
      read_index (r, node, access, d);
      expect (r, "]");
    }
  if (at_p (r, "["))
    FAIL (r, "'%s' has %d dimensions", array->name, array->n_dims);
  if (r->failed)
    return;
  if (accept (r, "@"))
    {
      expect (r, "(");
      access->offset = read_affine (r, node);
      expect (r, ")");
    }
  else if (offset_implied_p (array, access))
    imply_offset (r, access);
  else
    FAIL (r, "expected '@' and the offset before '%s'", r->token.text);
}

static void
read_guards (struct reader *r, const struct pram_node *node,
	     struct pram_access *access)
{
  if (!accept (r, "if"))
    return;
  do
    {
      struct pram_guard *guard
	= PRAM_ARENA_PUSH (r->prog->arena, access->guards, access->n_guards);
      expect (r, "(");
      guard->affine = read_affine (r, node);
      guard->equality = at_p (r, "==");
      if (!accept (r, "=="))
	expect (r, ">=");
      if (read_magnitude (r) != 0)
	FAIL (r, "a guard compares with 0");
      expect (r, ")");
    }
  while (accept (r, "and"));
}

static void
read_operator (struct reader *r, struct pram_carried *carried)
{
  carried->op = (enum pram_op) read_choice (r, op_names, N_OPS,
					    "an operator");
  carried->type = (enum pram_type) read_choice (r, type_names, N_TYPES,
						"a type");
}

static const struct pram_carried *
read_step (struct reader *r)
{
  struct pram_carried *step = PRAM_ARENA_NEW (r->prog->arena,
					      struct pram_carried, 1);
  step->exact = true;
  read_operator (r, step);
  return step;
}

static void
read_access (struct reader *r, struct pram_node *stmt)
{
  struct pram_access *access = pram_prog_add_access (r->prog, stmt);
  *access = (struct pram_access) { .line = stmt->line };
  access->may = accept (r, "may");
  access->write = at_p (r, "write");
  if (!accept (r, "write"))
    expect (r, "read");
  access->array = read_array_name (r);
  if (r->failed)
    return;
  read_place (r, stmt->parent, access);
  if (accept (r, "line"))
    access->line = read_int (r);
  if (accept (r, "reduce"))
    access->step = read_step (r);
  read_guards (r, stmt->parent, access);
}

static void
read_stmt (struct reader *r, struct pram_node *parent)
{
  struct pram_node *stmt = pram_prog_add_stmt (r->prog, parent);
  if (accept (r, "line"))
    stmt->line = read_int (r);
  stmt->conditional = accept (r, "conditional");
  if (accept (r, "weight"))
    stmt->weight = read_number (r);
  if (accept (r, "value"))
    stmt->value_of = pram_arena_strdup (r->prog->arena,
					read_name (r, "a scalar"));
  while (at_p (r, "may") || at_p (r, "read") || at_p (r, "write"))
    read_access (r, stmt);
}

static void
read_swap (struct reader *r, struct pram_node *loop)
{
  int n = r->prog->n_arrays;
  if (!loop->next)
    {
      loop->next = PRAM_ARENA_NEW (r->prog->arena, int, n);
      for (int a = 0; a < n; a++)
	loop->next[a] = a;
    }
  do
    {
      int a = read_array_name (r);
      expect (r, "=");
      int b = read_array_name (r);
      if (!r->failed)
	loop->next[a] = b;
    }
  while ((r->token.kind == TOKEN_NAME || r->token.kind == TOKEN_STRING)
	 && peek (r) == '=');
}

static void
read_reduce (struct reader *r, struct pram_node *loop)
{
  struct pram_carried *carried
    = PRAM_ARENA_PUSH (r->prog->arena, loop->carried, loop->n_carried);
  *carried = (struct pram_carried) { .line = loop->line };
  read_operator (r, carried);
  carried->name = pram_arena_strdup (r->prog->arena,
				     read_name (r, "a scalar"));
  if (accept (r, "line"))
    carried->line = read_int (r);
}

static void
read_loop_options (struct reader *r, struct pram_node *loop)
{
  for (;;)
    if (accept (r, "line"))
      loop->line = read_int (r);
    else if (accept (r, "conditional"))
      loop->conditional = true;
    else if (accept (r, "split"))
      loop->split = true;
    else if (accept (r, "swap"))
      read_swap (r, loop);
    else if (accept (r, "reduce"))
      read_reduce (r, loop);
    else if (accept (r, "order"))
      {
	loop->order_reason
	  = pram_arena_strdup (r->prog->arena, read_name (r, "a string"));
	if (accept (r, "line"))
	  loop->order_line = read_int (r);
      }
    else
      break;
}

static void read_children (struct reader *, struct pram_node *seq);

static void
read_segments (struct reader *r, struct pram_node *loop)
{
  if (!loop->data_dependent)
    {
      read_children (r, pram_prog_add_segment (r->prog, loop));
      return;
    }
  if (!at_p (r, "segment"))
    FAIL (r, "expected 'segment' before '%s'", r->token.text);
  while (accept (r, "segment"))
    read_children (r, pram_prog_add_segment (r->prog, loop));
}

static void
read_loop (struct reader *r, struct pram_node *parent, bool data_dependent)
{
  struct pram_node *loop
    = pram_prog_add_loop (r->prog, parent, read_name (r, "an iterator"));
  loop->data_dependent = data_dependent;
  if (!data_dependent)
    {
      expect (r, "<");
      loop->count = read_affine (r, parent);
    }
  read_loop_options (r, loop);
  expect (r, "{");
  read_segments (r, loop);
  expect (r, "}");
}

static void
read_children (struct reader *r, struct pram_node *seq)
{
  for (;;)
    if (accept (r, "for"))
      read_loop (r, seq, false);
    else if (accept (r, "while"))
      read_loop (r, seq, true);
    else if (accept (r, "stmt"))
      read_stmt (r, seq);
    else if (accept (r, "seq"))
      {
	expect (r, "{");
	read_children (r, pram_prog_add_seq (r->prog, seq));
	expect (r, "}");
      }
    else
      break;
}

/* Innermost stride: the element; every other: that of the next dimension
   times its extent.  */
static void
set_strides (struct pram_arena *arena, struct pram_array *array)
{
  array->stride = PRAM_ARENA_NEW (arena, int64_t, array->n_dims);
  int64_t stride = array->elem_size;
  for (int d = array->n_dims - 1; d >= 0; d--)
    {
      array->stride[d] = stride;
      stride *= array->extent[d];
    }
}

static void
read_array (struct reader *r)
{
  const char *name = read_name (r, "the name of an array");
  for (int a = 0; a < r->prog->n_arrays; a++)
    if (!strcmp (r->prog->arrays[a].name, name))
      FAIL (r, "array '%s' is declared twice", name);

  int number = pram_prog_add_array (r->prog, name, PRAM_TYPE_U8, 1);
  struct pram_array *array = &r->prog->arrays[number];
  while (accept (r, "["))
    {
      *PRAM_ARENA_PUSH (r->prog->arena, array->extent, array->n_dims)
	= read_magnitude (r);
      expect (r, "]");
    }
  expect (r, "bytes");
  array->elem_size = read_int (r);
  expect (r, "type");
  array->type = (enum pram_type) read_choice (r, type_names, N_TYPES,
					      "a type");
  if (accept (r, "origin"))
    array->origin = read_integer (r);
  if (accept (r, "object"))
    array->n_bytes = read_integer (r);
  if (accept (r, "arg"))
    array->arg = read_int (r);
  array->local = accept (r, "local");
  if (array->n_dims)
    set_strides (r->prog->arena, array);
}

static void
read_prog (struct reader *r)
{
  const char *name = read_word (r, "region");
  const char *file = read_word (r, "file");
  expect (r, "line");
  int line = read_int (r);
  if (r->failed)
    return;
  r->prog = pram_prog_new (name, file, line);
  while (accept (r, "array"))
    read_array (r);
  read_children (r, r->prog->root);
  if (!r->failed && r->token.kind != TOKEN_END)
    FAIL (r, "expected a loop or a statement before '%s'", r->token.text);
}

/* All of FILE, as a string.  */
static const char *
read_all (FILE *file, struct pram_arena *arena)
{
  size_t length = 0, size = 4096;
  char *text = pram_arena_alloc (arena, size);
  for (size_t n; (n = fread (text + length, 1, size - 1 - length, file)) > 0;)
    {
      length += n;
      if (length == size - 1)
	{
	  size *= 2;
	  text = memcpy (pram_arena_alloc (arena, size), text, length);
	}
    }
  text[length] = '\0';
  return text;
}

struct pram_prog *
pram_prog_read (FILE *file, const struct pram_diag *diag)
{
  struct pram_arena *scratch = pram_arena_new ();
  struct reader r = { .next = read_all (file, scratch), .line = 1,
		      .scratch = scratch, .diag = diag };
  advance (&r);
  read_prog (&r);
  pram_arena_free (scratch);

  if (!r.failed)
    {
      pram_prog_finish (r.prog);
      r.failed = !pram_prog_check (r.prog, diag);
    }
  if (r.failed)
    {
      pram_prog_free (r.prog);
      return NULL;
    }
  return r.prog;
}
