/// Which rotations may take one side of a sector to the other, by the shape of the two.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "meshes/mesh.hpp"
#include "meshes/rigid_motion.hpp"

namespace dg {

/// Faces of one boundary, and the means of their vertices.
template <int Dim>
struct BoundarySide {
  std::string name;
  std::int16_t index;
  std::vector<Index> faces;
  std::vector<std::array<double, Dim>> middles;

  std::array<double, Dim> mean_middle() const {
    std::array<double, Dim> mean{};
    for (const auto& p : middles)
      for (int d = 0; d < Dim; ++d) mean[d] += p[d] / static_cast<double>(middles.size());
    return mean;
  }
};

/// The normal of a boundary face between its vertices, out of its cell, as long as the face is large.
std::array<double, 2> area_of(const Mesh<2>& mesh, const Face& face);
std::array<double, 3> area_of(const Mesh<3>& mesh, const Face& face);

/// Rotations that take the sum of the areas of `a` to that of `b`, but for its sign. They take the mean middle of one
/// to that of the other. In space they are those about the line where planes meet, about a line in one plane, and about
/// axes along z, x and y. None is by less than a millionth of a circle.
std::vector<RigidMotion<2>> possible_rotations(const Mesh<2>& mesh, const BoundarySide<2>& a, const BoundarySide<2>& b);
std::vector<RigidMotion<3>> possible_rotations(const Mesh<3>& mesh, const BoundarySide<3>& a, const BoundarySide<3>& b);

}  // namespace dg
