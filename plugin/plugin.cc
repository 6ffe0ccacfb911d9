/* plugin.cc: the plugin's entry and its events.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "pram-gcc.h"
#include "args.h"
#include "region.h"
#include "abi-types.h"
#include "front/capture.h"
#include "pass.h"
#include "front/pragma.h"
#include "front/waiting.h"
#include "plug-report.h"
#include "roots.h"
#include "write/replay.h"

#define EXPORT __attribute__ ((visibility ("default")))

extern "C" {
EXPORT int plugin_is_GPL_compatible;
EXPORT int plugin_init (struct plugin_name_args *,
			struct plugin_gcc_version *);
}

static struct plugin_info information = {
  "1", "distributes loops annotated with #pragma pram\n"
};

static void
check_abi (void *, void *)
{
  plug_abi_check ();
}

/* Warnings are for the user's code: what the plugin copied from it has given
   them already.  Called before every pass.  */
static void
choose_warnings (void *, void *)
{
  static bool inhibited;
  bool own = plug_artificial_p (current_function_decl);
  if (own == inhibited)
    return;
  static bool before;
  if (own)
    before = global_dc->dc_inhibit_warnings;
  global_dc->dc_inhibit_warnings = own || before;
  inhibited = own;
}

/* GCC 12 keeps halves of vectors in MMX registers, which are those of long
   double, and doesn't give them back: as of -O3, where a loop reduces two
   int.  */
static void
avoid_mmx (void)
{
  char name[] = "mm0";
  for (; name[2] < '8'; name[2]++)
    if (decode_reg_name (name) >= 0)
      fix_register (name, 1, 1);
}

int
plugin_init (struct plugin_name_args *info,
	     struct plugin_gcc_version *version)
{
  const char *name = info->base_name;
  if (!plugin_default_version_check (version, &gcc_version))
    {
      error ("pram: the plugin was built for GCC %s, this is GCC %s",
	     gcc_version.basever, version->basever);
      return 1;
    }
  if (!plug_args_read (info->argc, info->argv))
    return 1;
  register_callback (name, PLUGIN_INFO, NULL, &information);
  if (c_dialect_cxx ())
    {
      register_callback (name, PLUGIN_PRAGMAS, plug_pragma_register_cxx, NULL);
      return 0;
    }
  register_callback (name, PLUGIN_START_UNIT, check_abi, NULL);
  register_callback (name, PLUGIN_PRAGMAS, plug_pragma_register, NULL);
  register_callback (name, PLUGIN_PRE_GENERICIZE, plug_wait, NULL);
  register_callback (name, PLUGIN_GGC_MARKING, plug_roots_mark, NULL);
  register_callback (name, PLUGIN_OVERRIDE_GATE, choose_warnings, NULL);
  register_callback (name, PLUGIN_FINISH_UNIT, plug_capture_finish, NULL);
  register_callback (name, PLUGIN_FINISH_UNIT, plug_report_write, NULL);
  plug_capture_start (plug_emit_serial);
  plug_waiting_start ();
  plug_pass_register (name);
  plug_replay_register (name);
  avoid_mmx ();
  return 0;
}
