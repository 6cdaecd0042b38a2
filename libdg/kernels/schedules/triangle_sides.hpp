/// Assembly `blocks`: what straight prisms with Q show on their triangles and take from them, by the modes of these.
///
/// The T-modes that a prism has at an end of the line (element/prism_lines.hpp) are those of its upper triangle. The
/// lower one runs the other way round, as a neighbour with orientation 0 sees it.
#pragma once

#include "libdg/kernels/schedules/mode_faces.hpp"

namespace dg {

template <class Eq, Space S, int P>
struct TriangleSides {
  using Real = typename Eq::Real;
  static constexpr int dim = Eq::dim, N = Eq::n_var, NE = face_mode_count<3>(P), ND = face_mode_count<3>(P - 1);

  const BlockSchedule<Eq, S, P>& schedule;
  const FaceModesView<Real>& modes;
  int size;  ///< numbers of a side in the workspace

  RKDG_FN ModeFaces<Eq, S, P, P> faces() const { return {schedule, modes, size}; }

  /// Modes of traces of cells on triangle f, and of derivatives along the normal of the reference cell's face, over its
  /// |N|.
  template <class W>
  RKDG_FN void show(const W& work, int f, const Index* at, Real* workspace) const {
    using V = typename W::Lane;
    V side[2 * NE][N], t[NE][N];
    work.at_triangle(f, work.line.end_from_points, t);
    convert_face_modes(f, t, side);
    if (!schedule.context.equations.viscous) return store_records<NE * N>(workspace, size, at, side[0]);
    work.at_triangle(f, work.line.end_slope_from_points, t);
    convert_face_modes(f, t, side + NE);
    store_records<2 * NE * N>(workspace, size, at, side[0]);
  }

  /// Flux times `length`, and jump.
  template <class V, class W>
  RKDG_FN void gather(int f, V length, const Index* at, const Real* workspace, W& work) const {
    V both[2 * NE][N];
    V* const all = both[0];
    faces().template each_given<V>(
        workspace, at, [&](int i, V number) RKDG_INLINE { all[i] = i < NE * N ? length * number : number; });
    convert_face_modes(f, both, work.at_end[f]);
    if (schedule.context.equations.viscous) convert_face_modes(f, both + NE, work.jump_at_end[f]);
  }

 private:
  /// Between T-modes and those of triangle f, either way.
  template <class V>
  RKDG_FN void convert_face_modes(int f, const V (*x)[N], V (*y)[N]) const {
    if (f == 0) return orient_triangle_modes<P, 1>(modes.oriented, IndexOf<V>(0), x, y);
    for (int e = 0; e < NE; ++e) RKDG_UNROLL
    for (int n = 0; n < N; ++n) y[e][n] = x[e][n];
  }
};

}  // namespace dg
