#include "apps/run/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "libdg/element/element.hpp"
#include "libdg/finite_volume/gradient_stencil.hpp"
#include "meshes/cell_geometry.hpp"
#include "meshes/errors.hpp"
#include "reorder/interface_layers.hpp"
#include "reorder/mesh_graph.hpp"
#include "reorder/partition.hpp"

namespace dg::app {
namespace {

constexpr std::uint64_t seed = 1;

template <int Dim>
std::vector<int> costs_of(const Mesh<Dim>& mesh, const SolverOptions& options) {
  std::vector<int> costs;
  for (Index c = 0; c < mesh.cell_count(); ++c)
    costs.push_back(cell_cost(mesh.cell_shapes[c], !is_affine(mesh, c), options));
  return costs;
}

/// Cells with one neighbour, such as triangles in a corner, join its part: reconstructions need the cells behind it.
template <int Dim>
void keep_by_only_neighbour(const Mesh<Dim>& mesh, int parts, std::vector<int>& part_of) {
  std::vector<int> neighbours(part_of.size()), cells(parts);
  std::vector<Index> last(part_of.size());
  for (const int part : part_of) ++cells[part];
  for (const Face& f : mesh.faces) {
    if (f.plus < 0) continue;
    for (const auto& [cell, other] : {std::pair{f.minus, f.plus}, {f.plus, f.minus}}) {
      ++neighbours[cell];
      last[cell] = other;
    }
  }
  for (std::size_t cell = 0; cell < part_of.size(); ++cell) {
    int& part = part_of[cell];
    if (neighbours[cell] != 1 || cells[part] == 1) continue;
    --cells[part];
    ++cells[part = part_of[last[cell]]];
  }
}

/// Of 3-D cells that find their gradient beyond their neighbours too, as tetrahedra along an edge do, all neighbours
/// join one part, for the same reason: the one that most of these cells have.
void keep_far_stencils(const Mesh3& mesh, int parts, std::vector<int>& part_of) {
  std::vector<Index> first(part_of.size());  // cell that stands for those that stay together
  std::iota(first.begin(), first.end(), 0);
  const auto find = [&](Index cell) {
    while (first[cell] != cell) cell = first[cell] = first[first[cell]];
    return cell;
  };
  const CellNeighbours neighbours(mesh);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    if (!has_far_stencil(neighbours, cell)) continue;
    for (const auto& side : neighbours.sides(cell))
      if (side.cell >= 0) first[find(side.cell)] = find(cell);
  }
  std::map<Index, std::map<int, int>> cells_of;  // by part, of those that stay together
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) ++cells_of[find(cell)][part_of[cell]];
  std::vector<int> cells(parts);
  for (const int part : part_of) ++cells[part];
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto& shares = cells_of[find(cell)];
    const auto most = std::max_element(shares.begin(), shares.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most->first == part_of[cell] || cells[part_of[cell]] == 1) continue;
    --cells[part_of[cell]];
    ++cells[part_of[cell] = most->first];
  }
}

}  // namespace

// Measured on one core with AVX-512, `fused`, Navier-Stokes, degrees 1 to 3 (benchmarks/NOTES.md), of 3-D cells 1 and
// 2. Pyramids, with as many faces and modes as prisms, are taken for these. Q has more modes.
int cell_cost(CellShape shape, bool curved, const SolverOptions& options) {
  constexpr int triangle[]{10, 20}, quadrilateral[]{12, 30};
  constexpr int tetrahedron[]{10, 50}, prism[2][2]{{9, 46}, {15, 74}};
  constexpr int hexahedron[2][2][2]{{{10, 40}, {19, 97}}, {{13, 46}, {33, 116}}};  // P, Q
  const bool high = options.degree > 1;
  switch (shape) {
    case CellShape::triangle:
      return triangle[curved];
    case CellShape::quadrilateral:
      return quadrilateral[curved] * mode_count(space_of(shape, options.quads), options.degree) /
             mode_count(Space::quadrilateral_P, options.degree);
    case CellShape::tetrahedron:
      return tetrahedron[curved];
    case CellShape::prism:
    case CellShape::pyramid:
      return prism[high][curved] * mode_count(space_of(shape, options.quads), options.degree) /
             mode_count(Space::prism_P, options.degree);
    default:
      return hexahedron[options.quads.quads][high][curved];
  }
}

template <int Dim>
std::vector<int> parts_of_cells(const Mesh<Dim>& mesh, int parts, const SolverOptions& options) {
  std::vector<int> part_of = partition_cells(make_graph(mesh), parts, costs_of(mesh, options), seed);
  keep_by_only_neighbour(mesh, parts, part_of);
  if constexpr (Dim == 3)
    if (options.reconstruction != Reconstruction::none) keep_far_stencils(mesh, parts, part_of);
  return part_of;
}

template <int Dim>
std::vector<int> partition(const Mesh<Dim>& mesh, const SolverOptions& options, Communicator& ranks) {
  if (mesh.cell_count() < ranks.size())
    throw InputError("the mesh has " + std::to_string(mesh.cell_count()) + " cells, fewer than the " +
                     std::to_string(ranks.size()) + " ranks; use fewer ranks");
  // Once, so that all ranks have the same whatever library each runs with.
  std::vector<int> rank_of(mesh.cell_count());
  if (ranks.rank() == 0) rank_of = parts_of_cells(mesh, ranks.size(), options);
  ranks.broadcast(std::as_writable_bytes(std::span(rank_of)), 0);
  return rank_of;
}

template <int Dim>
Subdomain<Dim> arranged(Subdomain<Dim> part, RankOrder order) {
  if (order == RankOrder::mesh) return part;
  const Ordering ordering = layers_from_interface(part);
  return in_order(part, ordering.cells, ordering.faces);
}

template <int Dim>
PartitionShares shares_of(const Mesh<Dim>& mesh, const std::vector<int>& rank_of, int ranks,
                          const SolverOptions& options) {
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

template <int Dim>
PartitionShares shares_of(const Subdomain<Dim>& part, const SolverOptions& options, Communicator& ranks) {
  const Halo& halo = part.halo;
  enum { cells, ghosts, cost, cut, columns };
  std::vector<std::int64_t> table(static_cast<std::size_t>(columns * ranks.size()));
  std::int64_t* own = &table[static_cast<std::size_t>(columns * ranks.rank())];
  own[cells] = halo.own_cells;
  own[ghosts] = halo.ghosts();
  const std::vector<int> costs = costs_of(part.mesh, options);
  own[cost] = std::accumulate(costs.begin(), costs.begin() + halo.own_cells, std::int64_t{0});
  for (Index f = halo.own_faces; f < part.mesh.face_count(); ++f) own[cut] += part.mesh.faces[f].minus < halo.own_cells;
  ranks.reduce(table, Reduction::sum);
  PartitionShares shares;
  double total = 0.0;
  for (auto row = table.begin(); row != table.end(); row += columns) {
    shares.ranks.push_back(
        {static_cast<Index>(row[cells]), static_cast<Index>(row[ghosts]), static_cast<double>(row[cost])});
    shares.cut_faces += static_cast<Index>(row[cut]);
    total += static_cast<double>(row[cost]);
  }
  for (auto& share : shares.ranks) share.cost *= ranks.size() / total;
  return shares;
}

std::string shares_text(const PartitionShares& shares, Index faces, const std::string& what) {
  double largest = 0.0;
  Index halo = 0;
  for (const auto& share : shares.ranks) {
    largest = std::max(largest, share.cost);
    halo += share.halo;
  }
  std::string text = fmt::format(
      "partition  {} {}s, {} of {} faces cut, {} ghost cells, the slowest {} has {:.3f} times the mean work\n",
      shares.ranks.size(), what, shares.cut_faces, faces, halo, what, largest);
  for (std::size_t i = 0; i < shares.ranks.size(); ++i) {
    const PartitionShares::Share& share = shares.ranks[i];
    text += fmt::format("{} {:<5} {} cells, {} ghost cells, {:.3f} times the mean work", what, i, share.cells,
                        share.halo, share.cost);
    text += share.bytes > 0 ? fmt::format(", arrays of {:.1f} MB\n", static_cast<double>(share.bytes) / 1e6) : "\n";
  }
  return text;
}

template <int Dim>
Subdomain<Dim> part_of(const Mesh<Dim>& mesh, const SolverOptions& options, RankOrder order, Communicator& ranks) {
  const std::vector<int> rank_of =
      ranks.size() == 1 ? std::vector<int>(mesh.cell_shapes.size()) : partition(mesh, options, ranks);
  return arranged(make_subdomain(mesh, std::span<const int>(rank_of), ranks.rank(), ranks.size()), order);
}

template <int Dim>
void require_common_faces(const Subdomain<Dim>& part, const std::string& path, Communicator& ranks) {
  const Halo& halo = part.halo;
  // The rank of the lower cell adds what it knows of a face, the other one subtracts it.
  std::array<std::int64_t, 3> sums{};
  for (Index f = halo.own_faces; f < part.mesh.face_count(); ++f) {
    const Face& face = part.mesh.faces[f];
    const Index minus = halo.cell[face.minus], plus = halo.cell[face.plus];
    const bool own_is_lower = (face.minus < halo.own_cells) == (minus < plus);
    std::uint64_t key = 0;
    for (const std::int64_t number :
         {std::int64_t{halo.face[f]}, std::int64_t{minus}, std::int64_t{plus}, std::int64_t{face.minus_face},
          std::int64_t{face.plus_face}, std::int64_t{face.orientation}}) {
      key = (key ^ static_cast<std::uint64_t>(number)) * 0x9e3779b97f4a7c15U;
      key ^= key >> 29;
    }
    const std::int64_t sign = own_is_lower ? 1 : -1;
    sums[0] += sign;
    sums[1] += sign * static_cast<std::int64_t>(key >> 32);  // halves, whose sums fit
    sums[2] += sign * static_cast<std::int64_t>(key & 0xffffffffU);
  }
  ranks.reduce(sums, Reduction::sum);
  if (sums != std::array<std::int64_t, 3>{})
    throw InputError(path + ": is damaged: ranks find different faces between them");
}

template std::vector<int> parts_of_cells<2>(const Mesh<2>&, int, const SolverOptions&);
template std::vector<int> partition<2>(const Mesh<2>&, const SolverOptions&, Communicator&);
template void require_common_faces<2>(const Subdomain<2>&, const std::string&, Communicator&);
template void require_common_faces<3>(const Subdomain<3>&, const std::string&, Communicator&);
template Subdomain<2> arranged<2>(Subdomain<2>, RankOrder);
template Subdomain<2> part_of<2>(const Mesh<2>&, const SolverOptions&, RankOrder, Communicator&);
template Subdomain<3> part_of<3>(const Mesh<3>&, const SolverOptions&, RankOrder, Communicator&);
template PartitionShares shares_of<2>(const Mesh<2>&, const std::vector<int>&, int, const SolverOptions&);
template PartitionShares shares_of<2>(const Subdomain<2>&, const SolverOptions&, Communicator&);
template std::vector<int> parts_of_cells<3>(const Mesh<3>&, int, const SolverOptions&);
template std::vector<int> partition<3>(const Mesh<3>&, const SolverOptions&, Communicator&);
template Subdomain<3> arranged<3>(Subdomain<3>, RankOrder);
template PartitionShares shares_of<3>(const Mesh<3>&, const std::vector<int>&, int, const SolverOptions&);
template PartitionShares shares_of<3>(const Subdomain<3>&, const SolverOptions&, Communicator&);

}  // namespace dg::app
