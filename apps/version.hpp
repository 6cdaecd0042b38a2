/// The version of rkdg, from the build.
#pragma once

#include <string>

namespace dg::app {

inline const std::string version = RKDG_VERSION;

}  // namespace dg::app
