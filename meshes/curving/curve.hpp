/// Makes the walls of a straight mesh curved, and the layers of cells above them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
struct CurvedWall {
  std::string boundary;
  /// The place on the wall for a point next to it; if empty, the wall is smooth through the vertices of its faces.
  std::function<std::array<double, Dim>(const std::array<double, Dim>&)> onto;
  /// In 3-D the place on the edge of the wall for a point of an edge. There, two faces of the wall turn by more than
  /// the angle. If it is empty, `onto` is for these points, too.
  std::function<std::array<double, Dim>(const std::array<double, Dim>&)> onto_edge{};
};

struct CurveOptions {
  int order = 2;      ///< of the cells, 2 to max_geometry_order
  double angle = 30;  ///< in degrees: neighbours that turn by more keep their edge
};

/// The mesh with cells of order `order`, of which the faces on the walls follow them. Cells near a wall move with the
/// nearest place on it, the less the farther they are, so that thin layers keep their thickness. Other boundaries keep
/// their shape. Throws InputError, naming `source`, for meshes that are curved or periodic, for boundaries that are not
/// there, and where cells would turn inside out.
template <int Dim>
Mesh<Dim> curved(const Mesh<Dim>& mesh, const std::vector<CurvedWall<Dim>>& walls, const CurveOptions& options,
                 const std::string& source);

}  // namespace dg
