/// Puts a mesh into a better order of its cells and faces.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "libdg/solver/options.hpp"
#include "meshes/mesh.hpp"
#include "reorder/order.hpp"
#include "reorder/report.hpp"

namespace dg::app {

/// The order that a mesh has been put in, and what it is worth.
struct MeshOrder {
  Ordering ordering;
  OrderReport report;
};

/// Replaces `mesh` by itself in the order that `options` ask for. Throws InputError as dg::order().
/// Metrics before and after are only found with `assess_quality`.
MeshOrder order_mesh(Mesh2& mesh, const OrderingOptions& options, bool assess_quality);

/// Fills in what the assembly of `options` needs to know of the faces of the mesh.
void plan_assembly(const Mesh2& mesh, SolverOptions& options);

}  // namespace dg::app
