/* A loop inside of iterations could read more than there is, if it weren't left
   before.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-args 40 300 } */
/* { pram-ranks 2 3 } */
/* { pram-mode any } */
/* { pram-stderr "'lengths.1' runs serially: 't' ends before the last element that a loop could read that is left sooner" } */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define NI __attribute__ ((noipa))

enum { PAGE = 4096 };

/* How long the words are that begin with each character.  */
NI void
lengths (int n, int most, const char *t, int *length)
{
#pragma pram
  for (int i = 0; i < n; i++)
    {
      int j;
      for (j = 0; j < most; j++)
	if (t[i + j] == 0)
	  break;
      length[i] = j;
    }
}

static void
all (unsigned short size)
{
  int n = size, *length = malloc (n * sizeof *length);
  char *map = mmap (NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap (map + PAGE, PAGE);
  char *t = map + PAGE - n;
  for (int i = 0; i < n; i++)
    t[i] = i % 7 == 6 || i == n - 1 ? 0 : 'a';
  lengths (n, 1000, t, length);
  for (int i = 0; i < n; i++)
    printf ("%d ", length[i]);
  printf ("\n");
}

int
main (int argc, char **argv)
{
  for (int k = 1; k < argc; k++)
    all (atoi (argv[k]));
  return 0;
}
