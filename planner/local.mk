# planner/local.mk: libpram-plan.so, which the runtime loads beside libpram
# SPDX-License-Identifier: GPL-3.0-or-later

planner_sources = planner/planner.c
planner_map = planner/libpram-plan.map
EXTRA_DIST += $(planner_sources) $(planner_map)

# Opened by name, so it is shared whatever libpram is, and libtool isn't asked.
# In the build tree it is where libtool puts libpram.so.
plannerdir = $(libdir)
nodist_planner_DATA = runtime/.libs/libpram-plan.so
CLEANFILES += runtime/.libs/libpram-plan.so

runtime/.libs/libpram-plan.so: $(planner_sources) $(planner_map) \
  include/pram-plan.h include/pram-abi.h core/libpramcore.a
	@$(MKDIR_P) runtime/.libs
	$(AM_V_CC)$(CC) $(CPPFLAGS) $(core_cppflags) -D_GNU_SOURCE \
	  $(WARN_CFLAGS) -std=c11 $(CFLAGS) -fPIC -shared -fvisibility=hidden \
	  $(LDFLAGS) -Wl,--version-script='$(srcdir)/$(planner_map)' \
	  -Wl,-z,defs -Wl,--gc-sections $(srcdir)/planner/planner.c \
	  core/libpramcore.a $(core_libs) -o $@
