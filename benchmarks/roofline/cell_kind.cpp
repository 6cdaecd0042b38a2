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
  const char* names[] = {"triangle",     "quadrilateral-P", "quadrilateral-Q", "tetrahedron", "prism-P",
                         "hexahedron-P", "hexahedron-Q",    "pyramid",         "prism-Q"};
  return std::string(curved ? "curved-" : "") + names[static_cast<int>(space)];
}

int CellKind::cells_per_cube() const {
  switch (space) {
    case Space::triangle_P:
    case Space::prism_P:
    case Space::prism_Q:
      return 2;
    case Space::tetrahedron_P:
    case Space::pyramid_P:
      return 6;
    default:
      return 1;
  }
}

namespace {

constexpr double box_width = 20;

const char* generator_kind(Space space) {
  switch (shape_of(space)) {
    case CellShape::triangle:
      return "triangles";
    case CellShape::quadrilateral:
      return "quads";
    case CellShape::tetrahedron:
      return "tetrahedra";
    case CellShape::pyramid:
      return "pyramids";
    case CellShape::prism:
      return "prisms";
    default:
      return "hexahedra";
  }
}

/// Moves nodes along each direction in waves across it. Waves eight cells long, out of step with the nodes, leave no
/// cell straight and fit the periodic sides.
template <int Dim>
void bend(Mesh<Dim>& mesh, int n) {
  const double wave = 2 * std::numbers::pi * std::max(1, n / 8) / box_width,
               amplitude = 0.2 / (Dim - 1) * box_width / n;
  for (auto& node : mesh.nodes) {
    const auto x = node;
    for (int d = 0; d < Dim; ++d)
      for (int across = 0; across < Dim; ++across)
        if (across != d) node[d] += amplitude * std::sin(wave * x[across] + (d == 0 ? 0.4 : 0.7) + 0.2 * across * d);
  }
}

}  // namespace

template <int Dim>
Mesh<Dim> make_box(CellKind kind, int n) {
  GeneratorParameters parameters{
      {"kind", generator_kind(kind.space)}, {"n", std::to_string(n)}, {"order", kind.curved ? "2" : "1"}};
  if (Dim == 3)  // as wide as the square, so that cells of both are of a size
    for (const char* end : {"xmax", "ymax", "zmax"}) parameters.emplace(end, std::to_string(box_width));
  const std::string name = Dim == 2 ? "square" : "box";
  Mesh<Dim> mesh = std::get<Mesh<Dim>>(generate_any_mesh(name, 0, parameters));
  if (kind.curved) bend(mesh, n);
  connect_periodic(mesh, "left", "right", "mesh '" + name + "'");
  connect_periodic(mesh, "bottom", "top", "mesh '" + name + "'");
  if (Dim == 3) connect_periodic(mesh, "front", "back", "mesh '" + name + "'");
  return mesh;
}

template Mesh2 make_box<2>(CellKind, int);
template Mesh3 make_box<3>(CellKind, int);

SolverOptions stage_options(CellKind kind, int degree, Assembly assembly) {
  SolverOptions o;
  o.degree = degree;
  o.quads = kind.space == Space::prism_Q ? QuadSpace::Q_and_prisms
            : is_tensor(kind.space)      ? QuadSpace::Q
                                         : QuadSpace::P;
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
