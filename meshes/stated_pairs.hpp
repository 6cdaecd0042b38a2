/// Boundaries that a mesh file says to be periodic, by the nodes that it pairs.
#pragma once

#include <string>
#include <vector>

#include "meshes/foreign_mesh.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Adds to mesh.periodic_pairs the boundaries whose faces the file pairs node by node, with the motion that takes those
/// nodes to each other. The faces stay those of boundaries until connect_periodic() joins them. `notes` gets boundaries
/// that lie no rotation or translation apart. Precondition: node numbers are those of the mesh.
template <int Dim>
void state_periodic_pairs(Mesh<Dim>& mesh, const std::vector<PeriodicNodes>& stated, const std::string& path,
                          std::vector<std::string>& notes);

/// The pairs that have become faces between cells: none of their boundaries has faces.
template <int Dim>
std::vector<PeriodicPair<Dim>> joined_pairs(const Mesh<Dim>& mesh);

}  // namespace dg
