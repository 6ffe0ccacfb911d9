/* threads.c: regions in several threads, which take turns; one thread is
   cancelled, and main's ends before the others.

   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { pram-flags -pthread } { pram-ranks 1 2 3 } */

#include <pthread.h>
#include "show.h"

enum { THREADS = 4, TURNS = 5, N = 20000 };

static double a[THREADS][N], b[THREADS][N];
static pthread_t thread[THREADS];

static void
step (double *x, double *y)
{
#pragma pram
  for (int t = 0; t < 20; t++)
    {
      for (int i = 1; i < N - 1; i++)
	y[i] = 0.5 * (x[i - 1] + x[i + 1]);
      for (int i = 1; i < N - 1; i++)
	x[i] = 0.5 * (y[i - 1] + y[i + 1]);
    }
}

static void *
work (void *number)
{
  int k = *(int *) number;
  for (int i = 0; i < TURNS; i++)
    step (a[k], b[k]);
  return NULL;
}

static void *
forever (void *number)
{
  int k = *(int *) number;
  for (;;)
    {
      step (a[k], b[k]);
      pthread_testcancel ();
    }
  return NULL;
}

static void *
end (void *last)
{
  void *result;
  for (int k = 0; k < THREADS - 1; k++)
    pthread_join (thread[k], NULL);
  pthread_cancel (thread[THREADS - 1]);
  pthread_join (thread[THREADS - 1], &result);
  printf ("cancelled: %d\n", result == PTHREAD_CANCELED);
  show ("a", a, (THREADS - 1) * sizeof a[0]);
  work (last);
  show ("a", a, (THREADS - 1) * sizeof a[0]);
  return NULL;
}

int
main (void)
{
  static int number[THREADS];
  pthread_t last;
  for (int k = 0; k < THREADS; k++)
    for (int i = 0; i < N; i++)
      a[k][i] = noise (k * N + i);
  for (int k = 0; k < THREADS; k++)
    {
      number[k] = k;
      pthread_create (&thread[k], NULL, k < THREADS - 1 ? work : forever,
		      &number[k]);
    }
  pthread_create (&last, NULL, end, &number[0]);
  pthread_exit (NULL);
}
