/// How the straight faces of a boundary turn from one to the next.
#pragma once

#include "meshes/mesh.hpp"

namespace dg {

struct FacetAngles {
  std::int64_t neighbours = 0;  ///< pairs of straight faces that share a vertex, in 3-D an edge
  std::int64_t slight = 0;      ///< of them, those that turn as the faces of a curved wall do: by 0.05 to 30 degrees
  double largest = 0;           ///< of the latter, in degrees

  /// Whether so many of them turn slightly that the boundary is a curved one made of straight faces.
  bool looks_curved() const {
    constexpr std::int64_t fewest = 4, share = 4;  // faces along the axis of a cylinder do not turn
    return slight >= fewest && share * slight >= neighbours;
  }
};

/// Those of the faces of boundary number `boundary` whose nodes lie where their vertices alone would put them.
template <int Dim>
FacetAngles facet_angles(const Mesh<Dim>& mesh, int boundary);

}  // namespace dg
