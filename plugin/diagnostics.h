/* diagnostics.h: what the plugin says about regions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_DIAGNOSTICS_H
#define PLUG_DIAGNOSTICS_H

/* Reports from core about a region, kept until someone gives the note.  */
struct plug_reporter
{
  struct pram_diag diag;	/* pass this one on */
  struct plug_region *region;
  char *reason;			/* of the first refusal or error, or null */
  int line;
  char *hint;			/* the first one, or null */
  int hint_line;
};

void plug_reporter_start (struct plug_reporter *, struct plug_region *);
void plug_reporter_end (struct plug_reporter *);

/* Keeps nothing: what is wrong doesn't matter, or is said later.  */
extern const struct pram_diag plug_silent;

/* The line of REGION's file where LOC is; if that is in another file the one
   that leads there, by a call.  */
int plug_line (const struct plug_region *, location_t);

/* TEXT, said of that line; names LOC if it is in another file.  The caller
   frees it.  */
char *plug_text_at (const struct plug_region *, location_t, const char *text);

/* A location at LINE of REGION's file.  */
location_t plug_location (struct plug_region *, int line);

/* Say TEXT about REGION at LOC.  */
void plug_note (struct plug_region *, location_t loc, const char *text);

/* REASON says why REGION is non-oblivious.  */
bool plug_witness_told_p (struct plug_region *, const char *reason);

/* Say why REGION is non-oblivious.  */
void plug_note_witness (struct plug_region *);

/* Say at LOC that REGION runs serially because of REASON.  */
void plug_note_serial (struct plug_region *, location_t loc,
		       const char *reason);

/* Print PROG to stderr if that is wanted (dump=prog).  */
void plug_dump_prog (const struct pram_prog *prog);

/* Print FN, a function whose body is GENERIC, to stderr (dump=STAGE).  */
void plug_dump_function (tree fn);

#endif
