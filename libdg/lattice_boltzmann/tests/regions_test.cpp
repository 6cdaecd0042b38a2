#include <catch2/catch.hpp>
#include <utility>
#include <vector>

namespace {

/// The populations of the cells of a ray that move towards cell 0 (a) and away from it (b), all of them different.
struct Ray {
  std::vector<int> a, b;

  explicit Ray(int last) {
    for (int j = 0; j <= last; ++j) {
      a.push_back(10 * j);
      b.push_back(10 * j + 5);
    }
  }
  int last() const { return static_cast<int>(a.size()) - 1; }
  bool operator==(const Ray&) const = default;
};

/// One sweep that swaps and streams, cell after cell, as Palabos does; cell 0 lies outside of it.
Ray swept(Ray ray) {
  for (int j = 1; j <= ray.last(); ++j) {
    const int a = ray.a[j];
    ray.a[j] = ray.b[j];
    ray.b[j] = ray.a[j - 1];
    ray.a[j - 1] = a;
  }
  return ray;
}

/// First all swaps, then an exchange for each link, from the last to the first.
Ray exchanged(Ray ray) {
  for (int j = 1; j <= ray.last(); ++j) std::swap(ray.a[j], ray.b[j]);
  for (int j = ray.last(); j >= 1; --j) std::swap(ray.a[j - 1], ray.b[j]);
  return ray;
}

}  // namespace

TEST_CASE("the sweep that swaps and streams is one exchange a link after all swaps, in five kinds of region") {
  for (int last = 1; last <= 6; ++last) {
    const Ray before(last), after = swept(before);
    CHECK(after == exchanged(before));
    CHECK(after.a[0] == before.a[1]);  // A
    CHECK(after.b[0] == before.b[0]);
    CHECK(after.b[1] == before.a[0]);
    if (last == 1) CHECK(after.a[1] == before.b[1]);  // E
    if (last > 1) {
      CHECK(after.a[1] == before.a[2]);        // B
      CHECK(after.a[last] == before.b[last]);  // D
      CHECK(after.b[last] == before.b[last - 1]);
    }
    for (int j = 2; j < last; ++j) {  // C
      CHECK(after.a[j] == before.a[j + 1]);
      CHECK(after.b[j] == before.b[j - 1]);
    }
  }
}
