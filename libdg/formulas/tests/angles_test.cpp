#include "libdg/formulas/angles.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/formulas/formulas.hpp"

using namespace dg;

namespace {

/// The nodes of a graph, as with_split_angles() wants them.
std::vector<ExpressionNode> nodes_of(const ExpressionGraph& graph) {
  std::vector<ExpressionNode> nodes;
  for (NodeId n = 0; n < graph.size(); ++n) nodes.push_back(graph.node(n));
  return nodes;
}

struct Variables {
  ExpressionGraph graph;
  Expression x{&graph, graph.variable(Variable::x)}, y{&graph, graph.variable(Variable::y)},
      t{&graph, graph.variable(Variable::t)};

  Expression of(Operation o, Expression a) { return {&graph, graph.make(o, a.node)}; }
  Expression sine(Expression a) { return of(Operation::sine, a); }
  Expression cosine(Expression a) { return of(Operation::cosine, a); }
  SplitAngles split(const std::vector<Expression>& values) {
    std::vector<NodeId> nodes;
    for (const Expression& value : values) nodes.push_back(value.node);
    return with_split_angles(nodes_of(graph), nodes);
  }
};

/// Sines and cosines that values take of arguments with this property.
template <class Property>
int count_angles(const SplitAngles& split, const Property& has) {
  std::vector<bool> needed(split.graph.size(), false);
  for (const NodeId v : split.values) needed[v] = true;
  int count = 0;
  for (NodeId n = split.graph.size() - 1; n >= 0; --n) {
    const ExpressionNode& node = split.graph.node(n);
    for (const NodeId a : node.arguments)
      if (needed[n] && a >= 0) needed[a] = true;
    const bool angle = node.operation == Operation::sine || node.operation == Operation::cosine;
    count += needed[n] && angle && has(node.uses) ? 1 : 0;
  }
  return count;
}

constexpr unsigned of_time = 1U << static_cast<int>(Variable::t);
bool of_both(unsigned uses) { return uses != of_time && (uses & of_time) != 0; }
bool of_place(unsigned uses) { return (uses & of_time) == 0; }

}  // namespace

TEST_CASE("waves that travel take their sines of the place and of the time apart") {
  Variables v;
  const double k = 6.283185307179586;
  const std::vector<Expression> waves{
      v.sine(k * (v.x + v.y - v.t)), v.cosine(k * (v.x + v.y - v.t)), v.sine(k * v.x),
      v.cosine(k * v.y + v.t),       v.sine(k * v.x - v.t),           v.cosine(k * v.y)};
  const SplitAngles split = v.split(waves);
  CHECK(count_angles(split, of_both) == 0);
  CHECK(count_angles(split, of_place) == 4);  // of k x and k y
  CHECK(count_angles(v.split({v.sine(2.0 * v.x - v.t)}), of_both) == 0);
}

TEST_CASE("angles are left whole where the parts cost more") {
  Variables v;
  CHECK(count_angles(v.split({v.sine(v.x + v.y)}), of_place) == 1);
  CHECK(count_angles(v.split({v.sine(v.x * v.t)}), of_both) == 1);
}

TEST_CASE("split angles give the values of the whole ones") {
  Variables v;
  const Expression c = v.x.number(0.7), product = v.x * v.y, mixed = v.x * v.t;
  Expression many = v.t, deep = v.x;
  for (int i = 1; i < 12; ++i) many = many + v.of(Operation::exponential, (0.1 * i) * v.x);
  for (int i = 0; i < 40; ++i) deep = v.sine(deep + v.t) + v.y - deep;  // its sums have billions of terms
  const std::vector<Expression> values{v.sine(c - 3.0 * v.x - 2.0 * v.t),
                                       v.cosine(c - 3.0 * v.x - 2.0 * v.t),
                                       v.sine(v.t - v.x / c),
                                       v.cosine(v.y - v.x + 2.0 * product - 5.0 * v.t),
                                       v.sine(mixed - v.t + v.y),
                                       v.cosine(mixed - v.t),
                                       v.sine(many),
                                       v.cosine(v.t + c),
                                       v.sine(v.x - v.x + v.t),
                                       v.sine(v.cosine(v.x - v.t) + v.t),
                                       deep};
  const SplitAngles split = v.split(values);
  CHECK(count_angles(split, [](unsigned) { return true; }) > static_cast<int>(values.size()));
  std::vector<NodeId> nodes;
  for (const Expression& value : values) nodes.push_back(value.node);
  const Formulas whole(v.graph, nodes), parts(split.graph, split.values);
  std::vector<std::array<double, 2>> points;
  for (int i = 0; i < 50; ++i) points.push_back({0.31 * i - 3, 2.9 - 0.17 * i});
  std::vector<double> expected(points.size() * values.size()), got(expected.size());
  for (const double t : {0.0, 0.4, -7.3}) {
    whole.evaluate<2>(points, t, expected.data());
    parts.evaluate<2>(points, t, got.data());
    for (std::size_t i = 0; i < got.size(); ++i) {
      CAPTURE(i % values.size(), i / values.size(), t);
      if (i % values.size() + 1 < values.size()) CHECK(std::abs(got[i] - expected[i]) < 1e-13);
    }
  }
}
