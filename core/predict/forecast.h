/* forecast.h: what a region takes on a network that is not known yet.

   SPDX-License-Identifier: Apache-2.0  */

#ifndef PRAM_FORECAST_H
#define PRAM_FORECAST_H

#include "pram-abi.h"
#include "predict.h"

/* Of PLAN on PROCS >= 1 processes.  */
struct pram_forecast pram_forecast_of (const struct pram_plan *,
				       const struct pram_predictor *,
				       int procs);

#endif
