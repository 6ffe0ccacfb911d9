/* Work without arrays; an inner loop with a data-dependent end.

   SPDX-License-Identifier: GPL-3.0-or-later  */
double
pi (int n)
{
  double s = 0;
#pragma pram size(n=1000) reduction(+: s)
  for (int i = 0; i < n; i++)
    {
      double x = (i + 0.5) / n;
      s += 4 / (1 + x * x);
    }
  return s / n;
}

void
mandelbrot (int n, unsigned char img[n][n])
{
#pragma pram size(n=100)
  for (int y = 0; y < n; y++)
    for (int x = 0; x < n; x++)
      {
	double a = 0, b = 0;
	int k = 0;
	while (k < 255 && a * a + b * b < 4)
	  {
	    double t = a * a - b * b + x * 0.02 - 1.5;
	    b = 2 * a * b + y * 0.02 - 1;
	    a = t;
	    k++;
	  }
	img[y][x] = k;
      }
}
