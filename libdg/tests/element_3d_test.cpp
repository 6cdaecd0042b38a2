#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "libdg/element/basis.hpp"
#include "libdg/element/prism_lines.hpp"
#include "libdg/element/reference_face.hpp"
#include "libdg/element/tables.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Point = std::array<double, 3>;

constexpr std::array spaces_3d{Space::tetrahedron_P, Space::prism_P,      Space::prism_Q,
                               Space::hexahedron_P,  Space::hexahedron_Q, Space::pyramid_P};
constexpr int highest = 4;

/// Values of all modes and their derivatives, [0] and [1 + d].
std::array<std::vector<double>, 4> modes_at(Space space, int p, const Point& x) {
  std::array<std::vector<double>, 4> m;
  for (auto& row : m) row.resize(mode_count(space, p));
  evaluate_basis(space, p, x, m[0], {std::span(m[1]), std::span(m[2]), std::span(m[3])});
  return m;
}

template <class Visit>
void for_each_space_3d(const Visit& visit) {
  for (const Space space : spaces_3d)
    for (int p = 0; p <= highest; ++p) {
      INFO("space " << static_cast<int>(space) << ", degree " << p);
      visit(space, p);
    }
}

TEST_CASE("Bases of 3-D cells are orthonormal, hierarchical, and know their derivatives") {
  for_each_space_3d([](Space space, int p) {
    const int n = mode_count(space, p);
    const auto t = make_tables<double, 3>(space, p, 2 * p);
    for (int k = 0; k < n; ++k)
      for (int l = 0; l <= k; ++l) {
        double sum = 0;
        for (int q = 0; q < t.n_points; ++q) sum += t.weights[q] * t.interpolate[q * n + k] * t.interpolate[q * n + l];
        CHECK(sum == Approx(k == l ? 1 : 0).margin(1e-13));
      }
    const Point x{-0.4, -0.35, -0.3};
    const auto at = modes_at(space, p, x);
    for (int d = 0; d < 3; ++d) {
      Point ahead = x, behind = x;
      ahead[d] += 1e-5;
      behind[d] -= 1e-5;
      const auto a = modes_at(space, p, ahead), b = modes_at(space, p, behind);
      for (int k = 0; k < n; ++k) CHECK((a[0][k] - b[0][k]) / 2e-5 == Approx(at[1 + d][k]).margin(1e-6));
    }
    for (int q = 0; q < p; ++q)
      for (int k = 0; k < mode_count(space, q); ++k)
        CHECK(modes_at(space, q, x)[0][k] == Approx(at[0][k]).margin(1e-14));
  });
}

TEST_CASE("Prisms of products have 6, 18, 40 modes, and all products of the triangle and the line") {
  const int counts[]{1, 6, 18, 40, 75};
  for (int p = 0; p <= highest; ++p) {
    const int n = mode_count(Space::prism_Q, p);
    REQUIRE(n == counts[p]);
    CHECK(gradient_mode_count(Space::prism_Q, p) == n - (p + 1));
    const auto t = make_tables<double, 3>(Space::prism_Q, p, 2 * p);
    for (int k = 0; k <= p; ++k)
      for (int j = 0; j <= p; ++j)
        for (int i = 0; i + j <= p; ++i) {
          const auto monomial = [&](const Point& x) {
            return std::pow(x[0], i) * std::pow(x[1], j) * std::pow(x[2], k);
          };
          const Point at{-0.3, -0.6, 0.7};
          const auto phi = modes_at(Space::prism_Q, p, at);
          double sum = 0;
          for (int q = 0; q < t.n_points; ++q)
            for (int m = 0; m < n; ++m)
              sum += t.weights[q] * monomial(t.points[q]) * t.interpolate[q * n + m] * phi[0][m];
          CHECK(sum == Approx(monomial(at)).margin(1e-12));
        }
  }
}

template <int P>
void check_prism_lines() {
  constexpr int NT = PrismModes<P>::of_triangle, NL = P + 1, nk = NT * NL;
  constexpr PrismModes<P> modes;
  const auto& lines = prism_lines<double, P>();
  const auto rule = gauss_legendre(NL);
  for (const auto face_rule : {FaceRule::full, FaceRule::reduced}) {
    const auto t = make_tables<double, 3>(Space::prism_Q, P, 2 * P, Exactness::each_direction, face_rule);
    const auto& triangles = lines.triangles[face_rule == FaceRule::reduced];
    constexpr int NG = PrismTriangles<double, P>::NG;
    for (int j = 0; j < NL; ++j) {
      double value[NL], slope[NL];
      for (int i = 0; i < NT; ++i) {
        const int k = modes.place[j][i];
        for (int f = 0; f < prism_triangles; ++f) {
          evaluate_legendre(f == 0 ? -1 : 1, value, slope);
          for (int g = 0; g < NG; ++g) {
            CHECK(triangles.value[f][g][i] * value[j] == Approx(t.faces[0].trace[(f * NG + g) * nk + k]).margin(1e-12));
            CHECK(triangles.project[f][i][g] * value[j] ==
                  Approx(t.faces[0].lift[(f * nk + k) * NG + g]).margin(1e-12));
          }
        }
        for (int q = 0; q < NL; ++q) {
          evaluate_legendre(rule.points[q][0], value, slope);
          for (int f = 0; f < prism_sides; ++f)
            for (int e = 0; e < NL; ++e) {
              const int row = (f * NL * NL + q * NL + e) * nk + k;
              CHECK(lines.edge[f][e][i] * value[j] == Approx(t.faces[1].trace[row]).margin(1e-12));
              CHECK(lines.edge_slope[f][e][i] * value[j] == Approx(t.faces[1].trace_normal[row]).margin(1e-12));
            }
        }
      }
    }
  }
}

TEST_CASE("Matrices of prisms are products of those of the triangle and the line") {
  check_prism_lines<1>();
  check_prism_lines<2>();
  check_prism_lines<3>();
}

TEST_CASE("Derivative matrices of 3-D cells are exact and strictly upper triangular") {
  for_each_space_3d([](Space space, int p) {
    const auto t = make_tables<double, 3>(space, p, 2 * p);
    const int n = mode_count(space, p), rows = gradient_mode_count(space, p);
    const auto at = modes_at(space, p, {-0.2, -0.5, -0.6});
    for (int d = 0; d < 3; ++d)
      for (int l = 0; l < n; ++l) {
        double sum = 0;
        for (int k = 0; k < n; ++k) {
          const double entry = t.derivative[(d * n + k) * n + l];
          sum += entry * at[0][k];
          if (k >= l || k >= rows) CHECK(entry == 0);
        }
        CHECK(sum == Approx(at[1 + d][l]).margin(1e-11));
      }
  });
}

TEST_CASE("Outward normals of the reference cells close them") {
  for (const CellShape shape : {CellShape::tetrahedron, CellShape::prism, CellShape::hexahedron, CellShape::pyramid}) {
    Point sum{};
    double volume = 0;
    for (int f = 0; f < face_count(shape); ++f) {
      const FaceMap<3> map(shape, f);
      const bool triangle = kind_of_face(shape, f) == 0;
      const auto n = map.scaled_normal();
      const Point middle = map.at(triangle ? FaceMap<3>::FacePoint{-1.0 / 3, -1.0 / 3} : FaceMap<3>::FacePoint{0, 0});
      for (int d = 0; d < 3; ++d) {
        sum[d] += (triangle ? 2 : 4) * n[d];
        volume += (triangle ? 2 : 4) * n[d] * middle[d] / 3;
      }
    }
    for (const double s : sum) CHECK(s == Approx(0).margin(1e-14));
    CHECK(volume == Approx(shape == CellShape::tetrahedron ? 4.0 / 3
                           : shape == CellShape::prism     ? 4
                           : shape == CellShape::pyramid   ? 8.0 / 3
                                                           : 8));
  }
}

/// Calls visit(tables of the kind, place among them, local face, order, orientation) for every way to see a face.
template <class Visit>
void for_each_view(const Tables<double, 3>& t, const Visit& visit) {
  for (int kind = 0; kind < 2; ++kind) {
    const FaceTables<double, 3>& faces = t.faces[kind];
    for (int f = 0; f < faces.range.count; ++f) {
      visit(faces, f, faces.range.first + f, PointOrder::own, 0);
      for (int orientation = 0; orientation < orientation_count(face_shape_of_kind(3, kind)); ++orientation)
        visit(faces, f, faces.range.first + f, PointOrder::neighbour, orientation);
    }
  }
}

TEST_CASE("Tables of faces hold traces, and gradients in every view of a face") {
  for_each_space_3d([](Space space, int p) {
    const auto t = make_tables<double, 3>(space, p, 2 * p);
    const int n = mode_count(space, p), slots = code_slots(3);
    for_each_view(t, [&](const FaceTables<double, 3>& faces, int f, int local, PointOrder order, int orientation) {
      const bool own = order == PointOrder::own;
      const int ng = faces.n_points, o = static_cast<int>(order), slot = local + orientation * face_slots(3);
      const ReferenceFace<3> reference(
          kind_of_face(shape_of(space), local) == 0 ? FaceShape::triangle : FaceShape::quadrilateral, p);
      const CellShape shape = shape_of(space);
      const auto points = (own ? FaceMap<3>(shape, local) : FaceMap<3>(shape, local, orientation)).at(reference.points);
      for (int g = 0; g < ng; ++g) {
        const auto at = modes_at(space, p, points[g]);
        const int from = faces.own_point[(own ? 0 : 1 + orientation) * ng + g];
        for (int d = 0; d < 3; ++d) CHECK(faces.points[f][from][d] == Approx(points[g][d]).margin(1e-14));
        for (int k = 0; k < n; ++k) {
          CHECK(faces.side[o][2 * ((g * n + k) * slots + slot)] == Approx(at[0][k]).margin(1e-12));
          CHECK(faces.side_lift[o][(k * ng + g) * slots + slot] ==
                Approx(reference.weights[g] * at[0][k]).margin(1e-12));
          const double across = faces.side[o][2 * ((g * n + k) * slots + slot) + 1];
          double along[2] = {};
          for (int a = 0; a < 2; ++a)
            for (int h = 0; h < ng; ++h)
              along[a] += faces.tangential[(a * ng + g) * ng + h] * faces.side[o][2 * ((h * n + k) * slots + slot)];
          for (int d = 0; d < 3; ++d) {
            const auto frame = [&](int i) { return faces.frame[o][(i * 3 + d) * slots + slot]; };
            CHECK(frame(0) * across + frame(1) * along[0] + frame(2) * along[1] == Approx(at[1 + d][k]).margin(1e-9));
          }
        }
      }
    });
  });
}

TEST_CASE("The lifting of a face on itself in the list of a neighbour is one of few matrices") {
  for_each_space_3d([](Space space, int p) {
    const auto t = make_tables<double, 3>(space, p, 2 * p);
    const int n = mode_count(space, p), slots = code_slots(3), other = static_cast<int>(PointOrder::neighbour);
    for_each_view(t, [&](const FaceTables<double, 3>& faces, int, int local, PointOrder order, int orientation) {
      if (order == PointOrder::own) return;
      const int ng = faces.n_points, slot = local + orientation * face_slots(3);
      const FaceShape shape = face_shape_of_kind(3, kind_of_face(shape_of(space), local));
      const bool oriented = orientation % 2 == 0 && !faces.oriented_face_lift.empty();
      const double* table = oriented ? &faces.oriented_face_lift[orientation / 2 % oriented_liftings(shape) * ng * ng]
                                     : faces.face_lift.data();
      for (int g = 0; g < ng; ++g)
        for (int h = 0; h < ng; ++h) {
          double sum = 0;
          for (int k = 0; k < n; ++k)
            sum += faces.side[other][2 * ((g * n + k) * slots + slot)] *
                   faces.side_lift[other][(k * ng + h) * slots + slot];
          CHECK(table[g * ng + h] == Approx(sum).margin(1e-11));
        }
    });
  });
}

TEST_CASE("The lifting of a face on itself is one matrix for all faces of a kind of a 3-D cell") {
  for_each_space_3d([](Space space, int p) {
    const auto t = make_tables<double, 3>(space, p, 2 * p);
    const int n = mode_count(space, p);
    for (const auto& faces : t.faces)
      for (int f = 0; f < faces.range.count; ++f)
        for (int g = 0; g < faces.n_points; ++g)
          for (int h = 0; h < faces.n_points; ++h) {
            double sum = 0;
            for (int k = 0; k < n; ++k)
              sum += faces.trace[(f * faces.n_points + g) * n + k] * faces.lift[(f * n + k) * faces.n_points + h];
            CHECK(faces.face_lift[g * faces.n_points + h] == Approx(sum).margin(1e-11));
          }
  });
}

}  // namespace
}  // namespace dg
