/// Mesh files for several ranks: the cells of a part lie in one piece, so that each rank reads its own alone.
///
/// They are mesh files as any other (mesh_file.hpp), with tables that say where parts begin and which faces a part
/// shares with parts before it. A rank takes one or several parts in a row.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "meshes/any_mesh.hpp"
#include "meshes/mesh_parts.hpp"
#include "meshes/subdomain.hpp"

namespace dg {

class Hdf5TableReader;

/// Writes the file under a temporary name and renames it. Throws InputError if it cannot be written.
template <int Dim>
void write_partition(const MeshInParts<Dim>& parts, const std::string& path);

/// True for a file of such tables.
bool is_cut_into_parts(const Hdf5TableReader& file);

/// The whole mesh of such a file, of that dimension. Throws InputError for a damaged file, also where only what it says
/// of the parts is wrong.
AnyMesh read_mesh_in_parts(const std::string& path, int dimension);

/// The number of parts in a file; 0 for a mesh that was not cut, whatever its format. Throws InputError for a damaged
/// file.
int parts_in_file(const std::string& path);

/// mesh_fingerprint() of the mesh, as the file says; empty where it does not. Throws InputError for a damaged file.
std::string fingerprint_in_file(const std::string& path);

/// The subdomain of a rank, the same as make_subdomain() makes of the mesh and the ranks of its cells. It is read from
/// the rank's own piece of the file and the cells and nodes beside it. Throws InputError for a damaged file, one with
/// fewer parts than ranks, and a mesh of another dimension.
template <int Dim>
Subdomain<Dim> read_subdomain(const std::string& path, int rank, int ranks);

/// The same of a mesh whose dimension the file says.
std::variant<Subdomain<2>, Subdomain<3>> read_any_subdomain(const std::string& path, int rank, int ranks);

}  // namespace dg
