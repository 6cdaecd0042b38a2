#include "apps/tests/program.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace dg::app {

const std::string small_case = R"([mesh]
generate = couette
parameters = kind=quads

[space]
degree = 2

[reference]
mach = 0.2
reynolds = 100

[boundary.bottom]
type = wall-adiabatic

[boundary.top]
type = farfield

[boundary.left]
type = farfield

[boundary.right]
type = farfield

[initial]
rho = 1 + 0.1 * x
u = u_inf
v = 0
p = p_inf

[time]
steps = 40

[output]
directory = out
every = 20
monitor = 10
forces = bottom

[checkpoint]
every = 20
)";

const std::string square_case = R"([mesh]
generate = square
parameters = n=4

[space]
degree = 1

[gas]
model = euler

[reference]
mach = 0.3

[boundary.left]
type = farfield

[boundary.right]
type = farfield

[boundary.bottom]
type = wall-slip

[boundary.top]
type = farfield

[initial]
rho = 1 + 0.1 * exp(-(x^2 + y^2) / 10)
u = u_inf
v = 0
p = p_inf

[time]
steps = 40

[output]
directory = out
every = 20
monitor = 10
forces = bottom

[checkpoint]
every = 20
)";

std::vector<std::string> lines(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

nlohmann::json summary(const TemporaryFolder& folder, const std::string& directory) {
  return nlohmann::json::parse(folder.read(directory + "/summary.json"));
}

Outcome rkdg(const TemporaryFolder& folder, const std::string& arguments, const std::string& prefix) {
  const TemporaryFolder outputs;
  // Outputs go through `cat`, beyond the reach of limits on file sizes that `prefix` may set.
  const std::string script = outputs.write(
      "script", "cd '" + folder.path().string() + "'\n{ { ( " + prefix + " '" + RKDG_PROGRAM + "' " + arguments +
                    " ) 2>&1 1>&3 3>&- | cat > '" + outputs.file("err") + "'; exit ${PIPESTATUS[0]}; } 3>&1 | cat > '" +
                    outputs.file("out") + "'; exit ${PIPESTATUS[0]}; }\n");
  const int status = std::system(("bash '" + script + "'").c_str());
  Outcome outcome;
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
  outcome.out = outputs.read("out");
  outcome.err = outputs.read("err");
  return outcome;
}

bool is_one_error_line(const std::string& text) {
  return text.starts_with("error: ") && std::count(text.begin(), text.end(), '\n') == 1 && text.back() == '\n';
}

}  // namespace dg::app
