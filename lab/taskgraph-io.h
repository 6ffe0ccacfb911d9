/* taskgraph-io.h: what the readers and writers of task graphs share.

   SPDX-License-Identifier: GPL-3.0-or-later

   Internal to taskgraph-*.c; defined in taskgraph-words.c.  */

#ifndef PRAM_TASKGRAPH_IO_H
#define PRAM_TASKGRAPH_IO_H

#include "base/digits.h"
#include "taskgraph-files.h"

/* TEXT as it is: fputs would lock FILE.  */
static inline void
pram_taskgraph_put (FILE *file, const char *text)
{
  while (*text)
    putc_unlocked (*text++, file);
}

/* TEXT in double quotes, with a backslash before quotes and backslashes, and
   a newline as \n.  */
void pram_taskgraph_put_quoted (FILE *, const char *text);

/* Read what follows the opening quote at *TEXT, in place: returns it without
   quotes and backslashes and moves *TEXT behind the closing quote; null if
   there is none.  */
char *pram_taskgraph_unquote (char **text);

/* Does C stand between words?  */
static inline bool
pram_taskgraph_blank_p (char c)
{
  return c == ' ' || c == '\t' || c == '\r';
}

/* The digits that TEXT begins with as a number that fits into *VALUE: returns
   what follows them; null if there are none, or too many.  */
const char *pram_taskgraph_whole (const char *text, int32_t *value);

/* All of WORD as such a number; as a finite number >= 0.  */
bool pram_taskgraph_whole_p (const char *word, int32_t *value);
bool pram_taskgraph_number_p (const char *word, double *value);

/* The lines of FILE, read in large pieces.  The rest is zero at first; the user
   frees BUFFER.  */
struct pram_taskgraph_lines
{
  FILE *file;
  int number;			/* of the last line; the first is 1 */
  char *buffer;
  size_t next, end, size;	/* of BUFFER: what comes next, what is there */
};

/* The next line without its newline, and with a question mark for each zero
   byte; null behind the last one.  It may be changed, and stays until the next
   is read.  */
char *pram_taskgraph_next_line (struct pram_taskgraph_lines *);

#endif
