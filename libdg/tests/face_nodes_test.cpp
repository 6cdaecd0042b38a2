#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/face_nodes.hpp"
#include "libdg/element/reference_face.hpp"

namespace dg::test {
namespace {

constexpr double eta_of_nodes = 1.7;
constexpr int tetrahedron_faces = 4, orientations = 3;

/// The first `count` numbers of a matrix in pairs of slots times x, padded with zeros to whole slots.
std::vector<double> multiply(const double* matrix, int count, const std::vector<double>& x) {
  const int slots = static_cast<int>(x.size()) / quarters;
  std::vector<double> y(quarters * slot_count(count), 0.0);
  for (int i = 0; i < count; ++i) {
    const int slot = i / quarters;
    y[i] = product(matrix + slot / 2 * slots * warp_lanes, x, slots, i % quarters)[slot % 2];
  }
  return y;
}

/// Straight tetrahedra of a degree, their modes in whole slots, and matrices at the nodes of their faces.
struct Case {
  Tables<double, 3> t;
  FaceNodes f;
  int p, nodes = face_node_count(p), modes, points;

  Case(int degree, FaceRule rule)
      : t(make_tables<double, 3>(Space::tetrahedron_P, degree, 2 * degree, Exactness::each_direction, rule)),
        f(make_face_nodes(t, eta_of_nodes)),
        p(degree),
        modes(mode_count(Space::tetrahedron_P, degree)),
        points(t.faces[0].n_points) {}

  int pair_size(int in) const { return slot_count(in) * warp_lanes; }
  /// At the nodes, of the polynomial with the modes c: on local face i, or as the plus side lists them.
  std::vector<double> traces(int i, const std::vector<double>& c) const {
    return multiply(f.trace[0].data() + i * slot_count(nodes) * pair_size(modes), nodes, c);
  }
  std::vector<double> oriented_traces(int i, int orientation, const std::vector<double>& c) const {
    return multiply(f.trace[1].data() + (i + tetrahedron_faces * orientation) * slot_count(nodes) * pair_size(modes),
                    nodes, c);
  }
  /// Value, and derivatives along the directions of the reference face, at a point from those at the nodes.
  double at_point(int g, int what, const std::vector<double>& x) const {
    const int slot = g / quarters;
    return what < 2 ? at_point(g, slot % 2, what, x) : at_point(g, 2, slot % 2, x);
  }
  /// The value by the matrix for both slots of a pair.
  double value_of_two(int g, const std::vector<double>& x) const { return at_point(g, 3, g / quarters % 2, x); }
  double at_point(int g, int matrix, int column, const std::vector<double>& x) const {
    const int slot = g / quarters;
    const double* pair = f.point.data() + (slot / 2 * face_point_matrices + matrix) * pair_size(nodes);
    return product(pair, x, slot_count(nodes), g % quarters)[column];
  }
  std::vector<double> projected(const std::vector<double>& x) const { return multiply(f.project.data(), nodes, x); }
  double mode(int k, const std::array<double, 3>& x) const {
    std::vector<double> v(modes), d(modes), e(modes), g(modes);
    evaluate_basis<3>(t.space, p, x, v, {d, e, g});
    return v[k];
  }
  /// Integral of mode k over local face i times what has the values x at the points of the rule.
  double moment(int i, int k, const std::vector<double>& x) const {
    double sum = 0;
    for (int g = 0; g < points; ++g) sum += t.faces[0].weights[g] * x[g] * mode(k, t.faces[0].points[i][g]);
    return sum;
  }
};

template <class Visit>
void for_each_case(const Visit& visit) {
  for (const FaceRule rule : {FaceRule::full, FaceRule::reduced})
    for (int p = 1; p <= 4; ++p) {
      INFO("degree " << p << (rule == FaceRule::reduced ? ", reduced" : ""));
      visit(Case(p, rule), ReferenceFace<3>(FaceShape::triangle, p, rule));
    }
}

TEST_CASE("Traces at the nodes of faces give those at the points, and derivatives along the face") {
  for_each_case([](const Case& c, const ReferenceFace<3>& face) {
    const auto modes = numbers(c.modes, 0.2);
    for (int i = 0; i < tetrahedron_faces; ++i) {
      const auto at_nodes = c.traces(i, modes);
      std::vector<double> exact(c.points, 0.0);
      for (int g = 0; g < c.points; ++g)
        for (int k = 0; k < c.modes; ++k) exact[g] += modes[k] * c.mode(k, c.t.faces[0].points[i][g]);
      for (int g = 0; g < c.points; ++g) {
        CHECK(c.at_point(g, 0, at_nodes) == Approx(exact[g]).margin(1e-12));
        CHECK(c.value_of_two(g, at_nodes) == Approx(exact[g]).margin(1e-12));
        for (int a = 0; a < 2; ++a) {
          double slope = 0;
          for (int h = 0; h < c.points; ++h) slope += face.derivatives[a][g * c.points + h] * exact[h];
          CHECK(c.at_point(g, 1 + a, at_nodes) == Approx(slope).margin(1e-10));
        }
      }
    }
  });
}

TEST_CASE("What is projected to the nodes of faces has the integrals and liftings of what it was") {
  for_each_case([](const Case& c, const ReferenceFace<3>&) {
    const auto x = numbers(c.points, 0.7), at_nodes = c.projected(x);
    for (int i = 0; i < tetrahedron_faces; ++i) {
      const auto lifted =
          multiply(c.f.lift.data() + i * factor_pairs(slot_count(c.modes)) * c.pair_size(c.nodes), c.modes, at_nodes);
      for (int k = 0; k < c.modes; ++k) CHECK(lifted[k] == Approx(c.moment(i, k, x)).margin(1e-11));
    }
    const auto lifted = multiply(c.f.face_lift.data(), c.nodes, at_nodes);
    for (int g = 0; g < c.points; ++g) {
      double exact = 0;
      for (int k = 0; k < c.modes; ++k)
        exact += eta_of_nodes * c.moment(0, k, x) * c.mode(k, c.t.faces[0].points[0][g]);
      CHECK(c.at_point(g, 0, lifted) == Approx(exact).margin(1e-10));
    }
  });
}

TEST_CASE("Faces that a neighbour sees list the nodes of the cell in another order") {
  for_each_case([](const Case& c, const ReferenceFace<3>&) {
    const auto modes = numbers(c.modes, 0.4);
    for (int i = 0; i < tetrahedron_faces; ++i) {
      const auto own = c.traces(i, modes);
      for (int k = 0; k < c.nodes; ++k) CHECK(c.f.own_node[k] == k);
      for (int orientation = 0; orientation < orientations; ++orientation) {
        const auto seen = c.oriented_traces(i, orientation, modes);
        for (int k = 0; k < c.nodes; ++k)
          CHECK(seen[c.f.own_node[(1 + orientation) * c.nodes + k]] == Approx(own[k]).margin(1e-12));
      }
    }
  });
}

/// Sum over n numbers of a row of a matrix, from number `row` on, times x.
double times(const std::vector<double>& matrix, int row, int n, const std::vector<double>& x) {
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += matrix.at(row + i) * x[i];
  return sum;
}

TEST_CASE("Matrices for a thread that takes a face alone are those for tiles") {
  for_each_case([](const Case& c, const ReferenceFace<3>& face) {
    if (c.p > 2) return;
    const FaceTermNumbers size(c.p);
    const FaceTerms terms = make_face_terms(c.t, eta_of_nodes);
    const int n = size.terms;
    const auto modes = numbers(c.modes, 0.2), on_nodes = numbers(n, 0.5), at_points = numbers(c.points, 0.7);
    /// Derivatives along the directions of the face, by their definition.
    const auto slope = [&](const std::vector<double>& x, int a, double x0, double x1) {
      double sum = 0;
      for (int i = 0; i <= c.p; ++i)
        for (int j = 0; i + j <= c.p; ++j) {
          const int power = a == 0 ? i : j;
          if (power > 0) sum += power * x[face_term(i, j)] * std::pow(x0, i - (a == 0)) * std::pow(x1, j - (a == 1));
        }
      return sum;
    };
    /// The value at a point of the rule, or at a node, of what has such terms.
    const auto value = [&](const std::vector<double>& powers, int begin, const std::vector<double>& x, int count) {
      double sum = x[0];
      for (int k = 1; k < count; ++k) sum += powers[begin + k - 1] * x[k];
      return sum;
    };
    const auto check_side = [&](int side, int number) {
      const int slots = slot_count(n);
      const double* tiles = c.f.trace[side].data() + number * slots * c.pair_size(c.modes);
      const auto both = multiply(tiles, 2 * slots * quarters, modes);
      const std::vector<double> at_nodes(both.begin(), both.begin() + slots * quarters);
      std::vector<double> trace(n), across(size.slopes);
      for (int k = 0; k < n; ++k) trace[k] = times(terms.side[side], number * size.side + k * size.row, c.modes, modes);
      for (int k = 0; k < size.slopes; ++k)
        across[k] = times(terms.side[side], number * size.side + (n + k) * size.row, c.modes, modes);
      for (int i = 0; i < n; ++i) {
        const int powers = size.node + i * (n - 1);
        CHECK(value(terms.face, powers, trace, n) == Approx(both[i]).margin(1e-12));
        CHECK(value(terms.face, powers, across, size.slopes) == Approx(both[slots * quarters + i]).margin(1e-12));
      }
      for (int g = 0; g < c.points; ++g) {
        CHECK(value(terms.point, g * size.point, trace, n) == Approx(c.at_point(g, 0, at_nodes)).margin(1e-12));
        for (int a = 0; a < 2; ++a)
          CHECK(slope(trace, a, face.points[g][0], face.points[g][1]) ==
                Approx(c.at_point(g, 1 + a, at_nodes)).margin(1e-11));
      }
    };
    for (int i = 0; i < tetrahedron_faces; ++i) check_side(0, i);
    for (int i = 0; i < tetrahedron_faces * orientations; ++i) check_side(1, i);
    auto padded = on_nodes;
    padded.resize(quarters * slot_count(n));
    const auto projected = c.projected(at_points), lifted = multiply(c.f.face_lift.data(), n, padded);
    std::vector<double> lifting(n);
    for (int k = 0; k < n; ++k) lifting[k] = times(terms.face, k * n, n, on_nodes);
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int g = 0; g < c.points; ++g) sum += terms.point[g * size.point + n - 1 + i] * at_points[g];
      CHECK(sum == Approx(projected[i]).margin(1e-12));
      CHECK(value(terms.face, size.node + i * (n - 1), lifting, n) == Approx(lifted[i]).margin(1e-11));
    }
    for (int i = 0; i < tetrahedron_faces; ++i)
      for (int view = 0; view <= orientations; ++view) {
        std::vector<double> stored(n);
        for (int k = 0; k < n; ++k) stored[c.f.own_node[view * n + k]] = on_nodes[k];
        const auto of_own =
            multiply(c.f.lift.data() + i * factor_pairs(slot_count(c.modes)) * c.pair_size(n), c.modes, padded);
        for (int k = 0; k < c.modes; ++k)
          CHECK(times(terms.lift, (i * (1 + orientations) + view) * size.lift + k * n, n, stored) ==
                Approx(of_own[k]).margin(1e-12));
      }
  });
}

}  // namespace
}  // namespace dg::test
