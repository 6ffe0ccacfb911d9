/* pram.h: for programs with pram pragmas that want to know about them.

   SPDX-License-Identifier: Apache-2.0

   No program needs this header: the pragmas are all there is, and without
   the plugin they are ignored.

     #pragma pram [clause…]        the loop that follows is a region
     #pragma pram begin [clause…]  … #pragma pram end
     #pragma pram pardo [clause…]  the loop that follows is a PRAM step

     size(n=1024)          compile for this value of n; several: several
     reduction(op: x)      + * min max & | ^ && ||: any order of combination
     local(a)              the value after the region is not needed
     schedule(auto|naive|linear|brent|serial)
     name(id)              the name in notes and reports

   See pramcc(1) for the compiler and for the environment variables that the
   programs obey.  */

#ifndef PRAM_H
#define PRAM_H

#define PRAM_VERSION_MAJOR 0
#define PRAM_VERSION_MINOR 1
#define PRAM_VERSION "0.1"

#endif
