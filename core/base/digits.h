/* digits.h: print numbers, quickly.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_DIGITS_H
#define PRAM_DIGITS_H

#include <stdint.h>
#include <stdio.h>

/* The shortest text that reads back as VALUE, of those that %.6g, %.7g, ...
   print.  */
void pram_put_number (FILE *, double value);

/* VALUE >= 0, with blanks ahead where there are fewer than WIDTH digits.  */
void pram_put_whole (FILE *, int64_t value, int width);

#endif
