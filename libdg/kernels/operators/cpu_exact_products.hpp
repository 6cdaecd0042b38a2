/// Exact products on CPU threads, a SIMD register of cells at a time: `fused` with dual numbers.
#pragma once

#include <stdexcept>

#include "libdg/backend/simd.hpp"
// After the lanes that it extends, before the kernels.
#include "libdg/backend/dual.hpp"
#include "libdg/kernels/operators/exact_products.hpp"
#include "libdg/kernels/schedules/fused.hpp"
#include "libdg/space/zone_kind.hpp"

namespace dg {

template <class Eq, int P>
class CpuExactProducts final : public ExactProducts<Eq> {
  using Real = typename Eq::Real;

 public:
  explicit CpuExactProducts(Backend& backend) : threads_(backend.threads()) {}

  void multiply(const KernelContext<Eq>& context, const Stage<Real>& stage) override {
    if (!are_compiled(zone_kinds(context.zones)))
      throw std::logic_error("exact products were compiled for other kinds of cells");
    for (int z = 0; z < context.zones.count; ++z)
      with_zone_kind<Eq::dim>(context.zones.zone[z], [&]<Space S, bool Curved>() {
        over_cells(FusedStage<Eq, S, P, Curved>{context, stage, z}, context.zones.zone[z].launched);
      });
  }

 private:
  template <class Kernel>
  void over_cells(const Kernel& kernel, Index cells) const {
    using V = Dual<SimdPack<Real>>;
    constexpr int width = LaneTraits<V>::width;
    const Index packs = (cells + width - 1) / width;
#pragma omp parallel for schedule(static) num_threads(threads_)
    for (Index i = 0; i < packs; ++i) kernel(i * width, Team<1, V>{});
  }

  int threads_;
};

template <class Eq, int P>
std::unique_ptr<ExactProducts<Eq>> make_cpu_exact_products(Backend& backend) {
  return std::make_unique<CpuExactProducts<Eq, P>>(backend);
}

}  // namespace dg
