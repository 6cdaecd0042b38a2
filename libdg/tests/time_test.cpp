#include <Eigen/Dense>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "libdg/time/runge_kutta.hpp"
#include "libdg/time/stability.hpp"
#include "support.hpp"

namespace dg {
namespace {

constexpr std::array schemes{TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4};

/// Takes a step of any type of state by the stages of a scheme, as the solver does; rate(u, t).
template <class State, class Rate>
State step(const RungeKutta& scheme, const State& u, double t, double dt, Rate rate) {
  std::vector<State> registers(scheme.registers, State{});
  registers[0] = u;
  for (const RungeKuttaStage& s : scheme.stages) {
    State out = s.in_weight * registers[s.in] + s.rate_weight * dt * rate(registers[s.in], t + s.time * dt);
    for (const auto& [number, weight] : s.history) out = out + weight * registers[number];
    registers[s.out] = out;
  }
  return registers[0];
}

struct Pair {
  double a = 0, b = 0;
};
Pair operator+(Pair x, Pair y) { return {x.a + y.a, x.b + y.b}; }
Pair operator*(double c, Pair x) { return {c * x.a, c * x.b}; }

/// a' = -cos(t) a^2, b' = -b a (2 + sin t): a = 1 / (2 + sin t), b = exp(-t).
double ode_error(TimeScheme scheme, int n) {
  const double end = 2, dt = end / n;
  Pair u{0.5, 1};
  for (int i = 0; i < n; ++i)
    u = step(runge_kutta(scheme), u, i * dt, dt, [](Pair x, double t) {
      return Pair{-std::cos(t) * x.a * x.a, -x.b * x.a * (2 + std::sin(t))};
    });
  return std::hypot(u.a - 1 / (2 + std::sin(end)), u.b - std::exp(-end));
}

TEST_CASE("Runge-Kutta schemes have their orders on a nonlinear system with time in its coefficients") {
  for (const auto scheme : schemes) {
    const double order = std::log2(ode_error(scheme, 80) / ode_error(scheme, 160));
    INFO("scheme " << static_cast<int>(scheme) << ", order " << order);
    CHECK(order == Approx(scheme == TimeScheme::ssprk3 ? 3 : 4).margin(0.1));
  }
}

TEST_CASE("Runge-Kutta schemes keep a constant and end a step at its end") {
  for (const auto scheme : schemes) {
    CHECK(step(runge_kutta(scheme), 1.0, 0, 1, [](double, double) { return 0.0; }) == Approx(1).epsilon(1e-13));
    CHECK(step(runge_kutta(scheme), 0.0, 0, 1, [](double, double) { return 1.0; }) == Approx(1).epsilon(1e-13));
    CHECK(step(runge_kutta(scheme), 0.0, 0, 1, [](double, double t) { return 3 * t * t; }) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("Stages in single precision keep a constant as those in double precision do") {
  for (const auto scheme : schemes) {
    const RungeKutta exact = runge_kutta(scheme), rounded = in_precision<float>(exact);
    for (std::size_t i = 0; i < exact.stages.size(); ++i) {
      const RungeKuttaStage &e = exact.stages[i], &r = rounded.stages[i];
      double change = r.in_weight - e.in_weight;
      CHECK(r.in_weight == static_cast<double>(static_cast<float>(r.in_weight)));
      CHECK(r.in_weight == Approx(e.in_weight).margin(1e-7));
      for (std::size_t k = 0; k < e.history.size(); ++k) {
        const double weight = r.history[k].second;
        CHECK(weight == static_cast<double>(static_cast<float>(weight)));
        CHECK(weight == Approx(e.history[k].second).margin(1e-7));
        change += weight - e.history[k].second;
      }
      INFO("scheme " << static_cast<int>(scheme) << ", stage " << i);
      CHECK(std::abs(change) < 1e-15);
    }
  }
}

TEST_CASE("Stages that write over what they read leave the same bits in fewer states") {
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::ssprk54, TimeScheme::rk4, TimeScheme::multistage4}) {
    const RungeKutta apart = runge_kutta(scheme), together = in_place(apart);
    INFO("scheme " << static_cast<int>(scheme));
    const bool is_low_storage = scheme == TimeScheme::ssprk3 || scheme == TimeScheme::multistage4;
    CHECK(together.registers == (is_low_storage ? 2 : 4));
    for (const RungeKuttaStage& s : together.stages) CHECK((s.out == 0) == (&s == &together.stages.back()));
    const auto rate = [](double u, double t) { return std::sin(3 * u + t); };
    CHECK(step(together, 0.7, 0.1, 0.3, rate) == step(apart, 0.7, 0.1, 0.3, rate));
  }
  // A state and its rate.
  CHECK(in_place(runge_kutta(TimeScheme::esdirk4)).registers == 2);
}

using Complex = std::complex<double>;

/// R(z) of u' = lambda u, z = lambda dt.
Complex growth(TimeScheme scheme, Complex z) {
  return step(runge_kutta(scheme), Complex(1), 0, 1, [z](Complex u, double) { return z * u; });
}

TEST_CASE("The growth factors are the exponential series as far as the order goes") {
  for (const Complex z : {Complex(-0.3, 0.4), Complex(-1.2, 0.7), Complex(0.1, -1)}) {
    const Complex three = 1.0 + z + z * z / 2.0 + z * z * z / 6.0, four = three + z * z * z * z / 24.0;
    CHECK(std::abs(growth(TimeScheme::ssprk3, z) - three) < 1e-14);
    CHECK(std::abs(growth(TimeScheme::rk4, z) - four) < 1e-14);
    // Spiteri and Ruuth: the last coefficient is 0.00447...
    const Complex fifth = (growth(TimeScheme::ssprk54, z) - four) / (z * z * z * z * z);
    CHECK(fifth.real() == Approx(0.00447).margin(1e-5));
    CHECK(fifth.imag() == Approx(0).margin(1e-10));
  }
}

TEST_CASE("Multistage4 takes U_k = U_0 + a_k dt L(U_(k-1)) with the coefficients of van Leer, Tai and Powell") {
  const RungeKutta scheme = runge_kutta(TimeScheme::multistage4);
  for (const Complex z : {Complex(-0.3, 0.4), Complex(-1.2, 0.7), Complex(0.1, -1)}) {
    Complex u = 1;
    for (const double a : {0.0833, 0.2069, 0.4265, 1.0}) u = 1.0 + a * z * u;
    CHECK(std::abs(growth(TimeScheme::multistage4, z) - u) < 1e-14);
  }
  CHECK(scheme.stages.size() == 4);
  // Each stage begins where the one before has ended, and stands at its time.
  CHECK(step(scheme, 0.0, 0, 1, [](double, double) { return 1.0; }) == Approx(1).epsilon(1e-13));
  CHECK(step(scheme, 0.0, 0, 1, [](double, double t) { return t; }) == Approx(0.4265).epsilon(1e-13));
}

/// Largest x with |R(y z)| <= 1 for all 0 < y <= x.
double extent(TimeScheme scheme, Complex z) {
  double x = 0;
  while (std::abs(growth(scheme, (x + 1e-4) * z)) <= 1 + 1e-12) x += 1e-4;
  return x;
}

TEST_CASE("Viscous limits scale with the extents of the schemes on the negative axis") {
  const double base = extent(TimeScheme::ssprk3, -1);
  for (const auto scheme : schemes)
    for (const Space space : test::spaces)
      for (int p = 0; p <= max_degree; ++p)
        CHECK(viscous_limit(space, p, scheme, 4) / viscous_limit(space, p, TimeScheme::ssprk3, 4) ==
              Approx(extent(scheme, -1) / base).epsilon(2e-3));
}

/// Eigenvalues, at wave number k, of h / a times upwind advection u_t = -a u_x by modal DG of degree p on a line.
Eigen::VectorXcd advection_spectrum(int p, double k) {
  // Legendre modes sqrt(2j+1) P_j(x), x in [-1, 1], orthonormal on a cell of length 1; P_j(1) = 1, P_j(-1) = (-1)^j.
  Eigen::MatrixXcd a(p + 1, p + 1);
  for (int i = 0; i <= p; ++i)
    for (int j = 0; j <= p; ++j) {
      const double norm = std::sqrt((2 * i + 1.0) * (2 * j + 1.0)), left = i % 2 ? -1 : 1;
      const double volume = j < i && (i - j) % 2 ? 2 : 0;  // int P_i' P_j over the cell
      a(i, j) = norm * (volume - 1.0 + left * std::exp(Complex(0, -k)));
    }
  return a.eigenvalues();
}

TEST_CASE("Limits of tensor cells follow from Fourier analysis on a line") {
  for (const auto scheme : {TimeScheme::ssprk3, TimeScheme::rk4})
    for (int p = 0; p <= 3; ++p) {
      const auto stable = [&](double dt) {
        for (double k = 0; k < 6.3; k += 0.02)
          for (const Complex z : advection_spectrum(p, k))
            if (std::abs(growth(scheme, dt * z)) > 1 + 1e-4) return false;
        return true;
      };
      double low = 0, high = 3;
      for (int i = 0; i < 12; ++i) (stable(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
      // A scalar is worst along the diagonal; sound waves of both directions add up.
      CHECK(convective_limit(Space::quadrilateral_Q, p, scheme) * std::sqrt(2.0) == Approx(low).epsilon(0.03));
      CHECK(acoustic_limit(Space::quadrilateral_Q, p, scheme) * 2 == Approx(low).epsilon(0.04));
    }
}

TEST_CASE("Viscous limits at degree 0 are those of central differences") {
  // There BR2 is eta / 2 times (1, -2, 1) / h^2 in each direction: a radius of 2 eta for each.
  for (const auto scheme : schemes)
    for (const double eta : {2.0, 4.0})
      CHECK(viscous_limit(Space::quadrilateral_P, 0, scheme, eta) ==
            Approx(extent(scheme, -1) / (4 * eta)).epsilon(2e-3));
}

TEST_CASE("Limits of multistage4 at degree 0 follow from its extent and from upwind differences along a diagonal") {
  const auto scheme = TimeScheme::multistage4;
  for (const double eta : {2.0, 4.0})
    CHECK(viscous_limit(Space::quadrilateral_P, 0, scheme, eta) ==
          Approx(extent(scheme, -1) / (4 * eta)).epsilon(2e-3));
  const auto stable = [&](double dt) {
    for (double k = 0; k < 6.3; k += 0.02)
      if (std::abs(growth(scheme, dt * (std::exp(Complex(0, -k)) - 1.0))) > 1 + 1e-6) return false;
    return true;
  };
  double low = 0, high = 6;
  for (int i = 0; i < 20; ++i) (stable(0.5 * (low + high)) ? low : high) = 0.5 * (low + high);
  CHECK(convective_limit(Space::quadrilateral_P, 0, scheme) * std::sqrt(2.0) == Approx(low).epsilon(0.03));
  CHECK(acoustic_limit(Space::quadrilateral_P, 0, scheme) * 2 == Approx(low).epsilon(0.04));
}

TEST_CASE("Limits of prisms of products are those of cell averages at degree 0, and fall with the degree") {
  for (const auto scheme : schemes) {
    CHECK(acoustic_limit(Space::prism_Q, 0, scheme) == Approx(acoustic_limit(Space::prism_P, 0, scheme)).epsilon(2e-3));
    for (const double eta : {1.0, 2.5, 5.0})
      CHECK(viscous_limit(Space::prism_Q, 0, scheme, eta) ==
            Approx(viscous_limit(Space::prism_P, 0, scheme, eta)).epsilon(2e-3));
    for (int p = 1; p <= 4; ++p) {
      CHECK(acoustic_limit(Space::prism_Q, p, scheme) < acoustic_limit(Space::prism_P, p, scheme));
      CHECK(viscous_limit(Space::prism_Q, p, scheme, 5) < viscous_limit(Space::prism_P, p, scheme, 5));
    }
  }
}

TEST_CASE("Limits fall with the degree and, for diffusion, with eta") {
  for (const auto scheme : schemes)
    for (const Space space : test::spaces)
      for (int p = 1; p <= max_degree; ++p) {
        CHECK(convective_limit(space, p, scheme) < convective_limit(space, p - 1, scheme));
        CHECK(acoustic_limit(space, p, scheme) < acoustic_limit(space, p - 1, scheme));
        CHECK(viscous_limit(space, p, scheme, 3) < viscous_limit(space, p - 1, scheme, 3));
        for (const double eta : {1.5, 2.5, 3.5, 5.0, 8.0})
          CHECK(viscous_limit(space, p, scheme, eta) < viscous_limit(space, p, scheme, eta - 0.4));
      }
}

}  // namespace
}  // namespace dg
