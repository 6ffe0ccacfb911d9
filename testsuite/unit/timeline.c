/* timeline.c: tests of lab/timeline.c and lab/gantt.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "support.h"

#include "lab/timeline.h"

static const struct pram_logp machine = { .L = 6, .o = 2, .g = 4, .P = 2 };

/* a -> b and a -> c: a and c on process 0, b on process 1.  */
static struct pram_schedule *
fork_schedule (struct pram_arena *arena)
{
  static const int32_t process[] = { 0, 1, 0 };
  struct pram_taskgraph_builder *b = pram_taskgraph_begin (arena, "fork");
  pram_taskgraph_task (b, 1, "a");
  pram_taskgraph_task (b, 3, "b");
  pram_taskgraph_task (b, 5, "c");
  pram_taskgraph_edge (b, 0, 1, 1);
  pram_taskgraph_edge (b, 0, 2, 1);
  struct pram_taskgraph *graph = pram_taskgraph_end (b, NULL);
  pram_taskgraph_add_preds (graph, arena);
  struct pram_clustering *c = PRAM_ARENA_NEW (arena, struct pram_clustering, 1);
  c->graph = graph;
  c->n_procs = 2;
  c->process = PRAM_ARENA_NEW (arena, int32_t, 3);
  memcpy (c->process, process, sizeof process);
  pram_clustering_sort (c, arena, NULL);
  return pram_schedule_build (c, &machine, arena);
}

/* a 0-1, send 1-3, receive 9-11, b 11-14; c 3-8.  */
Test (timeline, critical_path)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_schedule *s = fork_schedule (arena);
  struct pram_timeline *line = pram_timeline_of (s, "fork", arena);
  cr_expect_float_eq (line->end, 14, 1e-12);
  cr_assert_eq (line->n_bars, 5);
  cr_assert_eq (line->n_arrows, 1);
  cr_expect_float_eq (line->arrows[0].start, 3, 1e-12);
  cr_expect_float_eq (line->arrows[0].end, 9, 1e-12);
  cr_expect (line->arrows[0].critical);
  for (int b = 0; b < line->n_bars; b++)
    cr_expect_eq (line->bars[b].critical,
		  strcmp (line->bars[b].label, "c") != 0, "%s",
		  line->bars[b].label);
  pram_arena_free (arena);
}

static int
count (const char *text, const char *word)
{
  int n = 0;
  for (; (text = strstr (text, word)); text++)
    n++;
  return n;
}

Test (timeline, picture)
{
  struct pram_arena *arena = pram_arena_new ();
  struct pram_schedule *s = fork_schedule (arena);
  struct pram_timeline *line = pram_timeline_of (s, "a < b", arena);
  const struct pram_timeline *lines[] = { line, line };
  line->bound = 20;
  char *text;
  size_t size;
  FILE *file = open_memstream (&text, &size);
  pram_timeline_draw (file, lines, 2);
  fclose (file);
  cr_expect (strstr (text, "a &lt; b: 14 s, bound 20 s"), "%s", text);
  /* Both pictures: a bar each, and one box of the background.  */
  cr_expect_eq (count (text, "<title>"), 10);
  cr_expect_eq (count (text, "stroke-dasharray"), 2);
  cr_expect (strstr (text, "b: 11 s to 14 s"));
  free (text);
  pram_arena_free (arena);
}
