/// Reading Gmsh's .msh files, and what needs the Gmsh SDK: writing them, and unstructured triangulation.
///
/// Gmsh is GPL: a binary linked with it falls under the GPL. Built without it, write_gmsh() and triangulate() throw an
/// InputError that says so.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "meshes/any_mesh.hpp"
#include "meshes/lattice.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// True if this build contains the Gmsh SDK.
bool has_gmsh();

/// Reads a .msh file (1, 2.0 to 2.2, 4.0 or 4.1, ASCII or binary). If it has 3-D cells, these are the mesh; else its
/// triangles and quadrilaterals are. Physical groups of lines, in 3-D of surfaces, name the boundaries, in the order of
/// their tags. A group without a name is called by its tag. settle_groups() decides on faces in no group, in several or
/// inside the mesh, and adds what it says to `notes`. Cells of an order above `highest_order` become cells of that
/// order. Throws InputError. Needs no Gmsh.
AnyMesh read_gmsh(const std::string& path, std::vector<std::string>* notes = nullptr,
                  int highest_order = max_element_order);

/// Likewise from the contents of such a file; `path` is for messages.
AnyMesh parse_gmsh(std::string_view text, const std::string& path, std::vector<std::string>* notes = nullptr,
                   int highest_order = max_element_order);

/// Writes a .msh file, version 4.1 (binary unless `ascii`), boundaries as physical groups. Throws InputError if it
/// cannot.
template <int Dim>
void write_gmsh(const Mesh<Dim>& mesh, const std::string& path, bool ascii = false);

/// A closed polygon boundary of a region to triangulate: points in order, the edge i running from point i to i+1
/// (cyclic).
struct Loop {
  std::vector<std::array<double, 2>> points;
};

/// Triangles and points of an unstructured mesh of order 1. The points of the loops come first, in order, unchanged.
struct Triangulation {
  std::vector<std::array<double, 2>> points;
  std::vector<std::array<Index, 3>> triangles;
};

/// Triangulates the region inside `outer` and outside every loop of `holes`, and keeps every given edge as it is. It
/// takes Gmsh's Delaunay front, or its plain Delaunay where the front does not follow the size. `size(x, y)` is the
/// wanted edge length; empty means interpolated from the loops' edges. Triangles are counter-clockwise. Throws
/// InputError if loops cross, or if their edges are too long for the wanted size; exceptions of `size` pass.
Triangulation triangulate(const Loop& outer, const std::vector<Loop>& holes,
                          const std::function<double(double, double)>& size);

}  // namespace dg
