#include "libdg/element/face_modes.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/reference_face.hpp"

namespace dg {
namespace {

constexpr int dim = 3;
constexpr CellShape cell = CellShape::tetrahedron;

/// Values of all modes at a point, and their derivatives.
template <int D>
struct ModesAt {
  std::vector<double> value;
  std::array<std::vector<double>, D> derivative;

  ModesAt(Space space, int degree, const std::array<double, D>& x)
      : value(static_cast<std::size_t>(mode_count(space, degree))) {
    std::array<std::span<double>, D> derivatives;
    for (std::size_t d = 0; d < D; ++d) {
      derivative[d].resize(value.size());
      derivatives[d] = derivative[d];
    }
    evaluate_basis<D>(space, degree, x, value, derivatives);
  }
};

std::vector<ModesAt<2>> face_modes_at(int degree, const std::vector<ReferenceFace<dim>::Point>& points) {
  std::vector<ModesAt<2>> modes;
  for (const auto& x : points) modes.emplace_back(Space::triangle_P, degree, x);
  return modes;
}

/// Integrals by a rule that is exact for products of two polynomials of the degree.
class FaceProjection {
 public:
  explicit FaceProjection(int degree)
      : degree_(degree), face_(FaceShape::triangle, degree), psi_(face_modes_at(degree, face_.points)) {}

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
  const ReferenceFace<dim>& face() const { return face_; }
  const std::vector<ModesAt<2>>& psi() const { return psi_; }

 private:
  int degree_;
  ReferenceFace<dim> face_;
  std::vector<ModesAt<2>> psi_;
};

/// Of local face f.
template <class Real>
void set_face(FaceModes<Real>& m, const FaceProjection& project, int f) {
  const int p = project.degree(), modes = mode_count(Space::tetrahedron_P, p), ne = face_mode_count(p),
            nd = face_mode_count(p - 1);
  const FaceMap<dim> map(cell, f);
  const auto normal = map.unit_normal(), scaled = map.scaled_normal();
  const double length = std::hypot(scaled[0], scaled[1], scaled[2]);
  std::vector<ModesAt<dim>> phi;
  for (const auto& s : project.face().points) phi.emplace_back(Space::tetrahedron_P, p, map.at(s));
  for (int k = 0; k < modes; ++k) {
    const auto i = static_cast<std::size_t>(k);
    project([&](std::size_t g) { return phi[g].value[i]; }, ne, &m.trace[static_cast<std::size_t>(f * ne * modes + k)],
            modes);
    project(
        [&](std::size_t g) {
          double sum = 0;
          for (std::size_t d = 0; d < dim; ++d) sum += normal[d] * phi[g].derivative[d][i];
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
void set_turned(FaceModes<Real>& m, const FaceProjection& project, int turn) {
  const auto own = own_points(project.face(), first_turn(FaceShape::triangle) + turn);
  int entry = 0;
  for (int d = 0; d <= project.degree(); ++d)
    for (int row = 0; row <= d; ++row)
      for (int column = 0; column <= d; ++column, ++entry) {
        double sum = 0;
        for (std::size_t g = 0; g < own.size(); ++g)
          sum += project.face().weights[g] *
                 project.psi()[g].value[static_cast<std::size_t>(face_mode_count(d - 1) + row)] *
                 project.psi()[static_cast<std::size_t>(own[g])]
                     .value[static_cast<std::size_t>(face_mode_count(d - 1) + column)];
        m.turned[static_cast<std::size_t>(entry * face_turn_slots + turn)] =
            static_cast<Real>(std::abs(sum) < 1e-14 ? 0.0 : sum);
      }
}

/// At the points of a rule.
template <class Real>
void set_points(FaceModes<Real>& m, int degree, FaceRule rule) {
  const ReferenceFace<dim> face(FaceShape::triangle, degree, rule);
  m.n_points = static_cast<int>(std::find(face.weights.begin(), face.weights.end(), 0.0) - face.weights.begin());
  const auto psi = face_modes_at(degree, face.points);
  const auto ne = static_cast<std::size_t>(face_mode_count(degree)), ng = static_cast<std::size_t>(m.n_points);
  m.project.resize(ne * ng);
  for (std::size_t g = 0; g < ng; ++g)
    for (std::size_t e = 0; e < ne; ++e) {
      m.value.push_back(static_cast<Real>(psi[g].value[e]));
      m.project[e * ng + g] = static_cast<Real>(face.weights[g] * psi[g].value[e]);
    }
}

}  // namespace

template <class Real>
FaceModes<Real> make_face_modes(int degree, FaceRule rule) {
  assert(degree >= 1);
  const FaceProjection project(degree);
  const int modes = mode_count(Space::tetrahedron_P, degree), faces = face_count(cell), ne = face_mode_count(degree),
            nd = face_mode_count(degree - 1);
  FaceModes<Real> m;
  m.trace.resize(static_cast<std::size_t>(faces * ne * modes));
  m.lift.resize(m.trace.size());
  m.across.resize(static_cast<std::size_t>(faces * nd * modes));
  m.along.resize(static_cast<std::size_t>((dim - 1) * nd * ne));
  m.turned.resize(static_cast<std::size_t>(turned_entry_count(degree) * face_turn_slots));
  for (int f = 0; f < faces; ++f) set_face(m, project, f);
  for (int a = 0; a < dim - 1; ++a)
    for (int e = 0; e < ne; ++e)
      project(
          [&](std::size_t g) {
            return project.psi()[g].derivative[static_cast<std::size_t>(a)][static_cast<std::size_t>(e)];
          },
          nd, &m.along[static_cast<std::size_t>(a * nd * ne + e)], ne);
  set_lifting(m, ne, modes);
  for (int turn = 0; turn < turn_count(FaceShape::triangle); ++turn) set_turned(m, project, turn);
  set_points(m, degree, rule);
  return m;
}

template FaceModes<float> make_face_modes<float>(int, FaceRule);
template FaceModes<double> make_face_modes<double>(int, FaceRule);

}  // namespace dg
