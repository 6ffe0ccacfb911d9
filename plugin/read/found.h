/* found.h: scalars that change where an element is stored that data choose.

   SPDX-License-Identifier: GPL-3.0-or-later

   Include after pram-gcc.h and deposit.h.  */

#ifndef PLUG_FOUND_H
#define PLUG_FOUND_H

/* FOUND's scalar may be found by who has the element of UPDATE.  */
bool plug_found_p (const struct plug_update *update,
		   const struct plug_found *found);

/* STMT, in the block that UPDATE's branch decides about, is led, or computed for what is
   alone.  */
bool plug_update_for_led_p (const struct plug_update *update, gimple *stmt);
/* FOUND's scalar is what PHI, of the header of a loop around, carries.  */
bool plug_found_in_p (const struct plug_found *found, const gphi *phi);

#endif
