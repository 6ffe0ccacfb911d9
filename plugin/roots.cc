/* roots.cc: trees that the plugin keeps across garbage collections.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "roots.h"

static tree **places;
static unsigned n_places, places_size;

void
plug_root (tree *place)
{
  if (n_places == places_size)
    {
      places_size = places_size ? 2 * places_size : 64;
      places = XRESIZEVEC (tree *, places, places_size);
    }
  places[n_places++] = place;
}

void
plug_roots_mark (void *, void *)
{
  for (unsigned i = 0; i < n_places; i++)
    if (*places[i])
      gt_ggc_mx_tree_node (*places[i]);
}
