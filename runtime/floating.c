/* floating.c: the floating-point environment of what regions compute.

   SPDX-License-Identifier: Apache-2.0

   All processes compute a region as the thread does that enters it: they round
   as it does, flush what it flushes, and stop where it stops.  What is raised
   anywhere in the region is raised on rank 0 when it has ended, beside what was
   raised before.  The runtime itself computes with the default environment, and
   what that raises is nobody's.

   A run ahead of its call (ahead.c) that is only guessed may raise what the
   program never does: it is kept until the call comes.  With traps nothing is
   guessed.

   Exceptions of the x87 unit are kept with those of SSE, where the functions
   of <fenv.h> look, too.  */

#include "prt.h"
#include <signal.h>

/* Bits of the SSE unit's register.  The x87 unit has RAISED for what was raised
   and, in its control word, for what doesn't trap.  */
enum { RAISED = 0x3f, MASKS = 0x1f80 };

/* SimGrid's processes are one of the system's.  */

static bool
shared_p (void)
{
  return smpi_execute;
}

static uint16_t
x87_control (void)
{
  uint16_t control;
  __asm__ volatile ("fnstcw %0" : "=m" (control));
  return control;
}

/* What the x87 unit has raised is moved.  */

static struct prt_floating
get (void)
{
  struct prt_floating f = { .x87 = x87_control () };
  uint16_t status;
  __asm__ volatile ("stmxcsr %0" : "=m" (f.sse));
  __asm__ volatile ("fnstsw %0" : "=am" (status));
  if (status & RAISED)
    __asm__ volatile ("fnclex");
  f.sse |= status & RAISED;
  return f;
}

static void
set (const struct prt_floating *f)
{
  if (f->x87 != x87_control ())
    __asm__ volatile ("fldcw %0" : : "m" (f->x87));
  __asm__ volatile ("ldmxcsr %0" : : "m" (f->sse) : "memory");
}

/* From now on the runtime computes.  Returns what it was before.  */

struct prt_floating
prt_floating_own (void)
{
  static const struct prt_floating own = { MASKS, 0x37f };
  struct prt_floating before = get ();
  set (&own);
  return before;
}

void
prt_floating_back (const struct prt_floating *before)
{
  set (before);
}

static bool
traps_p (const struct prt_floating *f)
{
  return (~f->sse & MASKS) || (~f->x87 & RAISED);
}

/* From now on the program computes, as F says, with nothing raised.  */

void
prt_floating_begin (const struct prt_floating *f)
{
  struct prt_floating fresh = { f->sse & ~RAISED, f->x87 };
  prt.traps = traps_p (f);
  set (&fresh);
}

/* The runtime computes again: add to F what was raised.  */

void
prt_floating_end (struct prt_floating *f)
{
  f->sse |= prt_floating_own ().sse & RAISED;
}

/* --- Collecting ---------------------------------------------------------- */

static struct
{
  int n;
  MPI_Request *request;
  uint32_t *raised;		/* rank 0: by process; others: their own */
} collection;

static void
make_requests (void)
{
  int n = prt.rank ? 1 : prt.procs - 1;
  collection.request = prt_alloc (n, sizeof *collection.request);
  collection.raised = prt_alloc (prt.procs, sizeof *collection.raised);
  if (prt.rank)
    MPI_Send_init (collection.raised, 1, MPI_UINT32_T, 0, PRT_TAG_RAISED,
		   prt.comm, collection.request);
  for (int i = 0; !prt.rank && i < n; i++)
    MPI_Recv_init (&collection.raised[i + 1], 1, MPI_UINT32_T, i + 1,
		   PRT_TAG_RAISED, prt.comm, &collection.request[i]);
  collection.n = n;
}

/* What F says was raised here goes to rank 0, on its way while the arrays are
   collected: nobody waits for it.  */

void
prt_floating_send (const struct prt_floating *f)
{
  if (prt.procs == 1 || shared_p ())
    return;
  if (!collection.n)
    make_requests ();
  collection.raised[0] = f->sse & RAISED;
  MPI_Startall (collection.n, collection.request);
}

/* It has arrived: add it to F.  */

void
prt_floating_receive (struct prt_floating *f)
{
  if (prt.procs == 1 || !collection.n)
    return;
  MPI_Waitall (collection.n, collection.request, MPI_STATUSES_IGNORE);
  for (int r = 0; !prt.rank && r < prt.procs; r++)
    f->sse |= collection.raised[r];
}

/* --- Guesses ------------------------------------------------------------- */

/* What is raised from now on stays apart.  */

struct prt_floating
prt_floating_part (void)
{
  struct prt_floating before = get ();
  struct prt_floating fresh = { before.sse & ~RAISED, before.x87 };
  set (&fresh);
  return before;
}

/* Return what was raised since then, as if it had not been.  */

uint32_t
prt_floating_rejoin (const struct prt_floating *before)
{
  uint32_t raised = get ().sse & RAISED;
  set (before);
  return raised;
}

void
prt_floating_raise (uint32_t raised)
{
  struct prt_floating f = get ();
  f.sse |= raised;
  set (&f);
}

/* --- Traps --------------------------------------------------------------- */

static const char *
exception_name (int code)
{
  switch (code)
    {
    case FPE_INTDIV: return "integer division by zero";
    case FPE_FLTDIV: return "floating-point division by zero";
    case FPE_FLTOVF: return "floating-point overflow";
    case FPE_FLTUND: return "floating-point underflow";
    case FPE_FLTRES: return "inexact floating-point result";
    case FPE_FLTINV: return "invalid floating-point operation";
    default: return "arithmetic exception";
    }
}

/* A worker ends as the serial program would, and says where.  */

static void
trapped (int signal, siginfo_t *info, void *context)
{
  const struct pram_site *site = prt.current ? prt.current->desc->site : NULL;
  (void) context;
  if (site)
    fprintf (stderr, "pram: rank %d: %s in %s:%d: '%s'\n", prt.rank,
	     exception_name (info->si_code), site->file, (int) site->line,
	     site->name);
  fflush (stderr);
  raise (signal);
}

static struct sigaction at_start;

/* MPI has been started, the program has not.  */

void
prt_floating_init (void)
{
  struct sigaction action = { .sa_sigaction = trapped };
  action.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_NODEFER;
  if (prt.rank != 0 && !shared_p ())
    sigaction (SIGFPE, &action, NULL);
  sigaction (SIGFPE, NULL, &at_start);
}

/* Would an exception in a region that computes as F says come to a handler of
   the program's?  Only rank 0 could call it.  */

bool
prt_floating_handled_p (const struct prt_floating *f)
{
  struct sigaction now;
  if (!traps_p (f) || sigaction (SIGFPE, NULL, &now) != 0)
    return false;
  return now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN
	 && now.sa_handler != at_start.sa_handler;
}
