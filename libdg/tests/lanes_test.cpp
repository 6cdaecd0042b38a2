#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "libdg/backend/simd.hpp"
// After the lane type.
#include "libdg/backend/near_lanes.hpp"
#include "libdg/backend/records.hpp"
#include "libdg/kernels/integrands/side.hpp"
#include "support.hpp"

namespace dg {
namespace {

TEMPLATE_TEST_CASE("Lanes read and write records of their own", "", float, double) {
  using Real = TestType;
  using V = SimdPack<Real>;
  constexpr int width = LaneTraits<V>::width, count = 3 * width / 2 + 1, size = record_size<V>(count),
                records = 2 * width;
  CHECK(size == 2 * width);
  std::vector<Real> from(records * size), to(records * size, Real(-1));
  for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<Real>(i);
  Index at[width];
  for (int l = 0; l < width; ++l) at[l] = (7 * l + 3) % records;
  V x[count];
  load_records<count>(from.data(), size, at, x);
  for (int i = 0; i < count; ++i)
    for (int l = 0; l < width; ++l) CHECK(lane_of(x[i], l) == from[at[l] * size + i]);
  store_records<count>(to.data(), size, at, x);
  for (int r = 0; r < records; ++r) {
    const bool written = std::find(at, at + width, r) != at + width;
    for (int i = 0; i < count; ++i) CHECK(to[r * size + i] == (written ? from[r * size + i] : Real(-1)));
  }
}

TEMPLATE_TEST_CASE("SIMD lanes do what one lane does", "", float, double) {
  using Real = TestType;
  using V = SimdPack<Real>;
  using I = IndexOf<V>;
  constexpr int width = LaneTraits<V>::width;
  test::Random random(1);
  std::vector<Real> values(100), other(100);
  std::vector<Index> index(100);
  for (int i = 0; i < 100; ++i) {
    values[i] = static_cast<Real>(random(-2, 2));
    other[i] = i % 3 == 0 ? values[i] : static_cast<Real>(random(-2, 2));
    index[i] = static_cast<Index>(random(0, 100));
  }
  const V a = load<V>(values.data() + 3), b = load<V>(other.data() + 3);
  const I at = load_index<V>(index.data() + 3), slot = at & I(3);
  std::vector<Real> stored(width);
  store(stored.data(), a);
  for (int n = 0; n <= width; ++n) {
    const V first = load_first<V>(values.data() + 3, n);
    std::vector<Real> kept(width, Real(7));
    store_first(kept.data(), a, n);
    for (int l = 0; l < width; ++l) {
      CHECK(lane_of(first, l) == (l < n ? values[3 + l] : Real(0)));
      CHECK(kept[l] == (l < n ? values[3 + l] : Real(7)));
    }
  }
  const auto less = a < b, equal = a == b;
  bool any_less = false, all_less = true;
  for (int l = 0; l < width; ++l) {
    const Real x = values[3 + l], y = other[3 + l];
    const Index i = index[3 + l];
    any_less = any_less || x < y;
    all_less = all_less && x < y;
    CHECK(stored[l] == x);
    CHECK(lane_of(at, l) == i);
    CHECK(lane_of(a + b, l) == x + y);
    CHECK(lane_of(a - b, l) == x - y);
    CHECK(lane_of(a * b, l) == x * y);
    CHECK(lane_of(a / b, l) == x / y);
    CHECK(lane_of(-a, l) == -x);
    CHECK(lane_of(square_root(a * a), l) == std::sqrt(x * x));
    CHECK(lane_of(absolute(a), l) == std::abs(x));
    CHECK(lane_of(maximum(a, b), l) == std::max(x, y));
    CHECK(lane_of(minimum(a, b), l) == std::min(x, y));
    CHECK(lane_of(less, l) == (x < y));
    CHECK(lane_of(equal, l) == (x == y));
    CHECK(lane_of(a >= b, l) == (x >= y));
    CHECK(lane_of(less | equal, l) == (x <= y));
    CHECK(lane_of(less & equal, l) == false);
    CHECK(lane_of(select(less, a, b), l) == (x < y ? x : y));
    CHECK(lane_of(gather<V>(values.data(), at), l) == values[i]);
    CHECK(lane_of(lookup<V>(values.data() + 7, slot), l) == values[7 + (i & 3)]);
    V first, second;
    lookup_pair(values.data() + 7, slot, first, second);
    CHECK(lane_of(first, l) == values[7 + 2 * (i & 3)]);
    CHECK(lane_of(second, l) == values[7 + 2 * (i & 3) + 1]);
    CHECK(lane_of(select(at < I(50), at, slot), l) == (i < 50 ? i : (i & 3)));
    CHECK(lane_of((at >> 2) * I(5) + (at << 1), l) == (i >> 2) * 5 + (i << 1));
  }
  CHECK(any(less) == any_less);
  CHECK(all(less) == all_less);
  CHECK(all(a == a));
  CHECK_FALSE(any(a < a));
  V one = a;
  set_lane(one, width - 1, Real(9));
  CHECK(lane_of(one, width - 1) == Real(9));
  CHECK(lane_of(one, 0) == values[3]);
}

TEMPLATE_TEST_CASE("Lanes read numbers near each other and far apart", "", float, double) {
  using V = SimdPack<TestType>;
  constexpr int width = LaneTraits<V>::width;
  std::vector<TestType> values(100 * width);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<TestType>(i);
  const auto check = [&](const auto& place_of) {
    std::vector<Index> places;
    for (int l = 0; l < width; ++l) places.push_back(place_of(l));
    const NearLanes<V> near(load_index<V>(places.data()));
    for (const int from : {0, 3 * width + 1}) {
      const V read = near(values.data() + from);
      for (int l = 0; l < width; ++l) CHECK(lane_of(read, l) == values[static_cast<std::size_t>(from + places[l])]);
    }
  };
  check([](int l) { return 2 * width + l; });
  check([](int l) { return 5 * width - l; });
  check([](int l) { return 40 * width + 3 * l % width; });
  check([](int l) { return (l % 2 == 0 ? 7 : 60) * width + l; });  // two lengths of a register, the later first or last
  check([](int l) { return (l % 2 == 0 ? 60 : 7) * width + l; });
  check([](int l) { return (l == width - 1 ? 60 : 7) * width; });
  check([](int l) { return l * (width + 1); });  // each by itself
  check([](int l) { return l == 1 ? 9 * width : l == 2 ? 20 * width : 3; });
}

TEMPLATE_TEST_CASE("Lanes of other zones read what every zone has", "", float, double) {
  using V = SimdPack<TestType>;
  constexpr int width = LaneTraits<V>::width;
  std::vector<Index> codes(width), cells(width);
  for (int l = 0; l < width; ++l) {
    codes[l] = neighbour_code(l % 2, l % 2 == 0 ? 2 : 3);  // triangles have no face 3
    cells[l] = 1000 + l;
  }
  const IndexOf<V> code = load_index<V>(codes.data()), cell = load_index<V>(cells.data());
  using Line = FaceElement<FaceShape::line, 1>;
  ZoneView<TestType> triangles{}, prisms{};
  triangles.space = Space::triangle_P;
  prisms.space = Space::prism_P;
  const auto side = side_in_zone<Line, V>(triangles, zone_lanes<Line, V>(code) == IndexOf<V>(0), code, cell);
  for (int l = 0; l < width; ++l) {
    CHECK(lane_of(side.cell, l) == (l % 2 == 0 ? cells[l] : 0));
    CHECK(lane_of(side.slot, l) == (l % 2 == 0 ? 2 : 0));
  }
  using Square = FaceElement<FaceShape::quadrilateral, 1>;
  const auto squares = side_in_zone<Square, V>(prisms, code < IndexOf<V>(0), code, cell);
  for (int l = 0; l < width; ++l) CHECK(lane_of(squares.slot, l) == faces_of_kind(CellShape::prism, 1).first);
}

}  // namespace
}  // namespace dg
