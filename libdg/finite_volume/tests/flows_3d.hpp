/// What the tests of finite volumes of 3-D cells share: meshes and states.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flows.hpp"
#include "libdg/tests/mesh_of_shapes.hpp"

namespace dg::test {

using Solver3D = SolverOf<3>;
using Gas3D = std::array<double, 5>;  ///< rho, velocity, p

/// Fields that vary smoothly and periodically on the cube that mesh_of_shapes() fills.
Gas3D smooth_flow_3d(double x, double y, double z, double time);

/// A box of the generator of this name, in cells of a kind; `sizes` are (0 to x, 0 to y, 0 to z).
Mesh3 box(const std::string& kind, const std::array<int, 3>& cells, const std::array<double, 3>& sizes);
void make_periodic(Mesh3& mesh);

/// Coefficients of degree 0 whose means are these fields at the centroids, with random jumps up to `part` of each.
std::vector<double> rough_averages(const Mesh3& mesh, const GasField<3>& primitive, double part);

double mean_over_coefficient_3d(CellShape shape);

/// Curved cells of all shapes, which meet in every orientation.
Mesh3 mesh_of_all_shapes(bool periodic, int order = 2);

}  // namespace dg::test
