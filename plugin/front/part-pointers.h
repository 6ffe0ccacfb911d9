/* part-pointers.h: local pointers to parts of structures.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h.  */

#ifndef PLUG_PART_POINTERS_H
#define PLUG_PART_POINTERS_H

/* Let FNDECL, and the functions that it calls whose bodies are known, name what such
   pointers lead to by the structures.  */
void plug_part_pointers_rewrite (tree fndecl);

#endif
