#include "libdg/output/tests/fake_solver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <thread>

#include "libdg/output/lagrange_basis.hpp"
#include "libdg/solver/observe_one_by_one.hpp"
#include "meshes/cell_geometry.hpp"

namespace dg {
namespace {

double environment(const char* name, double fallback) {
  const char* text = std::getenv(name);
  return text == nullptr ? fallback : std::strtod(text, nullptr);
}

std::array<double, 4> conservative(const std::array<double, 4>& w, double gamma) {
  return {w[0], w[0] * w[1], w[0] * w[2], w[3] / (gamma - 1.0) + 0.5 * w[0] * (w[1] * w[1] + w[2] * w[2])};
}

class FakeSolver : public Solver {
 public:
  FakeSolver(const Mesh2& mesh, const SolverOptions& options)
      : mesh_(mesh),
        options_(options),
        behaviour_(fake_behaviour()),
        triangle_(CellShape::triangle, options.degree),
        quadrilateral_(CellShape::quadrilateral, options.degree),
        infinity_(conservative({1.0, 0.0, 0.0, 1.0 / options.gas.gamma}, options.gas.gamma)) {
    begin_.push_back(0);
    for (Index cell = 0; cell < mesh.cell_count(); ++cell) {
      begin_.push_back(begin_.back() + 4 * static_cast<std::size_t>(mode_count(cell)));
    }
    state_.resize(begin_.back());
    info_ = {"cpu", "fake", "double", "fused", "flat", 1, mesh.cell_count(), mesh.face_count(), 0, 0};
    info_.dof = static_cast<long>(state_.size());
    info_.bytes = state_.size() * sizeof(double);
  }

  const SolverInfo& info() const override { return info_; }
  double time() const override { return time_; }
  void set_time(double time) override { time_ = time; }
  void set_boundary_data(const FieldFunction&, bool) override {}
  void set_source(const FieldFunction&, bool) override {}
  void set_boundary_data(const std::string&, std::shared_ptr<const Formulas>) override {}
  void set_turbulent_inflow(const std::string&, const TurbulentInflow<2>&) override {}
  void set_source(std::shared_ptr<const Formulas>) override {}
  void set_source_rate(double) override {}
  void set_forcing(const Forcing&) override {}
  ControlState control_state() const override { return {}; }
  void set_control_state(const ControlState&) override {}

  void set_state(const FieldFunction& primitive) override {
    for_each_node([&](std::size_t at, std::size_t modes, const std::array<double, 2>& x) {
      const auto u = conservative(primitive(x[0], x[1], time_), options_.gas.gamma);
      for (std::size_t i = 0; i < 4; ++i) state_[at + i * modes] = u[i];
    });
  }

  void set_state(std::shared_ptr<const Formulas> primitive) override {
    set_state([&](double x, double y, double t) {
      std::array<double, 4> u{};
      const std::array<double, 2> at{x, y};
      primitive->evaluate<2>(std::span(&at, 1), t, u.data());
      return u;
    });
  }

  NewtonStep newton_step() override { return {}; }

  Progress advance(long steps, double end_time) override {
    Progress progress;
    while (progress.steps < steps && time_ < end_time) {
      const double dt = std::min(stable_time_step(), end_time - time_);
      for_each_value([&](double& value, std::size_t i) {
        value += (std::exp(-behaviour_.rate * dt) - 1.0) * (value - infinity_[i]);
      });
      time_ = time_ + dt >= end_time ? end_time : time_ + dt;
      ++progress.steps;
      progress.last_dt = dt;
      if (behaviour_.diverge_at >= 0 && ++steps_ > behaviour_.diverge_at) state_[begin_[1]] = std::nan("");
      std::this_thread::sleep_for(std::chrono::duration<double>(behaviour_.seconds_per_step));
    }
    progress.time = time_;
    return progress;
  }

  double stable_time_step() const override {
    return options_.fixed_dt > 0.0 ? options_.fixed_dt : behaviour_.time_step;
  }

  double time_step_limit() const override { return behaviour_.time_step; }

  BadCell find_bad_cell() const override {
    for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
      const std::size_t modes = mode_count(cell);
      for (std::size_t n = 0; n < modes; ++n) {
        const auto u = [&](std::size_t i) { return state_[begin_[cell] + i * modes + n]; };
        const double pressure = u(3) - 0.5 * (u(1) * u(1) + u(2) * u(2)) / u(0);
        if (u(0) > 0.0 && pressure > 0.0) continue;
        const auto centroid = cell_centroid(mesh_, cell);
        return {cell, centroid, {u(0), u(1), u(2), u(3)}, centroid, {u(0), u(1), u(2), u(3)}, 1};
      }
    }
    return {};
  }

  Norms residual_norms() const override {
    return norms([&](double value, std::size_t i, std::size_t) { return -behaviour_.rate * (value - infinity_[i]); });
  }

  Norms errors(const FieldFunction& primitive) const override {
    std::vector<double> exact(state_.size());
    const_cast<FakeSolver*>(this)->for_each_node(
        [&](std::size_t at, std::size_t modes, const std::array<double, 2>& x) {
          const auto u = conservative(primitive(x[0], x[1], time_), options_.gas.gamma);
          for (std::size_t i = 0; i < 4; ++i) exact[at + i * modes] = u[i];
        });
    return norms([&](double value, std::size_t, std::size_t at) { return value - exact[at]; });
  }

  FlowTotals flow_totals() const override { return {.kinetic_energy = totals()[3]}; }

  std::array<double, 4> totals() const override {
    std::array<double, 4> sum{};
    for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
      const std::size_t modes = mode_count(cell);
      for (std::size_t k = 0; k < 4 * modes; ++k) {
        sum[k / modes] += state_[begin_[cell] + k] * cell_area(mesh_, cell) / static_cast<double>(modes);
      }
    }
    return sum;
  }

  Force force(const std::string&) const override {
    const double phase = 2.0 * std::numbers::pi * behaviour_.frequency * time_;
    return {{1.0 + 0.01 * std::cos(2.0 * phase), 0.3 * std::sin(phase)}, {0.5, 0.0}, 0.1};
  }

  std::vector<SurfacePoint> surface(const std::string&) const override {
    return {{{0.25, 0.5}, {0.0, 1.0}, 0.5, {0.0, 0.75}, {0.01, 0.0}}};
  }

  int mode_count(Index cell) const override { return basis(cell).size(); }
  std::vector<double> coefficients() const override { return state_; }
  void set_coefficients(std::span<const double> coefficients) override {
    state_.assign(coefficients.begin(), coefficients.end());
  }

  double next_step() const override { return 0; }
  void set_next_step(double) override {}

  DampingState damping_state() const override { return {}; }
  void set_damping_state(const DampingState&) override {}

  Observation observe(const std::vector<std::string>& boundaries, const SampledCells& cells) const override {
    return observe_one_by_one(*this, boundaries, cells);
  }

  std::vector<double> sample(const PointsOfShapes<2>& points) const override {
    std::vector<double> values, phi;
    for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
      const std::size_t modes = mode_count(cell);
      phi.resize(modes);
      for (const auto& point : points[shape_number(mesh_.cell_shapes[cell])]) {
        basis(cell).values(point, phi);
        for (std::size_t i = 0; i < 4; ++i) {
          double sum = 0.0;
          for (std::size_t n = 0; n < modes; ++n) sum += phi[n] * state_[begin_[cell] + i * modes + n];
          values.push_back(sum);
        }
      }
    }
    return values;
  }

 private:
  const LagrangeBasis<2>& basis(Index cell) const {
    return mesh_.cell_shapes[cell] == CellShape::triangle ? triangle_ : quadrilateral_;
  }

  /// Calls visit(index of rho at the node, modes of the cell, place) for every node of every cell.
  template <class Visit>
  void for_each_node(Visit visit) {
    const CellMap triangles(CellShape::triangle, mesh_.geometry_order, triangle_.nodes());
    const CellMap quadrilaterals(CellShape::quadrilateral, mesh_.geometry_order, quadrilateral_.nodes());
    std::vector<std::array<double, 2>> points;
    for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
      const std::size_t modes = mode_count(cell);
      points.resize(modes);
      const bool three = mesh_.cell_shapes[cell] == CellShape::triangle;
      (three ? triangles : quadrilaterals).evaluate(mesh_, cell, points, {});
      for (std::size_t n = 0; n < modes; ++n) visit(begin_[cell] + n, modes, points[n]);
    }
  }

  template <class Visit>
  void for_each_value(Visit visit) {
    for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
      const std::size_t modes = mode_count(cell);
      for (std::size_t k = 0; k < 4 * modes; ++k) visit(state_[begin_[cell] + k], k / modes);
    }
  }

  template <class Function>
  Norms norms(Function function) const {
    Norms result;
    for (Index cell = 0; cell < mesh_.cell_count(); ++cell) {
      const std::size_t modes = mode_count(cell);
      const double weight = cell_area(mesh_, cell) / static_cast<double>(modes);
      for (std::size_t k = 0; k < 4 * modes; ++k) {
        const double value = function(state_[begin_[cell] + k], k / modes, begin_[cell] + k);
        result.l2[k / modes] += weight * value * value;
        result.linf[k / modes] = std::max(result.linf[k / modes], std::abs(value));
      }
    }
    for (double& sum : result.l2) sum = std::sqrt(sum);
    return result;
  }

  const Mesh2& mesh_;
  SolverOptions options_;
  FakeBehaviour behaviour_;
  LagrangeBasis<2> triangle_, quadrilateral_;
  std::array<double, 4> infinity_;
  std::vector<std::size_t> begin_;
  std::vector<double> state_;
  SolverInfo info_;
  double time_ = 0.0;
  long steps_ = 0;
};

}  // namespace

FakeBehaviour fake_behaviour() {
  FakeBehaviour b;
  b.rate = environment("RKDG_FAKE_RATE", b.rate);
  b.time_step = environment("RKDG_FAKE_DT", b.time_step);
  b.diverge_at = static_cast<long>(environment("RKDG_FAKE_DIVERGE", static_cast<double>(b.diverge_at)));
  b.seconds_per_step = environment("RKDG_FAKE_SLEEP", b.seconds_per_step);
  b.frequency = environment("RKDG_FAKE_FREQUENCY", b.frequency);
  return b;
}

template <>
std::unique_ptr<Solver> make_solver<2>(const Mesh2& mesh, const SolverOptions& options) {
  return std::make_unique<FakeSolver>(mesh, options);
}

}  // namespace dg
