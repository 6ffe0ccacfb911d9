# pram_gcc_plugin.m4: the GCCs that a plugin can be built for
# SPDX-License-Identifier: GPL-3.0-or-later

# A trivial plugin, in the file conftest-plugin.cc.
m4_define([_PRAM_TEST_PLUGIN], [[
#include "gcc-plugin.h"
#include "plugin-version.h"
int plugin_is_GPL_compatible;
int
plugin_init (struct plugin_name_args *, struct plugin_gcc_version *version)
{
  return !plugin_default_version_check (version, &gcc_version);
}
]])

# _PRAM_GCC_TRY
# Sets pram_why to the empty string if $pram_gcc can load a plugin that
# $pram_gxx compiles, else to the reason why it can't.
m4_define([_PRAM_GCC_TRY], [
  pram_why=
  pram_inc=`$pram_gcc -print-file-name=plugin 2>/dev/null`/include
  if test ! -f "$pram_inc/gcc-plugin.h"; then
    pram_why="no plugin headers"
  elif $pram_gxx --version >/dev/null 2>&1; then
    cat >conftest-plugin.cc <<_ACEOF
_PRAM_TEST_PLUGIN
_ACEOF
    echo 'int main (void) { return 0; }' >conftest-main.c
    if test "`$pram_gxx -dumpfullversion`" != "`$pram_gcc -dumpfullversion`"
    then
      pram_why="$pram_gxx is another version"
    elif $pram_gxx -std=gnu++17 -fno-rtti -fPIC -shared -isystem "$pram_inc" \
	   conftest-plugin.cc -o conftest-plugin.so \
	   >&AS_MESSAGE_LOG_FD 2>&1; then
      if $pram_gcc -fplugin=./conftest-plugin.so -c conftest-main.c \
	   -o conftest-main.o >&AS_MESSAGE_LOG_FD 2>&1; then :; else
	pram_why="it can't load a test plugin; see config.log"
      fi
    else
      pram_why="$pram_gxx can't compile a test plugin; see config.log"
    fi
    rm -f conftest-plugin.cc conftest-plugin.so conftest-main.c conftest-main.o
  else
    pram_why="no $pram_gxx"
  fi
])

# PRAM_GCC_PLUGINS
# Substitutes
#   PRAM_GCC_MAJORS   major versions that the plugin is built for: 11 12
#   PRAM_GCC_TABLE    major=gcc=g++ of each: 11=gcc-11=g++-11 12=gcc=g++
#   PRAM_DEFAULT_GCC  the GCC that pramcc uses unless told otherwise
AC_DEFUN([PRAM_GCC_PLUGINS], [
  AC_ARG_WITH([gccs],
    [AS_HELP_STRING([--with-gccs=LIST],
      [GCCs to build the plugin for, e.g. "gcc-11 gcc-12"
       @<:@gcc gcc-12 gcc-11, as far as they are there@:>@])],
    [pram_gccs_asked=yes], [with_gccs="gcc gcc-12 gcc-11"
			    pram_gccs_asked=no])
  PRAM_GCC_MAJORS=
  PRAM_GCC_TABLE=
  PRAM_DEFAULT_GCC=
  for pram_gcc in $with_gccs; do
    pram_major=`$pram_gcc -dumpversion 2>/dev/null | $SED 's/\..*//'`
    if test -z "$pram_major"; then
      if test $pram_gccs_asked = yes; then
	AC_MSG_ERROR([--with-gccs: there is no $pram_gcc])
      fi
      continue
    fi
    case " $PRAM_GCC_MAJORS " in
      *" $pram_major "*) continue ;;
    esac
    pram_gxx=`echo "$pram_gcc" | $SED 's/gcc\([[^/]]*\)$/g++\1/'`
    AC_MSG_CHECKING([whether $pram_gcc (GCC $pram_major) loads a plugin])
    _PRAM_GCC_TRY
    if test -z "$pram_why"; then
      AC_MSG_RESULT([yes])
      PRAM_GCC_MAJORS="$PRAM_GCC_MAJORS${PRAM_GCC_MAJORS:+ }$pram_major"
      pram_entry="$pram_major=$pram_gcc=$pram_gxx"
      PRAM_GCC_TABLE="$PRAM_GCC_TABLE${PRAM_GCC_TABLE:+ }$pram_entry"
      : ${PRAM_DEFAULT_GCC:=$pram_gcc}
    else
      AC_MSG_RESULT([no: $pram_why])
      if test $pram_gccs_asked = yes; then
	AC_MSG_ERROR([--with-gccs: $pram_gcc: $pram_why])
      fi
    fi
  done
  if test -z "$PRAM_GCC_MAJORS"; then
    AC_MSG_ERROR([no GCC with plugin headers; Debian: apt-get install g++-12 gcc-12-plugin-dev])
  fi
  AC_SUBST([PRAM_GCC_MAJORS])
  AC_SUBST([PRAM_GCC_TABLE])
  AC_SUBST([PRAM_DEFAULT_GCC])
])
