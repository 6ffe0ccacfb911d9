/* given.h: values that the program gives to variables and members, as far as
   they are to be seen, or follow from others.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h and region.h.  */

#ifndef PLUG_GIVEN_H
#define PLUG_GIVEN_H

/* What is known or assumed of variables and members (FIELD_DECLs).  */
struct plug_given
{
  const struct plug_region *region;
  hash_map<tree, HOST_WIDE_INT> values;
  hash_map<tree, bool> several;	/* members: whether those of several objects
				   matter to the region */
  /* Of what was asked last: a variable or member that nothing is known of,
     without which there is no answer, or null; and whether there is one only
     because of VALUES; how many steps that has taken.  */
  tree missing = NULL_TREE;
  bool follows = false;
  int tries = 0;
  plug_given (const struct plug_region *r) : region (r) {}
};

/* The program gives *VALUE to P, a parameter of G's region, in some case.  */
bool plug_given_value (struct plug_given *g, const struct plug_param *p,
		       HOST_WIDE_INT *value);

/* P is nothing but a copy of DECL, a variable or member.  */
bool plug_given_copy_p (struct plug_given *g, const struct plug_param *p,
			tree decl);

/* From now on P is VALUE, and so is what it is a copy of.  */
void plug_given_note (struct plug_given *g, const struct plug_param *p,
		      HOST_WIDE_INT value);

/* P can have the value VALUE.  */
bool plug_fits_p (const struct plug_param *p, HOST_WIDE_INT value);

/* Sizes of REGION are expected to be others than were assumed: let those that
   follow from them be so.  */
void plug_assume_again (struct plug_region *region);

#endif
