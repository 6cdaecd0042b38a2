/// The checks of a mesh that build_faces() and the readers make. All throw InputError, naming the `source`.
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// Refuses orders but 1 to max_geometry_order.
void check_geometry_order(int order, const std::string& source);

/// Refuses a mesh without cells, of an unknown order, with shapes of another dimension, arrays of wrong sizes, node
/// numbers out of range, coordinates that are no numbers, cells that name a node twice, and
/// a mesh beyond 1e-100 to 1e100 in size or farther from the origin than 1e8 times that.
template <int Dim>
void check_arrays(const Mesh<Dim>& mesh, const std::string& source);

/// Refuses two vertices within 1e-10 of the diagonal of the mesh. Other nodes need no look: those of an edge are shared
/// by its two cells or the edge is refused, and within a cell the Jacobian tells. Precondition: check_arrays().
template <int Dim>
void check_duplicate_vertices(const Mesh<Dim>& mesh, const std::string& source);

/// Turns clockwise or left-handed cells round by exchanging xi and eta. Precondition: check_arrays().
template <int Dim>
void orient_cells(Mesh<Dim>& mesh);

/// Refuses cells whose Jacobian is not positive everywhere, or so small that the cell has no area or volume worth the
/// name. Precondition: check_arrays().
template <int Dim>
void check_jacobians(const Mesh<Dim>& mesh, const std::string& source);

/// Refuses faces that name cells, local faces or boundaries that are not there, faces whose two cells do not share
/// their nodes as Face::orientation tells (unless some boundaries are periodic), and local faces of cells that have no
/// face or two. Precondition: check_arrays().
template <int Dim>
void check_faces(const Mesh<Dim>& mesh, const std::string& source);

/// The same of a piece of a mesh, in which only the cells from `first` up to `last` have all their faces.
template <int Dim>
void check_faces_of_piece(const Mesh<Dim>& piece, Index first, Index last, const std::string& source);

}  // namespace dg
