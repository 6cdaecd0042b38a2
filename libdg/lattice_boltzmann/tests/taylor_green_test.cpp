#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/lattice_boltzmann/tests/sample_options.hpp"

using namespace dg;
using namespace dg::lbm;

namespace {

/// A vortex in the plane of two axes, one cell deep, at a speed that falls with the inverse of the cells.
class Vortex {
 public:
  Vortex(int cells, int axis, Streaming way) : cells_(cells), a_(axis), b_((axis + 1) % 3) {
    LatticeOptions options = cavity({1, 1, 1}, way);
    options.tau = tau;
    options.cells[a_] = options.cells[b_] = cells;
    for (Side& side : options.sides) side = {true, {}};
    lattice_ = make_lattice(options);
    const double u0 = 0.64 / cells;
    lattice_->set_equilibrium([&](int x, int y, int z) {
      const int at[3] = {x, y, z};
      const double p = phase(at[a_]), q = phase(at[b_]);
      std::array<double, 4> m{};
      m[0] = -0.75 * u0 * u0 * (std::cos(2.0 * p) + std::cos(2.0 * q));
      m[1 + a_] = u0 * std::cos(p) * std::sin(q);
      m[1 + b_] = -u0 * std::sin(p) * std::cos(q);
      return m;
    });
  }

  /// Viscosity by the decay of the vortex during a time that falls with the square of the cells.
  double viscosity() {
    const long steps = cells_ * cells_ / 16;
    lattice_->advance(steps);
    const double before = amplitude();
    lattice_->advance(steps);
    return std::log(before / amplitude()) / (2.0 * wave_number() * wave_number() * static_cast<double>(steps));
  }

  static constexpr double tau = 0.8, exact = (tau - 0.5) / 3.0;

 private:
  double wave_number() const { return 2.0 * std::numbers::pi / cells_; }
  double phase(int i) const { return wave_number() * (i + 0.5); }

  /// Projection of the flow on the vortex.
  double amplitude() const {
    const std::vector<double> m = lattice_->read_moments(lattice_->all());
    const int count = cells_ * cells_;
    double sum = 0.0;
    for (int cell = 0; cell < count; ++cell) {
      const auto [i, j] = along_axes(cell);
      sum += m[(1 + a_) * count + cell] * std::cos(phase(i)) * std::sin(phase(j));
    }
    return sum;
  }

  /// Position along the vortex's axes of a cell.
  std::pair<int, int> along_axes(int cell) const {
    const int fast = cell % cells_, slow = cell / cells_;
    return a_ < b_ ? std::pair{fast, slow} : std::pair{slow, fast};
  }

  int cells_, a_, b_;
  std::unique_ptr<Lattice> lattice_;
};

}  // namespace

TEST_CASE("a Taylor-Green vortex decays at the viscosity, to second order") {
  std::vector<double> errors;
  for (const int cells : {32, 64, 128}) {
    errors.push_back(std::abs(Vortex(cells, 0, Streaming::esoteric_pull).viscosity() / Vortex::exact - 1.0));
  }
  CAPTURE(errors[0], errors[1], errors[2]);
  CHECK(errors[2] < 1e-3);
  CHECK(std::log2(errors[0] / errors[1]) == Approx(2.0).margin(0.15));
  CHECK(std::log2(errors[1] / errors[2]) == Approx(2.0).margin(0.15));
}

TEST_CASE("the viscosity is that of all planes and ways of streaming") {
  const double first = Vortex(32, 0, Streaming::esoteric_pull).viscosity();
  for (int axis = 0; axis < 3; ++axis) {
    for (const Streaming way : all_ways) CHECK(Vortex(32, axis, way).viscosity() == Approx(first).epsilon(1e-10));
  }
}
