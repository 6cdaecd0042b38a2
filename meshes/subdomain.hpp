/// The part of a mesh that one rank works on: its own cells, and one ring of the cells of others around them. Beside
/// boundaries that match by a rotation, rotated copies of cells are such others, be they its own.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

/// What goes between a rank and one of its neighbours, which is the rank itself for rotated copies of its own cells.
struct HaloNeighbour {
  int rank = -1;
  std::vector<double> rotation{};  ///< by rows, which brings vectors to these ghosts; empty: none
  std::vector<Index> sent;         ///< own cells that it needs, in the order of the whole mesh
  std::vector<Index> received;     ///< ghosts that are its own cells, likewise
};

/// How the mesh of a subdomain lies in the whole one; of a whole mesh, there is nothing to say. Between the same two
/// ranks, each rotation has a neighbour of its own.
///
/// Own cells come first: those that other ranks need (the interface), then the interior; behind them lie the ghosts.
/// Each of these is in the order of the whole mesh, but for own cells and faces after in_order(). Faces between own
/// cells and on boundaries come first, then those between an own cell and a ghost.
struct Halo {
  int rank = 0, ranks = 1;
  Index interface_cells = 0, own_cells = 0, own_faces = 0;
  std::vector<Index> cell;  ///< [cell] number in the whole mesh
  std::vector<Index> face;  ///< [face] likewise; one between two rotated sides is there once for each own side
  std::vector<HaloNeighbour> neighbours;

  bool is_whole() const { return ranks == 1 && neighbours.empty(); }
  bool has_rotations() const {
    return std::ranges::any_of(neighbours, [](const HaloNeighbour& n) { return !n.rotation.empty(); });
  }
  Index ghosts() const { return static_cast<Index>(cell.size()) - own_cells; }
};

template <int Dim>
struct Subdomain {
  Mesh<Dim> mesh;
  Halo halo;
};

/// The subdomain of `rank`; rank_of[c] is the rank whose own cell c is. A face keeps its minus and plus cell and its
/// direction. A cell keeps its nodes and the order of its faces, but for the nodes of ghosts that are rotated with
/// them. So what is computed of them is the same in any partition. Throws InputError if a rank has no cells.
template <int Dim>
Subdomain<Dim> make_subdomain(const Mesh<Dim>& mesh, std::span<const int> rank_of, int rank, int ranks);

/// The same out of a piece of the mesh that holds all faces of the rank's own cells, and all cells beside them. Numbers
/// are those of the piece.
template <int Dim>
Subdomain<Dim> cut_subdomain(const Mesh<Dim>& piece, std::span<const int> rank_of, int rank, int ranks);

/// The same subdomain with cell i being cell new_to_old_cells[i] of what it was, likewise for faces. What is computed
/// of it stays the same. Preconditions: both are permutations. They leave ghosts in their places, and cells of the
/// interface and of the interior among themselves. So they do with the faces between own cells and ghosts, and the
/// others.
template <int Dim>
Subdomain<Dim> in_order(const Subdomain<Dim>& part, std::span<const Index> new_to_old_cells,
                        std::span<const Index> new_to_old_faces);

/// The own cells of a subdomain in their order, with the faces between them and on boundaries, and no ghosts.
template <int Dim>
Mesh<Dim> mesh_of_own_cells(const Subdomain<Dim>& part);

}  // namespace dg
