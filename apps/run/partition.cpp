#include "apps/run/partition.hpp"

#include <algorithm>
#include <set>

#include "libdg/element/element.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/errors.hpp"
#include "reorder/interface_layers.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/partition.hpp"

namespace dg::app {
namespace {

constexpr std::uint64_t seed = 1;

std::vector<int> costs_of(const Mesh2& mesh, const SolverOptions& options) {
  std::vector<int> costs;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    costs.push_back(cell_cost(mesh.cell_shapes[c], !is_affine(mesh, c), options));
  return costs;
}

}  // namespace

// Measured on one core with AVX-512, `fused`, Navier-Stokes, degrees 1 to 3 (benchmarks/NOTES.md). Q has more modes.
int cell_cost(CellShape shape, bool curved, const SolverOptions& options) {
  constexpr int triangle[]{10, 20}, quadrilateral[]{12, 30};
  if (shape == CellShape::triangle) return triangle[curved];
  const Space space = space_of(shape, options.quads);
  return quadrilateral[curved] * mode_count(space, options.degree) / mode_count(Space::quadrilateral_P, options.degree);
}

std::vector<int> partition(const Mesh2& mesh, const SolverOptions& options, Communicator& ranks) {
  if (mesh.cell_count() < ranks.size())
    throw InputError("the mesh has " + std::to_string(mesh.cell_count()) + " cells, fewer than the " +
                     std::to_string(ranks.size()) + " ranks; take fewer ranks");
  // Once, so that all ranks have the same whatever library each runs with.
  std::vector<int> rank_of(mesh.cell_count());
  if (ranks.rank() == 0) rank_of = partition_cells(make_graph(mesh), ranks.size(), costs_of(mesh, options), seed);
  ranks.broadcast(std::as_writable_bytes(std::span(rank_of)), 0);
  return rank_of;
}

ArrangeSubdomain arrangement(RankOrder order) {
  if (order == RankOrder::mesh) return {};
  return [](Subdomain<2> part) {
    const Ordering ordering = layers_from_interface(part);
    return in_order(part, ordering.cells, ordering.faces);
  };
}

PartitionShares shares_of(const Mesh2& mesh, const std::vector<int>& rank_of, int ranks, const SolverOptions& options) {
  PartitionShares shares;
  shares.ranks.resize(ranks);
  std::vector<std::set<Index>> halo(ranks);
  for (const Face& f : mesh.faces) {
    if (f.plus < 0 || rank_of[f.minus] == rank_of[f.plus]) continue;
    ++shares.cut_faces;
    halo[rank_of[f.minus]].insert(f.plus);
    halo[rank_of[f.plus]].insert(f.minus);
  }
  const std::vector<int> costs = costs_of(mesh, options);
  double total = 0.0;
  for (Index c = 0; c < mesh.cell_count(); ++c) {
    ++shares.ranks[rank_of[c]].cells;
    shares.ranks[rank_of[c]].cost += costs[c];
    total += costs[c];
  }
  for (int rank = 0; rank < ranks; ++rank) {
    shares.ranks[rank].halo = static_cast<Index>(halo[rank].size());
    shares.ranks[rank].cost *= ranks / total;
  }
  return shares;
}

}  // namespace dg::app
