/* inline.cc: inline the helpers that a region calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

bool
plug_inline_helpers (void)
{
  return false;
}
