/// Kernels on a CUDA device for any cells of three dimensions: fluxes through boundaries, and, from degree 3 on, stages
/// by `gather`.
///
/// They are compiled by themselves, with loops over modes and points left as loops: what they hold of such cells does
/// not fit into registers, and unrolled each takes the compiler a minute or more. At degrees 1 and 2 unrolled stages
/// are two to three times as fast (benchmarks/NOTES.md).
#pragma once

#include <memory>

#include "libdg/kernels/launch/operators.hpp"

namespace dg {

struct CudaLauncher;

constexpr bool has_rolled_stages(int dim, int degree) { return dim == 3 && degree > 2; }

template <class Eq>
class RolledKernels {
  using Real = typename Eq::Real;

 public:
  virtual ~RolledKernels() = default;

  /// The passes of Stages (schedules/stages.hpp). Preconditions: the plan's assembly is `gather`, and
  /// has_rolled_stages().
  virtual void take_faces(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) = 0;
  virtual void take_cells(const CudaLauncher& launch, const Scheme<Eq>& scheme, const Stage<Real>& stage) = 0;

  /// See Operators::boundary_flux().
  virtual void boundary_flux(const Scheme<Eq>& scheme, const Real* state, const BoundaryList& faces, Real* flux) = 0;
};

template <class Eq, int P>
std::unique_ptr<RolledKernels<Eq>> make_rolled_kernels(Backend& backend, const Scheme<Eq>& scheme,
                                                       const AssemblyPlan& plan);

}  // namespace dg
