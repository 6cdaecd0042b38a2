/// Checks that an action throws InputError with a one-line message that holds all the given pieces.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "meshes/errors.hpp"

namespace dg::samples {

template <class Action>
void check_refused(Action action, const std::vector<std::string>& pieces) {
  try {
    action();
  } catch (const InputError& error) {
    const std::string message = error.what();
    INFO(message);
    for (const std::string& piece : pieces) CHECK_THAT(message, Catch::Matchers::Contains(piece));
    CHECK(std::count(message.begin(), message.end(), '\n') == 0);
    return;
  }
  INFO("expected: " + pieces.front());
  FAIL("nothing was refused");
}

}  // namespace dg::samples
