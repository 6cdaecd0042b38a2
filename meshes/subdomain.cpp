#include "meshes/subdomain.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "meshes/build.hpp"
#include "meshes/errors.hpp"
#include "meshes/periodic.hpp"
#include "meshes/rigid_motion.hpp"

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
    find_rotations();
    find_neighbours();
    place_cells();
    copy_cells();
    copy_faces();
    return std::move(part_);
  }

 private:
  /// Which copies of cells: 0 for the cells themselves, 2 i + 1 for those that pair i moves from its first side to the
  /// second, 2 i + 2 for those that it moves back.
  using Copy = int;
  static Copy opposite(Copy copy) { return copy == 0 ? 0 : copy % 2 == 1 ? copy + 1 : copy - 1; }
  /// The copy of the cell on one side of a face that lies beside the other side.
  Copy copy_beside(Index face, bool plus) const {
    if (rotations_.empty() || rotations_[face] == 0) return 0;
    const int pair = std::abs(rotations_[face]) - 1;
    return 2 * pair + ((rotations_[face] > 0) == plus ? 1 : 2);
  }
  RigidMotion<Dim> motion_to(Copy copy) const {
    const RigidMotion<Dim> motion = motion_of(mesh_.periodic_pairs[(copy - 1) / 2]);
    return copy % 2 == 1 ? motion : inverse(motion);
  }

  void find_rotations() {
    if (!has_rotated_pairs(mesh_)) return;
    for (const Face& face : mesh_.faces) rotations_.push_back(static_cast<std::int16_t>(rotation_across(mesh_, face)));
  }

  bool is_own(Index cell) const { return rank_of_[cell] == rank_; }

  /// The cells beside faces between ranks or rotated sides, in the numbers of the whole mesh.
  void find_neighbours() {
    for (Index i = 0; i < mesh_.face_count(); ++i) {
      const Face& f = mesh_.faces[i];
      if (f.plus < 0 || (copy_beside(i, true) == 0 && rank_of_[f.minus] == rank_of_[f.plus])) continue;
      for (const bool plus : {false, true}) {
        const Index own = plus ? f.plus : f.minus, other = plus ? f.minus : f.plus;
        if (!is_own(own)) continue;
        const Copy copy = copy_beside(i, plus);
        neighbours_[{rank_of_[other], copy}].received.push_back(other);
        neighbours_[{rank_of_[other], opposite(copy)}].sent.push_back(own);
      }
    }
    for (auto& [key, n] : neighbours_) {
      n.rank = key.first;
      if (key.second > 0) {
        const auto rotation = motion_to(key.second).rotation;
        n.rotation.assign(rotation.begin(), rotation.end());
      }
      for (auto* cells : {&n.sent, &n.received}) {
        std::sort(cells->begin(), cells->end());
        cells->erase(std::unique(cells->begin(), cells->end()), cells->end());
      }
    }
  }

  void place_cells() {
    Halo& halo = part_.halo;
    for (const auto& [key, n] : neighbours_) halo.cell.insert(halo.cell.end(), n.sent.begin(), n.sent.end());
    std::sort(halo.cell.begin(), halo.cell.end());
    halo.cell.erase(std::unique(halo.cell.begin(), halo.cell.end()), halo.cell.end());
    halo.interface_cells = static_cast<Index>(halo.cell.size());
    auto& local = local_[0];
    local.assign(mesh_.cell_shapes.size(), -1);
    for (Index i = 0; i < halo.interface_cells; ++i) local[halo.cell[i]] = i;
    for (Index c = 0; c < mesh_.cell_count(); ++c)
      if (is_own(c) && local[c] < 0) place(c, 0);
    halo.own_cells = static_cast<Index>(halo.cell.size());
    copies_.assign(halo.own_cells, 0);
    for (auto& [key, n] : neighbours_) {
      for (const Index ghost : n.received) place(ghost, key.second);
      copies_.resize(halo.cell.size(), key.second);
      for (Index& cell : n.sent) cell = local[cell];
      for (Index& cell : n.received) cell = local_[key.second][cell];
      halo.neighbours.push_back(std::move(n));
    }
  }
  void place(Index cell, Copy copy) {
    auto& local = local_[copy];
    if (local.empty()) local.assign(mesh_.cell_shapes.size(), -1);
    local[cell] = static_cast<Index>(part_.halo.cell.size());
    part_.halo.cell.push_back(cell);
  }

  void copy_cells() {
    Mesh<Dim>& to = part_.mesh;
    to.geometry_order = mesh_.geometry_order;
    to.boundary_names = mesh_.boundary_names;
    to.periodic_pairs = mesh_.periodic_pairs;
    std::map<Copy, std::vector<Index>> numbers;
    for (std::size_t i = 0; i < part_.halo.cell.size(); ++i) {
      const Index cell = part_.halo.cell[i];
      std::vector<Index>& number = numbers[copies_[i]];
      if (number.empty()) number.assign(mesh_.nodes.size(), -1);
      to.cell_shapes.push_back(mesh_.cell_shapes[cell]);
      for (Index k = mesh_.cell_node_begin[cell]; k < mesh_.cell_node_begin[cell + 1]; ++k)
        to.cell_nodes.push_back(copied_node(mesh_.cell_nodes[k], copies_[i], number));
      to.cell_node_begin.push_back(static_cast<Index>(to.cell_nodes.size()));
    }
  }

  Index copied_node(Index node, Copy copy, std::vector<Index>& number) {
    Mesh<Dim>& to = part_.mesh;
    if (number[node] >= 0) return number[node];
    to.nodes.push_back(copy == 0 ? mesh_.nodes[node] : motion_to(copy)(mesh_.nodes[node]));
    return number[node] = to.node_count() - 1;
  }

  void copy_faces() {
    for (const bool with_ghost : {false, true}) {
      for (Index i = 0; i < mesh_.face_count(); ++i) {
        const Face& f = mesh_.faces[i];
        const bool is_rotated = copy_beside(i, true) != 0;
        const bool minus = is_own(f.minus), plus = f.plus >= 0 && is_own(f.plus);
        if ((!minus && !plus) || (is_rotated || (f.plus >= 0 && minus != plus)) != with_ghost) continue;
        if (is_rotated && minus) copy_face(i, 0, copy_beside(i, false));
        if (is_rotated && plus) copy_face(i, copy_beside(i, true), 0);
        if (!is_rotated) copy_face(i, 0, 0);
      }
      if (!with_ghost) part_.halo.own_faces = part_.mesh.face_count();
    }
  }

  /// Between these copies of the cells on its sides.
  void copy_face(Index face, Copy minus, Copy plus) {
    Face f = mesh_.faces[face];
    f.minus = local_[minus][f.minus];
    if (f.plus >= 0) f.plus = local_[plus][f.plus];
    part_.mesh.faces.push_back(f);
    part_.halo.face.push_back(face);
  }

  const Mesh<Dim>& mesh_;
  std::span<const int> rank_of_;
  int rank_;
  std::vector<std::int16_t> rotations_;                       ///< [face] see rotation_across(); empty: all 0
  std::map<std::pair<int, Copy>, HaloNeighbour> neighbours_;  ///< by rank and copies of its cells
  std::map<Copy, std::vector<Index>> local_;                  ///< [cell of the whole mesh] number here; -1: not here
  std::vector<Copy> copies_;                                  ///< [cell] of the subdomain
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
