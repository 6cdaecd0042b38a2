#include "libdg/output/field_sampler.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "libdg/equations/navier_stokes/added_viscosity_gas.hpp"
#include "libdg/output/gas_state.hpp"
#include "libdg/space/jacobian.hpp"

namespace dg {

template <int Dim>
FieldSampler<Dim>::FieldSampler(const Mesh<Dim>& mesh, const SolverOf<Dim>& solver, int order, double gamma)
    : FieldSampler(
          mesh, [&](const PointsOfShapes<Dim>& points) { return solver.sample(points); }, order, gamma) {
  limiting_ = solver.limiting();
  subgrid_ = solver.subgrid_filter();
}

template <int Dim>
FieldSampler<Dim>::FieldSampler(const Mesh<Dim>& mesh, const Sample& sample, int order, double gamma)
    : CellNodes<Dim>(mesh, order), gamma_(gamma), samples_(sample(this->nodes())) {
  for (const auto& shape : shapes_) {
    const auto& nodes = shape.basis.nodes();
    std::vector<Point>& derivative = derivatives_.emplace_back(nodes.size() * nodes.size());
    for (std::size_t node = 0; node < nodes.size(); ++node)
      shape.basis.gradients(nodes[node], std::span(derivative).subspan(node * nodes.size(), nodes.size()));
  }
  begin_.reserve(static_cast<std::size_t>(mesh.cell_count()) + 1);
  begin_.push_back(0);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    begin_.push_back(begin_.back() + (Dim + 2) * static_cast<std::size_t>(node_count(cell)));
  }
  assert(begin_.back() == samples_.size());
}

template <int Dim>
std::vector<PointFieldInfo> FieldSampler<Dim>::fields() const {
  std::vector<PointFieldInfo> fields(point_fields<Dim>.begin(), point_fields<Dim>.end());
  if (!limiting_.empty()) fields.push_back({PointField::limiting, "limiting", 1});
  if (!subgrid_.width.empty()) fields.push_back({PointField::eddy_viscosity, "eddy_viscosity", 1});
  return fields;
}

template <int Dim>
auto FieldSampler<Dim>::state(Index cell, int node) const -> State {
  const double* u = samples_.data() + begin_[cell] + (Dim + 2) * static_cast<std::size_t>(node);
  State state;
  std::copy_n(u, Dim + 2, state.begin());
  return state;
}

template <int Dim>
double FieldSampler<Dim>::pressure(Index cell, int node) const {
  return pressure_of(state(cell, node), gamma_);
}

template <int Dim>
double FieldSampler<Dim>::temperature(Index cell, int node) const {
  return gamma_ * pressure(cell, node) / state(cell, node)[0];
}

template <int Dim>
double FieldSampler<Dim>::mach(Index cell, int node) const {
  const State u = state(cell, node);
  double momentum = 0.0;
  for (int d = 0; d < Dim; ++d) momentum = std::hypot(momentum, u[1 + d]);
  return momentum / u[0] / std::sqrt(temperature(cell, node));
}

/// By the quotient rule, u_i = (rho u_i) / rho.
template <int Dim>
auto FieldSampler<Dim>::velocity_gradients(Index cell) -> const std::vector<VelocityGradients>& {
  const auto& shape = of(cell);
  const std::vector<Point>& derivatives = derivatives_[shape_number(mesh_.cell_shapes[cell])];
  const std::size_t n = shape.basis.nodes().size();
  jacobians_.resize(n);
  velocity_gradients_.resize(n);
  shape.map.evaluate(mesh_, cell, {}, jacobians_);
  for (std::size_t node = 0; node < n; ++node) {
    std::array<Point, Dim + 1> gradient{};  // of rho, rho u, ... in reference coordinates
    for (std::size_t k = 0; k < n; ++k) {
      const State u = state(cell, static_cast<int>(k));
      for (int i = 0; i <= Dim; ++i)
        for (int r = 0; r < Dim; ++r) gradient[i][r] += derivatives[node * n + k][r] * u[i];
    }
    const auto inverse = adjugate(jacobians_[node]);
    const double det = determinant(jacobians_[node]);
    const auto derivative = [&](int i, int d) {
      double sum = 0.0;
      for (int r = 0; r < Dim; ++r) sum += gradient[i][r] * inverse[r * Dim + d];
      return sum / det;
    };
    const State u = state(cell, static_cast<int>(node));
    for (int i = 0; i < Dim; ++i)
      for (int d = 0; d < Dim; ++d)
        velocity_gradients_[node][i][d] = (derivative(1 + i, d) - u[1 + i] / u[0] * derivative(0, d)) / u[0];
  }
  return velocity_gradients_;
}

template <int Dim>
const std::vector<double>& FieldSampler<Dim>::vorticity(Index cell) {
  vorticity_.clear();
  for (const VelocityGradients& g : velocity_gradients(cell)) {
    const auto curl = [&](int a, int b) { return g[b][a] - g[a][b]; };
    if constexpr (Dim == 2)
      vorticity_.push_back(curl(0, 1));
    else
      for (int d = 0; d < 3; ++d) vorticity_.push_back(curl((d + 1) % 3, (d + 2) % 3));
  }
  return vorticity_;
}

template <int Dim>
const std::vector<double>& FieldSampler<Dim>::eddy_viscosity([[maybe_unused]] Index cell) {
  eddy_viscosity_.clear();
  if constexpr (Dim == 3) {
    GasOptions gas;
    gas.subgrid = subgrid_.options;
    const auto here = AddedViscosityGas3D<double>(gas).in_cell(subgrid_.width[cell]);
    const std::vector<VelocityGradients>& gradients = velocity_gradients(cell);
    for (std::size_t node = 0; node < gradients.size(); ++node) {
      PrimitiveDerivative<double, 3> along[3]{};
      for (int d = 0; d < 3; ++d)
        for (int i = 0; i < 3; ++i) along[d].value[i] = gradients[node][i][d];
      eddy_viscosity_.push_back(state(cell, static_cast<int>(node))[0] * here.added_viscosity(along));
    }
  }
  return eddy_viscosity_;
}

template <int Dim>
const std::vector<double>& FieldSampler<Dim>::values(Index cell, PointField field) {
  if (field == PointField::vorticity) return vorticity(cell);
  if (field == PointField::eddy_viscosity) return eddy_viscosity(cell);
  values_.clear();
  for (int node = 0; node < node_count(cell); ++node) {
    switch (field) {
      case PointField::rho:
        values_.push_back(state(cell, node)[0]);
        break;
      case PointField::velocity: {
        const State u = state(cell, node);
        for (int d = 0; d < 3; ++d) values_.push_back(d < Dim ? u[1 + d] / u[0] : 0.0);
        break;
      }
      case PointField::pressure:
        values_.push_back(pressure(cell, node));
        break;
      case PointField::temperature:
        values_.push_back(temperature_unit_ * temperature(cell, node));
        break;
      case PointField::mach:
        values_.push_back(mach(cell, node));
        break;
      case PointField::limiting:
        values_.push_back(limiting_[cell]);
        break;
      case PointField::vorticity:
      case PointField::eddy_viscosity:
        break;
    }
  }
  return values_;
}

template class FieldSampler<2>;
template class FieldSampler<3>;

}  // namespace dg
