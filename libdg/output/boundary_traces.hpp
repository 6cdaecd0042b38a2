/// The solution at the points of a boundary, from inside.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "libdg/solver/solver.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// What lies inside a point of a boundary.
template <int Dim = 2>
struct BoundaryTrace {
  std::array<double, Dim + 2> state{};  ///< conservative
  double height = 0.0;                  ///< of the cell above the face
};

/// The faces of a boundary, in the order of the mesh. Throws InputError if the mesh has no such boundary.
template <int Dim>
std::vector<Index> boundary_faces(const Mesh<Dim>& mesh, const std::string& boundary);

/// The traces at the points of Solver::surface(), in the same order; `degree` and `rule` are those of the solution.
/// Throws InputError if the mesh has no such boundary.
template <int Dim>
std::vector<BoundaryTrace<Dim>> boundary_traces(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int degree,
                                                const std::string& boundary, FaceRule rule = FaceRule::full);

}  // namespace dg
