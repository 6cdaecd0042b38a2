#include "flows_3d.hpp"

#include <cmath>
#include <numbers>

#include "meshes/build.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg::test {

Gas3D smooth_flow_3d(double x, double y, double z, double) {
  // Coordinates of the cube before it was sheared.
  const auto& m = shear_3d;
  const double det = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
                     m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                     m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  const auto minor = [&](int r, int c) {
    const int r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
    return m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1];
  };
  const double at[3] = {x, y, z};
  double s[3] = {};
  for (int i = 0; i < 3; ++i)
    for (int d = 0; d < 3; ++d) s[i] += minor(d, i) * at[d] / det;
  const double turn = 2 * std::numbers::pi, a = std::sin(turn * s[0]), b = std::cos(turn * (s[1] - s[2])),
               c = std::sin(turn * s[1]);
  return {1 + 0.1 * a * b, 0.3 + 0.1 * b, 0.1 * a - 0.2, 0.1 * c, 0.8 + 0.1 * b * c};
}

Mesh3 box(const std::string& kind, const std::array<int, 3>& cells, const std::array<double, 3>& sizes) {
  return std::get<Mesh3>(generate_any_mesh("box", 0,
                                           {{"kind", kind},
                                            {"nx", std::to_string(cells[0])},
                                            {"ny", std::to_string(cells[1])},
                                            {"nz", std::to_string(cells[2])},
                                            {"xmax", std::to_string(sizes[0])},
                                            {"ymax", std::to_string(sizes[1])},
                                            {"zmax", std::to_string(sizes[2])}}));
}

void make_periodic(Mesh3& mesh) {
  connect_periodic(mesh, "left", "right", "box");
  connect_periodic(mesh, "front", "back", "box");
  connect_periodic(mesh, "bottom", "top", "box");
}

double mean_over_coefficient_3d(CellShape shape) {
  switch (shape) {
    case CellShape::tetrahedron:
      return std::sqrt(3.0) / 2;
    case CellShape::prism:
      return 0.5;
    case CellShape::hexahedron:
      return std::sqrt(1 / 8.0);
    default:
      return std::sqrt(3 / 8.0);
  }
}

std::vector<double> rough_averages(const Mesh3& mesh, const GasField<3>& primitive, double part) {
  std::vector<double> coefficients;
  Random random(7);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    const auto x = cell_centroid(mesh, cell);
    auto w = primitive(x[0], x[1], x[2], 0);
    for (double& value : w) value *= 1 + part * random(-1, 1);
    const double mean = mean_over_coefficient_3d(mesh.cell_shapes[cell]);
    double energy = w[4] / 0.4;
    for (int d = 1; d < 4; ++d) energy += 0.5 * w[0] * w[d] * w[d];
    for (const double u : {w[0], w[0] * w[1], w[0] * w[2], w[0] * w[3], energy}) coefficients.push_back(u / mean);
  }
  return coefficients;
}

Mesh3 mesh_of_all_shapes(bool periodic, int order) {
  return mesh_of_shapes(Shapes3D::all_four, 3, periodic, {.order = order, .amplitude = order > 1 ? 0.08 : 0.0});
}

}  // namespace dg::test
