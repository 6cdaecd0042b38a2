/// Values on a boundary of a 3-D mesh as VTU files that ParaView opens: one high-order Lagrange cell for each face,
/// discontinuous between faces.
#pragma once

#include <string>
#include <vector>

#include "libdg/core/vocabulary.hpp"
#include "libdg/output/own_cells.hpp"
#include "meshes/mesh.hpp"

namespace dg {

/// Values at the points of SolverOf<3>::surface(), [point][component], under a name.
struct SurfaceArray {
  std::string name;
  int components = 1;
  std::vector<double> values;
};

/// Writes, at the nodes of each face, polynomials for the values at its points. On triangles they have the total degree
/// `degree` and fit by least squares with the weights of the solver's rule. On quadrilaterals they have this degree in
/// each direction and go through the values. `degree` and `rule` are those of the solution that the points belong to.
/// Cells have the order max(degree, order of the geometry, 1). Cell data: the number of the cell in the mesh. The file
/// appears whole or not at all. Throws InputError if the mesh has no such boundary, or with the reason if the file
/// cannot be written.
void write_surface_vtu(const Mesh3& mesh, const std::string& boundary, int degree,
                       const std::vector<SurfaceArray>& arrays, double time, const std::string& path,
                       FaceRule rule = FaceRule::full);

/// The same of all ranks, which call this together, each with the values on faces of its own cells. `faces` are the
/// numbers of the faces of its mesh among those of all ([face], empty where its mesh is all). The file is that of one
/// process, byte for byte; its path that of rank 0.
void write_surface_vtu(const OwnCells<3>& own, std::span<const Index> faces, const std::string& boundary, int degree,
                       const std::vector<SurfaceArray>& arrays, double time, const std::string& path,
                       FaceRule rule = FaceRule::full);

}  // namespace dg
