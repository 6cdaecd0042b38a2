#include "libdg/element/prism_face_fragments.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/prism_modes.hpp"
#include "libdg/element/reference_face.hpp"

namespace dg::test {
namespace {

using Place = std::array<double, 3>;

constexpr double eta_of_prisms = 5, constant_of_line = 0.70710678118654752440;

/// Tables and fragments of a degree, and a polynomial of the triangle.
struct PrismFaceCase {
  int p, modes = total_degree_count(2, p), slots = slot_count(modes);
  Tables<double, 3> tables = make_tables<double, 3>(Space::prism_Q, p, 2 * p);
  PrismFragments prism = make_prism_fragments(tables);
  std::vector<int> number = prism_modes_by_line(p);
  PrismFaceFragments faces = make_prism_face_fragments(tables, eta_of_prisms);
  std::vector<double> c = numbers(modes, 0.3);

  /// The polynomial, and its derivatives along the axes.
  std::array<double, 4> at(const Place& x) const {
    std::array<std::vector<double>, 4> phi;
    for (auto& values : phi) values.resize(mode_count(Space::prism_Q, p));
    evaluate_basis<3>(Space::prism_Q, p, x, phi[0], {phi[1], phi[2], phi[3]});
    std::array<double, 4> sum{};
    for (int t = 0; t < modes; ++t)
      for (int d = 0; d < 3; ++d) sum[d] += c[t] * phi[d][number[t]] / constant_of_line;
    return sum;
  }
  /// Own number of a point of an upright face.
  int point(int edge, int place, int q) const {
    return prism.points[place * quarters * prism_edge_slots(p) + edge * prism_edge_stride(p) + q];
  }
  const Place& place_of(int edge, int place, int q) const {
    return tables.faces[1].points[edge][point(edge, place, q)];
  }
};

Place difference(const Place& a, const Place& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

TEST_CASE("Traces on the triangles of a prism are found as the cell and its neighbours list the points") {
  for (const int p : {2, 3, 4}) {
    const PrismFaceCase of{p};
    const auto& face = of.tables.faces[0];
    const int n = face.n_points, pairs = factor_pairs(slot_count(n));
    for (int view = 0; view < 4; ++view)
      for (int f = 0; f < 2; ++f)
        for (int g = 0; g < n; ++g) {
          const FaceMap<3> map =
              view == 0 ? FaceMap<3>(CellShape::prism, f) : FaceMap<3>(CellShape::prism, f, view - 1);
          const double exact = of.at(map.at(ReferenceFace<3>(FaceShape::triangle, p).points[g]))[0];
          const int slot = g / quarters, first = ((2 * view + f) * pairs + slot / 2) * of.slots * warp_lanes;
          CHECK(product(of.faces.end.data() + first, of.c, of.slots, g % quarters)[slot % 2] ==
                Approx(exact).margin(1e-12));
        }
  }
}

TEST_CASE("Traces on the edges of a prism's triangle come with derivatives along the normal") {
  for (const int p : {2, 3, 4}) {
    const PrismFaceCase of{p};
    for (int f = 0; f < prism_edges; ++f) {
      const Place normal = FaceMap<3>(CellShape::prism, 2 + f).scaled_normal();
      const double length = std::hypot(normal[0], normal[1], normal[2]);
      for (const int backward : {0, 1})
        for (int q = 0; q <= p; ++q) {
          const auto exact = of.at(of.place_of(f, 0, backward ? p - q : q));
          const int slot = (2 * f + backward) * slot_count(p + 1) + q / quarters;
          const auto x = product(of.faces.edge.data() + slot * of.slots * warp_lanes, of.c, of.slots, q % quarters);
          CHECK(x[0] == Approx(exact[0]).margin(1e-12));
          const double slope = (exact[1] * normal[0] + exact[2] * normal[1]) / length;
          CHECK(x[1] * length == Approx(slope).margin(1e-11));
        }
    }
  }
}

TEST_CASE("On an upright face of a prism, derivatives and liftings go by edge and line") {
  for (const int p : {2, 3, 4}) {
    const PrismFaceCase of{p};
    const auto& face = of.tables.faces[1];
    for (int f = 0; f < prism_edges; ++f) {
      const FaceMap<3> map(CellShape::prism, 2 + f);
      const Place along[2] = {difference(map.at({1, 0}), map.at({0, 0})), difference(map.at({0, 1}), map.at({0, 0}))};
      REQUIRE(along[of.faces.edge_direction][2] == 0);
      CHECK(along[1 - of.faces.edge_direction][2] == Approx(of.faces.line_sign));
      const int slots = slot_count(p + 1);
      std::vector<double> values(quarters * slots), jumps(quarters * slots);
      for (int q = 0; q <= p; ++q) {
        values[q] = of.at(of.place_of(f, 0, q))[0];
        jumps[q] = std::cos(1.0 + q);
      }
      for (int q = 0; q <= p; ++q) {
        const bool is_last = q == quarters;
        const auto* fragment = (is_last ? of.faces.on_last.data() + f * quarters * slots * warp_lanes
                                        : of.faces.on_edge.data() + f * slots * warp_lanes);
        const auto exact = of.at(of.place_of(f, 0, q));
        const Place& t = along[of.faces.edge_direction];
        CHECK(product(fragment, values, slots, q % quarters)[0] ==
              Approx(exact[1] * t[0] + exact[2] * t[1]).margin(1e-11));
        for (int place = 0; place <= p; ++place) {  // of jumps at one place only
          double lifting = 0;
          for (int k = 0; k <= p; ++k)
            lifting +=
                eta_of_prisms * face.face_lift[of.point(f, place, q) * face.n_points + of.point(f, 1, k)] * jumps[k];
          CHECK((place == 1 ? product(fragment, jumps, slots, q % quarters)[1] : 0.0) == Approx(lifting).margin(1e-10));
        }
      }
    }
  }
}

TEST_CASE("Points of the plus side of an upright face are found by edge and line, or its line meets the edge") {
  for (const int p : {2, 3, 4}) {
    const PrismFaceCase of{p};
    const ReferenceFace<3> reference(FaceShape::quadrilateral, p);
    int across = 0;
    for (int minus = 0; minus < prism_edges; ++minus)
      for (int plus = 0; plus < prism_edges; ++plus)
        for (int orientation = 0; orientation < 4; ++orientation) {
          const FaceMap<3> map(CellShape::prism, 2 + plus, orientation);
          const Index view = of.faces.side[(minus * prism_edges + plus) * 4 + orientation];
          const double line_to_edge = difference(map.at(reference.points[of.point(minus, 0, 0)]),
                                                 map.at(reference.points[of.point(minus, 1, 0)]))[2];
          across += view == prism_side_across;
          CHECK((view == prism_side_across) == (std::abs(line_to_edge) < 1e-12));
          for (int i = 0; view >= 0 && i < (p + 1) * (p + 1); ++i) {
            const int place = i / (p + 1), q = i % (p + 1);
            const Place x = map.at(reference.points[of.point(minus, place, q)]);
            const Place& y = of.place_of(plus, view & prism_line_backward ? p - place : place,
                                         view & prism_edge_backward ? p - q : q);
            for (int d = 0; d < 3; ++d) CHECK(x[d] == Approx(y[d]).margin(1e-13));
          }
        }
    CHECK(across == 18);
  }
}

}  // namespace
}  // namespace dg::test
