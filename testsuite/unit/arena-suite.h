/* arena-suite.h: suites of which each test has an arena of its own.

   SPDX-License-Identifier: GPL-3.0-or-later

   TestSuite (name, .init = set_up, .fini = tear_down);  */

#ifndef ARENA_SUITE_H
#define ARENA_SUITE_H

#include "base/arena.h"

static struct pram_arena *arena;

static void
set_up (void)
{
  arena = pram_arena_new ();
}

static void
tear_down (void)
{
  pram_arena_free (arena);
}

#endif
