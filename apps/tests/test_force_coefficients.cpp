#include <catch2/catch.hpp>
#include <cmath>

#include "apps/run/force_coefficients.hpp"

using namespace dg;
using namespace dg::app;

TEST_CASE("coefficients are in the axes of the free stream") {
  ReferenceSection reference;
  reference.mach = 0.5;
  reference.length = 2.0;
  const Force force{{0.3, 0.4}, {0.1, -0.2}, 0.25};
  const double q = 0.5 * 0.25 * 2.0;
  SECTION("along x") {
    const ForceCoefficients c = force_coefficients(force, reference);
    CHECK(c.cd_pressure == Approx(0.3 / q));
    CHECK(c.cd_viscous == Approx(0.1 / q));
    CHECK(c.cl_pressure == Approx(0.4 / q));
    CHECK(c.cl_viscous == Approx(-0.2 / q));
    CHECK(c.cd == Approx(0.4 / q));
    CHECK(c.cl == Approx(0.2 / q));
    CHECK(c.cm[0] == Approx(-0.25 / (2.0 * q)));
  }
  SECTION("straight up: drag is the force along y, lift against x") {
    reference.alpha = 90.0;
    const ForceCoefficients c = force_coefficients(force, reference);
    CHECK(c.cd == Approx(0.2 / q));
    CHECK(c.cl == Approx(-0.4 / q));
  }
}
