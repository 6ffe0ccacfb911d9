/* undecided.c: what is done depends on an integer that isn't known.

   SPDX-License-Identifier: GPL-3.0-or-later  */

enum kind { FIXED, REFLECTING, PERIODIC };
double u[102], v[102], w[100][100];
struct grid { enum kind kind; double c; };

void
once (int flag)
{
#pragma pram begin
  for (int i = 0; i < 100; i++) /* { dg-note "'once.1' is oblivious .flag=1" } */
    v[i] = u[i];
  if (flag)
    for (int i = 0; i < 100; i++)
      u[i] = 2 * v[i];
#pragma pram end
}

void
ends (struct grid *g)
{
#pragma pram
  for (int t = 0; t < 9; t++) /* { dg-note "'ends.1' is oblivious .g->kind=1" } */
    {
      switch (g->kind)
	{
	case FIXED:
	  u[0] = 1;
	  break;
	case REFLECTING:
	  u[0] = u[1];
	  break;
	case PERIODIC:
	  u[0] = u[100];
	}
      for (int i = 1; i <= 100; i++)
	v[i] = g->c * (u[i - 1] + u[i + 1]);
      for (int i = 1; i <= 100; i++)
	u[i] = v[i];
    }
}

void
known (enum kind kind)
{
#pragma pram size(kind=PERIODIC) size(kind=REFLECTING)
  for (int t = 0; t < 9; t++) /* { dg-note "is oblivious .kind=1" } */
    {
      if (kind == PERIODIC)
	for (int i = 0; i < 100; i++)
	  w[0][i] = w[98][i];
      else
	for (int i = 0; i < 100; i++)
	  w[0][i] = w[1][i];
      for (int i = 0; i < 100; i++)
	for (int j = 0; j < 100; j++)
	  w[i][j] *= 0.5;
    }
}
