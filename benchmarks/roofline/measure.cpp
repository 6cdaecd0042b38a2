#include "benchmarks/roofline/measure.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "libdg/equations/navier_stokes/gas_physics.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/solver/semi_discretisation.hpp"
#include "meshes/errors.hpp"

namespace dg::roofline {
namespace {

constexpr int samples = 5;

struct Timing {
  double median = 0.0, spread = 0.0;
};

Timing summary(std::array<double, samples> seconds) {
  std::sort(seconds.begin(), seconds.end());
  const double median = seconds[samples / 2];
  return {median, (seconds.back() - seconds.front()) / median};
}

/// Three state arrays on a backend and the second stage of SSP-RK3 between them.
template <class Eq>
class Stepper {
  using Real = typename Eq::Real;

 public:
  Stepper(Backend& backend, const SemiDiscretisation<Eq>& d, Operators<Eq>& operators,
          const std::vector<double>& coefficients)
      : backend_(backend), context_(d.context()), operators_(operators), dt_(backend, std::vector<Real>{Real(1e-7)}) {
    const HostVector<Real> packed = d.pack(coefficients);
    for (Array<Real>& state : states_) {
      state = Array<Real>(backend, packed);
      operators.change_from_modes(context_, state);
    }
  }

  /// Seconds per stage.
  double time(long stages) {
    backend_.synchronize();
    const auto start = std::chrono::steady_clock::now();
    for (long i = 0; i < stages; ++i) step(i % 2);
    backend_.synchronize();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() /
           static_cast<double>(stages);
  }

 private:
  void step(int from) {
    Stage<Real> stage{};
    stage.in = states_[from].data();
    stage.out = states_[1 - from].data();
    stage.history[0] = states_[2].data();
    stage.history_weight[0] = Real(0.75);
    stage.n_history = 1;
    stage.in_weight = stage.rate_weight = Real(0.25);
    stage.dt = dt_.data();
    operators_.stage(context_, stage);
  }

  Backend& backend_;
  const KernelContext<Eq> context_;
  Operators<Eq>& operators_;
  Array<Real> dt_;
  std::array<Array<Real>, 3> states_;
};

void count(Row& row, const Work& work, long counted_dof) {
  const double dof = static_cast<double>(counted_dof);
  row.bytes = work.bytes(row.precision == Precision::double_precision ? sizeof(double) : sizeof(float)) / dof;
  row.flops = static_cast<double>(work.flops) / dof;
  row.fusable = static_cast<double>(work.fusable) / dof;
  row.divisions = static_cast<double>(work.divisions) / dof;
}

/// Rows of one assembly: its passes, where they can be timed and are more than one, and the whole stage.
template <class Eq>
std::vector<Row> time_stage(Row row, Stepper<Eq>& stepper, Operators<Eq>& operators, double seconds) {
  const StageWork work = count_work(row.kind, row.degree, row.assembly);
  const double first = stepper.time(2);  // the first launch loads the kernels
  const double guess = std::min(first, stepper.time(2));
  const long stages = std::max(2L, std::lround(seconds / guess));
  PassTimes times;
  std::array<double, samples> whole{};
  std::vector<std::array<double, samples>> passes(work.passes.size());
  for (double& sample : whole) sample = stepper.time(stages);
  const bool has_passes = work.passes.size() > 1 && operators.time_passes(&times);
  for (int i = 0; has_passes && i < samples; ++i) {
    times.clear();
    stepper.time(stages);
    for (std::size_t p = 0; p < passes.size(); ++p)
      for (const PassTime& pass : times.passes())
        if (pass.name == work.passes[p].name) passes[p][i] = pass.seconds / static_cast<double>(stages);
  }
  operators.time_passes(nullptr);

  std::vector<Row> rows;
  const auto add = [&](const std::string& pass, const Work& w, const Timing& timing) {
    row.pass = pass;
    row.seconds = timing.median;
    row.spread = timing.spread;
    count(row, w, work.dof);
    rows.push_back(row);
  };
  for (std::size_t p = 0; has_passes && p < passes.size(); ++p)
    if (passes[p][0] > 0.0) add(work.passes[p].name, work.passes[p].work, summary(passes[p]));
  add("stage", work.total(), summary(whole));
  return rows;
}

template <class Real, int Dim>
void measure_degree(const Plan& plan, const Mesh<Dim>& mesh, Row row, const std::function<void(const Row&)>& on_row) {
  using Eq = NavierStokes<Real, Dim>;
  const auto backend = make_backend(row.backend, plan.threads);
  for (const Assembly assembly : plan.assemblies) {
    if (assembly == Assembly::tiles && !backend->has_matrix_units()) continue;
    if (assembly == Assembly::atomic && Dim == 3) continue;
    row.assembly = assembly;
    const SolverOptions options = stage_options(row.kind, row.degree, assembly);
    if (assembly == Assembly::tiles && !tile_fit(mesh, options).holds) continue;
    const SemiDiscretisation<Eq> d(*backend, mesh, options,
                                   gas_physics<Real, Dim>(options.gas, options.riemann, options.boundaries));
    row.cells = mesh.cell_count();
    row.dof = d.dof();
    const auto operators =
        make_operators<Eq>(*backend, d.context(), row.degree, {assembly, d.state_size(), {}, d.slabs()});
    Stepper<Eq> stepper(*backend, d, *operators, stage_state(row.kind, row.degree, row.cells));
    for (const Row& done : time_stage(row, stepper, *operators, plan.seconds)) on_row(done);
  }
}

/// Squares or cubes along a side, in eights, for so many triangles; half as many cells of other shapes.
int cubes_along(CellKind kind, BackendKind backend, const Plan& plan) {
  const double triangles = backend == BackendKind::cpu ? plan.cpu_triangles : plan.cuda_triangles;
  const double cubes = triangles / 2 / (kind.dim() == 2 ? 1 : kind.cells_per_cube());
  return std::max(1, static_cast<int>(std::lround(std::pow(cubes, 1.0 / kind.dim()) / 8))) * 8;
}

template <int Dim>
void measure_kind(const Plan& plan, BackendKind backend, CellKind kind, const std::vector<Ceilings>& ceilings,
                  const std::function<void(const Row&)>& on_row) {
  const Mesh<Dim> mesh = make_box<Dim>(kind, cubes_along(kind, backend, plan));
  for (const Precision precision : plan.precisions)
    for (const int degree : plan.degrees) {
      Row row;
      row.kind = kind;
      row.degree = degree;
      row.backend = backend;
      row.precision = precision;
      for (const Ceilings& c : ceilings)
        if (c.backend == backend && c.precision == precision) row.ceilings = c;
      if (precision == Precision::double_precision)
        measure_degree<double, Dim>(plan, mesh, row, on_row);
      else
        measure_degree<float, Dim>(plan, mesh, row, on_row);
    }
}

}  // namespace

void measure(const Plan& plan, const std::vector<Ceilings>& ceilings, const std::function<void(const Row&)>& on_row) {
  for (const BackendKind backend : plan.backends)
    for (const CellKind kind : plan.kinds) {
      if (kind.dim() == 2)
        measure_kind<2>(plan, backend, kind, ceilings, on_row);
      else
        measure_kind<3>(plan, backend, kind, ceilings, on_row);
    }
}

}  // namespace dg::roofline
