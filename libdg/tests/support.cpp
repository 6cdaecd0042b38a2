#include "support.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "libdg/solver/host_space.hpp"
#include "meshes/build.hpp"
#include "meshes/lattice.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {

const std::vector<int>& built_degrees() {
  static const std::vector<int> degrees{RKDG_TEST_DEGREES_2D};
  return degrees;
}

const std::vector<Precision>& built_precisions() {
  static const std::vector<Precision> precisions{RKDG_TEST_PRECISIONS_2D};
  return precisions;
}

Mesh2 hybrid_mesh(const Hybrid& h) {
  Mesh2 mesh = generate_mesh("square", 0,
                             {{"kind", h.kind},
                              {"n", std::to_string(h.n)},
                              {"xmin", "0"},
                              {"xmax", "1"},
                              {"ymin", "0"},
                              {"ymax", "1"},
                              {"order", std::to_string(h.order)},
                              {"curved", std::to_string(h.curved)},
                              {"distortion", std::to_string(h.distortion)}});
  if (h.periodic) make_periodic(mesh);
  return mesh;
}

Mesh2 ring_mesh(int order) {
  const Mesh2 box = hybrid_mesh({.n = 8, .order = order, .distortion = 0, .periodic = false});
  Mesh2 ring = box;
  ring.nodes.clear();
  ring.boundary_names = {"wall", "farfield"};
  std::map<std::array<long, 2>, Index> numbers;  // the left and the right side of the box become one
  for (Index& node : ring.cell_nodes) {
    const auto [x, y] = box.nodes[node];
    const auto [number, is_new] =
        numbers.try_emplace({std::lround(1e9 * x) % 1'000'000'000, std::lround(1e9 * y)}, ring.node_count());
    node = number->second;
    if (!is_new) continue;
    const double angle = -2 * std::numbers::pi * x, radius = 1 + 3 * y;
    ring.nodes.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  std::vector<BoundaryEdge> edges;
  for (const Face& f : box.faces) {
    if (f.plus >= 0) continue;
    const std::string& side = box.boundary_names[f.boundary];
    if (side == "bottom" || side == "top")
      edges.push_back({{face_node(ring, f.minus, f.minus_face, 0), face_node(ring, f.minus, f.minus_face, order)},
                       static_cast<std::int16_t>(side == "top")});
  }
  build_faces(ring, edges, "test");
  return ring;
}

void make_periodic(Mesh2& mesh) {
  connect_periodic(mesh, "left", "right", "test");
  connect_periodic(mesh, "bottom", "top", "test");
}

BoundaryCondition on(const std::string& name, BoundaryType type) {
  BoundaryCondition b;
  b.name = name;
  b.type = type;
  return b;
}

std::vector<BoundaryCondition> on_all_sides(BoundaryType type) {
  return {on("left", type), on("right", type), on("bottom", type), on("top", type)};
}

std::vector<BoundaryCondition> walls_and_far_field() {
  auto b = on_all_sides(BoundaryType::wall_slip);
  b[0].type = BoundaryType::wall_isothermal;
  b[0].velocity = {0, 0.3};
  b[0].temperature = 1.2;
  b[1].type = BoundaryType::farfield;
  b[1].state = {1.1, {0.4, 0.1}, 0.75};
  b[2].type = BoundaryType::wall_adiabatic;
  b[2].velocity = {0.2, 0};
  return b;
}

std::vector<BoundaryCondition> in_and_out() {
  auto b = on_all_sides(BoundaryType::exact);
  b[0].type = BoundaryType::inflow_total;
  b[0].total_pressure = 0.85;
  b[0].total_temperature = 1.1;
  b[0].direction = {2, 0.5};
  b[1].type = BoundaryType::outflow_pressure;
  b[1].pressure = 0.68;
  b[2].type = BoundaryType::symmetry;
  return b;
}

std::vector<BoundaryCondition> supersonic() {
  auto b = on_all_sides(BoundaryType::supersonic_out);
  b[3].type = BoundaryType::wall_heat_flux;
  b[3].velocity = {0.1, 0};
  b[3].heat_flux = 0.04;
  b[0].type = BoundaryType::supersonic_in;
  b[0].state = {1.2, {1.5, 0.1}, 0.8};
  b[2].type = BoundaryType::exact;
  return b;
}

double Random::operator()() {
  // The 64-bit linear congruential generator of Knuth's MMIX.
  state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
  return static_cast<double>(state_ >> 11) * 0x1p-53;
}

std::array<double, 4> smooth_flow(double x, double y) {
  const double a = 2 * std::numbers::pi * x, b = 2 * std::numbers::pi * y;
  return {1 + 0.2 * std::sin(a + b), 0.3 + 0.1 * std::sin(a) * std::cos(b), 0.2 - 0.1 * std::cos(a) * std::sin(2 * b),
          0.7 + 0.1 * std::cos(a) * std::sin(b)};
}

std::array<double, 4> smooth_flow_at(double x, double y, double) { return smooth_flow(x, y); }

SolverOptions serial_options() {
  SolverOptions o;
  o.degree = built_degrees().back();
  o.backend = BackendKind::cpu;
  o.threads = 1;
  o.gas.viscosity = 0.02;
  return o;
}

namespace {

/// Sets of items by colour, no two of one colour touching a common cell; cells_of(i) lists the cells of item i.
template <class CellsOf>
std::vector<std::vector<Index>> greedy_colours(Index items, Index cells, CellsOf cells_of) {
  std::vector<std::set<std::size_t>> taken(cells);
  std::vector<std::vector<Index>> colours;
  for (Index i = 0; i < items; ++i) {
    const std::vector<Index> touched = cells_of(i);
    std::size_t c = 0;
    while (std::any_of(touched.begin(), touched.end(), [&](Index cell) { return taken[cell].count(c) > 0; })) ++c;
    for (const Index cell : touched) taken[cell].insert(c);
    colours.resize(std::max(colours.size(), c + 1));
    colours[c].push_back(i);
  }
  return colours;
}

std::vector<Index> cells_of_faces(const Mesh2& mesh, Index begin, Index end) {
  std::vector<Index> cells;
  for (Index f = begin; f < end; ++f) {
    cells.push_back(mesh.faces[f].minus);
    if (mesh.faces[f].plus >= 0) cells.push_back(mesh.faces[f].plus);
  }
  return cells;
}

}  // namespace

ColouredFaces colouring(const Mesh2& mesh) {
  ColouredFaces result;
  result.begin = {0};
  for (const auto& colour :
       greedy_colours(mesh.face_count(), mesh.cell_count(), [&](Index f) { return cells_of_faces(mesh, f, f + 1); })) {
    result.faces.insert(result.faces.end(), colour.begin(), colour.end());
    result.begin.push_back(static_cast<Index>(result.faces.size()));
  }
  return result;
}

ColouredFaces block_colouring(const Mesh2& mesh, Index size) {
  const Index count = (mesh.face_count() + size - 1) / size;
  const auto end_of = [&](Index b) { return std::min(mesh.face_count(), (b + 1) * size); };
  ColouredFaces result;
  result.begin = result.block_begin = result.colour_begin = {0};
  for (const auto& colour :
       greedy_colours(count, mesh.cell_count(), [&](Index b) { return cells_of_faces(mesh, b * size, end_of(b)); })) {
    for (const Index b : colour) {
      for (Index f = b * size; f < end_of(b); ++f) {
        result.faces.push_back(f);
        result.begin.push_back(static_cast<Index>(result.faces.size()));
      }
      result.block_begin.push_back(static_cast<Index>(result.begin.size()) - 1);
    }
    result.colour_begin.push_back(static_cast<Index>(result.block_begin.size()) - 1);
  }
  return result;
}

SolverOptions with_colouring(SolverOptions options, const Mesh2& mesh) {
  if (options.assembly == Assembly::colour) options.colouring = colouring(mesh);
  if (options.assembly == Assembly::block_colour) options.colouring = block_colouring(mesh, 5);
  return options;
}

std::vector<double> rough_state(const Mesh2& mesh, const SolverOptions& options, double amplitude) {
  const HostSpace<4> space(mesh, options.degree, options.quads);
  const HostVector<double> projected = space.project(
      [&](double x, double y, double) {
        const auto w = smooth_flow(x, y);
        return std::array{w[0], w[0] * w[1], w[0] * w[2],
                          w[3] / (options.gas.gamma - 1) + 0.5 * w[0] * (w[1] * w[1] + w[2] * w[2])};
      },
      0);
  std::vector<double> c(projected.begin(), projected.end());
  Random random(42);
  std::size_t i = 0;
  for (Index cell = 0; cell < mesh.cell_count(); ++cell)
    for (int n = 0; n < 4; ++n)
      for (int k = 0; k < space.modes(cell); ++k) c[i++] += amplitude * random(-1, 1) / (1 + k);
  return c;
}

double relative_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double difference = a.size() == b.size() ? 0 : 1e300, size = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (!(std::abs(a[i] - b[i]) <= difference)) difference = std::abs(a[i] - b[i]);
    size = std::max(size, std::abs(b[i]));
  }
  return difference / size;
}

}  // namespace dg::test
