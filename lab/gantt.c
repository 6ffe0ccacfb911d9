/* gantt.c: draw timelines as an SVG picture.

   SPDX-License-Identifier: GPL-3.0-or-later

   A row for each process; computations fill it, sends take its upper half,
   receives its lower half, waits are pale.  The critical path is outlined, and
   the bound is a dashed line.  All timelines of a picture have one scale, so
   that a measured one can stand above a predicted one.

   What is narrower than a pixel is drawn as one bar together with its
   neighbours of the same kind: a picture has at most about WIDTH bars of a
   kind in each row.  Arrows are left out where there are too many to be told
   apart.  */

#include "timeline.h"

#include <math.h>
#include <string.h>

enum
{
  WIDTH = 1200, LEFT = 90, RIGHT = 30, TOP = 34, ROW = 24, BAR = 18,
  AXIS = 34, LEGEND = 30, MAX_ARROWS = 4000, MAX_LABEL_ROWS = 400
};

static const struct { const char *name, *colour; } kinds[PRAM_N_BARS] =
  {
    [PRAM_BAR_COMPUTE] = { "compute", "#4e79a7" },
    [PRAM_BAR_SEND] = { "send", "#f28e2b" },
    [PRAM_BAR_RECV] = { "receive", "#59a14f" },
    [PRAM_BAR_WAIT] = { "wait", "#d3d3d3" }
  };

/* Computations with different labels get different shades.  */
static const char *const shades[]
  = { "#4e79a7", "#76b7b2", "#b07aa1", "#9c755f", "#edc948", "#ff9da7" };
#define N_SHADES (int) (sizeof shades / sizeof *shades)

struct picture
{
  FILE *file;
  double scale;			/* pixels a second */
  bool unitless;
};

static double
x_of (const struct picture *p, double time)
{
  return LEFT + time * p->scale;
}

static void
write_text (FILE *file, const char *text)
{
  for (; *text; text++)
    switch (*text)
      {
      case '<': fputs ("&lt;", file); break;
      case '>': fputs ("&gt;", file); break;
      case '&': fputs ("&amp;", file); break;
      case '"': fputs ("&quot;", file); break;
      default: putc (*text, file);
      }
}

/* TIME with a unit that suits SPAN, if it has one.  */
static void
write_time (const struct picture *p, double time, double span)
{
  static const struct { double unit; const char *name; } units[]
    = { { 1, "s" }, { 1e-3, "ms" }, { 1e-6, "µs" }, { 1e-9, "ns" } };
  int u = 0;
  while (u < 3 && span < units[u].unit)
    u++;
  if (p->unitless)
    fprintf (p->file, "%.4g", time);
  else
    fprintf (p->file, "%.4g %s", time / units[u].unit, units[u].name);
}

static const char *
colour_of (const struct pram_bar *bar)
{
  unsigned hash = 0;
  if (bar->kind != PRAM_BAR_COMPUTE)
    return kinds[bar->kind].colour;
  for (const char *c = bar->label; c && *c; c++)
    hash = hash * 31 + (unsigned char) *c;
  return shades[hash % N_SHADES];
}

static void
draw_bar (const struct picture *p, double y, const struct pram_bar *bar,
	  double span)
{
  double half = bar->kind == PRAM_BAR_SEND || bar->kind == PRAM_BAR_RECV
		? 0.5 : 1;
  double top = y + (bar->kind == PRAM_BAR_RECV ? BAR * 0.5 : 0);
  double width = (bar->end - bar->start) * p->scale;
  fprintf (p->file, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\""
	   " fill=\"%s\"%s><title>", x_of (p, bar->start), top,
	   width > 0.3 ? width : 0.3, BAR * half, colour_of (bar),
	   bar->critical ? " stroke=\"#d62728\"" : "");
  if (bar->label)
    write_text (p->file, bar->label);
  fputs (": ", p->file);
  write_time (p, bar->start, span);
  fputs (" to ", p->file);
  write_time (p, bar->end, span);
  fputs ("</title></rect>\n", p->file);
}

/* Draw the bars of LINE; neighbours within one pixel become one.  */
static void
draw_bars (const struct picture *p, const struct pram_timeline *line,
	   double top)
{
  double pixel = 1 / p->scale;
  for (int b = 0; b < line->n_bars;)
    {
      struct pram_bar bar = line->bars[b++];
      if (bar.end <= bar.start && !bar.critical)
	continue;		/* a task that costs nothing */
      while (b < line->n_bars && line->bars[b].row == bar.row
	     && line->bars[b].kind == bar.kind
	     && line->bars[b].start >= bar.start
	     && line->bars[b].end - bar.start < pixel)
	{
	  bar.critical |= line->bars[b].critical;
	  bar.end = fmax (bar.end, line->bars[b++].end);
	}
      draw_bar (p, top + bar.row * ROW + (ROW - BAR) / 2.0, &bar, line->end);
    }
}

static void
draw_arrows (const struct picture *p, const struct pram_timeline *line,
	     double top)
{
  if (line->n_arrows > MAX_ARROWS)
    return;
  for (int a = 0; a < line->n_arrows; a++)
    {
      const struct pram_arrow *arrow = &line->arrows[a];
      fprintf (p->file, "<line x1=\"%.2f\" y1=\"%.1f\" x2=\"%.2f\" y2=\"%.1f\""
	       " stroke=\"%s\" stroke-width=\"%s\"/>\n",
	       x_of (p, arrow->start), top + (arrow->from + 0.5) * ROW,
	       x_of (p, arrow->end), top + (arrow->to + 0.5) * ROW,
	       arrow->critical ? "#d62728" : "#888888",
	       arrow->critical ? "1.2" : "0.5");
    }
}

static void
draw_rows (const struct picture *p, const struct pram_timeline *line,
	   double top)
{
  int step = 1 + line->n_rows / MAX_LABEL_ROWS;
  for (int r = 0; r < line->n_rows; r += step)
    fprintf (p->file, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" "
	     "stroke=\"#eeeeee\"/><text x=\"%d\" y=\"%.1f\" "
	     "text-anchor=\"end\">process %d</text>\n", LEFT,
	     top + (r + 0.5) * ROW, WIDTH - RIGHT, top + (r + 0.5) * ROW,
	     LEFT - 8, top + (r + 0.5) * ROW + 4, r);
}

/* The smallest of 1, 2, 5 times a power of ten that is at least STEP.  */
static double
round_step (double step)
{
  double power = pow (10, floor (log10 (step)));
  double times = step / power;
  return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

static void
draw_axis (const struct picture *p, const struct pram_timeline *line,
	   double top, double span)
{
  double y = top + line->n_rows * ROW + 4;
  double step = round_step (span / 10);
  fprintf (p->file, "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" "
	   "stroke=\"black\"/>\n", LEFT, y, WIDTH - RIGHT, y);
  for (double t = 0; t <= span * (1 + 1e-9); t += step)
    {
      fprintf (p->file, "<line x1=\"%.2f\" y1=\"%.1f\" x2=\"%.2f\" y2=\"%.1f\""
	       " stroke=\"black\"/><text x=\"%.2f\" y=\"%.1f\" "
	       "text-anchor=\"middle\">", x_of (p, t), y, x_of (p, t), y + 4,
	       x_of (p, t), y + 17);
      write_time (p, t, span);
      fputs ("</text>\n", p->file);
    }
}

/* A line at TIME from TOP over the rows of LINE.  */
static void
draw_mark (const struct picture *p, const struct pram_timeline *line,
	   double top, double time, const char *style)
{
  fprintf (p->file, "<line x1=\"%.2f\" y1=\"%.1f\" x2=\"%.2f\" y2=\"%.1f\" "
	   "stroke=\"#d62728\" %s/>\n", x_of (p, time), top - 4,
	   x_of (p, time), top + line->n_rows * ROW + 4, style);
}

static double
height_of (const struct pram_timeline *line)
{
  return TOP + line->n_rows * ROW + AXIS;
}

static bool
bound_drawn_p (const struct pram_timeline *line, double span)
{
  return line->bound > 0 && line->bound <= span;
}

static void
draw_line (const struct picture *p, const struct pram_timeline *line,
	   double y, double span)
{
  double top = y + TOP;
  fprintf (p->file, "<text x=\"%d\" y=\"%.1f\" font-weight=\"bold\">", LEFT,
	   y + 20);
  write_text (p->file, line->title);
  fputs (": ", p->file);
  write_time (p, line->end, line->end);
  if (line->bound > 0)
    {
      fputs (", bound ", p->file);
      write_time (p, line->bound, line->end);
    }
  fputs ("</text>\n", p->file);
  draw_rows (p, line, top);
  draw_bars (p, line, top);
  draw_arrows (p, line, top);
  draw_mark (p, line, top, line->end, "stroke-width=\"1\"");
  if (bound_drawn_p (line, span))
    draw_mark (p, line, top, line->bound, "stroke-dasharray=\"5,3\"");
  draw_axis (p, line, top, span);
}

/* A square in the colours that bars of KIND may have.  */
static void
draw_swatch (const struct picture *p, int x, double y, enum pram_bar_kind kind)
{
  int n = kind == PRAM_BAR_COMPUTE ? N_SHADES : 1;
  for (int k = 0; k < n; k++)
    fprintf (p->file, "<rect x=\"%d\" y=\"%.1f\" width=\"%d\" height=\"12\" "
	     "fill=\"%s\"/>\n", x + k * 12 / n, y, 12 / n,
	     n > 1 ? shades[k] : kinds[kind].colour);
}

/* What there is in the N LINES.  */
static void
draw_legend (const struct picture *p, const struct pram_timeline *const *lines,
	     int n, double y, double span)
{
  bool used[PRAM_N_BARS] = { false }, bound = false;
  int x = LEFT;
  for (int i = 0; i < n; i++)
    {
      bound |= bound_drawn_p (lines[i], span);
      for (int b = 0; b < lines[i]->n_bars; b++)
	used[lines[i]->bars[b].kind] = true;
    }
  for (int k = 0; k < PRAM_N_BARS; k++)
    if (used[k])
      {
	draw_swatch (p, x, y + 6, k);
	fprintf (p->file, "<text x=\"%d\" y=\"%.1f\">%s</text>\n", x + 17,
		 y + 16, kinds[k].name);
	x += 90;
      }
  fprintf (p->file, "<text x=\"%d\" y=\"%.1f\" fill=\"#d62728\">critical path"
	   "%s</text>\n", x, y + 16, bound ? "; dashed: bound" : "");
}

void
pram_timeline_draw (FILE *file, const struct pram_timeline *const *lines,
		    int n)
{
  struct picture p = { .file = file, .unitless = lines[0]->unitless };
  double span = 0, height = LEGEND;
  for (int i = 0; i < n; i++)
    {
      /* A bound far away would leave no room for the schedule.  */
      double bound = lines[i]->bound <= 3 * lines[i]->end ? lines[i]->bound : 0;
      span = fmax (span, fmax (lines[i]->end, bound));
      height += height_of (lines[i]);
    }
  span = span > 0 ? span : 1;
  p.scale = (WIDTH - LEFT - RIGHT) / span;
  fprintf (file, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
	   "height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\">\n"
	   "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
	   WIDTH, height);
  double y = 0;
  for (int i = 0; i < n; i++)
    {
      draw_line (&p, lines[i], y, span);
      y += height_of (lines[i]);
    }
  draw_legend (&p, lines, n, y, span);
  fputs ("</svg>\n", file);
}
