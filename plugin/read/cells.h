/* cells.h: objects that one pointer may lead to.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h.  */

#ifndef PLUG_CELLS_H
#define PLUG_CELLS_H

struct plug_cell
{
  int up;			/* the cell that this one has become part of, or
				   itself */
  int to;			/* what its pointers lead to, or -1 */
  const char *how;		/* how it gets out, of BY; or null */
  tree by;
  bool lasting;			/* variables of static storage lead to it */
  tree touched;			/* a function that may be called back accesses it,
				   or null */
};

extern auto_vec<struct plug_cell> plug_cells;
/* Functions whose address is passed on.  */
extern hash_set<tree> *plug_addressed;

/* The variable VAR is visible to other files; so it gets out.  */
bool plug_visible_p (tree var);
extern const char plug_visible[];

/* Forget all of them.  */
void plug_cells_clear (void);

/* The cell that C is now.  */
int plug_cell_find (int c);
/* Cell C gets out: HOW, a format, says it of BY.  */
void plug_cell_get_out (int c, const char *how, tree by);
/* Make one cell of A and B, and of what they lead to; nothing if one is -1.  */
void plug_cell_unify (int a, int b);
/* What pointers in cell C lead to.  */
int plug_cell_target (int c);
/* The cell that REF is in.  */
int plug_cell_of (tree ref);

/* Values of TYPE may have pointers in them.  */
bool plug_leads_p (tree type);
/* What VALUE, also an initial one, leads to, or -1.  */
int plug_cell_led_to (tree value);
/* LHS, unless null, gets VALUE.  */
void plug_cell_assign (tree lhs, tree value);
/* What VALUE leads to gets out.  */
void plug_cell_give (tree value, const char *how, tree by);

#endif
