/// The list of the boundary conditions of a gas. A new one is a header in this folder, and its two lines here.
#pragma once

#include "libdg/equations/navier_stokes/boundaries/condition_list.hpp"
#include "libdg/equations/navier_stokes/boundaries/exact.hpp"
#include "libdg/equations/navier_stokes/boundaries/farfield.hpp"
#include "libdg/equations/navier_stokes/boundaries/inflow_total.hpp"
#include "libdg/equations/navier_stokes/boundaries/inflow_velocity.hpp"
#include "libdg/equations/navier_stokes/boundaries/outflow_nonreflecting.hpp"
#include "libdg/equations/navier_stokes/boundaries/outflow_pressure.hpp"
#include "libdg/equations/navier_stokes/boundaries/periodic.hpp"
#include "libdg/equations/navier_stokes/boundaries/supersonic_in.hpp"
#include "libdg/equations/navier_stokes/boundaries/supersonic_out.hpp"
#include "libdg/equations/navier_stokes/boundaries/symmetry.hpp"
#include "libdg/equations/navier_stokes/boundaries/wall_adiabatic.hpp"
#include "libdg/equations/navier_stokes/boundaries/wall_heat_flux.hpp"
#include "libdg/equations/navier_stokes/boundaries/wall_isothermal.hpp"
#include "libdg/equations/navier_stokes/boundaries/wall_modelled.hpp"
#include "libdg/equations/navier_stokes/boundaries/wall_slip.hpp"

// clang-format off
/// Words of BoundaryType and their structs, in the order of messages, too.
#define RKDG_GAS_BOUNDARIES(Boundary)                   \
  Boundary(farfield, Farfield)                          \
  Boundary(wall_adiabatic, WallAdiabatic)               \
  Boundary(wall_isothermal, WallIsothermal)             \
  Boundary(wall_heat_flux, WallHeatFlux)                \
  Boundary(wall_modelled, WallModelled)                 \
  Boundary(wall_slip, WallSlip)                         \
  Boundary(symmetry, Symmetry)                          \
  Boundary(outflow_pressure, OutflowPressure)           \
  Boundary(outflow_nonreflecting, OutflowNonreflecting) \
  Boundary(inflow_total, InflowTotal)                   \
  Boundary(inflow_velocity, InflowVelocity)             \
  Boundary(supersonic_in, SupersonicIn)                 \
  Boundary(supersonic_out, SupersonicOut)               \
  Boundary(exact, Exact)                                \
  Boundary(periodic, Periodic)
// clang-format on

namespace dg {

#define RKDG_WORD(word, Condition) word,
enum class BoundaryType { RKDG_GAS_BOUNDARIES(RKDG_WORD) };
#undef RKDG_WORD

#define RKDG_CONDITION(word, Condition) ::with<Condition>
using GasBoundaries = ConditionList<> RKDG_GAS_BOUNDARIES(RKDG_CONDITION);
#undef RKDG_CONDITION

/// Whether the condition of this type has a trait, of which `trait` is a lambda without captures.
template <class Trait>
RKDG_CALL constexpr bool boundary_has(BoundaryType type, Trait trait) {
  return GasBoundaries::has(static_cast<int>(type), trait);
}

/// Calls visit(condition) for the struct of this type.
template <class Visit>
RKDG_FN void visit_boundary(BoundaryType type, Visit&& visit) {
  GasBoundaries::visit(static_cast<int>(type), visit);
}

/// A text of the condition of this type.
template <class Text>
inline const char* boundary_text(BoundaryType type, Text text) {
  const char* found = nullptr;
  visit_boundary(type, [&](auto condition) { found = text(condition); });
  return found;
}

}  // namespace dg
