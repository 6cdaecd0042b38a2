/// Meshes in a better order of their cells and faces, and what that is worth where the solver lays them.
#pragma once

#include <string>
#include <vector>

#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"
#include "reorder/order.hpp"
#include "reorder/report.hpp"

namespace dg::app {

/// A mesh in the order that was asked for.
template <int Dim>
struct MeshInOrder {
  Mesh<Dim> mesh;
  Ordering ordering;   ///< from its cells and faces to those of the mesh before
  double seconds = 0;  ///< time to find it
};

/// Throws InputError as dg::order(), and for cells to be reoriented in 3-D.
template <int Dim>
MeshInOrder<Dim> in_order(const Mesh<Dim>& mesh, const OrderingOptions& options);

/// What the order of a mesh is worth in memory, where `space` lays its cells and faces. Precondition: its assembly is
/// not `automatic`, and has its colouring.
OrderQuality assess_in_memory(const Mesh2& mesh, const SpaceOptions& space, const std::vector<std::string>& starts);

/// What an ordering has done to a mesh, in memory.
OrderReport order_report(const Mesh2& before, const MeshInOrder<2>& after, const OrderingOptions& options,
                         const SpaceOptions& space);

/// The same of a 3-D mesh, in the order that its file has.
OrderReport order_report(const Mesh3& before, const MeshInOrder<3>& after, const OrderingOptions& options);

/// What an assembly needs to know of the faces of the mesh.
template <int Dim>
ColouredFaces colouring_for(const Mesh<Dim>& mesh, Assembly assembly);

}  // namespace dg::app
