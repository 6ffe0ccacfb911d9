# testsuite/local.mk: the tests (DejaGnu), and what they run
# SPDX-License-Identifier: GPL-3.0-or-later

run_tests = \
  testsuite/pram.run/addends.c \
  testsuite/pram.run/advice.c \
  testsuite/pram.run/afterwards.c \
  testsuite/pram.run/ahead.c \
  testsuite/pram.run/apart-rounds.c \
  testsuite/pram.run/asked-overlap.c \
  testsuite/pram.run/asked.c \
  testsuite/pram.run/backtracking.c \
  testsuite/pram.run/backwards.c \
  testsuite/pram.run/behind.c \
  testsuite/pram.run/beyond.c \
  testsuite/pram.run/bicgstab.c \
  testsuite/pram.run/bit-fields.c \
  testsuite/pram.run/block-solver.c \
  testsuite/pram.run/blur.c \
  testsuite/pram.run/boundaries.c \
  testsuite/pram.run/breadth-not.c \
  testsuite/pram.run/breadth.c \
  testsuite/pram.run/budget.c \
  testsuite/pram.run/c89-last.c \
  testsuite/pram.run/c89.c \
  testsuite/pram.run/butterflies.c \
  testsuite/pram.run/capped-lists.c \
  testsuite/pram.run/capped.c \
  testsuite/pram.run/carried-tables.c \
  testsuite/pram.run/cases-chosen.c \
  testsuite/pram.run/cases-split.c \
  testsuite/pram.run/cases-switched.c \
  testsuite/pram.run/cg.c \
  testsuite/pram.run/chain.c \
  testsuite/pram.run/chance.h \
  testsuite/pram.run/checkerboard.c \
  testsuite/pram.run/choices.c \
  testsuite/pram.run/cholesky.c \
  testsuite/pram.run/chosen-late.c \
  testsuite/pram.run/chosen-negative.c \
  testsuite/pram.run/clamped-cells.c \
  testsuite/pram.run/clamped.c \
  testsuite/pram.run/columns.c \
  testsuite/pram.run/coalesced.c \
  testsuite/pram.run/compaction.c \
  testsuite/pram.run/complex-scalars.c \
  testsuite/pram.run/complex-sums.c \
  testsuite/pram.run/condition.c \
  testsuite/pram.run/conjunctions.c \
  testsuite/pram.run/copies.c \
  testsuite/pram.run/countdown.c \
  testsuite/pram.run/counted-down.c \
  testsuite/pram.run/counted-exits.c \
  testsuite/pram.run/counted-rows.c \
  testsuite/pram.run/counted.c \
  testsuite/pram.run/counters.c \
  testsuite/pram.run/counts-forgotten.c \
  testsuite/pram.run/cut-sizes.c \
  testsuite/pram.run/decided.c \
  testsuite/pram.run/deposits-combined.c \
  testsuite/pram.run/deposits-not.c \
  testsuite/pram.run/deposits-turns.c \
  testsuite/pram.run/deposits-two.c \
  testsuite/pram.run/deposits.c \
  testsuite/pram.run/diagonal-limits.c \
  testsuite/pram.run/diagonals.c \
  testsuite/pram.run/disjoint.c \
  testsuite/pram.run/effects.c \
  testsuite/pram.run/elements.c \
  testsuite/pram.run/elimination.c \
  testsuite/pram.run/empty.c \
  testsuite/pram.run/ended-writers.c \
  testsuite/pram.run/ends-early.c \
  testsuite/pram.run/ends-helper-called.c \
  testsuite/pram.run/ends-helper-full.c \
  testsuite/pram.run/ends-helper.c \
  testsuite/pram.run/ends-helper.h \
  testsuite/pram.run/ends-in-loop.c \
  testsuite/pram.run/ends-list.c \
  testsuite/pram.run/ends-pivot-singular.c \
  testsuite/pram.run/ends-pivot.c \
  testsuite/pram.run/ends-pivot.h \
  testsuite/pram.run/ends-printing.c \
  testsuite/pram.run/ends-returning.c \
  testsuite/pram.run/ends-walk.c \
  testsuite/pram.run/ends.c \
  testsuite/pram.run/exchanged-deposits.c \
  testsuite/pram.run/exchanged-if.c \
  testsuite/pram.run/exit-parts.c \
  testsuite/pram.run/exits.c \
  testsuite/pram.run/extremes-positive.c \
  testsuite/pram.run/extremes-real.c \
  testsuite/pram.run/extremes.c \
  testsuite/pram.run/extremes.h \
  testsuite/pram.run/factors-left.c \
  testsuite/pram.run/filled-first.c \
  testsuite/pram.run/finals.c \
  testsuite/pram.run/first.c \
  testsuite/pram.run/file-structures.c \
  testsuite/pram.run/fission.c \
  testsuite/pram.run/flags.c \
  testsuite/pram.run/floating.c \
  testsuite/pram.run/forbreak.c \
  testsuite/pram.run/foreign-part.c \
  testsuite/pram.run/foreign-touches.c \
  testsuite/pram.run/foreign.c \
  testsuite/pram.run/forks.c \
  testsuite/pram.run/found.c \
  testsuite/pram.run/frontier.c \
  testsuite/pram.run/levels-alike.c \
  testsuite/pram.run/levels-empty.c \
  testsuite/pram.run/levels-given.c \
  testsuite/pram.run/lists-unlike.c \
  testsuite/pram.run/little-alone.c \
  testsuite/pram.run/own-corners.c \
  testsuite/pram.run/pardo-branches.c \
  testsuite/pram.run/progress-printed.c \
  testsuite/pram.run/replayed-chain.c \
  testsuite/pram.run/replayed-conflict.c \
  testsuite/pram.run/replayed-ends.c \
  testsuite/pram.run/replayed-lines.c \
  testsuite/pram.run/replayed-memory.c \
  testsuite/pram.run/rows-corners.c \
  testsuite/pram.run/rows-negative.c \
  testsuite/pram.run/starts-again.c \
  testsuite/pram.run/steps-rejected.c \
  testsuite/pram.run/structure-elements.c \
  testsuite/pram.run/structure-tables.c \
  testsuite/pram.run/structures.c \
  testsuite/pram.run/table-ends.c \
  testsuite/pram.run/unlike.c \
  testsuite/pram.run/waves-not.c \
  testsuite/pram.run/waves.c \
  testsuite/pram.run/worklists.c \
  testsuite/pram.run/fusion-overlap.c \
  testsuite/pram.run/fusion.c \
  testsuite/pram.run/gather-swapped.c \
  testsuite/pram.run/ghost-depth.c \
  testsuite/pram.run/globals.c \
  testsuite/pram.run/gmres.c \
  testsuite/pram.run/gradients.c \
  testsuite/pram.run/gram-schmidt.c \
  testsuite/pram.run/grown.c \
  testsuite/pram.run/guarded-cells.c \
  testsuite/pram.run/guarded-ends.c \
  testsuite/pram.run/halo-mirrored.c \
  testsuite/pram.run/handlers.c \
  testsuite/pram.run/heat-sizes.c \
  testsuite/pram.run/heat1d.c \
  testsuite/pram.run/heat3d.c \
  testsuite/pram.run/helper-vla.c \
  testsuite/pram.run/helper.c \
  testsuite/pram.run/history-limit.c \
  testsuite/pram.run/history-running.c \
  testsuite/pram.run/history-unbounded.c \
  testsuite/pram.run/history.c \
  testsuite/pram.run/huge.c \
  testsuite/pram.run/in-place.c \
  testsuite/pram.run/inside.c \
  testsuite/pram.run/inspected-bounds.c \
  testsuite/pram.run/inspected-cg.c \
  testsuite/pram.run/inspected-ends.c \
  testsuite/pram.run/inspected-exchanged.c \
  testsuite/pram.run/inspected-kept.c \
  testsuite/pram.run/inspected-later.c \
  testsuite/pram.run/inspected-lists.c \
  testsuite/pram.run/inspected-not.c \
  testsuite/pram.run/inspected-overlap.c \
  testsuite/pram.run/inspected-own.c \
  testsuite/pram.run/inspected-parts.c \
  testsuite/pram.run/inspected-searches.c \
  testsuite/pram.run/inspected-share.c \
  testsuite/pram.run/inspected-sweep.c \
  testsuite/pram.run/inspected-ways.c \
  testsuite/pram.run/inspected.c \
  testsuite/pram.run/integers.c \
  testsuite/pram.run/ising.c \
  testsuite/pram.run/jacobi.c \
  testsuite/pram.run/kept.c \
  testsuite/pram.run/last-sizes.c \
  testsuite/pram.run/last.c \
  testsuite/pram.run/late.c \
  testsuite/pram.run/lattice.c \
  testsuite/pram.run/leaving.c \
  testsuite/pram.run/left-early.c \
  testsuite/pram.run/led-not.c \
  testsuite/pram.run/led-turns.c \
  testsuite/pram.run/led.c \
  testsuite/pram.run/left-counted.c \
  testsuite/pram.run/lengths-shared.c \
  testsuite/pram.run/lengths.c \
  testsuite/pram.run/levels-any.c \
  testsuite/pram.run/levels-brent.c \
  testsuite/pram.run/levels-chosen.c \
  testsuite/pram.run/levels-grids.c \
  testsuite/pram.run/levels-left.c \
  testsuite/pram.run/levels-linear.c \
  testsuite/pram.run/levels-naive.c \
  testsuite/pram.run/levels-many.c \
  testsuite/pram.run/levels-tables.c \
  testsuite/pram.run/levels.c \
  testsuite/pram.run/levels.h \
  testsuite/pram.run/life.c \
  testsuite/pram.run/limited-counters.c \
  testsuite/pram.run/linear-rows-outside.c \
  testsuite/pram.run/linear-rows-short.c \
  testsuite/pram.run/linear-rows.c \
  testsuite/pram.run/limits-kept.c \
  testsuite/pram.run/limits.c \
  testsuite/pram.run/live.c \
  testsuite/pram.run/local.c \
  testsuite/pram.run/lookups.c \
  testsuite/pram.run/lost-cells.c \
  testsuite/pram.run/lowered-flags.c \
  testsuite/pram.run/lu-columns.c \
  testsuite/pram.run/macros.c \
  testsuite/pram.run/meetings.c \
  testsuite/pram.run/member-arrays.c \
  testsuite/pram.run/member-sizes.c \
  testsuite/pram.run/member-tables.c \
  testsuite/pram.run/members-apart.c \
  testsuite/pram.run/members-arrays.c \
  testsuite/pram.run/members-by-address.c \
  testsuite/pram.run/members-exchanged.c \
  testsuite/pram.run/members-nested.c \
  testsuite/pram.run/members-overlap.c \
  testsuite/pram.run/members-own.c \
  testsuite/pram.run/members-passed.c \
  testsuite/pram.run/members-whole.c \
  testsuite/pram.run/members.c \
  testsuite/pram.run/minmax.c \
  testsuite/pram.run/mismatch.c \
  testsuite/pram.run/mmx.c \
  testsuite/pram.run/names.c \
  testsuite/pram.run/needless-tests.c \
  testsuite/pram.run/noarrays.c \
  testsuite/pram.run/numbers-choose.c \
  testsuite/pram.run/objects-ends.c \
  testsuite/pram.run/observed.c \
  testsuite/pram.run/once.c \
  testsuite/pram.run/one-iteration.c \
  testsuite/pram.run/ordered.c \
  testsuite/pram.run/orthogonal.c \
  testsuite/pram.run/own-rows-not.c \
  testsuite/pram.run/own-rows.c \
  testsuite/pram.run/overlap-nests.c \
  testsuite/pram.run/overlap.c \
  testsuite/pram.run/own-parts.c \
  testsuite/pram.run/own.c \
  testsuite/pram.run/packed-levels.c \
  testsuite/pram.run/packed.c \
  testsuite/pram.run/pardo-overlap.c \
  testsuite/pram.run/pardo-own.c \
  testsuite/pram.run/pardo.c \
  testsuite/pram.run/parity.c \
  testsuite/pram.run/part-pointers.c \
  testsuite/pram.run/parts.c \
  testsuite/pram.run/paths.c \
  testsuite/pram.run/periodic.c \
  testsuite/pram.run/pinned-beside.c \
  testsuite/pram.run/pinned.c \
  testsuite/pram.run/pivot.c \
  testsuite/pram.run/places-read.c \
  testsuite/pram.run/places.c \
  testsuite/pram.run/plainmain-part.c \
  testsuite/pram.run/planes-grids.c \
  testsuite/pram.run/plainmain.c \
  testsuite/pram.run/plan-time.c \
  testsuite/pram.run/planes-not.c \
  testsuite/pram.run/planes.c \
  testsuite/pram.run/pointed-at.c \
  testsuite/pram.run/pointer-counters.c \
  testsuite/pram.run/pointers.c \
  testsuite/pram.run/power.c \
  testsuite/pram.run/previous.c \
  testsuite/pram.run/private-shared.c \
  testsuite/pram.run/private.c \
  testsuite/pram.run/radix.c \
  testsuite/pram.run/ran.c \
  testsuite/pram.run/reached.c \
  testsuite/pram.run/recompute-border.c \
  testsuite/pram.run/recompute-overlap.c \
  testsuite/pram.run/recompute.c \
  testsuite/pram.run/records.c \
  testsuite/pram.run/recursion-halved.c \
  testsuite/pram.run/recursion-more.c \
  testsuite/pram.run/recursion.c \
  testsuite/pram.run/recursion-spacing.c \
  testsuite/pram.run/redblack.c \
  testsuite/pram.run/relayed.c \
  testsuite/pram.run/remainders.c \
  testsuite/pram.run/resized.c \
  testsuite/pram.run/restarts.c \
  testsuite/pram.run/results.c \
  testsuite/pram.run/reused.c \
  testsuite/pram.run/reversed.c \
  testsuite/pram.run/ring.c \
  testsuite/pram.run/rounds-anew.c \
  testsuite/pram.run/rounds-break.c \
  testsuite/pram.run/rounds-guarded.c \
  testsuite/pram.run/rounds-history.c \
  testsuite/pram.run/rounds-leave.c \
  testsuite/pram.run/rounds-parity-other.c \
  testsuite/pram.run/rounds-parity.c \
  testsuite/pram.run/rounds-scalars.c \
  testsuite/pram.run/rounds-swap.c \
  testsuite/pram.run/rounds-turns.c \
  testsuite/pram.run/rounds-work.c \
  testsuite/pram.run/rounds.c \
  testsuite/pram.run/rows-beside.c \
  testsuite/pram.run/rows-chosen.c \
  testsuite/pram.run/rows-exchanged.c \
  testsuite/pram.run/rows-far.c \
  testsuite/pram.run/rows-lengths.c \
  testsuite/pram.run/rows-multiplied.c \
  testsuite/pram.run/rows-narrow.c \
  testsuite/pram.run/rows-not.c \
  testsuite/pram.run/rows-pieces.c \
  testsuite/pram.run/rows-placed.c \
  testsuite/pram.run/rows-strayed.c \
  testsuite/pram.run/rows.c \
  testsuite/pram.run/rows.h \
  testsuite/pram.run/run-through.c \
  testsuite/pram.run/same-members.c \
  testsuite/pram.run/same-pointers.c \
  testsuite/pram.run/scan-ended.c \
  testsuite/pram.run/scalars.c \
  testsuite/pram.run/scans-in-place.c \
  testsuite/pram.run/scans.c \
  testsuite/pram.run/scratch-in-order.c \
  testsuite/pram.run/scratch.c \
  testsuite/pram.run/searched.c \
  testsuite/pram.run/sections.c \
  testsuite/pram.run/seidel.c \
  testsuite/pram.run/settled.c \
  testsuite/pram.run/several.c \
  testsuite/pram.run/short-rows.c \
  testsuite/pram.run/show.h \
  testsuite/pram.run/side-exits.c \
  testsuite/pram.run/singles.c \
  testsuite/pram.run/sizes-derived.c \
  testsuite/pram.run/sizes-few.c \
  testsuite/pram.run/sizes-shared.c \
  testsuite/pram.run/sizes.c \
  testsuite/pram.run/small.c \
  testsuite/pram.run/snapshots.c \
  testsuite/pram.run/sometimes.c \
  testsuite/pram.run/sparse.c \
  testsuite/pram.run/split-order.c \
  testsuite/pram.run/split-sizes.c \
  testsuite/pram.run/split-steps.c \
  testsuite/pram.run/stage-choices.c \
  testsuite/pram.run/stages-missing.c \
  testsuite/pram.run/stages-until.c \
  testsuite/pram.run/stages.c \
  testsuite/pram.run/staggered.c \
  testsuite/pram.run/starts-grown.c \
  testsuite/pram.run/starts-other.c \
  testsuite/pram.run/starts.c \
  testsuite/pram.run/stepped.c \
  testsuite/pram.run/strides.c \
  testsuite/pram.run/structure-declared.c \
  testsuite/pram.run/sums-inspected.c \
  testsuite/pram.run/sums.c \
  testsuite/pram.run/swap-alone.c \
  testsuite/pram.run/sweeps-extreme.c \
  testsuite/pram.run/table.c \
  testsuite/pram.run/tables-combine.c \
  testsuite/pram.run/tables-loops.c \
  testsuite/pram.run/tables-lu.c \
  testsuite/pram.run/tables-of-planes.c \
  testsuite/pram.run/tables-seidel.c \
  testsuite/pram.run/tables.h \
  testsuite/pram.run/threads.c \
  testsuite/pram.run/tiny.c \
  testsuite/pram.run/told.c \
  testsuite/pram.run/transpose.c \
  testsuite/pram.run/triangle.c \
  testsuite/pram.run/tried-counts.c \
  testsuite/pram.run/turns-other.c \
  testsuite/pram.run/turns.c \
  testsuite/pram.run/twice.c \
  testsuite/pram.run/uncounted.c \
  testsuite/pram.run/unit-part.c \
  testsuite/pram.run/unit.c \
  testsuite/pram.run/unneeded.c \
  testsuite/pram.run/updates-spelled.c \
  testsuite/pram.run/updates-twice.c \
  testsuite/pram.run/unsettled.c \
  testsuite/pram.run/unsigned.c \
  testsuite/pram.run/upto.c \
  testsuite/pram.run/vain.c \
  testsuite/pram.run/values.c \
  testsuite/pram.run/vla-other.c \
  testsuite/pram.run/vla.c \
  testsuite/pram.run/walked-masks.c \
  testsuite/pram.run/walked-overlap.c \
  testsuite/pram.run/walked.c \
  testsuite/pram.run/walks.c \
  testsuite/pram.run/watched-long.c \
  testsuite/pram.run/watched-not.c \
  testsuite/pram.run/watched-rounds.c \
  testsuite/pram.run/watched.c \
  testsuite/pram.run/wave.c \
  testsuite/pram.run/ways-through.c \
  testsuite/pram.run/while.c \
  testsuite/pram.run/workspaces.c \
  testsuite/pram.run/whole-rounds.c \
  testsuite/pram.run/whole.c \
  testsuite/pram.run/wide.c \
  testsuite/pram.run/windows-end.c \
  testsuite/pram.run/windows.c \
  testsuite/pram.run/written.c
dg_tests = \
  testsuite/pram.dg/extract/extract.exp \
  testsuite/pram.dg/ahead.c \
  testsuite/pram.dg/args-budget.c \
  testsuite/pram.dg/args-directory.c \
  testsuite/pram.dg/args-key.c \
  testsuite/pram.dg/args-negative.c \
  testsuite/pram.dg/args-nofile.c \
  testsuite/pram.dg/args-procs.c \
  testsuite/pram.dg/args-size-unused.c \
  testsuite/pram.dg/args-size.c \
  testsuite/pram.dg/args-value.c \
  testsuite/pram.dg/assume-computed.c \
  testsuite/pram.dg/assume-related.c \
  testsuite/pram.dg/braces.c \
  testsuite/pram.dg/braces12.c \
  testsuite/pram.dg/budget.c \
  testsuite/pram.dg/butterflies.c \
  testsuite/pram.dg/class.c \
  testsuite/pram.dg/clauses.c \
  testsuite/pram.dg/cut.c \
  testsuite/pram.dg/extract/bits.c \
  testsuite/pram.dg/extract/bits.prog \
  testsuite/pram.dg/extract/cg.c \
  testsuite/pram.dg/extract/cg.prog \
  testsuite/pram.dg/extract/conditions.c \
  testsuite/pram.dg/extract/conditions.prog \
  testsuite/pram.dg/extract/functions.c \
  testsuite/pram.dg/extract/functions.prog \
  testsuite/pram.dg/extract/fused.c \
  testsuite/pram.dg/extract/fused.prog \
  testsuite/pram.dg/extract/heat3d.c \
  testsuite/pram.dg/extract/heat3d.prog \
  testsuite/pram.dg/extract/helpers.c \
  testsuite/pram.dg/extract/helpers.prog \
  testsuite/pram.dg/extract/jacobi-copy.c \
  testsuite/pram.dg/extract/jacobi-copy.prog \
  testsuite/pram.dg/extract/jacobi-swap.c \
  testsuite/pram.dg/extract/jacobi-swap.prog \
  testsuite/pram.dg/extract/matvec.c \
  testsuite/pram.dg/extract/matvec.prog \
  testsuite/pram.dg/extract/minmax.c \
  testsuite/pram.dg/extract/minmax.prog \
  testsuite/pram.dg/extract/noarray.c \
  testsuite/pram.dg/extract/noarray.prog \
  testsuite/pram.dg/extract/structs.c \
  testsuite/pram.dg/extract/structs.prog \
  testsuite/pram.dg/extract/subscripts.c \
  testsuite/pram.dg/extract/subscripts.prog \
  testsuite/pram.dg/extract/turns.c \
  testsuite/pram.dg/extract/turns.prog \
  testsuite/pram.dg/extremes.c \
  testsuite/pram.dg/foreign.c \
  testsuite/pram.dg/included.c \
  testsuite/pram.dg/included.h \
  testsuite/pram.dg/later.c \
  testsuite/pram.dg/macros.c \
  testsuite/pram.dg/nested.c \
  testsuite/pram.dg/onesize.c \
  testsuite/pram.dg/outdated.c \
  testsuite/pram.dg/pardo-notes.c \
  testsuite/pram.dg/pardo.c \
  testsuite/pram.dg/place.c \
  testsuite/pram.dg/placeless.c \
  testsuite/pram.dg/recompute.c \
  testsuite/pram.dg/recursive.c \
  testsuite/pram.dg/refused.c \
  testsuite/pram.dg/samename.c \
  testsuite/pram.dg/scheme.c \
  testsuite/pram.dg/sequence.c \
  testsuite/pram.dg/strategy.c \
  testsuite/pram.dg/strides.c \
  testsuite/pram.dg/twosizes.c \
  testsuite/pram.dg/undecided.c \
  testsuite/pram.dg/unknown.c \
  testsuite/pram.dg/unneeded.c \
  testsuite/pram.dg/unused.c \
  testsuite/pram.dg/witness.c
golden_tests = \
  testsuite/pram.golden/golden.exp \
  testsuite/pram.golden/graphs.exp \
  testsuite/pram.golden/asked.out \
  testsuite/pram.golden/asked.prog \
  testsuite/pram.golden/border-far.out \
  testsuite/pram.golden/border-far.prog \
  testsuite/pram.golden/border-far.sets \
  testsuite/pram.golden/boundary.out \
  testsuite/pram.golden/boundary.prog \
  testsuite/pram.golden/breadth.out \
  testsuite/pram.golden/breadth.prog \
  testsuite/pram.golden/cg-flat.out \
  testsuite/pram.golden/cg-flat.prog \
  testsuite/pram.golden/cg.out \
  testsuite/pram.golden/cg.prog \
  testsuite/pram.golden/cholesky.out \
  testsuite/pram.golden/cholesky.prog \
  testsuite/pram.golden/columns.out \
  testsuite/pram.golden/columns.prog \
  testsuite/pram.golden/communication.stg \
  testsuite/pram.golden/cycle.dot \
  testsuite/pram.golden/deposits.out \
  testsuite/pram.golden/deposits.prog \
  testsuite/pram.golden/diamond.graph \
  testsuite/pram.golden/elimination.out \
  testsuite/pram.golden/elimination.prog \
  testsuite/pram.golden/exchange-rounds.out \
  testsuite/pram.golden/exchange-rounds.prog \
  testsuite/pram.golden/fft.out \
  testsuite/pram.golden/fft.prog \
  testsuite/pram.golden/floyd.out \
  testsuite/pram.golden/floyd.prog \
  testsuite/pram.golden/graph-cycle.args \
  testsuite/pram.golden/graph-cycle.out \
  testsuite/pram.golden/graph-dot.args \
  testsuite/pram.golden/graph-dot.out \
  testsuite/pram.golden/graph-free.args \
  testsuite/pram.golden/graph-free.out \
  testsuite/pram.golden/graph-refused.args \
  testsuite/pram.golden/graph-refused.out \
  testsuite/pram.golden/graph-schedule.args \
  testsuite/pram.golden/graph-schedule.out \
  testsuite/pram.golden/graph-stg.args \
  testsuite/pram.golden/graph-stg.out \
  testsuite/pram.golden/graph-table.args \
  testsuite/pram.golden/graph-table.out \
  testsuite/pram.golden/graph-wrong.args \
  testsuite/pram.golden/graph-wrong.out \
  testsuite/pram.golden/groups.dot \
  testsuite/pram.golden/groups.out \
  testsuite/pram.golden/groups.prog \
  testsuite/pram.golden/heat1d.out \
  testsuite/pram.golden/heat1d.prog \
  testsuite/pram.golden/heat3d.out \
  testsuite/pram.golden/heat3d.prog \
  testsuite/pram.golden/in-place-rows.out \
  testsuite/pram.golden/in-place-rows.prog \
  testsuite/pram.golden/in-place.out \
  testsuite/pram.golden/in-place.prog \
  testsuite/pram.golden/inspected.out \
  testsuite/pram.golden/inspected.prog \
  testsuite/pram.golden/jacobi-copy.out \
  testsuite/pram.golden/jacobi-copy.prog \
  testsuite/pram.golden/jacobi-swap.out \
  testsuite/pram.golden/jacobi-swap.prog \
  testsuite/pram.golden/matmul.out \
  testsuite/pram.golden/matmul.prog \
  testsuite/pram.golden/moves.out \
  testsuite/pram.golden/moves.prog \
  testsuite/pram.golden/nested-while.out \
  testsuite/pram.golden/nested-while.prog \
  testsuite/pram.golden/parity.out \
  testsuite/pram.golden/parity.prog \
  testsuite/pram.golden/pingpong.out \
  testsuite/pram.golden/pingpong.prog \
  testsuite/pram.golden/power.out \
  testsuite/pram.golden/power.prog \
  testsuite/pram.golden/proportions.out \
  testsuite/pram.golden/proportions.prog \
  testsuite/pram.golden/ragged.out \
  testsuite/pram.golden/ragged.prog \
  testsuite/pram.golden/redblack.out \
  testsuite/pram.golden/redblack.prog \
  testsuite/pram.golden/relayed.out \
  testsuite/pram.golden/relayed.prog \
  testsuite/pram.golden/remainder.out \
  testsuite/pram.golden/remainder.prog \
  testsuite/pram.golden/reversed.out \
  testsuite/pram.golden/reversed.prog \
  testsuite/pram.golden/scalars.out \
  testsuite/pram.golden/scalars.prog \
  testsuite/pram.golden/seidel.out \
  testsuite/pram.golden/seidel.prog \
  testsuite/pram.golden/sent.out \
  testsuite/pram.golden/sent.prog \
  testsuite/pram.golden/sometimes.out \
  testsuite/pram.golden/sometimes.prog \
  testsuite/pram.golden/source-left-early.out \
  testsuite/pram.golden/source-left-early.prog \
  testsuite/pram.golden/source-left-early.sets \
  testsuite/pram.golden/source-bitonic.out \
  testsuite/pram.golden/source-bitonic.prog \
  testsuite/pram.golden/source-bitonic.sets \
  testsuite/pram.golden/source-butterflies.out \
  testsuite/pram.golden/source-butterflies.prog \
  testsuite/pram.golden/source-butterflies.sets \
  testsuite/pram.golden/source-copies.out \
  testsuite/pram.golden/source-copies.prog \
  testsuite/pram.golden/source-copies.sets \
  testsuite/pram.golden/source-jacobi.out \
  testsuite/pram.golden/source-jacobi.prog \
  testsuite/pram.golden/source-jacobi.sets \
  testsuite/pram.golden/source-levels-lookup.out \
  testsuite/pram.golden/source-levels-lookup.prog \
  testsuite/pram.golden/source-levels-lookup.sets \
  testsuite/pram.golden/source-levels.out \
  testsuite/pram.golden/source-levels.prog \
  testsuite/pram.golden/source-levels.sets \
  testsuite/pram.golden/source-lookup.out \
  testsuite/pram.golden/source-lookup.prog \
  testsuite/pram.golden/source-lookup.sets \
  testsuite/pram.golden/source-lu.out \
  testsuite/pram.golden/source-lu.prog \
  testsuite/pram.golden/source-lu.sets \
  testsuite/pram.golden/source-members.out \
  testsuite/pram.golden/source-members.prog \
  testsuite/pram.golden/source-members.sets \
  testsuite/pram.golden/source-smooth.out \
  testsuite/pram.golden/source-smooth.prog \
  testsuite/pram.golden/source-smooth.sets \
  testsuite/pram.golden/source-sums.out \
  testsuite/pram.golden/source-sums.prog \
  testsuite/pram.golden/source-sums.sets \
  testsuite/pram.golden/stepped.out \
  testsuite/pram.golden/stepped.prog \
  testsuite/pram.golden/three-swap.out \
  testsuite/pram.golden/three-swap.prog \
  testsuite/pram.golden/tiles.out \
  testsuite/pram.golden/tiles.prog \
  testsuite/pram.golden/transpose.out \
  testsuite/pram.golden/transpose.prog \
  testsuite/pram.golden/triangle.out \
  testsuite/pram.golden/triangle.prog \
  testsuite/pram.golden/update \
  testsuite/pram.golden/verdicts.out \
  testsuite/pram.golden/verdicts.prog \
  testsuite/pram.golden/whole-rounds.out \
  testsuite/pram.golden/whole-rounds.prog \
  testsuite/pram.golden/whole.out \
  testsuite/pram.golden/whole.prog \
  testsuite/pram.golden/wrong.graph
runtime_tests = \
  testsuite/runtime/choose.c \
  testsuite/runtime/datatype.c \
  testsuite/runtime/floyd.c \
  testsuite/runtime/jacobi.c \
  testsuite/runtime/overhead.c \
  testsuite/runtime/run.sh \
  testsuite/runtime/sizes-planner.c \
  testsuite/runtime/sizes.c \
  testsuite/runtime/sizes.h \
  testsuite/runtime/slow-thread.c \
  testsuite/runtime/sums.c \
  testsuite/runtime/tables.h
spelling_tests = \
  testsuite/pram.misc/spellings/band.c \
  testsuite/pram.misc/spellings/best.c \
  testsuite/pram.misc/spellings/board.c \
  testsuite/pram.misc/spellings/distance.c \
  testsuite/pram.misc/spellings/ends.c \
  testsuite/pram.misc/spellings/index.c \
  testsuite/pram.misc/spellings/left.c \
  testsuite/pram.misc/spellings/linear.c \
  testsuite/pram.misc/spellings/nest.c \
  testsuite/pram.misc/spellings/periodic.c \
  testsuite/pram.misc/spellings/place.c \
  testsuite/pram.misc/spellings/spell.h \
  testsuite/pram.misc/spellings/squares.c \
  testsuite/pram.misc/spellings/stencil.c \
  testsuite/pram.misc/spellings/stride.c \
  testsuite/pram.misc/spellings/sum.c \
  testsuite/pram.misc/spellings/swap.c \
  testsuite/pram.misc/spellings/tile.c \
  testsuite/pram.misc/spellings/triangle.c \
  testsuite/pram.misc/spellings/verdict.c

sim_tests = \
  testsuite/pram.sim/sim.exp \
  testsuite/pram.sim/chain1.goal \
  testsuite/pram.sim/chain2.goal \
  testsuite/pram.sim/chain3.goal \
  testsuite/pram.sim/chain4.goal \
  testsuite/pram.sim/chain5.goal \
  testsuite/pram.sim/chain6.goal \
  testsuite/pram.sim/graph1.goal \
  testsuite/pram.sim/graph2.goal \
  testsuite/pram.sim/graph3.goal \
  testsuite/pram.sim/graph4.goal \
  testsuite/pram.sim/graph5.goal \
  testsuite/pram.sim/graph6.goal
unit_programs = \
  testsuite/unit/arena \
  testsuite/unit/blockgraph \
  testsuite/unit/bounds \
  testsuite/unit/chains \
  testsuite/unit/costs \
  testsuite/unit/delinearize \
  testsuite/unit/disturb \
  testsuite/unit/disturb-law \
  testsuite/unit/exchanges \
  testsuite/unit/expand \
  testsuite/unit/fission \
  testsuite/unit/fit \
  testsuite/unit/generate \
  testsuite/unit/goal \
  testsuite/unit/guard \
  testsuite/unit/heap \
  testsuite/unit/index-split \
  testsuite/unit/logp \
  testsuite/unit/obliviousness \
  testsuite/unit/pack \
  testsuite/unit/partials \
  testsuite/unit/plan-region \
  testsuite/unit/predict \
  testsuite/unit/prog \
  testsuite/unit/promise \
  testsuite/unit/report \
  testsuite/unit/schedule-check \
  testsuite/unit/scheme \
  testsuite/unit/scope \
  testsuite/unit/set-count \
  testsuite/unit/simulate \
  testsuite/unit/sizes \
  testsuite/unit/source \
  testsuite/unit/strategies \
  testsuite/unit/table-plan \
  testsuite/unit/taskgraph \
  testsuite/unit/taskgraph-io \
  testsuite/unit/timeline \
  testsuite/unit/timing \
  testsuite/unit/traffic \
  testsuite/unit/trees \
  testsuite/unit/verdicts \
  testsuite/unit/verify

if HAVE_CRITERION
check_PROGRAMS += $(unit_programs)
endif

# Random programs, in text form and in C (HACKING).
random_programs = testsuite/random/progs testsuite/random/programs
check_PROGRAMS += $(random_programs)
testsuite_random_progs_SOURCES = testsuite/random/choices.h \
  testsuite/random/progs.c testsuite/random/progs.h \
  testsuite/random/progs-print.c
testsuite_random_programs_SOURCES = testsuite/random/choices.h \
  testsuite/random/programs.c testsuite/random/programs.h \
  testsuite/random/programs-elements.c testsuite/random/programs-indirect.c \
  testsuite/random/programs-loops.c testsuite/random/programs-regions.c
testsuite_random_programs_LDADD =
EXTRA_DIST += testsuite/random/compare testsuite/random/reduce \
  testsuite/random/soak

EXTRA_DIST += testsuite/unit/arena-suite.h testsuite/unit/makespan.h \
  testsuite/unit/random-graphs.h testsuite/unit/random-nests.h \
  testsuite/unit/support.h
# Each is made of the file of its name; one has a part of the runtime in it.
testsuite_unit_pack_CPPFLAGS = $(AM_CPPFLAGS) -I$(top_srcdir)/runtime \
  $(MPI_CFLAGS)
AM_CPPFLAGS += $(core_cppflags) -I$(top_srcdir) -D_GNU_SOURCE
LDADD = lab/libpramlab.a core/libpramcore.a $(core_libs) $(CRITERION_LIBS) -lm

EXTRA_DIST += testsuite/lib/pram.exp testsuite/config/unix.exp \
  testsuite/pram.run/run.exp testsuite/pram.dg/dg.exp \
  testsuite/pram.misc/rules.exp testsuite/pram.misc/unit.exp \
  testsuite/pram.misc/pramcc.exp testsuite/pram.misc/behaviour.exp \
  testsuite/pram.misc/runtime.exp testsuite/pram.misc/counts.exp \
  testsuite/pram.misc/random.exp testsuite/pram.misc/main.exp \
  testsuite/pram.misc/prediction.exp testsuite/pram.misc/choose.exp \
  testsuite/pram.misc/examples.exp testsuite/pram.misc/smpi.exp \
  testsuite/pram.misc/compile-time.exp testsuite/pram.misc/lines.exp \
  testsuite/pram.misc/shared-code.exp testsuite/pram.misc/spellings.exp \
  testsuite/pram.misc/trace.exp \
  testsuite/pram.misc/vectors.exp \
  testsuite/count testsuite/jobs \
  $(run_tests) $(dg_tests) $(golden_tests) $(runtime_tests) \
  $(sim_tests) $(spelling_tests)

# LEVEL=quick: a minute or two.  RUNTESTFLAGS='run.exp=jacobi*': only these.
# JOBS=1: in one process.
tested_pramcc = $(abs_top_builddir)/pramcc

check-local: testsuite-run
testsuite-run: all $(check_PROGRAMS)
	@$(MKDIR_P) testsuite
	@{ echo 'set top_srcdir "$(abs_top_srcdir)"'; \
	   echo 'set top_builddir "$(abs_top_builddir)"'; \
	   echo 'set pramcc "$(tested_pramcc)"'; \
	   echo 'set gcc_table "$(PRAM_GCC_TABLE)"'; \
	   echo 'set mpirun "$(MPIRUN)"'; \
	   echo 'set level "$(LEVEL)"'; \
	   echo 'set unit_tests "$(unit_programs)"'; \
	   echo 'set ffi_libs "$(FFI_LIBS)"'; \
	   echo 'set version "$(VERSION)"'; } >testsuite/site.exp
	@if test -z '$(PRAM_RUNTEST)'; then \
	  echo 'check: no runtest; Debian: apt-get install dejagnu' >&2; \
	  exit 1; \
	fi
	cd testsuite && '$(abs_top_srcdir)/testsuite/jobs' \
	  "$${JOBS-`nproc`}" $(PRAM_RUNTEST) --tool pram --srcdir \
	  '$(abs_top_srcdir)/testsuite' $(RUNTESTFLAGS)
.PHONY: testsuite-run

# The installed tree.
installcheck-local:
	$(MAKE) $(AM_MAKEFLAGS) tested_pramcc='$(bindir)/pramcc' \
	  RUNTESTFLAGS=pramcc.exp testsuite-run

clean-local: testsuite-clean
testsuite-clean:
	rm -rf testsuite/tmp testsuite/jobs testsuite/pram.log testsuite/pram.sum \
	  testsuite/site.exp testsuite/site.bak
.PHONY: testsuite-clean
