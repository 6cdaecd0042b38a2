/// The results of a benchmark as a table for the terminal, as CSV and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/study/benchmark.hpp"
#include "apps/study/hardware.hpp"

namespace dg::app {

/// What a measured time depends on beside the program: one line each for hardware and compilers.
std::string hardware_text(const Hardware& hardware);

/// Heads of the columns, and one line of the table, each with the end of its line.
std::string benchmark_head();
std::string benchmark_line(const BenchmarkRow& row);

/// {"device", "copy_gb_per_s", "hardware": {...}, "baseline", "rows": [{...}]}. Of all devices in the table, the one
/// with the greatest bandwidth stands at the top. What was not measured is null.
nlohmann::ordered_json benchmark_json(const std::vector<BenchmarkRow>& rows, const Hardware& hardware);

/// One line for each row under a line of names; what was not measured is left empty.
std::string benchmark_csv(const std::vector<BenchmarkRow>& rows);

}  // namespace dg::app
