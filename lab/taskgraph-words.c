/* taskgraph-words.c: lines, words and numbers of task graphs in files.

   SPDX-License-Identifier: GPL-3.0-or-later

   Files of 10^7 tasks are read in seconds, so lines are not copied and numbers
   not left to the C library where they are short.  */

#include "taskgraph-io.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

void
pram_taskgraph_put_quoted (FILE *file, const char *text)
{
  putc ('"', file);
  for (; *text; text++)
    if (*text == '\n')
      fputs ("\\n", file);
    else
      {
	if (*text == '"' || *text == '\\')
	  putc ('\\', file);
	putc (*text, file);
      }
  putc ('"', file);
}

char *
pram_taskgraph_unquote (char **text)
{
  char *start = *text, *to = start;
  for (char *from = start; *from; from++)
    {
      if (*from == '"')
	{
	  *text = from + 1;
	  *to = '\0';
	  return start;
	}
      if (*from == '\\' && from[1])
	*to++ = *++from == 'n' ? '\n' : *from;
      else
	*to++ = *from;
    }
  return NULL;
}

const char *
pram_taskgraph_whole (const char *text, int32_t *value)
{
  const char *digit = text;
  int64_t number = 0;
  for (; *digit >= '0' && *digit <= '9' && number <= INT32_MAX; digit++)
    number = 10 * number + (*digit - '0');
  if (digit == text || number > INT32_MAX)
    return NULL;
  *value = (int32_t) number;
  return digit;
}

bool
pram_taskgraph_whole_p (const char *word, int32_t *value)
{
  const char *end = pram_taskgraph_whole (word, value);
  return end && !*end;
}

/* All of WORD as a number of at most 15 digits, with or without a point.  Then
   digits and power of ten are exact in a double, so their quotient has the bits
   that strtod would give it.  */
static bool
short_number_p (const char *word, double *value)
{
  static const double power[] = { 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8,
				  1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };
  int64_t number = 0;
  int n = 0, behind = 0;
  bool point = false;
  for (; *word; word++)
    if (*word >= '0' && *word <= '9' && n < 15)
      {
	number = 10 * number + (*word - '0');
	n++;
	behind += point;
      }
    else if (*word == '.' && !point)
      point = true;
    else
      return false;
  *value = (double) number / power[behind];
  return n > 0;
}

bool
pram_taskgraph_number_p (const char *word, double *value)
{
  char *end;
  if (short_number_p (word, value))
    return true;
  *value = strtod (word, &end);
  return end != word && !*end && isfinite (*value) && *value >= 0;
}

/* --- Lines ---------------------------------------------------------------- */

enum { FIRST_SIZE = 1 << 18 };

/* Read what follows behind what is there from NEXT on, which moves to the
   front; false at the end of the file.  */
static bool
fill (struct pram_taskgraph_lines *lines)
{
  size_t rest = lines->end - lines->next;
  if (!lines->buffer || rest == lines->size)
    {
      lines->size = lines->buffer ? 2 * lines->size : FIRST_SIZE;
      lines->buffer = pram_resized (lines->buffer, (int64_t) lines->size + 1,
				    1);
    }
  memmove (lines->buffer, lines->buffer + lines->next, rest);
  size_t n = fread (lines->buffer + rest, 1, lines->size - rest, lines->file);
  lines->next = 0;
  lines->end = rest + n;
  return n > 0;
}

char *
pram_taskgraph_next_line (struct pram_taskgraph_lines *lines)
{
  char *end = NULL;
  bool more = true;
  while (more)
    {
      size_t rest = lines->end - lines->next;
      end = rest ? memchr (lines->buffer + lines->next, '\n', rest) : NULL;
      if (end)
	break;
      more = fill (lines);
    }
  lines->number++;
  if (!more && lines->next == lines->end)
    return NULL;
  char *line = lines->buffer + lines->next;
  if (!more)			/* the last line has no newline */
    end = lines->buffer + lines->end;
  *end = '\0';
  /* What follows a zero byte must not be lost unseen.  */
  for (char *c = line; (c = memchr (c, '\0', (size_t) (end - c)));)
    *c = '?';
  lines->next += (size_t) (end - line) + more;
  return line;
}
