#!/bin/sh
# autogen.sh: make configure and the Makefile templates.
# SPDX-License-Identifier: GPL-3.0-or-later
set -e
cd "$(dirname "$0")"
autoreconf --install --force "$@"
# configure removes core dumps; ours is a directory.
sed -i 's/rm -f core /rm -f /' configure
