/* args.h: the arguments of the plugin, -fplugin-arg-pram-KEY=VALUE.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef PLUG_ARGS_H
#define PLUG_ARGS_H

/* size=NAME:VALUE */
struct plug_arg_size
{
  const char *name;
  HOST_WIDE_INT value;
  bool used;			/* by a region of this unit */
};

struct plug_args
{
  int n_sizes;
  struct plug_arg_size *sizes;
  const struct pram_schedule_choice *schedule;	/* null: none given */
  int n_procs;			/* numbers of processes to predict for, at
				   least one: the machine's if none is given */
  int *procs;
  struct pram_logp logp;	/* from machine=FILE, or the default */
  struct pram_costs costs;	/* the same */
  bool machine_given;
  double budget;		/* s of processor time, for a region */
  struct pram_profile profile;	/* from profile=FILE; empty without */
  const char *report;		/* JSON file to write, or null */
  /* dump=STAGE, to stderr */
  bool dump_capture, dump_prog, dump_graph, dump_plan, dump_code;
  bool dump_tasks, dump_taskgraph;
  bool verbose;
};

extern struct plug_args plug_args;

/* Read the arguments of INFO into plug_args.  An unknown key or a bad value is
   an error that names it; returns false then.  */
bool plug_args_read (int argc, struct plugin_argument *argv);

/* The machine and the profile.  */
struct pram_predictor plug_predictor (void);

#endif
