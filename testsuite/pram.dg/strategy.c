/* strategy.c: what strategies decide is said, and what they can't do.

   SPDX-License-Identifier: GPL-3.0-or-later  */

static double a[64], b[64], c[30000], d[30000];

void
naive (void)
{
#pragma pram schedule(naive) name(copy)
  for (int i = 0; i < 64; i++)	/* { dg-note "oblivious: 64 tasks, 0 edges" } */
    a[i] = b[i];		/* { dg-note "naive on 2 processors: 64 processes.*; 2 messages, 512 bytes" -1 } */
}

/* One path.  */
void
linear (void)
{
#pragma pram schedule(linear) name(chain)
  for (int i = 1; i < 64; i++)	/* { dg-note "oblivious: 63 tasks, 62 edges" } */
    a[i] = a[i - 1] + b[i];	/* { dg-note "linear on . processors: 1 process through" -1 } */
}

/* Blocks can't do it, tables can.  */
void
brent (void)
{
#pragma pram schedule(brent) name(chain2)
  for (int i = 1; i < 64; i++)	/* { dg-note "oblivious: 63 tasks, 62 edges" } */
    a[i] = a[i - 1] + b[i];	/* { dg-note "brent on . processors: .*tables" -1 } */
}

/* Beyond the budget, blocks can do it …  */
void
large (void)
{
#pragma pram schedule(naive) name(large)
  for (int i = 0; i < 30000; i++)	/* { dg-note "naive is not possible for 'large': it has more tasks than the budget of 20000; trying blocks" } */
    c[i] = d[i];			/* { dg-note "oblivious: 1 loop" -1 } */
}

/* … or not.  */
void
large_chain (void)
{
#pragma pram schedule(linear) name(long)
  for (int i = 1; i < 30000; i++)	/* { dg-note "linear is not possible for 'long'" } */
    c[i] = c[i - 1] + d[i];		/* { dg-note "'long' runs serially" -1 } */
}

/* Elements of arrays are what tasks are for.  */
void
no_tasks (int n)
{
#pragma pram schedule(brent) name(none)
  while (n < 5000)		/* { dg-note "'none' runs serially: it has no tasks" } */
    n = 3 * n + 1;
  a[0] = n;
}

/* Under a condition: blocks can't do it, and say what can.  */
void
conditional (void)
{
#pragma pram name(longest)
  for (int i = 1; i < 64; i++)
    a[i] = b[i] > 0 ? a[i - 1] + 1 : a[i]; /* { dg-note "condition on data.*; schedule.brent. may run it task by task" } */
}

/* … with the sizes that tables are for.  */
void
sized (int n)
{
#pragma pram name(sized)
  for (int i = 1; i < n; i++)
    a[i] = b[i] > 0 ? a[i - 1] + 1 : a[i]; /* { dg-note "condition on data.*; schedule.brent. with size.* may run it task by task" } */
}

/* … unless it can't either.  */
void
too_many (void)
{
#pragma pram name(many)
  for (int i = 1; i < 30000; i++) /* { dg-note "'many' runs serially.*reads in line [0-9]+$" } */
    c[i] = c[i - 1] + d[i];	  /* { dg-bogus "brent" -1 } */
}

void
serial (void)
{
#pragma pram schedule(serial) name(back)
  for (int i = 0; i < 64; i++)	/* { dg-note "runs serially: schedule.serial" } */
    b[i] = a[i];
}
