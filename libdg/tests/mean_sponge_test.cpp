#include "mean_sponge.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <complex>
#include <functional>
#include <numbers>

#include "fixed_step_options.hpp"
#include "libdg/core/errors.hpp"
#include "libdg/time/runge_kutta.hpp"
#include "support.hpp"

namespace dg {
namespace {

using test::averaging_time;

/// On the unit square, periodic, straight or curved.
Mesh2 mesh_of(int order) { return test::hybrid_mesh({.n = 4, .order = order, .curved = order > 1 ? 0.03 : 0}); }

std::array<double, 4> other_flow(double x, double y, double) {
  return {1.1 + 0.1 * std::cos(6 * x), 0.2 * std::sin(3 * y), 0.1 * std::cos(5 * x), 0.8 + 0.1 * std::sin(4 * x * y)};
}

TEST_CASE("A sponge adds its strength times the mean less the state to the rate", "[sponge]") {
  for (const int order : {1, 2})
    for (const int degree : test::built_degrees())
      for (const QuadSpace quads : {QuadSpace::P, QuadSpace::Q})
        for (const Precision precision : test::built_precisions())
          for (const Assembly assembly : test::tested_assemblies()) {
            INFO("order " << order << ", degree " << degree << ", Q " << (quads == QuadSpace::Q) << ", double "
                          << (precision == Precision::double_precision) << ", assembly " << static_cast<int>(assembly));
            SolverOptions o = test::fixed_step_options(degree);
            o.quads = quads;
            o.precision = precision;
            o.assembly = assembly;
            const double rounding = precision == Precision::double_precision ? 1e-10 : 2e-3;
            CHECK(test::difference_of_rates<2>(mesh_of(order), o, test::smooth_flow_at, other_flow) < rounding);
          }
}

TEST_CASE("A sponge of averages of cells draws them as one of polynomials does", "[sponge]") {
  SolverOptions o = test::fixed_step_options(0);
  o.reconstruction = Reconstruction::linear;
  CHECK(test::difference_of_rates<2>(mesh_of(1), o, test::smooth_flow_at, other_flow) < 1e-10);
}

/// Momentum under a force per volume cos(w t), drawn to its own mean: the difference e of both follows from
/// e' = cos(w t) - l e with l = strength + 1 / averaging time, and the mean is the integral of e / averaging time.
struct Driven {
  double w, strength;
  double l() const { return strength + 1 / averaging_time; }
  double square() const { return l() * l() + w * w; }
  double mean(double t) const {
    return (l() / w * std::sin(w * t) + std::exp(-l() * t) - std::cos(w * t)) / (averaging_time * square());
  }
  double momentum(double t) const {
    return mean(t) + (l() * std::cos(w * t) + w * std::sin(w * t) - l() * std::exp(-l() * t)) / square();
  }
};

/// The largest errors of the momentum and its mean at the ends of so many steps up to t = 1.
std::array<double, 2> errors_of_driven(const Driven& driven, TimeScheme scheme, int steps) {
  SolverOptions o = test::fixed_step_options(0);
  o.scheme = scheme;
  o.fixed_dt = 1.0 / steps;
  const Mesh2 mesh = test::hybrid_mesh({.n = 2});
  const auto solver = make_solver(mesh, o), of_mean = make_solver(mesh, o);
  solver->set_source([&](double, double, double t) { return std::array{0.0, std::cos(driven.w * t), 0.0, 0.0}; }, true);
  solver->set_sponge_to_mean(*test::uniform_strength(driven.strength), averaging_time);
  solver->set_state([](double, double, double) { return std::array{1.0, 0.0, 0.0, 1.0}; });
  std::array<double, 2> errors{};
  for (int n = 0; n < steps; ++n) {
    solver->advance(1, 1e9);
    of_mean->set_coefficients(solver->running_mean());
    const double t = solver->time();
    errors[0] = std::max(errors[0], std::abs(solver->totals()[1] - driven.momentum(t)));
    errors[1] = std::max(errors[1], std::abs(of_mean->totals()[1] - driven.mean(t)));
  }
  return errors;
}

TEST_CASE("The mean is the exponential filter of the state, to the order of the scheme", "[sponge]") {
  const Driven driven{.w = 3, .strength = 1.5};
  for (const auto& [scheme, order] :
       {std::pair{TimeScheme::ssprk3, 3}, {TimeScheme::ssprk54, 4}, {TimeScheme::rk4, 4}}) {
    const auto coarse = errors_of_driven(driven, scheme, 10), fine = errors_of_driven(driven, scheme, 20);
    for (std::size_t i = 0; i < coarse.size(); ++i) {
      INFO("order " << order << (i == 0 ? ", state: " : ", mean: ") << coarse[i] << ", " << fine[i]);
      CHECK(std::log2(coarse[i] / fine[i]) > order - 0.1);
    }
  }
}

TEST_CASE("A sponge to the mean leaves a uniform flow as it is", "[sponge]") {
  for (const int order : {1, 2})
    for (const Assembly assembly : test::tested_assemblies()) {
      INFO("order " << order << ", assembly " << static_cast<int>(assembly));
      SolverOptions o = test::fixed_step_options(2);
      o.assembly = assembly;
      const auto solver = make_solver(mesh_of(order), o);
      const auto uniform = [](double, double, double) { return std::array{1.2, 0.5, -0.25, 0.7}; };
      solver->set_sponge_to_mean(*test::rising_strength(), averaging_time);
      solver->set_state(uniform);
      solver->advance(100, 1e9);
      for (const double error : solver->errors(uniform).linf) CHECK(error < 1e-12);
    }
}

/// A state q beside its mean m, both exp(i k x) waves of a gas at rest: q' = -i k c q + s (m - q), m' = (q - m) / D.
/// The first is q(t) from q(0) = m(0) = 1.
std::complex<double> damped_wave(double kc, double strength, double t) {
  using Complex = std::complex<double>;
  const double rate = 1 / averaging_time;
  const Complex a(-strength, -kc), half = 0.5 * (a + rate), root = std::sqrt(half * half + strength * rate);
  const Complex first = 0.5 * (a - rate) + root, second = 0.5 * (a - rate) - root;
  // q'(0) = a + strength says how much of each there is.
  const Complex part = (a + strength - second) / (first - second);
  return part * std::exp(first * t) + (1.0 - part) * std::exp(second * t);
}

TEST_CASE("A sound wave decays as the linear equations of the state and its mean say", "[sponge]") {
  const double k = 2 * std::numbers::pi, strength = 2, size = 1e-5, end = 0.8;
  SolverOptions o = test::fixed_step_options(3);
  const auto wave_at = [&](double x, double, double t) {  // c = 1
    const double part = size * (damped_wave(k, strength, t) * std::polar(1.0, k * x)).real();
    return std::array{1 + part, part, 0.0, (1 + 1.4 * part) / 1.4};
  };
  const auto solver = make_solver(test::hybrid_mesh({.n = 6}), o);
  solver->set_sponge_to_mean(*test::uniform_strength(strength), averaging_time);
  solver->set_state(wave_at);
  solver->advance(100000, end);
  REQUIRE(solver->time() == Approx(end));
  const auto errors = solver->errors(wave_at);
  const double left = std::abs(damped_wave(k, strength, end));
  CHECK(left < 0.3);  // most of the wave has left
  for (const double error : errors.l2) CHECK(error < 2e-3 * size * left);
}

TEST_CASE("Where its strength is uniform a sponge to the mean keeps what the flow keeps", "[sponge]") {
  const double strength = 3;
  SolverOptions o = test::fixed_step_options(2);
  const auto solver = make_solver(mesh_of(2), o), of_mean = make_solver(mesh_of(2), o);
  solver->set_sponge_to_mean(*test::uniform_strength(strength), averaging_time);
  const auto kept = [&] {
    of_mean->set_coefficients(solver->running_mean());
    std::array<double, 4> sums = solver->totals();
    for (int n = 0; n < 4; ++n) sums[n] += strength * averaging_time * of_mean->totals()[n];
    return sums;
  };
  solver->set_state(test::smooth_flow_at);
  const auto totals = solver->totals();
  solver->advance(100, 1e9);
  for (int n = 0; n < 4; ++n) CHECK(solver->totals()[n] == Approx(totals[n]).epsilon(1e-12).margin(1e-13));
  of_mean->set_state(other_flow);
  solver->set_running_mean(of_mean->coefficients());
  const auto before = kept();
  solver->advance(100, 1e9);
  for (int n = 0; n < 4; ++n) CHECK(kept()[n] == Approx(before[n]).epsilon(1e-12).margin(1e-13));
  CHECK(std::abs(solver->totals()[0] - totals[0]) > 1e-3);  // which the mean has taken and given
}

TEST_CASE("A mean goes on from its coefficients, whatever the steps at once", "[sponge]") {
  const bool keeps_bits = test::tested_backend() == BackendKind::cpu;
  for (const Assembly assembly : test::tested_assemblies()) {
    INFO("assembly " << static_cast<int>(assembly));
    SolverOptions o = test::fixed_step_options(2);
    o.assembly = assembly;
    const auto make = [&] {
      auto solver = make_solver(mesh_of(2), o);
      solver->set_sponge_to_mean(*test::rising_strength(), averaging_time);
      solver->set_state(test::smooth_flow_at);
      return solver;
    };
    const auto whole = make(), first = make(), second = make();
    whole->advance(62, 1e9);
    for (const long steps : {1, 2, 27}) first->advance(steps, 1e9);
    second->set_time(first->time());
    second->set_coefficients(first->coefficients());
    second->set_running_mean(first->running_mean());
    CHECK(second->coefficients() != second->running_mean());
    for (const auto* solver : {&first, &second})
      for (const long steps : {31, 1}) (*solver)->advance(steps, 1e9);
    CHECK(first->coefficients() == whole->coefficients());
    CHECK(first->running_mean() == whole->running_mean());
    // A device keeps states in a basis of its own, to which coefficients are rounded.
    const double rounding = keeps_bits ? 0 : 1e-12;
    CHECK(test::relative_difference(second->coefficients(), whole->coefficients()) <= rounding);
    CHECK(test::relative_difference(second->running_mean(), whole->running_mean()) <= rounding);
  }
}

TEST_CASE("A strong sponge to the mean shortens the step and stays stable", "[sponge]") {
  const double strength = 5000;
  SolverOptions o = test::fixed_step_options(1);
  o.fixed_dt = 0;
  const auto solver = make_solver(mesh_of(1), o);
  solver->set_state(test::smooth_flow_at);
  const double without = solver->time_step_limit();
  solver->set_sponge_to_mean(*test::uniform_strength(strength), averaging_time);
  const double limit = decay_limit(runge_kutta(o.scheme)) / (strength + 1 / averaging_time);
  CHECK(limit < without);
  CHECK(solver->time_step_limit() <= limit);
  REQUIRE(solver->advance(500, 1e9).steps == 500);
  CHECK(solver->find_bad_cell().cell == -1);
  const std::vector<double> mean = solver->running_mean(), state = solver->coefficients();
  CHECK(test::relative_difference(state, mean) < 1e-2);
}

TEST_CASE("A sponge to the mean needs explicit steps in time and a strength that is not negative", "[sponge]") {
  using Change = std::function<void(SolverOptions&)>;
  const auto refuses = [](const Change& change, double strength, double time) {
    SolverOptions o = test::fixed_step_options(1);
    o.fixed_dt = 0;
    o.backend = BackendKind::cpu;
    change(o);
    const auto solver = make_solver(mesh_of(1), o);
    CHECK_THROWS_AS(solver->set_sponge_to_mean(*test::uniform_strength(strength), time), InputError);
  };
  refuses([](SolverOptions& o) { o.newton = true; }, 1, 1);
  refuses([](SolverOptions& o) { o.scheme = TimeScheme::esdirk3; }, 1, 1);
  refuses([](SolverOptions& o) { o.local_time_step = true; }, 1, 1);
  refuses([](SolverOptions&) {}, -1, 1);
  refuses([](SolverOptions&) {}, 1, 0);
}

}  // namespace
}  // namespace dg
