#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "libdg/equations/navier_stokes/synthetic_eddies.hpp"

namespace dg {
namespace {

TEST_CASE("Philox gives the numbers of its authors") {
  // Known answers of Random123, philox4x32 with 10 rounds.
  struct Known {
    std::array<std::uint32_t, 4> counter;
    std::array<std::uint32_t, 2> key;
    std::array<std::uint32_t, 4> words;
  };
  constexpr std::uint32_t ones = 0xffffffffU;
  for (const Known& known :
       {Known{{0, 0, 0, 0}, {0, 0}, {0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U}},
        Known{{ones, ones, ones, ones}, {ones, ones}, {0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU}},
        Known{{0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U},
              {0xa4093822U, 0x299f31d0U},
              {0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U}}}) {
    std::uint32_t counter[4], key[2], words[4];
    std::copy(known.counter.begin(), known.counter.end(), counter);
    std::copy(known.key.begin(), known.key.end(), key);
    philox4x32(counter, key, words);
    for (int i = 0; i < 4; ++i) CHECK(words[i] == known.words[i]);
  }
}

template <int Dim>
void check_factor(const std::array<double, stress_count<Dim>>& stresses) {
  double r[stress_count<Dim>], a[stress_count<Dim>];
  std::copy(stresses.begin(), stresses.end(), r);
  REQUIRE(stress_factor<Dim>(r, a));
  const auto entry = [&](int i, int j) { return j <= i ? a[i * (i + 1) / 2 + j] : 0.0; };
  for (int i = 0, at = Dim; i < Dim; ++i)
    for (int j = i; j < Dim; ++j) {
      double product = 0;
      for (int k = 0; k < Dim; ++k) product += entry(i, k) * entry(j, k);
      CHECK(product == Approx(i == j ? r[i] : r[at++]).margin(1e-15));
    }
}

TEST_CASE("Stresses are the product of their factor, or refused") {
  check_factor<3>({4, 3, 2, 1, -0.5, 0.3});
  check_factor<3>({4, 1, 2, -2, 0, 0});  // perfect correlation
  check_factor<3>({0, 3, 2, 0, 0, -1});
  check_factor<3>({0, 0, 0, 0, 0, 0});
  check_factor<2>({4, 3, -1});
  double factor[6];
  CHECK_FALSE(stress_factor<3>({4, 1, 2, 2.1, 0, 0}, factor));
  CHECK_FALSE(stress_factor<3>({0, 1, 2, 0.1, 0, 0}, factor));
  CHECK_FALSE(stress_factor<3>({1, -1, 2, 0, 0, 0}, factor));
  CHECK_FALSE(stress_factor<3>({1, 1, 1, 0.9, 0.9, -0.9}, factor));
  CHECK_FALSE(stress_factor<3>({std::nan(""), 1, 1, 0, 0, 0}, factor));
}

/// Eddies of the largest size 1 that move along x, and points of them with unit stresses.
template <int Dim>
struct Eddies {
  explicit Eddies(const std::vector<InflowPoint<Dim>>& at) : points(at) {
    eddies = {points.data(), {}, 1, {}, {}, 5};
    eddies.convection[0] = 1;
    for (double& box : eddies.box) box = 1;
  }
  std::array<double, Dim> operator()(Index i, double t) const {
    double u[Dim];
    eddies.velocity(i, t, u);
    std::array<double, Dim> result;
    std::copy(u, u + Dim, result.begin());
    return result;
  }
  std::vector<InflowPoint<Dim>> points;
  SyntheticEddies<Dim> eddies;
};

InflowPoint<3> point(double x, double y, double z, double size) {
  return {{x, y, z}, {0, 0, 0}, {1, 0, 1, 0, 0, 1}, size};
}

/// Mean of independent samples, and its standard error by their scatter.
class Mean {
 public:
  void add(double value) { sum_ += value, square_ += value * value, ++count_; }
  double value() const { return sum_ / count_; }
  double error() const { return std::sqrt((square_ / count_ - value() * value()) / (count_ - 1)); }

 private:
  double sum_ = 0, square_ = 0;
  long count_ = 0;
};

constexpr double errors = 4.5;  // a normal deviate is larger in 7 of a million cases

TEST_CASE("Eddies have the mean and the stresses that are wanted, of each size") {
  for (const double size : {1.0, 0.8, 0.55, 0.5, 0.21}) {
    INFO("size " << size);
    InflowPoint<3> at = point(0.3, 0.41, -0.77, size);
    const double mean[3]{2, -1, 0.5}, stresses[6]{4, 3, 2, 1, -0.5, 0.3};
    std::copy(mean, mean + 3, at.mean);
    REQUIRE(stress_factor<3>(stresses, at.factor));
    const Eddies<3> eddies({at});
    std::array<Mean, 3> means;
    std::array<Mean, 6> products;
    for (long n = 0; n < 60000; ++n) {
      const auto u = eddies(0, 2.137 * static_cast<double>(n));  // no eddy reaches over 2
      for (int d = 0, pair = 3; d < 3; ++d) {
        means[d].add(u[d]);
        products[d].add((u[d] - mean[d]) * (u[d] - mean[d]));
        for (int e = d + 1; e < 3; ++e) products[pair++].add((u[d] - mean[d]) * (u[e] - mean[e]));
      }
    }
    for (int d = 0; d < 3; ++d) CHECK(std::abs(means[d].value() - mean[d]) < errors * means[d].error());
    for (int i = 0; i < 6; ++i) {
      INFO("stress " << i);
      CHECK(std::abs(products[i].value() - stresses[i]) < errors * products[i].error());
      CHECK(products[i].error() < 0.05);
    }
  }
}

TEST_CASE("Eddies of two dimensions have the stresses that are wanted") {
  InflowPoint<2> at{{0.3, 0.4}, {1, 0}, {}, 0.7};
  REQUIRE(stress_factor<2>({4, 3, -1.5}, at.factor));
  const Eddies<2> eddies({at});
  Mean uu, vv, uv;
  for (long n = 0; n < 100000; ++n) {
    const auto [u, v] = eddies(0, 2.137 * static_cast<double>(n));
    uu.add((u - 1) * (u - 1)), vv.add(v * v), uv.add((u - 1) * v);
  }
  CHECK(std::abs(uu.value() - 4) < errors * uu.error());
  CHECK(std::abs(vv.value() - 3) < errors * vv.error());
  CHECK(std::abs(uv.value() + 1.5) < errors * uv.error());
}

/// The correlation of sqrt(3/2) (1 - |r|) with itself, of variance 1, at r >= 0: a cubic spline.
double spline(double r) {
  if (r >= 2) return 0;
  return r < 1 ? 1 - 1.5 * r * r + 0.75 * r * r * r : 0.25 * (2 - r) * (2 - r) * (2 - r);
}

TEST_CASE("Correlations at two points are those of the eddies, and integrate to the length") {
  for (const double size : {1.0, 0.7}) {
    // Sizes between 1 and 1/2 take part a of eddies of size 1, and 1 - a of those of size 1/2.
    const double a = 2 * size - 1;
    double integral = 0;
    constexpr int steps = 2000;
    for (int i = 0; i < steps; ++i) {
      const double r = 2.0 * (i + 0.5) / steps;
      integral += 2.0 / steps * (a * spline(r) + (1 - a) * spline(2 * r));
    }
    CHECK(integral == Approx(length_of_eddies * size).epsilon(1e-6));
    for (const int d : {0, 1, 2})
      for (const double r : {0.2, 0.5, 0.9, 1.4, 2.1}) {
        INFO("size " << size << ", direction " << d << ", distance " << r);
        InflowPoint<3> there = point(0.3, 0.41, -0.77, size);
        there.x[d] += r;
        const Eddies<3> eddies({point(0.3, 0.41, -0.77, size), there});
        Mean along, across;
        for (long n = 0; n < 20000; ++n) {
          const double t = 4.271 * static_cast<double>(n);
          const auto u = eddies(0, t), v = eddies(1, t);
          along.add(u[0] * v[0]), across.add(u[1] * v[2]);
        }
        CHECK(std::abs(along.value() - a * spline(r) - (1 - a) * spline(2 * r)) < errors * along.error() + 1e-12);
        CHECK(std::abs(across.value()) < errors * across.error() + 1e-12);
      }
  }
}

TEST_CASE("Eddies are carried: the field is one of x - V t") {
  const Eddies<3> eddies({point(0.3, 0.41, -0.77, 0.6), point(4.8, 0.41, -0.77, 0.6)});
  for (const double t : {0.0, 0.37, 11.2}) {
    const auto before = eddies(0, t), after = eddies(1, t + 4.5);
    for (int d = 0; d < 3; ++d) CHECK(after[d] == Approx(before[d]).margin(1e-12));
  }
}

TEST_CASE("Each eddy around a point counts, and no other") {
  // All boxes of a wide surrounding, one by one, beside those that are looked at.
  const double size = 0.5;
  const Eddies<3> eddies({point(0.3, 0.41, -0.77, size)});
  for (const double t : {0.0, 0.3, 2.7}) {
    const double place[3]{(0.3 - t) / size, 0.41 / size, -0.77 / size};
    std::array<double, 3> sum{};
    for (int i = -10; i < 10; ++i)
      for (int j = -10; j < 10; ++j)
        for (int k = -10; k < 10; ++k) {
          const std::uint32_t counter[4]{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                                         static_cast<std::uint32_t>(k), 1},
              key[2]{5, 0};
          std::uint32_t words[4];
          philox4x32(counter, key, words);
          const double box[3]{double(i), double(j), double(k)};
          double weight = std::pow(1.5, 1.5);
          for (int d = 0; d < 3; ++d)
            weight *= std::max(0.0, 1 - std::abs(place[d] - box[d] - ((words[d] >> 1) + 0.5) / std::pow(2.0, 31)));
          for (int d = 0; d < 3; ++d) sum[d] += (words[d] & 1U) != 0 ? weight : -weight;
        }
    const auto u = eddies(0, t);
    for (int d = 0; d < 3; ++d) CHECK(u[d] == Approx(sum[d]).margin(1e-13));
  }
}

TEST_CASE("A period repeats the field, and keeps its stresses") {
  constexpr double period = 2.9;
  Eddies<3> eddies({point(0.3, 0.41, -0.77, 0.8), point(0.3, 0.41, -0.77 + 3 * period, 0.8)});
  eddies.eddies.period[2] = 2;
  eddies.eddies.box[2] = period / 2;
  Mean square;
  for (long n = 0; n < 40000; ++n) {
    const auto u = eddies(0, 2.137 * static_cast<double>(n));
    square.add(u[0] * u[0]);
    if (n > 100) continue;
    const auto v = eddies(1, 2.137 * static_cast<double>(n));
    for (int d = 0; d < 3; ++d) CHECK(v[d] == Approx(u[d]).margin(1e-12));
  }
  CHECK(std::abs(square.value() - 1) < errors * square.error());
}

}  // namespace
}  // namespace dg
