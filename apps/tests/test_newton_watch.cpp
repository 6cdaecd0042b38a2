#include <catch2/catch.hpp>
#include <cmath>

#include "apps/run/newton_watch.hpp"

using namespace dg;
using namespace dg::app;
using Catch::Contains;

namespace {

NewtonStep step(double residual, NewtonTrouble trouble = NewtonTrouble::none) {
  NewtonStep s;
  s.residual = residual;
  s.trouble = trouble;
  return s;
}

}  // namespace

TEST_CASE("failures in a row are a stall, and the last of them says of what") {
  for (const NewtonTrouble trouble : {NewtonTrouble::line_search, NewtonTrouble::linear_solver}) {
    NewtonWatch watch;
    for (int i = 0; i < 7; ++i) watch.observe(step(1.0, trouble));
    watch.observe(step(0.9));  // a step that succeeds forgives all before it
    for (int i = 0; i < 7; ++i) watch.observe(step(0.9, trouble));
    CHECK_FALSE(watch.stall());
    watch.observe(step(0.9, trouble));
    REQUIRE(watch.stall());
    CHECK_THAT(*watch.stall(), Contains(trouble == NewtonTrouble::line_search ? "line search" : "linear solver"));
  }
}

TEST_CASE("steps without numbers to go by are no stall but a failure") {
  NewtonWatch watch;
  for (int i = 0; i < 7; ++i) watch.observe(step(1.0, NewtonTrouble::not_finite));
  CHECK_FALSE(watch.is_broken());
  watch.observe(step(1.0, NewtonTrouble::not_finite));
  CHECK(watch.is_broken());
  CHECK_FALSE(watch.stall());
  watch.observe(step(0.5));
  CHECK_FALSE(watch.is_broken());
}

TEST_CASE("a residual that hovers is that of a flow which may not be steady; one that falls slowly is none") {
  NewtonWatch hovering, falling;
  for (int i = 0; i < 100; ++i) {
    hovering.observe(step(1.0 + 0.1 * std::sin(i)));
    falling.observe(step(std::exp(-0.02 * i)));
    CHECK_FALSE(falling.stall());
    if (i < 50) CHECK_FALSE(hovering.stall());
  }
  REQUIRE(hovering.stall());
  CHECK_THAT(*hovering.stall(), Contains("no steady state"));
}
