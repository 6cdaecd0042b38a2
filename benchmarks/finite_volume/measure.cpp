#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <numbers>

#include "benchmarks/finite_volume/shaped_launch.hpp"
#include "benchmarks/finite_volume/variant.hpp"
#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/finite_volume/make_operators.hpp"
#include "libdg/solver/equation_solver.hpp"

namespace dg::finite_volume {
namespace {

using Gas = NavierStokes2D<double>;
using Solver = EquationSolver<Gas>;

constexpr int samples = 5;
constexpr long warm_up = 20;

/// A filter so wide that it never acts keeps steps from being recorded.
constexpr long never = 1'000'000'000;

std::array<double, 4> flow(double x, double y, double) {
  const double rho = 1 + 0.1 * std::sin(2 * std::numbers::pi * x), u = 0.5,
               v = 0.1 * std::cos(2 * std::numbers::pi * y);
  return {rho, rho * u, rho * v, 1 / (1.4 * 0.4) + 0.5 * rho * (u * u + v * v)};
}

/// A solver whose operators are launched as a variant says.
class Runner {
 public:
  Runner(const Mesh2& mesh, const Variant& variant, bool recorded, PassTimes* times)
      : variant_(variant), times_(times), solver_(mesh, options_of(variant, recorded), physics_of(variant), maker()) {
    solver_.set_state(flow);
  }

  /// Seconds a step.
  double time(long steps) {
    const auto start = std::chrono::steady_clock::now();
    if (variant_.step_on_device)
      solver_.advance(steps, 1e300);
    else
      for (long n = 0; n < steps; ++n) solver_.advance(1, 1e300);
    static_cast<void>(solver_.stable_time_step());  // waits for the device
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / static_cast<double>(steps);
  }

  SolverInfo info() const { return solver_.info(); }

 private:
  static SolverOptions options_of(const Variant& variant, bool recorded) {
    SolverOptions o = variant.options;
    if (!recorded) o.damping_width = never;
    return o;
  }
  static Physics<Gas> physics_of(const Variant& variant) {
    return gas_physics<double>(variant.options.gas, variant.options.riemann, variant.options.boundaries);
  }
  OperatorsMaker<Gas> maker() const {
    return [this](Backend& backend, const Mesh2& mesh, const SemiDiscretisation<Gas>& space, const RunOptions& o,
                  unsigned /*zone_kinds*/) {
      const ResidualSmoothing smoothing{o.smoothing, o.sweeps};
      auto operators = variant_.launch.block == 0
                           ? make_finite_volumes<double>(backend, mesh, space, space.context(), smoothing)
                           : make_shaped_volumes(backend, mesh, space, space.context(), smoothing, variant_.launch);
      if (times_) operators->time_passes(times_);
      return operators;
    };
  }

  Variant variant_;
  PassTimes* times_;
  Solver solver_;
};

}  // namespace

Measurement measure(const Mesh2& mesh, const Variant& variant, double seconds) {
  Measurement m;
  m.stages = static_cast<int>(runge_kutta(variant.options.scheme).stages.size());
  m.cells = mesh.cell_count();
  {
    Runner runner(mesh, variant, variant.recorded, nullptr);
    m.device = runner.info().device;
    runner.time(warm_up);
    const long steps = std::max(1L, std::lround(seconds / runner.time(warm_up)));
    std::array<double, samples> times{};
    for (double& t : times) t = runner.time(steps);
    std::sort(times.begin(), times.end());
    m.seconds_per_step = times[samples / 2];
    m.spread = (times.back() - times.front()) / m.seconds_per_step;
  }
  PassTimes times;
  Runner runner(mesh, variant, false, &times);
  runner.time(warm_up);
  times.clear();
  const long steps = std::max(1L, std::lround(0.2 * seconds / m.seconds_per_step));
  runner.time(steps);
  for (PassTime pass : times.passes()) {
    pass.seconds /= static_cast<double>(steps);
    m.passes.push_back(pass);
  }
  if (variant.launch.block > 0) m.kernels = kernel_resources();
  return m;
}

}  // namespace dg::finite_volume
