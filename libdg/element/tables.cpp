#include "libdg/element/tables.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "libdg/element/basis.hpp"
#include "libdg/element/reference_face.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

template <std::size_t Dim>
using Points = std::vector<std::array<double, Dim>>;
using Matrix = std::vector<std::vector<double>>;

/// Values and derivatives of all modes at a list of points, [point][mode].
template <std::size_t Dim>
struct Evaluation {
  Matrix value;
  std::array<Matrix, Dim> derivative;
};

template <std::size_t Dim>
Evaluation<Dim> evaluate(Space space, int degree, const Points<Dim>& points) {
  const auto n = static_cast<std::size_t>(mode_count(space, degree));
  Evaluation<Dim> e;
  for (const auto& x : points) {
    e.value.emplace_back(n);
    std::array<std::span<double>, Dim> derivatives;
    for (std::size_t d = 0; d < Dim; ++d) derivatives[d] = e.derivative[d].emplace_back(n);
    evaluate_basis(space, degree, x, e.value.back(), derivatives);
  }
  return e;
}

template <int Dim>
QuadratureRule<Dim> volume_rule(Space space, int degree, Exactness exactness = Exactness::each_direction) {
  if constexpr (Dim == 3) {
    if (space == Space::tetrahedron_P) return tetrahedron_rule(degree);
    if (space == Space::pyramid_P) return pyramid_rule(degree);
    return shape_of(space) == CellShape::prism ? prism_rule(degree) : hexahedron_rule(degree);
  } else {
    if (space == Space::triangle_P) return triangle_rule(degree);
    const bool total = space == Space::quadrilateral_P && exactness == Exactness::total;
    return total ? total_degree_quadrilateral_rule(degree) : quadrilateral_rule(degree);
  }
}

template <class Real, int Dim>
void set_points(Tables<Real, Dim>& t, int volume_degree, Exactness exactness) {
  const auto rule = volume_rule<Dim>(t.space, volume_degree, exactness);
  t.points = rule.points;
  t.weights = rule.weights;
  const auto block = static_cast<std::size_t>(point_block(t.space, t.degree));
  while (t.points.size() % block != 0) {
    t.points.push_back(rule.points.front());
    t.weights.push_back(0.0);
  }
  t.n_points = static_cast<int>(t.points.size());
  t.n_stored = points_for_teams(t.n_points);
}

template <class Real, int Dim>
void set_volume_matrices(Tables<Real, Dim>& t) {
  const auto e = evaluate(t.space, t.degree, t.points);
  const auto nq = static_cast<std::size_t>(t.n_stored), nk = e.value.front().size();
  t.interpolate.resize(nq * nk);
  t.differentiate.resize(Dim * nq * nk);
  t.project.assign(nk * nq * Dim, Real(0));
  for (std::size_t q = 0; q < nq; ++q) {
    const std::size_t at = q < t.points.size() ? q : 0;
    for (std::size_t k = 0; k < nk; ++k) {
      t.interpolate[q * nk + k] = static_cast<Real>(e.value[at][k]);
      for (std::size_t d = 0; d < Dim; ++d) {
        t.differentiate[(d * nq + q) * nk + k] = static_cast<Real>(e.derivative[d][at][k]);
        if (at == q) t.project[(k * nq + q) * Dim + d] = static_cast<Real>(t.weights[q] * e.derivative[d][q][k]);
      }
    }
  }
}

template <class Real, int Dim>
void set_derivative_matrices(Tables<Real, Dim>& t) {
  const auto rule = volume_rule<Dim>(t.space, 2 * t.degree);
  const auto e = evaluate(t.space, t.degree, rule.points);
  const auto nk = e.value.front().size();
  t.derivative.assign(Dim * nk * nk, Real(0));
  for (std::size_t d = 0; d < Dim; ++d)
    for (std::size_t k = 0; k < nk; ++k)
      for (std::size_t l = k + 1; l < nk; ++l) {
        double sum = 0;
        for (std::size_t q = 0; q < rule.points.size(); ++q)
          sum += rule.weights[q] * e.value[q][k] * e.derivative[d][q][l];
        t.derivative[(d * nk + k) * nk + l] = static_cast<Real>(std::abs(sum) < 1e-13 ? 0.0 : sum);
      }
}

/// The matrices of faces that do not depend on which of the kind it is.
template <class Real, int Dim>
void set_reference_face(FaceTables<Real, Dim>& t, const ReferenceFace<Dim>& face) {
  t.n_points = face.size();
  t.weights = face.weights;
  t.weighted_points = static_cast<int>(std::find(t.weights.begin(), t.weights.end(), 0.0) - t.weights.begin());
  for (const auto& derivative : face.derivatives)
    for (const double d : derivative) t.tangential.push_back(static_cast<Real>(d));
  t.own_point.resize(face.points.size());
  std::iota(t.own_point.begin(), t.own_point.end(), 0);
  for (int orientation = 0; orientation < orientation_count(face.shape); ++orientation) {
    const auto own = own_points(face, first_orientation(face.shape) + orientation);
    t.own_point.insert(t.own_point.end(), own.begin(), own.end());
  }
}

/// Sets what is looked up by slot, from the matrices of face `f` of the kind, in the order of an entry of own_point.
template <class Real, int Dim>
void set_slot(FaceTables<Real, Dim>& t, PointOrder order, std::size_t slot, std::size_t f, std::size_t nk,
              const Index* own_point, const FaceMap<Dim>& map) {
  const auto ng = static_cast<std::size_t>(t.n_points), slots = static_cast<std::size_t>(code_slots(Dim));
  const auto o = static_cast<std::size_t>(order);
  for (std::size_t g = 0; g < ng; ++g) {
    const std::size_t from = static_cast<std::size_t>(own_point[g]);
    for (std::size_t k = 0; k < nk; ++k) {
      t.side[o][2 * ((g * nk + k) * slots + slot)] = t.trace[(f * ng + from) * nk + k];
      t.side[o][2 * ((g * nk + k) * slots + slot) + 1] = t.trace_normal[(f * ng + from) * nk + k];
      t.side_lift[o][(k * ng + g) * slots + slot] = t.lift[(f * nk + k) * ng + from];
    }
  }
  const auto normal = map.unit_normal(), scaled = map.scaled_normal();
  const auto tangents = map.dual_tangents();
  for (std::size_t d = 0; d < Dim; ++d) {
    t.frame[o][d * slots + slot] = static_cast<Real>((order == PointOrder::own ? 1 : -1) * normal[d]);
    t.side_normal[o][d * slots + slot] = static_cast<Real>(scaled[d]);
    for (std::size_t a = 0; a + 1 < Dim; ++a)
      t.frame[o][((a + 1) * Dim + d) * slots + slot] = static_cast<Real>(tangents[a][d]);
  }
}

/// Matrices of face `f` of the kind at its own points.
template <class Real, int Dim>
void set_own_face(Tables<Real, Dim>& tables, FaceTables<Real, Dim>& t, std::size_t f, const ReferenceFace<Dim>& face,
                  const FaceMap<Dim>& map) {
  const auto ng = static_cast<std::size_t>(t.n_points);
  const auto scaled = map.scaled_normal(), normal = map.unit_normal();
  for (const double n : scaled) t.normal.push_back(static_cast<Real>(n));
  t.points.push_back(map.at(face.points));
  const auto e = evaluate(tables.space, tables.degree, t.points.back());
  const std::size_t nk = e.value.front().size();
  for (std::size_t g = 0; g < ng; ++g)
    for (std::size_t k = 0; k < nk; ++k) {
      double derivative = 0;
      for (std::size_t d = 0; d < Dim; ++d) derivative += normal[d] * e.derivative[d][g][k];
      t.trace[(f * ng + g) * nk + k] = static_cast<Real>(e.value[g][k]);
      t.trace_normal[(f * ng + g) * nk + k] = static_cast<Real>(derivative);
      t.lift[(f * nk + k) * ng + g] = static_cast<Real>(face.weights[g] * e.value[g][k]);
    }
  for (std::size_t g = 0; g < ng; ++g)
    for (std::size_t h = 0; h < ng; ++h) {
      double sum = 0;
      for (std::size_t k = 0; k < nk; ++k) sum += e.value[g][k] * e.value[h][k] * face.weights[h];
      // The reproducing kernel of the space is invariant under the symmetries of the cell: one matrix serves all faces
      // of a kind.
      assert(f == 0 || std::abs(sum - static_cast<double>(t.face_lift[g * ng + h])) < 1e-4 * (1 + std::abs(sum)));
      if (f == 0) t.face_lift[g * ng + h] = static_cast<Real>(sum);
    }
}

/// The liftings of a face on itself in the lists of neighbours that see it in orientation 0, 2, ...
template <class Real, int Dim>
void set_oriented_liftings(FaceTables<Real, Dim>& t, int count) {
  const auto ng = static_cast<std::size_t>(t.n_points);
  for (int matrix = 0; matrix < count; ++matrix) {
    const Index* from = &t.own_point[static_cast<std::size_t>(1 + 2 * matrix) * ng];
    for (std::size_t g = 0; g < ng; ++g)
      for (std::size_t h = 0; h < ng; ++h)
        t.oriented_face_lift.push_back(
            t.face_lift[static_cast<std::size_t>(from[g]) * ng + static_cast<std::size_t>(from[h])]);
  }
}

template <class Real, int Dim>
void set_face_matrices(Tables<Real, Dim>& tables, int kind, FaceRule rule) {
  const CellShape cell = shape_of(tables.space);
  FaceTables<Real, Dim>& t = tables.faces[static_cast<std::size_t>(kind)];
  t.range = faces_of_kind(cell, kind);
  if (t.range.count == 0) return;
  const ReferenceFace<Dim> face(face_shape_of_kind(Dim, kind), tables.degree, rule);
  set_reference_face(t, face);
  const auto nf = static_cast<std::size_t>(t.range.count), ng = static_cast<std::size_t>(t.n_points),
             nk = static_cast<std::size_t>(mode_count(tables.space, tables.degree)),
             slots = static_cast<std::size_t>(code_slots(Dim));
  t.trace.resize(nf * ng * nk);
  t.trace_normal.resize(nf * ng * nk);
  t.lift.resize(nf * nk * ng);
  t.face_lift.resize(ng * ng);
  for (std::size_t o = 0; o < point_orders; ++o) {
    t.frame[o].assign(static_cast<std::size_t>(Dim * Dim) * slots, Real(0));
    t.side_normal[o].assign(static_cast<std::size_t>(Dim) * slots, Real(0));
    t.side[o].assign(ng * nk * slots * 2, Real(0));
    t.side_lift[o].assign(ng * nk * slots, Real(0));
  }
  for (std::size_t f = 0; f < nf; ++f) {
    const int local = t.range.first + static_cast<int>(f);
    const FaceMap<Dim> own(cell, local);
    set_own_face(tables, t, f, face, own);
    set_slot(t, PointOrder::own, static_cast<std::size_t>(local), f, nk, t.own_point.data(), own);
    for (int orientation = 0; orientation < orientation_count(face.shape); ++orientation)
      set_slot(t, PointOrder::neighbour, static_cast<std::size_t>(local + orientation * face_slots(Dim)), f, nk,
               &t.own_point[static_cast<std::size_t>(1 + orientation) * ng],
               FaceMap<Dim>(cell, local, first_orientation(face.shape) + orientation));
  }
  if (has_oriented_liftings(cell, face.shape)) set_oriented_liftings(t, oriented_liftings(face.shape));
}

}  // namespace

template <class Real, int Dim>
Tables<Real, Dim> make_tables(Space space, int degree, int volume_degree, Exactness exactness, FaceRule face_rule) {
  Tables<Real, Dim> t;
  t.space = space;
  t.degree = degree;
  set_points(t, volume_degree, exactness);
  set_volume_matrices(t);
  set_derivative_matrices(t);
  for (int kind = 0; kind < face_kinds(Dim); ++kind) set_face_matrices(t, kind, face_rule);
  return t;
}

template Tables<float, 2> make_tables<float, 2>(Space, int, int, Exactness, FaceRule);
template Tables<double, 2> make_tables<double, 2>(Space, int, int, Exactness, FaceRule);
template Tables<float, 3> make_tables<float, 3>(Space, int, int, Exactness, FaceRule);
template Tables<double, 3> make_tables<double, 3>(Space, int, int, Exactness, FaceRule);

}  // namespace dg
