/// Writes a mesh as an XML file of VTK (.vtu), for ParaView and others to show.
/// Reference: VTK documentation, "VTK XML formats", docs.vtk.org.
#pragma once

#include <string>

#include "meshes/mesh.hpp"

namespace dg {

/// Writes cells of the order of the mesh, and behind them the faces of its boundaries. The array CellEntityIds has the
/// number of the boundary, counted from 1; boundary_names of the field data has their names. Faces between periodic
/// boundaries are no faces of either. Throws InputError for pyramids of order 2 and more, which VTK lacks, and if the
/// file cannot be written.
template <int Dim>
void write_vtu(const Mesh<Dim>& mesh, const std::string& path);

}  // namespace dg
