/// Runs rkdg as a program and looks at what a user would see.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "libdg/output/tests/temporary_folder.hpp"

namespace dg::app {

struct Outcome {
  int status = -1;
  std::string out, err;
};

/// Runs `rkdg ARGUMENTS` by the shell, in `folder`. `prefix` stands before it: environment variables, or shell commands
/// that end with a semicolon.
Outcome rkdg(const TemporaryFolder& folder, const std::string& arguments, const std::string& prefix = "");

/// True if the text is one line that starts with "error: ".
bool is_one_error_line(const std::string& text);

/// A small case that the fake solver runs: 8 cells, 40 steps.
extern const std::string small_case;

/// A small case for the real solver: Euler, 32 triangles, degree 1, 40 steps.
extern const std::string square_case;

/// The lines of a text, without their ends.
std::vector<std::string> lines(const std::string& text);

/// summary.json of a run.
nlohmann::json summary(const TemporaryFolder& folder, const std::string& directory = "out");

}  // namespace dg::app
