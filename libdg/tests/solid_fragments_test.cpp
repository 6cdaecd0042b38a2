#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/solid_fragments.hpp"

namespace dg::test {
namespace {

using Point = std::array<double, 3>;

constexpr double eta = 1.7;

/// Value and reference derivatives of the polynomial with the given modes.
std::array<double, 4> evaluate(int p, const std::vector<double>& modes, const Point& x) {
  const auto n = static_cast<std::size_t>(mode_count(Space::tetrahedron_P, p));
  std::vector<double> v(n), d0(n), d1(n), d2(n);
  evaluate_basis<3>(Space::tetrahedron_P, p, x, v, {d0, d1, d2});
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
void for_each_table(Visit visit) {
  for (int p = 1; p <= 4; ++p) {
    INFO("degree " << p);
    const auto t = make_tables<double, 3>(Space::tetrahedron_P, p, 2 * p);
    visit(t, make_solid_fragments(t, eta), mode_count(t.space, p), t.faces[0].n_points);
  }
}

TEST_CASE("Fragments of tetrahedra interpolate, project and differentiate") {
  for_each_table([](const auto& t, const SolidFragments& f, int modes, int) {
    const auto c = numbers(modes, 0.2);
    REQUIRE(f.point_slots % 2 == 0);
    REQUIRE(f.point_slots * quarters >= t.n_points);
    const auto values = rows(f.value.data(), f.point_slots * quarters, c);
    for (std::size_t q = 0; q < values.size(); ++q) {
      const Point& x = t.points[q < t.points.size() ? q : 0];
      CHECK(values[q] == Approx(evaluate(t.degree, c, x)[0]).margin(1e-12));
    }
    for (int d = 0; d < 3; ++d) {
      const int gradient_modes = total_degree_count(3, t.degree - 1);
      const int size = matrix_size(gradient_modes, modes);
      auto derivative = rows(f.derivative.data() + d * size, gradient_modes, c);
      derivative.resize(modes, 0.0);
      for (const Point& x : t.points)
        CHECK(evaluate(t.degree, derivative, x)[0] == Approx(evaluate(t.degree, c, x)[1 + d]).margin(1e-11));
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
          exact += t.weights[q] * flux[q] * evaluate(t.degree, unit(modes, k), t.points[q])[1 + d];
        CHECK(sum == Approx(exact).margin(1e-11));
      }
  });
}

TEST_CASE("Fragments of tetrahedra lift fluxes, and jumps along the normals of the reference cell") {
  for_each_table([](const auto& t, const SolidFragments& f, int modes, int ng) {
    const int size = matrix_size(modes, ng);
    std::array<std::vector<double>, 3> lifted, exact;
    for (auto& x : exact) x.assign(modes, 0.0);
    const auto add = [&](std::vector<double>& to, const std::vector<double>& x, double factor) {
      to.resize(modes, 0.0);
      for (int k = 0; k < modes; ++k) to[k] += factor * x[k];
    };
    for (int face = 0; face < 4; ++face) {
      const auto x = numbers(ng, 0.3 + face);
      const auto flux = rows(f.lift.data() + face * size, modes, x);
      for (int k = 0; k < modes; ++k) {
        double sum = 0;
        for (int g = 0; g < ng; ++g)
          sum += t.faces[0].weights[g] * x[g] * evaluate(t.degree, unit(modes, k), t.faces[0].points[face][g])[0];
        CHECK(flux[k] == Approx(sum).margin(1e-11));
        for (int d = 0; d < 3; ++d) exact[d][k] += t.faces[0].normal[face * 3 + d] * sum;
      }
      for (int d = 0; d < 3; ++d) {
        if (face == slanted_face) add(lifted[d], flux, 1);
        if (face == face_across(d)) add(lifted[d], flux, -1);
      }
    }
    for (int d = 0; d < 3; ++d)
      for (int k = 0; k < modes; ++k) CHECK(lifted[d][k] == Approx(exact[d][k]).margin(1e-11));
  });
}

TEST_CASE("Fragments of tetrahedra differentiate and lift what is given on a face") {
  for_each_table([](const auto& t, const SolidFragments& f, int modes, int ng) {
    const auto c = numbers(modes, 0.7);
    const int G = slot_count(ng);
    std::vector<double> trace(G * quarters, 0.0);
    for (int g = 0; g < ng; ++g) trace[g] = evaluate(t.degree, c, t.faces[0].points[0][g])[0];
    const auto lifted = rows(f.face_lift.data(), ng, trace);
    for (int g = 0; g < ng; ++g) {
      double exact = 0;
      for (int k = 0; k < modes; ++k) {
        double moment = 0;
        for (int h = 0; h < ng; ++h)
          moment += t.faces[0].weights[h] * trace[h] * evaluate(t.degree, unit(modes, k), t.faces[0].points[0][h])[0];
        exact += eta * moment * evaluate(t.degree, unit(modes, k), t.faces[0].points[0][g])[0];
      }
      CHECK(lifted[g] == Approx(exact).margin(1e-10));
    }
  });
}

}  // namespace
}  // namespace dg::test
