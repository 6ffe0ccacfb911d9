/* encoder.c: append words and sizes to a set's program.

   SPDX-License-Identifier: Apache-2.0  */

#include "encoder.h"

#include <stdlib.h>
#include <string.h>

void
pram_encoder_put (struct pram_encoder *e, int64_t word)
{
  *PRAM_ARENA_PUSH (e->plan->prog->arena, e->plan->code, e->plan->n_code)
    = word;
}

int
pram_encoder_open (struct pram_encoder *e)
{
  pram_encoder_put (e, 0);
  return e->plan->n_code;
}

void
pram_encoder_close (struct pram_encoder *e, int start)
{
  e->plan->code[start - 1] = e->plan->n_code - start;
}

void
pram_encoder_put_param (struct pram_encoder *e, const char *name)
{
  static const char *const units[] = { "slo", "shi", "dlo", "dhi" };
  for (int i = 0; i < 4; i++)
    if (!strcmp (name, units[i]))
      {
	pram_encoder_put (e, PRAM_SET_VAR);
	pram_encoder_put (e, PRAM_ENV_SRC_LO + i);
	return;
      }
  int number = atoi (name + 1);
  if (name[0] == 't')
    {
      pram_encoder_put (e, PRAM_SET_SUB);
      number = e->poly->prog->loops[number]->first_count;
    }
  pram_encoder_put (e, PRAM_SET_VAR);
  pram_encoder_put (e, PRAM_ENV_COUNTS + number);
  if (name[0] == 't')
    {
      pram_encoder_put (e, PRAM_SET_CONST);
      pram_encoder_put (e, 1);
    }
}

int64_t
pram_take_si (isl_val *v)
{
  int64_t n = isl_val_get_num_si (v);
  isl_val_free (v);
  return n;
}
