#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <thread>

#include "apps/case/expression.hpp"
#include "meshes/errors.hpp"

using namespace dg::app;
using Catch::Contains;

namespace {

std::vector<Formula> formulas(const std::string& first) {
  return {Formula{first, "c.ini:7"}, Formula{"x", "c.ini:8"}, Formula{"y", "c.ini:9"}, Formula{"1", "c.ini:10"}};
}

}  // namespace

TEST_CASE("formulas know x, y, t, constants and auxiliaries") {
  Names names;
  names.constants = {{"gamma", 1.4}};
  names.auxiliaries = {{"r", {"sqrt(x^2 + y^2)", "c.ini:3"}}, {"s", {"r * gamma", "c.ini:4"}}};
  const FieldExpressions<> f(names, formulas("s + sin(pi * t)"));
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
  CHECK_FALSE(FieldExpressions<>(names, formulas("still")).varies_in_time());
  CHECK(FieldExpressions<>(names, formulas("moving")).varies_in_time());
  CHECK(FieldExpressions<>(names, formulas("twice")).varies_in_time());
}

TEST_CASE("threads evaluate side by side") {
  Names names;
  names.auxiliaries = {{"a", {"x * x", "a"}}};
  const FieldExpressions<> f(names, formulas("a + y + t"));
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
  const FieldExpressions<> f({}, formulas("x")), g({}, formulas("2 * x"));
  for (int i = 0; i < 3; ++i) {
    CHECK(f(i, 0, 0)[0] == i);
    CHECK(g(i, 0, 0)[0] == 2 * i);
  }
}

TEST_CASE("mistakes are refused with place and column") {
  const auto make = [](const std::string& text) { FieldExpressions<>({{{"gamma", 1.4}}, {}}, formulas(text)); };
  CHECK_THROWS_WITH(make("1 + gama"), Contains("c.ini:7: column 5 of '1 + gama': unknown name 'gama'") &&
                                          Contains("did you mean 'gamma'?"));
  CHECK_THROWS_WITH(make("1 + (x"), Contains("c.ini:7: column") && Contains("'1 + (x'"));
  CHECK_THROWS_WITH(make("x = 3"), Contains("c.ini:7: column 3 of 'x = 3': '=' has no place"));
  CHECK_THROWS_WITH(make("x, y"), Contains("gives 2 values"));
  CHECK_THROWS_WITH(make("x%2"), Contains("column 2 of 'x%2': '%2' has no place here (operators: + - * / ^"));
  CHECK_THROWS_WITH(make("1 + sin"),
                    Contains("column 5 of '1 + sin': the function 'sin' needs arguments, as in sin(x)"));
  std::string sum = "1";
  while (sum.size() < 19999) sum += "+1";
  CHECK_NOTHROW(make(sum));
  CHECK_THROWS_WITH(make(sum + " "), Contains("has 20000 characters; a formula may have 19999"));
  CHECK_THROWS_WITH(make(std::string(400000, '1')), Contains("has 400000 characters; a formula may have 19999"));
  CHECK_THROWS_WITH(make(""), Contains("c.ini:7: the formula is empty"));
  CHECK_THROWS_WITH(make("sin(x, y)"),
                    Contains("column 1 of 'sin(x, y)': the function 'sin' takes one argument, got 2"));
  CHECK_THROWS_WITH(make("1 +"),
                    Contains("column 4 of '1 +': the formula ends where a number, a name or '(' is expected"));
  CHECK_THROWS_WITH(make("(x"), Contains("column 3 of '(x': a ')' is missing"));
  CHECK_THROWS_WITH(make("x)"), Contains("column 2 of 'x)': ')' without its '('"));
  CHECK_THROWS_WITH(make("x ? 1"), Contains("a ':' is missing, as in a ? b : c"));
  CHECK_THROWS_WITH(make("1e999"), Contains("column 1 of '1e999': the number is too large or too small"));
  CHECK_THROWS_WITH(make(std::string(5000, '(')), Contains("is nested more than 500 deep"));
  CHECK_THROWS_WITH(make(std::string(5000, '-')), Contains("is nested more than 500 deep"));
  CHECK_NOTHROW(make("x <= 1 ? 2 : (y == 1 ? 3 : 4)"));
}

TEST_CASE("operators bind as in mathematics") {
  const auto value = [](const std::string& text) { return evaluate_constant({text, "c"}, {{"a", 3.0}}); };
  CHECK(value("2 + 3 * 4 ^ 2") == 50);
  CHECK(value("-2^2") == -4);
  CHECK(value("2^3^2") == 512);
  CHECK(value("2^-1") == 0.5);
  CHECK(value("8 / 4 / 2") == 1);
  CHECK(value("1 - 2 - 3") == -4);
  CHECK(value("- a * -2") == 6);
  CHECK(value("1 < 2 && 2 >= 2 || 0") == 1);
  CHECK(value("1 + 1 == 2 ? 10 : 20") == 10);
  CHECK(value("0 ? 1 : 0 ? 2 : 3") == 3);
  CHECK(value("3 > 2 != 0") == 1);
  CHECK(value(".5e1 + 1.E-1") == 5.1);
  CHECK(value("min(4, 2, 3) + max(1) + sum(1, 2, 3) + avg(2, 4)") == 12);
  CHECK(value("atan2(1, -1)") == std::atan2(1, -1));
  CHECK(value("ln(a) - log(a) + sign(-7) + rint(2.6) + abs(-a)") == 5);
}

TEST_CASE("names of auxiliaries") {
  Names names;
  names.constants = {{"gamma", 1.4}};
  const auto check = [&](const std::string& name) {
    names.auxiliaries = {{"a", {"1", "c.ini:1"}}, {name, {"a + x", "c.ini:2"}}};
    check_auxiliaries(names);
  };
  CHECK_NOTHROW(check("b_2"));
  CHECK_NOTHROW(check("_b"));
  for (const std::string taken : {"x", "t", "gamma", "sin", "pi", "a", "_pi", "_e"}) {
    CHECK_THROWS_WITH(check(taken), Contains("c.ini:2: '" + taken + "' already means something"));
  }
  for (const std::string wrong : {"", "2b", "a-b", "a b", "\xc3\xa4"}) {
    CHECK_THROWS_WITH(check(wrong), Contains("c.ini:2: ") && Contains("cannot name a formula"));
  }
  CHECK_THROWS_WITH(check(std::string(500, 'a')), Contains("cannot name a formula") && Contains("at most 60"));
}

TEST_CASE("auxiliaries that no formula needs are checked, too") {
  Names names;
  names.auxiliaries = {{"a", {"1", "c.ini:1"}}, {"b", {"a + c", "c.ini:2"}}, {"c", {"1", "c.ini:3"}}};
  CHECK_THROWS_WITH(check_auxiliaries(names), Contains("c.ini:2: column 5 of 'a + c': unknown name 'c'"));
}

TEST_CASE("of many auxiliaries only those in use cost anything") {
  // A chain through every second one: parsers that knew all names before them would take 20 GB.
  Names names;
  names.auxiliaries.emplace_back("a0", Formula{"x", "c.ini:1"});
  names.auxiliaries.emplace_back("a1", Formula{"t", "c.ini:2"});
  constexpr int count = 20000;
  for (int i = 2; i < count; ++i) {
    names.auxiliaries.emplace_back(fmt::format("a{}", i), Formula{fmt::format("a{} + 1", i - 2), "c.ini"});
  }
  check_auxiliaries(names);
  const FieldExpressions<> even(names, formulas(fmt::format("a{}", count - 2)));
  CHECK(even(0.5, 0.0, 0.0)[0] == 0.5 + (count - 2) / 2);
  CHECK_FALSE(even.varies_in_time());
  CHECK(FieldExpressions<>(names, formulas(fmt::format("a{}", count - 1))).varies_in_time());
  CHECK_THROWS_WITH(FieldExpressions<>(names, formulas("a0 + a20001x")), Contains("did you mean"));
}

TEST_CASE("constant formulas") {
  CHECK(evaluate_constant({"2 * pi / gamma", "c"}, {{"gamma", 1.4}}) == Approx(2.0 * std::numbers::pi / 1.4));
  CHECK(evaluate_constant({"1e-3", "c"}, {}) == 1e-3);
  CHECK_THROWS_AS(evaluate_constant({"x", "c"}, {}), dg::InputError);
}

TEST_CASE("formulas read parameters, whose names mean nothing else") {
  Names names;
  names.constants = {{"mach", 0.2}};
  names.parameters = std::make_shared<dg::FormulaParameters>(dg::FormulaParameters{{"jet"}, {0.5}});
  names.auxiliaries = {{"twice", {"2 * jet", "a"}}};
  check_auxiliaries(names);
  const FieldExpressions<> f(names, formulas("twice * x"));
  CHECK(f(3.0, 0.0, 0.0)[0] == 3.0);
  names.parameters->values[0] = 1.0;
  CHECK(f(3.0, 0.0, 0.0)[0] == 6.0);
  CHECK_FALSE(f.varies_in_time());

  for (const char* name : {"x", "mach", "sin", "pi"})
    CHECK_THROWS_WITH(check_parameter_name(names, name, "c.ini:3"),
                      Contains("c.ini:3") && Contains("already means something"));
  CHECK_THROWS_WITH(check_parameter_name(names, "2jet", "c.ini:3"), Contains("cannot name a parameter"));
  names.auxiliaries = {{"jet", {"1", "c.ini:9"}}};
  CHECK_THROWS_WITH(check_auxiliaries(names), Contains("c.ini:9") && Contains("already means something"));
}
