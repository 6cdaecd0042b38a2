#include <catch2/catch.hpp>

#include "apps/case/suggest.hpp"

using namespace dg::app;

TEST_CASE("the closest name is suggested, if there is a close one") {
  const std::vector<std::string> keys{"degree", "quads", "riemann"};
  CHECK(suggestion("degre", keys) == "; did you mean 'degree'?");
  CHECK(suggestion("reimann", keys) == "; did you mean 'riemann'?");
  CHECK(suggestion("colour", keys) == " (known: degree, quads, riemann)");
  CHECK(suggestion("degree", {}).empty());
}

TEST_CASE("resemblance is symmetric and grows with length") {
  CHECK(resemble("wal", "wall"));
  CHECK(resemble("wall", "wal"));
  CHECK_FALSE(resemble("in", "out"));
  CHECK(resemble("total_presure", "total_pressure"));
}
