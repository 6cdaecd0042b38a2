// The library of kernels that were compiled ahead of time.
#include "libdg/backend/built_kernels.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>

#include "libdg/backend/host_compiler.hpp"

extern "C" const char* rkdg_key_of_kernels();

namespace dg {
namespace {

/// A library with that key and a function that returns 3, which goes with the object.
class Library {
 public:
  explicit Library(const std::string& key)
      : path_(std::filesystem::temp_directory_path() / ("rkdg-" + std::to_string(getpid()) + "-" + key + ".so")) {
    std::ofstream(path_, std::ios::binary)
        << compile_for_host("extern \"C\" const char* rkdg_key_of_kernels() { return \"" + key +
                            "\"; }\nextern \"C\" int three() { return 3; }\n");
  }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("the library of kernels has those of the build, and no others") {
  CHECK(built_function(RKDG_TEST_BUILT_FUNCTION) != nullptr);
  CHECK(built_function("rkdg_operators_NavierStokes2D_double_p77") == nullptr);
}

TEST_CASE("kernels of other headers are not used") {
  if (host_compiler_version().empty()) return;  // nothing can be compiled here
  const Library own(rkdg_key_of_kernels()), other("other");
  const auto three = reinterpret_cast<int (*)()>(built_function(own.path(), "three"));
  REQUIRE(three != nullptr);
  CHECK(three() == 3);
  CHECK(built_function(own.path(), "four") == nullptr);
  CHECK(built_function(other.path(), "three") == nullptr);
  CHECK(built_function(other.path() + ".missing", "three") == nullptr);
}

}  // namespace dg
