#include "libdg/element/face_modes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <utility>

#include "libdg/element/basis.hpp"
#include "libdg/element/even_odd.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/reference_face.hpp"

namespace dg {
namespace {

template <int Dim>
constexpr Space cell_space = simplex_space(Dim);
template <int Dim>
constexpr FaceShape face_shape = face_shape_of_kind(Dim, 0);

/// Values of all modes at a point, and their derivatives.
template <int Dim>
struct ModesAt {
  std::vector<double> value;
  std::array<std::vector<double>, Dim> derivative;

  /// Of a cell, at a point of the reference cell.
  ModesAt(int degree, const std::array<double, Dim>& x) requires(Dim > 1)
      : value(static_cast<std::size_t>(mode_count(cell_space<Dim>, degree))) {
    std::array<std::span<double>, Dim> derivatives;
    for (std::size_t d = 0; d < Dim; ++d) {
      derivative[d].resize(value.size());
      derivatives[d] = derivative[d];
    }
    evaluate_basis<Dim>(cell_space<Dim>, degree, x, value, derivatives);
  }
  /// Of a line.
  ModesAt(int degree, const std::array<double, 1>& x) requires(Dim == 1) {
    double values[max_degree + 1], derivatives[max_degree + 1];
    evaluate_legendre(x[0], values, derivatives);
    value.assign(values, values + degree + 1);
    derivative[0].assign(derivatives, derivatives + degree + 1);
  }
};

template <int Dim>
std::vector<ModesAt<Dim - 1>> face_modes_at(int degree, const std::vector<typename ReferenceFace<Dim>::Point>& points) {
  std::vector<ModesAt<Dim - 1>> modes;
  for (const auto& x : points) modes.emplace_back(degree, x);
  return modes;
}

/// Integrals by a rule that is exact for products of two polynomials of degree P.
template <int Dim, int P>
struct FaceProjection {
  const ReferenceFace<Dim> face{face_shape<Dim>, P};
  const std::vector<ModesAt<Dim - 1>> psi = face_modes_at<Dim>(P, face.points);

  /// Entries of a pattern: of the mode of the face that a row stands for, in what has values(column, point).
  template <class Real, class Pattern, class Values>
  std::vector<Real> entries(const Pattern& pattern, const Values& values) const {
    std::vector<Real> entries;
    for (std::size_t row = 0; row < Pattern::rows; ++row)
      for (std::size_t column = 0; column < Pattern::columns; ++column) {
        if (pattern.at[row][column] < 0) continue;
        double sum = 0;
        for (std::size_t g = 0; g < psi.size(); ++g) sum += face.weights[g] * psi[g].value[row] * values(column, g);
        entries.push_back(static_cast<Real>(sum));
      }
    return entries;
  }
};

template <int F, class Real, int Dim, int P>
void set_face(FaceModes<Real>& m, const FaceProjection<Dim, P>& project) {
  const FaceMap<Dim> map(shape_of(cell_space<Dim>), F);
  const auto normal = map.unit_normal(), scaled = map.scaled_normal();
  double square = 0;
  for (const double x : scaled) square += x * x;
  const double length = std::sqrt(square);
  std::vector<ModesAt<Dim>> phi;
  for (const auto& s : project.face.points) phi.emplace_back(P, map.at(s));
  if constexpr (F < Dim)
    m.trace[F] = project.template entries<Real>(trace_pattern<Dim, P, F>,
                                                [&](std::size_t k, std::size_t g) { return phi[g].value[k]; });
  m.across[F] = project.template entries<Real>(across_pattern<Dim, P, F>, [&](std::size_t k, std::size_t g) {
    double sum = 0;
    for (std::size_t d = 0; d < Dim; ++d) sum += normal[d] * phi[g].derivative[d][k];
    return sum / length;
  });
}

template <int A, class Real, int Dim, int P>
void set_along(FaceModes<Real>& m, const FaceProjection<Dim, P>& project) {
  m.along[A] = project.template entries<Real>(
      derivative_pattern<Dim - 1, P, A>, [&](std::size_t e, std::size_t g) { return project.psi[g].derivative[A][e]; });
}

/// trace trace^T, which is diagonal.
template <class Real, int Dim, int P>
void set_lifting(FaceModes<Real>& m) {
  constexpr const auto& pattern = trace_pattern<Dim, P, 0>;
  for (const auto& row : pattern.at) {
    double sum = 0;
    for (const short entry : row)
      if (entry >= 0) sum += std::pow(static_cast<double>(m.trace[0][static_cast<std::size_t>(entry)]), 2);
    m.lifting.push_back(static_cast<Real>(sum));
  }
}

/// The reflection by which a neighbour sees the face.
template <class Real, int P>
void set_oriented(FaceModes<Real>& m, const FaceProjection<3, P>& project, int orientation) {
  const auto own = own_points(project.face, first_orientation(FaceShape::triangle) + orientation);
  int entry = 0;
  for (int d = 0; d <= P; ++d)
    for (int row = 0; row <= d; ++row)
      for (int column = 0; column <= d; ++column, ++entry) {
        double sum = 0;
        for (std::size_t g = 0; g < own.size(); ++g)
          sum += project.face.weights[g] *
                 project.psi[g].value[static_cast<std::size_t>(face_mode_count<3>(d - 1) + row)] *
                 project.psi[static_cast<std::size_t>(own[g])]
                     .value[static_cast<std::size_t>(face_mode_count<3>(d - 1) + column)];
        m.oriented[static_cast<std::size_t>(entry * face_orientation_slots + orientation)] =
            static_cast<Real>(std::abs(sum) < 1e-14 ? 0.0 : sum);
      }
}

/// At the points of a rule.
template <class Real, int Dim>
void set_points(FaceModes<Real>& m, int degree, FaceRule rule) {
  const ReferenceFace<Dim> face(face_shape<Dim>, degree, rule);
  m.n_points = static_cast<int>(std::find(face.weights.begin(), face.weights.end(), 0.0) - face.weights.begin());
  const auto psi = face_modes_at<Dim>(degree, face.points);
  const auto ne = static_cast<std::size_t>(face_mode_count<Dim>(degree)), ng = static_cast<std::size_t>(m.n_points);
  m.project.resize(ne * ng);
  for (std::size_t g = 0; g < ng; ++g)
    for (std::size_t e = 0; e < ne; ++e) m.project[e * ng + g] = static_cast<Real>(face.weights[g] * psi[g].value[e]);
}

/// The same with even and odd modes apart.
template <class Real, int Dim, int P>
void set_even_odd_points(FaceModes<Real>& m, FaceRule rule) {
  const auto& parts = even_odd_modes<Dim - 1, P>;
  const ReferenceFace<Dim> face(face_shape<Dim>, P, rule);
  const auto n = static_cast<std::size_t>(m.n_points);
  const EvenOddPoints<Dim - 1> all({face.points.data(), n}, {face.weights.data(), n});
  const auto psi = face_modes_at<Dim>(P, all.points);
  const auto value = [&](std::size_t g, short mode) { return psi[g].value[static_cast<std::size_t>(mode)]; };
  for (std::size_t g = 0; g < psi.size(); ++g) {
    for (int i = 0; i < parts.n_even; ++i) m.value.push_back(static_cast<Real>(value(g, parts.even[i])));
    for (int i = 0; i < parts.n_odd; ++i) m.value.push_back(static_cast<Real>(value(g, parts.odd[i])));
  }
  const auto pairs = static_cast<std::size_t>(all.pairs);
  for (int i = 0; i < parts.n_even; ++i)
    for (std::size_t g = 0; g < psi.size(); ++g)
      m.even_project.push_back(static_cast<Real>(all.weights[g] * value(g, parts.even[i])));
  for (int i = 0; i < parts.n_odd; ++i)
    for (std::size_t g = 0; g < pairs; ++g)
      m.odd_project.push_back(static_cast<Real>(all.weights[g] * value(g, parts.odd[i])));
}

template <class Real, int Dim, int P, int... F>
FaceModes<Real> make_modes(FaceRule rule, std::integer_sequence<int, F...>) {
  const FaceProjection<Dim, P> project;
  FaceModes<Real> m;
  (set_face<F>(m, project), ...);
  set_along<0>(m, project);
  set_lifting<Real, Dim, P>(m);
  if constexpr (Dim == 3) {
    set_along<1>(m, project);
    m.oriented.resize(static_cast<std::size_t>(oriented_entry_count(P) * face_orientation_slots));
    for (int orientation = 0; orientation < orientation_count(FaceShape::triangle); ++orientation)
      set_oriented(m, project, orientation);
  }
  set_points<Real, Dim>(m, P, rule);
  set_even_odd_points<Real, Dim, P>(m, rule);
  return m;
}

template <class Real, int Dim, int P = 1>
FaceModes<Real> make_modes_of(int degree, FaceRule rule) {
  if constexpr (P < max_degree)
    if (degree > P) return make_modes_of<Real, Dim, P + 1>(degree, rule);
  assert(degree == P);
  return make_modes<Real, Dim, P>(rule, std::make_integer_sequence<int, Dim + 1>());
}

}  // namespace

template <class Real, int Dim>
FaceModes<Real> make_face_modes(int degree, FaceRule rule) {
  return make_modes_of<Real, Dim>(degree, rule);
}

template FaceModes<float> make_face_modes<float, 2>(int, FaceRule);
template FaceModes<double> make_face_modes<double, 2>(int, FaceRule);
template FaceModes<float> make_face_modes<float, 3>(int, FaceRule);
template FaceModes<double> make_face_modes<double, 3>(int, FaceRule);

}  // namespace dg
