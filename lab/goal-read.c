/* goal-read.c: read GOAL text.

   SPDX-License-Identifier: GPL-3.0-or-later

   1. Words are read one by one; the operations and waits of a rank are
      collected as they come, labels in a search tree.
   2. At the end of a rank its operations are put into an order that obeys the
      waits: the first in the file among those that wait for nothing more.
   3. At the end of the file sends and receives are matched by sender, receiver
      and tag, the k-th send with the k-th receive.  Those of one size are a
      channel.  */

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "goal.h"
#include "base/heap.h"

/* A send or receive before channels have numbers.  */
struct transfer
{
  int64_t op;
  int32_t sender, receiver, tag;
  int32_t size;			/* which */
  bool send;
  int line;
};

struct label
{
  char *name;
  int64_t op;
};

struct reader
{
  FILE *file;
  double unit;
  struct pram_arena *arena;
  const struct pram_diag *diag;
  int line;
  bool failed;
  char word[64];		/* the current word; empty at the end */
  struct pram_script *script;
  /* Growing arrays.  */
  struct pram_operation *op;
  struct transfer *transfer;
  struct pram_wait *wait;
  double *cost;
  int64_t *size;
  int n_ops, n_transfers, n_waits, n_costs, n_sizes;
  /* Of the current rank.  */
  int32_t rank;
  int first_op, first_wait, first_transfer;
  void *labels;
  bool seen[];			/* by rank */
};

static void fail (struct reader *, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));

static void
fail (struct reader *r, const char *format, ...)
{
  char message[200];
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  if (!r->failed)
    pram_diag_report (r->diag, PRAM_ERROR, r->line, "%s", message);
  r->failed = true;
  r->word[0] = '\0';
}

/* --- Words ---------------------------------------------------------------- */

/* The first character after spaces and comments, or EOF.  */
static int
skip_space (struct reader *r)
{
  for (int c; (c = getc (r->file)) != EOF;)
    {
      if (c == '\n')
	r->line++;
      if (isspace (c))
	continue;
      if (c != '/')
	return c;
      int next = getc (r->file);
      if (next != '/' && next != '*')
	{
	  fail (r, "'/' starts no comment");
	  return EOF;
	}
      for (int last = 0; (c = getc (r->file)) != EOF; last = c)
	{
	  if (c == '\n')
	    r->line++;
	  if (next == '/' ? c == '\n' : last == '*' && c == '/')
	    break;
	}
    }
  return EOF;
}

/* Make the next word the current one.  `{', `}' and `:' are words.  */
static void
advance (struct reader *r)
{
  size_t n = 0;
  int c = r->failed ? EOF : skip_space (r);
  if (c != EOF)
    r->word[n++] = (char) c;
  if (c != EOF && !strchr ("{}:", c))
    {
      while ((c = getc (r->file)) != EOF && !isspace (c) && !strchr ("{}:/", c))
	{
	  if (n + 1 < sizeof r->word)
	    r->word[n++] = (char) c;
	  else
	    fail (r, "a word is too long");
	}
      if (c != EOF)
	ungetc (c, r->file);
    }
  r->word[r->failed ? 0 : n] = '\0';
}

static bool
at_p (const struct reader *r, const char *word)
{
  return !strcmp (r->word, word);
}

static void
expect (struct reader *r, const char *word)
{
  if (!at_p (r, word))
    fail (r, "'%s' is expected", word);
  advance (r);
}

/* A number of at most LIMIT with SUFFIX behind it.  */
static int64_t
read_number (struct reader *r, const char *suffix, int64_t limit)
{
  char *end;
  errno = 0;
  long long value = strtoll (r->word, &end, 10);
  if (end == r->word || strcmp (end, suffix) || errno || value < 0
      || value > limit)
    fail (r, "a number from 0 to %" PRId64 "%s is expected, not '%s'", limit,
	  suffix, r->word);
  advance (r);
  return r->failed ? 0 : value;
}

/* --- Operations ----------------------------------------------------------- */

static int
compare_labels (const void *a, const void *b)
{
  return strcmp (((const struct label *) a)->name,
		 ((const struct label *) b)->name);
}

/* Operation NAME of this rank is the next one.  */
static void
define (struct reader *r, const char *name)
{
  struct label *label = PRAM_ARENA_NEW (r->arena, struct label, 1);
  *label = (struct label) { pram_arena_strdup (r->arena, name), r->n_ops };
  struct label **found = tsearch (label, &r->labels, compare_labels);
  if (!found)
    abort ();
  if (*found != label)
    fail (r, "label '%s' is there twice", name);
}

static int64_t
lookup (struct reader *r, char *name)
{
  struct label key = { name, 0 };
  struct label **found = tfind (&key, &r->labels, compare_labels);
  if (!found)
    {
      fail (r, "no label '%s'", name);
      return 0;
    }
  return (*found)->op;
}

static void
keep (void *label)
{
  (void) label;
}

static int32_t
find_cost (struct reader *r, double cost)
{
  if (!r->n_costs || r->cost[r->n_costs - 1] != cost)
    *PRAM_ARENA_PUSH (r->arena, r->cost, r->n_costs) = cost;
  return r->n_costs - 1;
}

static int32_t
find_size (struct reader *r, int64_t bytes)
{
  for (int k = r->n_sizes; k-- > 0;)
    if (r->size[k] == bytes)
      return k;
  *PRAM_ARENA_PUSH (r->arena, r->size, r->n_sizes) = bytes;
  return r->n_sizes - 1;
}

/* A rank or a tag, at most LIMIT.  */
static int32_t
read_match (struct reader *r, int32_t limit)
{
  if (at_p (r, "-1"))
    fail (r, "-1, any source or tag, is not supported");
  return (int32_t) read_number (r, "", limit);
}

/* `to 3 tag 0 cpu 0 nic 0' of a message, the last three optional.  */
static void
read_transfer (struct reader *r, bool send, int32_t size)
{
  struct transfer transfer
    = { .op = r->n_ops, .size = size, .send = send, .line = r->line };
  bool tagged = false;
  expect (r, send ? "to" : "from");
  int32_t peer = read_match (r, r->script->n_procs - 1);
  if (!r->failed && peer == r->rank)
    fail (r, "a rank sends to itself");
  transfer.sender = send ? r->rank : peer;
  transfer.receiver = send ? peer : r->rank;
  for (;;)
    if (at_p (r, "tag"))
      {
	if (tagged)
	  fail (r, "a message has one tag");
	tagged = true;
	advance (r);
	transfer.tag = read_match (r, INT32_MAX);
      }
    else if (at_p (r, "cpu") || at_p (r, "nic"))
      {
	advance (r);
	if (read_number (r, "", 255))
	  fail (r, "a rank has one CPU and one NIC");
      }
    else
      break;
  *PRAM_ARENA_PUSH (r->arena, r->transfer, r->n_transfers) = transfer;
}

static void
read_calc (struct reader *r, struct pram_operation *op)
{
  op->kind = PRAM_COMPUTE;
  op->amount
    = find_cost (r, (double) read_number (r, "", INT64_MAX) * r->unit);
  while (at_p (r, "cpu"))
    {
      advance (r);
      if (read_number (r, "", 255))
	fail (r, "a rank has one CPU and one NIC");
    }
}

/* The operation whose first word is the current one.  */
static void
read_op (struct reader *r)
{
  struct pram_operation op = { .kind = PRAM_COMPUTE };
  bool send = at_p (r, "send");
  if (at_p (r, "calc"))
    {
      advance (r);
      read_calc (r, &op);
    }
  else if (send || at_p (r, "recv"))
    {
      advance (r);
      op.kind = send ? PRAM_SEND : PRAM_RECV;
      op.amount = find_size (r, read_number (r, "b", INT32_MAX));
      read_transfer (r, send, op.amount);
    }
  else
    fail (r, "no operation '%s'", r->word);
  if (!r->failed)
    *PRAM_ARENA_PUSH (r->arena, r->op, r->n_ops) = op;
}

/* What starts with a label: an operation, or what one waits for.  */
static void
read_labelled (struct reader *r)
{
  char name[sizeof r->word];
  strcpy (name, r->word);
  advance (r);
  bool started = at_p (r, "irequires");
  if (at_p (r, ":"))
    {
      define (r, name);
      advance (r);
      read_op (r);
      return;
    }
  if (!started && !at_p (r, "requires"))
    {
      fail (r, "no operation '%s'", name);
      return;
    }
  advance (r);
  int64_t after = lookup (r, name);
  int64_t before = lookup (r, r->word);
  advance (r);
  if (!r->failed)
    *PRAM_ARENA_PUSH (r->arena, r->wait, r->n_waits)
      = (struct pram_wait) { before, after, started };
}

/* --- The order ------------------------------------------------------------ */

/* Does each operation wait for the end of the one before, and for nothing
   else?  */
static bool
chain_p (const struct reader *r)
{
  int n = r->n_ops - r->first_op;
  if (r->n_waits - r->first_wait != (n ? n - 1 : 0))
    return false;
  for (int k = 1; k < n; k++)
    {
      const struct pram_wait *wait = &r->wait[r->first_wait + k - 1];
      if (wait->started || wait->after != r->first_op + k
	  || wait->before != wait->after - 1)
	return false;
    }
  return true;
}

static inline bool
op_before_p (const int *a, const int *b)
{
  return *a < *b;
}

/* Operations, the first of the file on top.  */
PRAM_HEAP (ready_ops, int, op_before_p)

/* The places of the rank's N operations in an order that obeys its waits:
   operation k of the rank comes to PLACE[k].  False if there is none.  */
static bool
find_order (struct reader *r, int n, int *place)
{
  int n_waits = r->n_waits - r->first_wait, n_done = 0;
  const struct pram_wait *wait = r->wait + r->first_wait;
  int *start = calloc ((size_t) n + 2, sizeof *start);
  int *next = calloc ((size_t) n_waits + 1, sizeof *next);
  int *missing = calloc ((size_t) n + 1, sizeof *missing);
  struct ready_ops ready = { 0 };
  if (!start || !next || !missing)
    abort ();
  for (int w = 0; w < n_waits; w++)
    {
      start[wait[w].before - r->first_op + 2]++;
      missing[wait[w].after - r->first_op]++;
    }
  for (int k = 0; k < n; k++)
    start[k + 2] += start[k + 1];
  for (int w = 0; w < n_waits; w++)
    next[start[wait[w].before - r->first_op + 1]++]
      = (int) (wait[w].after - r->first_op);
  for (int k = 0; k < n; k++)
    if (!missing[k])
      ready_ops_push (&ready, k);
  while (ready.n)
    {
      int k = ready_ops_pop (&ready);
      place[k] = n_done++;
      for (int e = start[k]; e < start[k + 1]; e++)
	if (!--missing[next[e]])
	  ready_ops_push (&ready, next[e]);
    }
  free (start);
  free (next);
  free (missing);
  free (ready.entry);
  return n_done == n;
}

/* Put the rank's operations into an order that obeys its waits.  */
static void
order_rank (struct reader *r)
{
  int n = r->n_ops - r->first_op;
  int *place = calloc ((size_t) n + 1, sizeof *place);
  struct pram_operation *op = malloc (sizeof *op * ((size_t) n + 1));
  if (!place || !op)
    abort ();
  if (!find_order (r, n, place))
    fail (r, "operations of this rank wait for one another");
  else
    {
      for (int k = 0; k < n; k++)
	op[place[k]] = r->op[r->first_op + k];
      memcpy (r->op + r->first_op, op, sizeof *op * (size_t) n);
      for (int t = r->first_transfer; t < r->n_transfers; t++)
	r->transfer[t].op
	  = r->first_op + place[r->transfer[t].op - r->first_op];
      for (int w = r->first_wait; w < r->n_waits; w++)
	{
	  struct pram_wait *wait = &r->wait[w];
	  wait->before = r->first_op + place[wait->before - r->first_op];
	  wait->after = r->first_op + place[wait->after - r->first_op];
	}
    }
  free (place);
  free (op);
}

/* --- Ranks and channels --------------------------------------------------- */

/* A rank from its number on.  Returns whether it is a chain.  */
static bool
read_rank (struct reader *r)
{
  struct pram_script *script = r->script;
  r->rank = (int32_t) read_number (r, "", script->n_procs - 1);
  if (r->seen[r->rank])
    fail (r, "this rank is there twice");
  r->seen[r->rank] = true;
  r->first_op = r->n_ops;
  r->first_wait = r->n_waits;
  r->first_transfer = r->n_transfers;
  expect (r, "{");
  while (!r->failed && !at_p (r, "}"))
    if (!r->word[0])
      fail (r, "the file ends within a rank");
    else if (at_p (r, "calc") || at_p (r, "send") || at_p (r, "recv"))
      read_op (r);
    else
      read_labelled (r);
  tdestroy (r->labels, keep);
  r->labels = NULL;
  if (r->failed)
    return true;
  bool chain = chain_p (r);
  if (!chain)
    order_rank (r);
  advance (r);
  script->block[r->rank]
    = (struct pram_block) { r->first_op, r->n_ops - r->first_op, 1 };
  return chain;
}

/* Of the same sender, receiver and tag?  */
static bool
same_tag_p (const struct transfer *a, const struct transfer *b)
{
  return a->sender == b->sender && a->receiver == b->receiver
	 && a->tag == b->tag;
}

/* By sender, receiver and tag, then sends before receives, each in their
   order.  */
static int
by_tag (const void *a, const void *b)
{
  const struct transfer *x = a, *y = b;
  if (x->sender != y->sender)
    return x->sender < y->sender ? -1 : 1;
  if (x->receiver != y->receiver)
    return x->receiver < y->receiver ? -1 : 1;
  if (x->tag != y->tag)
    return x->tag < y->tag ? -1 : 1;
  if (x->send != y->send)
    return x->send ? -1 : 1;
  return (x->op > y->op) - (x->op < y->op);
}

static int
by_size (const void *a, const void *b)
{
  const struct transfer *x = a, *y = b;
  return (x->size > y->size) - (x->size < y->size);
}

/* Match the N TRANSFERS of one tag.  Returns whether all have one size; false
   too after a failure.  */
static bool
match (struct reader *r, const struct transfer *transfer, int n)
{
  int n_sends = 0;
  bool alike = true;
  while (n_sends < n && transfer[n_sends].send)
    n_sends++;
  for (int k = 0; k < n_sends && n_sends + k < n; k++)
    {
      const struct transfer *send = &transfer[k];
      const struct transfer *recv = &transfer[n_sends + k];
      r->line = recv->line;
      if (send->size != recv->size)
	fail (r, "%" PRId64 " bytes are received, %" PRId64 " are sent in line"
	      " %d", r->size[recv->size], r->size[send->size], send->line);
      alike &= send->size == transfer->size;
    }
  if (2 * n_sends != n)
    {
      bool sent = 2 * n_sends > n;
      r->line = transfer[sent ? n - n_sends : 2 * n_sends].line;
      fail (r, sent ? "nobody receives this message"
		    : "nobody sends this message");
    }
  return alike && !r->failed;
}

/* Set the channels of all messages.  */
static void
number_channels (struct reader *r)
{
  int32_t channel = -1;
  if (r->n_transfers)
    qsort (r->transfer, (size_t) r->n_transfers, sizeof *r->transfer, by_tag);
  for (int first = 0, end; first < r->n_transfers && !r->failed; first = end)
    {
      struct transfer *tag = &r->transfer[first];
      for (end = first + 1; end < r->n_transfers; end++)
	if (!same_tag_p (tag, &r->transfer[end]))
	  break;
      if (!match (r, tag, end - first))
	qsort (tag, (size_t) (end - first), sizeof *tag, by_size);
      for (int t = first; t < end; t++)
	{
	  channel += t == first || r->transfer[t].size != tag[t - first - 1].size;
	  r->op[r->transfer[t].op].channel
	    = (unsigned) channel & (PRAM_CHANNELS_MAX - 1);
	}
    }
  r->script->n_channels = channel + 1;
}

/* Drop the blocks of ranks without operations.  */
static void
pack_blocks (struct pram_script *script)
{
  int64_t n = 0;
  for (int32_t p = 0; p < script->n_procs; p++)
    {
      if (script->block[p].n_ops)
	script->block[n++] = script->block[p];
      script->block_start[p + 1] = n;
    }
}

static struct pram_script *
finish (struct reader *r, bool chains)
{
  struct pram_script *script = r->script;
  number_channels (r);
  pack_blocks (script);
  script->n_ops = r->n_ops;
  script->op = r->op;
  script->n_costs = r->n_costs;
  script->cost = r->cost;
  script->n_sizes = r->n_sizes;
  script->size = r->size;
  if (!chains)
    {
      script->n_waits = r->n_waits;
      script->wait = r->n_waits ? r->wait
		     : PRAM_ARENA_NEW (r->arena, struct pram_wait, 1);
    }
  return !r->failed && pram_script_check (script, r->diag) ? script : NULL;
}

struct pram_script *
pram_goal_read (FILE *file, double unit, struct pram_arena *arena,
		const struct pram_diag *diag)
{
  struct reader head = { .file = file, .unit = unit, .arena = arena,
			 .diag = diag, .line = 1 };
  advance (&head);
  expect (&head, "num_ranks");
  int32_t n = (int32_t) read_number (&head, "", 1 << 26);
  if (!head.failed && !n)
    fail (&head, "there are no ranks");
  if (head.failed)
    return NULL;
  struct reader *r
    = pram_arena_alloc (arena, sizeof *r + (size_t) n * sizeof *r->seen);
  *r = head;
  r->script = PRAM_ARENA_NEW (arena, struct pram_script, 1);
  r->script->n_procs = n;
  r->script->block_start = PRAM_ARENA_NEW (arena, int64_t, n + 1);
  r->script->block = PRAM_ARENA_NEW (arena, struct pram_block, n);
  bool chains = true;
  while (r->word[0])
    {
      expect (r, "rank");
      if (!r->failed)
	chains &= read_rank (r);
    }
  return r->failed ? NULL : finish (r, chains);
}
