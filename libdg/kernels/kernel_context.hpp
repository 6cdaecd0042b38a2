/// What every kernel of the spatial operator reads: zones, equations, fluxes, boundary conditions.
#pragma once

#include "libdg/equations/equations.hpp"
#include "libdg/kernels/step_control.hpp"
#include "libdg/space/space_view.hpp"

namespace dg {

template <Equations Eq>
struct KernelContext : SpaceView<typename Eq::Real> {
  using Real = typename Eq::Real;

  Eq equations;
  typename Eq::Flux riemann;
  const typename Eq::Condition* conditions;  ///< [condition]
  const Real* boundary_data;                 ///< [boundary face][max_face_points()][variable]: what they
                                             ///< are, the condition says
};

/// What takes a stage. On several ranks, faces without ghosts and cells that no other rank needs (the interior) lie
/// apart. Faces of ghosts and cells beside them are the interface.
enum class Part { all, interior, interface };

/// One stage of a Runge-Kutta scheme in Shu-Osher form:
/// out = in_weight * in + sum_i history_weight[i] * history[i] + rate_weight * dt * L(in).
template <class Real>
struct Stage {
  static constexpr int max_history = 4;

  const Real* in;
  const Real* direction;  ///< along which lanes with derivatives see `in` move; the derivative is what they write
  Real* out;
  const Real* history[max_history];
  Real history_weight[max_history];
  int n_history;
  Real in_weight, rate_weight;
  const Real* dt;      ///< where the kernel runs: one number, or with local_dt one for each cell (ZoneView::cell_begin)
  bool local_dt;       ///< each cell takes its own step: the stages are those of pseudo-time stepping
  const Real* force;   ///< where the kernel runs: per mass along each coordinate, see TakesForce; may be null
  const Real* source;  ///< moments int S phi_k of a source (affine cells: / det J), a state array; may be null
  Part part;
  bool smooths;             ///< on the way to a steady state: operators that can smooth residuals do
  bool finds_step;          ///< the last stage of a step: looks for the size of the next one, too
  StepLimits<Real> limits;  ///< with finds_step
};

/// The state that a stage reads, as lanes V do.
template <class V>
RKDG_FN StateOf<V> state_of(const Stage<RealOf<V>>& stage) {
  return StateOfLane<V>::moving(stage.in, stage.direction);
}

template <class Real>
Stage<Real> part_of(Stage<Real> stage, Part part) {
  stage.part = part;
  return stage;
}

}  // namespace dg
