/* prog.c: tests of core/prog/prog.c and the text form.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#define REGION "region r file f.c line 1\n"

/* print (read (TEXT)) must be EXPECTED, and its own fixed point.  */
static void
expect_fixed_point (const char *text, const char *expected)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_assert (prog, "line %d: %s", heard.line, heard.message);
  char *once = text_of (prog);
  struct pram_prog *again = prog_from (once, &diag);
  cr_assert (again, "line %d: %s", heard.line, heard.message);
  char *twice = text_of (again);
  cr_expect_str_eq (once, expected);
  cr_expect_str_eq (twice, once);
  free (once);
  free (twice);
  pram_prog_free (prog);
  pram_prog_free (again);
}

Test (text, everything)
{
  static const char text[] =
    "region main.1 file \"a b.c\" line 12\n"
    "array old bytes 8 type f64 arg 3\n"
    "array new[1024][1024] bytes 8 type f64 origin -16\n"
    "array u[64] bytes 8 type f64 object 512\n"
    "while t line 13 swap old = new new = old"
    " order \"the \\\"sum\\\" \\\\\" line 15 {\n"
    "segment\n"
    "  for i < 1022 reduce max f64 diff reduce sum i32 \"a b\" line 99 {\n"
    "    for i.1 < 1022 - i {\n"
    "      for j < 2*i.1 + 3 conditional on \"g->kind\" {\n"
    "        stmt line 16 weight 5.25\n"
    "          read old@(8192*i.1 + 8*j + 11)"
    " if (i.1 - 1 >= 0) and (-j == 0)\n"
    "          read new[floor((3*i.1+j)/4)][(j-1) mod 7] @(-8*j)\n"
    "          may write new[i.1+1][1022-j] line 17\n"
    "      }\n"
    "    }\n"
    "    stmt line 3 weight 1\n"
    "      read u[3] line 5 reduce lor i32 if (i - 1 >= 0)\n"
    "      write u[3] reduce lor i32\n"
    "    stmt line 4 conditional on kind weight 0 value alpha\n"
    "      read u[0]\n"
    "  }\n"
    "segment\n"
    "  seq {\n"
    "    stmt weight 0.1\n"
    "  }\n"
    "}\n";
  expect_fixed_point (text, text);
}

Test (text, names_become_unique)
{
  expect_fixed_point (REGION "# a comment\n"
		      "for i < 2 { for i < i*3 + 0 { stmt weight 1e3 } }",
		      REGION
		      "for i < 2 {\n"
		      "  for i.1 < 3*i {\n"
		      "    stmt weight 1000\n"
		      "  }\n"
		      "}\n");
}

Test (text, same_names_of_arrays)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = pram_prog_new ("r", "f.c", 1);
  pram_prog_add_array (prog, "a", PRAM_TYPE_F32, 4);
  pram_prog_add_array (prog, "a", PRAM_TYPE_F32, 4);
  pram_prog_finish (prog);
  cr_assert (pram_prog_check (prog, &diag));
  char *text = text_of (prog);
  cr_expect_str_eq (text, REGION "array a bytes 4 type f32\n"
		    "array a.1 bytes 4 type f32\n");
  free (text);
  pram_prog_free (prog);
}

static void
expect_error (int line, const char *message, const char *text)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog = prog_from (text, &diag);
  cr_expect_null (prog);
  cr_expect_eq (heard.n, 1);
  cr_expect_eq (heard.severity, PRAM_ERROR);
  cr_expect_eq (heard.line, line, "line %d: %s", heard.line, heard.message);
  cr_expect (strstr (heard.message, message), "%s", heard.message);
}

Test (text, errors)
{
  expect_error (1, "expected 'file'", "region");
  expect_error (3, "no array 'y'",
		REGION "array x bytes 8 type f64\nstmt read y@(1)");
  expect_error (4, "iterator 'k'",
		REGION "array x bytes 8 type f64\nfor i < 3 {\n"
		"stmt read x@(8*k) }");
  expect_error (2, "expected 'segment'", REGION "while t {}");
  expect_error (2, "unterminated", REGION "array \"abc");
  expect_error (2, "expected a loop or a statement", REGION "}");
  expect_error (3, "a second region begins here",
		REGION "array x bytes 8 type f64\nregion g file f.c line 9");
  expect_error (3, "needs 2 subscripts",
		REGION "array x[3][4] bytes 8 type f64\nstmt read x[1]");
  expect_error (3, "has 1 dimensions",
		REGION "array x[3] bytes 8 type f64\nstmt read x[1][2]");
  expect_error (3, "declared twice",
		REGION "array x bytes 8 type f64\narray x bytes 8 type f64");
  expect_error (2, "'line' is there twice",
		REGION "for i < 3 line 5 split line 6 {}");
  expect_error (2, "'order' is there twice",
		REGION "for i < 3 order \"a\" order \"b\" {}");
  expect_error (3, "'x' is there twice",
		REGION "array x bytes 8 type f64\nwhile t swap x = x x = x {}");
  expect_error (2, "expected an integer",
		REGION "array x bytes 99999999999999999999 type f64");
  expect_error (2, "expected a type", REGION "array x bytes 8 type double");
}

Test (prog, check_finds_broken_invariants)
{
  expect_error (5, "2 writes",
		REGION "array x bytes 8 type f64\n"
		"stmt line 5 write x@(0) write x@(8)");
  expect_error (7, "no permutation",
		REGION "array x bytes 8 type f64\narray y bytes 8 type f64\n"
		"while t line 7 swap x = y { segment }");
  expect_error (6, "reads of one array",
		REGION "array x bytes 8 type f64\narray y bytes 8 type f64\n"
		"stmt line 6 value v read x@(0) read y@(8)");

  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog
    = prog_from (REGION "array x bytes 8 type f64\n"
		 "for i < 3 { } for j < 3 { stmt line 4 read x@(8*j) }",
		 &diag);
  cr_assert (prog);
  struct pram_node *stmt = prog->loops[1]->children[0]->children[0];
  stmt->accesses[0].offset.coef[0] = 8;
  cr_expect_not (pram_prog_check (prog, &diag));
  cr_expect_eq (heard.line, 4);
  pram_prog_free (prog);
}

Test (prog, counts_are_numbered_outside_in)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog
    = prog_from (REGION "while t { segment for i < 3 { } segment }"
		 " for k < 4 { }", &diag);
  cr_assert (prog);
  cr_expect_eq (prog->n_counts, 4);
  cr_expect_eq (prog->loops[0]->first_count, 0);
  cr_expect_eq (prog->loops[1]->first_count, 2);
  cr_expect_eq (prog->loops[2]->first_count, 3);
  pram_prog_free (prog);
}

Test (prog, new_arrays_stay_where_others_are_exchanged)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  struct pram_prog *prog
    = prog_from (REGION "array x bytes 8 type f64\narray y bytes 8 type f64\n"
		 "while t swap x = y y = x { segment }", &diag);
  cr_assert (prog, "line %d: %s", heard.line, heard.message);
  int z = pram_prog_add_array (prog, "z", PRAM_TYPE_F64, 8);
  cr_expect_eq (prog->loops[0]->next[z], z);
  cr_expect (pram_prog_same_class_p (prog, 0, 1));
  cr_expect_not (pram_prog_same_class_p (prog, z, 0));
  cr_expect (pram_prog_check (prog, &diag));
  pram_prog_free (prog);
}
