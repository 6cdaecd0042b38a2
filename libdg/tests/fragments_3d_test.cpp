#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/fragments_3d.hpp"
#include "libdg/kernels/schedules/tiles/piece_plan.hpp"
#include "quadrature/rule.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;

constexpr double eta_3d = 1.7;

/// Value and reference derivatives of the polynomial with the given modes.
std::array<double, 4> evaluate(const Tables<double, 3>& t, const std::vector<double>& modes, const Point& x) {
  const auto n = static_cast<std::size_t>(mode_count(t.space, t.degree));
  std::vector<double> v(n), d0(n), d1(n), d2(n);
  evaluate_basis<3>(t.space, t.degree, x, v, {d0, d1, d2});
  std::array<double, 4> sum{};
  for (std::size_t k = 0; k < n; ++k) {
    sum[0] += modes[k] * v[k];
    sum[1] += modes[k] * d0[k];
    sum[2] += modes[k] * d1[k];
    sum[3] += modes[k] * d2[k];
  }
  return sum;
}

std::vector<double> unit(int n, int k) {
  std::vector<double> x(n, 0.0);
  x[k] = 1;
  return x;
}

/// Rows of a matrix given in pairs of slots, times numbers.
std::vector<double> rows(const double* matrix, int count, const std::vector<double>& x) {
  const int slots = static_cast<int>(x.size()) / quarters;
  std::vector<double> y;
  for (int i = 0; i < count; ++i) {
    const int slot = i / quarters;
    y.push_back(product(matrix + slot / 2 * slots * warp_lanes, x, slots, i % quarters)[slot % 2]);
  }
  return y;
}

/// Fragments of a row of pairs that give so many numbers, from so many.
int matrix_size(int out, int in) { return factor_pairs(slot_count(out)) * slot_count(in) * warp_lanes; }

template <class Visit>
void for_each_table_3d(Visit visit) {
  for (const Space space : {Space::tetrahedron_P, Space::prism_P, Space::prism_Q, Space::hexahedron_P,
                            Space::hexahedron_Q, Space::pyramid_P})
    for (int p = 1; p <= 3; ++p) {
      INFO("space " << static_cast<int>(space) << ", degree " << p);
      const auto t = make_tables<double, 3>(space, p, 2 * p);
      visit(t, make_fragments_3d(t, eta_3d), mode_count(space, p));
    }
}

TEST_CASE("Fragments of 3-D cells interpolate, project and differentiate") {
  for_each_table_3d([](const auto& t, const Fragments3D& f, int modes) {
    const auto c = numbers(modes, 0.2);
    REQUIRE(f.point_slots % 2 == 0);
    REQUIRE(f.point_slots * quarters >= t.n_points);
    const auto values = rows(f.value.data(), f.point_slots * quarters, c);
    for (std::size_t q = 0; q < values.size(); ++q) {
      const Point& x = t.points[q < t.points.size() ? q : 0];
      CHECK(values[q] == Approx(evaluate(t, c, x)[0]).margin(1e-12));
    }
    for (int d = 0; d < 3; ++d) {
      const int gradient_modes = gradient_mode_count(t.space, t.degree);
      const int size = matrix_size(gradient_modes, modes);
      auto derivative = rows(f.derivative.data() + d * size, gradient_modes, c);
      derivative.resize(modes, 0.0);
      for (const Point& x : t.points)
        CHECK(evaluate(t, derivative, x)[0] == Approx(evaluate(t, c, x)[1 + d]).margin(1e-11));
    }
    const auto flux = numbers(t.n_points, 0.4);
    const int pairs = factor_pairs(slot_count(modes));
    for (int k = 0; k < modes; ++k)
      for (int d = 0; d < 3; ++d) {
        double sum = 0, exact = 0;
        for (int s = 0; s < f.point_slots; s += 2) {
          std::vector<double> eight(2 * quarters, 0.0);
          for (int i = 0; i < 2 * quarters && quarters * s + i < t.n_points; ++i) eight[i] = flux[quarters * s + i];
          const int slot = k / quarters, at = ((s / 2 * 3 + d) * pairs + slot / 2) * 2 * warp_lanes;
          sum += product(f.project.data() + at, eight, 2, k % quarters)[slot % 2];
        }
        for (int q = 0; q < t.n_points; ++q)
          exact += t.weights[q] * flux[q] * evaluate(t, unit(modes, k), t.points[q])[1 + d];
        CHECK(sum == Approx(exact).margin(1e-11));
      }
  });
}

TEST_CASE("Fragments of 3-D cells lift fluxes") {
  for_each_table_3d([](const auto& t, const Fragments3D& f, int modes) {
    for (int face = 0; face < face_count(shape_of(t.space)); ++face) {
      const int kind = kind_of_face(shape_of(t.space), face);
      const auto& of_kind = t.faces[kind];
      const int at = face - of_kind.range.first, ng = of_kind.n_points;
      const auto x = numbers(ng, 0.3 + face);
      const auto flux = rows(f.faces[kind].lift.data() + at * matrix_size(modes, ng), modes, x);
      for (int k = 0; k < modes; ++k) {
        double sum = 0;
        for (int g = 0; g < ng; ++g)
          sum += of_kind.weights[g] * x[g] * evaluate(t, unit(modes, k), of_kind.points[at][g])[0];
        CHECK(flux[k] == Approx(sum).margin(1e-11));
      }
    }
  });
}

TEST_CASE("Faces of 3-D cells have the normals of the reference cell") {
  for_each_table_3d([](const auto& t, const Fragments3D&, int) {
    for (int face = 0; face < face_count(shape_of(t.space)); ++face) {
      const auto& of_kind = t.faces[kind_of_face(shape_of(t.space), face)];
      for (int d = 0; d < 3; ++d)
        CHECK(of_kind.normal[(face - of_kind.range.first) * 3 + d] ==
              Approx(reference_normal(shape_of(t.space), face, d)).margin(1e-14));
    }
  });
}

TEST_CASE("Fragments of 3-D cells lift what is given on a face") {
  for_each_table_3d([](const auto& t, const Fragments3D& f, int modes) {
    for (int kind = 0; kind < 2; ++kind) {
      const auto& of_kind = t.faces[kind];
      if (of_kind.range.count == 0) continue;
      const int ng = of_kind.n_points;
      const auto x = numbers(ng, 0.7);
      const auto lifted = rows(f.faces[kind].face_lift[0].data(), ng, x);
      for (int g = 0; g < ng; ++g) {
        double exact = 0;
        for (int k = 0; k < modes; ++k) {
          double moment = 0;
          for (int h = 0; h < ng; ++h)
            moment += of_kind.weights[h] * x[h] * evaluate(t, unit(modes, k), of_kind.points[0][h])[0];
          exact += eta_3d * moment * evaluate(t, unit(modes, k), of_kind.points[0][g])[0];
        }
        CHECK(lifted[g] == Approx(exact).margin(1e-10));
      }
    }
  });
}

TEST_CASE("Points on the faces of hexahedra lie in line with those of the volume") {
  for (int p = 1; p <= 4; ++p) {
    const auto t = make_tables<double, 3>(Space::hexahedron_Q, p, 2 * p);
    const auto points = line_points_of_faces(t);
    const auto line = gauss_legendre(p + 1);
    for (int face = 0; face < 6; ++face)
      for (int node = 0; node < (p + 1) * (p + 1); ++node) {
        const Point& x = t.faces[1].points[face][points[face * (p + 1) * (p + 1) + node]];
        const int coordinates[2] = {node % (p + 1), node / (p + 1)};
        for (int d = 0, i = 0; d < 3; ++d) {
          const int normal = reference_normal(CellShape::hexahedron, face, d);
          CHECK(x[d] == Approx(normal != 0 ? normal : line.points[coordinates[i++]][0]).margin(1e-14));
        }
      }
  }
}

/// Directions of the reference cell in which a face has a normal.
int components(CellShape shape, int f) {
  int count = 0;
  for (int r = 0; r < 3; ++r) count += reference_normal(shape, f, r) != 0;
  return count;
}

TEST_CASE("Pieces of faces wait in places that are free") {
  struct Wanted {
    bool viscous, once, together;
  };
  for (const CellShape shape : {CellShape::tetrahedron, CellShape::prism, CellShape::hexahedron, CellShape::pyramid})
    for (const auto& [viscous, once, together] :
         {Wanted{true, true, false}, Wanted{true, false, false}, Wanted{false, true, false}, Wanted{true, true, true},
          Wanted{true, false, true}, Wanted{false, true, true}}) {
      INFO("shape " << static_cast<int>(shape) << (viscous ? ", viscous" : "") << (once ? "" : ", no sums are kept")
                    << (together ? ", together" : ""));
      const PiecePlan plan = piece_plan(shape, viscous, once, together);
      const int faces = face_count(shape), slanted = slanted_faces(shape);
      REQUIRE(plan.fluxes == (viscous && together ? 0 : faces));
      int jumps = 0, again = 0;
      for (int f = 0; f < faces; ++f) jumps += components(shape, f);
      if (once && slanted == 1) again = jumps - faces;  // sums over the face for several directions are kept
      REQUIRE(plan.steps() == plan.fluxes + (viscous ? jumps - again : 0));
      // What lies in each place, and the groups of copies in the order in which they are asked for.
      std::array<int, 3> content{};
      for (int s = 0; s < PiecePlan::places; ++s) content[plan.place[s]] = s;
      std::vector<int> asked{0, 1, 2};
      for (int s = 0; s < plan.steps(); ++s) {
        CHECK(content[plan.place[s]] == s);
        const auto group = std::find(asked.begin(), asked.end(), s);
        REQUIRE(group != asked.end());
        CHECK(asked.end() - group - 1 == plan.pending[s]);
        content[plan.place[s]] = plan.following[s];
        if (plan.following[s] != PiecePlan::unused) asked.push_back(plan.following[s]);
        for (int r = 0; viscous && r < 3; ++r)
          if (s + 1 == plan.end[r]) {
            CHECK(content[r] == PiecePlan::unused);
            content[r] = -2;  // q_r
          }
      }
      for (int f = 0; f < faces; ++f) {
        int fluxes = 0, with_jump = 0;
        for (int s = 0; s < plan.steps(); ++s)
          if (plan.face[s] == f) {
            fluxes += plan.flux[s];
            with_jump += plan.jump[s];
          }
        CHECK(fluxes == 1);
        CHECK(with_jump == (!viscous ? 0 : once && slanted == 1 ? 1 : components(shape, f)));
      }
    }
}

}  // namespace
}  // namespace dg::test
