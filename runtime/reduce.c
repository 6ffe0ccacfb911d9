/* reduce.c: reductions with the same bits at every number of processes.

   SPDX-License-Identifier: Apache-2.0

   The leaves of a layer, one for each unit, are combined in the fixed binary
   tree over unit numbers (pram-sets.h).  A process combines what it can: what
   remains are the roots of the maximal subtrees within its block, at most two
   a level, its *partials*.  Two processes with neighbouring blocks, or groups
   of such, merge their partials into those of the union of the blocks.  Which
   partials there are depends on the blocks' bounds alone: every process knows
   them all, and messages need no headers.

   How partials travel (pram-trees.h): up the mirror image of the greedy
   broadcast tree to rank 0, and the values back over that tree (Iterative,
   section 4, and Algorithms 2 and 3: the value that decides goes to every
   process that has output tasks); or in the rounds of a dissemination, after
   which each process has computed the same values from the same partials.  The
   LogP model chooses.  In a dissemination the ranks that a process knows of
   wrap around, and its last round may bring what it knows already: nodes that
   lie within other nodes are left out, and what remains merges.

   A *layout* is all this made ready for one set of layers whose reductions
   are pending: one step serves them all.

   Example: units 0..7, two processes with 0..2 and 3..7 (P = 2 would give
   0..3 and 4..7, with one partial each).  Partials of the first: node (1,0)
   = {0,1} and (0,2) = {2}; of the second: (0,3) and (2,1) = {4..7}.  Merging:
   (0,2) op (0,3) is (1,1); (1,0) op (1,1) is (2,0); (2,0) op (2,1) is the
   value.  */

#include "prt.h"
#include "pram-trees.h"

/* A node of the tree over units, and the slot where its value lies.  */
struct node { int level; int64_t k; int slot; };

/* Most partials of the ranks of a window, for one item: two a level, and twice
   that if the window wraps around.  */
enum { MAX_NODES = 256 };

/* Ranks FIRST .. FIRST + N - 1, modulo their number.  */
struct window { int first, n; };

/* One reduction of one layer.  */
struct item
{
  struct prt_layer *layer;
  int k;
  int size;			/* bytes of a value */
  int op;
  int64_t first, last;		/* the layer's units, LAST included */
  struct prt_block own;
  prt_pairs_fn pairs;
  prt_combine_fn combine;
  int slot, n_slots;		/* of this process's partials */
};

/* slot LEFT = slot LEFT op slot RIGHT */
struct merge { prt_combine_fn combine; int left, right; };

/* The process sends its partials to each of TO, and receives those of each of
   FROM.  The slots are its own, then those received, COUNT[i] from FROM[i];
   after the merges OUT says which are its new ones.  */
struct step
{
  int n_to, n_from, n_own;
  int *to, *from, *count;
  int n_merges;
  struct merge *merge;
  int n_out;
  int *out;
};

struct prt_layout
{
  int n_layers;
  struct prt_layer **layers;
  int n_items;
  struct item *item;
  int n_slots;			/* of this process at the start */
  int n_steps;
  struct step *step;
  bool broadcast;		/* the values are at rank 0 alone */
  int *value;			/* slot of each item's value, or -1 */
  int width;			/* of a slot, in union prt_value */
  union prt_value *slots, *spare;
  MPI_Request *request;
  char *scratch;		/* for combining leaves, two halves */
  size_t half;
};

/* --- Partials ------------------------------------------------------------ */

/* The node of ITEM at LEVEL has no sibling with a leaf.  */

static bool
alone_p (const struct item *item, int level, int64_t k)
{
  int64_t sibling = k ^ 1;
  return sibling < item->first >> level || sibling > item->last >> level;
}

static bool
root_p (const struct item *item, int level)
{
  return item->first >> level == item->last >> level;
}

/* Store the partials of the units [LO, HI) of ITEM in NODES, in the order of
   their units; return how many there are.  */

static int
partials (const struct item *item, struct prt_block b, struct node *nodes)
{
  struct node right[MAX_NODES];
  int n = 0, n_right = 0;
  int64_t lo = b.lo, hi = b.hi;
  for (int level = 0; lo < hi; level++)
    {
      if (root_p (item, level))
	{
	  nodes[n++] = (struct node) { level, lo, 0 };
	  break;
	}
      if ((lo & 1) && !alone_p (item, level, lo))
	nodes[n++] = (struct node) { level, lo++, 0 };
      if (lo < hi && (hi & 1) && !alone_p (item, level, hi - 1))
	right[n_right++] = (struct node) { level, --hi, 0 };
      lo >>= 1;
      hi = (hi + 1) >> 1;
    }
  while (n_right)
    nodes[n++] = right[--n_right];
  return n;
}

/* The part of ITEM's layer in the blocks of the ranks [P, Q).  */

static struct prt_block
units_of_ranks (const struct prt_region *region, const struct item *item,
		int p, int q)
{
  int64_t lo = prt_block_of (region, p).lo, hi = prt_block_of (region, q - 1).hi;
  if (lo < item->first)
    lo = item->first;
  if (hi > item->last + 1)
    hi = item->last + 1;
  return (struct prt_block) { lo, hi > lo ? hi : lo };
}

/* The partials that a process has that knows of the ranks in WINDOW.  */

static int
window_partials (const struct prt_region *region, const struct item *item,
		 struct window window, struct node *nodes)
{
  int end = window.first + window.n;
  struct prt_block low, high;
  if (window.n >= prt.procs)
    return partials (item, units_of_ranks (region, item, 0, prt.procs), nodes);
  if (end <= prt.procs)
    return partials (item, units_of_ranks (region, item, window.first, end),
		     nodes);
  low = units_of_ranks (region, item, 0, end - prt.procs);
  high = units_of_ranks (region, item, window.first, prt.procs);
  /* The ranks between may have no units.  */
  if (low.lo < low.hi && high.lo < high.hi && low.hi == high.lo)
    return partials (item, (struct prt_block) { low.lo, high.hi }, nodes);
  int n = partials (item, low, nodes);
  return n + partials (item, high, nodes + n);
}

/* Slot number I of LAYOUT.  */

static union prt_value *
slot_of (const struct prt_layout *layout, int i)
{
  return layout->slots + (int64_t) i * layout->width;
}

/* Combine this process's leaves of ITEM into its partials, with room at TO and
   SPARE.  The same walk as in `partials', with values.  */

static void
combine_leaves (const struct prt_layout *layout, const struct item *item,
		char *to, char *spare)
{
  const char *from = item->layer->leaves[item->k];
  const int size = item->size;
  int64_t lo = item->own.lo, hi = item->own.hi;
  int left = item->slot, right = item->slot + item->n_slots;
  for (int level = 0; lo < hi; level++)
    {
      if (root_p (item, level))
	{
	  memcpy (slot_of (layout, left), from, size);
	  break;
	}
      if ((lo & 1) && !alone_p (item, level, lo))
	{
	  memcpy (slot_of (layout, left++), from, size);
	  from += size;
	  lo++;
	}
      if (lo < hi && (hi & 1) && !alone_p (item, level, hi - 1))
	{
	  --hi;
	  memcpy (slot_of (layout, --right), from + (hi - lo) * size,
		  size);
	}
      /* What is left over at the ends has no sibling and moves up.  */
      char *out = to;
      int64_t pairs_lo = lo;
      if (lo < hi && (lo & 1))
	{
	  memcpy (out, from, size);
	  from += size;
	  out += size;
	  pairs_lo++;
	}
      int64_t n = (hi - pairs_lo) / 2;
      if (n > 0)
	item->pairs (from, out, n);
      if (hi > pairs_lo && (hi & 1))
	memcpy (out + n * size, from + 2 * n * size, size);
      from = to;
      to = spare;
      spare = (char *) from;
      lo >>= 1;
      hi = (hi + 1) >> 1;
    }
}

/* --- Making a layout ----------------------------------------------------- */

/* Merge siblings among NODES, which lie in the order of their units; append
   what to do to STEP.  Returns the number of nodes left.  */

static int
merge_nodes (const struct item *item, struct node *nodes, int n,
	     struct step *step)
{
  for (int level = 0; level < 63 && n > 0; level++)
    {
      int out = 0;
      for (int i = 0; i < n; i++)
	{
	  struct node x = nodes[i];
	  if (x.level == level && !root_p (item, level))
	    {
	      if (i + 1 < n && !(x.k & 1) && nodes[i + 1].level == level
		  && nodes[i + 1].k == x.k + 1)
		{
		  step->merge[step->n_merges++] = (struct merge)
		    { item->combine, x.slot, nodes[++i].slot };
		  x = (struct node) { level + 1, x.k >> 1, x.slot };
		}
	      else if (alone_p (item, level, x.k))
		x = (struct node) { level + 1, x.k >> 1, x.slot };
	    }
	  nodes[out++] = x;
	}
      n = out;
    }
  return n;
}

static int
compare_nodes (const void *a, const void *b)
{
  const struct node *x = a, *y = b;
  int64_t p = x->k << x->level, q = y->k << y->level;
  return p != q ? (p > q) - (p < q) : y->level - x->level;
}

static bool
within_p (struct node x, struct node y)
{
  return x.level <= y.level && x.k >> (y.level - x.level) == y.k;
}

/* Sort NODES by their units; leave out those that lie within others.  Returns
   how many are left.  */

static int
keep_largest (struct node *nodes, int n)
{
  int out = 0;
  qsort (nodes, n, sizeof *nodes, compare_nodes);
  for (int i = 0; i < n; i++)
    {
      if (out > 0 && within_p (nodes[i], nodes[out - 1]))
	continue;
      nodes[out++] = nodes[i];
    }
  return out;
}

/* How many partials the ranks of WINDOW have, of all items.  */

static int
count_partials (const struct prt_region *region,
		const struct prt_layout *layout, struct window window)
{
  struct node nodes[MAX_NODES];
  int n = 0;
  for (int i = 0; i < layout->n_items; i++)
    n += window_partials (region, &layout->item[i], window, nodes);
  return n;
}

/* Say in STEP how to join the partials of the N windows WINDOW, the first of
   which is what this process knows of.  */

static void
plan_merges (const struct prt_region *region, const struct prt_layout *layout,
	     struct step *step, int n, const struct window *window)
{
  struct node *nodes = prt_alloc (n, MAX_NODES * sizeof *nodes);
  int *slot = prt_alloc (n, sizeof *slot), all = step->n_own;
  for (int w = 1; w < n; w++)
    {
      slot[w] = all;
      all += step->count[w - 1];
    }
  step->merge = prt_alloc (all, sizeof *step->merge);
  step->out = prt_alloc (all, sizeof *step->out);
  for (int i = 0; i < layout->n_items; i++)
    {
      const struct item *item = &layout->item[i];
      int m = 0;
      for (int w = 0; w < n; w++)
	{
	  int end = m + window_partials (region, item, window[w], nodes + m);
	  for (; m < end; m++)
	    nodes[m].slot = slot[w]++;
	}
      m = merge_nodes (item, nodes, keep_largest (nodes, m), step);
      for (int k = 0; k < m; k++)
	step->out[step->n_out++] = nodes[k].slot;
    }
  free (nodes);
  free (slot);
}

/* Append a step in which this process, which knows of the ranks of WINDOW[0],
   receives what the N_FROM processes FROM know, WINDOW[1] and so on, and sends
   to the N_TO processes TO.  */

static void
add_step (const struct prt_region *region, struct prt_layout *layout,
	  int n_to, const int *to, int n_from, const int *from,
	  const struct window *window)
{
  struct step *step = &layout->step[layout->n_steps++];
  step->n_to = n_to;
  step->n_from = n_from;
  step->n_own = count_partials (region, layout, window[0]);
  step->to = prt_alloc (n_to, sizeof *step->to);
  step->from = prt_alloc (n_from, sizeof *step->from);
  step->count = prt_alloc (n_from, sizeof *step->count);
  for (int i = 0; i < n_to; i++)
    step->to[i] = to[i];
  for (int i = 0; i < n_from; i++)
    {
      step->from[i] = from[i];
      step->count[i] = count_partials (region, layout, window[i + 1]);
    }
  if (n_from)
    plan_merges (region, layout, step, n_from + 1, window);
}

/* Up the tree: from the children in the reverse order of the broadcast, whose
   subtrees lie behind this process and each other; to the parent.  */

static void
plan_tree (const struct prt_region *region, struct prt_layout *layout)
{
  struct window window[2] = { { prt.rank, 1 } };
  layout->broadcast = prt.procs > 1;
  layout->step = prt_alloc (prt.n_children + 1, sizeof *layout->step);
  for (int i = prt.n_children - 1; i >= 0; i--)
    {
      int child = prt.children[i];
      int end = i > 0 ? prt.children[i - 1] : prt.rank + prt.subtree;
      window[1] = (struct window) { child, end - child };
      add_step (region, layout, 0, NULL, 1, &child, window);
      window[0].n = end - prt.rank;
    }
  if (prt.parent >= 0)
    add_step (region, layout, 1, &prt.parent, 0, NULL, window);
}

static void
plan_dissemination (const struct prt_region *region,
		    struct prt_layout *layout, int radix)
{
  int n = prt.procs, me = prt.rank;
  int *to = prt_alloc (n, sizeof *to), *from = prt_alloc (n, sizeof *from);
  struct window *window = prt_alloc (n, sizeof *window);
  layout->step = prt_alloc (32, sizeof *layout->step);
  for (int64_t d = 1; d < n; d *= radix)
    {
      int m = pram_trees_messages (n, radix, d), known = (int) d;
      window[0] = (struct window) { (me + n - known + 1) % n, known };
      for (int i = 0; i < m; i++)
	{
	  int distance = (i + 1) * known;
	  to[i] = (me + distance) % n;
	  from[i] = (me + n - distance) % n;
	  window[i + 1]
	    = (struct window) { (from[i] + n - known + 1) % n, known };
	}
      add_step (region, layout, m, to, m, from, window);
    }
  free (to);
  free (from);
  free (window);
}

static void
add_item (struct prt_region *region, struct prt_layout *layout,
	  struct prt_layer *layer, int k)
{
  struct node nodes[MAX_NODES];
  const struct pram_reduction *r = &layer->desc->reductions[k];
  struct item *item = &layout->item[layout->n_items++];
  item->layer = layer;
  item->k = k;
  item->size = layer->size[k];
  item->op = r->op;
  item->pairs = prt_pairs_of (r->op, r->type, r->how);
  item->combine = prt_combine_of (r->op, r->type, r->how);
  item->first = layer->desc->unit_lo;
  item->last = layer->desc->unit_hi - 1;
  item->own = units_of_ranks (region, item, prt.rank, prt.rank + 1);
  item->slot = layout->n_slots;
  item->n_slots = partials (item, item->own, nodes);
  layout->n_slots += item->n_slots;
  size_t half = (item->own.hi - item->own.lo + 2) / 2 * item->size;
  half = (half + 63) / 64 * 64;
  if (half > layout->half)
    layout->half = half;
  int width = (item->size + (int) sizeof (union prt_value) - 1)
	      / (int) sizeof (union prt_value);
  if (width > layout->width)
    layout->width = width;
}

/* The largest number of slots that are in use at a time, and room for the
   requests of a step.  */

static void
make_room (struct prt_layout *layout)
{
  int n = layout->n_slots > layout->n_items ? layout->n_slots
					    : layout->n_items;
  int requests = 0;
  for (int i = 0; i < layout->n_steps; i++)
    {
      const struct step *step = &layout->step[i];
      int all = step->n_own;
      for (int k = 0; k < step->n_from; k++)
	all += step->count[k];
      if (all > n)
	n = all;
      if (step->n_to + step->n_from > requests)
	requests = step->n_to + step->n_from;
    }
  size_t width = layout->width * sizeof *layout->slots;
  layout->slots = prt_alloc (n, width);
  layout->spare = prt_alloc (n, width);
  layout->request = prt_alloc (requests, sizeof *layout->request);
}

/* Which slot has the value of each item once all steps are done.  */

static void
place_values (struct prt_layout *layout)
{
  int slot = 0;
  for (int i = 0; i < layout->n_items; i++)
    {
      const struct item *item = &layout->item[i];
      layout->value[i] = item->first <= item->last ? slot++ : -1;
    }
}

static struct prt_layout *
layout_make (struct prt_region *region)
{
  struct prt_layout *layout = prt_alloc (1, sizeof *layout);
  int n_items = 0;
  layout->n_layers = region->n_unreduced;
  layout->layers = prt_alloc (layout->n_layers, sizeof *layout->layers);
  for (int i = 0; i < layout->n_layers; i++)
    {
      layout->layers[i] = region->unreduced[i];
      n_items += layout->layers[i]->n_reductions;
    }
  layout->item = prt_alloc (n_items, sizeof *layout->item);
  layout->value = prt_alloc (n_items, sizeof *layout->value);
  for (int i = 0; i < layout->n_layers; i++)
    {
      struct prt_layer *layer = layout->layers[i];
      for (int k = 0; k < layer->n_reductions; k++)
	add_item (region, layout, layer, k);
    }
  if (prt.radix)
    plan_dissemination (region, layout, prt.radix);
  else
    plan_tree (region, layout);
  place_values (layout);
  make_room (layout);
  layout->scratch = prt_alloc (2, layout->half);
  return layout;
}

static bool
layout_match_p (const struct prt_layout *layout,
		const struct prt_region *region)
{
  if (layout->n_layers != region->n_unreduced)
    return false;
  for (int i = 0; i < layout->n_layers; i++)
    if (layout->layers[i] != region->unreduced[i])
      return false;
  return true;
}

/* The layout for the reductions that are pending in REGION.  */

static struct prt_layout *
layout_find (struct prt_region *region)
{
  if (region->layout && layout_match_p (region->layout, region))
    return region->layout;
  for (int i = 0; i < region->n_layouts; i++)
    if (layout_match_p (region->layouts[i], region))
      return region->layout = region->layouts[i];
  region->layouts = prt_grow (region->layouts, region->n_layouts + 1,
			      sizeof *region->layouts);
  region->layout = layout_make (region);
  region->layouts[region->n_layouts++] = region->layout;
  return region->layout;
}

/* --- Running it ---------------------------------------------------------- */

/* Bytes of a slot.  */

static int
slot_size (const struct prt_layout *layout)
{
  return layout->width * (int) sizeof (union prt_value);
}

static void
send_slots (const struct prt_layout *layout, int n, int peer, int tag)
{
  int bytes = n * slot_size (layout);
  if (n == 0)
    return;
  MPI_Send (layout->slots, bytes, MPI_BYTE, peer, tag, prt.comm);
  prt.tally.messages++;
  prt.tally.bytes += bytes;
}

/* From slot FIRST on.  */

static void
receive_slots (const struct prt_layout *layout, int first, int n, int peer,
	       int tag)
{
  if (n)
    MPI_Recv (slot_of (layout, first), n * slot_size (layout), MPI_BYTE, peer,
	      tag, prt.comm, MPI_STATUS_IGNORE);
}

/* The messages of STEP, when there may be several.  */

static void
exchange_slots (struct prt_layout *layout, const struct step *step)
{
  int n = 0, size = slot_size (layout), in = step->n_own;
  for (int i = 0; i < step->n_from; i++)
    {
      if (step->count[i])
	MPI_Irecv (slot_of (layout, in), step->count[i] * size, MPI_BYTE,
		   step->from[i], PRT_TAG_REDUCE, prt.comm,
		   &layout->request[n++]);
      in += step->count[i];
    }
  for (int i = 0; i < step->n_to && step->n_own; i++)
    {
      MPI_Isend (layout->slots, step->n_own * size, MPI_BYTE, step->to[i],
		 PRT_TAG_REDUCE, prt.comm, &layout->request[n++]);
      prt.tally.messages++;
      prt.tally.bytes += step->n_own * (int64_t) size;
    }
  MPI_Waitall (n, layout->request, MPI_STATUSES_IGNORE);
}

/* One message to a process and one from it or another.  */

static void
swap_slots (const struct prt_layout *layout, const struct step *step)
{
  int size = slot_size (layout);
  MPI_Sendrecv (layout->slots, step->n_own * size, MPI_BYTE, step->to[0],
		PRT_TAG_REDUCE, slot_of (layout, step->n_own),
		step->count[0] * size, MPI_BYTE, step->from[0], PRT_TAG_REDUCE,
		prt.comm, MPI_STATUS_IGNORE);
  prt.tally.messages++;
  prt.tally.bytes += step->n_own * (int64_t) size;
}

static void
run_step (struct prt_layout *layout, const struct step *step)
{
  union prt_value *slots = layout->slots;
  if (step->n_to == 1 && step->n_from == 1 && step->n_own && step->count[0])
    swap_slots (layout, step);
  else if (step->n_from == 0)
    {
      send_slots (layout, step->n_own, step->to[0], PRT_TAG_REDUCE);
      return;
    }
  else if (step->n_to == 0)
    receive_slots (layout, step->n_own, step->count[0], step->from[0],
		   PRT_TAG_REDUCE);
  else
    exchange_slots (layout, step);
  for (int i = 0; i < step->n_merges; i++)
    step->merge[i].combine (slot_of (layout, step->merge[i].left),
			    slot_of (layout, step->merge[i].right));
  for (int i = 0; i < step->n_out; i++)
    memcpy (layout->spare + (int64_t) i * layout->width,
	    slot_of (layout, step->out[i]), slot_size (layout));
  layout->slots = layout->spare;
  layout->spare = slots;
}

/* The values go down the greedy tree.  */

static void
broadcast_values (struct prt_layout *layout)
{
  int n = 0;
  for (int i = 0; i < layout->n_items; i++)
    n += layout->value[i] >= 0;
  if (prt.parent >= 0)
    receive_slots (layout, 0, n, prt.parent, PRT_TAG_VERDICT);
  for (int i = 0; i < prt.n_children; i++)
    send_slots (layout, n, prt.children[i], PRT_TAG_VERDICT);
}

/* Complete all reductions that are pending in REGION.  */

static void
complete (struct prt_region *region)
{
  struct prt_layout *layout = layout_find (region);
  for (int i = 0; i < layout->n_items; i++)
    combine_leaves (layout, &layout->item[i], layout->scratch,
		    layout->scratch + layout->half);
  prt_imbalance_step ();
  prt_comm_begin ();
  double since = prt.trace ? prt_now () : 0;
  for (int i = 0; i < layout->n_steps; i++)
    run_step (layout, &layout->step[i]);
  if (layout->broadcast)
    broadcast_values (layout);
  if (prt.trace)
    prt_trace (PRT_REDUCE, 0, since);
  prt_comm_end ();
  for (int i = 0; i < layout->n_items; i++)
    {
      const struct item *item = &layout->item[i];
      if (layout->value[i] >= 0)
	memcpy (item->layer->result[item->k],
		slot_of (layout, layout->value[i]), item->size);
    }
  for (int i = 0; i < layout->n_layers; i++)
    layout->layers[i]->unreduced = false;
  region->n_unreduced = 0;
}

/* The leaves of LAYER wait for PRAM_reduced.  */

void
prt_reduce_later (struct prt_region *region, struct prt_layer *layer)
{
  if (layer->n_reductions && !layer->unreduced)
    {
      layer->unreduced = true;
      region->unreduced[region->n_unreduced++] = layer;
    }
}

void
PRAM_reduced (int32_t number, int32_t k, void *value)
{
  struct prt_region *region = prt.current;
  if (region->n_unreduced)
    {
      bool left = false;
      for (int i = 0; i < region->n_chain; i++)
	left |= region->chain[i].layer->unreduced;
      if (left)
	prt_sweep_flush (region);
      complete (region);
    }
  struct prt_layer *layer = &region->layer[number];
  const struct pram_layer *desc = layer->desc;
  if (desc->unit_lo < desc->unit_hi
      || desc->reductions[k].op != PRAM_OP_VALUE)
    memcpy (value, layer->result[k], layer->size[k]);
}

/* Make all results of REGION identities: what a layer that never runs
   yields.  */

void
prt_reduce_init (struct prt_region *region)
{
  region->n_unreduced = 0;
  for (int i = 0; i < region->desc->n_layers; i++)
    {
      struct prt_layer *layer = &region->layer[i];
      layer->unreduced = false;
      for (int k = 0; k < layer->n_reductions; k++)
	{
	  const struct pram_reduction *r = &layer->desc->reductions[k];
	  prt_identity (r->op, r->type, r->how, layer->result[k]);
	}
    }
}

static void
layout_free (struct prt_layout *layout)
{
  for (int i = 0; i < layout->n_steps; i++)
    {
      struct step *step = &layout->step[i];
      free (step->to);
      free (step->from);
      free (step->count);
      free (step->merge);
      free (step->out);
    }
  free (layout->step);
  free (layout->layers);
  free (layout->item);
  free (layout->value);
  free (layout->slots);
  free (layout->spare);
  free (layout->request);
  free (layout->scratch);
  free (layout);
}

void
prt_layouts_free (struct prt_region *region)
{
  for (int i = 0; i < region->n_layouts; i++)
    layout_free (region->layouts[i]);
  free (region->layouts);
}
