/* pack.c: a plan as bytes, and back.

   SPDX-License-Identifier: Apache-2.0

   The bytes are the structures as they are in memory, one after the other, the
   region first; in place of the address of a table they have its distance from
   the start, which is 0 for none.  To unpack is to put the addresses back.  So
   all that is said of a structure is where its pointers are.  */

#include "pack.h"
#include "prt.h"

enum kind
{
  TABLE,			/* of what else there is */
  OWN,				/* each process has it in its template */
  NOTHING			/* no plan has it */
};

/* A pointer at byte AT of a structure.  A table has as many elements as the
   product of the structure's members at N and TIMES says, of SIZE bytes, whose
   own pointers are those of SHAPE, if they have any.  The element of the
   template that an element is like has that number that its member at LIKE says,
   or its own.  */
struct pointer
{
  enum kind kind;
  size_t at, size, n, times;
  const struct shape *shape;
  size_t like;
};

struct shape { int n; const struct pointer *pointer; };

/* A member that is always 1.  */
static const size_t one = (size_t) -1;

#define AT(structure, member) offsetof (struct structure, member)
#define OWN_AT(structure, member) \
  { OWN, AT (structure, member), 0, 0, 0, NULL, one }
#define TABLE_OF(structure, member, n, times, shape)			\
  { TABLE, AT (structure, member),					\
    sizeof *((struct structure *) NULL)->member, n, times, shape, one }
#define FLAT(structure, member, n)					\
  TABLE_OF (structure, member, AT (structure, n), one, NULL)
#define SHAPE(pointers)							\
  { sizeof (pointers) / sizeof *(pointers), pointers }

static const struct pointer arg_pointers[] = {
  OWN_AT (pram_arg, name),
  FLAT (pram_arg, columns, n_columns)
};
static const struct shape arg_shape = SHAPE (arg_pointers);

static const struct pointer reduction_pointers[]
  = { OWN_AT (pram_reduction, name) };
static const struct shape reduction_shape = SHAPE (reduction_pointers);

static const struct pointer layer_pointers[] = {
  FLAT (pram_layer, transfers, n_transfers),
  TABLE_OF (pram_layer, reductions, AT (pram_layer, n_reductions), one,
	    &reduction_shape),
  FLAT (pram_layer, waits, n_waits),
  FLAT (pram_layer, pipes, n_pipes)
};
static const struct shape layer_shape = SHAPE (layer_pointers);

static const struct pointer block_pointers[]
  = { FLAT (pram_task_block, runs, n_runs) };
static const struct shape block_shape = SHAPE (block_pointers);

static const struct pointer tables_pointers[] = {
  OWN_AT (pram_tables, strategy),
  FLAT (pram_tables, names, n_names),
  FLAT (pram_tables, accesses, n_accesses),
  TABLE_OF (pram_tables, permutations, AT (pram_tables, n_permutations),
	    AT (pram_tables, n_names), NULL),
  TABLE_OF (pram_tables, blocks, AT (pram_tables, n_blocks), one, &block_shape),
  FLAT (pram_tables, lines, n_lines)
};
static const struct shape tables_shape = SHAPE (tables_pointers);

static const struct pointer region_pointers[] = {
  OWN_AT (pram_region, site),
  { NOTHING, AT (pram_region, reason), 0, 0, 0, NULL, one },
  TABLE_OF (pram_region, args, AT (pram_region, n_args), one, &arg_shape),
  FLAT (pram_region, known, n_known),
  FLAT (pram_region, known_words, n_known_words),
  OWN_AT (pram_region, driver),
  { TABLE, AT (pram_region, layers), sizeof (struct pram_layer),
    AT (pram_region, n_layers), one, &layer_shape, AT (pram_layer, like) },
  FLAT (pram_region, scatter, n_scatter),
  FLAT (pram_region, gather, n_gather),
  FLAT (pram_region, code, n_code),
  FLAT (pram_region, numbers, n_numbers),
  TABLE_OF (pram_region, tables, one, one, &tables_shape),
  FLAT (pram_region, messages, n_messages),
  FLAT (pram_region, forecasts, n_forecasts),
  OWN_AT (pram_region, source),
  OWN_AT (pram_region, shape),
  OWN_AT (pram_region, machine)
};
static const struct shape region_shape = SHAPE (region_pointers);

/* The pointer, or the distance in its place, at byte AT of STRUCTURE.  */

static uintptr_t
get (const char *structure, size_t at)
{
  uintptr_t value;
  memcpy (&value, structure + at, sizeof value);
  return value;
}

static void
set (char *structure, size_t at, uintptr_t value)
{
  memcpy (structure + at, &value, sizeof value);
}

static size_t
number (const char *structure, size_t at)
{
  int32_t n = 1;
  if (at != one)
    memcpy (&n, structure + at, sizeof n);
  return n > 0 ? n : 0;
}

/* How many elements the table P of STRUCTURE has.  */

static size_t
elements (const char *structure, const struct pointer *p)
{
  return number (structure, p->n) * number (structure, p->times);
}

/* --- Packing ------------------------------------------------------------- */

struct packed { char *bytes; size_t n, room; };

/* Append SIZE bytes; return where.  */

static size_t
append (struct packed *out, const void *data, size_t size)
{
  size_t at = (out->n + 7) / 8 * 8, n = at + size;
  if (n > out->room)
    {
      out->room = 2 * n;
      out->bytes = prt_grow (out->bytes, out->room, 1);
    }
  memset (out->bytes + out->n, 0, at - out->n);
  memcpy (out->bytes + at, data, size);
  out->n = n;
  return at;
}

/* Append what the STRUCTURE points to whose copy is at byte AT of OUT.  */

static void
pack (struct packed *out, size_t at, const char *structure,
      const struct shape *shape)
{
  for (const struct pointer *p = shape->pointer; p < shape->pointer + shape->n;
       p++)
    {
      const char *table = (const char *) get (structure, p->at);
      size_t n = p->kind == TABLE && table ? elements (structure, p) : 0;
      size_t copy = n ? append (out, table, n * p->size) : 0;
      for (size_t i = 0; p->shape && i < n; i++)
	pack (out, copy + i * p->size, table + i * p->size, p->shape);
      set (out->bytes + at, p->at, copy);
    }
}

char *
prt_pack (const struct pram_region *plan, size_t *size)
{
  struct packed out = { NULL, 0, 0 };
  append (&out, plan, sizeof *plan);
  pack (&out, 0, (const char *) plan, &region_shape);
  *size = out.n;
  return out.bytes;
}

/* --- Unpacking ----------------------------------------------------------- */

/* Put the addresses into STRUCTURE, a part of BYTES; TEMPLATE is that part of
   the template.  */

static void
unpack (char *bytes, char *structure, const char *template,
	const struct shape *shape)
{
  for (const struct pointer *p = shape->pointer; p < shape->pointer + shape->n;
       p++)
    {
      size_t copy = get (structure, p->at);
      const char *own = (const char *) get (template, p->at);
      char *table = copy ? bytes + copy : NULL;
      for (size_t i = 0; table && p->shape && i < elements (structure, p); i++)
	{
	  char *element = table + i * p->size;
	  size_t like = p->like == one ? i : number (element, p->like);
	  unpack (bytes, element, own + like * p->size, p->shape);
	}
      set (structure, p->at, (uintptr_t) (p->kind == OWN ? own : table));
    }
}

struct pram_region *
prt_unpack (char *bytes, const struct pram_region *template)
{
  unpack (bytes, bytes, (const char *) template, &region_shape);
  return (struct pram_region *) bytes;
}

/* --- Shapes -------------------------------------------------------------- */

static bool
layers_fit_p (const struct pram_region *plan,
	      const struct pram_region *template)
{
  for (int i = 0; i < plan->n_layers; i++)
    {
      const struct pram_layer *layer = &plan->layers[i];
      if (layer->like < 0 || layer->like >= template->n_layers
	  || layer->n_reductions != template->layers[layer->like].n_reductions
	  || layer->n_bases != template->layers[layer->like].n_bases)
	return false;
    }
  return true;
}

static bool
tables_fit_p (const struct pram_tables *plan,
	      const struct pram_tables *template)
{
  if (!plan || !template)
    return plan == template;
  return (plan->n_names == template->n_names
	  && plan->n_blocks == template->n_blocks);
}

bool
prt_pack_fits_p (const struct pram_region *plan,
		 const struct pram_region *template)
{
  return (plan->n_args == template->n_args
	  && plan->levels == template->levels
	  && (plan->levels
	      || (plan->n_counts == template->n_counts
		  && plan->n_layers == template->n_layers
		  && plan->n_numbers == template->n_numbers
		  && plan->iterations == template->iterations))
	  && layers_fit_p (plan, template)
	  && tables_fit_p (plan->tables, template->tables));
}
