/* starts-again.c: a counter that goes on counting from entry to entry, and says when what is
   done; what else decides about that has loops of one iteration made.
   SPDX-License-Identifier: GPL-3.0-or-later

   { pram-args 30 }
   { pram-args 30 2 }
   { pram-mode any }  */

#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int n = argc > 1 ? atoi (argv[1]) : 30, when = argc > 2 ? atoi (argv[2]) : 1000;
  int *root = malloc (n * sizeof *root), *next = malloc (n * sizeof *next);
  for (int i = 0; i < n; i++)
    {
      root[i] = i;
      next[i] = i / 2;
    }
  int changed, pass = 0;
  for (int k = 0; k < 4; k++)
    {
#pragma pram
      do
	{
	  changed = 0;
	  for (int i = 0; i < n; i++)
	    {
	      int r = next[i];
	      if (r != root[i])
		changed++;
	      root[i] = r;
	    }
	  if (pass == when)
	    for (int i = 1; i < n; i++)
	      next[i] = next[i - 1];
	  pass++;
	  if (pass % 3 == 0)
	    for (int i = 0; i < n; i++)
	      root[i] = (root[i] + i) % n;
	}
      while (changed);
      printf ("%d %d\n", k, pass);
      for (int i = 0; i < n; i++)
	root[i] = (root[i] * 3 + i + k) % n;
    }
  return 0;
}
