/* element-nests.h: nests that access all elements of an array.

   SPDX-License-Identifier: Apache-2.0

   Where data choose which element of an array is accessed any may be.  What
   stands for that in a prog is a nest over all elements that it accesses by
   name.  */

#ifndef PRAM_ELEMENT_NESTS_H
#define PRAM_ELEMENT_NESTS_H

#include "prog/prog.h"

struct pram_interval;

/* The elements of a class of arrays that are written, or ACCESSED in any way, by
   dimension; the least and the greatest byte offset that are accessed.  */
struct pram_element_hull
{
  struct pram_interval *hull;
  bool accessed, any, known;
  bool limited;			/* it has those from FIRST to LAST only */
  int64_t first, last;
};

/* All elements of ARRAY between those that are written or, with ACCESSED,
   accessed by name: into HULL.  False if they don't surely exist.  */
bool pram_element_hull (const struct pram_prog *, int array, bool accessed,
			struct pram_element_hull *hull);

/* All elements of ARRAY: into HULL, if that isn't null.  False if it isn't known how
   many it has.  */
bool pram_element_all (const struct pram_prog *, int array,
		       struct pram_element_hull *hull);

/* A nest that reads the elements HULL of ARRAY, and, if they are WRITTEN, writes
   them, too: in front of NODE, or BEHIND it.  COOKIE is that of an access.  */
struct pram_node *pram_element_nest (struct pram_prog *, int array,
				     const struct pram_element_hull *hull,
				     const struct pram_node *node, bool behind,
				     bool written, void *cookie);

/* The cookie of an access to ARRAY in NODE; null if there is none.  */
void *pram_element_cookie (const struct pram_node *node, int array);

/* A nest whose instances read an element of each of N ARRAYS, and write all of
   these: at the end of PARENT.  COOKIE: those of their accesses.  */
struct pram_node *pram_element_cycle (struct pram_prog *, int n,
				      const int *arrays, void *const *cookie,
				      const struct pram_element_hull *hull,
				      struct pram_node *parent);

#endif
