/* taskgraph-io.h: what the readers and writers of task graphs share.

   SPDX-License-Identifier: GPL-3.0-or-later

   Internal to core/taskgraph-*.c.  */

#ifndef PRAM_TASKGRAPH_IO_H
#define PRAM_TASKGRAPH_IO_H

#include "taskgraph.h"

/* The shortest text that reads back as VALUE.  */
void pram_taskgraph_put_number (FILE *, double value);

/* TEXT in double quotes, with a backslash before quotes and backslashes, and
   a newline as \n.  */
void pram_taskgraph_put_quoted (FILE *, const char *text);

/* Read what follows the opening quote at *TEXT, in place: returns it without
   quotes and backslashes and moves *TEXT behind the closing quote; null if
   there is none.  */
char *pram_taskgraph_unquote (char **text);

/* All of WORD as a number >= 0 without a fraction that fits into *VALUE;
   as a finite number >= 0.  */
bool pram_taskgraph_whole_p (const char *word, int32_t *value);
bool pram_taskgraph_number_p (const char *word, double *value);

#endif
