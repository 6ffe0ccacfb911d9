/* packet.c: pieces of an array, packed into a message.

   SPDX-License-Identifier: Apache-2.0

   Where a message has many small pieces at no regular distances MPI would take
   longer to look at its datatype than to move it.  */

#include "prt.h"

void
prt_pieces_add (struct prt_pieces *p, int64_t at, int64_t len)
{
  struct prt_piece *last = p->n ? &p->piece[p->n - 1] : NULL;
  p->bytes += len;
  if (last && last->at + last->len == at)
    {
      last->len += len;
      return;
    }
  if (p->n == p->room)
    {
      p->room = 2 * p->room + 16;
      p->piece = prt_grow (p->piece, p->room, sizeof *p->piece);
    }
  p->piece[p->n++] = (struct prt_piece) { at, len };
}

void
prt_pieces_clear (struct prt_pieces *p)
{
  free (p->piece);
  *p = (struct prt_pieces) { .n = 0 };
}

/* Those pieces P of the array at BASE, copied to and from a buffer.  */
struct prt_packet
{
  const struct prt_pieces *pieces;
  char *base, *buffer;
};

/* A message of the pieces P, which stay, of the array at BASE.  */

struct prt_message
prt_packet_message (const struct prt_pieces *p, char *base)
{
  struct prt_packet *packet = prt_alloc (1, sizeof *packet);
  *packet = (struct prt_packet) { p, base, prt_alloc (p->bytes, 1) };
  struct prt_run run = { packet->buffer, p->bytes, 1, 0, 1, 0 };
  struct prt_runs runs = { .n = 1, .run = &run };
  struct prt_message m = prt_message_make (&runs);
  m.packet = packet;
  return m;
}

/* Pieces of one element are frequent, and copied without calls.  */

static inline void
copy (char *to, const char *from, int64_t len)
{
  if (len == 8)
    memcpy (to, from, 8);
  else if (len == 4)
    memcpy (to, from, 4);
  else
    memcpy (to, from, len);
}

/* Copy the pieces P of the array at BASE to TO.  Returns what is behind them
   there.  */

char *
prt_pieces_pack (const struct prt_pieces *p, const char *base, char *to)
{
  for (int i = 0; i < p->n; to += p->piece[i++].len)
    copy (to, base + p->piece[i].at, p->piece[i].len);
  return to;
}

/* The same from FROM back to the array.  */

const char *
prt_pieces_unpack (const struct prt_pieces *p, char *base, const char *from)
{
  for (int i = 0; i < p->n; from += p->piece[i++].len)
    copy (base + p->piece[i].at, from, p->piece[i].len);
  return from;
}

void
prt_packet_pack (struct prt_packet *packet)
{
  prt_pieces_pack (packet->pieces, packet->base, packet->buffer);
}

void
prt_packet_unpack (struct prt_packet *packet)
{
  prt_pieces_unpack (packet->pieces, packet->base, packet->buffer);
}

void
prt_packet_free (struct prt_packet *packet)
{
  if (packet)
    free (packet->buffer);
  free (packet);
}

/* The pieces P of the array at BASE as a message.  */

static struct prt_message
message_of (const struct prt_pieces *p, char *base)
{
  struct prt_runs runs = { .n = p->n };
  runs.run = prt_alloc (runs.n, sizeof *runs.run);
  for (int k = 0; k < p->n; k++)
    runs.run[k] = (struct prt_run)
      { base + p->piece[k].at, p->piece[k].len, 1, 0, 1, 0 };
  struct prt_message m = prt_message_make (&runs);
  free (runs.run);
  return m;
}

/* Send them to PEER, or receive them from there.  */

void
prt_pieces_move (const struct prt_pieces *p, char *base, int peer, bool send)
{
  if (!p->n)
    return;
  struct prt_message m = message_of (p, base);
  if (send)
    MPI_Send (m.addr, m.count, m.type, peer, PRT_TAG_INSPECT, prt.comm);
  else
    MPI_Recv (m.addr, m.count, m.type, peer, PRT_TAG_INSPECT, prt.comm,
	      MPI_STATUS_IGNORE);
  prt_message_free (&m);
  prt.tally.messages += send;
  prt.tally.bytes += send ? p->bytes : 0;
}
