/* bind.h: finding the statements that pragmas apply to.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_BIND_H
#define PLUG_BIND_H

/* `pragma pram pardo' and the loop that it stands before.  */
struct plug_pardo
{
  struct plug_pardo *next;
  struct plug_pragma *pragma;
  location_t loc;		/* of the loop … */
  tree loop;			/* … which is this FOR_STMT */
  tree body;			/* the loop's statements, a list of their own */
};

/* A pragma and its statements.  */
struct plug_binding
{
  struct plug_binding *next;
  struct plug_pardo *pardos;	/* inside, outer ones before inner ones */
  struct plug_pragma *pragma;
  location_t loc;		/* of the first statement */
  tree body;			/* the statements, taken out of the function */
  tree *place;			/* where they have to be put back */
  tree kept;			/* pointers that PARDOS need, to be declared
				   around it */
  bool omp;			/* within an OpenMP construct */
  char *same;			/* null, or it is a copy of the one before, in which one
				   parameter stands for another: this says so */
};

/* Find the statements of all pragmas in BODY, a function's, and take them and
   the markers out.  Misuse is reported as an error.  In source order; free
   with plug_bindings_free.  */
struct plug_binding *plug_bind (tree *body);
void plug_bindings_free (struct plug_binding *);

#endif
