/// Errors of the means of probes, from the rows of probes.csv.
#pragma once

#include <string>
#include <vector>

#include "apps/case/fields.hpp"
#include "apps/run/output_directory.hpp"

namespace dg::app {

/// rho, u, v, (w,) p.
template <int Dim>
std::vector<std::string> primitive_names() {
  std::vector<std::string> names{"rho"};
  names.insert(names.end(), velocity_names.begin(), velocity_names.begin() + Dim);
  names.push_back("p");
  return names;
}

/// mean_of_series() of each variable of each probe between two times, [probe][variable]; no number where it has none.
template <int Dim>
std::vector<double> probe_errors(const OutputDirectory& directory, std::size_t probes, double from, double to);

}  // namespace dg::app
