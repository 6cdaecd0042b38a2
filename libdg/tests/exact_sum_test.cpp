#include "libdg/core/exact_sum.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <limits>

#include "support.hpp"

namespace dg {
namespace {

double sum_of(const std::vector<double>& terms) {
  ExactSum sum;
  for (const double x : terms) sum.add(x);
  return sum.value();
}

TEST_CASE("An exact sum loses nothing, however its terms differ in size and sign") {
  CHECK(sum_of({}) == 0);
  CHECK(sum_of({1e300, 1, -1e300}) == 1);
  CHECK(sum_of({-1e300, -3, 1e300}) == -3);
  CHECK(sum_of({1, 0x1p-60, -1}) == 0x1p-60);
  CHECK(sum_of({0x1p-1074, 0x1p1000, -0x1p1000}) == 0x1p-1074);
  CHECK(sum_of({0x1.fffffffffffffp1023, 0x1.fffffffffffffp1023, -0x1.fffffffffffffp1023}) == 0x1.fffffffffffffp1023);
  CHECK(sum_of(std::vector<double>(1000, 0.1)) == 100.00000000000000555);  // 1000 times the double next to 0.1
  for (const double x : {0x1.23456789abcdfp-1022, -0x1.8p-1073, 3.25, -1e-5, 0x1p1023}) CHECK(sum_of({x}) == x);
}

TEST_CASE("An exact sum is the same in any order and grouping") {
  test::Random random(3);
  std::vector<double> terms;
  for (int i = 0; i < 3000; ++i) terms.push_back(random(-1, 1) * std::ldexp(1.0, static_cast<int>(random(-200, 200))));
  const double sum = sum_of(terms);
  std::reverse(terms.begin(), terms.end());
  CHECK(sum_of(terms) == sum);
  std::sort(terms.begin(), terms.end());
  CHECK(sum_of(terms) == sum);
  ExactSum parts[7], all;
  for (std::size_t i = 0; i < terms.size(); ++i) parts[i * i % 7].add(terms[i]);
  for (const ExactSum& part : parts) all.add(part);
  CHECK(all.value() == sum);
  for (double& x : terms) x = -x;
  CHECK(sum_of(terms) == -sum);
}

TEST_CASE("What is not finite shows in an exact sum") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(sum_of({1, infinity, 2}) == infinity);
  CHECK(std::isnan(sum_of({infinity, -infinity})));
  CHECK(std::isnan(sum_of({1, std::numeric_limits<double>::quiet_NaN(), infinity})));
}

}  // namespace
}  // namespace dg
