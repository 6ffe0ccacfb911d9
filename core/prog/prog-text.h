/* prog-text.h: the text form of programs, as its printers (prog-print.c,
   source-print.c) and its readers (prog-read.c, source-read.c) know it.

   SPDX-License-Identifier: Apache-2.0

   The form is free: line ends are blanks, `#' starts a comment that ends with
   its line.  What the printer writes, the reader reads, and the printer then
   writes the same again.

     prog    := `region' word `file' word `line' int [`vectors' int]
		 array* node*
     array   := `array' name extent* `bytes' int `type' type
		[`origin' int] [`object' int] [`arg' int] [`pitch' int] [`local']
     extent  := `[' int `]'
     type    := i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 f80 ptr
     node    := loop | stmt | `seq' `{' node* `}'
     loop    := `for' name `<' affine option* `{' node* `}'
	      | `while' name option* `{' segment+ `}'
     segment := `segment' decider* node* [`test' name]
     decider := `on' name `line' int
     option  := `line' int | `stays'
	      | when | `split' | `once'
	      | `swap' (name `=' name)+
	      | `reduce' op type name [`line' int] [`alone']
		(`with' type name)*
	      | `order' string [`line' int] [`relayed' [`waves']]
     op      := sum prod min max and ior xor land lor last set
     when    := `conditional' [`on' name]
     stmt    := `stmt' [`line' int] [when] [`scalar'] [`weight' number]
		[`value' name] access*
     access  := [`may'] (`read' | `write') name place
		[`indirect' [`asked' int] [`finds'] [`leads'] [`apart' int]]
		[`perhaps'] [`steady' int] [`line' int] [`reduce' op type] [`if' guard (`and' guard)*]
     place   := (`[' index `]')* [`@' `(' affine `)']
     index   := affine [] | floor | (floor | `(' affine `)') `mod' int
     floor   := `floor' `(' `(' affine `)' `/' int `)'
     guard   := `(' affine [`mod' int `times' int `plus' int] (`>=' | `==') `0' `)'
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
   known) too; `arg' is the array's place in the list; `pitch' the entry value that
   says how far rows are apart which lie behind pointers; nobody needs what a
   `local' one holds afterwards.  `test a' says that a[0] decides whether the
   loop is left, and that one process has come to it; `on a line 3' that every
   process does, from what the loop or statement at line 3 leaves in the scalar a.  `indirect' says that data
   choose the element, which a write may read before; what chooses those that are
   `asked' for is known only when the loop runs, in that round; where one is written
   that `finds' scalars change, too, and other writes follow one that `leads' when it
   is known what that has found.  What data choose is `apart' in so many loops
   around: they are taken not to use what they have written there, and that is found
   out when they run.  The program may end before it comes to what is read `perhaps', and not
   all of that be there.  In so many loops around no such write changes what comes of a
   read that is `steady'.  `swap a = b' says
   that a stands for what b stood for before.  Iterators are named by the innermost
   enclosing loop of that name.  An access's line is its statement's unless
   given.

   A source (source.h) begins with another word, and has expressions:

     source  := `source' word `file' word `line' int [`vectors' int]
		[`body' `line' int] entry* lookup* sarray* data* sloop*
		[`order' `(' name* `)'] let* leave* load* item*
     entry   := `entry' name own [`number' int] `=' int [`like' int]
     lookup  := `lookup' name own `number' int `type' type [`object' int]
		[`ahead'] `=' `(' int* `)' [`rest' int] [`step' int]
     sarray  := `array' name own `bytes' int `type' type
		[`object' int] [`arg' int] [`pitch' int] [`local']
     data    := `data' name own
     own     := [`name' name]
     sloop   := `loop' name [`in' name] [`counted'] [`late'] [`runs']
		[`fixed'] [`line' int]
     let     := `let' name `=' expr
     leave   := `leave' name position (`(' expr `)')*
     load    := `load' name `@' `(' expr `)' [`in' name] position
     position := [`behind' int] [`if' `(' expr `)']
     item    := `work' number [`scalar'] [`line' int]
	      | (`read' | `write') name `@' `(' expr `)'
		[`indirect' [`asked' int] [`finds'] [`leads'] [`apart' int]]
		[`perhaps'] [`steady' int] position [`line' int]
		[`value' name] [`parts' int]
	      | (`for' | `while') name own [`line' int] [`last'] [`once'] [`stays']
		[`parts' int]
		[`swap' (name `=' name)+]
		(`reduce' op type name [`line' int] [`alone']
		 (`with' type name)* [`how' int] [`exact'])*
		[`order' string [`line' int] [`relayed' [`waves']]]
		`{' (item* | (`segment' [`line' int] decider* item*)+) `}'
     expr    := C's ?: || && ^ & == != < <= > >= << >> + - * / % and unary - !
		with their levels; int; name; (`min' | `max') `(' expr `,'
		expr `)'; width `(' expr `)'; `trips' `(' name `)';
		`entry' `(' int [`,' name] `)'; name `@' `(' expr `)'
     width   := `i' or `u' and how many bits, from 1 to 64

   Names of entry values, lookups, data, loops and let's are all distinct, those of
   arrays among themselves: `name' is what the thing is really called, which is
   what the text calls it unless given; data are called nothing unless it is
   given.  A loop's name stands for its iterator.  Entry values are numbered
   from 0 on, loops in their order.  `order' is the order in which to find out
   how often loops run; that of their numbers unless given.

   A lookup's elements are the integers in parentheses; element k behind these is
   `rest' + k * `step'.  cx@(4*i) is that which lies 4*i bytes behind its
   beginning; `load' says where the region reads one.  `ahead': the program may never
   come to that.

   `like 3': the region is right only if this entry value is equal to that with number 3.

   `leave' has the loop's place in the one around it, and the conditions on
   which it is left.  `behind 1' says that control has passed one of the exits
   of the loop around.  Unless that is given it has passed k of them in segment
   number k of a `while' loop, and else all.  A `for' loop, one that is
   counted, has one segment, and that word only to give its line.

   A reference's line is that of the reference before it in its segment, or
   else of the segment, unless given.  A segment's is its loop's, and that what
   `loop' says. Operands of !, && and || are truth values.  i32 (x) is x as an
   int of 32 bits has it.  */

#ifndef PRAM_PROG_TEXT_H
#define PRAM_PROG_TEXT_H

#include <ctype.h>

#include "prog.h"

/* What types and operators are called, by their numbers.  */
enum { PRAM_PROG_TYPES = PRAM_TYPE_PTR + 1, PRAM_PROG_OPS = PRAM_OP_SET + 1 };
extern const char *const pram_prog_types[PRAM_PROG_TYPES];
extern const char *const pram_prog_ops[PRAM_PROG_OPS];

/* May C begin a name that is not a string, or stand in one?  */
static inline bool
pram_prog_name_start_p (int c)
{
  return isalpha (c) || c == '_' || c == '$' || c == '.';
}

static inline bool
pram_prog_name_char_p (int c)
{
  return pram_prog_name_start_p (c) || isdigit (c);
}

/* A string; a name; a word of the grammar.  */
void pram_print_string (FILE *, const char *);
void pram_print_name (FILE *, const char *);
void pram_print_word (FILE *, const char *);
/* What follows `region' or `source'.  */
void pram_print_head (FILE *, const char *name, const char *source, int line);
/* Of an array `bytes' and `type'; `object', `arg', `pitch' and `local', NUMBER being its
   place.  */
void pram_print_element (FILE *, const struct pram_array *);
void pram_print_object (FILE *, const struct pram_array *, int number);
/* The options of a loop, each with a blank ahead: `swap', the N arrays being
   called ARRAY, and `reduce', LINE being the loop's.  */
void pram_print_swap (FILE *, const char *const *array, int n,
		      const int *next);
void pram_print_reduce (FILE *, int line, const struct pram_carried *);
void pram_print_deciders (FILE *, int n, const struct pram_decider *);

/* Does the offset of ACCESS follow from its subscripts, so that it is not
   written?  */
bool pram_prog_offset_implied_p (const struct pram_array *,
				 const struct pram_access *access);

#endif
