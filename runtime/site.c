/* site.c: registration of regions.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"
#include "pram-there.h"

/* The runtime's record of SITE, made when first needed.  */

struct prt_site *
prt_site_of (struct pram_site *site)
{
  struct prt_site *s = site->runtime;
  if (!s)
    {
      s = prt_alloc (1, sizeof *s);
      s->site = site;
      s->next = prt.sites;
      prt.sites = s;
      site->runtime = s;
    }
  return s;
}

/* What processes need they find out when DESC runs.  */

static bool
finds_out_p (const struct pram_region *desc)
{
  for (int i = 0; i < desc->n_args; i++)
    if (desc->args[i].inspected || desc->args[i].asked)
      return true;
  return false;
}

/* Let R be a version of S, before those that find out more: these are for what no other can
   be planned for.  */

static void
add_version (struct prt_site *s, struct prt_region *r)
{
  struct prt_region **at = &s->versions;
  while (*at && (finds_out_p (r->desc) || !finds_out_p ((*at)->desc)))
    at = &(*at)->next;
  r->next = *at;
  *at = r;
}

/* REGION has been found, perhaps once more.  */

void
prt_register (const struct pram_region *region)
{
  struct pram_site *site = region->site;
  if (site->abi_version != PRAM_ABI_VERSION)
    prt_fatal ("%s:%d: '%s' was compiled for version %d of the runtime's "
	       "interface, this is version %d: compile it again", site->file,
	       (int) site->line, site->name, (int) site->abi_version,
	       PRAM_ABI_VERSION);
  struct prt_site *s = prt_site_of (site);
  for (struct prt_region *known = s->versions; known; known = known->next)
    if (known->desc == region)
      return;
  struct prt_region *r = prt_alloc (1, sizeof *r);
  r->desc = region;
  r->index = prt.n_regions;
  prt.regions = prt_grow (prt.regions, prt.n_regions + 1,
			  sizeof *prt.regions);
  prt.regions[prt.n_regions++] = r;
  add_version (s, r);
}

/* The integer of type TYPE at VALUE.  */

int64_t
prt_integer (int type, const void *value)
{
  union prt_value v;
  memcpy (&v, value, prt_type_size (type));
  switch (type)
    {
    case PRAM_TYPE_I8: return v.i8;
    case PRAM_TYPE_U8: return v.u8;
    case PRAM_TYPE_I16: return v.i16;
    case PRAM_TYPE_U16: return v.u16;
    case PRAM_TYPE_I32: return v.i32;
    case PRAM_TYPE_U32: return v.u32;
    case PRAM_TYPE_F32: return (int64_t) v.f32;
    case PRAM_TYPE_F64: return (int64_t) v.f64;
    case PRAM_TYPE_F80: return (int64_t) v.f80;
    default: return v.i64;
    }
}

/* Do the arrays in ARGS have what VERSION knows of them?  Each piece may only be
   looked at if those before it are right, and if it is there: the program may not
   come to reading it.  */

static bool
known_match_p (const struct pram_region *version, void *const *args)
{
  const struct pram_known *end = version->known + version->n_known;
  uintptr_t there = UINTPTR_MAX;
  for (const struct pram_known *k = version->known; k < end; k++)
    {
      const char *base;
      memcpy (&base, args[k->arg], sizeof base);
      const char *from = base + k->lo;
      if (!pram_there_p (from, from + k->n_bytes, &there)
	  || memcmp (from, version->known_words + k->word, k->n_bytes))
	return false;
    }
  return true;
}

/* Were VERSION's arguments that are checked, UPTO PRAM_IN_CODE or all, called
   with the values that they expect?  */

bool
prt_site_match_p (const struct pram_region *version, void *const *args,
		  enum pram_checked upto)
{
  for (int i = 0; i < version->n_args; i++)
    if (version->args[i].checked && version->args[i].checked <= (int) upto
	&& !prt_array_p (&version->args[i])
	&& prt_integer (version->args[i].type, args[i])
	   != version->args[i].expected)
      return false;
  return upto < PRAM_IN_PLAN || known_match_p (version, args);
}

/* The version of SITE for ARGS, one that can be distributed if there is one;
   null if the site was not compiled for these values.  */

struct prt_region *
prt_site_version (struct prt_site *site, void *const *args)
{
  struct prt_region *refused = NULL;
  for (struct prt_region *r = site->versions; r; r = r->next)
    if (prt_site_match_p (r->desc, args, PRAM_IN_PLAN))
      {
	if (!r->desc->reason)
	  return r;
	if (!refused)
	  refused = r;
      }
  return refused;
}

/* Argument I of REGION is checked, and no argument before it tells the same.
   Parameters of variable size come with copies of their sizes.  */

static bool
telling_p (const struct pram_region *region, int i)
{
  for (int k = 0; k < i; k++)
    if (region->args[k].checked
	&& strcmp (region->args[k].name, region->args[i].name) == 0
	&& region->args[k].expected == region->args[i].expected)
      return false;
  return region->args[i].checked;
}

/* Write to F that argument I of REGION is VALUE, or, of an array, that it is
   WHICH one.  */

static void
write_value (const struct pram_region *region, int i, int64_t value,
	     const char *which, FILE *f)
{
  if (prt_array_p (&region->args[i]))
    fprintf (f, "%s %s[]", which, region->args[i].name);
  else
    fprintf (f, "%s = %lld", region->args[i].name, (long long) value);
}

/* Write to F with which values of its checked arguments REGION is called.  */

void
prt_site_values (const struct pram_region *region, void *const *args, FILE *f)
{
  const char *comma = "";
  for (int i = 0; i < region->n_args; i++)
    if (telling_p (region, i))
      {
	fputs (comma, f);
	write_value (region, i, prt_integer (region->args[i].type, args[i]),
		     "this", f);
	comma = ", ";
      }
}

/* Write to TEXT for which values SITE was compiled, and with which it has
   been called.  */

void
prt_site_describe (const struct prt_site *site, void *const *args, char *text,
		   size_t size)
{
  FILE *f = fmemopen (text, size, "w");
  const char *comma;
  if (!f)
    return;
  fprintf (f, "compiled for ");
  for (struct prt_region *r = site->versions; r; r = r->next)
    {
      comma = r == site->versions ? "" : " or ";
      for (int i = 0; i < r->desc->n_args; i++)
	if (telling_p (r->desc, i))
	  {
	    fputs (comma, f);
	    write_value (r->desc, i, r->desc->args[i].expected, "some", f);
	    comma = ", ";
	  }
    }
  fprintf (f, ", called with ");
  prt_site_values (site->versions->desc, args, f);
  fclose (f);
}
