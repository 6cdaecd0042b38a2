/// A case for several ranks, and what its tests from outside share.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "apps/tests/program.hpp"

namespace dg::app {

/// What cases for several ranks write.
inline const std::string ranks_output = R"([time]
steps = 40

[output]
directory = out
every = 20
monitor = 10
errors = 20
forces = bottom
surface = bottom
probes = points

[checkpoint]
every = 20

[average]
every = 5
profile = y
profile_points = 4
)";

/// Hybrid, curved, viscous, with a wall, probes and an exact solution to compare with.
inline const std::string ranks_case = R"([mesh]
generate = square
parameters = n=6, kind=hybrid, order=2, curved=0.05
ordering = layers
start = bottom

[space]
degree = 2

[reference]
mach = 0.3
reynolds = 200

[boundary.left]
type = periodic
partner = right

[boundary.bottom]
type = wall-adiabatic

[boundary.top]
type = farfield

[initial]
rho = 1 + 0.1 * exp(-(x^2 + y^2) / 10)
u = u_inf
v = 0
p = p_inf

[exact]
rho = 1
u = u_inf
v = 0
p = p_inf

)" + ranks_output;

inline std::string on(int ranks) { return RKDG_MPIRUN " -n " + std::to_string(ranks); }

/// A folder with that case.
class Folder : public TemporaryFolder {
 public:
  Folder() {
    write("c.ini", ranks_case);
    write("points", "0.1 0.2\n-3.5 4\n");
  }
};

inline const std::vector<std::string> files{"history.csv",
                                            "forces.csv",
                                            "errors.csv",
                                            "probes.csv",
                                            "fields.pvd",
                                            "surface_bottom.csv",
                                            "fields_000000040.vtu",
                                            "probes_mean.csv",
                                            "surface_bottom_mean.csv",
                                            "mean.vtu",
                                            "profile_mean.csv"};

inline void check_same(const TemporaryFolder& folder, const std::string& a, const std::string& b) {
  for (const std::string& name : files) {
    INFO(name);
    REQUIRE_FALSE(folder.read(a + "/" + name).empty());
    CHECK(folder.read(a + "/" + name) == folder.read(b + "/" + name));
  }
}

/// The lines of an output that are rkdg's; mpirun adds words of its own.
inline std::vector<std::string> error_lines(const Outcome& outcome) {
  std::vector<std::string> found;
  for (const std::string& line : lines(outcome.err))
    if (line.starts_with("error:") || line.starts_with("warning:")) found.push_back(line);
  return found;
}

}  // namespace dg::app
