#include "libdg/element/face_modes.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/even_odd.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/element/tables.hpp"

namespace dg {
namespace {

template <int Dim>
constexpr int faces = face_count(shape_of(simplex_space(Dim)));
template <int Dim>
constexpr FaceShape face_shape = face_shape_of_kind(Dim, 0);

/// Modes on the reference face at a point.
std::vector<double> modes_at(int degree, const std::array<double, 2>& x) {
  std::vector<double> psi(static_cast<std::size_t>(face_mode_count<3>(degree)));
  evaluate_basis<2>(Space::triangle_P, degree, x, psi);
  return psi;
}
std::vector<double> modes_at(int degree, const std::array<double, 1>& t) {
  std::vector<double> psi;
  for (int e = 0; e <= degree; ++e) psi.push_back(std::sqrt(e + 0.5) * std::legendre(static_cast<unsigned>(e), t[0]));
  return psi;
}

double sum_of(const std::vector<double>& psi, const double* of_mode, int n, int stride) {
  double sum = 0;
  for (int e = 0; e < n; ++e) sum += psi[static_cast<std::size_t>(e)] * of_mode[e * stride];
  return sum;
}

/// A matrix whose entries a pattern names; all others are zero.
template <class Pattern>
std::vector<double> expanded(const Pattern& pattern, const std::vector<double>& entries) {
  REQUIRE(entries.size() == static_cast<std::size_t>(pattern.count));
  std::vector<double> matrix;
  for (const auto& row : pattern.at)
    for (const short entry : row) matrix.push_back(entry < 0 ? 0 : entries[static_cast<std::size_t>(entry)]);
  return matrix;
}

/// [E][K]; of the last face by the mirror.
template <int Dim, int P, int F>
std::vector<double> trace_of(const FaceModes<double>& m) {
  constexpr int own = std::min(F, Dim - 1);
  std::vector<double> matrix = expanded(trace_pattern<Dim, P, own>, m.trace[own]);
  if (F == own) return matrix;
  const auto e = mode_sums<Dim - 1, P>();
  const auto k = mode_sums<Dim, P>();
  for (std::size_t row = 0; row < e.size(); ++row)
    for (std::size_t column = 0; column < k.size(); ++column)
      if ((e[row][0] + k[column][0]) % 2 == 1) matrix[row * k.size() + column] *= -1;
  return matrix;
}

template <int Dim, int P, int F = 0>
void check_traces() {
  const auto m = make_face_modes<double, Dim>(P, FaceRule::full);
  const auto tables = make_tables<double, Dim>(simplex_space(Dim), P, 2 * P);
  const FaceTables<double, Dim>& t = tables.faces[0];
  const ReferenceFace<Dim> face(face_shape<Dim>, P);
  const int nk = mode_count(simplex_space(Dim), P), ne = face_mode_count<Dim>(P), nd = face_mode_count<Dim>(P - 1),
            ng = face.size();
  REQUIRE(m.n_points == ng);
  const auto trace = trace_of<Dim, P, F>(m), across = expanded(across_pattern<Dim, P, F>, m.across[F]);
  double square = 0;
  for (int d = 0; d < Dim; ++d) square += std::pow(t.normal[static_cast<std::size_t>(Dim * F + d)], 2);
  const double length = std::sqrt(square);
  for (int g = 0; g < ng; ++g) {
    const auto psi = modes_at(P, face.points[static_cast<std::size_t>(g)]);
    for (int k = 0; k < nk; ++k) {
      const auto at = static_cast<std::size_t>((F * ng + g) * nk + k);
      CHECK(sum_of(psi, trace.data() + k, ne, nk) == Approx(t.trace[at]).margin(1e-12));
      CHECK(sum_of(psi, across.data() + k, nd, nk) == Approx(t.trace_normal[at] / length).margin(1e-12));
    }
  }
  if constexpr (F < Dim) check_traces<Dim, P, F + 1>();
}

TEST_CASE("Modes of a face are those of the traces at its points") {
  check_traces<2, 1>();
  check_traces<2, 2>();
  check_traces<2, 4>();
  check_traces<3, 1>();
  check_traces<3, 2>();
  check_traces<3, 3>();
  check_traces<3, 4>();
}

/// Entries of a matrix [rows][columns] outside a pattern, and those in it, that are zero by chance.
template <class Pattern, class Entry>
void check_pattern(const Pattern& pattern, int by_chance, const Entry& entry) {
  int zeros = 0;
  for (int row = 0; row < Pattern::rows; ++row)
    for (int column = 0; column < Pattern::columns; ++column) {
      const bool zero = std::abs(entry(row, column)) < 1e-11;
      if (pattern.at[row][column] < 0)
        CHECK(zero);
      else
        zeros += zero;
    }
  CHECK(zeros <= by_chance);
}

template <int Dim, int P, int D = 0>
void check_derivatives() {
  const auto tables = make_tables<double, Dim>(simplex_space(Dim), P, 2 * P);
  const int nk = mode_count(simplex_space(Dim), P);
  const auto& t = even_odd_volume<double, Dim, P>();
  constexpr const auto& pattern = derivative_pattern<Dim, P, D>;
  const auto entry = [&](int row, int column) {
    return tables.derivative[static_cast<std::size_t>((D * nk + row) * nk + column)];
  };
  check_pattern(pattern, 0, entry);
  for (int row = 0; row < pattern.rows; ++row)
    for (int column = 0; column < nk; ++column)
      if (const int at = pattern.at[row][column]; at >= 0)
        CHECK(t.derivative[D][at] == Approx(entry(row, column)).margin(1e-12));
  for (int row = pattern.rows; row < nk; ++row)
    for (int column = 0; column < nk; ++column) CHECK(std::abs(entry(row, column)) < 1e-11);
  if constexpr (D + 1 < Dim) check_derivatives<Dim, P, D + 1>();
}

TEST_CASE("Derivatives of a simplex have the entries of their patterns, and no others") {
  check_derivatives<2, 1>();
  check_derivatives<2, 4>();
  check_derivatives<3, 1>();
  check_derivatives<3, 2>();
  check_derivatives<3, 3>();
  check_derivatives<3, 4>();
}

template <int Dim>
void check_lifting() {
  for (int p = 1; p <= 4; ++p) {
    const auto m = make_face_modes<double, Dim>(p, FaceRule::full);
    const auto tables = make_tables<double, Dim>(simplex_space(Dim), p, 2 * p);
    const ReferenceFace<Dim> face(face_shape<Dim>, p);
    const int ne = face_mode_count<Dim>(p), ng = face.size();
    const auto psi = [&](int g, int e) {
      return modes_at(p, face.points[static_cast<std::size_t>(g)])[static_cast<std::size_t>(e)];
    };
    for (int e = 0; e < ne; ++e)
      for (int g = 0; g < ng; ++g) {
        double lifted = 0;
        for (int h = 0; h < ng; ++h)
          lifted += tables.faces[0].face_lift[static_cast<std::size_t>(g * ng + h)] * psi(h, e);
        CHECK(lifted == Approx(m.lifting[static_cast<std::size_t>(e)] * psi(g, e)).margin(1e-11));
      }
  }
}

TEST_CASE("A mode of a face is lifted on it to a multiple of itself") {
  check_lifting<2>();
  check_lifting<3>();
}

TEST_CASE("A line from behind has its odd modes with the other sign") {
  const int p = 5;
  const ReferenceFace<2> face(FaceShape::line, p);
  const auto points = own_points(face, first_orientation(FaceShape::line));
  for (std::size_t g = 0; g < points.size(); ++g) {
    const auto here = modes_at(p, face.points[g]),
               there = modes_at(p, face.points[static_cast<std::size_t>(points[g])]);
    for (int e = 0; e <= p; ++e) {
      const auto i = static_cast<std::size_t>(e);
      CHECK(there[i] == Approx(e % 2 == 0 ? here[i] : -here[i]).margin(1e-12));
    }
  }
}

TEST_CASE("A neighbour's modes are those of the same polynomial") {
  for (int p = 1; p <= 4; ++p) {
    const auto m = make_face_modes<double, 3>(p, FaceRule::full);
    const ReferenceFace<3> face(FaceShape::triangle, p);
    std::vector<double> seen(static_cast<std::size_t>(face_mode_count<3>(p)));
    for (std::size_t e = 0; e < seen.size(); ++e) seen[e] = std::sin(1.0 + static_cast<double>(e));
    for (int orientation = 0; orientation < orientation_count(FaceShape::triangle); ++orientation) {
      std::vector<double> own(seen.size());
      int entry = 0;
      for (int d = 0; d <= p; ++d)
        for (int i = 0; i <= d; ++i)
          for (int j = 0; j <= d; ++j, ++entry)
            own[static_cast<std::size_t>(face_mode_count<3>(d - 1) + i)] +=
                m.oriented[static_cast<std::size_t>(entry * face_orientation_slots + orientation)] *
                seen[static_cast<std::size_t>(face_mode_count<3>(d - 1) + j)];
      const auto points = own_points(face, first_orientation(FaceShape::triangle) + orientation);
      for (std::size_t g = 0; g < points.size(); ++g) {
        const auto here = modes_at(p, face.points[g]),
                   there = modes_at(p, face.points[static_cast<std::size_t>(points[g])]);
        CHECK(sum_of(here, own.data(), face_mode_count<3>(p), 1) ==
              Approx(sum_of(there, seen.data(), face_mode_count<3>(p), 1)).margin(1e-12));
      }
    }
  }
}

TEST_CASE("Face modes of the reduced rule have its points, and project what is of their degree") {
  for (int p = 1; p <= 3; ++p) {
    const auto m = make_face_modes<double, 3>(p, FaceRule::reduced);
    const int ne = face_mode_count<3>(p);
    const ReferenceFace<3> face(FaceShape::triangle, p, FaceRule::reduced);
    CHECK(m.n_points == reduced_point_count(FaceShape::triangle, p));
    for (int e = 0; e < ne; ++e)
      for (int i = 0; i < ne; ++i) {
        double sum = 0;
        for (int g = 0; g < m.n_points; ++g)
          sum += m.project[static_cast<std::size_t>(e * m.n_points + g)] *
                 modes_at(p, face.points[static_cast<std::size_t>(g)])[static_cast<std::size_t>(i)];
        CHECK(sum == Approx(e == i ? 1 : 0).margin(1e-12));
      }
  }
}

/// Of a rule for faces of cells of degree P.
template <int Dim, int P>
void check_even_odd(FaceRule rule) {
  constexpr const auto& parts = even_odd_modes<Dim - 1, P>;
  constexpr int ne = face_mode_count<Dim>(P);
  const auto m = make_face_modes<double, Dim>(P, rule);
  const ReferenceFace<Dim> face(face_shape<Dim>, P, rule);
  const auto n = static_cast<std::size_t>(m.n_points);
  const EvenOddPoints<Dim - 1> all({face.points.data(), n}, {face.weights.data(), n});
  REQUIRE(2 * all.points.size() == n + static_cast<std::size_t>(points_on_mirror<Dim - 1>(m.n_points)));
  for (std::size_t g = 0; g < all.points.size(); ++g) {
    const auto psi = modes_at(P, all.points[g]);
    for (int row = 0; row < ne; ++row) {
      const bool even = row < parts.n_even;
      const int mode = even ? parts.even[row] : parts.odd[row - parts.n_even];
      const double value = psi[static_cast<std::size_t>(mode)];
      CHECK(m.value[g * ne + static_cast<std::size_t>(row)] == Approx(value).margin(1e-14));
      const std::size_t columns = even ? all.points.size() : static_cast<std::size_t>(all.pairs);
      if (g >= columns) continue;
      const auto at = static_cast<std::size_t>(even ? row : row - parts.n_even) * columns + g;
      CHECK((even ? m.even_project : m.odd_project)[at] == Approx(all.weights[g] * value).margin(1e-14));
    }
  }
}

TEST_CASE("Face modes with even and odd ones apart have their values at one point of each pair") {
  check_even_odd<2, 1>(FaceRule::full);
  check_even_odd<2, 4>(FaceRule::full);
  for (const FaceRule rule : {FaceRule::full, FaceRule::reduced}) {
    check_even_odd<3, 1>(rule);
    check_even_odd<3, 2>(rule);
    check_even_odd<3, 3>(rule);
    check_even_odd<3, 4>(rule);
  }
}

}  // namespace
}  // namespace dg
