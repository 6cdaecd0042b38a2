/// Compiles RolledKernels; for .cu files that define RKDG_ROLLED.
#pragma once

#include <cassert>
#include <optional>
#include <type_traits>

#include "libdg/kernels/integrands/boundary_flux.hpp"
#include "libdg/kernels/launch/cuda_launcher.hpp"
#include "libdg/kernels/launch/rolled_kernels.hpp"
#include "libdg/kernels/schedules/stages.hpp"

#ifndef RKDG_ROLLED
#error "loops stay loops only where RKDG_ROLLED is defined before all else"
#endif

namespace dg {

template <class Eq, int P>
class BuiltRolledKernels final : public RolledKernels<Eq> {
  using Real = typename Eq::Real;
  static constexpr bool has_stages = has_rolled_stages(Eq::dim, P);

 public:
  BuiltRolledKernels(Backend& backend, const Scheme<Eq>& scheme, const AssemblyPlan& plan) {
    if constexpr (has_stages)
      if (plan.assembly == Assembly::gather) stages_.emplace(backend, scheme, plan);
  }

  void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) override {
    assert(stages_);
    if constexpr (has_stages) stages_->take_faces(launch, scheme, stage);
  }
  void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) override {
    assert(stages_);
    if constexpr (has_stages) stages_->take_cells(launch, scheme, stage);
  }
  void boundary_flux(const Scheme<Eq>& scheme, const Real* state, const BoundaryList& faces, Real* flux) override {
    with_face_kind<Eq::dim, P>(faces.kind, [&]<class FE>() {
      launch_cuda<Real>(BoundaryFlux<Eq, FE>{scheme, state, faces, flux}, {0, faces.padded}, "boundary flux");
    });
  }

 private:
  struct Nothing {};
  std::optional<std::conditional_t<has_stages, Stages<Eq, P, false>, Nothing>> stages_;
};

/// None for plane cells.
template <class Eq, int P>
std::unique_ptr<RolledKernels<Eq>> make_rolled_kernels([[maybe_unused]] Backend& backend,
                                                       [[maybe_unused]] const Scheme<Eq>& scheme,
                                                       [[maybe_unused]] const AssemblyPlan& plan) {
  if constexpr (Eq::dim == 3)
    return std::make_unique<BuiltRolledKernels<Eq, P>>(backend, scheme, plan);
  else
    return nullptr;
}

}  // namespace dg
