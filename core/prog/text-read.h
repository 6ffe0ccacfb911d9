/* text-read.h: what readers of text forms share: tokens, and the parts that
   progs and sources have in common.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_TEXT_READ_H
#define PRAM_TEXT_READ_H

#include "prog.h"

enum pram_token_kind
{
  PRAM_TOKEN_END, PRAM_TOKEN_NAME, PRAM_TOKEN_NUMBER, PRAM_TOKEN_STRING,
  PRAM_TOKEN_PUNCTUATION
};

struct pram_token
{
  enum pram_token_kind kind;
  int line;
  const char *text;		/* names and strings: the name itself */
};

/* After the first error the current token is PRAM_TOKEN_END for good, so every
   loop ends and nothing further is reported.  */
struct pram_reader
{
  const char *next;		/* text behind the current token */
  int line;			/* of NEXT */
  struct pram_token token;	/* the current token */
  struct pram_arena *scratch;
  const struct pram_diag *diag;
  bool failed;
  /* What is read: its memory and its arrays.  */
  struct pram_arena *arena;
  int *n_arrays;
  struct pram_array **arrays;
  struct pram_prog *prog;	/* null: a source */
};

#define PRAM_FAIL(r, ...) \
  do \
    { \
      if (!(r)->failed) \
	pram_diag_report ((r)->diag, PRAM_ERROR, (r)->token.line, \
			  __VA_ARGS__); \
      (r)->failed = true; \
      (r)->token.kind = PRAM_TOKEN_END; \
    } \
  while (0)

/* A reader at the first token of FILE; its scratch arena is to be freed.  */
struct pram_reader pram_reader_new (FILE *file, const struct pram_diag *);

/* Make the next token the current one.  */
void pram_advance (struct pram_reader *);
/* Is the current token TEXT (and no string or quoted name)?  */
bool pram_at_p (const struct pram_reader *, const char *text);
/* Is it a name?  */
bool pram_at_name_p (const struct pram_reader *);
/* Go on if it is TEXT.  */
bool pram_accept (struct pram_reader *, const char *text);
/* The same for what is there once, *SEEN having been false at first.  */
bool pram_accept_once (struct pram_reader *, const char *text, bool *seen);
void pram_expect (struct pram_reader *, const char *text);
/* The character behind the current token and blanks.  */
char pram_peek (const struct pram_reader *);

/* Each fails if what is to be read is not there.  */
const char *pram_read_name (struct pram_reader *, const char *what);
/* The same, in the arena of what is read.  */
const char *pram_read_text (struct pram_reader *, const char *what);
/* A word stands where the current token begins.  Called *instead of* an
   advance: the current token is the keyword before the word.  */
const char *pram_read_word (struct pram_reader *, const char *keyword);
/* An unsigned integer, at most the largest int64_t.  */
int64_t pram_read_magnitude (struct pram_reader *);
int64_t pram_read_integer (struct pram_reader *);
int pram_read_int (struct pram_reader *);
double pram_read_number (struct pram_reader *);
/* Which of the N NAMES is the current token?  */
int pram_read_choice (struct pram_reader *, const char *const *names, int n,
		      const char *what);

/* The number of an array that has been declared; the name of a new one.  */
int pram_read_array_name (struct pram_reader *);
const char *pram_read_new_array (struct pram_reader *);
enum pram_type pram_read_type (struct pram_reader *);
/* The grammar's `bytes' int `type' type.  */
void pram_read_element (struct pram_reader *, struct pram_array *);
/* [`object' int] [`arg' int] [`pitch' int] [`local']  */
void pram_read_object (struct pram_reader *, struct pram_array *);
/* (name `=' name)+, as a loop's NEXT.  */
int *pram_read_swap (struct pram_reader *);
/* op type */
void pram_read_operator (struct pram_reader *, struct pram_carried *);
/* op type name [`line' int]; LINE is the loop's.  */
void pram_read_reduce (struct pram_reader *, int line, struct pram_carried *);
/* decider*  */
void pram_read_deciders (struct pram_reader *, int *n, struct pram_decider **);

#endif
