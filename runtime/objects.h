/* objects.h: the program and its libraries, as the dynamic linker has loaded
   them.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef OBJECTS_H
#define OBJECTS_H

#include "prt.h"
#include <link.h>

#pragma GCC visibility push(hidden)

/* One of the objects, in the order in which they were loaded: the program is
   the first.  */
struct object
{
  const char *name;
  char *base;
  const ElfW(Phdr) *headers;
  int n_headers;
  const ElfW(Dyn) *dynamic;	/* null if it is linked statically */
  bool reached;
};

struct objects
{
  int n;
  struct object *object;
};

/* All objects; the caller frees the array.  */
struct objects prt_objects (void);

/* The first program header of TYPE, or null.  */
const ElfW(Phdr) *prt_object_header (const struct object *, unsigned type);

/* Does the object hold ADDRESS?  */
bool prt_object_holds_p (const struct object *, const void *address);

/* The value of the dynamic section's entry TAG, or 0.  */
ElfW(Xword) prt_object_entry (const struct object *, ElfW(Sxword) tag);

/* What the entry TAG, an address, points to, or null.  */
char *prt_object_table (const struct object *, ElfW(Sxword) tag);

/* The place that relocation puts the address of another object's symbol in, for
   the first symbol that SOUGHT says yes to; or null.  */
void **prt_object_reference (const struct object *,
			     bool (*sought) (const char *));

#pragma GCC visibility pop
#endif
