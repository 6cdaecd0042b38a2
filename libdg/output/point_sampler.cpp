#include "libdg/output/point_sampler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "libdg/backend/parallel.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/output/cell_finder.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/output/probes.hpp"
#include "libdg/space/jacobian.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

using enum PointQuantity;

template <int Dim>
std::vector<PointQuantityInfo> make_quantities() {
  std::vector<PointQuantityInfo> all{{"rho", conserved, 0, 1}};
  for (int d = 0; d < Dim; ++d) all.push_back({std::string(1, "uvw"[d]), velocity_component, d, 1});
  all.push_back({"p", pressure, 0, 1});
  all.push_back({"velocity", velocity, 0, Dim});
  all.push_back({"pressure", pressure, 0, 1});
  all.push_back({"temperature", temperature, 0, 1});
  all.push_back({"Mach", mach, 0, 1});
  all.push_back({"vorticity", vorticity, 0, Dim == 2 ? 1 : 3});
  for (int d = 0; d < Dim; ++d) all.push_back({std::string("rho") + "uvw"[d], conserved, 1 + d, 1});
  all.push_back({"rhoE", conserved, Dim + 1, 1});
  return all;
}

/// As find_in_cell() of a straight triangle or tetrahedron, whose map is linear.
template <int Dim>
bool find_in_simplex(const Mesh<Dim>& mesh, Index cell, const std::array<double, Dim>& point,
                     std::array<double, Dim>& reference) {
  constexpr double slack = 1e-8;
  const Index* nodes = &mesh.cell_nodes[mesh.cell_node_begin[cell]];
  const auto& origin = mesh.nodes[nodes[0]];
  JacobianMatrix<Dim> j;
  for (int d = 0; d < Dim; ++d)
    for (int r = 0; r < Dim; ++r) j[d][r] = 0.5 * (mesh.nodes[nodes[r + 1]][d] - origin[d]);
  const auto inverse = adjugate(j);
  const double det = determinant(j);
  double sum = 0.0;
  for (int r = 0; r < Dim; ++r) {
    double along = 0.0;
    for (int d = 0; d < Dim; ++d) along += inverse[r * Dim + d] * (point[d] - origin[d]);
    reference[r] = along / det - 1.0;
    if (!(reference[r] >= -1.0 - slack)) return false;
    sum += reference[r];
  }
  return sum <= 2.0 - Dim + slack;
}

}  // namespace

template <int Dim>
const std::vector<PointQuantityInfo>& point_quantities() {
  static const std::vector<PointQuantityInfo> all = make_quantities<Dim>();
  return all;
}

template <int Dim>
const PointQuantityInfo& point_quantity(const std::string& name, const std::string& where) {
  std::string names;
  for (const PointQuantityInfo& info : point_quantities<Dim>()) {
    if (info.name == name) return info;
    names += (names.empty() ? "" : ", ") + info.name;
  }
  throw InputError(fmt::format("{}: there is no quantity '{}'; there are: {}", where, name, names));
}

template <int Dim>
PointSampler<Dim>::PointSampler(const Mesh<Dim>& mesh, int order, std::span<const Point> points, int variables)
    : mesh_(mesh), variables_(static_cast<std::size_t>(variables)) {
  for (const CellShape shape : spaced_shapes<Dim>) bases_.emplace_back(shape, order);
  for (std::size_t i = 0; i < nodes_.size(); ++i) nodes_[i] = bases_[i].nodes();
  begin_.push_back(0);
  for (const CellShape shape : mesh.cell_shapes)
    begin_.push_back(begin_.back() + variables_ * static_cast<std::size_t>(bases_[shape_number(shape)].size()));
  find(points);
}

template <int Dim>
void PointSampler<Dim>::find(std::span<const Point> points) {
  const CellFinder<Dim> finder(mesh_);
  constexpr CellShape simplex = Dim == 2 ? CellShape::triangle : CellShape::tetrahedron;
  const auto holds = [&](Index cell, const Point& point, Point& reference) {
    if (mesh_.geometry_order == 1 && mesh_.cell_shapes[cell] == simplex)
      return find_in_simplex<Dim>(mesh_, cell, point, reference);
    return finder.may_hold(cell, point) && find_in_cell<Dim>(mesh_, cell, point, reference);
  };
  places_.assign(points.size(), {-1, {}});
  parallel_for(static_cast<std::ptrdiff_t>(points.size()), [&](std::ptrdiff_t i) {
    const Point& point = points[static_cast<std::size_t>(i)];
    Place& place = places_[static_cast<std::size_t>(i)];
    for (const Index cell : finder.near(point)) {
      if (!holds(cell, point, place.reference)) continue;
      place.cell = cell;
      return;
    }
  });
}

template <int Dim>
template <class Evaluate>
std::vector<double> PointSampler<Dim>::of_all_points(std::size_t components, const Evaluate& evaluate) const {
  std::vector<double> all(places_.size() * components, std::numeric_limits<double>::quiet_NaN());
  parallel_for(static_cast<std::ptrdiff_t>(places_.size()), [&](std::ptrdiff_t i) {
    const auto point = static_cast<std::size_t>(i);
    if (places_[point].cell >= 0) evaluate(places_[point], &all[point * components]);
  });
  return all;
}

template <int Dim>
std::vector<double> PointSampler<Dim>::values(const PointQuantityInfo& what, double gamma) const {
  return of_all_points(static_cast<std::size_t>(what.components),
                       [&](const Place& place, double* out) { evaluate(place, what, gamma, out); });
}

template <int Dim>
std::vector<double> PointSampler<Dim>::values(int variable) const {
  return of_all_points(1, [&](const Place& place, double* out) {
    const LagrangeBasis<Dim>& basis = bases_[shape_number(mesh_.cell_shapes[place.cell])];
    const double* samples = &samples_[begin_[place.cell] + static_cast<std::size_t>(variable)];
    static thread_local std::vector<double> weights;
    weights.resize(static_cast<std::size_t>(basis.size()));
    basis.values(place.reference, weights);
    *out = 0.0;
    for (std::size_t n = 0; n < weights.size(); ++n) *out += weights[n] * samples[n * variables_];
  });
}

template <int Dim>
void PointSampler<Dim>::evaluate(const Place& place, const PointQuantityInfo& what, double gamma, double* out) const {
  constexpr int n_var = Dim + 2;
  const LagrangeBasis<Dim>& basis = bases_[shape_number(mesh_.cell_shapes[place.cell])];
  const auto nodes = static_cast<std::size_t>(basis.size());
  const double* samples = &samples_[begin_[place.cell]];
  static thread_local std::vector<double> weights;
  static thread_local std::vector<Point> slopes;
  weights.resize(nodes);
  basis.values(place.reference, weights);
  std::array<double, n_var> u{};
  for (std::size_t n = 0; n < nodes; ++n)
    for (int i = 0; i < n_var; ++i) u[i] += weights[n] * samples[n_var * n + i];

  const double p = pressure_of(u, gamma);
  double momentum = 0.0;
  for (int d = 0; d < Dim; ++d) momentum = std::hypot(momentum, u[1 + d]);
  switch (what.quantity) {
    case conserved:
      out[0] = u[what.index];
      return;
    case velocity_component:
      out[0] = u[1 + what.index] / u[0];
      return;
    case velocity:
      for (int d = 0; d < Dim; ++d) out[d] = u[1 + d] / u[0];
      return;
    case pressure:
      out[0] = p;
      return;
    case temperature:
      out[0] = gamma * p / u[0];
      return;
    case mach:
      out[0] = momentum / u[0] / std::sqrt(gamma * p / u[0]);
      return;
    case vorticity:
      break;
  }
  slopes.resize(nodes);
  basis.gradients(place.reference, slopes);
  JacobianMatrix<Dim> jacobian;
  CellMap<Dim>(mesh_.cell_shapes[place.cell], mesh_.geometry_order, std::span<const Point>(&place.reference, 1))
      .evaluate(mesh_, place.cell, {}, std::span(&jacobian, 1));
  const auto inverse = adjugate(jacobian);
  const double det = determinant(jacobian);
  const auto derivative = [&](int i, int d) {
    double sum = 0.0;
    for (std::size_t n = 0; n < nodes; ++n)
      for (int r = 0; r < Dim; ++r) sum += slopes[n][r] * inverse[r * Dim + d] * samples[n_var * n + i];
    return sum / det;
  };
  // d_a of u_b less d_b of u_a, of u_i = (rho u_i) / rho by the quotient rule.
  const auto curl = [&](int a, int b) {
    return (derivative(1 + b, a) - u[1 + b] / u[0] * derivative(0, a) - derivative(1 + a, b) +
            u[1 + a] / u[0] * derivative(0, b)) /
           u[0];
  };
  if constexpr (Dim == 2)
    out[0] = curl(0, 1);
  else
    for (int d = 0; d < 3; ++d) out[d] = curl((d + 1) % 3, (d + 2) % 3);
}

template class PointSampler<2>;
template class PointSampler<3>;
template const std::vector<PointQuantityInfo>& point_quantities<2>();
template const std::vector<PointQuantityInfo>& point_quantities<3>();
template const PointQuantityInfo& point_quantity<2>(const std::string&, const std::string&);
template const PointQuantityInfo& point_quantity<3>(const std::string&, const std::string&);

}  // namespace dg
