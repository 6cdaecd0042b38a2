#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "fragment_product.hpp"
#include "libdg/element/basis.hpp"
#include "libdg/element/fragments.hpp"
#include "libdg/element/reference_face.hpp"
#include "quadrature/rule.hpp"

namespace dg {
namespace {

using test::numbers;
using test::product;

/// Value and reference derivatives of the polynomial with the given modes.
std::array<double, 3> evaluate(Space space, int p, const std::vector<double>& modes, std::array<double, 2> x) {
  const auto n = static_cast<std::size_t>(mode_count(space, p));
  std::vector<double> v(n), r(n), s(n);
  evaluate_basis(space, p, x[0], x[1], v, r, s);
  std::array<double, 3> sum{};
  for (std::size_t k = 0; k < n; ++k) {
    sum[0] += modes[k] * v[k];
    sum[1] += modes[k] * r[k];
    sum[2] += modes[k] * s[k];
  }
  return sum;
}

constexpr double eta_2d = 1.7;

template <class Visit>
void for_each_table(Visit visit) {
  for (const Space space : {Space::triangle_P, Space::quadrilateral_P, Space::quadrilateral_Q})
    for (int p = 0; p <= max_degree; ++p) {
      INFO("space " << static_cast<int>(space) << ", degree " << p);
      const auto t = make_tables<double>(space, p, 2 * p);
      visit(t, make_fragments(t, eta_2d));
    }
}

TEST_CASE("Fragments give values and derivatives at volume points") {
  for_each_table([](const Tables<double>& t, const Fragments& f) {
    const int modes = mode_count(t.space, t.degree), K = slot_count(modes);
    const int M = slot_count(face_count(shape_of(t.space)) * (t.degree + 1));
    const auto c = numbers(modes, 0.2);
    REQUIRE(f.point_slots * quarters >= t.n_points);
    for (int q = 0; q < t.n_points; ++q) {
      const int slot = q / quarters, quarter = q % quarters;
      const auto exact = evaluate(t.space, t.degree, c, t.points[q]);
      const auto value = product(&f.value[slot / 2 * K * warp_lanes], c, K, quarter);
      const auto gradient = product(&f.gradient[slot * (K + M) * warp_lanes], c, K, quarter);
      CHECK(value[slot % 2] == Approx(exact[0]).margin(1e-12));
      for (int d = 0; d < 2; ++d) CHECK(gradient[d] == Approx(exact[1 + d]).margin(1e-11));
    }
  });
}

TEST_CASE("Fragments lift jumps as the integrals over the faces of an affine cell do") {
  const double J[2][2] = {{0.7, 0.2}, {-0.3, 1.1}}, det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
  for_each_table([&](const Tables<double>& t, const Fragments& f) {
    const int modes = mode_count(t.space, t.degree), K = slot_count(modes), ng = t.degree + 1;
    const int nf = face_count(shape_of(t.space)), M = slot_count(nf * ng);
    const auto jump = numbers(nf * ng, 0.9);
    const auto v = reference_vertices(shape_of(t.space));
    // The lifting r solves int r . phi dx = sum_f int phi jump n ds in physical coordinates.
    std::array<std::vector<double>, 2> lifted{std::vector<double>(modes, 0.0), std::vector<double>(modes, 0.0)};
    for (int face = 0; face < nf; ++face) {
      const auto &a = v[face], &b = v[(face + 1) % nf];
      const double tangent[2] = {J[0][0] * (b[0] - a[0]) + J[0][1] * (b[1] - a[1]),
                                 J[1][0] * (b[0] - a[0]) + J[1][1] * (b[1] - a[1])};
      const double scaled_normal[2] = {0.5 * tangent[1], -0.5 * tangent[0]};
      for (int g = 0; g < ng; ++g)
        for (int k = 0; k < modes; ++k) {
          std::vector<double> unit(modes, 0.0);
          unit[k] = 1;
          const double phi = evaluate(t.space, t.degree, unit, t.faces[0].points[face][g])[0];
          for (int d = 0; d < 2; ++d)
            lifted[d][k] += scaled_normal[d] * t.faces[0].weights[g] * phi * jump[face * ng + g] / det;
        }
    }
    const double inverse[2][2] = {{J[1][1] / det, -J[0][1] / det}, {-J[1][0] / det, J[0][0] / det}};  // d xi_i / d x_d
    for (int q = 0; q < t.n_points; ++q) {
      const int slot = q / quarters, quarter = q % quarters;
      const auto reference = product(&f.gradient[(slot * (K + M) + K) * warp_lanes], jump, M, quarter);
      for (int d = 0; d < 2; ++d) {
        const double exact = evaluate(t.space, t.degree, lifted[d], t.points[q])[0];
        CHECK(inverse[0][d] * reference[0] + inverse[1][d] * reference[1] == Approx(exact).margin(1e-11));
      }
    }
  });
}

TEST_CASE("Fragments project fluxes at volume and face points to modes") {
  for_each_table([](const Tables<double>& t, const Fragments& f) {
    const int modes = mode_count(t.space, t.degree), pairs = (slot_count(modes) + 1) / 2, ng = t.degree + 1;
    const int nf = face_count(shape_of(t.space));
    const auto at_points = numbers(t.n_points, 0.4), on_faces = numbers(nf * ng, 0.1);
    for (int k = 0; k < modes; ++k) {
      const int slot = k / quarters, quarter = k % quarters, pair = slot / 2, j = slot % 2;
      std::vector<double> unit(modes, 0.0);
      unit[k] = 1;
      for (int d = 0; d < 2; ++d) {
        double sum = 0, exact = 0;
        for (int s = 0; s < f.point_slots; ++s) {
          std::vector<double> four(quarters, 0.0);
          for (int i = 0; i < quarters; ++i)
            if (quarters * s + i < t.n_points) four[i] = at_points[quarters * s + i];
          sum += product(&f.project[((s * pairs + pair) * 2 + d) * warp_lanes], four, 1, quarter)[j];
        }
        for (int q = 0; q < t.n_points; ++q)
          exact += t.weights[q] * at_points[q] * evaluate(t.space, t.degree, unit, t.points[q])[1 + d];
        CHECK(sum == Approx(exact).margin(1e-11));
      }
      const int M = slot_count(nf * ng);
      const double sum = product(&f.lift[pair * M * warp_lanes], on_faces, M, quarter)[j];
      double exact = 0;
      for (int face = 0; face < nf; ++face)
        for (int g = 0; g < ng; ++g)
          exact += t.faces[0].weights[g] * on_faces[face * ng + g] *
                   evaluate(t.space, t.degree, unit, t.faces[0].points[face][g])[0];
      CHECK(sum == Approx(exact).margin(1e-11));
    }
  });
}

TEST_CASE("Fragments give traces and normal derivatives along a face and against it") {
  for_each_table([](const Tables<double>& t, const Fragments& f) {
    const int modes = mode_count(t.space, t.degree), K = slot_count(modes), ng = t.degree + 1, G = slot_count(ng);
    const auto c = numbers(modes, 0.7);
    const int R = faces_per_row(ng);
    const auto v = reference_vertices(shape_of(t.space));
    const int nf = static_cast<int>(v.size());
    for (int face = 0; face < nf; ++face) {
      const auto &a = v[face], &b = v[(face + 1) % nf];
      const double length = std::hypot(b[0] - a[0], b[1] - a[1]);
      const double normal[2] = {(b[1] - a[1]) / length, (a[0] - b[0]) / length};
      for (int way = 0; way < 2; ++way)
        for (int g = 0; g < ng; ++g) {
          const auto exact = evaluate(t.space, t.degree, c, t.faces[0].points[face][way == 0 ? g : ng - 1 - g]);
          for (int i = 0; i < R; ++i) {
            // The modes of face i of the row, among those of others.
            std::vector<double> row(quarters * R * K, 0.0);
            for (int other = 0; other < R; ++other)
              for (int k = 0; k < quarters * K; ++k)
                row[other * quarters * K + k] = (other == i ? 1 : 2 + other) * c[k];
            const auto found = product(&f.trace[way][((face * G + g / quarters) * R * K) * warp_lanes], row, R * K,
                                       (i * ng + g) % quarters);
            CHECK(found[0] == Approx(exact[0]).margin(1e-12));
            const double across = (normal[0] * exact[1] + normal[1] * exact[2]) / (0.5 * length);
            CHECK(found[1] == Approx(way == 0 ? across : -across).margin(1e-11));
          }
        }
    }
  });
}

TEST_CASE("Fragments on a face differentiate and lift its own values") {
  for_each_table([](const Tables<double>& t, const Fragments& f) {
    const int ng = t.degree + 1, G = slot_count(ng), modes = mode_count(t.space, t.degree);
    const auto rule = gauss_legendre(ng);
    // x^degree has a derivative that is known; its lifting is the sum over modes of trace times moment.
    // Each face of a row has its own multiple of it.
    const int faces = faces_per_row(ng);
    std::vector<double> x(quarters * G, 0.0);
    for (int i = 0; i < faces; ++i)
      for (int g = 0; g < ng; ++g) x[i * ng + g] = (1 + i) * std::pow(rule.points[g][0], t.degree);
    std::vector<double> sides;  // slot by slot, minus and plus side; here twice as much
    for (int l = 0; l < G; ++l)
      for (int side = 0; side < 2; ++side)
        for (int q = 0; q < quarters; ++q) sides.push_back((1 + side) * x[quarters * l + q]);
    for (int at = 0; at < faces * ng; ++at) {
      const int g = at % ng, factor = 1 + at / ng;
      const auto along = product(&f.tangential[at / quarters * 2 * G * warp_lanes], sides, 2 * G, at % quarters);
      const auto lifted = product(&f.face_lift[at / quarters * G * warp_lanes], x, G, at % quarters);
      double exact = 0;
      for (int k = 0; k < modes; ++k) {
        std::vector<double> unit(modes, 0.0);
        unit[k] = 1;
        double moment = 0;
        for (int h = 0; h < ng; ++h)
          moment += rule.weights[h] * x[h] * evaluate(t.space, t.degree, unit, t.faces[0].points[0][h])[0];
        exact += moment * evaluate(t.space, t.degree, unit, t.faces[0].points[0][g])[0];
      }
      for (int j = 0; j < 2; ++j) {
        const double slope = t.degree == 0 ? 0.0 : t.degree * std::pow(rule.points[g][0], t.degree - 1);
        CHECK(along[j] == Approx((1 + j) * factor * slope).margin(1e-11));
        CHECK(lifted[j] == Approx(eta_2d * factor * exact).margin(1e-11));
      }
    }
  });
}

TEST_CASE("In single precision, a factor is the sum of two numbers of 11 bits") {
  std::vector<double> values{0.0, 1.0, -1.0, 1.0 / 3, -2e-7, 4095.99, 1 - 1e-7};
  for (int i = 0; i < 1000; ++i) values.push_back(std::sin(1.0 + i) * std::pow(2.0, i % 40 - 20));
  const auto eleven_bits = [](float x) {
    int exponent = 0;
    const double scaled = std::ldexp(std::frexp(double(x), &exponent), 11);
    return scaled == std::floor(scaled);
  };
  values.resize(values.size() / (3 * warp_lanes) * 3 * warp_lanes);
  const auto factors = pair_factors<float>(values, 3);
  REQUIRE(factors.size() == values.size() / 3 * 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t sum = i / (3 * warp_lanes), slot = i / warp_lanes % 3, lane = i % warp_lanes;
    const auto& pair = factors[(2 * sum + slot / 2) * warp_lanes + lane];
    const float high = pair.high[slot % 2], low = pair.low[slot % 2];
    INFO(values[i]);
    CHECK(eleven_bits(high));
    CHECK(eleven_bits(low));
    CHECK(std::abs(values[i] - high) <= std::abs(values[i]) * std::ldexp(1.001, -11));
    CHECK(std::abs(values[i] - high - low) <= std::abs(values[i]) * std::ldexp(1.001, -22));
    if (slot == 2) CHECK(pair.high[1] == high);
  }
}

TEST_CASE("In double precision, factors stand in pairs") {
  std::vector<double> values;
  for (int i = 0; i < 6 * warp_lanes; ++i) values.push_back(i);
  const auto factors = pair_factors<double>(values, 3);
  REQUIRE(factors.size() == 4 * warp_lanes);
  for (int sum = 0; sum < 2; ++sum)
    for (int slot = 0; slot < 3; ++slot)
      for (int lane = 0; lane < warp_lanes; ++lane)
        CHECK(factors[(2 * sum + slot / 2) * warp_lanes + lane].factor[slot % 2] ==
              (3 * sum + slot) * warp_lanes + lane);
}

TEST_CASE("What a pair of slots of points needs lies in one piece") {
  Fragments f;
  f.point_slots = 3;
  constexpr int modes = 3, jumps = 2, mode_pairs = 2;  // slots
  double next = 1;
  const auto fill = [&](std::vector<double>& to, int fragments) {
    for (int i = 0; i < fragments * warp_lanes; ++i) to.push_back(next++);
  };
  fill(f.value, 2 * modes);
  fill(f.gradient, 3 * (modes + jumps));
  fill(f.project, 3 * mode_pairs * 2);
  const auto volume = volume_factors<double>(f, modes, jumps);
  // Two pairs for the values, then for each slot three for the gradient and one for each pair of modes.
  constexpr int size = 2 + 2 * (3 + mode_pairs);
  REQUIRE(VolumeFragments(modes, jumps).size() == size);
  REQUIRE(volume.size() == 2 * size * warp_lanes);
  const auto check = [&](int place, const std::vector<double>& from, int fragment) {
    for (int lane = 0; lane < warp_lanes; ++lane)
      CHECK(volume[place * warp_lanes + lane].factor[0] == from[fragment * warp_lanes + lane]);
  };
  for (int pair = 0; pair < 2; ++pair)
    for (int l = 0; l < modes; l += 2) check(pair * size + l / 2, f.value, pair * modes + l);
  for (int s = 0; s < f.point_slots; ++s) {
    const int begin = s / 2 * size + 2 + s % 2 * (3 + mode_pairs);
    for (int l = 0; l < modes + jumps; l += 2) check(begin + l / 2, f.gradient, s * (modes + jumps) + l);
    for (int pair = 0; pair < mode_pairs; ++pair) check(begin + 3 + pair, f.project, (s * mode_pairs + pair) * 2);
  }
  for (int i = size + 2 + 3 + mode_pairs; i < 2 * size; ++i) CHECK(volume[i * warp_lanes].factor[0] == 0);
}

}  // namespace
}  // namespace dg
