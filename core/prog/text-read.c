/* text-read.c: what readers of text forms share.

   SPDX-License-Identifier: Apache-2.0  */

#include "text-read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "prog-text.h"

static const char *
copy_text (struct pram_reader *r, const char *begin, const char *end)
{
  size_t length = (size_t) (end - begin);
  return memcpy (pram_arena_alloc (r->scratch, length + 1), begin, length);
}

static void
skip_blanks (struct pram_reader *r)
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
lex_string (struct pram_reader *r)
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
      PRAM_FAIL (r, "unterminated string");
      return;
    }
  r->token.kind = PRAM_TOKEN_STRING;
  r->token.text = text;
  r->next = c + 1;
}

/* Do two characters at C belong together?  */
static bool
double_p (const char *c)
{
  return (c[1] == '=' ? strchr ("<>=!", *c) != NULL
	  : c[1] == *c && strchr ("<>&|", *c));
}

void
pram_advance (struct pram_reader *r)
{
  if (r->failed)
    return;
  skip_blanks (r);
  const char *begin = r->next, *c = begin;
  if (!*c)
    {
      r->token.kind = PRAM_TOKEN_END;
      r->token.text = "end of text";
      return;
    }
  if (*c == '"')
    {
      lex_string (r);
      return;
    }
  if (pram_prog_name_start_p ((unsigned char) *c)
      && !(*c == '.' && isdigit (c[1])))
    {
      r->token.kind = PRAM_TOKEN_NAME;
      while (pram_prog_name_char_p ((unsigned char) *c))
	c++;
    }
  else if (isdigit ((unsigned char) *c))
    {
      /* With fraction and exponent: a weight.  */
      char *end;
      strtod (c, &end);
      r->token.kind = PRAM_TOKEN_NUMBER;
      c = end;
    }
  else
    {
      r->token.kind = PRAM_TOKEN_PUNCTUATION;
      c += double_p (c) ? 2 : 1;
    }
  r->token.text = copy_text (r, begin, c);
  r->next = c;
}

bool
pram_at_p (const struct pram_reader *r, const char *text)
{
  return (r->token.kind == PRAM_TOKEN_NAME
	  || r->token.kind == PRAM_TOKEN_PUNCTUATION)
	 && !strcmp (r->token.text, text);
}

bool
pram_accept (struct pram_reader *r, const char *text)
{
  if (!pram_at_p (r, text))
    return false;
  pram_advance (r);
  return true;
}

bool
pram_accept_once (struct pram_reader *r, const char *text, bool *seen)
{
  if (pram_at_p (r, text) && *seen)
    PRAM_FAIL (r, "'%s' is there twice", text);
  *seen |= pram_at_p (r, text);
  return pram_accept (r, text);
}

void
pram_expect (struct pram_reader *r, const char *text)
{
  if (!pram_accept (r, text))
    PRAM_FAIL (r, "expected '%s' before '%s'", text, r->token.text);
}

char
pram_peek (const struct pram_reader *r)
{
  struct pram_reader ahead = *r;
  skip_blanks (&ahead);
  return *ahead.next;
}

bool
pram_at_name_p (const struct pram_reader *r)
{
  return (r->token.kind == PRAM_TOKEN_NAME
	  || r->token.kind == PRAM_TOKEN_STRING);
}

const char *
pram_read_name (struct pram_reader *r, const char *what)
{
  if (!pram_at_name_p (r))
    {
      PRAM_FAIL (r, "expected %s before '%s'", what, r->token.text);
      return "";
    }
  const char *name = r->token.text;
  pram_advance (r);
  return name;
}

const char *
pram_read_word (struct pram_reader *r, const char *keyword)
{
  if (!pram_at_p (r, keyword))
    {
      PRAM_FAIL (r, "expected '%s' before '%s'", keyword, r->token.text);
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
  pram_advance (r);
  return word;
}

/* An unsigned integer, at most MOST.  */
static uint64_t
read_unsigned (struct pram_reader *r, uint64_t most)
{
  if (r->token.kind == PRAM_TOKEN_NUMBER)
    {
      char *end;
      errno = 0;
      unsigned long long value = strtoull (r->token.text, &end, 10);
      if (!*end && !errno && value <= most)
	{
	  pram_advance (r);
	  return value;
	}
    }
  PRAM_FAIL (r, "expected an integer before '%s'", r->token.text);
  return 0;
}

int64_t
pram_read_magnitude (struct pram_reader *r)
{
  return (int64_t) read_unsigned (r, INT64_MAX);
}

int64_t
pram_read_integer (struct pram_reader *r)
{
  return (pram_accept (r, "-")
	  ? (int64_t) -read_unsigned (r, (uint64_t) INT64_MAX + 1)
	  : pram_read_magnitude (r));
}

int
pram_read_int (struct pram_reader *r)
{
  int64_t value = pram_read_integer (r);
  if (value != (int) value)
    PRAM_FAIL (r, "%" PRId64 " is too large here", value);
  return (int) value;
}

double
pram_read_number (struct pram_reader *r)
{
  bool negative = pram_accept (r, "-");
  if (r->token.kind != PRAM_TOKEN_NUMBER)
    {
      PRAM_FAIL (r, "expected a number before '%s'", r->token.text);
      return 0;
    }
  double value = strtod (r->token.text, NULL);
  pram_advance (r);
  return negative ? -value : value;
}

int
pram_read_choice (struct pram_reader *r, const char *const *names, int n,
	     const char *what)
{
  for (int k = 0; k < n; k++)
    if (pram_accept (r, names[k]))
      return k;
  PRAM_FAIL (r, "expected %s before '%s'", what, r->token.text);
  return 0;
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

struct pram_reader
pram_reader_new (FILE *file, const struct pram_diag *diag)
{
  struct pram_arena *scratch = pram_arena_new ();
  struct pram_reader r = { .next = read_all (file, scratch), .line = 1,
			   .scratch = scratch, .diag = diag };
  pram_advance (&r);
  return r;
}

/* --- What progs and sources have in common ------------------------------- */

const char *
pram_read_text (struct pram_reader *r, const char *what)
{
  return pram_arena_strdup (r->arena, pram_read_name (r, what));
}

int
pram_read_array_name (struct pram_reader *r)
{
  struct pram_token token = r->token;
  const char *name = pram_read_name (r, "the name of an array");
  for (int a = 0; !r->failed && a < *r->n_arrays; a++)
    if (!strcmp ((*r->arrays)[a].name, name))
      return a;
  if (!r->failed)
    {
      r->token = token;
      PRAM_FAIL (r, "no array '%s'", name);
    }
  return 0;
}

const char *
pram_read_new_array (struct pram_reader *r)
{
  const char *name = pram_read_name (r, "the name of an array");
  for (int a = 0; a < *r->n_arrays; a++)
    if (!strcmp ((*r->arrays)[a].name, name))
      PRAM_FAIL (r, "array '%s' is declared twice", name);
  return name;
}

enum pram_type
pram_read_type (struct pram_reader *r)
{
  return (enum pram_type) pram_read_choice (r, pram_prog_types,
					    PRAM_PROG_TYPES, "a type");
}

void
pram_read_element (struct pram_reader *r, struct pram_array *array)
{
  pram_expect (r, "bytes");
  array->elem_size = pram_read_int (r);
  pram_expect (r, "type");
  array->type = pram_read_type (r);
}

void
pram_read_object (struct pram_reader *r, struct pram_array *array)
{
  if (pram_accept (r, "object"))
    array->n_bytes = pram_read_integer (r);
  if (pram_accept (r, "arg"))
    array->arg = pram_read_int (r);
  if (pram_accept (r, "pitch"))
    array->pitch = pram_read_int (r) + 1;
  array->local = pram_accept (r, "local");
}

int *
pram_read_swap (struct pram_reader *r)
{
  int n = *r->n_arrays;
  bool *seen = PRAM_ARENA_NEW (r->scratch, bool, n);
  int *next = PRAM_ARENA_NEW (r->arena, int, n);
  for (int a = 0; a < n; a++)
    next[a] = a;
  do
    {
      int a = pram_read_array_name (r);
      pram_expect (r, "=");
      int b = pram_read_array_name (r);
      if (!r->failed && seen[a])
	PRAM_FAIL (r, "'%s' is there twice", (*r->arrays)[a].name);
      if (r->failed)
	return next;
      next[a] = b;
      seen[a] = true;
    }
  while (pram_at_name_p (r) && pram_peek (r) == '=');
  return next;
}

void
pram_read_operator (struct pram_reader *r, struct pram_carried *carried)
{
  carried->op = (enum pram_op) pram_read_choice (r, pram_prog_ops,
						 PRAM_PROG_OPS, "an operator");
  carried->type = pram_read_type (r);
}

void
pram_read_reduce (struct pram_reader *r, int line,
		  struct pram_carried *carried)
{
  *carried = (struct pram_carried) { .line = line };
  pram_read_operator (r, carried);
  carried->name = pram_read_text (r, "a scalar");
  if (pram_accept (r, "line"))
    carried->line = pram_read_int (r);
  carried->alone = pram_accept (r, "alone");
  while (pram_accept (r, "with"))
    {
      struct pram_follower *f
	= PRAM_ARENA_PUSH (r->arena, carried->followers, carried->n_followers);
      f->type = pram_read_type (r);
      f->name = pram_read_text (r, "a scalar");
    }
}

void
pram_read_deciders (struct pram_reader *r, int *n,
		    struct pram_decider **deciders)
{
  while (pram_accept (r, "on"))
    {
      const char *name = pram_read_text (r, "a scalar");
      pram_expect (r, "line");
      *PRAM_ARENA_PUSH (r->arena, *deciders, *n)
	= (struct pram_decider) { name, pram_read_int (r) };
    }
}
