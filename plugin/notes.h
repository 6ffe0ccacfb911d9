/* notes.h: what the plugin says of a region that it distributes.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_NOTES_H
#define PLUG_NOTES_H

/* REGION's class and what was done.  */
void plug_note_class (struct plug_region *, const struct pram_plan *);

/* A note about each loop that one process runs for want of another way.  */
void plug_note_whole (struct plug_region *, const struct pram_plan *);

/* A note for each number of processes that predictions are wanted for.  */
void plug_note_predictions (struct plug_region *, const struct pram_plan *);

/* verbose: a note about each array that PROG writes and that isn't
   collected.  */
void plug_note_unneeded (struct plug_region *, const struct pram_prog *);

/* verbose: a note about each array that is computed again
   (rematerialise.cc).  */
void plug_note_rematerialised (struct plug_region *);

/* verbose: a note for each number of processes with what is proven.  */
void plug_note_promises (struct plug_region *, const struct pram_plan *);

/* verbose: a note about each layer.  */
void plug_note_layers (struct plug_region *, const struct pram_plan *);

/* The notes about a region that runs through tables.  */
void plug_note_tables (struct plug_region *, const struct pram_table_plan *);

/* With verbose: what is proven of a non-oblivious region; or why, as said of
   LOC, nothing is.  */
void plug_note_scheme (struct plug_region *,
		       const struct pram_scheme_promise *);
void plug_note_unproven (struct plug_region *, location_t loc,
			 const char *reason);

#endif
