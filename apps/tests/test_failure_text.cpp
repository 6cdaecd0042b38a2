#include <catch2/catch.hpp>
#include <stdexcept>
#include <string>

#include "apps/failure_text.hpp"

TEST_CASE("a lack of memory is said in words, other failures in their own") {
  CHECK(dg::app::failure_text(std::bad_alloc()) == std::string("not enough memory"));
  CHECK(dg::app::failure_text(std::bad_array_new_length()) == std::string("not enough memory"));
  CHECK(dg::app::failure_text(std::runtime_error("no disk")) == std::string("no disk"));
}
