#include "meshes/subdomain.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"

namespace dg {
namespace {

template <int Dim>
class Builder {
 public:
  Builder(const Mesh<Dim>& mesh, std::span<const int> rank_of, int rank)
      : mesh_(mesh), rank_of_(rank_of), rank_(rank) {}

  Subdomain<Dim> build(int ranks) {
    part_.halo.rank = rank_;
    part_.halo.ranks = ranks;
    find_neighbours();
    place_cells();
    copy_cells();
    copy_faces();
    return std::move(part_);
  }

 private:
  bool is_own(Index cell) const { return rank_of_[cell] == rank_; }

  /// The cells beside faces between ranks, in the numbers of the whole mesh.
  void find_neighbours() {
    for (const Face& f : mesh_.faces) {
      if (f.plus < 0 || rank_of_[f.minus] == rank_of_[f.plus]) continue;
      for (const auto& [own, other] : {std::pair{f.minus, f.plus}, std::pair{f.plus, f.minus}}) {
        if (!is_own(own)) continue;
        HaloNeighbour& n = neighbours_[rank_of_[other]];
        n.sent.push_back(own);
        n.received.push_back(other);
      }
    }
    for (auto& [rank, n] : neighbours_) {
      n.rank = rank;
      for (auto* cells : {&n.sent, &n.received}) {
        std::sort(cells->begin(), cells->end());
        cells->erase(std::unique(cells->begin(), cells->end()), cells->end());
      }
    }
  }

  void place_cells() {
    Halo& halo = part_.halo;
    for (const auto& [rank, n] : neighbours_) halo.cell.insert(halo.cell.end(), n.sent.begin(), n.sent.end());
    std::sort(halo.cell.begin(), halo.cell.end());
    halo.cell.erase(std::unique(halo.cell.begin(), halo.cell.end()), halo.cell.end());
    halo.interface_cells = static_cast<Index>(halo.cell.size());
    local_.assign(mesh_.cell_shapes.size(), -1);
    for (Index i = 0; i < halo.interface_cells; ++i) local_[halo.cell[i]] = i;
    for (Index c = 0; c < mesh_.cell_count(); ++c)
      if (is_own(c) && local_[c] < 0) place(c);
    halo.own_cells = static_cast<Index>(halo.cell.size());
    for (auto& [rank, n] : neighbours_) {
      for (const Index ghost : n.received) place(ghost);
      for (auto* cells : {&n.sent, &n.received})
        for (Index& cell : *cells) cell = local_[cell];
      halo.neighbours.push_back(std::move(n));
    }
  }
  void place(Index cell) {
    local_[cell] = static_cast<Index>(part_.halo.cell.size());
    part_.halo.cell.push_back(cell);
  }

  void copy_cells() {
    Mesh<Dim>& to = part_.mesh;
    to.geometry_order = mesh_.geometry_order;
    to.boundary_names = mesh_.boundary_names;
    to.periodic_pairs = mesh_.periodic_pairs;
    std::vector<Index> node(mesh_.nodes.size(), -1);
    for (const Index cell : part_.halo.cell) {
      to.cell_shapes.push_back(mesh_.cell_shapes[cell]);
      for (Index i = mesh_.cell_node_begin[cell]; i < mesh_.cell_node_begin[cell + 1]; ++i) {
        Index& number = node[mesh_.cell_nodes[i]];
        if (number < 0) {
          number = to.node_count();
          to.nodes.push_back(mesh_.nodes[mesh_.cell_nodes[i]]);
        }
        to.cell_nodes.push_back(number);
      }
      to.cell_node_begin.push_back(static_cast<Index>(to.cell_nodes.size()));
    }
  }

  void copy_faces() {
    for (const bool between_ranks : {false, true}) {
      for (Index i = 0; i < mesh_.face_count(); ++i) {
        Face f = mesh_.faces[i];
        const bool minus = is_own(f.minus), plus = f.plus >= 0 && is_own(f.plus);
        if ((!minus && !plus) || (f.plus >= 0 && minus != plus) != between_ranks) continue;
        f.minus = local_[f.minus];
        if (f.plus >= 0) f.plus = local_[f.plus];
        part_.mesh.faces.push_back(f);
        part_.halo.face.push_back(i);
      }
      if (!between_ranks) part_.halo.own_faces = part_.mesh.face_count();
    }
  }

  const Mesh<Dim>& mesh_;
  std::span<const int> rank_of_;
  int rank_;
  std::map<int, HaloNeighbour> neighbours_;
  std::vector<Index> local_;  ///< [cell of the whole mesh] number here; -1: not here
  Subdomain<Dim> part_;
};

}  // namespace

template <int Dim>
Subdomain<Dim> make_subdomain(const Mesh<Dim>& mesh, std::span<const int> rank_of, int rank, int ranks) {
  std::vector<bool> has_cells(ranks);
  for (const int r : rank_of) has_cells[r] = true;
  if (const auto empty = std::find(has_cells.begin(), has_cells.end(), false); empty != has_cells.end())
    throw InputError("rank " + std::to_string(empty - has_cells.begin()) + " of " + std::to_string(ranks) +
                     " has none of the " + std::to_string(mesh.cell_count()) + " cells; use fewer ranks");
  return cut_subdomain(mesh, rank_of, rank, ranks);
}

template <int Dim>
Subdomain<Dim> cut_subdomain(const Mesh<Dim>& piece, std::span<const int> rank_of, int rank, int ranks) {
  return Builder<Dim>(piece, rank_of, rank).build(ranks);
}

template <int Dim>
Subdomain<Dim> in_order(const Subdomain<Dim>& part, std::span<const Index> new_to_old_cells,
                        std::span<const Index> new_to_old_faces) {
  Subdomain<Dim> result{rearranged(part.mesh, new_to_old_cells, new_to_old_faces), part.halo};
  Halo& halo = result.halo;
  std::vector<Index> old_to_new(new_to_old_cells.size());
  for (std::size_t i = 0; i < new_to_old_cells.size(); ++i) {
    old_to_new[new_to_old_cells[i]] = static_cast<Index>(i);
    halo.cell[i] = part.halo.cell[new_to_old_cells[i]];
  }
  for (std::size_t i = 0; i < new_to_old_faces.size(); ++i) halo.face[i] = part.halo.face[new_to_old_faces[i]];
  for (HaloNeighbour& n : halo.neighbours)
    for (Index& cell : n.sent) cell = old_to_new[cell];
  return result;
}

template <int Dim>
Mesh<Dim> mesh_of_own_cells(const Subdomain<Dim>& part) {
  Mesh<Dim> mesh = part.mesh;
  mesh.cell_shapes.resize(part.halo.own_cells);
  mesh.cell_node_begin.resize(part.halo.own_cells + 1);
  mesh.cell_nodes.resize(mesh.cell_node_begin.back());
  mesh.faces.resize(part.halo.own_faces);
  Index nodes = 0;  // numbered as cells come
  for (const Index node : mesh.cell_nodes) nodes = std::max(nodes, node + 1);
  mesh.nodes.resize(nodes);
  return mesh;
}

template Mesh<2> mesh_of_own_cells<2>(const Subdomain<2>&);
template Mesh<3> mesh_of_own_cells<3>(const Subdomain<3>&);
template Subdomain<2> in_order<2>(const Subdomain<2>&, std::span<const Index>, std::span<const Index>);
template Subdomain<3> in_order<3>(const Subdomain<3>&, std::span<const Index>, std::span<const Index>);
template Subdomain<2> cut_subdomain<2>(const Mesh<2>&, std::span<const int>, int, int);
template Subdomain<3> cut_subdomain<3>(const Mesh<3>&, std::span<const int>, int, int);
template Subdomain<2> make_subdomain<2>(const Mesh<2>&, std::span<const int>, int, int);
template Subdomain<3> make_subdomain<3>(const Mesh<3>&, std::span<const int>, int, int);

}  // namespace dg
