/* domain.h: where an access happens, and what an affine form can be there.

   SPDX-License-Identifier: Apache-2.0

   A domain is the set of iteration vectors of the loops around a statement at
   which one of its accesses happens: counts and guards as linear constraints.
   Bounds are found by eliminating iterators from the innermost outwards; they
   are exact for nests of counted loops and safe (never too tight) always.  */

#ifndef PRAM_DOMAIN_H
#define PRAM_DOMAIN_H

#include "prog/prog.h"

/* The integers lo … hi; nothing if lo > hi.  PRAM_INF_NEG and PRAM_INF_POS
   stand for no bound.  */
struct pram_interval { int64_t lo, hi; };
#define PRAM_INF_NEG INT64_MIN
#define PRAM_INF_POS INT64_MAX

struct pram_domain;

/* The domain of ACCESS in STMT; of the whole statement if ACCESS is null.
   Lives in ARENA.  */
struct pram_domain *pram_domain_new (struct pram_arena *arena,
				     const struct pram_node *stmt,
				     const struct pram_access *access);

/* The values that AFFINE can take in DOMAIN; an empty interval if the domain
   is certainly empty.  */
struct pram_interval pram_domain_range (const struct pram_domain *domain,
					const struct pram_affine *affine);
#endif
