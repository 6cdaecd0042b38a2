#include "libdg/formulas/formulas.hpp"

#include <catch2/catch.hpp>
#include <memory>
#include <thread>

using namespace dg;

namespace {

/// x sqrt(t) + y z, and x: operations that round once.
Formulas two_formulas() {
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x), y = g.variable(Variable::y), z = g.variable(Variable::z);
  const NodeId root = g.make(Operation::root, g.variable(Variable::t));
  return {g, {g.make(Operation::add, g.make(Operation::multiply, x, root), g.make(Operation::multiply, y, z)), x}};
}

}  // namespace

TEST_CASE("formulas give their values at any number of points") {
  const Formulas f = two_formulas();
  CHECK(f.size() == 2);
  CHECK(f.varies_in_time());
  for (const std::size_t n : {0, 1, 15, 16, 17, 100}) {
    std::vector<std::array<double, 3>> points;
    for (std::size_t i = 0; i < n; ++i)
      points.push_back({0.1 * static_cast<double>(i), 2.0, 1.0 + static_cast<double>(i)});
    std::vector<double> values(2 * n + 1, -7.0);
    f.evaluate<3>(points, 0.5, values.data());
    for (std::size_t i = 0; i < n; ++i) {
      CHECK(values[2 * i] == points[i][0] * std::sqrt(0.5) + 2.0 * points[i][2]);
      CHECK(values[2 * i + 1] == points[i][0]);
    }
    CHECK(values[2 * n] == -7.0);  // nothing is written behind the end
  }
}

TEST_CASE("registers are used again, but not while their value is needed") {
  // Sums of products that live for different times, against the same sums in C++.
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x);
  std::vector<NodeId> products{x};
  for (int i = 1; i < 60; ++i)
    products.push_back(g.make(Operation::multiply, g.make(Operation::add, products.back(), g.number(1.0 / i)), x));
  std::vector<NodeId> sums;
  for (int i = 0; i < 30; ++i) sums.push_back(g.make(Operation::subtract, products[i], products[59 - i]));
  const std::array<std::array<double, 2>, 1> point{{{0.9, 0.0}}};
  std::vector<double> values(sums.size()), expected{0.9};
  Formulas(g, sums).evaluate<2>(point, 0.0, values.data());
  for (int i = 1; i < 60; ++i) expected.push_back((expected.back() + 1.0 / i) * 0.9);
  for (int i = 0; i < 30; ++i) CHECK(values[i] == expected[i] - expected[59 - i]);
}

TEST_CASE("threads evaluate formulas side by side") {
  const Formulas f = two_formulas();
  std::array<int, 4> wrong{};
  std::vector<std::thread> threads;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (int i = 0; i < 20000; ++i) {
        const std::array<std::array<double, 3>, 1> point{{{double(k), double(i), 2.0}}};
        double values[2];
        f.evaluate<3>(point, 0.0, values);
        wrong[k] += values[0] == 2.0 * i && values[1] == k ? 0 : 1;
      }
    });
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::array<int, 4>{});
}

TEST_CASE("the text for a device evaluates what depends on the time or the place alone apart, and each value once") {
  ExpressionGraph g;
  const NodeId x = g.variable(Variable::x), t = g.variable(Variable::t);
  const NodeId root = g.make(Operation::root, x), power = g.make(Operation::exponential, t);
  const NodeId both = g.make(Operation::multiply, root, power);
  const Formulas f(g, {both, g.make(Operation::add, root, g.number(0.5)), both, g.number(2)});
  CHECK(f.varies(0));
  CHECK_FALSE(f.varies(1));
  CHECK(
      f.device_functions({0, 1, 3}) ==
      "struct AtTime {\n"
      "  double v3;\n"
      "};\n"
      "__device__ __forceinline__ void evaluate_at_time(double t, const double* parameters, AtTime& s) {\n"
      "  const double v1 = t;\n"
      "  const double v3 = exp(v1);\n"
      "  s.v3 = v3;\n"
      "}\n"
      "struct AtPlace {\n"
      "  double v2;\n"
      "  double v6;\n"
      "};\n"
      "__device__ __forceinline__ void evaluate_at_place(double x, double y, double z, AtPlace& s) {\n"
      "  const double v0 = x;\n"
      "  const double v2 = sqrt(v0);\n"
      "  const double v6 = v2 + __longlong_as_double(0x3fe0000000000000LL);\n"
      "  s.v2 = v2;\n"
      "  s.v6 = v6;\n"
      "}\n"
      "__device__ __forceinline__ void evaluate_values(const AtTime& time, const AtPlace& place, const double* state, "
      "double* out) {\n"
      "  const double v3 = time.v3;\n"
      "  const double v2 = place.v2;\n"
      "  const double v6 = place.v6;\n"
      "  const double v4 = v2 * v3;\n"
      "  out[0] = v4;\n"
      "  out[1] = v6;\n"
      "  out[2] = __longlong_as_double(0x4000000000000000LL);\n"
      "}\n");
  const Formulas angle(g, {g.make(Operation::cosine, x), g.make(Operation::sine, x)});
  CHECK(angle.device_functions({0, 1}).find("  double v1, v2;\n  sincos(v0, &v2, &v1);\n") != std::string::npos);
}

TEST_CASE("formulas take the parameters of the moment, on a device once for all points") {
  const auto shared = std::make_shared<FormulaParameters>(FormulaParameters{{"a", "jet"}, {1.0, 2.0}});
  ExpressionGraph g;
  g.share_parameters(shared);
  const NodeId x = g.variable(Variable::x), jet = g.parameter(1);
  const NodeId moving = g.make(Operation::multiply, jet, g.variable(Variable::t));
  const Formulas f(g, {g.make(Operation::multiply, x, jet), g.make(Operation::add, x, moving)});
  CHECK(f.has_parameters());
  CHECK_FALSE(f.varies(0));
  CHECK(f.varies(1));
  CHECK(f.parameter_values() == std::vector{1.0, 2.0});
  CHECK_FALSE(Formulas(g, {x}).has_parameters());
  CHECK(g.is_number(g.derivative(jet, Variable::t), 0.0));

  const std::array<std::array<double, 2>, 1> point{{{3.0, 0.0}}};
  std::array<double, 2> values{};
  f.evaluate<2>(point, 0.5, values.data());
  CHECK(values == std::array{6.0, 4.0});
  shared->values[1] = -8.0;
  f.evaluate<2>(point, 0.5, values.data());
  CHECK(values == std::array{-24.0, -1.0});

  const std::string text = f.device_functions({0, 1});
  const std::size_t at_time = text.find("evaluate_at_time"), at_place = text.find("evaluate_at_place");
  const std::size_t read = text.find("= parameters[1];");
  CHECK(at_time < read);
  CHECK(read < at_place);
  CHECK(text.find("parameters", at_place) == std::string::npos);
}
