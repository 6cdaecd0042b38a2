/// The time that averages are of, in tables.
#pragma once

#include <string>
#include <vector>

#include "libdg/output/time_average.hpp"

namespace dg::app {

/// The last columns of tables: of which time the averages are, and of how many samples.
inline const std::vector<std::string> interval_columns{"from", "to", "samples"};

inline std::vector<double> interval_cells(const TimeAverage& average) {
  return {average.first_time(), average.last_time(), static_cast<double>(average.samples())};
}

}  // namespace dg::app
