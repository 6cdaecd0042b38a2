/// Matrices of the products of triangle and line that Q is on prisms, for sum factorisation: of the triangle alone.
///
/// Mode (i, j) is T_i(x, y) phi_j(z), T_i being the orthonormal polynomials of the triangle. What has been turned into
/// values at the points of the line (element/line_matrices.hpp) has modes of the triangle at each: T-modes for short.
/// Points of an upright side are [q][e], q along the line and e along the edge of the triangle.
#pragma once

#include <array>
#include <span>

#include "libdg/element/basis.hpp"
#include "libdg/element/line_matrices.hpp"
#include "libdg/element/reference_face.hpp"
#include "quadrature/rule.hpp"

namespace dg {

/// Mode (i, j) of the space in the order of element/basis.hpp, for [j][i].
template <int P>
struct PrismModes {
  static constexpr int of_triangle = (P + 1) * (P + 2) / 2;
  short place[P + 1][of_triangle];

  constexpr PrismModes() : place{} {
    short mode = 0;
    for (int q = 0; q <= P; ++q)
      for (int total = q; total <= 2 * q; ++total)
        for (int j = total - q; j <= q; ++j) {
          const int d = total - j;  // degree in the triangle
          if (j != q && d != q) continue;
          for (int m = 0; m <= d; ++m) place[j][d * (d + 1) / 2 + m] = mode++;
        }
  }
};

/// Where a prism has its triangles and its upright sides.
inline constexpr int prism_triangles = 2, prism_sides = 3;

/// The triangles at both ends of the line, with one rule.
template <class Real, int P>
struct PrismTriangles {
  static constexpr int NT = PrismModes<P>::of_triangle, NG = face_point_count(FaceShape::triangle, P);
  Real value[prism_triangles][NG][NT];    ///< [f][g][i]: T_i at point g of the face, as the cell lists them
  Real project[prism_triangles][NT][NG];  ///< [f][i][g]: w_g T_i
  Real at_face[NG][NT][4];                ///< [g][i][f]: `value` for lanes with different faces

  explicit PrismTriangles(FaceRule rule) : at_face{} {
    const ReferenceFace<3> face(FaceShape::triangle, P, rule);
    for (int f = 0; f < prism_triangles; ++f) {
      const auto points = FaceMap<3>(CellShape::prism, f).at(face.points);
      for (int g = 0; g < NG; ++g) {
        const auto& x = points[static_cast<std::size_t>(g)];
        std::array<double, NT> t;
        evaluate_basis<2>(Space::triangle_P, P, {x[0], x[1]}, t);
        for (int i = 0; i < NT; ++i) {
          const double v = t[static_cast<std::size_t>(i)];
          value[f][g][i] = at_face[g][i][f] = static_cast<Real>(v);
          project[f][i][g] = static_cast<Real>(face.weights[static_cast<std::size_t>(g)] * v);
        }
      }
    }
  }
};

template <class Real, int P>
struct PrismLines {
  static constexpr int NL = P + 1, NT = PrismModes<P>::of_triangle;
  Real derivative[2][NT][NT];              ///< [d][i][l]: (T_i, d T_l / d x_d), zero for l <= i
  Real edge[prism_sides][NL][NT];          ///< [f][e][i]: T_i on an upright side
  Real edge_slope[prism_sides][NL][NT];    ///< its derivative along the normal of the side
  Real edge_project[prism_sides][NT][NL];  ///< [f][i][e]: w_e T_i
  Real edge_lift[NL][NL];                  ///< [e][e']: w_e' sum_i T_i(e) T_i(e'), the same on every side
  Real at_edge[NL][NT][4][2];              ///< [e][i][f]: `edge` and `edge_slope` for lanes with different sides
  PrismTriangles<Real, P> triangles[2]{PrismTriangles<Real, P>(FaceRule::full),
                                       PrismTriangles<Real, P>(FaceRule::reduced)};

  PrismLines() : derivative{}, edge_lift{}, at_edge{} {
    set_derivative();
    for (int f = 0; f < prism_sides; ++f) set_side(f);
  }

 private:
  struct Values {
    std::array<double, NT> t, d[2];
    Values(double x, double y) {
      evaluate_basis<2>(Space::triangle_P, P, {x, y}, t, {std::span<double>(d[0]), std::span<double>(d[1])});
    }
  };

  void set_derivative() {
    const auto rule = triangle_rule(2 * P);
    double sum[2][NT][NT] = {};
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      const Values at(rule.points[q][0], rule.points[q][1]);
      for (std::size_t i = 0; i < NT; ++i)
        for (std::size_t d = 0; d < 2; ++d)
          for (std::size_t l = i + 1; l < NT; ++l) sum[d][i][l] += rule.weights[q] * at.t[i] * at.d[d][l];
    }
    for (int d = 0; d < 2; ++d)
      for (int i = 0; i < NT; ++i)
        for (int l = i + 1; l < NT; ++l) derivative[d][i][l] = static_cast<Real>(sum[d][i][l]);
  }

  void set_side(int f) {
    const FaceMap<3> map(CellShape::prism, prism_triangles + f);
    const auto rule = gauss_legendre(NL);
    const auto normal = map.unit_normal();
    std::array<std::array<double, NT>, NL> value;
    for (std::size_t e = 0; e < NL; ++e) {
      const auto x = map.at({rule.points[e][0], 0});
      const Values at(x[0], x[1]);
      value[e] = at.t;
      for (std::size_t i = 0; i < NT; ++i) {
        edge[f][e][i] = at_edge[e][i][f][0] = static_cast<Real>(at.t[i]);
        edge_slope[f][e][i] = at_edge[e][i][f][1] = static_cast<Real>(normal[0] * at.d[0][i] + normal[1] * at.d[1][i]);
        edge_project[f][i][e] = static_cast<Real>(rule.weights[e] * at.t[i]);
      }
    }
    for (std::size_t e = 0; e < NL && f == 0; ++e)
      for (std::size_t other = 0; other < NL; ++other) {
        double sum = 0;
        for (std::size_t i = 0; i < NT; ++i) sum += value[e][i] * value[other][i];
        edge_lift[e][other] = static_cast<Real>(rule.weights[other] * sum);
      }
  }
};

/// All that, found once.
template <class Real, int P>
const PrismLines<Real, P>& prism_lines() {
  static const PrismLines<Real, P> lines;
  return lines;
}

}  // namespace dg
