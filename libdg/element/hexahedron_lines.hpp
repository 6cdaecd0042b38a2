/// How the faces of the reference hexahedron lie among the lines of modes and points that Q^p is worked on along.
///
/// Modes (a, b, c) and points (i, j, k) count along x, y and z (element/line_matrices.hpp), fields have x fastest. Line
/// (p, q) along a direction is that at the coordinates p and q of the other two, the lower one first.
#pragma once

#include <array>
#include <type_traits>

#include "libdg/backend/inline_lambda.hpp"
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

/// Calls apply(line) with each line of a field, along one direction after the other.
template <int N, class V, class Apply>
RKDG_FN void along_all_lines(V (&field)[N * N * N], const Apply& apply) {
  const auto direction = [&]<int D>(std::integral_constant<int, D>) RKDG_INLINE {
    for (int q = 0; q < N; ++q)
      for (int p = 0; p < N; ++p) {
        V x[N], *first = field + line_begin<N>(D, p, q);
        RKDG_UNROLL
        for (int i = 0; i < N; ++i) x[i] = first[i * line_step<N>(D)];
        apply(x);
        RKDG_UNROLL
        for (int i = 0; i < N; ++i) first[i * line_step<N>(D)] = x[i];
      }
  };
  direction(std::integral_constant<int, 0>{});
  direction(std::integral_constant<int, 1>{});
  direction(std::integral_constant<int, 2>{});
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

/// Of local face f, by its list of vertices: the first, the one that follows, and the last.
template <int N>
constexpr OwnFaceLines own_face_lines(int f) {
  const auto vertices = face_vertices(CellShape::hexahedron, f);
  const auto begin = vertex_corner(CellShape::hexahedron, vertices[0]);
  const std::array<std::array<int, 3>, 2> ahead{vertex_corner(CellShape::hexahedron, vertices[1]),
                                                vertex_corner(CellShape::hexahedron, vertices[3])};
  OwnFaceLines lines{};
  for (int d = 0; d < 3; ++d) {
    const auto at = static_cast<std::size_t>(d);
    const int step = line_step<N>(d);
    lines.first += begin[at] * (N - 1) * step;
    if (ahead[0][at] == begin[at] && ahead[1][at] == begin[at]) lines.inward = begin[at] > 0 ? -step : step;
    for (std::size_t i = 0; i < 2; ++i) lines.step[i] += (ahead[i][at] - begin[at]) * step;
  }
  for (int i = 0; i < 2; ++i) {
    const int step = lines.step[i] < 0 ? -lines.step[i] : lines.step[i], sign = lines.step[i] < 0 ? -1 : 1;
    // The lower of the directions along the face is that of neighbours among the lines.
    const int lower = lines.inward == 1 || lines.inward == -1 ? N : 1, between_lines = step == lower ? 1 : N;
    lines.line_step[i] = sign * between_lines;
    if (sign < 0) lines.first_line += (N - 1) * between_lines;
  }
  return lines;
}

/// The local face at the lower or upper end of the lines along direction d.
template <int N>
constexpr int hexahedron_face_at(int d, bool upper) {
  for (int f = 0; f < 6; ++f)
    if (own_face_lines<N>(f).inward == (upper ? -1 : 1) * line_step<N>(d)) return f;
  return -1;
}

template <class Real, int N>
struct HexahedronLines {
  static constexpr int faces = 6, slots = code_slots(3), modes = N * N * N;

  OwnFaceLines own[faces];
  int face_at[3][2];  ///< [direction][0: lower end, 1: upper end]
  // By slot of FaceTablesView, for each order of the points:
  Index mode[point_orders][slots * modes];   ///< [slot][b1][b0][a]: a across the face, b0 and b1 along it
  Index point[point_orders][slots * modes];  ///< likewise of values at points, x fastest
  Real end[point_orders][slots];             ///< -1: the face is at the lower end
  Real direction[point_orders][2][slots];    ///< -1: its points are listed against the coordinate

  HexahedronLines() : mode{}, point{}, end{}, direction{} {
    for (int f = 0; f < faces; ++f) {
      const FaceDirections seen{FaceMap<3>(CellShape::hexahedron, f)};
      own[f] = own_face_lines<N>(f);
      face_at[seen.across][seen.end > 0] = hexahedron_face_at<N>(seen.across, seen.end > 0);
      set_slot(PointOrder::own, f, seen);
      for (int orientation = 0; orientation < orientation_count(FaceShape::quadrilateral); ++orientation)
        set_slot(PointOrder::neighbour, f + orientation * face_slots(3),
                 FaceDirections{
                     FaceMap<3>(CellShape::hexahedron, f, first_orientation(FaceShape::quadrilateral) + orientation)});
    }
  }

 private:
  void set_slot(PointOrder order, int slot, const FaceDirections& seen) {
    const auto o = static_cast<std::size_t>(order);
    constexpr TensorModes3D<N> tensor_modes;
    end[o][slot] = static_cast<Real>(seen.end);
    for (int i = 0; i < 2; ++i) direction[o][i][slot] = static_cast<Real>(seen.sign[i]);
    for (int b1 = 0; b1 < N; ++b1)
      for (int b0 = 0; b0 < N; ++b0)
        for (int a = 0; a < N; ++a) {
          const int place =
              a * line_step<N>(seen.across) + b0 * line_step<N>(seen.along[0]) + b1 * line_step<N>(seen.along[1]);
          const int at = slot * modes + (b1 * N + b0) * N + a;
          mode[o][at] = tensor_modes.place[place];
          point[o][at] = place;
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
