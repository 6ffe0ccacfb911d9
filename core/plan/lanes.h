/* lanes.h: of which loop a vector holds several iterations.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_LANES_H
#define PRAM_LANES_H

#include "prog/prog.h"

/* Does no iteration of LOOP touch what another one writes?  */
bool pram_lanes_independent_p (const struct pram_prog *prog,
			       const struct pram_node *loop);

/* May the lanes of a vector hold iterations of LOOP, which is not innermost,
   while the one loop inside of it runs in its order (neighbouring sums)?  */
bool pram_lanes_neighbours_p (const struct pram_prog *prog,
			      const struct pram_node *loop);

#endif
