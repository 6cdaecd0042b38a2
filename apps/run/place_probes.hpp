/// The probes that a case asks for, in the cells of its mesh.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "apps/case/case.hpp"
#include "libdg/output/own_cells.hpp"
#include "libdg/output/probes.hpp"

namespace dg::app {

template <int Dim>
struct PlacedProbes {
  std::vector<std::array<double, Dim>> points;  ///< those of the file, then those of lines
  std::optional<Probes<Dim>> probes;            ///< nothing without points
};

/// Finds them by polynomials of this degree. All ranks call this together. Throws InputError for a file that cannot be
/// read, and for a point outside the mesh.
template <int Dim>
PlacedProbes<Dim> place_probes(const Case& c, const OwnCells<Dim>& own, int degree);

}  // namespace dg::app
