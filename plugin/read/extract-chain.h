/* extract-chain.h: the steps by which a loop changes a scalar.

   SPDX-License-Identifier: GPL-3.0-or-later

   A scalar is a PHI of the loop's header.  Its *chain* are the names on the
   paths from the PHI to its value at the latch, through inner loops and joins.

   Include after extract.h.  */

#ifndef PLUG_EXTRACT_CHAIN_H
#define PLUG_EXTRACT_CHAIN_H

/* How a step of a floating minimum or maximum chooses between what it has and a
   new value.  */
enum choice
{
  CHOOSE_FIRST = 1,		/* of equal values (0 and -0) what it has */
  CHOOSE_LATER = 2,		/* … the new one */
  CHOOSE_NAN = 4,		/* a new NaN is taken */
  CHOOSE_NUMBER = 8,		/* fmax: a NaN always loses (which zero wins, C
				   leaves open) */
  CHOOSE_ORDERED = 16		/* no comparison with a NaN takes anything */
};

struct plug_chain
{
  struct plug_extract *x;
  struct plug_loop *l;
  gphi *phi;
  tree first, last;		/* the PHI's result; its value at the latch */
  bitmap members;		/* SSA versions */
  bitmap allowed;		/* UIDs of other statements that may look */
  bool op_known;
  enum pram_op op;
  location_t loc;		/* of an update */
  bool sets;			/* a constant, whatever it was */
  bool truth;			/* != 0 is applied to it */
  int choices;			/* enum choice: the kinds of its steps */
  tree converted_to;		/* null, or a type that does not hold all of
				   the scalar's values */
  tree other_type;		/* null, or the type of a minimum or maximum
				   that may be another one in the scalar's */
  gimple *witness;		/* of a use in between, or null */
};

/* Find the members of C, whose FIRST and LAST are set.  */
void plug_chain_collect (struct plug_chain *);

/* Every step is right and private: all apply C's operator, which this sets.  */
bool plug_chain_p (struct plug_chain *);

/* Nothing in the loop looks at C's members but other members, and what is
   allowed to.  */
bool plug_chain_private_p (struct plug_chain *);

/* VALUE is a member.  */
bool plug_member_p (const struct plug_chain *, tree value);

/* The chain of a && b, written with branches, is not a chain of values.  We
   believe the clause if the scalar is only tested and selected.  */
bool plug_chain_tested_p (struct plug_chain *);

/* extract-follow.cc: C is set whenever LEADER, of the same loop, takes a new
   value, and only then.  */
bool plug_follows_p (const struct plug_chain *leader, struct plug_chain *c);
/* Some iterations set C, whatever it was.  */
bool plug_set_p (struct plug_chain *c);

/* What STMT defines, a scalar, or null.  */
tree plug_defined_scalar (gimple *);

#endif
