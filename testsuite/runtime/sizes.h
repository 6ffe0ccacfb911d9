/* sizes.h: the tables of a region for any size: sizes.c has them for one size,
   sizes-planner.c makes others.
   SPDX-License-Identifier: GPL-3.0-or-later

   Of N + 2 elements the inner ones become what their neighbours say.  Unit u is
   element u + 1.  */

#ifndef SIZES_H
#define SIZES_H

#include "tables.h"

/* Is this element SRC's?  */
#define OWNED(...) AND (LT (SRC_LO, __VA_ARGS__), LE (__VA_ARGS__, SRC_HI))
#define DST_SOME LT (DST_LO, DST_HI)
#define ELEMENT(...) RUN (MUL (__VA_ARGS__, C (8)), C (1), C (8))
#define UNIT(...) RUN (SUB (__VA_ARGS__, C (1)), C (1), C (1))
#define NEXT ADD (DST_HI, C (1))

#define HALO \
  SEQ (2, IF ((AND (DST_SOME, OWNED (DST_LO))), ELEMENT (DST_LO)), \
       IF ((AND (DST_SOME, OWNED (NEXT))), ELEMENT (NEXT)))
#define EDGE \
  SEQ (2, IF ((AND (DST_SOME, OWNED (DST_LO))), UNIT (DST_LO)), \
       IF ((AND (DST_SOME, OWNED (NEXT))), UNIT (NEXT)))
/* All that DST reads of old in the first iteration.  */
#define FIRST_OLD \
  IF ((DST_SOME), \
      RUN (MUL (DST_LO, C (8)), ADD (SUB (DST_HI, DST_LO), C (2)), C (8)))
/* What it reads of new later and nobody writes.  */
#define FIRST_NEW(n) \
  IF ((DST_SOME), \
      SEQ (2, IF ((LE (DST_LO, C (0))), RUN (C (0), C (1), C (8))), \
	   IF ((LE (C (n), DST_HI)), RUN (C (8 * ((n) + 1)), C (1), C (8)))))
#define WRITTEN \
  IF ((LT (SRC_LO, SRC_HI)), \
      RUN (MUL (ADD (SRC_LO, C (1)), C (8)), SUB (SRC_HI, SRC_LO), C (8)))
#define WRITTEN_TWICE IF ((LE (C (2), COUNT (0))), WRITTEN)

#define CODE(n) \
  { HALO, EDGE, FIRST_OLD, FIRST_NEW (n), WRITTEN, WRITTEN_TWICE }

enum
{
  AT_HALO = 0,
  AT_EDGE = AT_HALO + WORDS (HALO),
  AT_OLD = AT_EDGE + WORDS (EDGE),
  AT_NEW = AT_OLD + WORDS (FIRST_OLD),
  AT_WRITTEN = AT_NEW + WORDS (FIRST_NEW (0)),
  AT_TWICE = AT_WRITTEN + WORDS (WRITTEN),
  CODE_END = AT_TWICE + WORDS (WRITTEN_TWICE)
};

/* The arguments.  */
enum { ARG_N, ARG_STEPS, ARG_DIFF, ARG_OLD, ARG_NEW, N_ARGS };

#define BYTES(n) (8 * ((n) + 2))

#endif
