/// A case file that is right, for tests that change it.
#pragma once

#include <string>
#include <vector>

#include "apps/case/case.hpp"
#include "libdg/output/tests/temporary_folder.hpp"
#include "meshes/errors.hpp"

namespace dg::app::samples {

inline const std::string example = R"([mesh]
generate = cylinder
level = 1
parameters = radius=50, around=40
[space]
degree = 3
quads = Q
riemann = hllc
[reference]
mach = 0.2
reynolds = 100
alpha = 30
[boundary.wall]
type = wall-isothermal
temperature = 1.2
velocity = 0.1, -0.2
[boundary.farfield]
type = farfield
[time]
end = 2 * pi
steps = 1e3
[output]
forces = wall
)";

inline Case read(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const TemporaryFolder folder;
  return read_case(folder.write("c.ini", text), overrides);
}

/// What is said of a case, from the name of its file on; nothing if it is taken.
inline std::string refusal(const std::string& text, const std::vector<std::string>& overrides = {}) {
  try {
    read(text, overrides);
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(what.find("c.ini") == std::string::npos ? 0 : what.find("c.ini"));
  }
  return "";
}

/// The example with further lines in a section.
inline std::string with(const std::string& section, const std::string& lines) {
  const std::size_t at = example.find("[" + section + "]");
  if (at == std::string::npos) return example + "[" + section + "]\n" + lines + "\n";
  const std::size_t after = example.find('\n', at) + 1;
  return example.substr(0, after) + lines + "\n" + example.substr(after);
}

}  // namespace dg::app::samples
