/* programs.c: random C programs, many regions each.

   SPDX-License-Identifier: GPL-3.0-or-later

     programs SEED			a program to stdout
     programs --choices=K SEED		what region K is made of
     programs --from=FILE		the region made of these
     programs --list			the kinds

   Sizes are in clauses; with --sizes=passed they are constants where regions are
   called, with near other sizes are, and with unknown none.

   Each region has one or two kinds of its own; with --kinds=NAME,… these, with
   --without=NAME,… none of these.  See HACKING.  */

#include "programs.h"

#include <getopt.h>
#include <stdarg.h>

static const char *const kind_names[N_KINDS] =
{
  "nests", "time", "conditions", "swap2", "swap3", "copyback", "convergence",
  "extremes", "counts", "live", "limits", "several", "helpers", "structures",
  "memcpy", "steps", "iterators", "guards", "scratch", "tables", "remainders",
  "rounds", "indirect", "pointers", "memory",
  "searches"
};

static const char *const sizes_names[] = { "named", "passed", "near",
					   "unknown", NULL };

const char *const type_names[N_TYPES + 1] =
{
  "double", "float", "int", "long", "unsigned", "short", "unsigned char",
  "signed char", "unsigned short", "unsigned long", "struct node"
};

/* --- Text ----------------------------------------------------------------- */

const char *
text (const char *format, ...)
{
  char *result;
  va_list ap;
  va_start (ap, format);
  if (vasprintf (&result, format, ap) < 0)
    abort ();
  va_end (ap);
  return result;
}

void
put (struct region *r, const char *format, ...)
{
  va_list ap;
  if (!*format)
    return;
  va_start (ap, format);
  fprintf (r->out, "%*s", 2 * r->indent, "");
  vfprintf (r->out, format, ap);
  fputc ('\n', r->out);
  va_end (ap);
}

void
put_open (struct region *r)
{
  put (r, "{");
  r->indent++;
}

void
put_close (struct region *r)
{
  r->indent--;
  put (r, "}");
}

const char *
fresh (struct region *r, const char *stem)
{
  return text ("%s%d", stem, ++r->n_names);
}

const char *
add_scalar (struct region *r, enum type type, const char *value)
{
  int n = (int) (sizeof r->scalars / sizeof *r->scalars);
  if (r->n_scalars == n)
    return r->scalars[n - 1].name;
  struct scalar *s = &r->scalars[r->n_scalars++];
  s->name = fresh (r, "x");
  s->type = type;
  strcat (r->declarations, text ("  %s %s = %s;\n", type_names[type], s->name,
				 value));
  return s->name;
}

/* --- Programs ------------------------------------------------------------- */

static const char prologue[] =
  "#include <math.h>\n"
  "#include <stddef.h>\n"
  "#include <stdio.h>\n"
  "#include <stdlib.h>\n"
  "#include <string.h>\n"
  "\n"
  "#define KEEP __attribute__ ((noinline, noclone))\n"
  "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n"
  "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
  "\n"
  "static volatile int one;\n"
  "static const double weights[14] = { 0.5, 0.25, -0.125, 0, 0.75, 0.1, 0.2,\n"
  "  0.3, 0.4, 0.6, 0.7, 0.8, 0.9, -1 };\n"
  "static const int numbers[14] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7 };\n"
  "\n"
  "#define FILL(T, x) \\\n"
  "  for (int k = 0; k < n; k++) \\\n"
  "    ((T *) p)[k] = (T) (x); \\\n"
  "  break;\n"
  "\n"
  "static void KEEP\n"
  "fill (void *p, int type, int n, int seed)\n"
  "{\n"
  "  switch (type)\n"
  "    {\n"
  "    case 0: FILL (double, (k * 37 + seed * 11) % 101 / 8.0 - 5)\n"
  "    case 1: FILL (float, (k * 29 + seed * 13) % 103 / 16.0 - 2)\n"
  "    case 2: FILL (int, (k * 31 + seed * 17) % 97 - 40)\n"
  "    case 3: FILL (long, (k * 41 + seed * 19) % 97 - 30)\n"
  "    case 4: FILL (unsigned, (k * 43 + seed * 23) % 97)\n"
  "    case 5: FILL (short, (k * 47 + seed * 29) % 97 - 50)\n"
  "    case 6: FILL (unsigned char, (k * 53 + seed * 31) % 97)\n"
  "    case 7: FILL (signed char, (k * 59 + seed * 37) % 97 - 40)\n"
  "    case 8: FILL (unsigned short, (k * 61 + seed * 41) % 97)\n"
  "    case 9: FILL (unsigned long, (k * 67 + seed * 43) % 97)\n"
  "    }\n"
  "}\n"
  "\n"
  "struct node { double value; int at, next; };\n"
  "\n"
  "/* Element K of an array of subscripts less than BELOW.  */\n"
  "static int\n"
  "chosen (int how, int k, int below, int seed)\n"
  "{\n"
  "  int x = (k * 37 + seed * 11) % 101 % below;\n"
  "  switch (how)\n"
  "    {\n"
  "    case 1: return k % below;\n"
  "    case 2: return below - 1 - k % below;\n"
  "    case 3: return x % 2 ? 0 : below - 1;\n"
  "    case 4: return seed % below;\n"
  "    case 5: return x % 3 ? x : -1;\n"
  "    default: return x;\n"
  "    }\n"
  "}\n"
  "\n"
  "/* The length of row K.  */\n"
  "static int\n"
  "row_length (int how, int k, int seed)\n"
  "{\n"
  "  switch (how)\n"
  "    {\n"
  "    case 1: return 3;\n"
  "    case 2: return 0;\n"
  "    case 3: return k == seed % 9 ? 6 : 0;\n"
  "    default: return (k * 7 + seed) % 5;\n"
  "    }\n"
  "}\n"
  "\n"
  "#define FILL_INDEX(T) \\\n"
  "  for (int k = 0, sum = 0; k < n; k++) \\\n"
  "    { \\\n"
  "      ((T *) p)[k] = (T) (how < 0 ? sum : chosen (how, k, below, seed)); \\\n"
  "      sum = MIN (below, sum + row_length (-1 - how, k, seed)); \\\n"
  "    } \\\n"
  "  break;\n"
  "\n"
  "/* Subscripts; where rows begin if HOW is negative.  */\n"
  "static void KEEP\n"
  "fill_index (void *p, int type, int n, int below, int how, int seed)\n"
  "{\n"
  "  switch (type)\n"
  "    {\n"
  "    case 2: FILL_INDEX (int)\n"
  "    case 3: FILL_INDEX (long)\n"
  "    case 4: FILL_INDEX (unsigned)\n"
  "    case 5: FILL_INDEX (short)\n"
  "    case 6: FILL_INDEX (unsigned char)\n"
  "    case 7: FILL_INDEX (signed char)\n"
  "    case 8: FILL_INDEX (unsigned short)\n"
  "    case 9: FILL_INDEX (unsigned long)\n"
  "    default:\n"
  "      for (int k = 0; k < n; k++)\n"
  "        ((struct node *) p)[k]\n"
  "          = (struct node) { (k * 37 + seed) % 101 / 8.0 - 5,\n"
  "                            chosen (how, k, below, seed), k % 3 };\n"
  "    }\n"
  "}\n"
  "\n"
  "static void KEEP\n"
  "print_hash (const void *p, size_t n)\n"
  "{\n"
  "  unsigned long h = 14695981039346656037u;\n"
  "  for (size_t k = 0; k < n; k++)\n"
  "    h = (h ^ ((const unsigned char *) p)[k]) * 1099511628211u;\n"
  "  printf (\" %016lx\", h);\n"
  "}\n"
  "\n"
  "/* Pointers to the 14 rows of BYTES each at P, in one of three orders.  */\n"
  "static __attribute__ ((unused)) void *\n"
  "table_of (void *p, size_t bytes, int how)\n"
  "{\n"
  "  char **a = malloc (14 * sizeof *a);\n"
  "  for (int k = 0; k < 14; k++)\n"
  "    a[k] = (char *) p + bytes * (how == 0 ? k : how == 1 ? 13 - k\n"
  "                                 : 5 * k % 14);\n"
  "  return a;\n"
  "}\n"
  "\n";

/* The kinds named in NAMES; false if one isn't.  */
static bool
parse_kinds (const char *names, bool *kind)
{
  while (*names)
    {
      size_t n = strcspn (names, ",");
      int k = 0;
      while (k < N_KINDS && (strlen (kind_names[k]) != n
			     || strncmp (kind_names[k], names, n)))
	k++;
      if (k == N_KINDS)
	return false;
      kind[k] = true;
      names += n + (names[n] == ',');
    }
  return true;
}

/* What regions are like, and which kinds they have.  */
struct wanted
{
  enum sizes sizes;
  bool given, with[N_KINDS], without[N_KINDS];
};

static void
choose_kinds (struct region *r, const struct wanted *w)
{
  memcpy (r->kind, w->with, sizeof r->kind);
  if (!w->given)
    {
      r->kind[pick (r, N_KINDS)] = true;
      if (pick (r, 3))
	r->kind[pick (r, N_KINDS)] = true;
    }
  for (int k = 0; k < N_KINDS; k++)
    r->kind[k] &= !w->without[k];
}

/* Region NUMBER from C.  */
static void
generate (FILE *out, struct choices *c, int number, const struct wanted *w)
{
  struct region *r = (struct region *) calloc (1, sizeof *r);
  if (!r)
    abort ();
  r->out = out;
  r->c = c;
  r->number = number;
  r->sizes = w->sizes;
  choose_kinds (r, w);
  fprintf (out, "/* --- region %d:", number);
  for (int k = 0; k < N_KINDS; k++)
    if (r->kind[k])
      fprintf (out, " %s", kind_names[k]);
  fprintf (out, " */\n\n");
  put_region (r);
  free (r);
}

static void
put_main (int n)
{
  printf ("int\nmain (void)\n{\n  one = 1;\n");
  for (int k = 0; k < n; k++)
    printf ("  test_%d ();\n", k);
  printf ("  return 0;\n}\n");
}

/* What NAME says of sizes, or -1.  */
static int
parse_sizes (const char *name)
{
  int k = 0;
  while (sizes_names[k] && strcmp (sizes_names[k], name) != 0)
    k++;
  return sizes_names[k] ? k : -1;
}

static void
usage (void)
{
  fprintf (stderr, "usage: programs [--kinds=NAME,... | --without=NAME,...]\n"
	   "         [--sizes=named|passed|near|unknown] [--regions=N]\n"
	   "         SEED | --choices=K SEED | --from=FILE | --list\n");
  exit (2);
}

static void
from_file (const char *name, const struct wanted *w)
{
  struct choices c = choices_from_file (name);
  fputs (prologue, stdout);
  generate (stdout, &c, 0, w);
  put_main (1);
}

int
main (int argc, char **argv)
{
  static const struct option options[] =
    {
      { "kinds", required_argument, NULL, 'k' },
      { "without", required_argument, NULL, 'w' },
      { "sizes", required_argument, NULL, 's' },
      { "regions", required_argument, NULL, 'r' },
      { "choices", required_argument, NULL, 'c' },
      { "from", required_argument, NULL, 'f' },
      { "list", no_argument, NULL, 'l' },
      { NULL, 0, NULL, 0 }
    };
  struct wanted w = { 0 };
  int regions = 40, number = -1;
  const char *from = NULL;
  for (int o; (o = getopt_long (argc, argv, "", options, NULL)) != -1; )
    switch (o)
      {
      case 'k':
	w.given = true;
	if (!parse_kinds (optarg, w.with))
	  usage ();
	break;
      case 'w':
	if (!parse_kinds (optarg, w.without))
	  usage ();
	break;
      case 's':
	if (parse_sizes (optarg) < 0)
	  usage ();
	w.sizes = (enum sizes) parse_sizes (optarg);
	break;
      case 'r':
	regions = atoi (optarg);
	break;
      case 'c':
	number = atoi (optarg);
	break;
      case 'f':
	from = optarg;
	break;
      case 'l':
	for (int k = 0; k < N_KINDS; k++)
	  puts (kind_names[k]);
	return 0;
      default:
	usage ();
      }
  if (from)
    {
      from_file (from, &w);
      return 0;
    }
  if (optind + 1 != argc)
    usage ();
  uint64_t seed = strtoull (argv[optind], NULL, 0);
  if (number >= 0)
    {
      struct choices c = choices_from_seed (seed, (uint64_t) number);
      FILE *nowhere = fopen ("/dev/null", "w");
      generate (nowhere, &c, number, &w);
      choices_print (stdout, &c);
      return 0;
    }
  fputs (prologue, stdout);
  for (int k = 0; k < regions; k++)
    {
      struct choices c = choices_from_seed (seed, (uint64_t) k);
      generate (stdout, &c, k, &w);
    }
  put_main (regions);
  return 0;
}
