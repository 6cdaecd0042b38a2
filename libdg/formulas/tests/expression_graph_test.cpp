#include "libdg/formulas/expression_graph.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "libdg/formulas/formulas.hpp"

using namespace dg;

namespace {

double value_at(const ExpressionGraph& graph, NodeId node, double x, double y) {
  const std::array<std::array<double, 2>, 1> point{{{x, y}}};
  double value = 0;
  Formulas(graph, {node}).evaluate<2>(point, 0.0, &value);
  return value;
}

}  // namespace

TEST_CASE("equal parts of expressions exist once, and neutral elements not at all") {
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x), y = g.variable(Variable::y), one = g.number(1), zero = g.number(0);
  CHECK(g.make(Operation::add, x, y) == g.make(Operation::add, y, x));
  CHECK(g.make(Operation::multiply, g.make(Operation::sine, x), one) == g.make(Operation::sine, x));
  CHECK(g.make(Operation::add, zero, x) == x);
  CHECK(g.make(Operation::multiply, zero, x) == zero);
  CHECK(g.make(Operation::negate, g.make(Operation::negate, x)) == x);
  CHECK(g.is_number(g.make(Operation::power, g.number(2), g.number(10)), 1024));
  CHECK(g.depends_on(g.make(Operation::add, x, one), Variable::x));
  CHECK_FALSE(g.depends_on(g.make(Operation::add, x, one), Variable::t));
}

TEST_CASE("numbers move to the front of products, and multiples add up") {
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x), y = g.variable(Variable::y);
  const auto times = [&](double factor, NodeId n) { return g.make(Operation::multiply, g.number(factor), n); };
  const NodeId product = g.make(Operation::multiply, x, y), sum = g.make(Operation::add, x, y);
  CHECK(times(2, times(3, x)) == times(6, x));
  CHECK(g.make(Operation::multiply, times(2, x), times(3, y)) == times(6, product));
  CHECK(g.make(Operation::multiply, times(2, x), g.make(Operation::negate, y)) == times(-2, product));
  CHECK(g.make(Operation::add, times(2, x), times(3, x)) == times(5, x));
  CHECK(g.make(Operation::add, x, x) == times(2, x));
  CHECK(g.is_number(g.make(Operation::subtract, times(2, x), times(2, x)), 0));
  CHECK(g.make(Operation::add, x, g.make(Operation::negate, y)) == g.make(Operation::subtract, x, y));
  CHECK(g.make(Operation::subtract, x, g.make(Operation::negate, y)) == sum);
  CHECK(g.make(Operation::negate, times(2, x)) == times(-2, x));
  // Values do not leave the numbers there are.
  CHECK(value_at(g, times(1e-200, times(1e-200, times(1e300, x))), 2, 0) == Approx(2e-100));
  CHECK(value_at(g, times(1e200, times(1e200, x)), 1e-300, 0) == Approx(1e100));
  // A factor that is a sum is left as it is.
  CHECK(value_at(g, g.make(Operation::multiply, times(2, x), times(3, sum)), 2, 5) == 84);
}

TEST_CASE("derivatives of every operation agree with differences") {
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x), y = g.variable(Variable::y);
  // Arguments that differ from x and y, so that the chain rule counts; positive and below 1 where the point is.
  const NodeId a =
      g.make(Operation::multiply, g.number(0.5), g.make(Operation::add, g.make(Operation::multiply, x, x), y));
  const NodeId b = g.make(Operation::subtract, g.make(Operation::multiply, x, y), g.number(0.1));
  const NodeId condition = g.make(Operation::less, a, b);
  for (int o = static_cast<int>(Operation::negate); o < operation_count; ++o) {
    const auto operation = static_cast<Operation>(o);
    const int arguments = argument_count(operation);
    NodeId f = arguments == 1   ? g.make(operation, a)
               : arguments == 2 ? g.make(operation, a, b)
                                : g.make(operation, condition, a, b);
    if (operation == Operation::area_cosine) f = g.make(operation, g.make(Operation::add, a, g.number(1)));
    for (const auto [px, py] : {std::array{0.7, 0.4}, std::array{0.3, 0.9}}) {
      CAPTURE(o, px, py);
      const double h = 1e-4;
      const auto value = [&](double dx, double dy) { return value_at(g, f, px + dx, py + dy); };
      const double by_x = (8 * (value(h, 0) - value(-h, 0)) - value(2 * h, 0) + value(-2 * h, 0)) / (12 * h);
      const double by_y = (8 * (value(0, h) - value(0, -h)) - value(0, 2 * h) + value(0, -2 * h)) / (12 * h);
      CHECK(value_at(g, g.derivative(f, Variable::x), px, py) == Approx(by_x).margin(1e-10).epsilon(1e-10));
      CHECK(value_at(g, g.derivative(f, Variable::y), px, py) == Approx(by_y).margin(1e-10).epsilon(1e-10));
    }
    CHECK(g.is_number(g.derivative(f, Variable::t), 0));
  }
}

TEST_CASE("powers with an exponent that varies, and second derivatives") {
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x), y = g.variable(Variable::y);
  const NodeId f = g.make(Operation::power, x, y);  // x^y
  const double px = 1.7, py = 2.3, value = std::pow(px, py);
  CHECK(value_at(g, g.derivative(f, Variable::y), px, py) == Approx(value * std::log(px)));
  const NodeId second = g.derivative(g.derivative(f, Variable::x), Variable::x);
  CHECK(value_at(g, second, px, py) == Approx(py * (py - 1) * std::pow(px, py - 2)));
  const NodeId mixed = g.derivative(g.derivative(f, Variable::x), Variable::y);
  CHECK(value_at(g, mixed, px, py) == Approx(std::pow(px, py - 1) * (1 + py * std::log(px))));
}

TEST_CASE("expressions may be as deep as they like") {
  ExpressionGraph g;
  NodeId f = g.variable(Variable::x);
  const int depth = 100000;
  for (int i = 0; i < depth; ++i) f = g.make(Operation::add, g.make(Operation::sine, f), g.variable(Variable::y));
  CHECK(std::isfinite(value_at(g, g.derivative(f, Variable::y), 0.2, 0.1)));
}
