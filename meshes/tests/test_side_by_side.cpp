#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "meshes/side_by_side.hpp"

namespace {

TEST_CASE("tasks side by side all run, and the first of the list that throws is heard") {
  std::atomic<int> done = 0;
  const auto work = [&] { ++done; };
  dg::side_by_side({work, work, work});
  CHECK(done == 3);

  // The second one cannot throw before the third has.
  std::atomic<bool> third_has_thrown = false;
  const auto second = [&] {
    third_has_thrown.wait(false);
    throw std::runtime_error("second");
  };
  const auto third = [&] {
    third_has_thrown = true;
    third_has_thrown.notify_all();
    throw std::runtime_error("third");
  };
  CHECK_THROWS_WITH(dg::side_by_side({work, second, third, work}), "second");
  CHECK(done == 5);
}

TEST_CASE("parts hold each item once, and the first part that throws is heard") {
  for (const dg::Index n : {0, 1, 7, 1000}) {
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(n));
    dg::in_parts(n, 3, [&](dg::Index first, dg::Index last) {
      for (dg::Index i = first; i < last; ++i) ++seen[static_cast<std::size_t>(i)];
    });
    for (const auto& times : seen) CHECK(times == 1);
  }
  const auto refuse = [](dg::Index first, dg::Index) {
    throw std::runtime_error("part from " + std::to_string(first));
  };
  CHECK_THROWS_WITH(dg::in_parts(1000, 3, refuse), "part from 0");
}

}  // namespace
