/// The boundaries of a mesh by their names.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "libdg/core/errors.hpp"
#include "libdg/solver/boundary_kinds.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// The number of a boundary, an index into Mesh::boundary_names, if it is there.
template <int Dim>
std::optional<int> find_boundary(const Mesh<Dim>& mesh, const std::string& name) {
  const auto found = std::ranges::find(mesh.boundary_names, name);
  if (found == mesh.boundary_names.end()) return std::nullopt;
  return static_cast<int>(found - mesh.boundary_names.begin());
}

/// The same; throws InputError for a name that the mesh does not have.
template <int Dim>
int boundary_number(const Mesh<Dim>& mesh, const std::string& name) {
  if (const auto number = find_boundary(mesh, name)) return *number;
  throw InputError(fmt::format("boundary '{}' is not in the mesh", name));
}

/// Numbers of those with a condition of this type; conditions of boundaries that the mesh does not have are left out.
template <int Dim>
std::vector<int> boundaries_of_type(const Mesh<Dim>& mesh, const std::vector<BoundaryCondition>& conditions,
                                    BoundaryType type) {
  std::vector<int> numbers;
  for (const BoundaryCondition& b : conditions)
    if (const auto number = find_boundary(mesh, b.name); number && b.type == type) numbers.push_back(*number);
  return numbers;
}

}  // namespace dg
