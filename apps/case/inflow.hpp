/// The turbulence of inflows, from what a case says of it.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "apps/case/case.hpp"
#include "libdg/solver/turbulent_inflow.hpp"

namespace dg::app {

/// That of a boundary in Case::inflows. Statistics without meaning are left to its user. Throws InputError for a
/// formula that is not understood, or a profile that cannot be read.
template <int Dim>
TurbulentInflow<Dim> turbulent_inflow(const Case& c, const std::string& boundary);

/// Says which of the statistics has no meaning at a point; nothing if all have.
template <int Dim>
std::optional<std::string> inflow_fault(const Case& c, const std::string& boundary, const std::array<double, Dim>& x);

}  // namespace dg::app
