/// How a side of a face between hexahedra with Q^p lies to the face: its axes, and their signs; .cu files only.
#pragma once

#include "libdg/kernels/scheme.hpp"

namespace dg {

/// The axes of a hexahedron across and along a local face; swapped, the second along it comes first.
struct FaceLineAxes {
  int across;
  bool is_last;  ///< the face lies at the end of that axis
  bool swapped = false;

  __device__ explicit FaceLineAxes(int f)
      : across(f < 2              ? 2
               : f == 2 || f == 4 ? 1
                                  : 0),
        is_last(f == 1 || f == 3 || f == 4) {}
  __device__ int first() const { return swapped ? higher() : lower(); }
  __device__ int second() const { return swapped ? lower() : higher(); }
  /// Mode or point a across, b along the first axis and c along the second, of [k][j][i] with n each.
  __device__ int mode(int n, int a, int b, int c) const {
    const int low = swapped ? c : b, high = swapped ? b : c;
    const int i = across == 0 ? a : low, j = across == 1 ? a : across == 0 ? low : high, k = across == 2 ? a : high;
    return (k * n + j) * n + i;
  }

 private:
  __device__ int lower() const { return across == 0 ? 1 : 0; }
  __device__ int higher() const { return across == 2 ? 1 : 2; }
};

/// The first axis of a side lies along direction 1 of the face as the minus side has them, the second along
/// direction 2.
template <class Real>
struct LineFrame {
  FaceLineAxes axes;
  /// What makes derivatives along the axes, across first, those out of the minus side and along the directions.
  Real sign[3];

  __device__ LineFrame(const FaceTablesView<Real>& faces, PointOrder order, Index code) : axes(face_of<3>(code)) {
    const Real* frame = faces.frame[static_cast<int>(order)] +
                        (order == PointOrder::own ? face_of<3>(code) : static_cast<unsigned>(code) % code_slots(3));
    const auto entry = [&](int direction, int axis) { return __ldg(frame + (direction * 3 + axis) * code_slots(3)); };
    const Real along = entry(1, axes.first());
    axes.swapped = along == Real(0);
    sign[0] = order == PointOrder::own ? entry(0, axes.across) : -entry(0, axes.across);
    sign[1] = axes.swapped ? entry(1, axes.first()) : along;
    sign[2] = entry(2, axes.second());
  }

  /// A node of the face, as line_nodes has it, along the first and along the second axis.
  __device__ int along_first(int n, int node) const { return axes.swapped ? node / n : node % n; }
  __device__ int along_second(int n, int node) const { return axes.swapped ? node % n : node / n; }
};

}  // namespace dg
