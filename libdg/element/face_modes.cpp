#include "libdg/element/face_modes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/mirror.hpp"
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

/// Integrals by a rule that is exact for products of two polynomials of the degree.
template <int Dim>
class FaceProjection {
 public:
  explicit FaceProjection(int degree)
      : degree_(degree), face_(face_shape<Dim>, degree), psi_(face_modes_at<Dim>(degree, face_.points)) {}

  /// What has values at the points, times each of the first n modes: to[e * stride].
  template <class Real, class Values>
  void operator()(const Values& values, int n, Real* to, int stride) const {
    for (int e = 0; e < n; ++e) {
      double sum = 0;
      for (std::size_t g = 0; g < psi_.size(); ++g)
        sum += face_.weights[g] * psi_[g].value[static_cast<std::size_t>(e)] * values(g);
      to[e * stride] = static_cast<Real>(std::abs(sum) < 1e-14 ? 0.0 : sum);
    }
  }

  int degree() const { return degree_; }
  const ReferenceFace<Dim>& face() const { return face_; }
  const std::vector<ModesAt<Dim - 1>>& psi() const { return psi_; }

 private:
  int degree_;
  ReferenceFace<Dim> face_;
  std::vector<ModesAt<Dim - 1>> psi_;
};

/// Of local face f.
template <class Real, int Dim>
void set_face(FaceModes<Real>& m, const FaceProjection<Dim>& project, int f) {
  const int p = project.degree(), modes = mode_count(cell_space<Dim>, p), ne = face_mode_count<Dim>(p),
            nd = face_mode_count<Dim>(p - 1);
  const FaceMap<Dim> map(shape_of(cell_space<Dim>), f);
  const auto normal = map.unit_normal(), scaled = map.scaled_normal();
  double square = 0;
  for (const double x : scaled) square += x * x;
  const double length = std::sqrt(square);
  std::vector<ModesAt<Dim>> phi;
  for (const auto& s : project.face().points) phi.emplace_back(p, map.at(s));
  for (int k = 0; k < modes; ++k) {
    const auto i = static_cast<std::size_t>(k);
    project([&](std::size_t g) { return phi[g].value[i]; }, ne, &m.trace[static_cast<std::size_t>(f * ne * modes + k)],
            modes);
    project(
        [&](std::size_t g) {
          double sum = 0;
          for (std::size_t d = 0; d < Dim; ++d) sum += normal[d] * phi[g].derivative[d][i];
          return sum / length;
        },
        nd, m.across.data() + f * nd * modes + k, modes);
    for (int e = 0; e < ne; ++e)
      m.lift[static_cast<std::size_t>((f * modes + k) * ne + e)] =
          m.trace[static_cast<std::size_t>((f * ne + e) * modes + k)];
  }
}

/// trace trace^T, which is diagonal.
template <class Real>
void set_lifting(FaceModes<Real>& m, int ne, int modes) {
  for (int e = 0; e < ne; ++e) {
    double sum = 0;
    for (int k = 0; k < modes; ++k)
      sum += std::pow(static_cast<double>(m.trace[static_cast<std::size_t>(e * modes + k)]), 2);
    m.lifting.push_back(static_cast<Real>(sum));
  }
}

/// The reflection by which a neighbour sees the face.
template <class Real>
void set_turned(FaceModes<Real>& m, const FaceProjection<3>& project, int turn) {
  const auto own = own_points(project.face(), first_turn(FaceShape::triangle) + turn);
  int entry = 0;
  for (int d = 0; d <= project.degree(); ++d)
    for (int row = 0; row <= d; ++row)
      for (int column = 0; column <= d; ++column, ++entry) {
        double sum = 0;
        for (std::size_t g = 0; g < own.size(); ++g)
          sum += project.face().weights[g] *
                 project.psi()[g].value[static_cast<std::size_t>(face_mode_count<3>(d - 1) + row)] *
                 project.psi()[static_cast<std::size_t>(own[g])]
                     .value[static_cast<std::size_t>(face_mode_count<3>(d - 1) + column)];
        m.turned[static_cast<std::size_t>(entry * face_turn_slots + turn)] =
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
void set_mirror_points(FaceModes<Real>& m, FaceRule rule) {
  const auto& parts = mirror_modes<Dim - 1, P>;
  const ReferenceFace<Dim> face(face_shape<Dim>, P, rule);
  const auto n = static_cast<std::size_t>(m.n_points);
  const MirrorPoints<Dim - 1> all({face.points.data(), n}, {face.weights.data(), n});
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

template <class Real, int Dim, int P = 1>
void set_mirror_points(FaceModes<Real>& m, int degree, FaceRule rule) {
  if constexpr (P <= max_degree) {
    if (degree == P) return set_mirror_points<Real, Dim, P>(m, rule);
    set_mirror_points<Real, Dim, P + 1>(m, degree, rule);
  }
}

}  // namespace

template <class Real, int Dim>
FaceModes<Real> make_face_modes(int degree, FaceRule rule) {
  assert(degree >= 1);
  const FaceProjection<Dim> project(degree);
  const int modes = mode_count(cell_space<Dim>, degree), faces = face_count(shape_of(cell_space<Dim>)),
            ne = face_mode_count<Dim>(degree), nd = face_mode_count<Dim>(degree - 1);
  FaceModes<Real> m;
  m.trace.resize(static_cast<std::size_t>(faces * ne * modes));
  m.lift.resize(m.trace.size());
  m.across.resize(static_cast<std::size_t>(faces * nd * modes));
  m.along.resize(static_cast<std::size_t>((Dim - 1) * nd * ne));
  for (int f = 0; f < faces; ++f) set_face(m, project, f);
  for (int a = 0; a < Dim - 1; ++a)
    for (int e = 0; e < ne; ++e)
      project(
          [&](std::size_t g) {
            return project.psi()[g].derivative[static_cast<std::size_t>(a)][static_cast<std::size_t>(e)];
          },
          nd, &m.along[static_cast<std::size_t>(a * nd * ne + e)], ne);
  set_lifting(m, ne, modes);
  if constexpr (Dim == 3) {
    m.turned.resize(static_cast<std::size_t>(turned_entry_count(degree) * face_turn_slots));
    for (int turn = 0; turn < turn_count(FaceShape::triangle); ++turn) set_turned(m, project, turn);
  }
  set_points<Real, Dim>(m, degree, rule);
  set_mirror_points<Real, Dim>(m, degree, rule);
  return m;
}

template FaceModes<float> make_face_modes<float, 2>(int, FaceRule);
template FaceModes<double> make_face_modes<double, 2>(int, FaceRule);
template FaceModes<float> make_face_modes<float, 3>(int, FaceRule);
template FaceModes<double> make_face_modes<double, 3>(int, FaceRule);

}  // namespace dg
