/// The two ways a run ends early: the input is wrong (exit status 2), or the run itself failed (exit status 1).
#pragma once

#include <stdexcept>

namespace dg {

/// Wrong input. The message is one line: where, what, and what would be right.
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A failure while running: divergence, a lost device, a full disk.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace dg
