#include <pthread.h>
#include <sys/resource.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
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

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // their shadow memory needs the address space
/// While it lives no thread can start: its stack would be larger than the address space.
class NoNewThreads {
 public:
  NoNewThreads() {
    pthread_attr_init(&attributes_);
    pthread_getattr_default_np(&attributes_);
    pthread_attr_getstacksize(&attributes_, &stack_);
    getrlimit(RLIMIT_AS, &limit_);
    rlimit small = limit_;
    small.rlim_cur = rlim_t{8} << 30;
    REQUIRE(setrlimit(RLIMIT_AS, &small) == 0);
    pthread_attr_setstacksize(&attributes_, std::size_t{16} << 30);
    REQUIRE(pthread_setattr_default_np(&attributes_) == 0);
  }
  ~NoNewThreads() {
    pthread_attr_setstacksize(&attributes_, stack_);
    pthread_setattr_default_np(&attributes_);
    pthread_attr_destroy(&attributes_);
    setrlimit(RLIMIT_AS, &limit_);
  }
  NoNewThreads(const NoNewThreads&) = delete;
  NoNewThreads& operator=(const NoNewThreads&) = delete;

 private:
  pthread_attr_t attributes_{};
  std::size_t stack_ = 0;
  rlimit limit_{};
};

TEST_CASE("where no thread can start, the calling thread does the work") {
  const NoNewThreads limit;
  REQUIRE_THROWS_AS(std::thread([] {}), std::system_error);
  int done = 0;
  dg::side_by_side({[&] { ++done; }, [&] { ++done; }});
  CHECK(done == 2);
  dg::in_parts(1000, 3, [&](dg::Index first, dg::Index last) { done += last - first; });
  CHECK(done == 1002);
}
#endif

}  // namespace
