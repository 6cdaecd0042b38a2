// Newton's method beside states that are none: limited where that helps, and told apart from a stall where it does not.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "libdg/implicit/gmres.hpp"
#include "libdg/implicit/newton.hpp"

namespace dg {
namespace {

constexpr double gap = 0.1;  ///< of the steady state

/// A cell with a mean m and a slope s. Its rates, (1 - m) + (m - s - gap) / 2 and log((m - s) / gap), need the value
/// m - s at a face; admissible() looks at m alone, as at the points of a cell. Steady: m = 1, m - s = gap.
class CellBetweenFaces final : public NonlinearSystem {
 public:
  explicit CellBetweenFaces(bool has_limiter) : has_limiter_(has_limiter) {
    graph_.n_var = 1;
    graph_.modes = {2};
    graph_.first = {0, 0};
    complete(graph_);
  }

  const BlockGraph& graph() const override { return graph_; }
  const VectorOperations& vectors() const override { return vectors_; }
  void start(double* x) override { std::copy_n(state, 2, x); }
  void evaluate(const double* x, double* f) override {
    const bool is_near = std::abs(x[0] - state[0]) + std::abs(x[1] - state[1]) < 1e-4;  // as differences are
    if (breaks_next && !is_near) f[0] = f[1] = std::numeric_limits<double>::quiet_NaN();
    if (breaks_next && !is_near) return;
    f[0] = 1 - x[0] + 0.5 * (x[0] - x[1] - gap);
    f[1] = std::log((x[0] - x[1]) / gap);
  }
  bool admissible(const double* x) override { return x[0] > 0; }
  bool limit(double* x) override {
    if (!has_limiter_) return false;
    ++limited;
    x[1] = std::min(x[1], 0.99 * x[0]);
    return true;
  }
  void accept(const double* x) override { std::copy_n(x, 2, state); }

  double state[2] = {1, -9};
  int limited = 0;
  bool breaks_next = false;  ///< there are no rates but at the state itself

 private:
  bool has_limiter_;
  BlockGraph graph_;
  VectorOperations vectors_{1};
};

/// Steps until the state is steady, at most so many.
int steps_to_steady(CellBetweenFaces& system, int most) {
  NewtonSolver newton(system, {system.graph()});
  for (int step = 0; step < most; ++step)
    if (newton.step().residual < 1e-10) return step;
  return most;
}

TEST_CASE("Newton's method limits a step to a state whose rates are no numbers") {
  CellBetweenFaces limited(true);
  CHECK(steps_to_steady(limited, 40) < 40);
  CHECK(limited.limited > 0);
  CHECK(limited.state[0] == Approx(1));
  CHECK(limited.state[0] - limited.state[1] == Approx(gap));
}

TEST_CASE("A system without a limiter takes shorter steps") {
  CellBetweenFaces plain(false);
  CHECK(steps_to_steady(plain, 200) < 200);
  CHECK(plain.limited == 0);
  CHECK(plain.state[0] - plain.state[1] == Approx(gap));
}

TEST_CASE("Where no state has rates that are numbers, a step says so, whether it limits or not") {
  for (const bool has_limiter : {false, true}) {
    CellBetweenFaces system(has_limiter);
    NewtonSolver newton(system, {system.graph()});
    newton.step();
    system.breaks_next = true;
    const NewtonStep step = newton.step();
    CHECK(step.trouble == NewtonTrouble::not_finite);
    CHECK(step.length == 0);
  }
}

TEST_CASE("A linear system of what is no number is not solved") {
  constexpr int n = 3;
  const VectorOperations vectors(1);
  std::vector<double> b{1, 2, 3}, x(n);
  const LinearMap none = [](const double* v, double* y) { std::copy_n(v, n, y); };
  const LinearMap broken = [](const double* v, double* y) {
    std::copy_n(v, n, y);
    y[1] = std::numeric_limits<double>::quiet_NaN();
  };
  CHECK(std::isnan(Gmres(vectors, n, n).solve(broken, none, b.data(), x.data(), 1e-10, 10).reduction));
  CHECK(std::isnan(Gmres(vectors, n, n).solve(none, broken, b.data(), x.data(), 1e-10, 10).reduction));
}

}  // namespace
}  // namespace dg
