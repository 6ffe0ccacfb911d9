/* text-print.c: what printers of text forms share.

   SPDX-License-Identifier: Apache-2.0  */

#include "prog-text.h"

#include <inttypes.h>

const char *const pram_prog_types[PRAM_PROG_TYPES] =
{
  [PRAM_TYPE_I8] = "i8", [PRAM_TYPE_U8] = "u8",
  [PRAM_TYPE_I16] = "i16", [PRAM_TYPE_U16] = "u16",
  [PRAM_TYPE_I32] = "i32", [PRAM_TYPE_U32] = "u32",
  [PRAM_TYPE_I64] = "i64", [PRAM_TYPE_U64] = "u64",
  [PRAM_TYPE_F32] = "f32", [PRAM_TYPE_F64] = "f64",
  [PRAM_TYPE_F80] = "f80", [PRAM_TYPE_PTR] = "ptr"
};

const char *const pram_prog_ops[PRAM_PROG_OPS] =
{
  [PRAM_OP_SUM] = "sum", [PRAM_OP_PROD] = "prod",
  [PRAM_OP_MIN] = "min", [PRAM_OP_MAX] = "max",
  [PRAM_OP_AND] = "and", [PRAM_OP_IOR] = "ior", [PRAM_OP_XOR] = "xor",
  [PRAM_OP_LAND] = "land", [PRAM_OP_LOR] = "lor", [PRAM_OP_VALUE] = "last",
  [PRAM_OP_SET] = "set"
};

void
pram_print_string (FILE *file, const char *string)
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

void
pram_print_name (FILE *file, const char *name)
{
  bool plain = pram_prog_name_start_p ((unsigned char) *name);
  for (const char *c = name; *c; c++)
    plain = plain && pram_prog_name_char_p ((unsigned char) *c);
  if (plain)
    fputs (name, file);
  else
    pram_print_string (file, name);
}

void
pram_print_word (FILE *file, const char *word)
{
  bool plain = *word && *word != '"' && *word != '#';
  for (const char *c = word; *c; c++)
    plain = plain && !isspace ((unsigned char) *c);
  if (plain)
    fputs (word, file);
  else
    pram_print_string (file, word);
}

void
pram_print_head (FILE *file, const char *name, const char *source, int line)
{
  pram_print_word (file, name);
  fputs (" file ", file);
  pram_print_word (file, source);
  fprintf (file, " line %d", line);
}

void
pram_print_element (FILE *file, const struct pram_array *array)
{
  fprintf (file, " bytes %d type %s", array->elem_size,
	   pram_prog_types[array->type]);
}

void
pram_print_object (FILE *file, const struct pram_array *array, int number)
{
  if (array->n_bytes)
    fprintf (file, " object %" PRId64, array->n_bytes);
  if (array->arg != number)
    fprintf (file, " arg %d", array->arg);
  if (array->pitch)
    fprintf (file, " pitch %d", array->pitch - 1);
  if (array->local)
    fputs (" local", file);
}

void
pram_print_swap (FILE *file, const char *const *array, int n, const int *next)
{
  bool some = false;
  for (int a = 0; next && a < n; a++)
    if (next[a] != a)
      {
	fputs (some ? " " : " swap ", file);
	pram_print_name (file, array[a]);
	fputs (" = ", file);
	pram_print_name (file, array[next[a]]);
	some = true;
      }
}

void
pram_print_reduce (FILE *file, int line, const struct pram_carried *carried)
{
  fprintf (file, " reduce %s %s ", pram_prog_ops[carried->op],
	   pram_prog_types[carried->type]);
  pram_print_name (file, carried->name);
  if (carried->line != line)
    fprintf (file, " line %d", carried->line);
  if (carried->alone)
    fputs (" alone", file);
  for (int i = 0; i < carried->n_followers; i++)
    {
      fprintf (file, " with %s ", pram_prog_types[carried->followers[i].type]);
      pram_print_name (file, carried->followers[i].name);
    }
}

void
pram_print_deciders (FILE *file, int n, const struct pram_decider *deciders)
{
  for (int i = 0; i < n; i++)
    {
      fputs (" on ", file);
      pram_print_name (file, deciders[i].name);
      fprintf (file, " line %d", deciders[i].line);
    }
}
