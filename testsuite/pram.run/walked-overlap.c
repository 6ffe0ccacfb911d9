/* A walk leads into what the region writes: all is as it was before, and the region
   runs serially.  An array that its own loop changes nobody walks.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 20 1 5 } */
/* { pram-ranks 2 3 5 } */
/* { pram-mode any } */
#include <stdio.h>
#include <stdlib.h>

__attribute__ ((noipa)) void
follow (int n, int m, int *next, int *end)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i;
      while (next[k] > k && next[k] < m)
	k = next[k];
      end[i] = k;
    }
}

/* Only in the second step.  */
__attribute__ ((noipa)) void
creep (int n, int m, int *next, int *from, int *end)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    {
      for (int i = 0; i < n; i++)
	{
	  int k = from[i];
	  while (next[k] > k && next[k] < m)
	    k = next[k];
	  end[i] = k;
	}
      for (int i = 0; i < n; i++)
	from[i] += n / 2;
    }
}

__attribute__ ((noipa)) void
compress (int n, int *parent)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int k = i;
      while (parent[k] != k)
	k = parent[k];
      parent[i] = k;
    }
}

int
main (int argc, char **argv)
{
  for (int a = 1; a < argc; a++)
    {
      int n = atoi (argv[a]);
      int *list = malloc (sizeof *list * 2 * n);
      int *from = malloc (sizeof *from * n);
      for (int turn = 0; turn < 4; turn++)
	{
	  for (int i = 0; i < 2 * n; i++)
	    list[i] = i + 1 + i % 3 < (turn % 2 ? n : 2 * n) ? i + 1 + i % 3 : 0;
	  if (turn < 2)
	    follow (n, 2 * n, list, list + n);
	  else
	    {
	      for (int i = 0; i < n; i++)
		from[i] = i / 3;
	      creep (n, 2 * n, list, from, list + n);
	    }
	  for (int i = 0; i < 2 * n; i++)
	    printf ("%d%c", list[i], (i + 1) % n ? ' ' : '\n');
	  for (int i = 0; i < n; i++)
	    list[i] = i < 2 ? i : i - 1 - i % 2;
	  compress (n, list);
	  for (int i = 0; i < n; i++)
	    printf ("%d%c", list[i], (i + 1) % n ? ' ' : '\n');
	}
    }
  return 0;
}
