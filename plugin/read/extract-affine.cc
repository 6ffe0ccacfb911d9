/* extract-affine.cc: integers as affine functions of iteration numbers.

   SPDX-License-Identifier: GPL-3.0-or-later

   Walks SSA definitions.  An own walk instead of scalar evolution: it folds
   through PHIs and definitions before the first optimisation has run, and it
   says which value an expression depends on when it is not affine.  */

#include "pram-gcc.h"
#include "region.h"
#include "extract.h"

static bool affine (struct plug_extract *, tree, class loop *,
		    struct plug_affine *);

static void
set_constant (struct plug_affine *a, HOST_WIDE_INT c)
{
  memset (a, 0, sizeof *a);
  a->c = c;
  a->exact = true;
}

/* The same of a constant of some type: 2^63 and more are not what is kept.  */
static void
set_integer (struct plug_affine *a, tree value)
{
  set_constant (a, (HOST_WIDE_INT) TREE_INT_CST_LOW (value));
  a->exact = tree_fits_shwi_p (value);
}

bool
plug_affine_constant (const struct plug_affine *a)
{
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    if (a->k[d])
      return false;
  return !a->n_terms && !a->ksym;
}

void
plug_affine_divide (struct plug_affine *a, HOST_WIDE_INT n)
{
  a->c = a->c / n - (a->c % n < 0);
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    a->k[d] /= n;
  for (int t = 0; t < a->n_terms; t++)
    a->terms[t].k /= n;
}

/* Arithmetic is that of the machine, modulo 2^64.  */
static HOST_WIDE_INT
wrap_mul (HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  return (HOST_WIDE_INT) ((unsigned HOST_WIDE_INT) a
			  * (unsigned HOST_WIDE_INT) b);
}

static HOST_WIDE_INT
wrap_add (HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  return (HOST_WIDE_INT) ((unsigned HOST_WIDE_INT) a
			  + (unsigned HOST_WIDE_INT) b);
}

bool
plug_affine_add_term (struct plug_affine *a, int number, HOST_WIDE_INT k)
{
  int t = 0;
  while (t < a->n_terms && a->terms[t].number != number)
    t++;
  if (t == PLUG_MAX_TERMS)
    return !k;
  if (t == a->n_terms)
    a->terms[a->n_terms++] = { number, 0 };
  a->terms[t].k = wrap_add (a->terms[t].k, k);
  if (!a->terms[t].k)
    a->terms[t] = a->terms[--a->n_terms];
  return true;
}

bool
plug_affine_add (struct plug_affine *a, const struct plug_affine *b,
		 HOST_WIDE_INT factor)
{
  if (a->ksym && b->ksym && a->sym != b->sym)
    return false;
  if (b->ksym)
    a->sym = b->sym;
  a->c = wrap_add (a->c, wrap_mul (b->c, factor));
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    a->k[d] = wrap_add (a->k[d], wrap_mul (b->k[d], factor));
  for (int t = 0; t < b->n_terms; t++)
    if (!plug_affine_add_term (a, b->terms[t].number,
			       wrap_mul (b->terms[t].k, factor)))
      return false;
  a->ksym = wrap_add (a->ksym, wrap_mul (b->ksym, factor));
  a->exact &= b->exact;
  return true;
}

/* --- Ranges ------------------------------------------------------------- */

/* Is A less than 2^61 everywhere?  Then the difference of two such, and a bit
   more, has 64 bits.  */
static bool
small_p (const struct plug_affine *a)
{
  auto fits = [] (HOST_WIDE_INT n)
    { return n < HOST_WIDE_INT_1 << 61 && n > -(HOST_WIDE_INT_1 << 61); };
  bool small = fits (a->c);
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    small &= fits (a->k[d]);
  for (int t = 0; t < a->n_terms; t++)
    small &= fits (a->terms[t].k);
  return small;
}

/* *SUM += A * B; false if that leaves 64 bits.  */
static bool
add_product (HOST_WIDE_INT *sum, HOST_WIDE_INT a, HOST_WIDE_INT b)
{
  HOST_WIDE_INT product;
  return (!__builtin_mul_overflow (a, b, &product)
	  && !__builtin_add_overflow (*sum, product, sum));
}

/* A += FACTOR * B, B not depending on a pending PHI; false if that leaves 64
   bits.  */
static bool
add_exactly (struct plug_affine *a, const struct plug_affine *b,
	     HOST_WIDE_INT factor)
{
  struct plug_affine sum = *a;
  bool ok = add_product (&sum.c, b->c, factor);
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    ok = ok && add_product (&sum.k[d], b->k[d], factor);
  for (int t = 0; t < b->n_terms; t++)
    {
      HOST_WIDE_INT k = 0;
      for (int s = 0; s < a->n_terms; s++)
	if (a->terms[s].number == b->terms[t].number)
	  k = a->terms[s].k;
      ok = ok && add_product (&k, b->terms[t].k, factor);
    }
  return ok && plug_affine_add (a, b, factor);
}

/* The loop of depth DEPTH around AT, or null.  */
static class loop *
loop_at_depth (class loop *at, int depth)
{
  while (at && (int) loop_depth (at) > depth)
    at = loop_outer (at);
  return at && (int) loop_depth (at) == depth ? at : NULL;
}

/* How often the latch of LOOP has run at most when control is at X->at: in
   blocks behind the test one time less than altogether.  */
static bool
last_iteration (struct plug_extract *x, class loop *loop,
		struct plug_affine *last)
{
  struct plug_loop *l = plug_loop_of (x, loop);
  if (!l->counted)
    return false;
  *last = l->latch;
  basic_block test = l->exits[0].test;
  if (x->at && flow_bb_inside_loop_p (loop, x->at) && x->at != test
      && dominated_by_p (CDI_DOMINATORS, x->at, test))
    last->c--;
  return true;
}

/* The least (SIGN -1) or greatest (SIGN 1) value of A.  */
static bool
extreme (struct plug_extract *x, const struct plug_affine *a, class loop *at,
	 int sign, HOST_WIDE_INT *value)
{
  struct plug_affine b = *a;
  if (b.ksym)
    return false;
  for (int d = PLUG_MAX_DEPTH - 1; d >= 0; d--)
    {
      HOST_WIDE_INT k = b.k[d];
      struct plug_affine last;
      if (!k)
	continue;
      class loop *loop = loop_at_depth (at, d + 1);
      b.k[d] = 0;
      if ((k > 0) != (sign > 0))
	continue;		/* iteration 0 */
      if (!loop || !last_iteration (x, loop, &last)
	  || !add_exactly (&b, &last, k))
	return false;
    }
  /* Counts of loops may have brought some.  */
  for (int t = 0; t < b.n_terms; t++)
    if ((b.terms[t].k > 0) == (sign > 0)
	&& !add_product (&b.c, b.terms[t].k,
			 plug_split_most (x, b.terms[t].number)))
      return false;
  *value = b.c;
  return true;
}

bool
plug_affine_range (struct plug_extract *x, const struct plug_affine *a,
		   class loop *at, HOST_WIDE_INT *min, HOST_WIDE_INT *max)
{
  return extreme (x, a, at, -1, min) && extreme (x, a, at, 1, max);
}

bool
plug_affine_least (struct plug_extract *x, const struct plug_affine *a,
		   class loop *at, HOST_WIDE_INT *min)
{
  return extreme (x, a, at, -1, min);
}

bool
plug_affine_exact (struct plug_extract *x, struct plug_affine *a, tree type,
		   class loop *at)
{
  if (!small_p (a))
    return false;
  if (a->exact)
    return true;
  HOST_WIDE_INT min, max;
  if (!plug_affine_range (x, a, at, &min, &max))
    return false;
  int precision = TYPE_PRECISION (type);
  if (precision > HOST_BITS_PER_WIDE_INT)
    return false;
  if (precision == HOST_BITS_PER_WIDE_INT)
    {
      a->exact = (!TYPE_UNSIGNED (type) || min >= 0
		  || plug_conditions_imply (x, a));
      return a->exact;
    }
  HOST_WIDE_INT period = HOST_WIDE_INT_1 << precision;
  HOST_WIDE_INT low = TYPE_UNSIGNED (type) ? 0 : -(period >> 1);
  HOST_WIDE_INT turns = (max - low) >> precision;	/* floor */
  struct plug_affine value = *a;
  value.c -= turns * period;
  if (min - turns * period < low
      && (low || !plug_conditions_imply (x, &value)))
    return false;
  *a = value;
  a->exact = true;
  return true;
}

/* --- Choices ------------------------------------------------------------ */

/* `i == 0 ? n - 1 : i - 1' is affine in each of two parts of the iteration
   space.  A reference with such an index is looked at once for each
   combination of alternatives.  */

/* The choice between N alternatives for NAME: the first one when NAME is met
   first.  Null if there are too many.  */
static struct plug_choice *
choice_of (struct plug_extract *x, tree name, int n)
{
  for (int i = 0; i < x->n_choices; i++)
    if (x->choices[i].name == name)
      return &x->choices[i];
  if (!x->choosing || x->n_pending || x->n_choices == PLUG_MAX_CHOICES)
    return NULL;
  struct plug_choice *choice = &x->choices[x->n_choices++];
  memset (choice, 0, sizeof *choice);
  choice->name = name;
  choice->n = n;
  return choice;
}

bool
plug_next_choice (struct plug_extract *x)
{
  while (x->n_choices)
    {
      struct plug_choice *last = &x->choices[x->n_choices - 1];
      if (++last->taken < last->n)
	return true;
      x->n_choices--;
    }
  return false;
}

/* --- Expressions -------------------------------------------------------- */

/* VALUE is not affine.  */
static bool
blame (struct plug_extract *x, tree value)
{
  x->culprit = value;
  return false;
}

bool
plug_affine_leave (struct plug_extract *x, struct plug_affine *a,
		   class loop *from, class loop *at)
{
  if (!plug_split_visible_p (x, a, at))
    return false;
  for (; from && !flow_loop_nested_p (from, at) && from != at;
       from = loop_outer (from))
    {
      int d = loop_depth (from) - 1;
      if (d >= PLUG_MAX_DEPTH)
	return false;
      HOST_WIDE_INT k = a->k[d], min, max;
      if (!k)
	continue;
      struct plug_loop *l = plug_loop_of (x, from);
      a->k[d] = 0;
      if (!l->counted
	  || !plug_affine_range (x, &l->latch, loop_outer (from), &min, &max))
	return false;
      if (min >= 0 ? !plug_affine_add (a, &l->latch, k) : max > 0)
	return false;
    }
  return true;
}

/* Arithmetic in TYPE leaves its range only where behaviour is undefined.  */
static bool
no_overflow_p (tree type)
{
  return INTEGRAL_TYPE_P (type) && TYPE_OVERFLOW_UNDEFINED (type);
}

static bool
affine_convert (struct plug_extract *x, tree to, tree from_expr,
		class loop *at, struct plug_affine *a)
{
  tree from = TREE_TYPE (from_expr);
  if (!INTEGRAL_TYPE_P (from) || !INTEGRAL_TYPE_P (to))
    return blame (x, from_expr);
  if (!affine (x, from_expr, at, a))
    return false;
  if (TYPE_PRECISION (to) > TYPE_PRECISION (from))
    {
      if (!plug_affine_exact (x, a, from, at))
	return blame (x, from_expr);
      a->exact = !TYPE_UNSIGNED (to) || TYPE_UNSIGNED (from);
    }
  else if (TYPE_PRECISION (to) < TYPE_PRECISION (from)
	   || TYPE_UNSIGNED (to) != TYPE_UNSIGNED (from))
    a->exact = false;
  return true;
}

/* A op B, both constant.  */
static bool
fold_constants (enum tree_code code, tree type, tree t0, tree t1,
		const struct plug_affine *a, const struct plug_affine *b,
		struct plug_affine *result)
{
  tree value = fold_binary (code, type, build_int_cst (TREE_TYPE (t0), a->c),
			    build_int_cst (TREE_TYPE (t1), b->c));
  if (!value || TREE_CODE (value) != INTEGER_CST)
    return false;
  set_integer (result, value);
  return true;
}

/* A, an exact value, = its quotient or remainder by MODULUS, rounded towards
   minus infinity.  */
static bool
split_exact (struct plug_extract *x, struct plug_affine *a,
	     HOST_WIDE_INT modulus, bool remainder, class loop *at)
{
  if (plug_affine_constant (a))
    {
      HOST_WIDE_INT r = a->c % modulus;
      r += r < 0 ? modulus : 0;
      a->c = remainder ? r : (a->c - r) / modulus;
      return true;
    }
  if (modulus == 1 && remainder)
    set_constant (a, 0);
  return modulus == 1 || (modulus <= HOST_WIDE_INT_1 << 31
			  && plug_split (x, a, modulus, remainder, at));
}

/* A = the bits LOW to HIGH - 1 of A, an exact value, in their places; HIGH 63
   stands for all from LOW on.  */
static bool
take_bits (struct plug_extract *x, struct plug_affine *a, int low, int high,
	   class loop *at)
{
  struct plug_affine bits = *a;
  if (!split_exact (x, &bits, HOST_WIDE_INT_1 << low, false, at)
      || (high < 63
	  && !split_exact (x, &bits, HOST_WIDE_INT_1 << (high - low), true,
			   at)))
    return false;
  set_constant (a, 0);
  return plug_affine_add (a, &bits, HOST_WIDE_INT_1 << low);
}

/* The greatest power of two that divides A everywhere.  */
static int
common_shift (const struct plug_affine *a)
{
  HOST_WIDE_INT bits = a->c;
  for (int d = 0; d < PLUG_MAX_DEPTH; d++)
    bits |= a->k[d];
  for (int t = 0; t < a->n_terms; t++)
    bits |= a->terms[t].k;
  return bits ? ctz_hwi (bits) : 0;
}

/* A, an exact value, = A & MASK, which takes some runs of A's bits.  */
static bool
affine_mask (struct plug_extract *x, struct plug_affine *a,
	     HOST_WIDE_INT mask, class loop *at)
{
  struct plug_affine all = *a;
  /* The compiler writes (i << 4) & 0x1f0 for (i & 0x1f) << 4.  */
  int shift = common_shift (a);
  plug_affine_divide (&all, HOST_WIDE_INT_1 << shift);
  mask >>= shift;
  set_constant (a, 0);
  for (int low = 0, high; low < 63; low = high)
    {
      struct plug_affine bits = all;
      for (high = low + 1;
	   high < 63 && (mask >> high & 1) == (mask >> low & 1); high++)
	;
      if ((mask >> low & 1)
	  && (!take_bits (x, &bits, low, mask < 0 ? high : MIN (high, 62), at)
	      || !plug_affine_add (a, &bits, HOST_WIDE_INT_1 << shift)))
	return false;
    }
  return true;
}

/* A, an exact value, = A ^ B, which is NAME; COMMON = A & B.  That is
   A + B - 2 * (A & B); or, if B is one bit, A + B where A doesn't have it and
   A - B elsewhere: two places at a fixed distance.  */
static bool
affine_exclusive (struct plug_extract *x, tree name, struct plug_affine *a,
		  HOST_WIDE_INT b, const struct plug_affine *common)
{
  struct plug_choice *choice = NULL;
  if (pow2p_hwi (b) && common->n_terms && name && x->choosing)
    choice = choice_of (x, name, 2);
  a->c += b;
  if (!choice)
    return plug_affine_add (a, common, -2);
  set_constant (&choice->difference, 0);
  plug_affine_add (&choice->difference, common, -1);
  plug_affine_divide (&choice->difference, b);
  a->c -= choice->taken ? 2 * b : 0;
  return true;
}

/* A = A CODE B, which is NAME, the operator being one that yields a quotient or
   a remainder, or works on bits: A | B is A + B - (A & B).  */
static bool
affine_split (struct plug_extract *x, enum tree_code code, tree type,
	      tree name, class loop *at, HOST_WIDE_INT b,
	      struct plug_affine *a)
{
  struct plug_affine e = *a, common;
  HOST_WIDE_INT min, max;
  bool bits = (code == BIT_AND_EXPR || code == BIT_IOR_EXPR
	       || code == BIT_XOR_EXPR);
  bool quotient = code == TRUNC_MOD_EXPR || code == TRUNC_DIV_EXPR;
  if (!plug_affine_exact (x, &e, type, at)
      || !plug_affine_range (x, &e, at, &min, &max))
    return false;
  common = e;
  if (bits ? !affine_mask (x, &common, b, at)
      : code == RSHIFT_EXPR
      ? b < 0 || b > 31 || !split_exact (x, &e, HOST_WIDE_INT_1 << b, false, at)
      /* Rounds towards zero.  */
      : !quotient || b < 1 || (min < 0 && !TYPE_UNSIGNED (type))
	|| !split_exact (x, &e, b, code == TRUNC_MOD_EXPR, at))
    return false;
  if (code == BIT_AND_EXPR)
    e = common;
  else if (code == BIT_IOR_EXPR)
    {
      e.c += b;
      if (!plug_affine_add (&e, &common, -1))
	return false;
    }
  else if (bits && !affine_exclusive (x, name, &e, b, &common))
    return false;
  *a = e;
  return true;
}

/* *A = the minimum or maximum of *A and B, values of TYPE, which is NAME.  */
static bool
affine_extremum (struct plug_extract *x, enum tree_code code, tree type,
		 tree name, class loop *at, struct plug_affine *a,
		 const struct plug_affine *b)
{
  struct plug_affine other = *b, difference;
  HOST_WIDE_INT min, max;
  if (!plug_affine_exact (x, a, type, at)
      || !plug_affine_exact (x, &other, type, at))
    return false;
  difference = code == MAX_EXPR ? *a : other;
  if (!plug_affine_add (&difference, code == MAX_EXPR ? &other : a, -1))
    return false;
  bool ranged = plug_affine_range (x, &difference, at, &min, &max);
  if (ranged && min >= 0)
    return true;
  if (ranged && max <= 0)
    {
      *a = other;
      return true;
    }
  struct plug_choice *choice = name ? choice_of (x, name, 2) : NULL;
  if (!choice)
    return false;
  choice->difference = difference;
  if (choice->taken == 1)
    *a = other;
  return true;
}

static bool
affine_binary (struct plug_extract *x, enum tree_code code, tree type,
	       tree name, tree t0, tree t1, class loop *at,
	       struct plug_affine *a)
{
  struct plug_affine b;
  if (!INTEGRAL_TYPE_P (TREE_TYPE (t0)) || !affine (x, t0, at, a)
      || !affine (x, t1, at, &b))
    return false;
  bool exact = no_overflow_p (type) && a->exact && b.exact;
  switch (code)
    {
    case PLUS_EXPR:
    case MINUS_EXPR:
      if (!plug_affine_add (a, &b, code == PLUS_EXPR ? 1 : -1))
	return blame (x, t0);
      break;
    case MULT_EXPR:
    case LSHIFT_EXPR:
      {
	if (code == MULT_EXPR && !plug_affine_constant (&b)
	    && plug_affine_constant (a))
	  std::swap (*a, b);
	if (!plug_affine_constant (&b)
	    || (code == LSHIFT_EXPR && (b.c < 0 || b.c > 62)))
	  return blame (x, t1);
	struct plug_affine product;
	set_constant (&product, 0);
	plug_affine_add (&product, a,
			 code == LSHIFT_EXPR ? HOST_WIDE_INT_1 << b.c : b.c);
	*a = product;
	break;
      }
    case MIN_EXPR:
    case MAX_EXPR:
      return (affine_extremum (x, code, type, name, at, a, &b)
	      || blame (x, t0));
    default:
      if (!plug_affine_constant (a) && plug_affine_constant (&b)
	  && affine_split (x, code, type, name, at, b.c, a))
	return true;
      if (!plug_affine_constant (a) || !plug_affine_constant (&b))
	return blame (x, plug_affine_constant (a) ? t1 : t0);
      return (fold_constants (code, type, t0, t1, a, &b, a)
	      || blame (x, t0));
    }
  a->exact = exact;
  return true;
}

/* T0 CODE T1, which is NAME, if it has one.  */
static bool
affine_operation (struct plug_extract *x, enum tree_code code, tree type,
		  tree name, tree t0, tree t1, class loop *at,
		  struct plug_affine *a)
{
  switch (code)
    {
    CASE_CONVERT:
      return affine_convert (x, type, t0, at, a);
    case NEGATE_EXPR:
    case BIT_NOT_EXPR:
      {
	struct plug_affine b;
	if (!affine (x, t0, at, &b))
	  return false;
	set_constant (a, code == BIT_NOT_EXPR ? -1 : 0);
	plug_affine_add (a, &b, -1);
	a->exact = b.exact && no_overflow_p (type);
	return true;
      }
    default:
      if (t1 && TREE_CODE_CLASS (code) == tcc_binary)
	return affine_binary (x, code, type, name, t0, t1, at, a);
      return false;
    }
}

/* The iteration number of PHI's loop changes it by a constant.  */
static bool
induction (struct plug_extract *x, gphi *phi, struct plug_affine *a)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  tree result = gimple_phi_result (phi), type = TREE_TYPE (result);
  int d = loop_depth (loop) - 1;
  struct plug_affine step;
  if (d >= PLUG_MAX_DEPTH || EDGE_COUNT (loop->header->preds) != 2)
    return blame (x, result);
  if (!affine (x, PHI_ARG_DEF_FROM_EDGE (phi, loop_preheader_edge (loop)),
	       loop_outer (loop), a))
    return false;

  struct plug_affine *symbol = XCNEW (struct plug_affine);
  symbol->sym = result;
  symbol->ksym = 1;
  symbol->exact = no_overflow_p (type);
  x->affine_of[SSA_NAME_VERSION (result)] = symbol;
  x->n_pending++;
  bool ok = affine (x, PHI_ARG_DEF_FROM_EDGE (phi, loop_latch_edge (loop)),
		    loop, &step);
  x->n_pending--;
  x->affine_of[SSA_NAME_VERSION (result)] = NULL;
  free (symbol);
  ok = ok && step.sym == result && step.ksym == 1;
  step.ksym = 0;
  if (!ok || !plug_affine_constant (&step))
    return blame (x, result);
  /* An unsigned step of 2^32 - 1 is a step of -1.  */
  if (TYPE_PRECISION (type) < HOST_BITS_PER_WIDE_INT
      && step.c >= HOST_WIDE_INT_1 << (TYPE_PRECISION (type) - 1))
    step.c -= HOST_WIDE_INT_1 << TYPE_PRECISION (type);
  a->k[d] = wrap_add (a->k[d], step.c);
  a->exact &= step.exact;
  return true;
}

static bool
same_affine_p (const struct plug_affine *a, const struct plug_affine *b)
{
  struct plug_affine difference = *a;
  return (plug_affine_add (&difference, b, -1) && difference.c == 0
	  && plug_affine_constant (&difference));
}

/* PHI's argument I, which has been chosen: conditions on the way to PHI may tell
   that it is the value itself.  */
static bool
affine_argument (struct plug_extract *x, gphi *phi, int i,
		 struct plug_affine *a)
{
  tree value = gimple_phi_arg_def (phi, i);
  class loop *loop = gimple_bb (phi)->loop_father;
  if (!affine (x, value, loop, a))
    return false;
  basic_block outside = x->at;
  x->at = gimple_phi_arg_edge (phi, i)->src;
  plug_affine_exact (x, a, TREE_TYPE (value), loop);
  x->at = outside;
  return true;
}

/* A PHI where paths join: affine if all arguments are the same, or one of
   them has been chosen.  */
static bool
affine_join (struct plug_extract *x, gphi *phi, struct plug_affine *a)
{
  class loop *loop = gimple_bb (phi)->loop_father;
  struct plug_choice *choice
    = (x->choosing ? choice_of (x, gimple_phi_result (phi),
				gimple_phi_num_args (phi)) : NULL);
  if (choice)
    return affine_argument (x, phi, choice->taken, a);
  for (unsigned i = 0; i < gimple_phi_num_args (phi); i++)
    {
      struct plug_affine b;
      if (!affine (x, gimple_phi_arg_def (phi, i), loop, &b))
	return false;
      if (i == 0)
	*a = b;
      else if (!same_affine_p (a, &b))
	return blame (x, gimple_phi_result (phi));
      else
	a->exact &= b.exact;
    }
  return true;
}

static bool
affine_parameter (struct plug_extract *x, tree name, struct plug_affine *a)
{
  for (int p = 0; p < x->region->n_params; p++)
    if (x->region->params[p].parm == SSA_NAME_VAR (name)
	&& x->region->params[p].kind == PRAM_ARG_IN
	&& x->region->params[p].checked)
      {
	set_integer (a, build_int_cst (TREE_TYPE (name),
				       x->region->params[p].expected));
	return true;
      }
  return blame (x, name);
}

/* The value of NAME in the loop where it is defined.  */
static bool
affine_definition (struct plug_extract *x, tree name, struct plug_affine *a)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return affine_parameter (x, name, a);
  if (gphi *phi = dyn_cast <gphi *> (def))
    {
      basic_block bb = gimple_bb (phi);
      return (bb->loop_father->header == bb && loop_outer (bb->loop_father)
	      ? induction (x, phi, a) : affine_join (x, phi, a));
    }
  if (!is_gimple_assign (def) || gimple_vuse (def))
    return blame (x, name);
  x->culprit = NULL_TREE;
  class loop *loop = gimple_bb (def)->loop_father;
  bool ok = (gimple_assign_single_p (def)
	     ? affine (x, gimple_assign_rhs1 (def), loop, a)
	     : affine_operation (x, gimple_assign_rhs_code (def),
				 TREE_TYPE (name), name,
				 gimple_assign_rhs1 (def),
				 gimple_assign_rhs2 (def), loop, a));
  if (!ok && !x->culprit)
    blame (x, name);
  return ok;
}

static bool
affine_name (struct plug_extract *x, tree name, class loop *at,
	     struct plug_affine *a)
{
  struct plug_affine **known = &x->affine_of[SSA_NAME_VERSION (name)];
  /* Where there are terms there may be a choice instead.  */
  if (*known && !(x->choosing && (*known)->n_terms))
    *a = **known;
  else
    {
      /* A value in the block where it is computed: that block's bounds.  */
      basic_block outside = x->at;
      if (!SSA_NAME_IS_DEFAULT_DEF (name))
	x->at = gimple_bb (SSA_NAME_DEF_STMT (name));
      bool ok = affine_definition (x, name, a);
      x->at = outside;
      if (!ok)
	return false;
      if (!x->n_pending && !x->choosing && !x->proving)
	{
	  *known = XNEW (struct plug_affine);
	  **known = *a;
	}
    }
  if (SSA_NAME_IS_DEFAULT_DEF (name))
    return true;
  class loop *from = gimple_bb (SSA_NAME_DEF_STMT (name))->loop_father;
  return plug_affine_leave (x, a, from, at) || blame (x, name);
}

static bool
affine (struct plug_extract *x, tree expr, class loop *at,
	struct plug_affine *a)
{
  if (TREE_CODE (expr) == INTEGER_CST)
    {
      set_integer (a, expr);
      return true;
    }
  if (TREE_CODE (expr) == SSA_NAME)
    return (INTEGRAL_TYPE_P (TREE_TYPE (expr))
	    ? affine_name (x, expr, at, a) : blame (x, expr));
  if (EXPR_P (expr) && TREE_OPERAND_LENGTH (expr) >= 1)
    return affine_operation (x, TREE_CODE (expr), TREE_TYPE (expr), NULL_TREE,
			     TREE_OPERAND (expr, 0),
			     TREE_OPERAND_LENGTH (expr) > 1
			     ? TREE_OPERAND (expr, 1) : NULL_TREE, at, a);
  return blame (x, expr);
}

bool
plug_affine_of (struct plug_extract *x, tree expr, class loop *at,
		struct plug_affine *a)
{
  return affine (x, expr, at, a);
}

struct pram_affine
plug_affine_lower (struct plug_extract *x, const struct plug_affine *a,
		   class loop *at)
{
  for (int t = 0; t < a->n_terms; t++)
    plug_split_iterator (x, a->terms[t].number);	/* makes it */
  struct pram_affine result = pram_affine_new (x->prog->arena,
					       x->prog->n_loops);
  result.constant = a->c;
  for (int t = 0; t < a->n_terms; t++)
    result.coef[plug_split_iterator (x, a->terms[t].number)]
      = a->terms[t].k;
  for (; at && loop_outer (at); at = loop_outer (at))
    {
      struct plug_loop *l = &x->loops[at->num];
      HOST_WIDE_INT k = a->k[loop_depth (at) - 1];
      if (k && l->node)
	result.coef[l->node->iterator] = k;
    }
  return result;
}
