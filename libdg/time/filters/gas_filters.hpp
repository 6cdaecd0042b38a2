/// The gases whose filters the solver library holds.
#pragma once

#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/time/filters/make_state_filter.hpp"

/// Instantiates `make`, one of the functions of this folder that make a filter.
#define RKDG_FILTER_OF(make, Eq) template std::unique_ptr<StageFilter<Eq>> make(const StateFilterInput<Eq>&);
#define RKDG_GAS_FILTERS_IN(make, real)           \
  RKDG_FILTER_OF(make, NavierStokes2D<real>)      \
  RKDG_FILTER_OF(make, NavierStokes3D<real>)      \
  RKDG_FILTER_OF(make, AddedViscosityGas2D<real>) \
  RKDG_FILTER_OF(make, AddedViscosityGas3D<real>)
#define RKDG_GAS_FILTERS(make)     \
  RKDG_GAS_FILTERS_IN(make, float) \
  RKDG_GAS_FILTERS_IN(make, double)
