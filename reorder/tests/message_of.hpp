/// What is said of wrong input.
#pragma once

#include <functional>
#include <string>

#include "meshes/errors.hpp"

namespace dg::test {

/// The message of the InputError that an action throws; none if it throws none.
inline std::string message_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace dg::test
