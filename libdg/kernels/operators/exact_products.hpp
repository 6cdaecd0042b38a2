/// Exact products of the derivative of a right-hand side with vectors, behind virtual calls: the kernels of a stage run
/// with dual numbers (backend/dual.hpp).
#pragma once

#include <memory>

#include "libdg/backend/backend.hpp"
#include "libdg/kernels/kernel_context.hpp"
#include "libdg/space/compiled_kinds.hpp"

namespace dg {

template <class Eq>
class ExactProducts {
 public:
  virtual ~ExactProducts() = default;

  /// Writes to stage.out the derivative of what the stage would write, as stage.in moves along stage.direction; that of
  /// a step's size counts as 0. Histories do not move.
  virtual void multiply(const KernelContext<Eq>& context, const Stage<typename Eq::Real>& stage) = 0;
};

/// Kernels for a degree, and for zones of these kinds, a sum of zone_kind(). Throws InputError if they were not built,
/// or work elsewhere than on this backend.
template <class Eq>
std::unique_ptr<ExactProducts<Eq>> make_exact_products(Backend& backend, int degree,
                                                       unsigned zone_kinds = all_zone_kinds);

/// Of one degree; each is compiled in a translation unit of its own.
template <class Eq, int P>
std::unique_ptr<ExactProducts<Eq>> make_cpu_exact_products(Backend& backend);

}  // namespace dg
