#include "libdg/formulas/vector_functions.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "libdg/formulas/formulas.hpp"

using namespace dg;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The error of a value in units in the last place of the exact one.
double ulps(double value, long double exact) {
  const double near = std::abs(static_cast<double>(exact));
  return static_cast<double>(std::abs(value - exact) / (std::nextafter(near, infinity) - near));
}

double worst(VectorFunction f, long double (*exact)(long double), double from, double to) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(from, to);
  std::vector<double> x(10'007), y(x.size());
  for (double& value : x) value = uniform(random);
  f(x.data(), nullptr, y.data(), x.size());
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, ulps(y[i], exact(x[i])));
  return largest;
}

}  // namespace

TEST_CASE("vector functions are exact to four units in the last place") {
  struct Case {
    Operation operation;
    long double (*exact)(long double);
    std::vector<std::array<double, 2>> ranges;
  };
  const std::vector<Case> cases{{Operation::sine, std::sin, {{-7, 7}, {-1e-8, 1e-8}, {3.1415, 3.1416}, {-1e5, 1e5}}},
                                {Operation::cosine, std::cos, {{-7, 7}, {-1e-3, 1e-3}, {1.5707, 1.5708}, {-1e5, 1e5}}},
                                {Operation::exponential, std::exp, {{-1, 1}, {-700, 700}}},
                                {Operation::logarithm, std::log, {{0.999, 1.001}, {1e-3, 10}, {1, 1e300}}},
                                {Operation::hyperbolic_tangent, std::tanh, {{-1e-3, 1e-3}, {-3, 3}, {-30, 30}}}};
  for (const auto& [operation, exact, ranges] : cases) {
    const VectorFunction f = vector_function(operation);
    if (f == nullptr) continue;
    for (const auto& [from, to] : ranges) {
      INFO(static_cast<int>(operation) << " from " << from << " to " << to);
      CHECK(worst(f, exact, from, to) <= 4);
    }
  }
}

TEST_CASE("vector functions take infinite and special arguments as the scalar ones do") {
  const std::vector<double> special{0.0, -0.0, infinity, -infinity, not_a_number, 1e22, -1000, 1000, 1e-310, 1e300};
  const auto check = [](double value, double expected) {
    if (std::isnan(expected))
      CHECK(std::isnan(value));
    else if (expected == 0 || std::isinf(expected))
      CHECK((value == expected && std::signbit(value) == std::signbit(expected)));
    else
      CHECK(ulps(value, expected) <= 5);  // the scalar one is off by one, too
  };
  using Scalar = double (*)(double);
  const std::vector<std::pair<Operation, Scalar>> functions{{Operation::sine, std::sin},
                                                            {Operation::cosine, std::cos},
                                                            {Operation::exponential, std::exp},
                                                            {Operation::logarithm, std::log},
                                                            {Operation::hyperbolic_tangent, std::tanh}};
  std::vector<double> y(special.size());
  for (const auto& [operation, scalar] : functions) {
    const VectorFunction f = vector_function(operation);
    if (f == nullptr) continue;
    f(special.data(), nullptr, y.data(), special.size());
    for (std::size_t i = 0; i < special.size(); ++i) {
      INFO(static_cast<int>(operation) << " of " << special[i]);
      check(y[i], scalar(special[i]));
    }
  }
  const VectorFunction power = vector_function(Operation::power);
  if (power == nullptr) return;
  const std::vector<double> a{0, -2, -2, 2, 1, 1.4, infinity, -1, 0, -0.0, 2, 2, -8, 2, 1},
      b{0, 3, 0.5, 0.5, 1e300, 3.5, 2, infinity, -1, -3, 1100, -1100, 1.0 / 3, 0, not_a_number};
  y.resize(a.size());
  power(a.data(), b.data(), y.data(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    INFO(a[i] << " to the power " << b[i]);
    check(y[i], std::pow(a[i], b[i]));
  }
}

TEST_CASE("a formula has the same value at a point alone and among any others") {
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x), y = g.variable(Variable::y);
  std::vector<NodeId> values;
  for (const Operation o : {Operation::sine, Operation::cosine, Operation::exponential, Operation::logarithm,
                            Operation::hyperbolic_tangent, Operation::arctangent})
    values.push_back(g.make(o, x));
  values.push_back(g.make(Operation::power, x, y));
  const Formulas f(g, values);
  const std::size_t size = values.size();
  std::vector<std::array<double, 2>> points;
  for (int i = 0; i < 150; ++i) points.push_back({0.01 + 0.37 * i, 0.3 + 0.01 * i});
  std::vector<double> alone(points.size() * size);
  for (std::size_t i = 0; i < points.size(); ++i)
    f.evaluate<2>(std::span(points).subspan(i, 1), 0, alone.data() + i * size);
  for (const std::size_t first : {0, 1, 5, 70})
    for (const std::size_t count : {2, 3, 8, 13, 64, 65, 80}) {
      std::vector<double> together(count * size);
      f.evaluate<2>(std::span(points).subspan(first, count), 0, together.data());
      CHECK(std::equal(together.begin(), together.end(), alone.begin() + first * size));
    }
}
