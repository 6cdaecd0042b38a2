/// How the faces of the reference hexahedron lie among the lines of modes and points that Q^p is worked on along.
///
/// Modes (a, b, c) and points (i, j, k) count along x, y and z (element/line_matrices.hpp), fields have x fastest. Line
/// (p, q) along a direction is that at the coordinates p and q of the other two, the lower one first.
#pragma once

#include "libdg/element/line_matrices.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/element/tables.hpp"

namespace dg {

/// Distance of neighbours on a line of N points along direction d, and where line (p, q) begins.
template <int N>
constexpr int line_step(int d) {
  return d == 0 ? 1 : d == 1 ? N : N * N;
}
template <int N>
constexpr int line_begin(int d, int p, int q) {
  return d == 0 ? (q * N + p) * N : d == 1 ? q * N * N + p : q * N + p;
}

/// The directions across and along a face, and to which end or which way they point.
struct FaceDirections {
  int across = 0, end = 1, along[2]{}, sign[2]{1, 1};

  explicit FaceDirections(const FaceMap<3>& map) {
    const auto centre = map.at({0, 0});
    const std::array<std::array<double, 3>, 2> ahead{map.at({1, 0}), map.at({0, 1})};
    for (int d = 0; d < 3; ++d)
      if (std::abs(centre[static_cast<std::size_t>(d)]) > 0.5) {
        across = d;
        end = centre[static_cast<std::size_t>(d)] > 0 ? 1 : -1;
      }
    for (int i = 0; i < 2; ++i)
      for (int d = 0; d < 3; ++d) {
        const double x =
            ahead[static_cast<std::size_t>(i)][static_cast<std::size_t>(d)] - centre[static_cast<std::size_t>(d)];
        if (std::abs(x) < 0.5) continue;
        along[i] = d;
        sign[i] = x > 0 ? 1 : -1;
      }
  }
};

/// A local face seen by its own cell: steps from one of its points to the next along both of its directions.
struct OwnFaceLines {
  int first, step[2], inward;    ///< in a field: the outermost points on the lines across the face
  int first_line, line_step[2];  ///< among the lines across the face, by q N + p
};

template <class Real, int N>
struct HexahedronLines {
  static constexpr int faces = 6, slots = code_slots(3), modes = N * N * N;

  OwnFaceLines own[faces];
  int face_at[3][2];  ///< [direction][0: lower end, 1: upper end]
  // By slot of FaceTablesView, for each order of the points:
  Index mode[point_orders][slots * modes];  ///< [slot][b1][b0][a]: a across the face, b0 and b1 along it
  Real end[point_orders][slots];            ///< -1: the face is at the lower end
  Real direction[point_orders][2][slots];   ///< -1: its points are listed against the coordinate

  HexahedronLines() : mode{}, end{}, direction{} {
    for (int f = 0; f < faces; ++f) {
      const FaceDirections seen{FaceMap<3>(CellShape::hexahedron, f)};
      set_own(f, seen);
      set_slot(PointOrder::own, f, seen);
      for (int turn = 0; turn < turn_count(FaceShape::quadrilateral); ++turn)
        set_slot(PointOrder::neighbour, f + turn * face_slots(3),
                 FaceDirections{FaceMap<3>(CellShape::hexahedron, f, first_turn(FaceShape::quadrilateral) + turn)});
    }
  }

 private:
  void set_own(int f, const FaceDirections& seen) {
    OwnFaceLines& lines = own[f];
    const int across = line_step<N>(seen.across);
    face_at[seen.across][seen.end > 0] = f;
    lines.first = seen.end > 0 ? (N - 1) * across : 0;
    lines.inward = -seen.end * across;
    lines.first_line = 0;
    for (int i = 0; i < 2; ++i) {
      const int step = line_step<N>(seen.along[i]);
      const int lower = seen.across == 0 ? 1 : 0;  // the lower of the two directions along the face
      const int between_lines = seen.along[i] == lower ? 1 : N;
      lines.step[i] = seen.sign[i] * step;
      lines.line_step[i] = seen.sign[i] * between_lines;
      if (seen.sign[i] > 0) continue;
      lines.first += (N - 1) * step;
      lines.first_line += (N - 1) * between_lines;
    }
  }

  void set_slot(PointOrder order, int slot, const FaceDirections& seen) {
    const auto o = static_cast<std::size_t>(order);
    constexpr SolidTensorModes<N> tensor_modes;
    end[o][slot] = static_cast<Real>(seen.end);
    for (int i = 0; i < 2; ++i) direction[o][i][slot] = static_cast<Real>(seen.sign[i]);
    for (int b1 = 0; b1 < N; ++b1)
      for (int b0 = 0; b0 < N; ++b0)
        for (int a = 0; a < N; ++a) {
          const int place =
              a * line_step<N>(seen.across) + b0 * line_step<N>(seen.along[0]) + b1 * line_step<N>(seen.along[1]);
          mode[o][slot * modes + (b1 * N + b0) * N + a] = tensor_modes.place[place];
        }
  }
};

/// All that, found once.
template <class Real, int N>
const HexahedronLines<Real, N>& hexahedron_lines() {
  static const HexahedronLines<Real, N> lines;
  return lines;
}

}  // namespace dg
