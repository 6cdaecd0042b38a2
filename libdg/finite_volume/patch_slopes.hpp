/// The slopes that one of several ranks finds patch by patch for others, which have these cells as ghosts.
#pragma once

#include "libdg/finite_volume/patch_stage.hpp"

namespace dg {

/// Finds the slopes of the cells that patches own, with the operations of PatchStage, for ranks that have these cells
/// as ghosts.
template <class Eq, int Faces, bool Straight>
struct FindPatchSlopes : PatchStage<Eq, Faces, Straight, true> {
  using Real = typename Eq::Real;
  using Base = PatchStage<Eq, Faces, Straight, true>;
  static constexpr int phases = 2;

  PatchSlopes<Real> out;

  RKDG_FN static Range items(const PatchBounds& b, int phase) { return {0, phase == 0 ? b.loaded : b.owned}; }

  template <int Phase>
  RKDG_FN void run(const PatchBounds& b, Index i, Real* shared) const {
    if constexpr (Phase == 0) this->load_averages(b, i, shared);
    if constexpr (Phase == 1) this->with_limiter([&]<Limiter L>() { store<L>(b, i, shared); });
  }

 private:
  template <Limiter L>
  RKDG_FN void store(const PatchBounds& b, Index i, const Real* shared) const {
    const Real* w = shared + i * Base::cell_stride;
    const auto cell = this->template numbers_of_cell<L>(b, i, w);
    Real g[slope_count<Eq>], part[Eq::n_var];
    for (int n = 0; n < Eq::n_var; ++n) {
      Real gradient[2], change[Faces];
      part[n] = this->template find_slopes<L>(cell, shared, w[n], n, gradient, change);
      g[2 * n] = gradient[0];
      g[2 * n + 1] = gradient[1];
    }
    const Index place = this->patches.place[b.cell_begin + i];
    store_variables(this->view.slope_layout, out.gradients, place, g);
    store_variables(this->view.layout, out.parts, place, part);
  }
};

}  // namespace dg
