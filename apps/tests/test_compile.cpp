#include <catch2/catch.hpp>
#include <filesystem>

#include "apps/tests/program.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;
using Catch::EndsWith;
using Catch::StartsWith;

namespace {

namespace fs = std::filesystem;

Outcome cached(const TemporaryFolder& folder, const std::string& arguments) {
  return rkdg(folder, arguments, "RKDG_CACHE=cache");
}

std::vector<fs::path> entries(const TemporaryFolder& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(folder.path()) / "cache")) files.push_back(entry.path());
  return files;
}

}  // namespace

TEST_CASE("kernels are compiled without a device, once, and again where the cache is damaged") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome first = cached(folder, "compile c.ini --arch sm_90");
  REQUIRE(first.status == 0);
  CHECK_THAT(first.err, StartsWith("compiling ") && Contains(" kernels for sm_90"));
  CHECK_THAT(first.out, Contains("all kernels for sm_90 are in cache"));
  const std::size_t count = entries(folder).size();
  CHECK(count > 3);

  const Outcome again = cached(folder, "compile c.ini --arch sm_90");
  CHECK(again.status == 0);
  CHECK(again.err.empty());

  fs::resize_file(entries(folder).front(), 100);
  CHECK_THAT(cached(folder, "compile c.ini --arch sm_90").err, StartsWith("compiling 1 kernel for sm_90"));

  CHECK_THAT(cached(folder, "cache list").out, StartsWith("cache: " + std::to_string(count) + " kernels, "));
  CHECK_THAT(cached(folder, "cache clear").out, StartsWith("cache: removed " + std::to_string(count) + " kernels, "));
  CHECK(entries(folder).empty());
}

TEST_CASE("what cannot be compiled is one line") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"compile c.ini", "arch"},
      {"compile c.ini --arch 90", "--arch 90: expected the architecture of a GPU"},
      {"compile c.ini --arch sm_9x", "--arch sm_9x: expected the architecture of a GPU"},
      {"compile c.ini --arch sm_10", "for sm_75 and newer, not for sm_10"},
      {"compile missing.ini --arch sm_90", "missing.ini"},
      {"cache", "lacks list|clear"},
      {"cache empty", "expected 'list' or 'clear'"},
  };
  for (const auto& [arguments, message] : wrong) {
    const Outcome outcome = cached(folder, arguments);
    INFO(arguments);
    CHECK(outcome.status != 0);
    CHECK_THAT(outcome.err, Contains(message));
  }
}

TEST_CASE("a machine without the compiler is told what to install") {
  const TemporaryFolder folder;
  folder.write("c.ini", square_case);
  const Outcome outcome =
      rkdg(folder, "compile c.ini --arch sm_90", "RKDG_CACHE=cache RKDG_NVRTC=/nowhere/libnvrtc.so");
  CHECK(outcome.status == 2);
  CHECK(is_one_error_line(outcome.err));
  CHECK_THAT(outcome.err, Contains("/nowhere/libnvrtc.so") && Contains("pip install nvidia-cuda-nvrtc"));
}
