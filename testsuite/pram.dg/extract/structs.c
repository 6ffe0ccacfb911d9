/* Elements with members, copied whole and by member.

   SPDX-License-Identifier: GPL-3.0-or-later  */
struct point { double x, y; };
struct cell { struct point p; int kind; };

void
move (int n, struct point *a, struct point *b, struct cell *c,
      _Complex double *z)
{
#pragma pram begin size(n=80)
  for (int i = 0; i < n; i++)
    {
      a[i].x += 1;
      a[i].y = a[i].x * c[i].p.x;
    }
  for (int i = 0; i < n; i++)
    b[i] = b[i + 100];
  for (int i = 0; i < n; i++)
    z[i] = z[i] * 2.0;
#pragma pram end
}
