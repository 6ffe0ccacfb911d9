/* programs-elements.c: subscripts, values and conditions of random programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "programs.h"

const char *
size_n (struct region *r)
{
  r->used_n = true;
  return r->literal ? text ("%d", r->n) : "n";
}

const char *
size_m (struct region *r)
{
  r->used_m = true;
  return r->literal ? text ("%d", r->m) : "m";
}

/* --- Subscripts ----------------------------------------------------------- */

static bool
within_p (int lo, int hi)
{
  return lo >= 0 && hi < EXTENT && lo <= hi;
}

/* A constant if the one chosen is out of bounds.  */
const char *
subscript (struct region *r, const struct iterator *i)
{
  const char *x = i->name;
  int how = pick (r, r->kind[REMAINDERS] ? 9 : 6);
  if (how >= 6 && i->lo >= 0)
    switch (how)
      {
      case 6:
	return text ("(%s + 1) %% %d", x, r->n);
      case 7:
	if (i->hi / 2 < EXTENT)
	  return text ("%s / 2", x);
	break;
      default:
	return text ("%s %% 2", x);
      }
  if (how == 1 && within_p (i->lo + 1, i->hi + 1))
    return text ("%s + 1", x);
  if (how == 2 && within_p (i->lo - 1, i->hi - 1))
    return text ("%s - 1", x);
  if (how == 3 && within_p (r->n - 1 - i->hi, r->n - 1 - i->lo))
    return text ("%s - 1 - %s", size_n (r), x);
  if (how == 4)
    return text ("%d", pick (r, 3));
  if (how == 5 && within_p (2 * i->lo, 2 * i->hi))
    return text ("2 * %s", x);
  if (within_p (i->lo, i->hi))
    return x;
  return "1";
}

const char *
subscripted (struct region *r, const struct array *a, const char *const *s)
{
  r->used_e |= a->style == VARIABLE && a->rank > 1;
  if (a->style != FLAT || a->rank == 1)
    {
      const char *all = a->name;
      for (int d = 0; d < a->rank; d++)
	all = text ("%s[%s]", all, s[d]);
      return all;
    }
  const char *sum = text ("(%s) * %d", s[0], EXTENT);
  for (int d = 1; d < a->rank; d++)
    sum = d + 1 < a->rank ? text ("(%s + %s) * %d", sum, s[d], EXTENT)
      : text ("%s + %s", sum, s[d]);
  return text ("%s[%s]", a->name, sum);
}

/* The iterator that belongs to dimension D, or null.  */
static const struct iterator *
iterator_of (const struct region *r, int d)
{
  return r->n_time + d < r->n_iterators ? &r->iterators[r->n_time + d] : NULL;
}

const struct iterator *
some_iterator (struct region *r)
{
  int n = r->n_iterators + r->n_extras;
  int k = n ? pick (r, n) : 0;
  return !n ? NULL : k < r->n_iterators ? &r->iterators[k]
    : &r->extras[k - r->n_iterators];
}

const char *
some_subscript (struct region *r)
{
  int n = r->n_iterators - r->n_time;
  const struct iterator *i = n && pick (r, 8) != 7
    ? &r->iterators[r->n_time + pick (r, n)] : some_iterator (r);
  return i ? subscript (r, i) : text ("%d", pick (r, 3));
}

const char *
element (struct region *r, const struct array *a)
{
  const char *s[3];
  /* Where a loop changes what data choose there is little to distribute.  */
  if (use (r, INDIRECT) && (a != r->written || pick (r, 16) == 15))
    return chosen_element (r, a);
  for (int d = 0; d < a->rank; d++)
    {
      const struct iterator *i = iterator_of (r, d);
      if (!i || pick (r, 4) == 3)
	i = some_iterator (r);
      s[d] = i ? subscript (r, i) : text ("%d", pick (r, 3));
    }
  return subscripted (r, a, s);
}

const char *
own_element (struct region *r, const struct array *a, bool shift)
{
  const char *s[3];
  int shifted = shift ? pick (r, a->rank + 1) - 1 : -1;
  for (int d = 0; d < a->rank; d++)
    {
      const struct iterator *i = iterator_of (r, d);
      if (!i || !within_p (i->lo, i->hi))
	s[d] = text ("%d", 1 + pick (r, 2));
      else if (d == shifted && within_p (i->lo + 1, i->hi + 1))
	s[d] = text ("%s + 1", i->name);
      else if (r->kind[REMAINDERS] && i->lo >= 0 && pick (r, 8) == 7)
	s[d] = text ("%s %% %d", i->name, 2 + pick (r, 4));
      else
	s[d] = i->name;
    }
  return subscripted (r, a, s);
}

/* --- Values --------------------------------------------------------------- */

const struct array *
some_array (struct region *r, int kind)
{
  int first = pick (r, N_ARRAYS);
  for (int k = 0; k < N_ARRAYS; k++)
    {
      const struct array *a = &r->arrays[(first + k) % N_ARRAYS];
      if (kind < 0 || real_p (a->type) == (kind == 1))
	return a;
    }
  return NULL;
}

/* A small operand that is no element.  */
static const char *
small_operand (struct region *r, bool real)
{
  const struct iterator *i = pick (r, 2) ? some_iterator (r) : NULL;
  if (i)
    {
      if (use (r, TABLES) && within_p (i->lo, i->hi))
	return text (real ? "weights[%s]" : "numbers[%s]", i->name);
      return real ? text ("0.125 * %s", i->name) : i->name;
    }
  return real ? text ("0.%d", 1 + pick (r, 7)) : text ("%d", 1 + pick (r, 7));
}

/* For real T the factors' sum is at most one, so that values stay moderate.  */
static const char *
linear_value (struct region *r, bool real)
{
  static const char *const factors[] = { "0.5", "0.25", "0.125", "0.0625" };
  const char *sum = small_operand (r, real);
  int n = 1 + pick (r, 3);
  for (int k = 0; k < n; k++)
    {
      const struct array *a = some_array (r, real ? -1 : 0);
      if (!a)
	break;
      const char *x = use (r, INDIRECT) && pick (r, 6) == 5
	? chosen_value (r, a) : element (r, a);
      if (real)
	sum = text ("%s %c %s * %s", sum, k == 2 ? '-' : '+', factors[k], x);
      else if (pick (r, 4) == 3)
	sum = text ("((%s) ^ %s)", sum, x);
      else
	sum = text ("%s %c %d * %s", sum, k == 2 ? '-' : '+',
		    1 + pick (r, 3), x);
    }
  return sum;
}

const char *
value (struct region *r, enum type t)
{
  bool real = real_p (t);
  const char *v = linear_value (r, real);
  if (use (r, GUARDS))
    {
      const char *c = condition (r);
      v = text ("(%s ? %s : %s)", c, v, linear_value (r, real));
    }
  if (real && pick (r, 6) == 5)
    v = text ("fabs (%s)", v);
  return real ? v : text ("(%s) %% 97", v);
}

/* --- Conditions ----------------------------------------------------------- */

static const char *
comparison (struct region *r, const struct iterator *i)
{
  static const char *const operators[] = { ">", "<", "==", "!=", ">=", "<=" };
  int how = pick (r, 8);
  if (how < 6)
    {
      const char *x = pick (r, 4) == 3 ? size_m (r)
	: text ("%d", pick (r, 6));
      return text ("%s %s %s", i->name, operators[how], x);
    }
  if (i->lo < 0)
    return text ("%s > 0", i->name);
  return text ("%s %% %d == %d", i->name, how == 6 ? 2 : 3, pick (r, 2));
}

static const char *
condition_among (struct region *r, int first, int last)
{
  if (first >= last)
    return text ("%s > %d", size_n (r), 1 + pick (r, 6));
  const struct iterator *i = &r->iterators[first + pick (r, last - first)];
  const struct iterator *j = &r->iterators[first + pick (r, last - first)];
  const char *c = comparison (r, i);
  switch (pick (r, 6))
    {
    case 3:
      return i->is_unsigned == j->is_unsigned && i != j
	? text ("%s > %s", i->name, j->name) : c;
    case 4:
      return text ("%s && %s", c, comparison (r, j));
    case 5:
      return text ("(%s || %s)", c, comparison (r, j));
    default:
      return c;
    }
}

const char *
condition (struct region *r)
{
  if (use (r, INDIRECT) && pick (r, 4) == 3)
    return condition_on_index (r);
  return condition_among (r, r->n_time, r->n_iterators);
}

const char *
condition_on_time (struct region *r)
{
  return condition_among (r, 0, r->n_time);
}
