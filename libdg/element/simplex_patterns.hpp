/// Which entries of the matrices of straight simplices differ from zero.
///
/// A mode of a line, triangle or tetrahedron is a product in collapsed coordinates of degrees p, q, r. Below,
/// `s_0 = p`, `s_1 = p + q` and `s_2 = p + q + r`. Traces on the faces that the collapse leaves alone keep p, or p and
/// q; derivatives lower some of the sums. Patterns are the same for all degrees, so that kernels know them when they
/// are compiled. The last face of a simplex is the one before it in the mirror of element/even_odd.hpp. So its trace of
/// mode k has the modes e of that one. The sign is the other one where exactly one of the p of k and of e is odd.
/// Reference: Karniadakis, Sherwin, Spectral/hp Element Methods for CFD (2005), section 3.2.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace dg {

/// Sums s of a mode's degrees.
template <int Dim>
using ModeSums = std::array<int, Dim>;

/// Modes up to degree d of a line, a triangle or a tetrahedron; none for d = -1.
template <int Dim>
constexpr int modes_up_to(int d) {
  return Dim == 3 ? (d + 1) * (d + 2) * (d + 3) / 6 : Dim == 2 ? (d + 1) * (d + 2) / 2 : d + 1;
}

/// The same on the face of a simplex of dimension Dim.
template <int Dim>
constexpr int face_mode_count(int d) {
  return modes_up_to<Dim - 1>(d);
}

/// Of all modes up to degree P, in the order of element/basis.hpp.
template <int Dim, int P>
constexpr auto mode_sums() {
  std::array<ModeSums<Dim>, static_cast<std::size_t>(modes_up_to<Dim>(P))> sums{};
  std::size_t mode = 0;
  for (int s = 0; s <= P; ++s)
    for (int r = 0; r <= (Dim == 3 ? s : 0); ++r)
      for (int q = 0; q + r <= (Dim == 1 ? 0 : s); ++q, ++mode) {
        if constexpr (Dim == 3)
          sums[mode] = {s - q - r, s - r, s};
        else if constexpr (Dim == 2)
          sums[mode] = {s - q, s};
        else
          sums[mode] = {s};
      }
  return sums;
}

/// Whether d/dx_d of a mode of sums `of` has a mode of sums `in`.
template <int Dim>
constexpr bool derivative_reaches(int d, const ModeSums<Dim>& in, const ModeSums<Dim>& of) {
  for (int n = d; n < Dim; ++n)
    if (in[n] >= of[n]) return false;
  if (d == 0) return (of[0] - in[0]) % 2 == 1;
  bool same = true;
  for (int n = 0; n < d; ++n) {
    if (in[n] > of[n]) return false;
    same = same && in[n] == of[n];
  }
  return same || in[d - 1] < of[d - 1];
}

/// Whether the trace on face f of a mode of the cell has a mode of the face.
template <int Dim>
constexpr bool trace_reaches(int f, const ModeSums<Dim - 1>& in, const ModeSums<Dim>& of) {
  if (in[Dim - 2] > of[Dim - 1]) return false;
  if (f + 1 < Dim) {
    for (int n = 0; n < Dim - 1 - f; ++n)
      if (in[n] != of[n]) return false;
    return true;
  }
  return Dim == 2 || in[0] <= of[1];
}

/// The same for the derivative along the normal of the reference cell's face.
template <int Dim>
constexpr bool across_reaches(int f, const ModeSums<Dim - 1>& in, const ModeSums<Dim>& of) {
  if (in[Dim - 2] >= of[Dim - 1]) return false;
  if (f == Dim) return of[0] >= 1 && (Dim == 2 || in[0] < of[1]);
  if (f == Dim - 1) return Dim == 2 || in[0] <= of[1];
  if (in[0] > of[0]) return false;
  if (Dim == 2) return true;
  return f == 1 ? in[0] < of[1] : in[Dim - 2] < of[1] || (in[0] == of[0] && in[Dim - 2] == of[1]);
}

/// Entries of a matrix that differ from zero: number `at[row][column]` of those that are stored, or -1. Products take
/// the first `listed` rows of `order`, in which rows with columns in common follow each other.
template <int Rows, int Columns>
struct SparsityPattern {
  static constexpr int rows = Rows, columns = Columns;
  short at[Rows][Columns];
  short order[Rows];
  int count, listed;
};

/// Rows of sums `in`, columns of sums `of`; entries are numbered row by row.
template <class In, std::size_t Rows, class Of, std::size_t Columns, class Reaches>
constexpr auto make_pattern(const std::array<In, Rows>& in, const std::array<Of, Columns>& of, const Reaches& reaches) {
  SparsityPattern<static_cast<int>(Rows), static_cast<int>(Columns)> pattern{};
  for (std::size_t row = 0; row < Rows; ++row) {
    bool any = false;
    for (std::size_t column = 0; column < Columns; ++column) {
      const bool here = reaches(in[row], of[column]);
      pattern.at[row][column] = here ? static_cast<short>(pattern.count++) : short(-1);
      any = any || here;
    }
    if (any) pattern.order[pattern.listed++] = static_cast<short>(row);
  }
  std::sort(pattern.order, pattern.order + pattern.listed, [&](short a, short b) { return in[a] < in[b]; });
  return pattern;
}

/// Rows in place of columns, of the same numbers: all of them, or those whose p is even or odd.
enum class RowParity { any, even, odd };
template <int Rows, int Columns, class Sums>
constexpr auto transposed(const SparsityPattern<Rows, Columns>& a, const Sums& of, RowParity parity) {
  SparsityPattern<Columns, Rows> pattern{};
  pattern.count = a.count;
  for (int row = 0; row < Columns; ++row) {
    for (int column = 0; column < Rows; ++column) pattern.at[row][column] = a.at[column][row];
    if (parity == RowParity::any || (of[row][0] % 2 == 0) == (parity == RowParity::even))
      pattern.order[pattern.listed++] = static_cast<short>(row);
  }
  std::sort(pattern.order, pattern.order + pattern.listed, [&](short i, short j) { return of[i] < of[j]; });
  return pattern;
}

/// d/dx_d of the modes up to degree P, in those of lower degree.
template <int Dim, int P, int D>
inline constexpr auto derivative_pattern = make_pattern(mode_sums<Dim, P - 1>(), mode_sums<Dim, P>(),
                                                        [](const auto& in, const auto& of) {
                                                          return derivative_reaches<Dim>(D, in, of);
                                                        });

/// The trace on face f, in the modes of the face.
template <int Dim, int P, int F>
inline constexpr auto trace_pattern = make_pattern(mode_sums<Dim - 1, P>(), mode_sums<Dim, P>(),
                                                   [](const auto& in, const auto& of) {
                                                     return trace_reaches<Dim>(F, in, of);
                                                   });

/// The way back.
template <int Dim, int P, int F, RowParity Parity = RowParity::any>
inline constexpr auto lift_pattern = transposed(trace_pattern<Dim, P, F>, mode_sums<Dim, P>(), Parity);

/// The derivative on face f along the normal of the reference cell's face.
template <int Dim, int P, int F>
inline constexpr auto across_pattern = make_pattern(mode_sums<Dim - 1, P - 1>(), mode_sums<Dim, P>(),
                                                    [](const auto& in, const auto& of) {
                                                      return across_reaches<Dim>(F, in, of);
                                                    });

}  // namespace dg
