#include "libdg/output/field_sampler.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dg {

int shown_order(const Mesh2& mesh, int degree) { return std::max({degree, mesh.geometry_order, 1}); }

FieldSampler::Shape::Shape(CellShape shape, int order, int geometry_order)
    : basis(shape, order), map(shape, geometry_order, basis.nodes()) {
  const std::size_t n = basis.nodes().size();
  derivative.resize(n * n);
  for (std::size_t node = 0; node < n; ++node) {
    basis.gradients(basis.nodes()[node], std::span(derivative).subspan(node * n, n));
  }
}

FieldSampler::FieldSampler(const Mesh2& mesh, const Solver& solver, int order, double gamma)
    : mesh_(mesh),
      gamma_(gamma),
      triangle_(CellShape::triangle, order, mesh.geometry_order),
      quadrilateral_(CellShape::quadrilateral, order, mesh.geometry_order),
      samples_(solver.sample(triangle_.basis.nodes(), quadrilateral_.basis.nodes())) {
  begin_.reserve(static_cast<std::size_t>(mesh.cell_count()) + 1);
  begin_.push_back(0);
  for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
    begin_.push_back(begin_.back() + 4 * static_cast<std::size_t>(node_count(cell)));
  }
  assert(begin_.back() == samples_.size());
}

const std::vector<std::array<double, 2>>& FieldSampler::places(Index cell) {
  places_.resize(static_cast<std::size_t>(node_count(cell)));
  of(cell).map.evaluate(mesh_, cell, places_, {});
  return places_;
}

std::array<double, 4> FieldSampler::state(Index cell, int node) const {
  const double* u = samples_.data() + begin_[cell] + 4 * static_cast<std::size_t>(node);
  return {u[0], u[1], u[2], u[3]};
}

double FieldSampler::pressure(Index cell, int node) const {
  const auto [rho, mx, my, energy] = state(cell, node);
  return (gamma_ - 1.0) * (energy - 0.5 * (mx * mx + my * my) / rho);
}

double FieldSampler::temperature(Index cell, int node) const {
  return gamma_ * pressure(cell, node) / state(cell, node)[0];
}

double FieldSampler::mach(Index cell, int node) const {
  const auto [rho, mx, my, energy] = state(cell, node);
  return std::hypot(mx, my) / rho / std::sqrt(temperature(cell, node));
}

const std::vector<double>& FieldSampler::vorticity(Index cell) {
  const Shape& shape = of(cell);
  const std::size_t n = shape.basis.nodes().size();
  jacobians_.resize(n);
  vorticity_.resize(n);
  shape.map.evaluate(mesh_, cell, {}, jacobians_);
  for (std::size_t node = 0; node < n; ++node) {
    std::array<std::array<double, 2>, 3> gradient{};  // of rho, rho u, rho v in reference coordinates
    for (std::size_t k = 0; k < n; ++k) {
      const std::array<double, 4> u = state(cell, static_cast<int>(k));
      const auto& [d_xi, d_eta] = shape.derivative[node * n + k];
      for (std::size_t i = 0; i < 3; ++i) {
        gradient[i][0] += d_xi * u[i];
        gradient[i][1] += d_eta * u[i];
      }
    }
    const Jacobian2& j = jacobians_[node];
    const double area = determinant(j);
    const auto d_dx = [&](std::size_t i) { return (gradient[i][0] * j[1][1] - gradient[i][1] * j[1][0]) / area; };
    const auto d_dy = [&](std::size_t i) { return (gradient[i][1] * j[0][0] - gradient[i][0] * j[0][1]) / area; };
    const auto [rho, mx, my, energy] = state(cell, static_cast<int>(node));
    // Of v = (rho v)/rho and u = (rho u)/rho by the quotient rule.
    vorticity_[node] = (d_dx(2) - my / rho * d_dx(0) - d_dy(1) + mx / rho * d_dy(0)) / rho;
  }
  return vorticity_;
}

const std::vector<double>& FieldSampler::values(Index cell, PointField field) {
  if (field == PointField::vorticity) return vorticity(cell);
  values_.clear();
  for (int node = 0; node < node_count(cell); ++node) {
    switch (field) {
      case PointField::rho:
        values_.push_back(state(cell, node)[0]);
        break;
      case PointField::velocity: {
        const auto [rho, mx, my, energy] = state(cell, node);
        values_.insert(values_.end(), {mx / rho, my / rho, 0.0});
        break;
      }
      case PointField::pressure:
        values_.push_back(pressure(cell, node));
        break;
      case PointField::temperature:
        values_.push_back(temperature(cell, node));
        break;
      case PointField::mach:
        values_.push_back(mach(cell, node));
        break;
      case PointField::vorticity:
        break;
    }
  }
  return values_;
}

}  // namespace dg
