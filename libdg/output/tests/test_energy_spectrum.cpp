#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <numeric>

#include "libdg/output/energy_spectrum.hpp"

using namespace dg;

namespace {

constexpr double pi = std::numbers::pi;

/// The component of a velocity at the points of a grid.
template <int Dim, class F>
std::vector<double> on(const PeriodicGrid<Dim>& grid, const F& f) {
  std::vector<double> values;
  std::array<int, Dim> i{};
  const auto fill = [&](const auto& self, int d) -> void {
    for (i[d] = 0; i[d] < grid.points[d]; ++i[d]) {
      if (d + 1 < Dim) {
        self(self, d + 1);
        continue;
      }
      std::array<double, Dim> x;
      for (int e = 0; e < Dim; ++e) x[e] = (i[e] + 0.5) * grid.lengths[e] / grid.points[e];
      values.push_back(f(x));
    }
  };
  fill(fill, 0);
  return values;
}

/// That all energy is in one shell, and how much.
void check(const EnergySpectrum& spectrum, std::size_t shell, double energy) {
  REQUIRE(spectrum.energies.size() > shell);
  for (std::size_t n = 0; n < spectrum.energies.size(); ++n) {
    INFO(n);
    CHECK(spectrum.energies[n] * spectrum.width == Approx(n == shell ? energy : 0).margin(1e-15));
  }
  CHECK(spectrum.mean_kinetic_energy == Approx(energy).epsilon(1e-13));
}

}  // namespace

TEST_CASE("the energy of a wave is in the shell of its wave vector") {
  const PeriodicGrid<3> cube{{8, 8, 8}, {2 * pi, 2 * pi, 2 * pi}};
  const auto none = on(cube, [](auto) { return 0.0; });
  check(energy_spectrum<3>(cube, {on(cube, [](auto) { return 0.2; }), none, none}), 0, 0.02);
  for (int d = 0; d < 3; ++d) {
    std::array<std::vector<double>, 3> u{none, none, none};
    u[(d + 1) % 3] = on(cube, [d](auto x) { return 0.3 * std::cos(3 * x[d] + 0.7); });
    check(energy_spectrum<3>(cube, u), 3, 0.09 / 4);
  }
  // The highest wave that the grid holds, whose mirror is itself.
  check(energy_spectrum<3>(cube, {none, none, on(cube, [](auto x) { return 0.1 * std::sin(4 * x[2]); })}), 4, 0.01 / 2);
}

TEST_CASE("the Taylor-Green vortex has all its energy at the root of three") {
  const PeriodicGrid<3> cube{{9, 12, 10}, {2 * pi, 2 * pi, 2 * pi}};
  const auto u = on(cube, [](auto x) { return std::sin(x[0]) * std::cos(x[1]) * std::cos(x[2]); });
  const auto v = on(cube, [](auto x) { return -std::cos(x[0]) * std::sin(x[1]) * std::cos(x[2]); });
  check(energy_spectrum<3>(cube, {u, v, on(cube, [](auto) { return 0.0; })}), 2, 0.125);
}

TEST_CASE("shells have the width of the longest side, in two dimensions as well") {
  const PeriodicGrid<2> box{{16, 8}, {4, 1}};
  const auto none = on(box, [](auto) { return 0.0; });
  const auto spectrum = energy_spectrum<2>(box, {none, on(box, [](auto x) { return std::sin(2 * pi * x[1]); })});
  CHECK(spectrum.width == Approx(2 * pi / 4));
  check(spectrum, 4, 0.25);
}

TEST_CASE("the shells of any field add up to its mean kinetic energy") {
  const PeriodicGrid<3> box{{7, 6, 5}, {1, 2, 3}};
  const auto rough = [&](double phase) {
    return on(box,
              [phase](auto x) { return std::fmod(std::abs(1e4 * std::sin(phase + 7 * x[0] + 5 * x[1] * x[2])), 1.0); });
  };
  const auto spectrum = energy_spectrum<3>(box, {rough(0.1), rough(0.2), rough(0.3)});
  const double sum = std::accumulate(spectrum.energies.begin(), spectrum.energies.end(), 0.0) * spectrum.width;
  CHECK(sum == Approx(spectrum.mean_kinetic_energy).epsilon(1e-13));
}
