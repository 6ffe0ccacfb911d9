/* flow-nests.h: data flow, nest by nest.

   SPDX-License-Identifier: Apache-2.0

   A program is a sequence of blocks: a nest (any node), or a steady loop
   (poly.h), which is a sequence of nests done again and again.  What happens
   inside of a nest is left to isl (graph.c), where the text does not tell
   already.  From nest to nest no instances have to be compared: going back
   from a read, the elements that a nest writes come from it, and only the
   others are looked for further on.

   A steady loop writes the same elements by the same names in every iteration.
   After as many iterations as the name has a period, going back finds nothing
   new.  So the loop's iterator occurs in no set, and its counts only in those
   of the end, which makes sets small:

   (1) A read in iteration t meets iterations t-1, t-2, … and, before iteration
       0, what precedes the loop, under the name that it had there.  What a
       read in iteration t >= period wants from before the loop, a read in
       iteration t modulo the period wants as well, from the same object.
   (2) Which object a name stands for at the end depends on the number of
       iterations modulo the period.  One case for each is followed, and those
       that turn out the same are joined.
   (3) The last iteration of a data-dependent loop may end after any segment.

   Example: Jacobi with swapped pointers, period 2.  The read of old[i-1][j] in
   iteration t finds old unwritten in t, and in t-1, where the name was new, the
   row written, but for row 0, which comes from before the loop: as old if t is
   even, as new if it is odd.  */

#ifndef PRAM_FLOW_NESTS_H
#define PRAM_FLOW_NESTS_H

#include "flow.h"
#include "graph.h"

/* Elements that STMT is the last of its nest to write.  */
struct written
{
  const struct pram_poly_stmt *stmt;
  isl_map *map;			/* { S -> [e] } */
  isl_set *range;		/* { [e] } */
  const struct form *form;	/* what it writes is all of this; or null */
};

/* What a nest writes by one name.  */
struct writes
{
  bool known;
  int n;
  struct written *list;
  isl_set *all;			/* { [e] }: surely written; null if nothing */
  isl_set *box;			/* { [e] }: convex, around all written; or null */
  bool once;			/* each element by one instance */
};

struct nest
{
  const struct pram_node *node;
  int segment;			/* of the steady loop, else 0 */
  bool permutes;		/* names change inside */
  struct pram_graph *graph;	/* made when needed */
  struct writes *writes;	/* by name */
};

struct block
{
  const struct pram_node *loop;	/* steady, or null */
  int n;
  struct nest *nests;
};

struct builder
{
  struct pram_poly *poly;
  const struct pram_node *const *layers;	/* null-terminated */
  struct pram_arena *arena;
  struct pram_flows *flows;
  struct forms *forms;
};

/* --- flow-forms.c --------------------------------------------------------- */

/* Accesses of one form, of any arrays, take the same elements in the same
   iterations.  */
struct form
{
  const struct pram_poly_stmt *stmt;	/* of the first one */
  const struct pram_access *access;
  isl_set *range;		/* { [e] } */
  isl_set *box;			/* convex, around that; null: not asked for */
  enum { UNASKED, NO, YES } injective;
  int n_compared;
  struct compared *compared;
};

struct compared
{
  const struct form *with;
  bool apart;
};

struct forms
{
  int n;
  struct form **list;
};

/* { S -> [e] } of ACCESS.  */
isl_map *pram_flow_elements (const struct builder *b,
			     const struct pram_poly_stmt *stmt,
			     const struct pram_access *access);

/* The form of STMT's ACCESS.  */
struct form *pram_flow_form (const struct builder *b,
			     const struct pram_poly_stmt *stmt,
			     const struct pram_access *access);
void pram_flow_forms_free (struct forms *forms);

/* Is an element accessed but once by FORM?  */
bool pram_flow_injective_p (const struct builder *b, struct form *form);

/* Is no element accessed by both X and Y?  */
bool pram_flow_apart_p (struct pram_arena *arena, struct form *x,
			struct form *y);

/* A convex set around FORM's elements; it stays FORM's.  */
isl_set *pram_flow_form_box (struct form *form);

/* A convex set without strides around SET.  */
isl_set *pram_flow_box (__isl_keep isl_set *set);

/* Is SET one convex piece without strides?  */
bool pram_flow_plain_p (__isl_keep isl_set *set);

/* Is BOX, which may be null, within ALL, as far as it is quick to see?  */
bool pram_flow_within_p (__isl_keep isl_set *box, __isl_keep isl_set *all);

/* --- flow-blocks.c -------------------------------------------------------- */

/* How a steady loop ends: iterations but one, and way to end the last.  */
struct turn
{
  int64_t m;
  int end;
};

/* Cut the program into blocks; into a single one if that is wanted, or if names
   change where no steady loop changes them.  */
void pram_flow_find_blocks (struct builder *b, bool whole);

/* How often LOOP's body is done; 0 if that depends on data.  */
int64_t pram_flow_count (const struct pram_node *loop);

/* What NAME, in an iteration of LOOP, is called in the one before.  */
int pram_flow_name_before (const struct pram_node *loop, int name);

/* What NAME, behind LOOP, is called in its last iteration.  */
int pram_flow_name_inside (const struct pram_node *loop, int name);

/* The number of ways to end BLOCK's last iteration: after each segment that
   has nests and, if the first has none, before any.  */
int pram_flow_n_ends (const struct block *block);

/* The number of nests done in the last iteration if it ends in way END.  */
int pram_flow_nests_done (const struct block *block, int end);

/* From M = settled on, M and M + period show the same behind BLOCK.  */
int pram_flow_settled (const struct block *block, int end, int period);

/* The turn of BLOCK, a counted loop; many iterations are like few.  */
struct turn pram_flow_counted_turn (const struct block *block, int name);

/* --- flow-nest.c ---------------------------------------------------------- */

/* How a read is served inside of its nest: by no write; by the same instance
   of the loops; in a way that takes the graph to tell.  */
enum service { NOT_SERVED, SERVED, UNKNOWN };

/* How READ of R is served inside of NEST.  */
enum service pram_flow_service (const struct builder *b,
				const struct nest *nest,
				const struct pram_poly_stmt *r,
				const struct pram_access *read);

/* The graph of what flows inside of NEST.  */
struct pram_graph *pram_flow_graph (const struct builder *b,
				    struct nest *nest);

/* What NEST writes by NAME.  */
const struct writes *pram_flow_writes (struct builder *b, struct nest *nest,
				       int name);

/* --- flow-rounds.c -------------------------------------------------------- */

/* Drop from WRITES what is replaced in the same round of a loop that may not run.  */
void pram_flow_drop_replaced (const struct pram_poly *, struct writes *writes);

/* MAP, { WRITER -> [READER -> B] }, without what is replaced so before it is read.  */
isl_map *pram_flow_not_replaced (const struct pram_poly *,
				 const struct pram_poly_stmt *writer,
				 const struct pram_poly_stmt *reader,
				 __isl_take isl_map *map);

/* --- flow-reads.c --------------------------------------------------------- */

/* Append { STMT, OBJECT, MAP } to the *N ends in *LIST.  */
void pram_flow_add_end (struct builder *b, struct pram_end **list, int *n,
			const struct pram_poly_stmt *stmt, int object,
			isl_map *map);

/* Find where the reads of nest NUMBER of block BLOCK come from.  */
void pram_flow_trace_reads (struct builder *b, int block, int number);

/* --- flow-ends.c ---------------------------------------------------------- */

/* Find out who writes the elements of OBJECT last.  */
void pram_flow_trace_ends (struct builder *b, int object);

#endif
