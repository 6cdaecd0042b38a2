#include "benchmarks/roofline/cell_kind.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <variant>

#include "libdg/element/basis.hpp"
#include "meshes/build.hpp"
#include "meshes/generate.hpp"

namespace dg::roofline {

std::string CellKind::name() const {
  const char* names[] = {"triangle", "quadrilateral-P", "quadrilateral-Q", "tetrahedron",
                         "prism",    "hexahedron-P",    "hexahedron-Q"};
  return std::string(curved ? "curved-" : "") + names[static_cast<int>(space)];
}

int CellKind::cells_per_cube() const {
  switch (space) {
    case Space::triangle_P:
    case Space::prism_P:
      return 2;
    case Space::tetrahedron_P:
      return 6;
    default:
      return 1;
  }
}

template <>
Mesh2 make_box<2>(CellKind kind, int n) {
  const GeneratorParameters parameters{{"kind", kind.space == Space::triangle_P ? "triangles" : "quads"},
                                       {"n", std::to_string(n)},
                                       {"order", kind.curved ? "2" : "1"}};
  Mesh2 mesh = generate_mesh("square", 0, parameters);
  if (kind.curved) {
    // Waves eight cells long, out of step with the nodes, leave no cell straight and fit the periodic sides.
    constexpr double width = 20;
    const double wave = 2 * std::numbers::pi * std::max(1, n / 8) / width, amplitude = 0.2 * width / n;
    for (auto& [x, y] : mesh.nodes) {
      const double dx = amplitude * std::sin(wave * y + 0.4), dy = amplitude * std::sin(wave * x + 0.7);
      x += dx;
      y += dy;
    }
  }
  connect_periodic(mesh, "left", "right", "mesh 'square'");
  connect_periodic(mesh, "bottom", "top", "mesh 'square'");
  return mesh;
}

template <>
Mesh3 make_box<3>(CellKind kind, int n) {
  assert(!kind.curved);
  const char* cells = kind.space == Space::tetrahedron_P ? "tetrahedra"
                      : kind.space == Space::prism_P     ? "prisms"
                                                         : "hexahedra";
  // As wide as the square, so that cells of both are of a size.
  GeneratorParameters parameters{{"kind", cells}, {"n", std::to_string(n)}};
  for (const char* end : {"xmax", "ymax", "zmax"}) parameters.emplace(end, "20");
  Mesh3 mesh = std::get<Mesh3>(generate_any_mesh("box", 0, parameters));
  connect_periodic(mesh, "left", "right", "mesh 'box'");
  connect_periodic(mesh, "front", "back", "mesh 'box'");
  connect_periodic(mesh, "bottom", "top", "mesh 'box'");
  return mesh;
}

SolverOptions stage_options(CellKind kind, int degree, Assembly assembly) {
  SolverOptions o;
  o.degree = degree;
  o.quads = is_tensor(kind.space) ? QuadSpace::Q : QuadSpace::P;
  o.assembly = assembly;
  o.gas.viscosity = 1e-3;
  for (const char* name : {"left", "right", "bottom", "top", "front", "back"}) {
    if (kind.dim() == 2 && o.boundaries.size() == 4) break;
    BoundaryCondition b;
    b.name = name;
    b.type = BoundaryType::periodic;
    o.boundaries.push_back(b);
  }
  return o;
}

std::vector<double> stage_state(CellKind kind, int degree, Index cells) {
  const int modes = mode_count(kind.space, degree), dim = kind.dim(), n_var = dim + 2;
  std::vector<double> phi(modes);
  if (dim == 2)
    evaluate_basis<2>(kind.space, degree, {0, 0}, phi);
  else
    evaluate_basis<3>(kind.space, degree, {0, 0, 0}, phi);
  std::vector<double> c;
  c.reserve(std::size_t(cells) * n_var * modes);
  for (Index cell = 0; cell < cells; ++cell) {
    const double wave = 0.1 * std::sin(0.01 * cell), rho = 1 + wave, u = 0.2, v = 0.1 * wave;
    const double energy = (1 + wave) / (1.4 * 0.4) + 0.5 * rho * (u * u + v * v);
    const std::vector<double> state =
        dim == 2 ? std::vector{rho, rho * u, rho * v, energy} : std::vector{rho, rho * u, rho * v, 0.0, energy};
    for (int n = 0; n < n_var; ++n)
      for (int k = 0; k < modes; ++k) c.push_back(k == 0 ? state[n] / phi[0] : 0.01 * wave / (1 + k));
  }
  return c;
}

}  // namespace dg::roofline
