/// How far cells are from losing their map.
#pragma once

#include <array>
#include <cstdint>

#include "meshes/mesh.hpp"

namespace dg {

/// Scaled Jacobians: the least Jacobian determinant of a cell over its largest. 1 for affine cells, 0 or less for cells
/// that fold.
struct MeshQuality {
  double least = 1;
  Index cell = 0;                         ///< that has it
  std::array<std::int64_t, 10> counts{};  ///< of cells up to 0.1, 0.2, ... 1
};

/// Sampled at the points of a lattice of twice the order of the cells.
template <int Dim>
MeshQuality mesh_quality(const Mesh<Dim>& mesh);

}  // namespace dg
