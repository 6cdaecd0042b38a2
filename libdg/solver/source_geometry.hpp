/// The geometry of cells that the kernel of a source reads on a device.
#pragma once

#include <cstddef>
#include <vector>

#include "libdg/solver/volume_rule.hpp"
#include "libdg/space/zone.hpp"

namespace dg {

/// What source_kernel() reads, [number][cell].
template <class Real, int Dim>
std::vector<double> source_geometry(const Mesh<Dim>& mesh, const VolumeRule<Dim>& rule, const ZoneView<Real>& zone,
                                    const std::vector<Index>& cells);

/// Numbers of it that are stored for a cell.
constexpr std::size_t source_geometry_numbers(int dim, bool curved, int points) {
  return (dim + 1) * std::size_t(curved ? points : dim);
}

}  // namespace dg
