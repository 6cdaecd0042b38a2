/// The update of a Runge-Kutta stage, whatever holds the numbers: see Stage.
#pragma once

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// Completes `rate_weight dt L(in)`, which the caller has at hand, to what the stage writes. add_in(weight) adds the
/// state that the stage starts from, add_history(i, weight) adds history i. The first history by itself, for callers
/// that have asked for it early.
template <class Real, class AddIn, class AddHistory>
RKDG_FN void update_stage(const Stage<Real>& stage, const AddIn& add_in, const AddHistory& add_history) {
  add_in(stage.in_weight);
  if (stage.n_history > 0) add_history(0, stage.history_weight[0]);
  for (int i = 1; i < stage.n_history; ++i) add_history(i, stage.history_weight[i]);
}

/// Where a force per mass drives a stage, calls visit(force). With it, force(n, u) is what it adds to the rate of
/// variable n of coefficients `u(0), u(1), ...` of the state that the stage starts from. See TakesForce.
template <class V, class Eq, class Visit>
RKDG_FN void with_force(const Stage<RealOf<V>>& stage, const Visit& visit) {
  if constexpr (TakesForce<Eq>) {
    if (!stage.force) return;
    V a[Eq::dim];
    RKDG_UNROLL
    for (int d = 0; d < Eq::dim; ++d) a[d] = V(stage.force[d]);
    visit([&](int n, const auto& u) RKDG_INLINE { return Eq::force_rate(n, a, u); });
  }
}

/// rate_weight dt of the cells at `place` and after it, in an array of one number per cell.
template <class V>
RKDG_FN V weighted_step(const Stage<RealOf<V>>& stage, std::int64_t place) {
  const V step = stage.local_dt ? load<V>(stage.dt + place) : V(*stage.dt);
  return step * V(stage.rate_weight);
}

}  // namespace dg
