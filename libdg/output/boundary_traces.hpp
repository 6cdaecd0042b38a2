/// The solution at the points of a boundary, from inside.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// What lies inside a point of a boundary.
struct BoundaryTrace {
  std::array<double, 4> state{};  ///< conservative
  double height = 0.0;            ///< of the cell above the face: its area over the face's length, twice in triangles
};

/// The traces at the points of Solver::surface(), in the same order; `degree` is that of the solution. Throws
/// InputError if the mesh has no such boundary.
std::vector<BoundaryTrace> boundary_traces(const Mesh2& mesh, const Solver& solver, int degree,
                                           const std::string& boundary);

}  // namespace dg
