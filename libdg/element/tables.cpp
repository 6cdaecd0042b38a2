#include "libdg/element/tables.hpp"

#include <cassert>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

using Point = std::array<double, 2>;
using Matrix = std::vector<std::vector<double>>;

/// Values and derivatives of all modes at a list of points, [point][mode].
struct Evaluation {
  Matrix value, derivative[2];
};

Evaluation evaluate(Space space, int degree, const std::vector<Point>& points) {
  const auto n = static_cast<std::size_t>(mode_count(space, degree));
  Evaluation e;
  for (const Point& x : points) {
    std::vector<double> v(n), r(n), s(n);
    evaluate_basis(space, degree, x[0], x[1], v, r, s);
    e.value.push_back(v);
    e.derivative[0].push_back(r);
    e.derivative[1].push_back(s);
  }
  return e;
}

QuadratureRule<2> volume_rule(Space space, int degree, Exactness exactness = Exactness::each_direction) {
  if (shape_of(space) == CellShape::triangle) return triangle_rule(degree);
  const bool total = space == Space::quadrilateral_P && exactness == Exactness::total;
  return total ? total_degree_quadrilateral_rule(degree) : quadrilateral_rule(degree);
}

template <class Real>
void set_points(Tables<Real>& t, int volume_degree, Exactness exactness) {
  const auto rule = volume_rule(t.space, volume_degree, exactness);
  t.points = rule.points;
  t.weights = rule.weights;
  const auto block = static_cast<std::size_t>(point_block(t.space, t.degree));
  while (t.points.size() % block != 0) {
    t.points.push_back(rule.points.front());
    t.weights.push_back(0.0);
  }
  t.n_points = static_cast<int>(t.points.size());
  t.n_stored = (t.n_points + max_team - 1) / max_team * max_team;
}

template <class Real>
void set_volume_matrices(Tables<Real>& t) {
  const Evaluation e = evaluate(t.space, t.degree, t.points);
  const auto nq = static_cast<std::size_t>(t.n_stored), nk = e.value.front().size();
  t.interpolate.resize(nq * nk);
  t.differentiate.resize(2 * nq * nk);
  t.project.assign(nk * nq * 2, Real(0));
  for (std::size_t q = 0; q < nq; ++q) {
    const std::size_t at = q < t.points.size() ? q : 0;
    for (std::size_t k = 0; k < nk; ++k) {
      t.interpolate[q * nk + k] = static_cast<Real>(e.value[at][k]);
      for (std::size_t d = 0; d < 2; ++d) {
        t.differentiate[(d * nq + q) * nk + k] = static_cast<Real>(e.derivative[d][at][k]);
        if (at == q) t.project[(k * nq + q) * 2 + d] = static_cast<Real>(t.weights[q] * e.derivative[d][q][k]);
      }
    }
  }
}

template <class Real>
void set_derivative_matrices(Tables<Real>& t) {
  const auto rule = volume_rule(t.space, 2 * t.degree);
  const Evaluation e = evaluate(t.space, t.degree, rule.points);
  const auto nk = e.value.front().size();
  t.derivative.assign(2 * nk * nk, Real(0));
  for (std::size_t d = 0; d < 2; ++d)
    for (std::size_t k = 0; k < nk; ++k)
      for (std::size_t l = k + 1; l < nk; ++l) {
        double sum = 0;
        for (std::size_t q = 0; q < rule.points.size(); ++q)
          sum += rule.weights[q] * e.value[q][k] * e.derivative[d][q][l];
        t.derivative[(d * nk + k) * nk + l] = static_cast<Real>(std::abs(sum) < 1e-13 ? 0.0 : sum);
      }
}

/// Derivative at x_g of the polynomial with the values 1 at x_h and 0 at the other points.
std::vector<double> derivative_at_points(const std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<double> weight(n, 1.0), d(n * n, 0.0);  // barycentric
  for (std::size_t g = 0; g < n; ++g)
    for (std::size_t h = 0; h < n; ++h)
      if (h != g) weight[g] /= x[g] - x[h];
  for (std::size_t g = 0; g < n; ++g)
    for (std::size_t h = 0; h < n; ++h) {
      if (h == g) continue;
      d[g * n + h] = weight[h] / weight[g] / (x[g] - x[h]);
      d[g * n + g] -= d[g * n + h];
    }
  return d;
}

/// Outward unit normal of a face of the reference cell, and its tangent divided by the square of its length.
std::array<double, 4> face_frame(CellShape shape, std::size_t f) {
  const auto v = reference_vertices(shape);
  const Point a = v[f], b = v[(f + 1) % v.size()];
  const Point t = {0.5 * (b[0] - a[0]), 0.5 * (b[1] - a[1])};
  const double length = std::hypot(t[0], t[1]);
  return {t[1] / length, -t[0] / length, t[0] / (length * length), t[1] / (length * length)};
}

/// The tables that are looked up by the local face of each lane, in both directions.
template <class Real>
void set_side_matrices(Tables<Real>& t, std::size_t nf, std::size_t ng, std::size_t nk) {
  for (std::size_t way = 0; way < 2; ++way) {
    t.side[way].assign(ng * nk * face_slots * 2, Real(0));
    t.side_lift[way].assign(ng * nk * face_slots, Real(0));
    for (std::size_t f = 0; f < nf; ++f)
      for (std::size_t g = 0; g < ng; ++g)
        for (std::size_t k = 0; k < nk; ++k) {
          const std::size_t to = way == 0 ? g : ng - 1 - g, at = (to * nk + k) * face_slots + f;
          t.side[way][2 * at] = t.trace[(f * ng + g) * nk + k];
          t.side[way][2 * at + 1] = t.trace_normal[(f * ng + g) * nk + k];
          t.side_lift[way][(k * ng + to) * face_slots + f] = t.lift[(f * nk + k) * ng + g];
        }
  }
}

template <class Real>
void set_face_matrices(Tables<Real>& t) {
  const auto rule = gauss_legendre(face_point_count(t.degree));
  const auto ng = static_cast<std::size_t>(rule.size()), nk = static_cast<std::size_t>(mode_count(t.space, t.degree));
  const auto nf = static_cast<std::size_t>(face_count(shape_of(t.space)));
  t.face_weights = rule.weights;
  std::vector<double> parameters(ng);
  for (std::size_t g = 0; g < ng; ++g) parameters[g] = rule.points[g][0];
  for (const double d : derivative_at_points(parameters)) t.tangential.push_back(static_cast<Real>(d));

  t.trace.resize(nf * ng * nk);
  t.trace_normal.resize(nf * ng * nk);
  t.frame.assign(4 * face_slots, Real(0));
  t.lift.resize(nf * nk * ng);
  t.face_lift.resize(ng * ng);
  for (std::size_t f = 0; f < nf; ++f) {
    const auto frame = face_frame(shape_of(t.space), f);
    for (std::size_t i = 0; i < 4; ++i) t.frame[i * face_slots + f] = static_cast<Real>(frame[i]);
    t.face_points.push_back(points_on_face(shape_of(t.space), static_cast<int>(f), parameters));
    const Evaluation e = evaluate(t.space, t.degree, t.face_points.back());
    for (std::size_t g = 0; g < ng; ++g)
      for (std::size_t k = 0; k < nk; ++k) {
        t.trace[(f * ng + g) * nk + k] = static_cast<Real>(e.value[g][k]);
        t.trace_normal[(f * ng + g) * nk + k] =
            static_cast<Real>(frame[0] * e.derivative[0][g][k] + frame[1] * e.derivative[1][g][k]);
        t.lift[(f * nk + k) * ng + g] = static_cast<Real>(rule.weights[g] * e.value[g][k]);
      }
    for (std::size_t g = 0; g < ng; ++g)
      for (std::size_t h = 0; h < ng; ++h) {
        double sum = 0;
        for (std::size_t k = 0; k < nk; ++k) sum += e.value[g][k] * e.value[h][k] * rule.weights[h];
        // The reproducing kernel of the space is invariant under the symmetries of the cell: one matrix serves all
        // faces.
        assert(f == 0 || std::abs(sum - static_cast<double>(t.face_lift[g * ng + h])) < 1e-4 * (1 + std::abs(sum)));
        if (f == 0) t.face_lift[g * ng + h] = static_cast<Real>(sum);
      }
  }
  set_side_matrices(t, nf, ng, nk);
}

}  // namespace

std::vector<Point> reference_vertices(CellShape shape) {
  if (shape == CellShape::triangle) return {{-1, -1}, {1, -1}, {-1, 1}};
  return {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
}

std::vector<Point> points_on_face(CellShape shape, int f, const std::vector<double>& t) {
  const auto v = reference_vertices(shape);
  const Point a = v[static_cast<std::size_t>(f)], b = v[(static_cast<std::size_t>(f) + 1) % v.size()];
  std::vector<Point> points;
  for (const double x : t)
    points.push_back({0.5 * ((1 - x) * a[0] + (1 + x) * b[0]), 0.5 * ((1 - x) * a[1] + (1 + x) * b[1])});
  return points;
}

template <class Real>
Tables<Real> make_tables(Space space, int degree, int volume_degree, Exactness exactness) {
  Tables<Real> t;
  t.space = space;
  t.degree = degree;
  set_points(t, volume_degree, exactness);
  set_volume_matrices(t);
  set_derivative_matrices(t);
  set_face_matrices(t);
  return t;
}

template Tables<float> make_tables(Space, int, int, Exactness);
template Tables<double> make_tables(Space, int, int, Exactness);

}  // namespace dg
