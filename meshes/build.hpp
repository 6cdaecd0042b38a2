/// Makes a checked Mesh of cells, nodes and named boundary faces: finds the faces, and refuses what no solver can use.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "meshes/mesh.hpp"

namespace dg {

template <int Dim>
class SideTable;

/// Vertices (node numbers) of a boundary face, in any order, and the index of its group in Mesh::boundary_names. The
/// fourth vertex of a triangle is -1.
template <int Dim>
struct TaggedFace {
  std::array<Index, 2 * (Dim - 1)> vertices;
  std::int16_t boundary;
};

using BoundaryEdge = TaggedFace<2>;

/// Checks the mesh and fills mesh.faces from the cells and the tagged faces, in linear time. Interior faces come first,
/// in the order in which cells meet them; their minus cell is the one of lower number. Boundary faces follow, grouped
/// by boundary name, in the order of `tagged`. Clockwise or left-handed cells are reversed.
///
/// Throws InputError, with the name `source`, the cell and its coordinates, for
/// - inverted or degenerate cells, hanging nodes, duplicate vertices;
/// - faces of more than two cells;
/// - boundary faces in no group or in two, tagged faces inside the mesh;
/// - arrays that do not fit.
template <int Dim>
void build_faces(Mesh<Dim>& mesh, std::type_identity_t<std::span<const TaggedFace<Dim>>> tagged,
                 const std::string& source);

/// The same for a mesh that check_arrays() has passed and orient_cells() has turned, with the sides of its cells.
template <int Dim>
void build_faces(Mesh<Dim>& mesh, const SideTable<Dim>& sides,
                 std::type_identity_t<std::span<const TaggedFace<Dim>>> tagged, const std::string& source);

/// Joins two boundaries, a translation or a rotation apart, into faces from cells of lower to cells of higher numbers.
/// It tries the motions of open pairs first. Both names lose their faces but stay listed. One boundary may hold both
/// sides of pairs: it is joined to itself. Throws InputError if they do not match within 1e-8 of the mesh size.
template <int Dim>
void connect_periodic(Mesh<Dim>& mesh, const std::string& a, const std::string& b, const std::string& source);

/// The same mesh with cell i of the result being cell new_to_old_cells[i] of the input, likewise for faces.
/// A face between two cells is reversed where its plus cell would get the lower number, as build_faces() has it.
/// Preconditions: both are permutations.
template <int Dim>
Mesh<Dim> permuted(const Mesh<Dim>& mesh, std::span<const Index> new_to_old_cells,
                   std::span<const Index> new_to_old_faces);

/// The same, but every face keeps its minus and its plus cell.
template <int Dim>
Mesh<Dim> rearranged(const Mesh<Dim>& mesh, std::span<const Index> new_to_old_cells,
                     std::span<const Index> new_to_old_faces);

/// The same mesh with vertex orientations[c] of cell c, and the face that starts there, as its first. The reference
/// cells change with them: the coefficients of a polynomial on a cell change, the polynomial does not. Precondition:
/// orientations[c] is the number of a face of cell c.
Mesh2 reoriented(const Mesh2& mesh, std::span<const std::int8_t> orientations);

}  // namespace dg
