/* error.c: how the runtime fails, warns and allocates.

   SPDX-License-Identifier: Apache-2.0  */

#include "prt.h"
#include <errno.h>
#include <stdarg.h>

/* Say what happened and end the whole job.  */

void
prt_fatal (const char *format, ...)
{
  va_list ap;
  char text[1024];
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  fprintf (stderr, "pram: rank %d: %s\n", prt.rank, text);
  fflush (stderr);
  if (prt.mpi)
    MPI_Abort (MPI_COMM_WORLD, 1);
  _Exit (1);
}

/* One line about SITE on stderr, unless PRAM_QUIET.  */

void
prt_warn (const struct pram_site *site, const char *format, ...)
{
  va_list ap;
  char text[1024];
  if (prt.quiet)
    return;
  va_start (ap, format);
  vsnprintf (text, sizeof text, format, ap);
  va_end (ap);
  fprintf (stderr, "pram: %s:%d: '%s' %s\n", site->file, (int) site->line,
	   site->name, text);
}

/* The environment's variable NAME has a value that is not EXPECTED.  */

void
prt_warn_setting (const char *name, const char *expected)
{
  if (!prt.quiet && prt.rank == 0)
    fprintf (stderr, "pram: %s='%s' is ignored: expected %s\n", name,
	     getenv (name), expected);
}

/* Write what F holds.  An errno, 0 if all has been written up to now.  */

int
prt_flush (FILE *f)
{
  if (fflush (f) == 0 && !ferror (f))
    return 0;
  return errno ? errno : EIO;
}

/* The file NAME cannot be written, because of ERROR, an errno.  The program
   goes on: it has not asked for the file.  */

void
prt_warn_file (const char *name, int error)
{
  fprintf (stderr, "pram: cannot write '%s': %s\n", name, strerror (error));
}

void *
prt_alloc (size_t n, size_t size)
{
  void *p = calloc (n ? n : 1, size ? size : 1);
  if (!p)
    prt_fatal ("out of memory (%zu bytes)", n * size);
  return p;
}

void *
prt_grow (void *p, size_t n, size_t size)
{
  p = realloc (p, n == 0 || size == 0 ? 1 : n * size);
  if (!p)
    prt_fatal ("out of memory (%zu bytes)", n * size);
  return p;
}

/* The error handler of our communicator.  */

void
prt_mpi_error (MPI_Comm *comm, int *code, ...)
{
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length;
  (void) comm;
  MPI_Error_string (*code, text, &length);
  prt_fatal ("MPI: %s", text);
}

/* LeakSanitizer's, if the program has it.  */
extern int __sanitizer_install_malloc_and_free_hooks
  (void (*) (const volatile void *, size_t), void (*) (const volatile void *))
  __attribute__ ((weak, visibility ("default")));
extern void __lsan_ignore_object (const void *)
  __attribute__ ((weak, visibility ("default")));

static volatile bool ignoring;

/* Also called by MPI's own threads.  */

static void
allocated (const volatile void *p, size_t size)
{
  (void) size;
  if (ignoring && p)
    __lsan_ignore_object ((const void *) p);
}

static void
freed (const volatile void *p)
{
  (void) p;
}

void
prt_leaks_ignore (void)
{
  static bool installed;
  if (!__lsan_ignore_object || !__sanitizer_install_malloc_and_free_hooks)
    return;
  if (!installed)
    __sanitizer_install_malloc_and_free_hooks (allocated, freed);
  installed = ignoring = true;
}

void
prt_leaks_watch (void)
{
  ignoring = false;
}
