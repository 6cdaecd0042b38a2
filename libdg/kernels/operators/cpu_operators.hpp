/// Kernels launched on CPU threads, a SIMD register of cells at a time.
#pragma once

#include <omp.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "libdg/backend/simd.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/integrands/boundary_flux.hpp"
#include "libdg/kernels/integrands/stable_rate.hpp"
#include "libdg/kernels/launch/cpu_launcher.hpp"
#include "libdg/kernels/operators/cpu_blocks.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/kernels/operators/variants.hpp"
#include "libdg/kernels/range.hpp"
#include "libdg/kernels/schedules/stages.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

/// Adds up the results of a kernel for n cells.
template <class Kernel>
void sum_cells(const Kernel& kernel, Index n, int threads, StateSums<Kernel::n_var>& total) {
  using V = SimdPack<typename Kernel::Real>;
  constexpr int n_var = Kernel::n_var, count = point_sums(n_var);
#pragma omp parallel num_threads(threads)
  {
    StateSums<n_var> sums;
#pragma omp for schedule(static)
    for (Index i = 0; i < n; i += LaneTraits<V>::width) {
      const PointSums<V, n_var> cells = kernel.template operator()<V>(i);
      for (int lane = 0; lane < std::min(LaneTraits<V>::width, n - i); ++lane) {
        std::array<double, count> numbers;
        for (int k = 0; k < n_var; ++k) {
          numbers[k] = lane_of(cells.integral[k], lane);
          numbers[n_var + k] = lane_of(cells.square[k], lane);
          numbers[added_sums(n_var) + k] = lane_of(cells.largest[k], lane);
        }
        numbers[2 * n_var] = lane_of(cells.bad, lane);
        sums.add(numbers.data());
      }
    }
#pragma omp critical(rkdg_sum_cells)
    total.add(sums);
  }
}

template <class Eq, int P>
class CpuOperators final : public Operators<Eq> {
  using Real = typename Eq::Real;

 public:
  CpuOperators(Backend& backend, const KernelContext<Eq>& context, const AssemblyPlan& plan)
      : threads_(backend.threads()), stages_(backend, context, plan) {
    if (!are_compiled(zone_kinds(context.zones)) || !is_compiled(plan.assembly))
      throw std::logic_error("kernels were compiled for other kinds of cells, or another assembly");
    if constexpr (has_blocks)
      if (plan.assembly == Assembly::blocks) blocks_.emplace(backend, context, plan.state_size);
  }

  bool has_own_basis() const override {
    if constexpr (has_blocks) return blocks_ && blocks_->has_own_basis();
    return false;
  }
  void from_modes(const KernelContext<Eq>& context, const Real* modes, Real* state) override {
    if constexpr (has_blocks) return blocks_->template change_basis<false>(context, modes, state, threads_);
  }
  void to_modes(const KernelContext<Eq>& context, const Real* state, Real* modes) override {
    if constexpr (has_blocks) return blocks_->template change_basis<true>(context, state, modes, threads_);
  }

  void stage(const KernelContext<Eq>& context, const Stage<Real>& stage) override {
    const CpuLauncher launcher(threads_, times_);
    stages_.compute_faces(launcher, context, stage);
    compute_cells(launcher, context, stage);
    find_step_of(context, stage);
  }

  void stage_of_rank(const KernelContext<Eq>& context, const Stage<Real>& stage, ArrayExchange<Real>& exchange,
                     bool sends) override {
    const CpuLauncher launcher(threads_, times_);
    const Stage<Real> interior = part_of(stage, Part::interior), interface = part_of(stage, Part::interface);
    stages_.compute_faces(launcher, context, interior);
    exchange.arrive();
    stages_.compute_faces(launcher, context, interface);
    compute_cells(launcher, context, interface);
    if (sends) exchange.start(stage.out);
    compute_cells(launcher, context, interior);
    find_step_of(context, stage);
  }

  bool time_passes(PassTimes* times) override {
    times_ = times;
    return true;
  }

  void find_step(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits) override {
    find_step(context, state, limits, [](int) -> const Real* { return nullptr; });
  }

  void reduce_step(Communicator& communicator) override {
    constexpr double none = std::numeric_limits<double>::lowest();
    double found[]{rate_.largest, rate_.bad_cell < 0 ? none : -static_cast<double>(rate_.bad_cell)};
    communicator.reduce(found, Reduction::largest);
    rate_ = {static_cast<Real>(found[0]), found[1] == none ? -1 : static_cast<Index>(-found[1])};
  }

  void next_step(const StepLimits<Real>& limits, StepControl<Real>* control) override {
    finish_step(*control);
    set_step(limits, rate_, *control);
  }

  void local_steps(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits,
                   const Real* least, Real* dt) override {
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real>& zone = context.zones.zone[z];
      launch_cpu<Real>(LocalTimeStep<Eq>{{context, limits, state, z}, least, dt}, {0, zone.launched}, threads_);
    }
  }

  Pending<StateSums<Eq::n_var>> sums(const KernelContext<Eq>& context, const Real* state) override {
    StateSums<Eq::n_var> total;
    for (int z = 0; z < context.zones.count; ++z)
      with_zone_kind<Eq::dim>(context.zones.zone[z], [&]<Space S, bool Curved>() {
        sum_cells(SumCells<Eq, S, P, Curved>{context, state, z}, context.zones.zone[z].cells, threads_, total);
      });
    return [total] { return total; };
  }

  Pending<FlowSums<Eq>> integrals(const KernelContext<Eq>& context, const Real* state) override {
    FlowSums<Eq> total;
    if constexpr (integral_count<Eq>() > 0)
      for (int z = 0; z < context.zones.count; ++z)
        with_zone_kind<Eq::dim>(context.zones.zone[z], [&]<Space S, bool Curved>() {
          sum_cells(IntegrateCells<Eq, S, P, Curved>{context, state, z}, context.zones.zone[z].cells, threads_, total);
        });
    return [total] { return total; };
  }

  void end_step(StepControl<Real>* control) override {
    finish_step(*control);
    if (control->bad_cell < 0) control->bad_cell = rate_.bad_cell;
  }

  void boundary_flux(const KernelContext<Eq>& context, const Real* state, const BoundaryList& faces,
                     Real* flux) override {
    with_face_kind<Eq::dim, P>(faces.kind, [&]<class FE>() {
      launch_cpu<Real>(BoundaryFlux<Eq, FE>{context, state, faces, flux}, {0, faces.padded}, threads_);
    });
  }

 private:
  /// Cells that a face gives modes to need some.
  static constexpr bool has_blocks = P >= 1 && is_compiled(Assembly::blocks);

  void compute_cells(const CpuLauncher& launcher, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    if constexpr (has_blocks)
      if (blocks_) return blocks_->compute_cells(launcher, context, stage);
    stages_.compute_cells(launcher, context, stage);
  }

  /// Of the state that a stage has written.
  void find_step_of(const KernelContext<Eq>& context, const Stage<Real>& stage) {
    if (!stage.finds_step) return;
    find_step(context, stage.out, stage.limits, [&](int z) -> const Real* {
      if constexpr (has_blocks) return blocks_ ? blocks_->averages(z) : nullptr;
      return nullptr;
    });
  }

  /// The rates of cells of a zone as CellRate has them, from CpuBlocks::averages().
  template <class V>
  static V rate_of_averages(const CellRate<Eq>& of, const Real* averages, Index first) {
    const ZoneView<Real>& zone = of.context.zones.zone[of.zone_number];
    V u[Eq::n_var];
    for (int n = 0; n < Eq::n_var; ++n) u[n] = load<V>(averages + std::int64_t(n) * zone.padded + first);
    return stable_rate<V>(zone, of.context.equations, of.limits, of.zone_number, u,
                          load<V>(zone.inverse_length + first));
  }

  /// averages(z) are CpuBlocks::averages() of a zone, null where its states are by modes.
  template <class Averages>
  void find_step(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits,
                 const Averages& averages) {
    using V = SimdPack<Real>;
    Real largest = 0;
    constexpr Index none = std::numeric_limits<Index>::max();
    Index bad_cell = none;
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real>& zone = context.zones.zone[z];
      const CellRate<Eq> kernel{context, limits, state, z};
      const Real* of_zone = averages(z);
      const Index packs = zone.launched / LaneTraits<V>::width;
#pragma omp parallel for schedule(static) num_threads(threads_) reduction(max : largest) reduction(min : bad_cell)
      for (Index i = 0; i < packs; ++i) {
        const Index first = i * LaneTraits<V>::width;
        const V rate = of_zone ? rate_of_averages<V>(kernel, of_zone, first) : kernel.template operator()<V>(first);
        for (int lane = 0; lane < std::min(LaneTraits<V>::width, zone.cells - first); ++lane) {
          const Real of_cell = lane_of(rate, lane);
          if (is_rate(of_cell))
            largest = std::max(largest, of_cell);
          else
            bad_cell = std::min(bad_cell, cell_number(zone, first + lane));
        }
      }
    }
    rate_ = {largest, bad_cell == none ? -1 : bad_cell};
  }

  int threads_;
  PassTimes* times_ = nullptr;
  FoundRate<Real> rate_;  ///< of what find_step() looked at last
  Stages<Eq, P> stages_;
  std::optional<std::conditional_t<has_blocks, CpuBlocks<Eq, P>, int>> blocks_;  ///< with Assembly::blocks
};

template <class Eq, int P>
std::unique_ptr<Operators<Eq>> make_cpu_operators(Backend& backend, const KernelContext<Eq>& context,
                                                  const AssemblyPlan& plan) {
  return std::make_unique<CpuOperators<Eq, P>>(backend, context, plan);
}

}  // namespace dg
