#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <thread>

#include "apps/case/expression.hpp"
#include "meshes/errors.hpp"

using namespace dg::app;
using Catch::Contains;

namespace {

std::array<Formula, 4> formulas(const std::string& first) {
  return {Formula{first, "c.ini:7"}, Formula{"x", "c.ini:8"}, Formula{"y", "c.ini:9"}, Formula{"1", "c.ini:10"}};
}

}  // namespace

TEST_CASE("formulas know x, y, t, constants and auxiliaries") {
  Names names;
  names.constants = {{"gamma", 1.4}};
  names.auxiliaries = {{"r", {"sqrt(x^2 + y^2)", "c.ini:3"}}, {"s", {"r * gamma", "c.ini:4"}}};
  const FieldExpressions f(names, formulas("s + sin(pi * t)"));
  const auto value = f(3.0, 4.0, 0.25);
  CHECK(value[0] == Approx(7.0 + std::sqrt(0.5)));
  CHECK(value[1] == 3.0);
  CHECK(value[2] == 4.0);
  CHECK(value[3] == 1.0);
  CHECK(f.varies_in_time());
}

TEST_CASE("only formulas that use t vary in time, directly or through an auxiliary") {
  Names names;
  names.auxiliaries = {{"moving", {"x - t", "a"}}, {"still", {"x", "b"}}, {"twice", {"2 * moving", "c"}}};
  CHECK_FALSE(FieldExpressions(names, formulas("still")).varies_in_time());
  CHECK(FieldExpressions(names, formulas("moving")).varies_in_time());
  CHECK(FieldExpressions(names, formulas("twice")).varies_in_time());
}

TEST_CASE("threads evaluate side by side") {
  Names names;
  names.auxiliaries = {{"a", {"x * x", "a"}}};
  const FieldExpressions f(names, formulas("a + y + t"));
  std::vector<std::thread> threads;
  std::array<int, 4> wrong{};
  for (int k = 0; k < 4; ++k) {
    threads.emplace_back([&, k] {
      for (int i = 0; i < 20000; ++i) wrong[k] += f(i, k, 1.0)[0] != static_cast<double>(i) * i + k + 1.0 ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(wrong == std::array<int, 4>{});
}

TEST_CASE("two sets of formulas do not mix in one thread") {
  const FieldExpressions f({}, formulas("x")), g({}, formulas("2 * x"));
  for (int i = 0; i < 3; ++i) {
    CHECK(f(i, 0, 0)[0] == i);
    CHECK(g(i, 0, 0)[0] == 2 * i);
  }
}

TEST_CASE("mistakes are refused with place and column") {
  const auto make = [](const std::string& text) { FieldExpressions({{{"gamma", 1.4}}, {}}, formulas(text)); };
  CHECK_THROWS_WITH(make("1 + gama"), Contains("c.ini:7: column 5 of '1 + gama': unknown name 'gama'") &&
                                          Contains("did you mean 'gamma'?"));
  CHECK_THROWS_WITH(make("1 + (x"), Contains("c.ini:7: column") && Contains("'1 + (x'"));
  CHECK_THROWS_WITH(make("x = 3"), Contains("c.ini:7: column 3 of 'x = 3': '=' has no place"));
  CHECK_THROWS_WITH(make("x, y"), Contains("gives 2 values"));
  CHECK_THROWS_WITH(make(""), Contains("c.ini:7: the formula is empty"));
  CHECK_THROWS_AS(make("sin(x, y)"), dg::InputError);
  CHECK_NOTHROW(make("x <= 1 ? 2 : (y == 1 ? 3 : 4)"));
}

TEST_CASE("names of auxiliaries") {
  Names names;
  names.constants = {{"gamma", 1.4}};
  names.auxiliaries = {{"a", {"1", ""}}};
  CHECK_NOTHROW(check_auxiliary_name("b_2", "c.ini:1", names));
  for (const std::string taken : {"x", "t", "gamma", "sin", "pi", "a"}) {
    CHECK_THROWS_WITH(check_auxiliary_name(taken, "c.ini:1", names), Contains("already means something"));
  }
  CHECK_THROWS_AS(check_auxiliary_name("2b", "c.ini:1", names), dg::InputError);
  CHECK_THROWS_AS(check_auxiliary_name("a-b", "c.ini:1", names), dg::InputError);
}

TEST_CASE("constant formulas") {
  CHECK(evaluate_constant({"2 * pi / gamma", "c"}, {{"gamma", 1.4}}) == Approx(2.0 * std::numbers::pi / 1.4));
  CHECK(evaluate_constant({"1e-3", "c"}, {}) == 1e-3);
  CHECK_THROWS_AS(evaluate_constant({"x", "c"}, {}), dg::InputError);
}
