/// The operators on a CUDA device. Their kernels are compiled when a run needs them (backend/device_kernel.hpp).
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>

#include "libdg/backend/cuda_ranks.hpp"
#include "libdg/kernels/integrands/boundary_flux.hpp"
#include "libdg/kernels/integrands/cuda_rates.hpp"
#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/operators/cuda_sums.hpp"
#include "libdg/kernels/operators/kinds_of_plan.hpp"
#include "libdg/kernels/operators/operator_source.hpp"
#include "libdg/kernels/operators/operators.hpp"
#include "libdg/kernels/operators/variants.hpp"
#include "libdg/kernels/schedules/stages.hpp"
#include "libdg/kernels/schedules/tiles/stages.hpp"
#include "libdg/kernels/schedules/tiles/tile_stages_3d.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

/// Whether stages by `gather` leave loops over modes and points as loops. They do from degree 3 on in three dimensions,
/// where what they hold of a cell does not fit into registers. At degrees 1 and 2 unrolled stages are two to three
/// times as fast (benchmarks/NOTES.md).
constexpr bool has_rolled_stages(int dim, int degree) { return dim == 3 && degree > 2; }

template <class Eq, int P>
class CudaOperators final : public Operators<Eq> {
  using Real = typename Eq::Real;
  static constexpr bool is_3d = Eq::dim == 3;
  /// Tiles of 2-D cells take two variables at once.
  static constexpr bool has_tiles = is_3d ? P >= 1 : Eq::n_var % 2 == 0;

 public:
  CudaOperators(Backend& backend, const KernelContext<Eq>& context, const AssemblyPlan& plan)
      : source_(operator_source(context, zone_kinds_of(plan, context.zones))),
        rolled_source_(rolled(source_)),
        sums_(backend),
        branches_(plan.slabs.count > 1 ? std::max(slab_workspaces + 1, context.zones.count) : context.zones.count),
        urgent_branches_(context.zones.count, urgent_stream()),
        largest_rate_(backend, rate_numbers),
        stages_(make_stages(backend, context, plan)) {
    if constexpr (has_tiles)
      if (plan.assembly == Assembly::tiles) {
        if constexpr (is_3d)
          tiles_.emplace(backend, context, plan.slabs);
        else
          tiles_.emplace(backend, context);
      }
  }

  void prepare(const KernelContext<Eq>& context) override {
    KernelList list;
    Stage<Real> last{};
    last.finds_step = true;
    stage(context, last);
    find_step(context, nullptr, {});
    next_step({}, nullptr);
    end_step(nullptr);
    if (has_own_basis()) {
      from_modes(context, nullptr, nullptr);
      to_modes(context, nullptr, nullptr);
    }
    static_cast<void>(sums(context, nullptr));
    static_cast<void>(integrals(context, nullptr));
    compile_kernels(list.kernels());
  }

  void stage(const KernelContext<Eq>& context, const Stage<Real>& stage) override {
    const CudaLauncher launcher = launcher_on(branches_);
    await_step();
    if constexpr (is_3d && has_tiles)
      if (tiles_ && tiles_->has_slabs()) return tiles_->compute_slabs(launcher, context, stage, largest_rate_.data());
    compute_faces(launcher, context, stage);
    compute_cells(launcher, context, stage);
    find_step_of(context, stage);
  }

  bool has_own_basis() const override {
    if constexpr (is_3d && has_tiles) return tiles_ && tiles_->has_own_basis();
    return false;
  }
  void from_modes(const KernelContext<Eq>& context, const Real* modes, Real* state) override {
    convert<false>(context, modes, state);
  }
  void to_modes(const KernelContext<Eq>& context, const Real* state, Real* modes) override {
    convert<true>(context, state, modes);
  }

  /// Cells in tiles read their own numbers, and what faces have left before.
  bool writes_in_place() const override {
    if constexpr (has_tiles) return tiles_.has_value();
    return false;
  }

  /// What other ranks wait for is urgent: cells of the interface, and the way of their modes to the ghosts of the next
  /// stage. It runs beside cells of the interior and the faces that follow them.
  void stage_of_rank(const KernelContext<Eq>& context, const Stage<Real>& stage, ArrayExchange<Real>& exchange,
                     bool sends) override {
    const CudaLauncher launcher = launcher_on(branches_), urgent = launcher_on(urgent_branches_);
    const Stage<Real> interior = part_of(stage, Part::interior), interface = part_of(stage, Part::interface);
    // Tiles of faces with ghosts hold no others: these need not wait for those, only for ghosts.
    const bool faces_apart = has_tiles && tiles_;
    exchange.arrive();
    if (faces_apart) {
      if (!exchange.is_under_way()) follow_on_urgent();
      compute_faces(urgent, context, interface);
    }
    compute_faces(launcher, context, interior);
    await_step();
    follow_on_urgent();
    if (!faces_apart) compute_faces(urgent, context, interface);
    compute_cells(urgent, context, interface);
    interface_done_.set(urgent_stream());
    if (sends) exchange.start(stage.out);
    compute_cells(launcher, context, interior);
    interface_done_.release(thread_stream());
    find_step_of(context, stage);
  }

  bool time_passes(PassTimes* times) override {
    times_ = times;
    return true;
  }

  void find_step(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits) override {
    static const CudaKernel<CellRate<Eq>, Index, Real*> find(template_name<Eq>("dg::find_step_kernel"));
    largest_rate_.set_zero();
    branches_.fork();
    for (int z = 0; z < context.zones.count; ++z) {
      const CellRate<Eq> kernel{context, limits, state, z};
      const Index cells = context.zones.zone[z].cells, blocks = (cells + cuda_block - 1) / cuda_block;
      if (cells == 0) continue;
      find.launch(source_, {static_cast<unsigned>(blocks), cuda_block}, branches_.stream(z), kernel, cells,
                  largest_rate_.data());
    }
    branches_.join();
  }

  void reduce_step(Communicator& communicator) override {
    follow_on_urgent();
    {
      const TracedPass pass("reduce step", urgent_stream());
      merge_rates().launch(step_source, one_warp, urgent_stream(), largest_rate_.data());
      CudaRanks::of(communicator).reduce_largest(largest_rate_.data(), sizeof(Real), urgent_stream());
    }
    step_found_.set(urgent_stream());
  }

  void await_step() override { step_found_.release(thread_stream()); }

  void next_step(const StepLimits<Real>& limits, StepControl<Real>* control) override {
    const bool urgent = step_found_.is_set();
    const StreamHandle stream = urgent ? urgent_stream() : thread_stream();
    static const CudaKernel<StepLimits<Real>, Real*, StepControl<Real>*> next(
        template_name<Real>("dg::next_step_kernel"));
    next.launch(step_source, one_warp, stream, limits, largest_rate_.data(), control);
    if (urgent) step_found_.set(stream);
  }

  void local_steps(const KernelContext<Eq>& context, const Real* state, const StepLimits<Real>& limits,
                   const Real* least, Real* dt) override {
    await_step();
    for (int z = 0; z < context.zones.count; ++z) {
      const ZoneView<Real>& zone = context.zones.zone[z];
      launcher_on(branches_).template run<Real>(LocalTimeStep<Eq>{{context, limits, state, z}, least, dt},
                                                Range{0, zone.launched}, "local time steps");
    }
  }

  Pending<StateSums<Eq::n_var>> sums(const KernelContext<Eq>& context, const Real* state) override {
    return over_zones<SumCells, Eq::n_var>(context, state);
  }

  Pending<FlowSums<Eq>> integrals(const KernelContext<Eq>& context, const Real* state) override {
    if constexpr (integral_count<Eq>() == 0)
      return [] { return FlowSums<Eq>{}; };
    else
      return over_zones<IntegrateCells, integral_count<Eq>()>(context, state);
  }

  void end_step(StepControl<Real>* control) override {
    await_step();
    static const CudaKernel<const Real*, StepControl<Real>*> end(template_name<Real>("dg::end_step_kernel"));
    end.launch(step_source, one_warp, thread_stream(), largest_rate_.data(), control);
  }

  void boundary_flux(const KernelContext<Eq>& context, const Real* state, const BoundaryList& faces,
                     Real* flux) override {
    with_face_kind<Eq::dim, P>(faces.kind, [&]<class FE>() {
      launcher_on(branches_, is_3d ? rolled_source_ : source_)
          .template run<Real>(BoundaryFlux<Eq, FE>{context, state, faces, flux}, Range{0, faces.padded},
                              "boundary flux");
    });
  }

 private:
  CudaLauncher launcher_on(const CudaBranches& branches, const KernelSource& source) const {
    return {branches, timer_, times_, source};
  }
  CudaLauncher launcher_on(const CudaBranches& branches) const { return launcher_on(branches, source_); }
  /// The same for stages without tiles.
  CudaLauncher without_tiles(const CudaLauncher& launcher) const {
    return launcher_on(launcher.branches, has_rolled_stages(Eq::dim, P) ? rolled_source_ : source_);
  }
  static const CudaKernel<Real*>& merge_rates() {
    static const CudaKernel<Real*> merge(template_name<Real>("dg::merge_rates_kernel"));
    return merge;
  }
  static constexpr LaunchShape one_warp{1, rate_places};

  template <bool ToModes>
  void convert(const KernelContext<Eq>& context, const Real* from, Real* to) {
    if constexpr (is_3d && has_tiles)
      if (has_own_basis()) return tiles_->template convert<ToModes>(launcher_on(branches_), context, from, to);
    throw RunError("these operators take states by modes");
  }
  void compute_faces(const CudaLauncher& launcher, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    if constexpr (has_tiles)
      if (tiles_) return tiles_->compute_faces(launcher, context, stage);
    stages_.compute_faces(without_tiles(launcher), context, stage);
  }
  void compute_cells(const CudaLauncher& launcher, const KernelContext<Eq>& context, const Stage<Real>& stage) {
    if constexpr (has_tiles)
      if (tiles_) return tiles_->compute_cells(launcher, context, stage, largest_rate_.data());
    stages_.compute_cells(without_tiles(launcher), context, stage);
  }
  /// Cells in tiles have done it with the stage.
  void find_step_of(const KernelContext<Eq>& context, const Stage<Real>& stage) {
    if (stage.finds_step && !(has_tiles && tiles_)) find_step(context, stage.out, stage.limits);
  }

  /// What is urgent from now on follows what has been launched so far.
  void follow_on_urgent() {
    launched_.set(thread_stream());
    launched_.hold(urgent_stream());
  }

  /// Adds up Kernel<Eq, S, P, Curved>{scheme, state, z} over the cells of all zones.
  template <template <class, Space, int, bool> class Kernel, int NVar>
  Pending<StateSums<NVar>> over_zones(const KernelContext<Eq>& context, const Real* state) {
    const auto& zones = context.zones;
    return sums_.over_zones<Real, NVar>(
        source_, zones.count, [&](int z) { return zones.zone[z].cells; },
        [&](int z, const auto& sum_zone) {
          with_zone_kind<Eq::dim>(zones.zone[z], [&]<Space S, bool Curved>() {
            sum_zone(Kernel<Eq, S, P, Curved>{context, state, z});
          });
        });
  }

  struct Nothing {};
  static auto make_stages(Backend& backend, const KernelContext<Eq>& context, const AssemblyPlan& plan) {
    if (is_3d && plan.assembly == Assembly::fused)
      throw InputError("on a GPU, 3-D cells have assembly 'gather' or 'tiles', not 'fused'");
    return Stages<Eq, P, !is_3d>(backend, context, plan);
  }

  KernelSource source_, rolled_source_;  ///< of all kernels of these equations
  CudaSums sums_;
  CudaBranches branches_, urgent_branches_;
  CudaMark launched_, interface_done_, step_found_;
  CudaTimer timer_;
  PassTimes* times_ = nullptr;
  Array<Real> largest_rate_;  ///< see collect_rate()
  Stages<Eq, P, !is_3d> stages_;
  template <bool Has>
  static auto tiles_type() {
    if constexpr (!Has)
      return std::type_identity<Nothing>{};
    else if constexpr (is_3d)
      return std::type_identity<TileStages3D<Eq, P>>{};
    else
      return std::type_identity<TileStages<Eq, P>>{};
  }
  std::optional<typename decltype(tiles_type<has_tiles>())::type> tiles_;
};

template <class Eq, int P>
std::unique_ptr<Operators<Eq>> make_cuda_operators(Backend& backend, const KernelContext<Eq>& context,
                                                   const AssemblyPlan& plan) {
  return std::make_unique<CudaOperators<Eq, P>>(backend, context, plan);
}

}  // namespace dg
