/* datatype.c: from runs of bytes to one MPI message.

   SPDX-License-Identifier: Apache-2.0

   A message is one contiguous piece, or one derived datatype with absolute
   addresses (MPI_BOTTOM), so that MPI reads and writes the arrays themselves.
   MPI counts with an int: larger numbers are made of types of types.

   Example: if a count were 10 at most, 1234 bytes would be 12 times 10 times 10
   bytes, 3 times 10 and 4.  */

#include "prt.h"
#include <limits.h>

/* The largest count, at least 2.  Tests make it smaller.  */
int prt_count_max = INT_MAX;

/* A, and B behind it at AT bytes; frees both.  */

static MPI_Datatype
joined (MPI_Datatype a, MPI_Datatype b, int64_t at)
{
  MPI_Datatype type, part[2] = { a, b };
  MPI_Aint where[2] = { 0, (MPI_Aint) at };
  int one[2] = { 1, 1 };
  MPI_Type_create_struct (2, one, where, part, &type);
  MPI_Type_free (&a);
  MPI_Type_free (&b);
  return type;
}

/* N times INNER, STRIDE bytes apart.  */

static MPI_Datatype
repeated (MPI_Datatype inner, int64_t n, int64_t stride)
{
  MPI_Datatype type, many;
  int64_t most = prt_count_max;
  if (n <= most)
    {
      MPI_Type_create_hvector ((int) n, 1, (MPI_Aint) stride, inner, &type);
      return type;
    }
  many = repeated (inner, most, stride);
  type = repeated (many, n / most, most * stride);
  MPI_Type_free (&many);
  if (n % most == 0)
    return type;
  return joined (type, repeated (inner, n % most, stride),
		 n / most * most * stride);
}

/* A type of LEN contiguous bytes.  */

static MPI_Datatype
bytes_type (int64_t len)
{
  /* Words where possible: MPI packs them faster than bytes.  */
  int word = len % 8 == 0 ? 8 : len % 4 == 0 ? 4 : 1;
  MPI_Datatype type, inner = (word == 8 ? MPI_INT64_T
			      : word == 4 ? MPI_INT32_T : MPI_BYTE);
  if (len / word > prt_count_max)
    return repeated (inner, len / word, word);
  MPI_Type_contiguous ((int) (len / word), inner, &type);
  return type;
}

/* N times INNER, STRIDE bytes apart; frees INNER.  */

static MPI_Datatype
strided (MPI_Datatype inner, int64_t n, int64_t stride)
{
  if (n == 1)
    return inner;
  MPI_Datatype type = repeated (inner, n, stride);
  MPI_Type_free (&inner);
  return type;
}

static MPI_Datatype
run_type (const struct prt_run *r)
{
  return strided (strided (bytes_type (r->len), r->n1, r->s1), r->n2, r->s2);
}

/* All runs are blocks of ints' length: cheaper than a structure.  */

static bool
blocks_p (const struct prt_runs *runs)
{
  for (int i = 0; i < runs->n; i++)
    if (runs->run[i].n1 != 1 || runs->run[i].len > prt_count_max)
      return false;
  return true;
}

static MPI_Datatype
indexed (const struct prt_runs *runs)
{
  MPI_Datatype type;
  int *len = prt_alloc (runs->n, sizeof *len);
  MPI_Aint *at = prt_alloc (runs->n, sizeof *at);
  for (int i = 0; i < runs->n; i++)
    {
      len[i] = (int) runs->run[i].len;
      MPI_Get_address (runs->run[i].addr, &at[i]);
    }
  MPI_Type_create_hindexed (runs->n, len, at, MPI_BYTE, &type);
  free (len);
  free (at);
  return type;
}

static MPI_Datatype
structure (const struct prt_runs *runs)
{
  MPI_Datatype type;
  int *one = prt_alloc (runs->n, sizeof *one);
  MPI_Aint *at = prt_alloc (runs->n, sizeof *at);
  MPI_Datatype *part = prt_alloc (runs->n, sizeof *part);
  for (int i = 0; i < runs->n; i++)
    {
      one[i] = 1;
      MPI_Get_address (runs->run[i].addr, &at[i]);
      part[i] = run_type (&runs->run[i]);
    }
  MPI_Type_create_struct (runs->n, one, at, part, &type);
  for (int i = 0; i < runs->n; i++)
    MPI_Type_free (&part[i]);
  free (one);
  free (at);
  free (part);
  return type;
}

/* The message of RUNS, which must not be empty.  */

struct prt_message
prt_message_make (const struct prt_runs *runs)
{
  struct prt_message m = { MPI_BOTTOM, 1, MPI_BYTE, true, NULL };
  const struct prt_run *r = &runs->run[0];
  if (runs->n == 1 && r->n1 == 1 && r->len <= prt_count_max)
    return (struct prt_message) { r->addr, (int) r->len, MPI_BYTE, false,
				  NULL };
  if (runs->n == 1)
    {
      m.addr = r->addr;
      m.type = run_type (r);
    }
  else
    m.type = blocks_p (runs) ? indexed (runs) : structure (runs);
  MPI_Type_commit (&m.type);
  return m;
}

void
prt_message_free (struct prt_message *m)
{
  if (m->derived)
    MPI_Type_free (&m->type);
}
