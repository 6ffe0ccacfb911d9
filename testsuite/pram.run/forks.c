/* forks.c: processes that the program forks run regions serially, and leave the
   others alone: also when they return from main, and with what was registered
   to be done at the end.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-ranks 1 2 3 } { pram-skip quick }
   { pram-stderr "^(pram: [^ ]*forks.c:[0-9]+: 'step.1' runs serially: this process was forked\n){2}$" } */

#define _GNU_SOURCE 1
#include <sys/wait.h>
#include <unistd.h>
#include "show.h"

#define N 5000

static double a[N];

static void
step (const char *name)
{
#pragma pram
  for (int t = 0; t < 3; t++)
    for (int i = 0; i < N; i++)
      a[i] = a[i] * 0.5 + i;
  show (name, a, sizeof a);
  fflush (stdout);
}

static void
at_exit (void)
{
  step ("at exit");
}

static void
await (const char *name, pid_t child)
{
  int status;
  waitpid (child, &status, 0);
  printf ("%s %d\n", name, WIFEXITED (status) ? WEXITSTATUS (status) : -1);
  fflush (stdout);
}

/* Before and after the first region.  */

static void
fork_two (void)
{
  pid_t child = fork ();
  if (!child)
    {
      step ("child");
      child = fork ();
      if (!child)
	{
	  step ("grandchild");
	  exit (6);
	}
      await ("grandchild", child);
      _exit (5);
    }
  await ("child", child);
  step ("parent");
}

int
main (void)
{
  atexit (at_exit);
  fork_two ();
  pid_t child = fork ();
  if (!child)
    {
      step ("second child");
      return 4;
    }
  await ("second child", child);
  step ("parent again");
  exit (0);
}
