/* arena.c: tests of core/base/arena.c and core/base/diag.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include <stdint.h>

Test (arena, zeroed_aligned_apart)
{
  struct pram_arena *arena = pram_arena_new ();
  unsigned char *last = NULL;
  for (size_t size = 0; size < 3000; size += 7)
    {
      unsigned char *p = pram_arena_alloc (arena, size);
      cr_assert_eq ((uintptr_t) p % _Alignof (max_align_t), 0);
      for (size_t i = 0; i < size; i++)
	cr_assert_eq (p[i], 0);
      memset (p, 0xff, size);
      cr_assert_neq (p, last);
      last = p;
    }
  pram_arena_free (arena);
  pram_arena_free (NULL);
}

Test (arena, large_blocks)
{
  struct pram_arena *arena = pram_arena_new ();
  char *a = pram_arena_alloc (arena, 5 << 20);
  char *b = pram_arena_alloc (arena, 10);
  memset (a, 1, 5 << 20);
  for (int i = 0; i < 10; i++)
    cr_expect_eq (b[i], 0);
  pram_arena_free (arena);
}

Test (arena, growing)
{
  struct pram_arena *arena = pram_arena_new ();
  int n = 0, *array = NULL;
  for (int i = 0; i < 1000; i++)
    {
      int *place = PRAM_ARENA_PUSH (arena, array, n);
      cr_assert_eq (*place, 0);
      *place = i;
    }
  cr_assert_eq (n, 1000);
  for (int i = 0; i < 1000; i++)
    cr_assert_eq (array[i], i);
  pram_arena_free (arena);
}

Test (arena, strings)
{
  struct pram_arena *arena = pram_arena_new ();
  cr_expect_str_eq (pram_arena_strdup (arena, "abc"), "abc");
  cr_expect_str_eq (pram_arena_printf (arena, "%s.%d", "i", 3), "i.3");
  pram_arena_free (arena);
}

Test (diag, formats)
{
  struct heard heard;
  struct pram_diag diag = diag_to (&heard);
  pram_diag_report (&diag, PRAM_REFUSAL, 12, "%s at %d", "x", 5);
  cr_expect_eq (heard.line, 12);
  cr_expect_eq (heard.severity, PRAM_REFUSAL);
  cr_expect_str_eq (heard.message, "x at 5");
  pram_diag_report (NULL, PRAM_ERROR, 1, "nobody listens");
}

static void
measure (void *data, enum pram_severity severity, int line,
	 const char *message)
{
  (void) severity, (void) line;
  *(size_t *) data = strlen (message);
}

Test (diag, long_messages)
{
  size_t length = 0;
  struct pram_diag diag = { measure, &length };
  pram_diag_report (&diag, PRAM_NOTE, 0, "%2000d", 1);
  cr_expect_eq (length, 2000);
}
