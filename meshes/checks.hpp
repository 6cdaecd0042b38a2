/// The checks of a mesh that build_faces() and the readers make. All throw InputError, naming the `source`.
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// Refuses orders but 1 to max_geometry_order.
void check_geometry_order(int order, const std::string& source);

/// Refuses a mesh without cells, of an unknown order, or with shapes of another dimension. Refuses arrays of wrong
/// sizes, node numbers out of range, coordinates that are not finite, and cells that name a node twice. The size of the
/// mesh must be between 1e-100 and 1e100, and its distance from the origin at most 1e8 times its size.
template <int Dim>
void check_arrays(const Mesh<Dim>& mesh, const std::string& source);

/// Refuses two vertices within 1e-10 of the diagonal of the mesh. Other nodes need no check: the two cells of an edge
/// share its nodes, or the edge is refused. Within a cell the Jacobian tells. Precondition: check_arrays().
template <int Dim>
void check_duplicate_vertices(const Mesh<Dim>& mesh, const std::string& source);

/// Reverses clockwise or left-handed cells by exchanging xi and eta. Precondition: check_arrays().
template <int Dim>
void orient_cells(Mesh<Dim>& mesh);

/// Refuses cells whose Jacobian is not positive everywhere, or so small that area or volume vanish. Precondition:
/// check_arrays().
template <int Dim>
void check_jacobians(const Mesh<Dim>& mesh, const std::string& source);

/// Refuses faces that name cells, local faces or boundaries that do not exist. The two cells of a face must share its
/// nodes as Face::orientation says, unless some boundaries are periodic. Each local face of a cell must have one face.
/// Precondition: check_arrays().
template <int Dim>
void check_faces(const Mesh<Dim>& mesh, const std::string& source);

/// The same for a piece of a mesh, in which only the cells from `first` up to `last` have all their faces.
template <int Dim>
void check_faces_of_piece(const Mesh<Dim>& piece, Index first, Index last, const std::string& source);

}  // namespace dg
