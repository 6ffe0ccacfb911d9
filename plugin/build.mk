# plugin/build.mk: build the plugin for one GCC (GNU make)
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Called from plugin/local.mk in the top build directory with
#   srcdir    top source directory
#   OUT       directory of the result, plugin/gcc-MAJOR
#   GCC, GXX  the compilers
#   SOURCES   plugin/*.cc, plugin/*/*.cc
#   CORE      the core library
#   FLAGS, LIBS, VERSION, V

headers := $(shell $(GCC) -print-file-name=plugin)/include
objects := $(SOURCES:plugin/%.cc=$(OUT)/%.o)
say = $(if $(filter 1,$(V)),,@echo "  $(1)" $@;)

all: $(OUT)/pram.so
	@:
.PHONY: all

$(OUT)/pram.so: $(objects) $(CORE)
	$(call say,GXXLD   )$(GXX) -shared -o $@ $(objects) $(CORE) \
	  $(LDFLAGS) $(LIBS)

# GCC's own headers are no place to look for our warnings.  Hidden: a
# plugin's `xmalloc' would bind to the compiler's.
compile = $(GXX) -std=gnu++17 -fno-rtti -fno-exceptions \
	  -fPIC -fvisibility=hidden $(FLAGS) -I$(OUT) -I$(srcdir)/include \
	  -I$(srcdir)/core -I$(srcdir)/plugin -isystem $(headers) \
	  -DPRAM_PACKAGE_VERSION='"$(VERSION)"' -MMD -MP -c $< -o $@

# They are half of what there is to compile.
$(OUT)/pram-gcc.h.gch: $(srcdir)/plugin/pram-gcc.h
	@mkdir -p $(@D)
	$(call say,GXXPCH  )$(compile)

$(OUT)/%.o: $(srcdir)/plugin/%.cc $(OUT)/pram-gcc.h.gch
	@mkdir -p $(@D)
	$(call say,GXX     )$(compile)

-include $(objects:.o=.d) $(OUT)/pram-gcc.h.d
