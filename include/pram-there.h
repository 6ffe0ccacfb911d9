/* pram-there.h: is there memory that the program has not come to yet?

   SPDX-License-Identifier: Apache-2.0

   Elements that choose others are read when a region is entered, also those that
   the program reads only if a loop runs whose end data decide.  Their array may not
   be there then, and the pointer to it be anything.  Used by the planner and by
   the runtime.  */

#ifndef PRAM_THERE_H
#define PRAM_THERE_H

#include <errno.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PRAM_THERE_PAGE = 4096 };

/* Can the word at AT, a multiple of 8, be read?  The kernel tries, before it finds
   that it is to do nothing with it; but 0 means that there is none.  */
static inline int
pram_there_word_p (uintptr_t at)
{
  int before = errno, nothing = -1;
  int there = (at != 0
	       && (syscall (SYS_rt_sigprocmask, nothing, at, 0, 8) == 0
		   || errno != EFAULT));
  errno = before;
  return there;
}

/* Can all from FROM to TO be read?  The page with number *KNOWN can, and then that of
   the last byte; UINTPTR_MAX: none is known.  */
static inline int
pram_there_p (const char *from, const char *to, uintptr_t *known)
{
  uintptr_t at = (uintptr_t) from, end = (uintptr_t) to;
  for (; at < end; at = (at / PRAM_THERE_PAGE + 1) * PRAM_THERE_PAGE)
    {
      if (at / PRAM_THERE_PAGE == *known)
	continue;
      if (!pram_there_word_p (at / 8 * 8))
	return 0;
      *known = at / PRAM_THERE_PAGE;
    }
  return 1;
}

#endif
