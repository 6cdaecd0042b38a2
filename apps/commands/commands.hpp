/// The subcommands of rkdg. Each takes the arguments after its name and returns the exit status.
#pragma once

#include "apps/command_line.hpp"

namespace dg::app {

int command_run(const Arguments& arguments);

}  // namespace dg::app
