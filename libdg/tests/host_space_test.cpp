#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "libdg/backend/upload.hpp"
#include "libdg/solver/host_space.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Point = std::array<double, 2>;

constexpr int degree = 3;
constexpr double time = 0.75;

/// Polynomials of degree 3 in x and y.
std::array<double, 4> cubic(double x, double y, double t) {
  return {1 + t * x, x * x - y, x * y * (x - 2 * y), (1 - x) * (1 - x) * (1 - x) + t};
}

Mesh2 mesh(const std::string& kind, int n) { return test::hybrid_mesh({.n = n, .distortion = 0.2, .kind = kind}); }

TEST_CASE("A projection on the host keeps the polynomials of the space") {
  for (const std::string kind : {"triangles", "quads", "hybrid"}) {
    CAPTURE(kind);
    const Mesh2 m = mesh(kind, 12);
    const HostSpace<4> space(m, degree, QuadSpace::Q);
    const auto coefficients = space.project(cubic, time);
    REQUIRE(coefficients.size() == space.size());

    const std::vector<Point> points{{-0.5, -0.3}, {0.2, -0.9}, {-1.0, 1.0}};
    const auto sampled = space.sample(coefficients, {points, points});
    REQUIRE(sampled.size() == std::size_t(m.cell_count()) * points.size() * 4);
    double worst = 0;
    for (Index cell = 0, i = 0; cell < m.cell_count(); ++cell) {
      std::vector<Point> x(points.size());
      CellMap(m.cell_shapes[cell], m.geometry_order, points).evaluate(m, cell, x, {});
      for (const Point& p : x)
        for (const double expected : cubic(p[0], p[1], time))
          worst = std::max(worst, std::abs(sampled[i++] - expected));
    }
    CHECK(worst < 1e-12);
  }
}

TEST_CASE("Norms on the host are those of a known difference") {
  const Mesh2 m = mesh("hybrid", 40);  // more cells than one block of the sum
  const HostSpace<4> space(m, degree, QuadSpace::P);
  const HostVector<double> zero(space.size(), 0.0);
  const FieldFunction f = [](double x, double y, double t) { return std::array{2.0, x, y * t, x + y}; };
  const Norms norms = space.norms(zero, &f, time);
  // On the unit square.
  CHECK(norms.l2[0] == Approx(2).epsilon(1e-13));
  CHECK(norms.l2[1] == Approx(std::sqrt(1.0 / 3)).epsilon(1e-13));
  CHECK(norms.l2[2] == Approx(time * std::sqrt(1.0 / 3)).epsilon(1e-13));
  CHECK(norms.l2[3] == Approx(std::sqrt(7.0 / 6)).epsilon(1e-13));
  CHECK(norms.linf[0] == Approx(2).epsilon(1e-14));
  CHECK(norms.linf[3] > 1.97);
  CHECK(norms.linf[3] < 2);

  const FieldFunction broken = [](double x, double y, double) {
    return std::array{x > 0.5 && y > 0.5 ? std::nan("") : 0.0, 0.0, 0.0, 0.0};
  };
  CHECK(std::isnan(space.norms(zero, &broken, time).linf[0]));
}

TEST_CASE("What a field throws in one of the threads reaches the caller") {
  const Mesh2 m = mesh("triangles", 12);
  const HostSpace<4> space(m, degree, QuadSpace::P);
  const FieldFunction f = [](double x, double, double) {
    if (x > 0.9) throw std::domain_error("no field there");
    return std::array<double, 4>{};
  };
  CHECK_THROWS_WITH(space.project(f, time), "no field there");
}

TEST_CASE("Numbers go to a backend in its precision") {
  const auto backend = make_backend(BackendKind::cpu, 2);
  test::Random random(3);
  std::vector<double> values(1 << 17);  // enough for several threads to copy
  for (double& v : values) v = random(-1, 1);
  CHECK(upload<double>(*backend, values).copy_out() == values);
  const std::vector<float> rounded(values.begin(), values.end());
  CHECK(upload<float>(*backend, values).copy_out() == rounded);
  CHECK(upload<float>(*backend, {}).size() == 0);
}

}  // namespace
}  // namespace dg
