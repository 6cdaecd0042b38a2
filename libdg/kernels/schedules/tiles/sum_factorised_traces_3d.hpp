/// Traces of hexahedra with Q^p by points, and derivatives across and along the face, at the points of faces;
/// device code.
///
/// The lane of a point finds the trace and the derivative across of each side from the line of points that ends there.
/// The lanes of a face then have each other's traces, in the order of the minus side, for derivatives along it.
#pragma once

#include "libdg/element/line_ends.hpp"
#include "libdg/kernels/engines/sum_factorisation_3d.hpp"
#include "libdg/kernels/kernel_context.hpp"

namespace dg {

/// The axes of a hexahedron across and along a local face.
struct FaceLineAxes {
  int across;
  bool is_last;  ///< the face lies at the end of that axis

  __device__ explicit FaceLineAxes(int f)
      : across(f < 2              ? 2
               : f == 2 || f == 4 ? 1
                                  : 0),
        is_last(f == 1 || f == 3 || f == 4) {}
  __device__ int lower() const { return across == 0 ? 1 : 0; }
  __device__ int higher() const { return across == 2 ? 1 : 2; }
};

/// How the directions of a face lie to the nodes q N + p of its minus side, q along the higher of the axes.
template <class Real>
struct LineDirections {
  bool swapped;  ///< direction 1 lies along the higher axis
  Real sign[2];  ///< of each direction along its axis

  __device__ LineDirections(const FaceTablesView<Real>& faces, int face) {
    const FaceLineAxes axes(face);
    const Real* frame = faces.frame[static_cast<int>(PointOrder::own)] + face;
    const auto entry = [&](int direction, int axis) { return __ldg(frame + (direction * 3 + axis) * code_slots(3)); };
    const Real along = entry(1, axes.lower());
    swapped = along == Real(0);
    sign[0] = swapped ? entry(1, axes.higher()) : along;
    sign[1] = entry(2, swapped ? axes.lower() : axes.higher());
  }
};

/// Sides of the faces that a warp works on, `faces` of each of `sides`.
template <class Eq, int P, int sides, int faces, bool Viscous>
struct SumFactorisedTraces3D {
  using Real = typename Eq::Real;
  using Lines = SumFactorisation3D<Eq, P>;
  static constexpr int n_var = Eq::n_var, N = Lines::N, NG = Lines::lines;
  /// Points of a side, in a state. Those that a half of a warp reads lie in different banks: at N = 3 as far as two
  /// faces can.
  static constexpr int side_numbers = whole_pieces<Real>(Lines::numbers + (N == 2 ? 4 : N == 3 ? 14 : 0));
  static constexpr int nodes = faces * NG, points = sides * faces * side_numbers;
  /// [side][variable][face][node of the minus side].
  static constexpr int traces = whole_pieces<Real>(Viscous ? sides * n_var * nodes : 0);

  Real *from, *to;                 ///< points, and space for traces
  int place, node;                 ///< of the lane: which face, and which node of the minus side
  bool works;                      ///< lanes beyond the last face do as one of it does
  Real along[2][Viscous ? N : 1];  ///< row of the derivative along each direction of the face
  int first[2], step[2];           ///< where the lines along these begin among the nodes, and how they go on

  __device__ SumFactorisedTraces3D(const LineEnds<Real, N>& ends, const LineDirections<Real>& face, Real* from_,
                                   Real* to_, int lane, int node_)
      : from(from_), to(to_), place(min(lane / NG, faces - 1)), node(node_), works(lane < nodes) {
    if constexpr (Viscous)
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const bool is_higher = (i == 1) != face.swapped;
        const int row = is_higher ? node / N : node % N;
        first[i] = place * NG + (is_higher ? node % N : node - node % N);
        step[i] = is_higher ? N : 1;
#pragma unroll
        for (int l = 0; l < N; ++l) along[i][l] = face.sign[i] * ends.derivative[row][l];
      }
  }

  /// What a lane knows of a side at its point.
  class Side {
   public:
    /// `own` is the node of the side, on its local face `f`.
    __device__ Side(const SumFactorisedTraces3D& of, const LineEnds<Real, N>& ends, int side, int f, int own)
        : traces_(of.to + side * n_var * nodes), sign_(side == 0 ? Real(1) : Real(-1)) {
      const FaceLineAxes axes(f);
      const Real* from = of.from + (side * faces + of.place) * side_numbers;
      const int b = own % N, c = own / N;
      int at[N];
#pragma unroll
      for (int l = 0; l < N; ++l) {
        const int a = axes.is_last ? l : N - 1 - l;
        at[l] = axes.across == 0   ? Lines::state_place(a, b, c)
                : axes.across == 1 ? Lines::state_place(b, a, c)
                                   : Lines::state_place(b, c, a);
      }
#pragma unroll
      for (int n = 0; n < n_var; ++n) {
        value_[n] = across_[n] = Real(0);
#pragma unroll
        for (int l = 0; l < N; ++l) {
          const Real x = from[n * Lines::state_variable + at[l]];
          value_[n] += ends.end[l] * x;
          if (Viscous) across_[n] += ends.slope[l] * x;
        }
        if (Viscous && of.works) of.to[(side * n_var + n) * nodes + of.place * NG + of.node] = value_[n];
      }
    }

    __device__ Real value(int n) const { return value_[n]; }
    /// Out of the minus side, and along the directions of the face; all lanes have made their sides.
    __device__ void derivatives(const SumFactorisedTraces3D& of, int n, Real (&d)[3]) const {
      d[0] = sign_ * across_[n];
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        d[1 + i] = Real(0);
#pragma unroll
        for (int l = 0; l < N; ++l) d[1 + i] += of.along[i][l] * traces_[n * nodes + of.first[i] + l * of.step[i]];
      }
    }

   private:
    const Real* traces_;
    Real sign_, value_[n_var], across_[n_var];
  };
};

}  // namespace dg
