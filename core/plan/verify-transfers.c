/* verify-transfers.c: transfers between simulated processes.

   SPDX-License-Identifier: Apache-2.0  */

#include "verify-parts.h"
#include "poly/offers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* An enumeration of the elements of one transfer between one pair.  */
struct enumeration
{
  struct verifier *v;
  struct flight *flight;
  int src, dst, object, line;
  bool offered;			/* by who has the element, whoever wrote it */
  uint64_t hash;
};

/* May NODE end before it has written what it says it writes?  */
static bool
ends_early_p (const struct pram_node *node)
{
  bool early = node->kind == PRAM_LOOP && node->data_dependent;
  for (int c = 0; c < node->n_children; c++)
    early = early || ends_early_p (node->children[c]);
  return early;
}

/* Does the process that sends ELEMENT of OBJECT have it as it is now, though it did
   not write it last?  Who may write an element has its initial value
   (plan/rounds.c); who runs a loop whole that data end has what it was given of
   those that no iteration has written.  */
static bool
has_p (const struct enumeration *e, const struct object *object, int64_t element)
{
  const struct verifier *v = e->v;
  bool current = (v->machines[e->src].value[e->object][element]
		  == v->machines[v->procs].value[e->object][element]);
  return (current
	  && (object->writer[element] < 0 || ends_early_p (v->layer->node)));
}

static void
add_element (struct enumeration *e, int64_t offset)
{
  struct verifier *v = e->v;
  const struct object *object = &v->objects[e->object];
  struct flight *f = e->flight;
  const char *name = v->prog->arrays[e->object].name;
  if (offset < object->lo || offset >= object->hi
      || (offset - object->lo) % object->elem_size)
    {
      FAIL (v, e->line, "a transfer has no element of '%s' at offset %" PRId64,
	    name, offset);
      return;
    }
  int64_t element = (offset - object->lo) / object->elem_size;
  int writer = object->writer[element] < 0 ? 0 : object->writer[element];
  if (writer != e->src && !has_p (e, object, element) && !e->offered)
    FAIL (v, e->line, "process %d of %d sends the element of '%s' at offset %"
	  PRId64 " to %d, which %d wrote last", e->src, v->procs, name, offset,
	  e->dst, writer);
  if (f->n == f->room)
    {
      f->room = f->room ? 2 * f->room : 256;
      f->moved = realloc (f->moved, sizeof *f->moved * (size_t) f->room);
      if (!f->moved)
	abort ();
    }
  f->moved[f->n++] = (struct moved)
    { e->src, e->dst, e->object, element,
      v->machines[e->src].value[e->object][element] };
}

static void
visit_run (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct enumeration *e = data;
  e->hash = pram_verify_mix (e->hash, (uint64_t) first);
  e->hash = pram_verify_mix (e->hash, (uint64_t) count);
  e->hash = pram_verify_mix (e->hash, (uint64_t) stride);
  for (int64_t i = 0; i < count && !e->v->failed; i++)
    add_element (e, first + i * stride);
}

void
pram_verify_set_env (const struct verifier *v, int64_t *env, int src, int dst)
{
  memset (env, 0, sizeof *env * PRAM_SET_MAX_VARS);
  env[PRAM_ENV_SRC_LO] = pram_verify_first_unit (v, src);
  env[PRAM_ENV_SRC_HI] = pram_verify_first_unit (v, src + 1);
  env[PRAM_ENV_DST_LO] = pram_verify_first_unit (v, dst);
  env[PRAM_ENV_DST_HI] = pram_verify_first_unit (v, dst + 1);
  for (int c = 0; c < v->prog->n_counts; c++)
    env[PRAM_ENV_COUNTS + c] = v->counts[c];
}

uint64_t
pram_verify_collect (struct verifier *v, struct flight *flight,
		     const struct pram_plan_transfer *transfers, int n,
		     int src, int dst, const int *names, bool offered)
{
  int64_t env[PRAM_SET_MAX_VARS];
  int64_t before = flight->n;
  uint64_t hash = 1;
  for (int t = 0; t < n && !v->failed; t++)
    {
      int array = transfers[t].array;
      struct enumeration e = { v, flight, src, dst,
			       names ? names[array] : array,
			       transfers[t].line, offered, hash };
      pram_verify_set_env (v, env, src, dst);
      pram_set_enumerate (v->plan->code + transfers[t].set, env, visit_run,
			  &e);
      hash = e.hash;
    }
  v->done.messages += flight->n > before;
  for (int64_t i = before; i < flight->n; i++)
    v->done.bytes += v->objects[flight->moved[i].object].elem_size;
  return hash;
}

void
pram_verify_deliver (struct verifier *v, struct flight *flight, bool late)
{
  if (!flight->pending)
    return;
  for (int64_t i = 0; i < flight->n && late; i++)
    {
      struct moved *m = &flight->moved[i];
      m->value = v->machines[m->src].value[m->object][m->element];
    }
  for (int64_t i = 0; i < flight->n; i++)
    {
      const struct moved *m = &flight->moved[i];
      v->machines[m->dst].value[m->object][m->element] = m->value;
    }
  flight->pending = false;
  flight->n = 0;
}

uint64_t
pram_verify_start_transfers (struct verifier *v, int l, int src)
{
  struct flight *flight = &v->flights[l];
  const struct pram_plan_layer *layer = v->layer;
  uint64_t hash = (uint64_t) src;
  flight->pending = true;
  bool offers = layer->offer && !layer->offer->accept;
  if (offers && !pram_offer_sent_p (v->prog, layer->offer))
    return hash;
  for (int dst = 0; dst < v->procs; dst++)
    if (src != dst)
      {
	uint64_t sets
	  = (offers
	     ? pram_verify_collect (v, flight, &layer->offered,
				    layer->n_offered, src, dst, v->stand, true)
	     : pram_verify_collect (v, flight, layer->transfers,
				    layer->n_transfers, src, dst, v->stand,
				    false));
	hash = pram_verify_mix (hash, sets);
      }
  return hash;
}

/* Do all processes have the elements FIRST, FIRST + STRIDE, …, as the reference
   has them?  */
static void
visit_offered (void *data, int64_t first, int64_t count, int64_t stride)
{
  struct enumeration *e = data;
  struct verifier *v = e->v;
  const struct object *object = &v->objects[e->object];
  for (int64_t i = 0; i < count && !v->failed; i++)
    for (int p = 0; p < v->procs; p++)
      {
	int64_t offset = first + i * stride;
	int64_t element = (offset - object->lo) / object->elem_size;
	if (v->machines[p].value[e->object][element]
	    != v->machines[v->procs].value[e->object][element])
	  FAIL (v, e->line, "process %d of %d has not been offered the element "
		"of '%s' at offset %" PRId64, p, v->procs,
		v->prog->arrays[e->object].name, offset);
      }
}

/* All processes ask for all of what LAYER offers, and get it.  */
static void
ask (struct verifier *v, const struct pram_plan_layer *layer)
{
  struct flight flight = { .pending = true };
  for (int src = 0; src < v->procs; src++)
    for (int dst = 0; dst < v->procs; dst++)
      if (src != dst)
	pram_verify_collect (v, &flight, &layer->offered, layer->n_offered, src,
			     dst, v->stand, true);
  pram_verify_deliver (v, &flight, false);
  free (flight.moved);
}

void
pram_verify_offers (struct verifier *v, const struct pram_node *node)
{
  int64_t env[PRAM_SET_MAX_VARS];
  for (int l = 0; l < v->plan->n_layers; l++)
    {
      const struct pram_plan_layer *layer = &v->plan->layers[l];
      if (!layer->n_offered || !pram_node_inside_p (node, layer->offer->before)
	  || !pram_node_inspects_p (v->prog, node, layer->offer->array))
	continue;
      if (pram_node_asks (v->prog, node, layer->offer->array))
	ask (v, layer);
      struct enumeration e = { .v = v, .line = node->line,
			       .object = v->stand[layer->offer->array] };
      pram_verify_set_env (v, env, 0, 0);
      env[PRAM_ENV_SRC_HI] = v->plan->n_units;
      pram_set_enumerate (v->plan->code + layer->offered.set, env,
			  visit_offered, &e);
    }
}
