/// The modes of a cell and their rates of change: how they are read, and the Runge-Kutta update that they end with.
#pragma once

#include <type_traits>

#include "libdg/backend/inline_lambda.hpp"
#include "libdg/backend/prefetch.hpp"
#include "libdg/kernels/engines/team.hpp"
#include "libdg/kernels/integrands/stage_update.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// Of what might be called between pieces of work.
struct CallNothing {
  RKDG_FN void operator()(int) const {}
};

template <class Eq, Space S, int P, int T, class V>
struct CellModes {
  using Real = RealOf<V>;
  static constexpr int dim = Eq::dim, n_var = Eq::n_var;
  static constexpr int NK = Element<S, P>::n_modes, N = n_var / T;
  /// Of prefetch(): two beside each face, one before the volume.
  static constexpr int pieces = 2 * Element<S, P>::n_faces + 1;

  Team<T, V> team;
  V u[NK][N];
  V rate[NK][N];

  RKDG_FN explicit CellModes(const Team<T, V>& team_) : team(team_) {}

  /// Reads the coefficients of a state array.
  RKDG_FN void read(const ZoneView<Real>& zone, StateOf<V> array, Index first, V (&out)[NK][N]) const {
    const auto base = array + zone.state_begin + zone.layout.cell(std::int64_t(first));
    each_place(zone.layout, [&](int k, int n, std::int64_t place) RKDG_INLINE { out[k][n] = load<V>(base + place); });
  }

  /// Asks for what update() reads and writes, and for the modes of the cells that come next. Piece `piece` of all that
  /// is asked for between pieces of work.
  RKDG_FN void prefetch(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first, int piece) const {
    prefetch_piece<pieces>(zone, stage, first, piece);
  }

  /// The same in so many pieces.
  template <int count>
  RKDG_FN void prefetch_piece(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first, int piece) const {
    constexpr int all = NK * n_var;
    const std::int64_t here = zone.state_begin + zone.layout.cell(std::int64_t(first)),
                       next = zone.state_begin + zone.layout.cell(std::int64_t(first) + LaneTraits<V>::width);
    for (int i = piece * all / count; i < (piece + 1) * all / count; ++i) {
      const Index mode = zone.layout.mode(i / NK, i % NK);
      prefetch_write(stage.out + (here + mode));
      if (stage.n_history > 0) prefetch_read(stage.history[0] + (here + mode));
      prefetch_read(stage.in + (next + mode));
    }
  }

  RKDG_FN void add_source(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    if (!stage.source) return;
    const std::int64_t base = zone.state_begin + zone.layout.cell(std::int64_t(first));
    RKDG_UNROLL_DEVICE
    for (int k = 0; k < NK; ++k) RKDG_UNROLL_DEVICE
    for (int n = 0; n < N; ++n)
      rate[k][n] += load<V>(stage.source + base + zone.layout.mode(team.first_variable(N) + n, k));
  }

  /// Runge-Kutta update with the rates at hand: writes stage.out for the cells `first`...
  RKDG_FN void update(const ZoneView<Real>& zone, const Stage<Real>& stage, Index first) {
    const std::int64_t base = zone.state_begin + zone.layout.cell(std::int64_t(first));
    const V dt = weighted_step<V>(stage, zone.cell_begin + std::int64_t(first));
    with_force<V, Eq>(stage, [&](const auto& force) {
      const auto in = state_of<V>(stage) + base;
      for (int k = 0; k < NK; ++k)
        for (int n = 0; n < N; ++n)
          rate[k][n] += force(team.first_variable(N) + n,
                              [&](int m) { return load<V>(in + std::int64_t(zone.layout.mode(m, k))); });
    });
    update_stage(
        stage,
        [&](Real weight) {
          RKDG_UNROLL_DEVICE
          for (int k = 0; k < NK; ++k) RKDG_UNROLL
          for (int n = 0; n < N; ++n) rate[k][n] = V(weight) * u[k][n] + dt * rate[k][n];
        },
        [&](int i, Real weight) {
          each_place(zone.layout, [&](int k, int n, std::int64_t place) RKDG_INLINE {
            rate[k][n] += V(weight) * load<V>(stage.history[i] + base + place);
          });
        });
    each_place(zone.layout,
               [&](int k, int n, std::int64_t place) RKDG_INLINE { store(stage.out + base + place, rate[k][n]); });
  }

 private:
  /// Calls visit(k, n, how far mode k of variable n lies behind the cell's first coefficient).
  template <class Visit>
  RKDG_FN void each_place(const StateLayout& layout, const Visit& visit) const {
    if constexpr (std::is_arithmetic_v<V>) {
      RKDG_UNROLL_DEVICE
      for (int n = 0; n < N; ++n) RKDG_UNROLL_DEVICE
      for (int k = 0; k < NK; ++k) visit(k, n, std::int64_t(layout.mode(team.first_variable(N) + n, k)));
    } else {
      for (int n = 0; n < N; ++n) {
        const std::int64_t variable = layout.mode(team.first_variable(N) + n, 0);
        layout.each_mode<NK>([&](int k, std::int64_t further) RKDG_INLINE { visit(k, n, variable + further); });
      }
    }
  }
};

}  // namespace dg
