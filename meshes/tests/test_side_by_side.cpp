#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>

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

}  // namespace
