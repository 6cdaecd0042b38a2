#include <catch2/catch.hpp>
#include <cmath>

#include "libdg/backend/simd.hpp"
// After the lanes that it extends.
#include "libdg/backend/dual.hpp"

namespace dg {
namespace {

TEST_CASE("Each operation with dual numbers has its derivative by the rules of calculus") {
  const double x = 1.7, y = -0.6, dx = 0.3, dy = 1.1;
  const Dual<double> a(x, dx), b(y, dy);
  const auto is = [](Dual<double> found, double value, double derivative) {
    CHECK(found.value == Approx(value).epsilon(1e-15));
    CHECK(found.derivative == Approx(derivative).epsilon(1e-14));
  };
  is(a + b, x + y, dx + dy);
  is(a - b, x - y, dx - dy);
  is(-a, -x, -dx);
  is(a * b, x * y, x * dy + y * dx);
  is(a / b, x / y, (dx * y - x * dy) / (y * y));
  is(2 + a, 2 + x, dx);
  is(a - 2.0, x - 2, dx);
  is(2 - a, 2 - x, -dx);
  is(a * 3, 3 * x, 3 * dx);
  is(a / 4.0, x / 4, dx / 4);
  is(5.0 / b, 5 / y, -5 * dy / (y * y));
  is(reciprocal(b), 1 / y, -dy / (y * y));
  is(square_root(a), std::sqrt(x), dx / (2 * std::sqrt(x)));
  is(square_root(Dual<double>(0.0, 1.0)), 0, 0);
  is(power(a, 2.5), std::pow(x, 2.5), 2.5 * std::pow(x, 1.5) * dx);
  is(absolute(a), x, dx);
  is(absolute(b), -y, -dy);
  is(maximum(a, b), x, dx);
  is(minimum(a, b), y, dy);
  is(select(a < b, a, b), y, dy);
  Dual<double> sum = a;
  sum += b;
  sum *= 2.0;
  sum -= a;
  is(sum, x + 2 * y, dx + 2 * dy);
  CHECK(a > 0.0);
  CHECK(b <= a);
}

TEST_CASE("Lanes of dual numbers read a state with its direction, constants without, and write the derivative") {
  using L = SimdPack<double>;
  using V = Dual<L>;
  constexpr int width = LaneTraits<V>::width;
  std::vector<double> state(3 * width), direction(3 * width), written(width);
  for (int i = 0; i < 3 * width; ++i) {
    state[i] = 1 + i;
    direction[i] = 0.1 * i * i;
  }
  const auto moving = StateOfLane<V>::moving(state.data(), direction.data()) + 2;
  const V u = load<V>(moving), constant = load<V>(state.data()), reversed = gather<V>(moving, lane_numbers<V>(1));
  store(written.data(), u * u + constant);
  for (int l = 0; l < width; ++l) {
    CHECK(lane_of(u, l).value == state[l + 2]);
    CHECK(lane_of(u, l).derivative == direction[l + 2]);
    CHECK(lane_of(reversed, l).derivative == direction[l + 3]);
    CHECK(lane_of(constant, l).derivative == 0);
    CHECK(written[l] == Approx(2 * state[l + 2] * direction[l + 2]));
  }
  V changed = u;
  set_lane(changed, 1, {7.0, 8.0});
  CHECK(lane_of(changed, 1).value == 7);
  CHECK(lane_of(changed, 1).derivative == 8);
  CHECK(lane_of(changed, 0).derivative == direction[2]);
}

}  // namespace
}  // namespace dg
