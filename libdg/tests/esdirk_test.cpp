#include "libdg/implicit/esdirk.hpp"

#include <Eigen/Dense>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <complex>

#include "libdg/core/errors.hpp"
#include "support.hpp"

namespace dg {
namespace {

using Catch::Matchers::Contains;
using test::serial_options;

constexpr std::array schemes{TimeScheme::esdirk3, TimeScheme::esdirk4};

Eigen::MatrixXd matrix(const EsdirkScheme& scheme) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(scheme.stages(), scheme.stages());
  for (int i = 1; i < scheme.stages(); ++i) {
    REQUIRE(static_cast<int>(scheme.a[i].size()) == i);
    for (int j = 0; j < i; ++j) a(i, j) = scheme.a[i][j];
    a(i, i) = scheme.gamma;
  }
  return a;
}

/// What weights b leave of the conditions of an order, the largest. Hairer, Norsett, Wanner, Solving Ordinary
/// Differential Equations I, table II.2.1.
double order_defect(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, int order) {
  const Eigen::ArrayXd c = a.rowwise().sum().array();
  const Eigen::VectorXd c1 = c, c2 = c.square(), c3 = c.cube(), ac = a * c1, c_ac = c * ac.array();
  const std::vector<std::vector<double>> defects{
      {b.sum() - 1},
      {b.dot(c1) - 1.0 / 2},
      {b.dot(c2) - 1.0 / 3, b.dot(ac) - 1.0 / 6},
      {b.dot(c3) - 1.0 / 4, b.dot(c_ac) - 1.0 / 8, b.dot(a * c2) - 1.0 / 12, b.dot(a * ac) - 1.0 / 24}};
  double largest = 0;
  for (const double d : defects[order - 1]) largest = std::max(largest, std::abs(d));
  return largest;
}

TEST_CASE("ESDIRK schemes and their embedded ones meet the conditions of their orders, and of no higher one") {
  for (const TimeScheme name : schemes) {
    const EsdirkScheme scheme = esdirk_scheme(name);
    CHECK(scheme.order == (name == TimeScheme::esdirk3 ? 3 : 4));
    const Eigen::MatrixXd a = matrix(scheme);
    Eigen::VectorXd weights(scheme.stages()), embedded(scheme.stages());
    for (int i = 0; i < scheme.stages(); ++i) {
      CHECK(a.row(i).sum() == Approx(scheme.c[i]).margin(1e-15));
      weights[i] = scheme.weight(i);
      embedded[i] = scheme.weight(i) - scheme.error_weight(i);
    }
    CHECK(weights == a.bottomRows(1).transpose());
    for (int order = 1; order <= scheme.order; ++order) {
      CHECK(order_defect(a, weights, order) < 1e-14);
      if (order < scheme.order)
        CHECK(order_defect(a, embedded, order) < 1e-14);
      else
        CHECK(order_defect(a, embedded, order) > 1e-5);
    }
    if (scheme.order == 3) CHECK(order_defect(a, weights, 4) > 1e-3);
  }
}

/// What a step makes of 1 in u' = lambda u, for z = lambda dt.
std::complex<double> growth(const EsdirkScheme& scheme, std::complex<double> z) {
  const Eigen::MatrixXcd a = matrix(scheme).cast<std::complex<double>>();
  const auto n = a.rows();
  const Eigen::VectorXcd stages = (Eigen::MatrixXcd::Identity(n, n) - z * a).lu().solve(Eigen::VectorXcd::Ones(n));
  return stages[n - 1];
}

TEST_CASE("ESDIRK schemes let nothing grow that the equations let decay, and end what is infinitely stiff") {
  for (const TimeScheme name : schemes) {
    const EsdirkScheme scheme = esdirk_scheme(name);
    for (double y = 0.01; y < 1e4; y *= 1.1) CHECK(std::abs(growth(scheme, {0, y})) <= 1 + 1e-12);
    CHECK(std::abs(growth(scheme, {-1e6, 0})) < 1e-4);
    CHECK(std::abs(growth(scheme, {-1e6, 1e6})) < 1e-4);
  }
}

/// x' = -stiffness (x - cos t) - sin t for all entries, which cos t solves. Prothero and Robinson, Math. Comput. 28
/// (1974) 145. From `jump` on, the solution is pushed to 2 + cos t.
class Relaxation final : public EvolvingSystem {
 public:
  Relaxation(double stiffness, double jump)
      : graph_(make_block_graph(test::hybrid_mesh({.n = 2}), 0, QuadSpace::P, 1)),
        stiffness_(stiffness),
        jump_(jump),
        state(graph_.unknowns(), 1.0) {}

  const BlockGraph& graph() const override { return graph_; }
  const VectorOperations& vectors() const override { return vectors_; }
  void start(double* x) override { std::copy(state.begin(), state.end(), x); }
  void set_time(double t) override { time_ = t; }
  void evaluate(const double* x, double* f) override {
    const double there = time_ > end ? std::nan("") : std::cos(time_) + (time_ > jump_ ? 2 : 0);
    for (std::size_t i = 0; i < graph_.unknowns(); ++i) f[i] = -stiffness_ * (x[i] - there) - std::sin(time_);
  }
  bool admissible(const double* x) override { return x[0] < bound; }
  void accept(const double* x) override { state.assign(x, x + graph_.unknowns()); }

 private:
  BlockGraph graph_;
  VectorOperations vectors_{1};
  double stiffness_, jump_, time_ = 0;

 public:
  std::vector<double> state;
  double bound = 10;
  double end = 1e300;  ///< from which on there are no equations
};

struct Sweep {
  double error = 0, shortest = 1e300, longest = 0;
  long steps = 0, rejected = 0;
};

Sweep sweep(TimeScheme name, Relaxation& system, double tolerance, double end) {
  EsdirkSolver solver(system, {system.graph()}, esdirk_scheme(name), {.tolerance = tolerance});
  solver.set_next_step(1e-3);
  Sweep sweep;
  double t = 0;
  while (t < end) {
    const EsdirkStep step = solver.step(t, end - t);
    REQUIRE(step.dt > 0);
    t = step.dt == end - t ? end : t + step.dt;
    sweep.error = std::max(sweep.error, std::abs(system.state[0] - std::cos(t)));
    sweep.shortest = std::min(sweep.shortest, step.dt);
    if (t < end) sweep.longest = std::max(sweep.longest, step.dt);
    ++sweep.steps;
    sweep.rejected += step.work.rejected_steps;
  }
  return sweep;
}

TEST_CASE("Steps are as long as their error lets them be, however stiff the equations are") {
  for (const TimeScheme name : schemes) {
    INFO("scheme " << static_cast<int>(name));
    for (const double stiffness : {1.0, 1e3, 1e6}) {
      INFO("stiffness " << stiffness);
      long steps = 0;
      for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
        Relaxation system(stiffness, 1e300);
        const Sweep s = sweep(name, system, tolerance, 10);
        CHECK(s.error < 20 * tolerance);
        CHECK(s.steps > steps);
        steps = s.steps;
        CHECK(s.longest > 1e-2);  // an explicit scheme is stable up to some 3 / stiffness
      }
      CHECK(steps < 2000);
    }
  }
}

TEST_CASE("A sudden change makes steps short, those that miss it are tried again, and they grow afterwards") {
  for (const TimeScheme name : schemes) {
    Relaxation system(100, 5);
    const Sweep s = sweep(name, system, 1e-4, 10);
    CHECK(s.rejected > 0);
    CHECK(s.shortest < 0.05 * s.longest);
    CHECK(system.state[0] == Approx(2 + std::cos(10.0)).margin(1e-3));
  }
}

TEST_CASE("Where the equations end, steps do, too, as soon as they are too short for the time to go on") {
  for (const TimeScheme name : schemes) {
    Relaxation system(10, 1e300);
    system.end = 5;
    EsdirkSolver solver(system, {system.graph()}, esdirk_scheme(name), {.tolerance = 1e-4});
    solver.set_next_step(1e-3);
    double t = 0;
    int steps = 0;
    for (double dt = 1; dt > 0 && steps < 1000; ++steps) {
      dt = solver.step(t, 10 - t).dt;
      if (dt > 0) REQUIRE(t + dt > t);
      t += dt;
    }
    CHECK(steps < 1000);
    CHECK(t == Approx(5).epsilon(1e-12));
  }
}

TEST_CASE("Where no step leads to a state that is admissible, none is taken, and the state stands") {
  Relaxation system(1, 1e300);
  system.bound = -1;
  for (const double fixed : {0.0, 0.1}) {
    EsdirkSolver solver(system, {system.graph()}, esdirk_scheme(TimeScheme::esdirk3), {.fixed = fixed});
    if (fixed == 0) solver.set_next_step(0.1);
    const EsdirkStep step = solver.step(0, 1);
    CHECK(step.dt == 0);
    CHECK(step.work.rejected_steps == (fixed > 0 ? 1 : 20));
    CHECK(system.state == std::vector<double>(system.state.size(), 1.0));
  }
}

}  // namespace
}  // namespace dg
