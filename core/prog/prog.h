/* prog.h: the program of a region, as core sees it.

   SPDX-License-Identifier: Apache-2.0

   A prog is a tree of sequences, loops and statements over arrays, with the
   sizes already constant.  It carries no GCC types: `cookie' fields belong to
   whoever built it.  It has a text form (pram_prog_print, pram_prog_read), so
   that any region can be looked at, and any bug reproduced, without GCC.

   Iterators are normalised: a loop's iterator counts its iterations from 0.
   All index arithmetic is affine in the iterators of the enclosing loops.

   Loops are counted (`for': the number of iterations is an affine function of
   outer iterators) or data-dependent (`while').  The body of a loop is cut
   into segments: a `while' loop has an exit test at the end of each segment
   but the last; segment s is begun C_s times, C_0 >= C_1 >= … >= C_0 - 1,
   C_0 >= 1.  `while (c) B' has the segments {}, {B}; `do B while (c)' has {B},
   {}; `for (;;) { A; if (c) break; B }' has {A}, {B}.  A counted loop has one
   segment.

   Array names.  A statement names an array; what the name stands for may
   change: a loop that swaps pointers permutes names at its back edge.
   next[a] = b means: what name a stands for in iteration t + 1 is what name b
   stood for in iteration t.  Before the first loop every name stands for
   itself.  After a data-dependent loop the names keep what they stood for in
   its last begun iteration; after a counted loop (whose test stands at its
   head) what they would stand for in the iteration after the last.

   Invariants (pram_prog_check)
   (1) Subscripts, counts and guards mention iterators of enclosing loops only.
   (2) Every access has as many subscripts as its array has dimensions.
   (3) next[] is a permutation.
   (4) Iterator k belongs to exactly one loop; loops[k] is that loop.

   Example: the text form of a 5-point Jacobi with a convergence loop (the
   grammar is in prog-text.c)

     region main.1 file heat.c line 12
     array old[1024][1024] bytes 8 type f64
     array new[1024][1024] bytes 8 type f64
     while t swap old = new new = old {
     segment
       for i < 1022 reduce max f64 diff {
	 for j < 1022 {
	   stmt line 16 weight 5
	     read old[i][j+1]
	     read old[i+2][j+1]
	     read old[i+1][j]
	     read old[i+1][j+2]
	     write new[i+1][j+1]
	 }
       }
     segment
     }  */

#ifndef PRAM_PROG_H
#define PRAM_PROG_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/deadline.h"
#include "base/diag.h"
#include "rows.h"
#include "pram-abi.h"		/* enum pram_type, enum pram_op */

/* constant + sum of coef[k] * iterator k.  COEF has N_COEF elements; further
   coefficients are zero.  */
struct pram_affine
{
  int64_t constant;
  int n_coef;
  int64_t *coef;
};

struct pram_array
{
  const char *name;
  enum pram_type type;
  int elem_size;		/* bytes */
  int n_dims;			/* 0 until pram_delinearize has run */
  int64_t *extent;		/* elements a dimension; that of dimension 0
				   is at least what the accesses touch */
  int64_t *stride;		/* bytes a step in each dimension */
  int64_t origin;		/* byte offset of element [0]…[0] from the base
				   pointer; may be negative */
  int64_t n_bytes;		/* the object's size if known, else 0 */
  int pitch;			/* 0: it lies in one piece.  Else the entry
				   value plus 1 that says how many bytes rows are
				   apart which the caller has pointers to: … */
  struct pram_rows rows;	/* of a prog that was made of a source: those
				   accessed */
  bool local;			/* nobody needs what it holds afterwards; of
				   swapped pointers: what one of them then
				   points to */
  int arg;			/* the plugin's argument number */
  void *cookie;
};

/* VALUE >= 0, or VALUE == 0, where VALUE is AFFINE or, unless MOD is 0,
   TIMES * (AFFINE modulo MOD) + PLUS.  */
struct pram_guard
{
  struct pram_affine affine;
  bool equality;
  int64_t mod, times, plus;
};

/* A scalar that is set with another one, when that takes a new value and only
   then: the place of a maximum.  */
struct pram_follower
{
  const char *name;
  enum pram_type type;
  void *cookie;
};

/* A scalar that a loop carries from iteration to iteration and that may be
   combined in any order; with PRAM_OP_VALUE one that each iteration sets anew
   and whose last value is wanted afterwards, with PRAM_OP_SET one that some do.
   */
struct pram_carried
{
  const char *name;
  enum pram_op op;
  enum pram_type type;
  int line;
  int how;			/* PRAM_COMBINE_…: so its blocks, in their
				   order, yield the serial program's bits, … */
  bool exact;			/* … and so do single values, in any order */
  bool alone;			/* it may change in iterations that access no
				   array */
  int n_followers;
  struct pram_follower *followers;
  void *cookie;
};

/* A scalar on which a test depends, as the loop or the statement at LINE leaves
   it.  */
struct pram_decider
{
  const char *name;
  int line;
};

struct pram_access
{
  int array;			/* a name: index into prog->arrays */
  bool write;
  bool may;			/* under a condition on data, or in a loop that
				   may not run (pram_prog_finish): it may not
				   happen */
  bool indirect;		/* data choose the element: any of the array.
				   Plans don't have it (poly/offers.h) */
  bool computed;		/* INDIRECT: no data choose it, but a function that
				   isn't affine */
  int asked;			/* INDIRECT: 0, or what chooses is known only
				   when the driver runs, and in which round */
  int steady;			/* a read: in so many of the innermost loops
				   around no deposit changes what comes of it
				   (poly/offers.h) */
  bool finds;			/* INDIRECT, a write: where it happens scalars
				   change, too */
  bool leads;			/* INDIRECT, a write: others wait for what it
				   finds in the element */
  bool perhaps;			/* a read: the program may always end before it
				   comes there, and not all of that be there */
  int apart;			/* INDIRECT: so many of the innermost loops around
				   are taken not to use what they write there
				   (poly/offers.h) */
  int line;
  /* As extracted: byte offset from the base pointer; if INDIRECT of what is
     known of it.  */
  struct pram_affine offset;
  int64_t modulus;		/* INDIRECT: of its residue */
  /* After delinearization, n_dims of them; quasi-affine:
     subscript[d] = floor (affine / div[d]) mod mod[d], where div 0 stands for
     1 and mod 0 for none.  */
  struct pram_affine *subscript;
  int64_t *div, *mod;
  const struct pram_carried *step; /* null, or: reads and writes of this kind
				   combine a value into the element; their
				   order is free */
  int n_guards;			/* all must hold for the access to happen */
  struct pram_guard *guards;
  int item;			/* the number of the source's item, or 0 */
  int parts;			/* as in the source's item */
  void *cookie;
};

/* Why a node that is `decided_by' a scalar, its name, can't be a layer.  */
#define PRAM_UNDECIDED \
  "this is under a condition on '%s', whose value is not known: add it to " \
  "size(…), a clause for each value"

enum pram_node_kind { PRAM_SEQ, PRAM_LOOP, PRAM_STMT };

/* Where all N_GUARDS hold.  */
struct pram_reached
{
  int n_guards;
  struct pram_guard *guards;
};

struct pram_node
{
  enum pram_node_kind kind;
  int line;
  struct pram_node *parent;
  int source_loop;		/* a loop: the source's number + 1, or 0 */
  int parts;			/* a loop: as in the source's item */
  /* Its number of the source's item (of a statement the last one's), or 0; as
     there, for whoever built it: LEVEL, NAMES.  */
  int item, level;
  const int *names;
  void *cookie;
  bool conditional;		/* LOOP, STMT: in its parent's body under a
				   condition that is no guard (one on data):
				   it may not run, and so can't be a layer */
  const char *decided_by;	/* conditional: an integer that would decide
				   if its value were known, or null */

  /* PRAM_SEQ; PRAM_LOOP: its segments, each a PRAM_SEQ.  */
  int n_children;
  struct pram_node **children;
  int test;			/* PRAM_SEQ, a segment with an exit test: the
				   array whose first element says whether to
				   leave, + 1; 0: every process knows, … */
  int n_deciders;		/* … from these scalars: those that loops and
				   single statements leave */
  struct pram_decider *deciders;

  /* PRAM_LOOP */
  const char *iterator_name;
  int iterator;			/* its number */
  bool data_dependent;		/* `while' */
  bool stays_out;		/* … which, once it has begun no iteration, begins
				   none in later iterations either of the counted
				   loop around that and others such */
  struct pram_affine count;	/* iterations of a counted loop; negative
				   stands for 0 */
  bool at_most;			/* there are fewer, as the guards inside say;
				   for whoever built it, not in the text */
  int n_reached;		/* control comes to it where all guards of one of
				   these hold, of which no two do, or, if there are
				   none, wherever it is; as well not in the text */
  struct pram_reached *reached;
  struct pram_affine *first;	/* null, or: iteration k is iteration first + k
				   of the loop of which this is a part, as
				   COOKIE and LINE are (core/plan/index-split.c) */
  int *next;			/* null, or a permutation of the names */
  bool exchanges;		/* names stay, but a nest inside exchanges what
				   they hold (poly/exchanges.h) */
  int n_carried;		/* scalars that may be reduced over it */
  struct pram_carried *carried;
  const char *order_reason;	/* null, or why its iterations must run in
				   order for reasons other than arrays: e.g.
				   "the sum 's' depends on the order; …" */
  int order_line;
  bool relayed;			/* … which are scalars that one process can
				   hand to the next: what iterations access
				   doesn't depend on them … */
  bool waves;			/* … and nobody needs them afterwards: processes
				   can be at it at different times */
  bool once;			/* `while': it runs once or not at all, and
				   whether is known before it */
  bool in_order;		/* distributed, each process has to do its
				   iterations in order: what some of them read
				   later ones write (plan/layers.c) */
  bool hollow;			/* it only stands for accesses, which are done
				   elsewhere (poly/pinned.h): it takes no time */
  bool split;			/* not in the source: for (h) for (r) with the
				   guard E = m * h + r in all accesses inside
				   stand for one instance, with the quotient
				   and the remainder of E by m.  Never a
				   layer */
  int first_count;		/* number of the count of segment 0; set for
				   every loop by pram_prog_finish */

  /* PRAM_STMT: reads happen before writes.  At most one write.  */
  int n_accesses;
  struct pram_access *accesses;
  double weight;		/* operations of one instance */
  bool scalar;			/* they are not done for several instances at
				   once: functions are called */
  const char *value_of;		/* null, or the scalar that this statement,
				   outside all parallel loops, reads; of
				   one array, perhaps from several of its
				   elements */
};

struct pram_source;
struct pram_level;

/* Where data choose an element: OFFSET bytes plus a multiple of MODULUS; 0: it may
   be anywhere.  */
struct pram_residue
{
  struct pram_affine offset;
  int64_t modulus;
};

/* A read of which data choose the element, in STMT: of the array, or one that
   it is exchanged with.  */
struct pram_inspected
{
  struct pram_node *stmt;
  int array, line;
  int item, asked, apart;	/* the access's, … */
  void *cookie;			/* … as these are */
  struct pram_residue residue;
  bool watched;			/* it is taken to be apart from writes in BEFORE */
  bool likely;			/* … or might be: it most likely reads nothing that a
				   loop around BEFORE writes (poly/sections.h) */
  /* The outermost loop around it that doesn't write the array; null if it
     isn't written at all, or in every loop around.  */
  struct pram_node *before;
};

/* A write of which data choose the element, in STMT, and perhaps a read of that
   element before.  */
struct pram_deposit
{
  struct pram_node *stmt;
  int array, line;
  int item;			/* the access's, … */
  void *cookie;			/* … as these are */
  struct pram_residue residue;
  bool several;			/* elements, those of a structure */
  bool finds, leads;		/* the access's, … */
  int apart;			/* … as this is */
  bool watched;			/* … and says alone that it may be late */
  bool late;			/* it is done when all other accesses in AROUND
				   are over (apart.h), … */
  /* … the loop right around it; else the outermost one that accesses the array
     in no other way; null if there is none.  */
  struct pram_node *around;
};

/* An access of which data choose the element, in STMT, that process 0 does
   (poly/pinned.h).  */
struct pram_pinned
{
  struct pram_node *stmt;
  int array, line;
  void *cookie;			/* the access's */
  bool write;
  const char *why;		/* it is neither inspected nor deposited */
  bool endless;			/* nobody knows how far it goes */
  bool likely;			/* as of what is inspected */
};

/* NODE, a nest in front of a loop that reads all elements of ARRAY that the
   program writes; or, if the loop deposits in ARRAY, claims them: ACCEPT is the
   nest behind the loop, else null.  See poly/offers.c.  Or, if it EXCHANGES, the
   nest NODE, which is ACCEPT, too, at the end of the loop BEFORE, stands for the
   exchange of ARRAY and others.  See poly/exchanges.c.  */
struct pram_offer
{
  int array;
  struct pram_node *before, *node, *accept;
  bool exchanges;
  bool late;			/* it claims, but behind the loop, too */
};

struct pram_prog
{
  struct pram_arena *arena;
  const char *name, *file;
  int line;
  struct pram_source *source;	/* what it was made of, or null … */
  struct pram_level *levels;	/* … and its level loops (levels.h), if any */
  struct pram_deadline *deadline;	/* for what is done with it, or null */
  const struct pram_logp *machine;	/* that it is planned for; null: the
					   default one (machine/logp.h) */
  const char *code;		/* null, or the shape (plan/shape.h) of that
				   which there is already */
  int vectors;			/* bytes of the longest that loops may be
				   computed with; 0: not known */
  bool explained;		/* its plan is to say what verdicts decide
				   (plan/verdicts.h) */
  int n_arrays;
  struct pram_array *arrays;
  int n_loops;
  struct pram_node **loops;	/* by iterator number */
  int n_counts;
  struct pram_node *root;	/* a PRAM_SEQ */
  /* Accesses that have been taken out of statements, and what stands for them.
     */
  int n_inspected, n_deposits, n_pinned, n_offers;
  struct pram_inspected *inspected;
  bool chosen;			/* data choose some of these */
  struct pram_deposit *deposits;
  struct pram_pinned *pinned;
  struct pram_offer *offers;
};

/* Building.  All take memory from PROG's arena.  */
struct pram_prog *pram_prog_new (const char *name, const char *file, int line);
void pram_prog_free (struct pram_prog *);
int pram_prog_add_array (struct pram_prog *, const char *name, enum pram_type,
			 int elem_size);
/* Append a node to PARENT, a PRAM_SEQ.  */
struct pram_node *pram_prog_add_seq (struct pram_prog *,
				     struct pram_node *parent);
struct pram_node *pram_prog_add_loop (struct pram_prog *,
				      struct pram_node *parent,
				      const char *iterator_name);
/* Append an (empty) segment to LOOP.  */
struct pram_node *pram_prog_add_segment (struct pram_prog *,
					 struct pram_node *loop);
struct pram_node *pram_prog_add_stmt (struct pram_prog *,
				      struct pram_node *parent);
struct pram_access *pram_prog_add_access (struct pram_prog *,
					  struct pram_node *stmt);

/* Move the last child of PARENT to where NODE, another one, is, or BEHIND it.  */
void pram_node_move_last (struct pram_node *parent, const struct pram_node *node,
			  bool behind);

/* Is NODE within OUTER, or OUTER itself?  */
bool pram_node_inside_p (const struct pram_node *node,
			 const struct pram_node *outer);
/* How many loops NODE stands in.  */
int pram_node_depth (const struct pram_node *node);
/* Does a loop stand inside NODE?  */
bool pram_node_contains_loop_p (const struct pram_node *node);
/* Does a statement inside NODE write ARRAY?  */
bool pram_node_writes_p (const struct pram_node *node, int array);
/* The one loop that makes up the whole body of LOOP, or null.  */
struct pram_node *pram_perfectly_nested (const struct pram_node *loop);
/* Does some subscript in NODE have a quotient or a remainder (`split')?  */
bool pram_node_splits_p (const struct pram_node *node);
/* Does NODE, or a loop inside, exchange names, or what they hold?  */
bool pram_node_permutes_p (const struct pram_node *node);
/* Does STMT write other elements when a data-dependent loop around it, in another
   loop, goes on?  */
bool pram_node_moves_p (const struct pram_node *stmt);
/* Do data choose the element of some access of PROG?  */
bool pram_prog_indirect_p (const struct pram_prog *);
/* May A stand for what B does, as names that a loop permutes do?  */
bool pram_prog_same_class_p (const struct pram_prog *, int a, int b);
/* By array: the first one of its class, which are those that loops permute, in turns,
   too.  */
int *pram_prog_classes (const struct pram_prog *, struct pram_arena *);
/* Are A and B steps of one reduction?  */
bool pram_same_reduction_p (const struct pram_carried *a,
			    const struct pram_carried *b);
/* The innermost loop around NODE, or null.  */
const struct pram_node *pram_node_loop (const struct pram_node *node);

/* By how many bytes, up or down, an iteration of LOOP moves the access.  */
int64_t pram_access_moved (const struct pram_prog *, const struct pram_access *,
			   const struct pram_node *loop);

/* Does GUARD hold where its affine function is AFFINE?  */
bool pram_guard_holds_p (const struct pram_guard *, int64_t affine);

/* ACCESS, which may share its guards with others, happens only under GUARD,
   too.  */
void pram_access_add_guard (struct pram_prog *, struct pram_access *,
			    const struct pram_guard *guard);

/* A zero affine with room for N_COEF coefficients.  */
struct pram_affine pram_affine_new (struct pram_arena *, int n_coef);
/* coefficient of iterator K */
int64_t pram_affine_coef (const struct pram_affine *, int k);
bool pram_affine_constant_p (const struct pram_affine *);

/* After building: number the counts (one for each segment, in tree order), and
   let writes that may not happen read the old values.  */
void pram_prog_finish (struct pram_prog *);

/* Verify the invariants; false and a PRAM_ERROR for the first broken one.  */
bool pram_prog_check (const struct pram_prog *, const struct pram_diag *);

/* It is known which rows are accessed of arrays that have some; else a report.  */
bool pram_prog_rows_known_p (const struct pram_prog *,
			     const struct pram_diag *);

void pram_prog_print (FILE *, const struct pram_prog *);
/* Read the text form.  Errors name the line of the text.  */
struct pram_prog *pram_prog_read (FILE *, const struct pram_diag *);

#endif
