// Functions for the CPU that a run compiles.
#include "libdg/backend/host_library.hpp"

#include <catch2/catch.hpp>
#include <string>

#include "libdg/backend/host_compiler.hpp"

namespace dg {

TEST_CASE("functions of one name in several libraries are different functions") {
  if (host_compiler_version().empty()) return;  // nothing can be compiled here
  const auto number = [](int n) {
    const std::string text = "extern \"C\" int rkdg_number() { return " + std::to_string(n) + "; }\n";
    return reinterpret_cast<int (*)()>(host_function({"a number", text, "rkdg_number"}));
  };
  int (*const one)() = number(1);
  int (*const two)() = number(2);
  CHECK(one() == 1);
  CHECK(two() == 2);
  CHECK(number(1) == one);
}

}  // namespace dg
