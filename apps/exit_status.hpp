/// Exit statuses of the commands that run cases: 0 done, 1 failed or stopped, 2 wrong input, and these.
#pragma once

namespace dg::app {

/// A steady case has come to its last step before its tolerance.
inline constexpr int not_converged = 3;

}  // namespace dg::app
