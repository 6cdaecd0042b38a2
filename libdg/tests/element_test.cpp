#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/element/basis.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/element/tables.hpp"
#include "quadrature/rule.hpp"
#include "reference_cell.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

Vector basis(Space space, int p, std::array<double, 2> x) {
  Vector v(mode_count(space, p));
  evaluate_basis(space, p, x[0], x[1], {v.data(), static_cast<std::size_t>(v.size())});
  return v;
}

/// Basis and derivatives.
std::array<Vector, 3> jets(Space space, int p, std::array<double, 2> x) {
  const int n = mode_count(space, p);
  std::array<Vector, 3> j{Vector(n), Vector(n), Vector(n)};
  const auto span = [n](Vector& v) { return std::span(v.data(), static_cast<std::size_t>(n)); };
  evaluate_basis(space, p, x[0], x[1], span(j[0]), span(j[1]), span(j[2]));
  return j;
}

/// Calls visit(i, j) for the exponents of every monomial r^i s^j of the space.
template <class Visit>
void for_each_monomial(Space space, int p, Visit visit) {
  for (int i = 0; i <= p; ++i)
    for (int j = 0; j <= (space == Space::quadrilateral_Q ? p : p - i); ++j) visit(i, j);
}

template <class Visit>
void for_each_space(Visit visit) {
  for (const Space space : test::spaces)
    for (int p = 0; p <= max_degree; ++p) {
      INFO("space " << static_cast<int>(space) << ", degree " << p);
      visit(space, p);
    }
}

const std::array<std::array<double, 2>, 3> inside{{{-0.3, -0.45}, {0.2, -0.7}, {-0.8, 0.55}}};

TEST_CASE("Every basis is orthonormal") {
  for_each_space([](Space space, int p) {
    const test::FinePoints<2> points(shape_of(space));
    const int n = mode_count(space, p);
    Matrix gram = Matrix::Zero(n, n);
    for (std::size_t q = 0; q < points.x.size(); ++q) {
      const Vector v = basis(space, p, points.x[q]);
      gram += points.weight[q] * v * v.transpose();
    }
    CHECK((gram - Matrix::Identity(n, n)).cwiseAbs().maxCoeff() < 1e-13);
  });
}

TEST_CASE("Every basis spans its space: each monomial is its own projection, and so are its derivatives") {
  for_each_space([](Space space, int p) {
    const test::FinePoints<2> points(shape_of(space));
    int monomials = 0;
    for_each_monomial(space, p, [&](int i, int j) {
      ++monomials;
      Vector c = Vector::Zero(mode_count(space, p));
      for (std::size_t q = 0; q < points.x.size(); ++q)
        c +=
            points.weight[q] * std::pow(points.x[q][0], i) * std::pow(points.x[q][1], j) * basis(space, p, points.x[q]);
      for (const auto& x : inside) {
        const auto [value, d_r, d_s] = jets(space, p, x);
        CHECK(c.dot(value) == Approx(std::pow(x[0], i) * std::pow(x[1], j)).margin(1e-12));
        const double r = i == 0 ? 0 : i * std::pow(x[0], i - 1) * std::pow(x[1], j);
        const double s = j == 0 ? 0 : j * std::pow(x[0], i) * std::pow(x[1], j - 1);
        CHECK(c.dot(d_r) == Approx(r).margin(1e-11));
        CHECK(c.dot(d_s) == Approx(s).margin(1e-11));
      }
    });
    CHECK(monomials == mode_count(space, p));
  });
}

TEST_CASE("Derivatives at a vertex of the triangle are finite and agree with differences") {
  // The coordinates that collapse the square are singular at (-1, 1); the polynomials are not.
  const double h = 1e-5;
  for (int p = 0; p <= max_degree; ++p) {
    const auto at = [&](double r, double s) { return basis(Space::triangle_P, p, {r, s}); };
    const auto [value, d_r, d_s] = jets(Space::triangle_P, p, {-1, 1});
    CHECK((value - at(-1, 1)).norm() == 0);
    CHECK((d_r - (at(-1 + h, 1) - at(-1 - h, 1)) / (2 * h)).norm() < 1e-6 * (1 + d_r.norm()));
    CHECK((d_s - (at(-1, 1 + h) - at(-1, 1 - h)) / (2 * h)).norm() < 1e-6 * (1 + d_s.norm()));
  }
}

TEST_CASE("Bases are hierarchical: the modes of a lower degree come first") {
  for_each_space([](Space space, int p) {
    for (int q = 0; q < p; ++q)
      for (const auto& x : inside)
        CHECK((basis(space, p, x).head(mode_count(space, q)) - basis(space, q, x)).norm() < 1e-14);
  });
}

TEST_CASE("Derivative matrices are exact and strictly upper triangular") {
  for_each_space([](Space space, int p) {
    const auto t = make_tables<double>(space, p, 2 * p);
    const int n = mode_count(space, p);
    const auto entry = [&](int d, int k, int l) { return t.derivative[(d * n + k) * n + l]; };
    for (const auto& x : inside) {
      const auto j = jets(space, p, x);
      for (int d = 0; d < 2; ++d)
        for (int l = 0; l < n; ++l) {
          double sum = 0;
          for (int k = 0; k < n; ++k) {
            sum += entry(d, k, l) * j[0][k];
            if (k >= l) CHECK(entry(d, k, l) == 0);
          }
          CHECK(sum == Approx(j[1 + d][l]).margin(1e-11));
        }
    }
    // Kernels skip the rows beyond these.
    const int rows = space == Space::quadrilateral_Q ? n - 1 : p * (p + 1) / 2;
    for (int d = 0; d < 2; ++d)
      for (int k = rows; k < n; ++k)
        for (int l = 0; l < n; ++l) CHECK(entry(d, k, l) == 0);
  });
}

TEST_CASE("Volume tables: interpolation, and projection of a flux against the gradients of the modes") {
  for_each_space([](Space space, int p) {
    const auto t = make_tables<double>(space, p, 2 * p + 1);
    const int n = mode_count(space, p), nq = t.n_points;
    REQUIRE(nq % point_block(space, p) == 0);
    double area = 0;
    for (const double w : t.weights) area += w;
    CHECK(area == Approx(shape_of(space) == CellShape::triangle ? 2 : 4));
    for (int q = 0; q < nq; ++q) {
      const auto j = jets(space, p, t.points[q]);
      for (int k = 0; k < n; ++k) {
        CHECK(t.interpolate[q * n + k] == j[0][k]);
        for (int d = 0; d < 2; ++d) {
          CHECK(t.differentiate[(d * t.n_stored + q) * n + k] == j[1 + d][k]);
          CHECK(t.project[(k * t.n_stored + q) * 2 + d] == Approx(t.weights[q] * j[1 + d][k]));
        }
      }
    }
    for (int team = 1; team <= max_team; ++team) REQUIRE(t.n_stored >= (nq + team - 1) / team * team);
    for (int q = nq; q < t.n_stored; ++q)
      for (int k = 0; k < n; ++k)
        for (int d = 0; d < 2; ++d) CHECK(t.project[(k * t.n_stored + q) * 2 + d] == 0);
  });
}

TEST_CASE("Face points run counter-clockwise from vertex to vertex") {
  for (const CellShape shape : {CellShape::triangle, CellShape::quadrilateral}) {
    const auto v = reference_vertices(shape);
    double area = 0;
    for (std::size_t f = 0; f < v.size(); ++f) {
      const auto ends = points_on_face(shape, static_cast<int>(f), {-1, 0, 1});
      const auto& next = v[(f + 1) % v.size()];
      for (int d = 0; d < 2; ++d) {
        CHECK(ends[0][d] == v[f][d]);
        CHECK(ends[2][d] == next[d]);
        CHECK(ends[1][d] == 0.5 * (v[f][d] + next[d]));
      }
      area += 0.5 * (v[f][0] * next[1] - v[f][1] * next[0]);
    }
    CHECK(area == (shape == CellShape::triangle ? 2 : 4));
  }
}

TEST_CASE("Face tables hold traces, and those by side both directions of a face") {
  for_each_space([](Space space, int p) {
    const auto t = make_tables<double>(space, p, 2 * p);
    const auto rule = gauss_legendre(p + 1);
    const int n = mode_count(space, p), ng = p + 1, nf = face_count(shape_of(space));
    std::vector<double> parameters;
    for (const auto& x : rule.points) parameters.push_back(x[0]);
    for (int f = 0; f < nf; ++f) {
      const auto points = points_on_face(shape_of(space), f, parameters);
      for (int g = 0; g < ng; ++g) {
        const auto j = jets(space, p, points[g]);
        for (int k = 0; k < n; ++k) {
          CHECK(t.faces[0].trace[(f * ng + g) * n + k] == Approx(j[0][k]).margin(1e-14));
          CHECK(t.faces[0].lift[(f * n + k) * ng + g] == Approx(rule.weights[g] * j[0][k]).margin(1e-14));
          for (const int way : {0, 1}) {
            const int to = way == 0 ? g : ng - 1 - g;
            const int pair = 2 * ((to * n + k) * face_slots(2) + f);
            CHECK(t.faces[0].side[way][pair] == t.faces[0].trace[(f * ng + g) * n + k]);
            CHECK(t.faces[0].side[way][pair + 1] == t.faces[0].trace_normal[(f * ng + g) * n + k]);
            CHECK(t.faces[0].side_lift[way][(k * ng + to) * face_slots(2) + f] ==
                  t.faces[0].lift[(f * n + k) * ng + g]);
          }
        }
      }
    }
  });
}

TEST_CASE("Normal derivative and trace of a face give the gradient on it") {
  for_each_space([](Space space, int p) {
    const auto t = make_tables<double>(space, p, 2 * p);
    const int n = mode_count(space, p), ng = p + 1;
    for (int f = 0; f < face_count(shape_of(space)); ++f)
      for (int g = 0; g < ng; ++g) {
        const auto j = jets(space, p, t.faces[0].points[f][g]);
        for (int k = 0; k < n; ++k) {
          const double along_normal = t.faces[0].trace_normal[(f * ng + g) * n + k];
          double along_face = 0;
          for (int h = 0; h < ng; ++h)
            along_face += t.faces[0].tangential[g * ng + h] * t.faces[0].trace[(f * ng + h) * n + k];
          for (int d = 0; d < 2; ++d) {
            const double sum = t.faces[0].frame[0][d * face_slots(2) + f] * along_normal +
                               t.faces[0].frame[0][(2 + d) * face_slots(2) + f] * along_face;
            CHECK(sum == Approx(j[1 + d][k]).margin(1e-12));
          }
        }
      }
  });
}

TEST_CASE("The lifting of a face on itself is one matrix for all faces of a cell") {
  for_each_space([](Space space, int p) {
    const auto t = make_tables<double>(space, p, 2 * p);
    const int n = mode_count(space, p), ng = p + 1;
    for (int f = 0; f < face_count(shape_of(space)); ++f)
      for (int g = 0; g < ng; ++g)
        for (int h = 0; h < ng; ++h) {
          double sum = 0;
          for (int k = 0; k < n; ++k)
            sum += t.faces[0].trace[(f * ng + g) * n + k] * t.faces[0].lift[(f * n + k) * ng + h];
          CHECK(t.faces[0].face_lift[g * ng + h] == Approx(sum).margin(1e-12));
        }
  });
}

}  // namespace
}  // namespace dg
