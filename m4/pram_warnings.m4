# pram_warnings.m4: warnings for our own C and C++ sources
# SPDX-License-Identifier: GPL-3.0-or-later

# PRAM_WARNINGS
# Substitutes WARN_CFLAGS and WARN_CXXFLAGS.
AC_DEFUN([PRAM_WARNINGS], [
  AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [warnings are errors])],
    [], [enable_werror=no])
  WARN_CXXFLAGS="-Wall -Wextra -Wpointer-arith -Wwrite-strings -Wformat=2"
  WARN_CFLAGS="$WARN_CXXFLAGS -Wshadow -Wstrict-prototypes"
  WARN_CFLAGS="$WARN_CFLAGS -Wmissing-prototypes -Wold-style-definition"
  # What is not declared does not return an int.
  WARN_CFLAGS="$WARN_CFLAGS -Werror=implicit-function-declaration"
  # Sizes must not be cut to an int unseen.
  WARN_CFLAGS="$WARN_CFLAGS -Wconversion -Wno-sign-conversion"
  WARN_CFLAGS="$WARN_CFLAGS -Wno-float-conversion"
  if test "$enable_werror" = yes; then
    WARN_CFLAGS="$WARN_CFLAGS -Werror"
    WARN_CXXFLAGS="$WARN_CXXFLAGS -Werror"
  fi
  AC_SUBST([WARN_CFLAGS])
  AC_SUBST([WARN_CXXFLAGS])
])
