/// A lattice Boltzmann case, and what tests of its runs from outside share.
#pragma once

#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "apps/tests/program.hpp"

namespace dg::app {

/// Between a wall at rest and a moving one: the velocity becomes linear.
inline const std::string couette =
    "[lattice]\ncells = 3, 8, 2\n[fluid]\nreynolds = 4\nspeed = 0.1\nlength = 8\n"
    "[boundary.left]\ntype = periodic\n[boundary.right]\ntype = periodic\n"
    "[boundary.bottom]\ntype = wall\n[boundary.top]\ntype = moving-wall\nvelocity = 1, 0, 0\n"
    "[boundary.back]\ntype = periodic\n[boundary.front]\ntype = periodic\n"
    "[time]\nsteps = 3000\n[output]\ndirectory = o\ncheckpoint = 1000\n";

inline std::vector<std::array<double, 5>> rows_of(const std::string& csv) {
  std::vector<std::array<double, 5>> rows;
  std::istringstream stream(csv);
  std::string line;
  std::getline(stream, line);
  while (std::getline(stream, line)) {
    std::array<double, 5> row{};
    std::istringstream cells(line);
    std::string cell;
    for (double& value : row) {
      std::getline(cells, cell, ',');
      value = std::stod(cell);
    }
    rows.push_back(row);
  }
  return rows;
}

inline Outcome lbm(const TemporaryFolder& folder, const std::string& arguments) {
  return rkdg(folder, "lbm c.ini --backend cpu --threads 1 " + arguments);
}

}  // namespace dg::app
