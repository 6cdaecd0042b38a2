#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "libdg/backend/simd.hpp"
#include "libdg/equations/navier_stokes/riemann.hpp"
#include "support.hpp"

namespace dg {
namespace {

using State = std::array<double, 4>;
using Normal = std::array<double, 2>;

constexpr double gamma = 1.4;
constexpr std::array all{Riemann::llf, Riemann::roe, Riemann::hllc, Riemann::roe_low_mach};
constexpr std::array upwind{Riemann::roe, Riemann::hllc, Riemann::roe_low_mach};
constexpr int samples = 200;

Gas<double> gas() { return Gas<double>(GasOptions{}); }

struct Flow {
  double rho, u, v, p;
  State conservative() const { return {rho, rho * u, rho * v, p / (gamma - 1) + 0.5 * rho * (u * u + v * v)}; }
  double sound() const { return std::sqrt(gamma * p / rho); }
  double enthalpy() const { return (conservative()[3] + p) / rho; }
  /// F . n from the definition.
  State flux(Normal n) const {
    const double un = u * n[0] + v * n[1];
    return {rho * un, rho * u * un + p * n[0], rho * v * un + p * n[1], (conservative()[3] + p) * un};
  }
};

Flow random_flow(test::Random& random) { return {random(0.3, 2), random(-2, 2), random(-2, 2), random(0.2, 2)}; }
Normal random_normal(test::Random& random) {
  const double angle = random(0, 2 * std::numbers::pi);
  return {std::cos(angle), std::sin(angle)};
}

State numerical(Riemann kind, const Flow& minus, const Flow& plus, Normal n) {
  const State a = minus.conservative(), b = plus.conservative();
  const double minus_lanes[4] = {a[0], a[1], a[2], a[3]}, plus_lanes[4] = {b[0], b[1], b[2], b[3]};
  const double normal[2] = {n[0], n[1]};
  double flux[4];
  riemann_flux(kind, gas(), minus_lanes, plus_lanes, normal, flux);
  return {flux[0], flux[1], flux[2], flux[3]};
}

void check_equal(const State& a, const State& b, double tolerance = 1e-12) {
  for (int k = 0; k < 4; ++k) CHECK(a[k] == Approx(b[k]).epsilon(tolerance).margin(tolerance));
}

TEST_CASE("Every Riemann flux is consistent: H(u, u, n) = F(u) . n") {
  test::Random random(1);
  for (const Riemann kind : all)
    for (int i = 0; i < samples; ++i) {
      const Flow a = random_flow(random);
      const Normal n = random_normal(random);
      check_equal(numerical(kind, a, a, n), a.flux(n));
    }
}

TEST_CASE("Every Riemann flux is conservative: H(a, b, n) = -H(b, a, -n)") {
  test::Random random(2);
  for (const Riemann kind : all)
    for (int i = 0; i < samples; ++i) {
      const Flow a = random_flow(random), b = random_flow(random);
      const Normal n = random_normal(random);
      State back = numerical(kind, b, a, {-n[0], -n[1]});
      for (double& x : back) x = -x;
      check_equal(numerical(kind, a, b, n), back);
    }
}

TEST_CASE("Every Riemann flux rotates with the frame") {
  test::Random random(3);
  for (const Riemann kind : all)
    for (int i = 0; i < samples; ++i) {
      Flow a = random_flow(random), b = random_flow(random);
      const Normal n = random_normal(random), rotation = random_normal(random);
      const State before = numerical(kind, a, b, n);
      const auto rotated = [&](double x, double y) {
        return std::pair{rotation[0] * x - rotation[1] * y, rotation[1] * x + rotation[0] * y};
      };
      std::tie(a.u, a.v) = rotated(a.u, a.v);
      std::tie(b.u, b.v) = rotated(b.u, b.v);
      const auto [nx, ny] = rotated(n[0], n[1]);
      const auto [mx, my] = rotated(before[1], before[2]);
      check_equal(numerical(kind, a, b, {nx, ny}), {before[0], mx, my, before[3]});
    }
}

TEST_CASE("Roe and HLLC are upwind where both sides are supersonic") {
  test::Random random(4);
  for (const Riemann kind : upwind)
    for (int i = 0; i < samples; ++i) {
      const Normal n = random_normal(random);
      const auto fast = [&] {
        Flow f = random_flow(random);
        f.u += 12 * n[0];
        f.v += 12 * n[1];
        return f;
      };
      const Flow a = fast(), b = fast();
      check_equal(numerical(kind, a, b, n), a.flux(n));
      check_equal(numerical(kind, a, b, {-n[0], -n[1]}), b.flux({-n[0], -n[1]}));
    }
}

TEST_CASE("Roe and HLLC keep contacts: density and tangential velocity jump, pressure and normal velocity do not") {
  test::Random random(5);
  for (const Riemann kind : upwind)
    for (const double un : {0.0, 0.4, -0.4})
      for (int i = 0; i < samples; ++i) {
        const Normal n = random_normal(random);
        const double p = random(0.5, 2);
        const auto side = [&] {
          const double along = random(-1, 1);
          return Flow{random(0.5, 2), un * n[0] - along * n[1], un * n[1] + along * n[0], p};
        };
        const Flow a = side(), b = side();
        check_equal(numerical(kind, a, b, n), un >= 0 ? a.flux(n) : b.flux(n));
        if (un == 0) check_equal(numerical(kind, a, b, n), {0, p * n[0], p * n[1], 0});
      }
}

/// What a flux takes away beside the mean of both sides.
State dissipation(Riemann kind, const Flow& a, const Flow& b, Normal n) {
  State d = numerical(kind, a, b, n);
  for (int k = 0; k < 4; ++k) d[k] -= 0.5 * (a.flux(n)[k] + b.flux(n)[k]);
  return d;
}

TEST_CASE("Of a jump of the normal velocity, Roe's flux for low Mach numbers M takes away M times as much") {
  test::Random random(7);
  for (const double mach : {1e-3, 0.1, 0.5}) {
    for (int i = 0; i < samples; ++i) {
      const Normal n = random_normal(random);
      Flow a = random_flow(random), b = a;
      // The mean of both is Roe's average where densities are equal; the jump then is small beside it.
      const double along = random(-1, 1), across = std::sqrt(1 - along * along), jump = random(-0.1, 0.1);
      const auto set = [&](Flow& f, double normal) {
        f.u = a.sound() * mach * (normal * n[0] - across * n[1]);
        f.v = a.sound() * mach * (normal * n[1] + across * n[0]);
      };
      set(b, along + jump);
      set(a, along - jump);
      const State plain = dissipation(Riemann::roe, a, b, n), low = dissipation(Riemann::roe_low_mach, a, b, n);
      // Roe's speed of sound is that of the mean enthalpy, which the jump itself raises a little.
      const double c2 = a.sound() * a.sound() + 0.5 * (gamma - 1) * std::pow(a.sound() * mach * jump, 2);
      const double m = mach * a.sound() / std::sqrt(c2);
      for (int k = 0; k < 4; ++k) CHECK(low[k] == Approx(m * plain[k]).epsilon(1e-4).margin(1e-12));
    }
  }
}

TEST_CASE("Roe's flux for low Mach numbers is Roe's beyond Mach 1, and without a jump of the normal velocity") {
  test::Random random(8);
  for (int i = 0; i < samples; ++i) {
    const Normal n = random_normal(random);
    Flow a = random_flow(random), b = random_flow(random);
    const double un = a.u * n[0] + a.v * n[1], change = un - (b.u * n[0] + b.v * n[1]);
    b.u += change * n[0];
    b.v += change * n[1];
    check_equal(numerical(Riemann::roe_low_mach, a, b, n), numerical(Riemann::roe, a, b, n));
    for (Flow* f : {&a, &b}) f->u += 8;
    b.v += random(-1, 1);
    check_equal(numerical(Riemann::roe_low_mach, a, b, n), numerical(Riemann::roe, a, b, n));
  }
}

TEST_CASE("LLF adds half the jump times the fastest wave of both sides") {
  test::Random random(6);
  for (int i = 0; i < samples; ++i) {
    const Flow a = random_flow(random), b = random_flow(random);
    const Normal n = random_normal(random);
    const double speed =
        std::max(std::abs(a.u * n[0] + a.v * n[1]) + a.sound(), std::abs(b.u * n[0] + b.v * n[1]) + b.sound());
    State expected;
    for (int k = 0; k < 4; ++k)
      expected[k] = 0.5 * (a.flux(n)[k] + b.flux(n)[k]) - 0.5 * speed * (b.conservative()[k] - a.conservative()[k]);
    check_equal(numerical(Riemann::llf, a, b, n), expected);
  }
}

/// Jacobian of F . n at velocity (u, v) and total enthalpy h.
Eigen::Matrix4d flux_jacobian(double u, double v, double h, Normal n) {
  const double un = u * n[0] + v * n[1], k = 0.5 * (u * u + v * v), g = gamma - 1;
  Eigen::Matrix4d a;
  a << 0, n[0], n[1], 0,                                                                      //
      g * k * n[0] - u * un, un - (gamma - 2) * u * n[0], u * n[1] - g * v * n[0], g * n[0],  //
      g * k * n[1] - v * un, v * n[0] - g * u * n[1], un - (gamma - 2) * v * n[1], g * n[1],  //
      (g * k - h) * un, h * n[0] - g * u * un, h * n[1] - g * v * un, gamma * un;
  return a;
}

TEST_CASE("Roe: the dissipation is |A| (b - a) with A at the Roe average and Harten's fix of the acoustic speeds") {
  test::Random random(7);
  for (int i = 0; i < samples; ++i) {
    const Flow a = random_flow(random), b = random_flow(random);
    const Normal n = random_normal(random);
    const double ra = std::sqrt(a.rho), rb = std::sqrt(b.rho);
    const auto average = [&](double x, double y) { return (ra * x + rb * y) / (ra + rb); };
    const double u = average(a.u, b.u), v = average(a.v, b.v), h = average(a.enthalpy(), b.enthalpy());
    const double un = u * n[0] + v * n[1], c = std::sqrt((gamma - 1) * (h - 0.5 * (u * u + v * v)));
    const Eigen::Matrix4d jacobian = flux_jacobian(u, v, h, n), one = Eigen::Matrix4d::Identity();
    const auto fixed = [width = 0.1 * (std::abs(un) + c)](double x) {
      return std::abs(x) < width ? 0.5 * (x * x / width + width) : std::abs(x);
    };
    // A has three distinct eigenvalues: a function of A is the polynomial that interpolates it there.
    const double l[3] = {un - c, un, un + c}, f[3] = {fixed(un - c), std::abs(un), fixed(un + c)};
    Eigen::Matrix4d magnitude = Eigen::Matrix4d::Zero();
    for (int m = 0; m < 3; ++m) {
      const double p = l[(m + 1) % 3], q = l[(m + 2) % 3];
      magnitude += f[m] / ((l[m] - p) * (l[m] - q)) * (jacobian - p * one) * (jacobian - q * one);
    }
    const State ca = a.conservative(), cb = b.conservative(), fa = a.flux(n), fb = b.flux(n);
    const Eigen::Vector4d jump = Eigen::Vector4d(cb.data()) - Eigen::Vector4d(ca.data());
    const Eigen::Vector4d flux = 0.5 * (Eigen::Vector4d(fa.data()) + Eigen::Vector4d(fb.data()) - magnitude * jump);
    check_equal(numerical(Riemann::roe, a, b, n), {flux[0], flux[1], flux[2], flux[3]}, 1e-10);
  }
}

TEST_CASE("HLLC is exact for an isolated moving shock, and obeys the jump conditions across its contact") {
  // A shock running into gas at rest at Mach 3, from the Rankine-Hugoniot conditions; seen from a frame in which it
  // moves to the right, the flux is that of the gas behind it. Einfeldt's speeds contain the shock speed.
  const double mach = 3, ratio = 1 + 2 * gamma / (gamma + 1) * (mach * mach - 1);
  const double density = (gamma + 1) * mach * mach / ((gamma - 1) * mach * mach + 2);
  const Flow ahead{1, 0, 0, 1 / gamma}, behind{density, mach * (1 - 1 / density), 0, ratio / gamma};
  check_equal(numerical(Riemann::hllc, behind, ahead, {1, 0}), behind.flux({1, 0}));
  check_equal(numerical(Riemann::roe, behind, ahead, {1, 0}), behind.flux({1, 0}));

  // Subsonic: with S the outer speed and * the star state, H = F + S (U* - U), and p* is one on both sides.
  test::Random random(8);
  for (int i = 0; i < samples; ++i) {
    Flow a = random_flow(random), b = random_flow(random);
    a.u *= 0.2, b.u *= 0.2;
    const double ra = std::sqrt(a.rho), rb = std::sqrt(b.rho), total = ra + rb;
    const double u = (ra * a.u + rb * b.u) / total, v = (ra * a.v + rb * b.v) / total;
    const double h = (ra * a.enthalpy() + rb * b.enthalpy()) / total;
    const double c = std::sqrt((gamma - 1) * (h - 0.5 * (u * u + v * v)));
    const double left = std::min(u - c, a.u - a.sound()), right = std::max(u + c, b.u + b.sound());
    // The contact speed from equal pressures: p + rho (S - u)(m - u) on both sides.
    const double ma = a.rho * (left - a.u), mb = b.rho * (right - b.u);
    const double m = (b.p - a.p + ma * a.u - mb * b.u) / (ma - mb);
    const Flow& w = m >= 0 ? a : b;
    const double s = m >= 0 ? left : right;
    REQUIRE(left < 0);
    REQUIRE(right > 0);
    const double p = w.p + w.rho * (s - w.u) * (m - w.u), rho = w.rho * (s - w.u) / (s - m);
    const double energy = ((s - w.u) * w.conservative()[3] - w.p * w.u + p * m) / (s - m);
    check_equal(numerical(Riemann::hllc, a, b, {1, 0}), {rho * m, rho * m * m + p, rho * m * w.v, (energy + p) * m},
                1e-11);
  }
}

template <class Real>
void check_lanes(Real tolerance) {
  using V = SimdPack<Real>;
  constexpr int width = LaneTraits<V>::width;
  const Gas<Real> perfect{GasOptions{}};
  test::Random random(9);
  for (const Riemann kind : all)
    for (int i = 0; i < samples; ++i) {
      V a[4], b[4], n[2], flux[4];
      for (int lane = 0; lane < width; ++lane) {
        const State ca = random_flow(random).conservative(), cb = random_flow(random).conservative();
        const Normal normal = random_normal(random);
        for (int k = 0; k < 4; ++k) {
          set_lane(a[k], lane, static_cast<Real>(ca[k]));
          set_lane(b[k], lane, static_cast<Real>(cb[k]));
        }
        for (int d = 0; d < 2; ++d) set_lane(n[d], lane, static_cast<Real>(normal[d]));
      }
      riemann_flux(kind, perfect, a, b, n, flux);
      for (int lane = 0; lane < width; ++lane) {
        Real x[4], y[4], normal[2], expected[4];
        for (int k = 0; k < 4; ++k) x[k] = lane_of(a[k], lane), y[k] = lane_of(b[k], lane);
        for (int d = 0; d < 2; ++d) normal[d] = lane_of(n[d], lane);
        riemann_flux(kind, perfect, x, y, normal, expected);
        for (int k = 0; k < 4; ++k) CHECK(std::abs(lane_of(flux[k], lane) - expected[k]) < tolerance);
      }
    }
}

TEST_CASE("Riemann fluxes of SIMD lanes are those of one cell at a time") {
  check_lanes<double>(1e-12);
  check_lanes<float>(1e-3f);
}

}  // namespace
}  // namespace dg
