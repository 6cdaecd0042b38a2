/// Kernels launched on CPU threads, a SIMD register of cells at a time.
#pragma once

#include <algorithm>
#include <limits>

#include "libdg/backend/simd.hpp"
#include "libdg/operator/boundary_flux.hpp"
#include "libdg/operator/fused.hpp"
#include "libdg/operator/operators.hpp"
#include "libdg/operator/time_step.hpp"
#include "libdg/operator/variants.hpp"
#include "libdg/operator/zone_kind.hpp"

namespace dg {

/// Runs a kernel over the padded cells of a zone.
template <class Real, class Kernel>
void launch_cpu(const Kernel& kernel, Index padded, int threads) {
  using V = SimdPack<Real>;
  static_assert(zone_padding % LaneTraits<V>::width == 0);
  const Index packs = padded / LaneTraits<V>::width;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (Index i = 0; i < packs; ++i) kernel.template operator()<V>(i * LaneTraits<V>::width);
}

template <class Real, int P>
class CpuOperators final : public Operators<Real> {
 public:
  explicit CpuOperators(int threads) : threads_(threads) {}

  void stage(const Scheme<Real>& scheme, const Stage<Real>& stage) override {
    for (int z = 0; z < scheme.zones.count; ++z) {
      const ZoneView<Real>& zone = scheme.zones.zone[z];
      with_zone_kind(zone, [&]<Space S, bool Curved>() {
        launch_cpu<Real>(FusedStage<Real, S, P, Curved>{scheme, stage, z}, zone.padded, threads_);
      });
    }
  }

  void begin_step(const Scheme<Real>& scheme, const Real* state, const StepLimits<Real>& limits,
                  StepControl<Real>* control) override {
    using V = SimdPack<Real>;
    Real least = std::numeric_limits<Real>::max();
    if (limits.fixed <= Real(0))
      for (int z = 0; z < scheme.zones.count; ++z) {
        const ZoneView<Real>& zone = scheme.zones.zone[z];
        const CellTimeStep<Real> kernel{scheme, limits, state, z, mode_count(zone.space, P)};
        const Index packs = zone.padded / LaneTraits<V>::width;
#pragma omp parallel for schedule(static) num_threads(threads_) reduction(min : least)
        for (Index i = 0; i < packs; ++i) {
          const V dt = kernel.template operator()<V>(i * LaneTraits<V>::width);
          for (int lane = 0; lane < LaneTraits<V>::width; ++lane) least = std::min(least, lane_of(dt, lane));
        }
      }
    set_step(limits, least, *control);
  }

  void end_step(StepControl<Real>* control) override { finish_step(*control); }

  void boundary_flux(const Scheme<Real>& scheme, const Real* state, const BoundaryList& faces, Real* flux) override {
    launch_cpu<Real>(BoundaryFlux<Real, P>{scheme, state, faces, flux}, faces.padded, threads_);
  }

 private:
  int threads_;
};

template <class Real, int P>
std::unique_ptr<Operators<Real>> make_cpu_operators(Backend& backend, const Scheme<Real>&, std::size_t, Assembly) {
  return std::make_unique<CpuOperators<Real, P>>(backend.threads());
}

}  // namespace dg
