/* prog-text.h: the text form of programs, as its printer (prog-print.c) and its
   reader (prog-read.c) know it.

   SPDX-License-Identifier: Apache-2.0

   The form is free: line ends are blanks, `#' starts a comment that ends with
   its line.  What the printer writes, the reader reads, and the printer then
   writes the same again.

     prog    := `region' word `file' word `line' int [`vectors' int]
		 array* node*
     array   := `array' name extent* `bytes' int `type' type
		[`origin' int] [`object' int] [`arg' int] [`local']
     extent  := `[' int `]'
     type    := i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 f80 ptr
     node    := loop | stmt | `seq' `{' node* `}'
     loop    := `for' name `<' affine option* `{' node* `}'
	      | `while' name option* `{' segment+ `}'
     segment := `segment' node* [`test' name]
     option  := `line' int
	      | when | `split'
	      | `swap' (name `=' name)+
	      | `reduce' op type name [`line' int]
	      | `order' string [`line' int]
     op      := sum prod min max and ior xor land lor value first last
     when    := `conditional' [`on' name]
     stmt    := `stmt' [`line' int] [when] [`scalar'] [`weight' number]
		[`value' name] access*
     access  := [`may'] (`read' | `write') name place [`indirect']
		[`line' int] [`reduce' op type] [`if' guard (`and' guard)*]
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
   `local' one holds afterwards.  `test a' says that a[0] decides whether the
   loop is left, and that one process has come to it.  `indirect' says that data
   choose the element.  `swap a = b' says that a
   stands for what b stood for before.  Iterators are named by the innermost
   enclosing loop of that name.  An access's line is its statement's unless
   given.  */

#ifndef PRAM_PROG_TEXT_H
#define PRAM_PROG_TEXT_H

#include <ctype.h>

#include "prog.h"

/* What types and operators are called, by their numbers.  */
enum { PRAM_PROG_TYPES = PRAM_TYPE_PTR + 1, PRAM_PROG_OPS = PRAM_OP_LAST + 1 };
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

/* Does the offset of ACCESS follow from its subscripts, so that it is not
   written?  */
bool pram_prog_offset_implied_p (const struct pram_array *,
				 const struct pram_access *access);

#endif
